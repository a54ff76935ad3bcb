"""The standard model: what a kernel term means when its sizes are given integers.

ℝ is floats (or Fractions and ints, which stay exact under + and *), ``[p]`` the ints 0, …, p−1, 𝔹 bool, ℕ int, ℝ∞ adds
−inf, and functions are Python functions of one argument.  A quantifier over a finite type is decided by trying every
value; one over an infinite type only by trying the samples that the caller supplies, so *true* then means "not refuted
by these samples".  Nothing here proves anything: it ties what was proved to numbers.
"""

from __future__ import annotations

import inspect
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from symattn.errors import SymattnError
from symattn.kernel.terms import (
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
    app,
    equation,
    fun,
    lam,
    sides,
)
from symattn.kernel.terms import bound as bound_variable

Value: TypeAlias = Any  # bool, int, float, Fraction or Function, according to the type of the term
Samples: TypeAlias = Callable[[Type], Iterable[Any]]
Definitions: TypeAlias = Mapping[str, tuple[tuple[str, ...], Term]]
INFINITY = math.inf
MOST_FUNCTIONS = 256  # a function space with more members than this counts as infinite
TOLERANCE = 1e-9


class SemanticsError(SymattnError):
    """Report a term that has no value here: a missing size or variable, or a question that samples must decide."""


def _exp(x: float | Fraction) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        raise SemanticsError(f"exp {x} is too large for a float") from None


def _iterate(step: Function, value: Value, times: int) -> Value:
    for _ in range(times):
        value = step(value)
    return value


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
    "emb": lambda: lambda x: x,
    "ninf": lambda: -INFINITY,
    "plus": lambda: lambda x, y: x + y,
    "times": lambda: lambda c, x: 0 if x == -INFINITY and c <= 0 else c * x,
    "eexp": lambda: lambda x: _exp(x),
    "allow": lambda: lambda p: 0 if p else -INFINITY,
}


def _arity(meaning: Callable[..., Any]) -> int:
    at_ones = meaning(*(1 for _ in inspect.signature(meaning).parameters))
    return len(inspect.signature(at_ones).parameters) if callable(at_ones) else 0


_ARITIES = {name: _arity(meaning) for name, meaning in MEANINGS.items()}


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
        known = self._known.get(argument)
        if known is None:
            known = self._known[argument] = self._rule(argument)
        return known


def _curry(rule: Callable[..., Value], count: int, given: tuple[Value, ...] = ()) -> Value:
    if count == 0:
        return rule(*given)
    return Function(lambda argument: _curry(rule, count - 1, (*given, argument)))


def _arguments(ty: Type) -> list[Type]:
    found = []
    while ty.domain is not None and ty.codomain is not None:
        found.append(ty.domain)
        ty = ty.codomain
    return found


def evaluate_term(
    term: Term,
    environment: Mapping[Var | str, Any] | None = None,
    sizes: Mapping[str, int] | None = None,
    *,
    definitions: Definitions | None = None,
    samples: Samples | None = None,
    tolerance: float = TOLERANCE,
) -> Any:
    """Return the value of a kernel term in the standard model at the given sizes.

    ``environment`` gives each free variable, by itself or by its name, its value: a number, a bool, an array or nested
    list for a function out of index types (shape (r, n) for ``[r]→[n]→ℝ``), or a callable, of one argument or of all
    its arguments at once, which receives rows as 1-d arrays.  ``definitions`` gives the parameters and the value of
    each constant that is not primitive.  ``samples`` gives the values to try for a type that is not finite (a type
    without size variables); without it such a question is refused.  Equality of reals is up to ``tolerance`` (relative
    to the larger side, and to 1), exact between ints and Fractions; ≤ is always exact.

    Return a bool, an int, a float or Fraction; an array for a function out of index types to numbers or truth values; a
    callable of one argument for any other function.  Raise SemanticsError for a missing size, variable or definition, a
    value that does not fit its type, and a question about an infinite type without samples.

    >>> import symattn.kernel.axioms
    >>> from symattn.kernel.syntax import parse
    >>> evaluate_term(parse("λf:[n]→ℝ. Σ i:[n]. f i * f i"), {}, {"n": 3})([1, 2, 3])
    14
    >>> evaluate_term(parse("∀i j:[n]. pos{n} i = pos{n} j ⇒ i = j"), {}, {"n": 3})
    True
    """
    model = _Model(dict(environment or {}), dict(definitions or {}), samples, tolerance)
    if term.loose:
        raise SemanticsError(f"{term} has loose bound indices and no value")
    at = _At(model, dict(sizes or {}))
    ty = at.type(term.type)
    return _give(at.value(term, ()), ty)


class _Model:
    """What stays the same while sizes change: the variables, the definitions, the samples."""

    def __init__(
        self, environment: dict[Var | str, Any], definitions: Definitions, samples: Samples | None, tolerance: float
    ) -> None:
        self.environment, self.definitions, self.samples, self.tolerance = environment, definitions, samples, tolerance
        self.constants: dict[tuple[str, tuple[int, ...]], Value] = {}

    def constant(self, name: str, sizes: tuple[int, ...], ty: Type) -> Value:
        """Return the value of a primitive or defined constant."""
        key = (name, sizes)
        if key not in self.constants:
            if name in self.definitions:
                parameters, value = self.definitions[name]
                self.constants[key] = _At(self, dict(zip(parameters, sizes, strict=True))).value(value, ())
            elif name in MEANINGS:
                meaning = MEANINGS[name](*sizes)
                self.constants[key] = _curry(meaning, _ARITIES[name]) if _ARITIES[name] else meaning
            else:
                raise SemanticsError(f"the constant {name} : {ty} has neither a meaning nor a definition")
        return self.constants[key]

    def members(self, ty: Type) -> Sequence[Value] | None:
        """List the members of a finite type without size variables, or None where there are too many."""
        if ty is BOOL:
            return (False, True)
        if ty.size is not None:
            return range(ty.size.least())
        if ty.domain is None or ty.codomain is None:
            return None
        inputs, outputs = self.members(ty.domain), self.members(ty.codomain)
        if inputs is None or outputs is None or len(outputs) ** len(inputs) > MOST_FUNCTIONS:
            return None
        if not all(isinstance(value, int) for value in inputs):
            return None
        tables = itertools.product(outputs, repeat=len(inputs))
        return [Function(table.__getitem__) for table in tables]

    def tried(self, ty: Type, why: str) -> Iterable[Value]:
        """Give every member of a finite type, and the caller's samples of any other."""
        members = self.members(ty)
        if members is not None:
            return members
        if self.samples is None:
            raise SemanticsError(f"{why} over {ty}, which is not finite, needs samples")
        return [_take(value, ty) for value in self.samples(ty)]

    def equal(self, left: Value, right: Value, ty: Type) -> bool:
        """Tell whether two values of a type without size variables are equal; functions by extension."""
        if ty.domain is not None and ty.codomain is not None:
            if left is right:
                return True
            codomain = ty.codomain
            return all(self.equal(left(v), right(v), codomain) for v in self.tried(ty.domain, "equality of functions"))
        if left == right or (isinstance(left, int | Fraction) and isinstance(right, int | Fraction)):
            return bool(left == right)
        if left in (INFINITY, -INFINITY) or right in (INFINITY, -INFINITY):
            return False
        return bool(abs(left - right) <= self.tolerance * max(1.0, abs(left), abs(right)))


_UNKNOWN = object()


class _At:
    """Evaluate terms at one choice of sizes; values of subterms are kept, keyed by the bound values they depend on."""

    def __init__(self, model: _Model, sizes: dict[str, int]) -> None:
        for name, size in sizes.items():
            if isinstance(size, bool) or not isinstance(size, int | np.integer) or size < 1:
                raise SemanticsError(f"the size {name} must be a positive integer, not {size!r}")
        self.model = model
        self.numbers = {name: Size.number(int(size)) for name, size in sizes.items()}
        self.types: dict[Type, Type] = {}
        self.values_of_sizes: dict[Size, int] = {}
        self.known: dict[tuple[Term, tuple[Value, ...]], Value] = {}

    def size(self, size: Size) -> int:
        if size not in self.values_of_sizes:
            missing = sorted(size.variables() - self.numbers.keys())
            if missing:
                raise SemanticsError(f"the size {missing[0]} is not given")
            self.values_of_sizes[size] = size.substitute(self.numbers).least()
        return self.values_of_sizes[size]

    def type(self, ty: Type) -> Type:
        """Return the type with every size replaced by its number."""
        if ty not in self.types:
            missing = sorted(ty.size_variables() - self.numbers.keys())
            if missing:
                raise SemanticsError(f"the size {missing[0]} is not given")
            self.types[ty] = ty.substitute(self.numbers)
        return self.types[ty]

    def value(self, t: Term, scope: tuple[Value, ...]) -> Value:
        """Return the value of a term whose bound index k means ``scope[-1-k]``."""
        if isinstance(t, Bound):
            return scope[-1 - t.index]
        key = (t, tuple([scope[-1 - index] for index, _ in t.loose]) if t.loose else ())
        found = self.known.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = self.known[key] = self._value(t, scope)
        return found

    def _value(self, t: Term, scope: tuple[Value, ...]) -> Value:
        if isinstance(t, App):
            decided = self._connective(t, scope) if t.type is BOOL else None
            return self._application(t, scope) if decided is None else decided
        if isinstance(t, Abs):
            body = t.body
            return Function(lambda argument: self.value(body, (*scope, argument)))
        if isinstance(t, Lit):
            return int(t.value) if t.value.denominator == 1 else t.value
        if isinstance(t, Var):
            for name in (t, t.name):
                if name in self.model.environment:
                    return _take(self.model.environment[name], self.type(t.type), t.name)
            raise SemanticsError(f"the variable {t.name} : {t.type} is not given")
        if isinstance(t, Const) and t.name == "=":
            ty = self.type(t.type.domain or t.type)
            return _curry(lambda left, right: self.model.equal(left, right, ty), 2)
        if isinstance(t, Const):
            return self.model.constant(t.name, tuple(map(self.size, t.sizes)), t.type)
        raise SemanticsError(f"{t!r} is not a term")

    def _application(self, t: App, scope: tuple[Value, ...]) -> Value:
        inner = t.function
        if isinstance(inner, App) and isinstance(inner.function, Const) and _ARITIES.get(inner.function.name) == 2:
            # The one shortcut: a binary operation at once, without the function that its first argument leaves.
            meaning = MEANINGS[inner.function.name](*map(self.size, inner.function.sizes))
            return meaning(self.value(inner.argument, scope), self.value(t.argument, scope))
        return self.value(inner, scope)(self.value(t.argument, scope))

    def _connective(self, t: App, scope: tuple[Value, ...]) -> bool | None:
        """Decide p ∧ q, p ⇒ q and ∀x. p as one does by hand: from the left, stopping as soon as the answer is known."""
        pair = sides(t)
        if pair is None:
            return None
        left, right = pair
        if isinstance(left, Abs) and isinstance(right, Abs):
            if right.body is _TRUE:
                return all(self.value(left.body, (*scope, v)) for v in self.model.tried(self.type(left.binder), "∀"))
            if (both := _conjuncts(left, right)) is not None:
                inner = (*scope, None)  # the bound connective itself, on which neither side depends
                return bool(self.value(both[0], inner) and self.value(both[1], inner))
        # p ⇒ q is (p ∧ q) = p: only when p holds does q matter.
        if (conjunction := sides(left)) is not None and right.type is BOOL and _conjuncts(*conjunction) is not None:
            return bool(self.value(left, scope)) if self.value(right, scope) else not self.value(left, scope)
        return None


# The encodings of ⊤ and of p ∧ q, which is (λf. f p q) = (λf. f ⊤ ⊤).
_IDENTITY = lam(BOOL, bound_variable(0, BOOL))
_TRUE = equation(_IDENTITY, _IDENTITY)
_CONNECTIVE = fun(BOOL, fun(BOOL, BOOL))


def _conjuncts(left: Term, right: Term) -> tuple[Term, Term] | None:
    """Return p and q, still under the binder of f, when the two sides encode p ∧ q."""
    if not isinstance(left, Abs) or not isinstance(right, Abs) or left.binder is not _CONNECTIVE:
        return None
    f, body = bound_variable(0, _CONNECTIVE), left.body
    if right.body is not app(f, _TRUE, _TRUE) or not (isinstance(body, App) and isinstance(body.function, App)):
        return None
    head, p, q = body.function.function, body.function.argument, body.argument
    free_of_f = all(index != 0 for side in (p, q) for index, _ in side.loose)
    return (p, q) if head is f and free_of_f else None


# ------------------------------------------------------------------------------------------- values in and out of numpy


def _take(value: Any, ty: Type, name: str = "a sample") -> Value:
    """Turn a caller's value into a value of the type (without size variables), checking what can be checked."""
    if ty.domain is not None and ty.codomain is not None:
        if isinstance(value, Function):
            return value
        if callable(value):
            return _take_callable(value, ty, name)
        if ty.domain.size is None or not hasattr(value, "__len__"):
            raise SemanticsError(f"{name} : {ty} cannot have the value {value!r}")
        if len(value) != ty.domain.size.least():
            raise SemanticsError(f"{name} : {ty} needs {ty.domain.size} entries and has {len(value)}")
        codomain = ty.codomain
        return Function([_take(entry, codomain, name) for entry in value].__getitem__)
    scalar = isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0)
    number = value.item() if scalar else value
    if ty is BOOL:
        fits = isinstance(number, bool)
    elif ty is NAT or ty.size is not None:
        fits = type(number) is int and 0 <= number < (INFINITY if ty.size is None else ty.size.least())
    else:
        fits = isinstance(number, int | float | Fraction) and type(number) is not bool
        fits = fits and number == number and number != INFINITY and (ty is EXTENDED or number != -INFINITY)
    if not fits or (ty not in (BOOL, NAT, REAL, EXTENDED) and ty.size is None):
        raise SemanticsError(f"{name} : {ty} cannot have the value {value!r}")
    return number


def _take_callable(rule: Callable[..., Any], ty: Type, name: str) -> Value:
    """Curry a caller's function of one or of all arguments; it receives rows as arrays."""
    domains = _arguments(ty)
    try:
        required = [
            p
            for p in inspect.signature(rule).parameters.values()
            if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        ]
        count = min(max(1, len(required)), len(domains))
    except (TypeError, ValueError):  # a built-in function that does not say
        count = 1
    result = ty
    for _ in range(count):
        result = result.codomain or result

    def call(*arguments: Value) -> Value:
        given = [_give(argument, domain) for argument, domain in zip(arguments, domains, strict=False)]
        return _take(rule(*given), result, name)

    return _curry(call, count)


def _give(value: Value, ty: Type) -> Any:
    """Turn a value of a type without size variables into what a caller expects: arrays where the domains are finite."""
    if ty.domain is None or ty.codomain is None:
        return value
    domains = _arguments(ty)
    if any(domain.size is None for domain in domains):
        domain, codomain = ty.domain, ty.codomain
        return lambda argument: _give(value(_take(argument, domain, "an argument")), codomain)
    shape = tuple(domain.size.least() for domain in domains if domain.size is not None)
    entries = []
    for indices in itertools.product(*map(range, shape)):
        entry = value
        for index in indices:
            entry = entry(index)
        entries.append(entry)
    exact = any(isinstance(entry, Fraction) for entry in entries)
    return np.array(entries, dtype=object if exact else None).reshape(shape)
