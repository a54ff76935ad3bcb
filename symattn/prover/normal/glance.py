"""Test a goal at sample numbers first: if it fails where its hypotheses hold, no proof is searched for.

Nothing rests on it but what is searched for.  Sizes are 2 or 3, variables have values that their names decide, a
sample after the other draws them from another range.  A variable that a hypothesis defines, as A = B·C does, has
the value that it says.  What has no plain value here says nothing: an unbounded quantifier, or what is too close to
call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial, reduce
from hashlib import blake2b
from typing import Any

from ...determinants import determinant_of
from ...kernel.syntax import FALSE, TRUE
from ...kernel.terms import (
    BOOL,
    EXTENDED,
    NAT,
    REAL,
    Abs,
    App,
    Bound,
    Const,
    Lit,
    Size,
    Term,
    Type,
    Var,
    abstract,
    open_body,
    sides,
    substitute,
    var,
)
from ..library.definitions import definition_at, definition_of
from ..limits import LARGEST_SEEN, MOST_SAMPLES
from ..logic.derived_rules import match_forall, right
from ..logic.formulas import ind
from ..logic.parts import flat, head_and_arguments
from .context import Bijection, Context

RANGES = ((0.0, 1.0), (-2.0, 2.0), (0.0, 3.0), (0.0, 1.0), (-1.0, 0.0))
APART = 1e-6  # of the size of its parts is a number of the wrong sign

#: A number, a truth value, an index, or a function of one argument.
Value = Any
Functions = dict[str, Callable[[Any], Any]]
_INFINITY = math.inf


class _NoValue(Exception):
    """Report a term that has no plain value here."""


class _TooLong(Exception):
    """Report a term of too many parts."""


def assumptions(context: Context) -> tuple[Term, ...]:
    """Return what a proof assumes; maps that invert each other are drawn at random nowhere, so that nothing holds."""
    if context.bijections:
        return (FALSE,)
    return tuple(dict.fromkeys(h for truth in context.truths for h in truth.hypotheses))


def fails(t: Term, hypotheses: Iterable[Term], of_any_functions: bool = False) -> bool:
    """Tell whether 0 ≤ t is false at numbers where all hypotheses hold.

    With ``of_any_functions`` those of numbers, as exp and sin, are other ones, of which only the signs are as theirs.
    """
    return any(value < -APART * scale for value, scale in _values(t, hypotheses, of_any_functions))


def differ(a: Term, b: Term, hypotheses: Iterable[Term], of_any_functions: bool = False) -> bool:
    """Tell whether two numbers are different where all hypotheses hold; ``of_any_functions`` is as in ``fails``."""
    values = (_values(t, hypotheses, of_any_functions, all_samples=True) for t in (a, b))
    return any(abs(x - y) > APART * max(one, other) for (x, one), (y, other) in zip(*values, strict=False))


def denied(proposition: Term, hypotheses: Iterable[Term]) -> bool:
    """Tell whether a proposition is false where all hypotheses hold."""
    return any(not value for value, _ in _values(ind(proposition), hypotheses, of_any_functions=False))


def differ_where_moved(a: Term, b: Term, bijections: Mapping[Term, Bijection]) -> bool:
    """Tell whether two matrices differ at numbers where maps move indices on by one, and their inverses move them back.

    The maps are variables, each on one range; of others this says nothing.
    """
    sample = _Sample(0, *RANGES[1], _OF_NUMBERS)
    for forward, bijection in bijections.items():
        for each, by in ((forward, 1), (bijection.inverse, -1)) if forward not in sample.maps else ():
            ty = each.type.domain
            if not isinstance(each, Var) or ty is None or ty.size is None or ty is not each.type.codomain:
                return False
            sample.maps[each] = partial(_moved_on, by, sample.size(ty.size))
    try:
        first, second = (sample.first_entry(side) for side in (a, b))
        return abs(first - second) > APART * max(1, abs(first), abs(second))
    except (_NoValue, _TooLong, ArithmeticError, ValueError, RecursionError):
        return False


def _moved_on(by: int, size: int, index: int) -> int:
    return (index + by) % size


def _values(
    t: Term, hypotheses: Iterable[Term], of_any_functions: bool, all_samples: bool = False
) -> Iterable[tuple[float, float]]:
    """Yield the values of a sum, each with the sum of the sizes of its parts, at numbers where all hypotheses hold."""
    defined, given = _definitions(tuple(hypotheses))
    for variable, meaning in defined:
        t = substitute(t, {variable: meaning})
    found = 0
    for sample in _OF_ANY_FUNCTIONS if of_any_functions else _SAMPLES:
        if found == len(RANGES):
            return
        sample.left = LARGEST_SEEN
        try:
            if all(sample.value(h) for h in given):
                found += 1
                parts = [float(sample.value(part)) for part in flat(t, "+")]
                value, scale = math.fsum(parts), math.fsum(map(abs, parts))
                if scale < _INFINITY:
                    yield value, scale
                    continue
        except _TooLong:
            return
        except (_NoValue, ArithmeticError, ValueError, RecursionError):
            pass
        if all_samples:
            yield 0.0, _INFINITY


@lru_cache(maxsize=256)
def _definitions(hypotheses: tuple[Term, ...]) -> tuple[list[tuple[Var, Term]], tuple[Term, ...]]:
    """Return what hypotheses define, each in terms of what is not defined before it, and what else they say."""
    found = list[tuple[Var, Term]]()
    others = hypotheses
    while (pair := next(filter(None, map(_definition, others)), None)) is not None:
        found.append(pair)
        others = tuple(substitute(h, dict([pair])) for h in others if _definition(h) != pair)
    return found, others


def _definition(proposition: Term) -> tuple[Var, Term] | None:
    """Return f and λx y…. t where a proposition says f x y … = t for all x, y, … and t does not speak of f."""
    variables = list[Var]()
    while (quantified := match_forall(proposition)) is not None:
        variables.append(var(f"•{len(variables)}", quantified.binder))
        proposition = open_body(quantified, variables[-1])
    pair = sides(proposition)
    for one, other in (pair, pair[::-1]) if pair is not None else ():
        head, arguments = head_and_arguments(one)
        if isinstance(head, Var) and head not in variables and head not in other.free and arguments == variables:
            return head, reduce(lambda t, v: abstract(v, t), reversed(variables), other)
    return None


class _Sample:
    """Evaluate terms at numbers from a range."""

    most_known: int = LARGEST_SEEN

    def __init__(self, seed: int, low: float, high: float, functions: Functions) -> None:
        self.seed, self.low, self.high = seed, low, high
        self.left: int = LARGEST_SEEN
        self.functions = functions
        self.known: dict[Term, tuple[Value, int]] = {}
        self.sizes: dict[Size, int] = {}
        self.maps: dict[Term, Value] = {}  # the values of variables that are not drawn

    def value(self, t: Term, scope: tuple[Value, ...] = ()) -> Value:
        """Return the value of a term, whose bound variables are given the innermost first; raise _NoValue."""
        known = None if t.loose else self.known.get(t)
        if known is not None:
            found, cost = known
            self._spend(cost)
            return found
        before = self.left
        self._spend(1)
        found = self._computed(t, scope)
        if not t.loose:
            if len(self.known) >= self.most_known:
                self.known.clear()
            self.known[t] = found, before - self.left
        return found

    def first_entry(self, matrix: Term) -> float:
        """Return the first entry of a matrix of real numbers."""
        self.left = LARGEST_SEEN
        return float(self.value(matrix)(0)(0))

    def _spend(self, parts: int) -> None:
        """Count the parts that are evaluated, those of what is remembered as if it were not."""
        self.left -= parts
        if self.left < 0:
            raise _TooLong

    def _computed(self, t: Term, scope: tuple[Value, ...]) -> Value:
        if type(t) is App:
            return self._application(t, scope)
        if type(t) is Bound:
            return scope[t.index]
        if type(t) is Lit:
            return t.numerator / t.denominator if t.type is REAL else t.numerator
        if type(t) is Var:
            return self.maps.get(t) or self._drawn(t.name, t.type)
        if isinstance(t, Abs):
            return lambda argument: self.value(t.body, (argument, *scope))
        if isinstance(t, Const):
            return self._constant(t)
        raise _NoValue

    def _application(self, t: App, scope: tuple[Value, ...]) -> Value:
        head = t.function
        if type(head) is App and type(head.function) is Const:
            name, a, b = head.function.name, head.argument, t.argument
            if name == "*":
                factor = self.value(a, scope)
                return factor * self.value(b, scope) if factor else 0
            if name == "+":
                return self.value(a, scope) + self.value(b, scope)
            if name == "=":
                return self._equal(t, a, b, scope)
            if name == "≤":
                return self._at_most(self.value(a, scope), self.value(b, scope))
        if type(head) is Const:
            if head.name == "sum":
                f, count = self.value(t.argument, scope), self.size(head.sizes[0])
                self._spend(count)
                return sum([f(i) for i in range(count)])
            if head.name == "det":
                matrix, count = self.value(t.argument, scope), self.size(head.sizes[0])
                self._spend(count**3)
                return determinant_of([[matrix(i)(j) for j in range(count)] for i in range(count)])
            if head.name in self.functions:
                return self.functions[head.name](self.value(t.argument, scope))
        return self.value(head, scope)(self.value(t.argument, scope))

    def _equal(self, t: Term, a: Term, b: Term, scope: tuple[Value, ...]) -> bool:
        """Decide a = b, or the connective or the quantifier that is written so."""
        if t is TRUE or t is FALSE:
            return t is TRUE
        if not isinstance(a, Abs):
            first, second = self.value(a, scope), self.value(b, scope)
            if callable(first):
                raise _NoValue
            return bool(first == second or not _apart(first, second))
        if isinstance(b, Abs) and b.body is TRUE:
            if a.binder.size is None:
                raise _NoValue
            return all(self.value(a.body, (i, *scope)) for i in range(self.size(a.binder.size)))
        pair = isinstance(a.body, App) and isinstance(a.body.function, App) and a.body.function
        if not isinstance(pair, App) or not isinstance(pair.function, Bound) or pair.function.index:
            raise _NoValue
        inner = (None, *scope)  # p ∧ q is written (λf. f p q) = (λf. f ⊤ ⊤)
        return bool(self.value(pair.argument, inner) and self.value(a.body.argument, inner))  # type: ignore[attr-defined]

    @staticmethod
    def _at_most(a: Value, b: Value) -> bool:
        return bool(a == b or (_apart(a, b) and a < b))

    def _drawn(self, name: str, ty: Type, *arguments: int) -> Value:
        """Return the value of a variable, or of an entry of it."""
        if ty.domain is not None and ty.codomain is not None:
            codomain, known = ty.codomain, dict[int, Value]()
            if ty.domain.size is None:
                raise _NoValue

            def entry(i: int) -> Value:
                if i not in known:
                    known[i] = self._drawn(name, codomain, *arguments, i)
                return known[i]

            return entry
        drawn = _mixed(f"{self.seed} {name} {arguments}") / 2**32
        if ty is REAL or ty is EXTENDED:
            return self.low + (self.high - self.low) * drawn
        if ty is BOOL:
            return drawn < 0.5
        return int(drawn * (4 if ty is NAT or ty.size is None else self.size(ty.size)))

    def size(self, size: Size) -> int:
        """Return a size as a number."""
        found = self.sizes.get(size)
        if found is None:
            more = self.seed & 1  # every second sample has some sizes that are 3
            numbers = {name: Size.number(2 + (_mixed(name) & more)) for name in size.variables()}
            found = self.sizes[size] = size.substitute(numbers).least()
        return found

    def _constant(self, constant: Const) -> Value:
        sizes = [self.size(size) for size in constant.sizes]
        if constant.name in _MEANINGS:
            return _MEANINGS[constant.name](*sizes)
        if constant.name in self.functions:
            return self.functions[constant.name]
        definition = definition_of(constant.name)
        if definition is None:
            raise _NoValue
        return self.value(right(definition_at(definition, constant.sizes)))


def _mixed(text: str) -> int:
    """Return a number below 2³² that a text decides."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


def _apart(a: float, b: float) -> bool:
    """Tell that two numbers are different; raise where they are too close to tell."""
    if a != b and abs(a - b) <= APART * max(abs(a), abs(b)):
        raise _NoValue
    return bool(a != b)


# Where the axioms leave a value open, outside the domain of a function, the standard model takes 0.
_OF_NUMBERS: Functions = {
    "ind": int,
    "exp": math.exp,
    "eexp": math.exp,
    "log": lambda x: math.log(x) if x > 0 else 0,
    "inv": lambda x: 1 / x if x else 0,
    "sqrt": lambda x: math.sqrt(x) if x > 0 else 0,
    "sin": math.sin,
    "cos": math.cos,
    "real": lambda k: k,
    "suc": lambda k: k + 1,
    "emb": lambda x: x,
    "allow": lambda p: 0 if p else -_INFINITY,
}

_MEANINGS: dict[str, Callable[..., Any]] = {
    "pi": lambda: math.pi,
    "ninf": lambda: -_INFINITY,
    "+": lambda: lambda x: lambda y: x + y,
    "*": lambda: lambda x: lambda y: x * y,
    "plus": lambda: lambda x: lambda y: x + y,
    "nadd": lambda: lambda x: lambda y: x + y,
    "times": lambda: lambda c: lambda x: _scaled(c, x),
    "#": lambda n: n,
    "pos": lambda n: lambda i: i,
    "nat": lambda n: lambda i: i,
    "last": lambda n: n - 1,
    "inl": lambda m, k: lambda i: i,
    "inr": lambda m, k: lambda i: m + i,
    "case": lambda m, k: lambda f: lambda g: lambda i: f(i) if i < m else g(i - m),
    "pair": lambda m, n: lambda i: lambda j: n * i + j,
    "quo": lambda m, n: lambda i: i // n,
    "rem": lambda m, n: lambda i: i % n,
    "iterate": lambda m, n: lambda f: lambda a: lambda k: _iterated(f, a, k),
}


def _scaled(factor: Value, score: Value) -> Value:
    """Return a multiple of a score, which only positive numbers have."""
    if factor <= 0:
        raise _NoValue
    return factor * score


def _iterated(step: Callable[[Value], Value], value: Value, times: int) -> Value:
    for _ in range(times):
        value = step(value)
    return value


# Functions with the signs of those of these names, for which no law holds that is not one of signs.
_OTHER_FUNCTIONS: Functions = _OF_NUMBERS | {
    "exp": lambda x: 1.3 + 0.7 * x + 0.9 * x * x,
    "log": lambda x: (x - 1) * (0.4 + 0.3 * x * x) if x > 0 else 0,
    "inv": lambda x: x * (0.6 + 0.2 * x * x),
    "sin": lambda x: 0.3 * x / (1 + x * x),
    "cos": lambda x: 0.4 / (1.1 + 0.1 * x + x * x),
}

_SAMPLES, _OF_ANY_FUNCTIONS = (
    [_Sample(seed, *RANGES[seed % len(RANGES)], functions) for seed in range(MOST_SAMPLES)]
    for functions in (_OF_NUMBERS, _OTHER_FUNCTIONS)
)
