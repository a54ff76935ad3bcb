"""The standard model: what a kernel term means when its sizes are given integers.

A quantifier over a finite type is decided by trying every value; one over an infinite type only by trying the samples
that the caller supplies, so *true* then means "not refuted by these samples".  Nothing here proves anything: it ties
what was proved to numbers.  ``meanings`` says what the values are.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, TypeAlias

import numpy as np

from symattn.kernel.terms import BOOL, EXTENDED, NAT, REAL, App, Const, Size, Term, Type, Var, fin, fun
from symattn.numeric.denotation import denotation
from symattn.numeric.kernel_terms import CONNECTIVE, inside_out, is_array
from symattn.numeric.meanings import ARITIES, INFINITY, MEANINGS, Function, SemanticsError, Table, Value, curried

Samples: TypeAlias = Callable[[Type], Iterable[Any]]
Definitions: TypeAlias = Mapping[str, tuple[tuple[str, ...], Term]]
Meanings: TypeAlias = Mapping[str, Callable[[Any], Any]]
#: The values of constants, by name and sizes.
Constants: TypeAlias = dict[tuple[str, tuple[int, ...]], Value]
MOST_FUNCTIONS = 256  # a function space with more members than this counts as infinite
TOLERANCE = 1e-9


def arguments_of(ty: Type) -> list[Type]:
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
    if term.loose:
        raise SemanticsError(f"{term} has loose bound indices and no value")
    return Interpretation(environment, sizes, definitions=definitions, samples=samples, tolerance=tolerance).value(term)


class Interpretation:
    """Hold sizes, values of variables and definitions, and evaluate closed terms there, each distinct part once.

    The arguments are those of ``evaluate_term``, what primitives of one number mean where that is something else than
    in ``MEANINGS``, and the values of constants that other interpretations with these definitions, these meanings and
    this tolerance have found: of those that need no samples, which are the same in all of them.
    """

    def __init__(
        self,
        environment: Mapping[Var | str, Any] | None = None,
        sizes: Mapping[str, int] | None = None,
        *,
        definitions: Definitions | None = None,
        samples: Samples | None = None,
        tolerance: float = TOLERANCE,
        meanings: Meanings | None = None,
        constants: Constants | None = None,
    ) -> None:
        sizes = sizes or {}
        for name, size in sizes.items():
            if isinstance(size, bool) or not isinstance(size, int | np.integer) or size < 1:
                raise SemanticsError(f"the size {name} must be a positive integer, not {size!r}")
        self.environment = {} if environment is None else environment
        self.definitions, self.meanings = definitions or {}, meanings or {}
        self.samples, self.tolerance = samples, tolerance
        self._constants: Constants = {}
        self._lasting = {} if constants is None else constants
        self._begin({name: int(size) for name, size in sizes.items()})

    def _begin(self, sizes: dict[str, int]) -> None:
        self.known: dict[Term, Value] = {}
        self._numbers = sizes
        self._types: dict[Type, Type] = {}
        self._sizes: dict[Size, int] = {}
        self._equal: dict[tuple[Value, Value], bool] = {}

    def value(self, term: Term) -> Any:
        """Return the value of a term as ``evaluate_term`` does.

        Arrays inside are evaluated first, from the inside out: a deep stack of layers is no deep recursion.
        """
        for part in _closed_arrays(term):
            if part not in self.known:
                self.atom(part)
        return given_back(self.part(term), self.type(term.type))

    def size(self, size: Size) -> int:
        """Return a size as a number."""
        found = self._sizes.get(size)
        if found is None:
            found = self._sizes[size] = _size_at(size, self._numbers)
        return found

    def type(self, ty: Type) -> Type:
        """Return the type with every size replaced by its number."""
        found = self._types.get(ty)
        if found is None:
            found = self._types[ty] = _type_at(ty, tuple(self._numbers.items()))
        return found

    def atom(self, term: Term) -> Value:
        """Return the value of a variable, a constant or an array without loose bound indices."""
        found = self.known.get(term)
        if found is None:
            if isinstance(term, Var):
                found = self._variable(term)
            elif isinstance(term, Const):
                found = self._constant(term)
            else:
                found = _kept(denotation(term)(self), self.type(term.type))
            self.known[term] = found
        return found

    def part(self, term: Term) -> Value:
        """Return the value of a term without loose bound indices."""
        found = self.known.get(term)
        if found is None:
            found = denotation(term)(self)
            if not is_array(term.type):  # of which ``atom`` keeps all the values
                self.known[term] = found
        return found

    def primitive(self, name: str) -> Callable[[Value], Value]:
        """Return the meaning of a primitive constant of one number."""
        return self.meanings.get(name) or MEANINGS[name]()

    def _variable(self, variable: Var) -> Value:
        for name in (variable, variable.name):
            if name in self.environment:
                return _take(self.environment[name], self.type(variable.type), variable.name)
        raise SemanticsError(f"the variable {variable.name} : {variable.type} is not given")

    def _constant(self, constant: Const) -> Value:
        """Return the value of a primitive or defined constant."""
        name = constant.name
        if name == "=":
            ty = constant.type.domain or constant.type
            return curried(lambda left, right: self.equal(left, right, ty), 2)
        key = name, tuple(map(self.size, constant.sizes))
        found = self._constants.get(key, self._lasting.get(key))
        if found is None:
            found = self._meaning(*key, constant.type)
            kept = self._constants if needs_samples(name, self.definitions) else self._lasting
            kept[key] = found
        return found

    def _meaning(self, name: str, sizes: tuple[int, ...], ty: Type) -> Value:
        if name in self.definitions:
            parameters, value = self.definitions[name]
            return denotation(value)(self._at(dict(zip(parameters, sizes, strict=True))))
        if name in self.meanings:
            return curried(self.meanings[name], 1)
        if name in MEANINGS:
            meaning = MEANINGS[name](*sizes)
            return curried(meaning, ARITIES[name]) if ARITIES[name] else meaning
        raise SemanticsError(f"the constant {name} : {ty} has neither a meaning nor a definition")

    def _at(self, sizes: dict[str, int]) -> Interpretation:
        """Return this interpretation at other sizes."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._begin(sizes)
        return other

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
        return [list(table).__getitem__ for table in tables]

    def tried(self, ty: Type, why: str) -> Iterable[Value]:
        """Give every member of a finite type, and the caller's samples of any other."""
        members = self.members(ty)
        if members is not None:
            return members
        if self.samples is None:
            raise SemanticsError(f"{why} over {ty}, which is not finite, needs samples")
        return [_take(value, ty) for value in self.samples(ty)]

    def equal(self, left: Value, right: Value, ty: Type) -> bool:
        """Tell whether two values of a type are equal; functions by extension."""
        if left == right:
            return True
        if ty.domain is not None and ty.codomain is not None:
            if (left, right) not in self._equal:
                codomain, tried = ty.codomain, self.tried(self.type(ty.domain), "equality of functions")
                self._equal[left, right] = all(self.equal(left(v), right(v), codomain) for v in tried)
            return self._equal[left, right]
        size = max(1.0, abs(left), abs(right))
        rounded = type(left) is float or type(right) is float
        return rounded and size != INFINITY and abs(left - right) <= self.tolerance * size


def needs_samples(name: str, definitions: Definitions) -> bool:
    """Tell whether the value of a constant may depend on samples: its definitions compare functions of numbers, say.

    "For all" is an equation between functions.
    """
    seen, waiting = set(), [name]
    while waiting:
        constant = waiting.pop()
        if constant == "=":
            return True
        if constant in seen or constant not in definitions:
            continue
        seen.add(constant)
        waiting += _constants_in(definitions[constant][1])
    return False


@lru_cache(maxsize=4096)
def _constants_in(term: Term) -> frozenset[str]:
    """Return the names of the constants in a term, that of equality only where samples may have to decide it."""
    constants = [part for part in inside_out(term) if isinstance(part, Const)]
    return frozenset(c.name for c in constants if c.name != "=" or not _is_decided(c.type.domain or c.type))


@cache
def _is_decided(ty: Type) -> bool:
    """Tell whether equality at a type never asks for samples: all arguments are indices, truth values or connectives.

    A connective is what "and" binds: there are sixteen.
    """
    while ty.domain is not None and ty.codomain is not None:
        if ty.domain.size is None and ty.domain is not BOOL and ty.domain is not CONNECTIVE:
            return False
        ty = ty.codomain
    return True


@lru_cache(maxsize=4096)
def _closed_arrays(term: Term) -> tuple[Term, ...]:
    """Return the closed applications inside a term that are arrays, each after its own parts."""
    found = [part for part in inside_out(term) if isinstance(part, App) and not part.loose and is_array(part.type)]
    return tuple(part for part in found if part is not term)


def _size_at(size: Size, numbers: Mapping[str, int]) -> int:
    """Return a size as a number, without building the sizes in between."""
    total = 0
    for monomial, product in size.terms:
        for name, exponent in monomial:
            if name not in numbers:
                raise SemanticsError(f"the size {min(size.variables() - numbers.keys())} is not given")
            product *= numbers[name] ** exponent
        total += product
    return total


@lru_cache(maxsize=4096)
def _type_at(ty: Type, numbers: tuple[tuple[str, int], ...]) -> Type:
    """Return a type with every size replaced by its number."""
    sizes = dict(numbers)
    if ty.size is not None:
        return fin(Size.number(_size_at(ty.size, sizes)))
    if ty.domain is not None and ty.codomain is not None:
        return fun(_type_at(ty.domain, numbers), _type_at(ty.codomain, numbers))
    return ty


# ------------------------------------------------------------------------------------------- values in and out of numpy


def _take(value: Any, ty: Type, name: str = "a sample") -> Value:
    """Turn a caller's value into a value of the type (without size variables), checking what can be checked."""
    if ty.domain is not None and ty.codomain is not None:
        if isinstance(value, Function) or _is_table(value):
            return value
        if callable(value):
            return _take_callable(value, ty, name)
        shape, number = _shape(ty)
        plain = type(value) is np.ndarray and value.dtype.char == "d" and value.shape == shape
        if plain and number in (REAL, EXTENDED) and np.isfinite(value).all():
            return _rows(value.ravel().tolist(), shape)
        if not shape or not hasattr(value, "__len__"):
            raise SemanticsError(f"{name} : {ty} cannot have the value {value!r}")
        if len(value) != shape[0]:
            raise SemanticsError(f"{name} : {ty} needs {shape[0]} entries and has {len(value)}")
        codomain = ty.codomain
        return [_take(entry, codomain, name) for entry in value].__getitem__
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


def _is_table(value: Any) -> bool:
    """Tell whether a function is the look-up in a list or a table, the quickest there is."""
    return isinstance(getattr(value, "__self__", None), list | Table) and value.__name__ == "__getitem__"


def _take_callable(rule: Callable[..., Any], ty: Type, name: str) -> Value:
    """Curry a caller's function of one or of all arguments; it receives rows as arrays."""
    domains = arguments_of(ty)
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
        given = [given_back(argument, domain) for argument, domain in zip(arguments, domains, strict=False)]
        return _take(rule(*given), result, name)

    return curried(call, count)


def given_back(value: Value, ty: Type) -> Any:
    """Turn a value of a type without size variables into what a caller expects: arrays where the domains are finite."""
    if ty.domain is None or ty.codomain is None:
        return value
    shape, _ = _shape(ty)
    if len(shape) < len(arguments_of(ty)):
        domain, codomain = ty.domain, ty.codomain
        return lambda argument: given_back(value(_take(argument, domain, "an argument")), codomain)
    entries = _entries(value, shape)
    exact = any(isinstance(entry, Fraction) for entry in entries)
    return np.array(entries, dtype=object if exact else None).reshape(shape)


def _kept(value: Value, ty: Type) -> Value:
    """Return the rows or matrix that a function is, at a type without size variables, all entries computed once."""
    shape, number = _shape(ty)
    entries = _entries(value, shape)
    kinds = set(map(type, entries))
    if kinds == {int, float}:  # as in an array of numbers, of which one is not known exactly
        entries, kinds = [float(entry) for entry in entries], {float}
    if kinds != {float} or not all(-INFINITY < entry < INFINITY for entry in entries):
        entries = [_take(entry, number) for entry in entries]
    return _rows(entries, shape)


def _rows(entries: list[Value], shape: tuple[int, ...]) -> Value:
    """Return the function of indices that has some values, the last index running fastest."""
    for count in reversed(shape):
        entries = [entries[start : start + count].__getitem__ for start in range(0, len(entries), count)]
    return entries[0]


def _entries(value: Value, shape: tuple[int, ...]) -> list[Value]:
    """Return the values of a function of indices at all of them, the last index running fastest."""
    values = [value]
    for count in shape:
        values = [entry for function in values for entry in map(_rule(function), range(count))]
    return values


def _rule(function: Value) -> Callable[[Value], Value]:
    """Return what computes the values of a function; they need not be remembered where each is asked for once."""
    table = getattr(function, "__self__", None)
    return table.rule if isinstance(table, Table) and not table else function


@lru_cache(maxsize=4096)
def _shape(ty: Type) -> tuple[tuple[int, ...], Type]:
    """Return how many values the indices that a type without size variables takes have, and what it gives then."""
    shape = []
    while ty.domain is not None and ty.codomain is not None and ty.domain.size is not None:
        shape.append(ty.domain.size.least())
        ty = ty.codomain
    return tuple(shape), ty
