"""What each primitive constant of the kernel means: the table of the standard model, with the functions it is made of.

ℝ is floats (or Fractions and ints, which stay exact under + and *), ``[p]`` the ints 0, …, p−1, 𝔹 bool, ℕ int, ℝ∞ adds
−inf, and functions are Python functions of one argument.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from symattn.determinants import determinant_of
from symattn.errors import SymattnError
from symattn.numeric.differences import has_derivative

Value: TypeAlias = Any  # bool, int, float, Fraction or Function, according to the type of the term
INFINITY = math.inf


class SemanticsError(SymattnError):
    """Report a term that has no value here: a missing size or variable, or a question that samples must decide."""


class Function:
    """Hold a function value of one argument, with a table of the values already asked for.

    >>> square = Function(lambda x: x * x)
    >>> square(3)
    9
    """

    __slots__ = ("_known", "_rule")

    def __init__(self, rule: Callable[[Value], Value]) -> None:
        self._rule = rule
        self._known: dict[Value, Value] = {}

    def __call__(self, argument: Value) -> Value:
        key = (argument,) if argument.__class__ is float else argument  # 1.0 equals 1, but is not known exactly
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._rule(argument)
        return known


class Table(dict[Any, Value]):
    """Hold a function of what is equal only where it is the same, such as an index: the values already asked for.

    >>> square = Table(lambda i: i * i)
    >>> square[3], dict(square)
    (9, {3: 9})
    """

    __slots__ = ("rule",)

    def __init__(self, rule: Callable[[Any], Value]) -> None:
        self.rule = rule

    def __missing__(self, key: Any) -> Value:
        value = self[key] = self.rule(key)
        return value


def curried(rule: Callable[..., Value], count: int, given: tuple[Value, ...] = ()) -> Value:
    """Return a rule of some arguments as a function of the first that gives a function of the second, and so on."""
    if count == 0:
        return rule(*given)
    return Function(lambda argument: curried(rule, count - 1, (*given, argument)))


def _exp(x: float | Fraction) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        raise SemanticsError(f"exp {x} is too large for a float") from None


def _iterate(step: Function, value: Value, times: int) -> Value:
    for _ in range(times):
        value = step(value)
    return value


def _derivative(f: Function, x: Value, slope: Value) -> bool:
    found = has_derivative(f, x, slope)
    if found is None:
        raise SemanticsError(f"difference quotients do not tell whether {slope} is a derivative at {x}")
    return found


# What each primitive constant means: name → (sizes → function of all its arguments, or value).  Where the axioms leave
# a value open (log and sqrt outside their domain, scaling −∞ by c ≤ 0) the model takes 0.
MEANINGS: dict[str, Callable[..., Any]] = {
    "+": lambda: lambda x, y: x + y,
    "*": lambda: lambda x, y: x * y,
    "inv": lambda: lambda x: 0 if x == 0 else 1 / Fraction(x) if isinstance(x, int) else 1 / x,
    "≤": lambda: lambda x, y: x <= y,
    "exp": lambda: lambda x: _exp(x),
    "log": lambda: lambda x: math.log(x) if x > 0 else 0,
    "sqrt": lambda: lambda x: math.sqrt(x) if x >= 0 else 0,
    "sin": lambda: lambda x: math.sin(x),
    "cos": lambda: lambda x: math.cos(x),
    "pi": lambda: math.pi,
    "ind": lambda: lambda p: int(p),
    "suc": lambda: lambda n: n + 1,
    "nadd": lambda: lambda m, n: m + n,
    "real": lambda: lambda n: n,
    "iterate": lambda m, n: lambda f, a, k: _iterate(f, a, k),
    "#": lambda n: n,
    "sum": lambda n: lambda f: sum(f(i) for i in range(n)),
    "pos": lambda n: lambda i: i,
    "nat": lambda n: lambda i: i,
    "last": lambda n: n - 1,
    "inl": lambda m, k: lambda i: i,
    "inr": lambda m, k: lambda i: m + i,
    "case": lambda m, k: lambda f, g, i: f(i) if i < m else g(i - m),
    "pair": lambda m, n: lambda i, j: n * i + j,
    "quo": lambda m, n: lambda i: i // n,
    "rem": lambda m, n: lambda i: i % n,
    "det": lambda n: lambda A: determinant_of([[A(i)(j) for j in range(n)] for i in range(n)]),
    "emb": lambda: lambda x: x,
    "ninf": lambda: -INFINITY,
    "plus": lambda: lambda x, y: x + y,
    "times": lambda: lambda c, x: 0 if x == -INFINITY and c <= 0 else c * x,
    "eexp": lambda: lambda x: _exp(x),
    "allow": lambda: lambda p: 0 if p else -INFINITY,
    "deriv": lambda: lambda f, x, c: _derivative(f, x, c),
}


def _arity(meaning: Callable[..., Any]) -> int:
    at_ones = meaning(*(1 for _ in inspect.signature(meaning).parameters))
    return len(inspect.signature(at_ones).parameters) if callable(at_ones) else 0


#: How many arguments each primitive constant takes.
ARITIES = {name: _arity(meaning) for name, meaning in MEANINGS.items()}
