"""Evaluate the kernel's reading of a statement: its definitions, its variables and its two sides."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import Any

import numpy as np
from sympy import Basic, Ge, Idx, Inverse, Lt, Symbol
from sympy.core.relational import Relational

from symattn.deciding.agreement.described import described_value
from symattn.deciding.agreement.instances import TOLERANCE
from symattn.elaborate import Elaborated
from symattn.elaborate.sizes import size_of
from symattn.kernel.syntax import FALSE
from symattn.kernel.terms import (
    BOOL,
    EXTENDED,
    NAT,
    REAL,
    App,
    Const,
    Term,
    Type,
    Var,
    open_body,
    sides,
    size_variables,
    var,
)
from symattn.language.base.complex_numbers import is_complex_symbol
from symattn.language.base.dims import is_dim
from symattn.language.base.naturals import is_natural
from symattn.language.base.symbols import IndexMap, MaskSymbol, PermutationSymbol
from symattn.language.definite import Definite
from symattn.language.inspection import Declarations, declarations, free_atoms
from symattn.language.propositions import Equation, FreeOf, Invariant, Invertible, OfSquareMatrix
from symattn.numeric.definite import lowest
from symattn.numeric.evaluate import evaluate
from symattn.numeric.kernel_terms import inside_out
from symattn.numeric.meanings import SemanticsError
from symattn.numeric.sampling import Values, random_kernel, random_map
from symattn.numeric.semantics import Constants, Definitions, Interpretation, Meanings
from symattn.primitives.kernels.word import KernelSymbol
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.subsets.word import SubsetSymbol
from symattn.prover.library.definitions import definition_of
from symattn.prover.logic.derived_rules import match_forall, match_implication

Environment = dict[Var | str, Any]
#: At how many values "for all" of what is infinite is tried.
SAMPLES = 2


def _exponential(x: Any) -> float:
    """Return exp x; refuse what a float rounds to 0, for a softmax divides by a sum of such numbers."""
    value = math.exp(x)
    if not 0 < value < inf and x != -inf:
        raise SemanticsError(f"exp {x} is not a number that a float can be")
    return value


def _told_from_zero(x: Any) -> float:
    """Return exp x; refuse what equality, which is up to a tolerance, takes for 0."""
    value = _exponential(x)
    if value < TOLERANCE and x != -inf:
        raise SemanticsError(f"exp {x} is taken for 0")
    return value


#: What the exponentials of the kernel mean here.
GUARDED = {"exp": _exponential, "eexp": _exponential}
TOLD_FROM_ZERO = {"exp": _told_from_zero, "eexp": _told_from_zero}


@dataclass(frozen=True)
class Line:
    """Hold a statement with its hypotheses and its elaboration.

    ``pointwise`` and ``hypotheses`` are the statement and the hypotheses as ``evaluate`` can read them: at arbitrary
    rows, indices or copies of a symbol, which are the new symbols.
    """

    stated: Basic
    given: tuple[Basic, ...]
    elaborated: Elaborated
    pointwise: Basic
    hypotheses: tuple[Basic, ...]

    @cached_property
    def definitions(self) -> Definitions:
        """The definitions of all constants that the elaborated statement reaches."""
        propositions = [p for h in self.elaborated.hypotheses for p in h.propositions]
        needed = [o.proposition for o in self.elaborated.obligations if o.proposition is not None]
        return reachable_definitions(self.elaborated.goal, *propositions, *needed)

    @cached_property
    def constants(self) -> Constants:
        """The values of constants that are the same at all values of the symbols, once they are known."""
        return {}

    @cached_property
    def fresh(self) -> str:
        """What no name of a variable of the statement begins with."""
        fresh = "value"
        while any(own.name.startswith(fresh) for _, variables in self.elaborated.variables for own in variables):
            fresh += "'"
        return fresh

    @cached_property
    def declared(self) -> Declarations:
        """All the symbols of the statement and its hypotheses, the new ones among them."""
        return declarations(self.stated, self.pointwise, *self.hypotheses)

    @cached_property
    def new_symbols(self) -> tuple[Basic, ...]:
        """The symbols of the pointwise statement that are not in the statement itself, in order of their names."""
        known = set(declarations(self.stated, *self.given).all())
        return tuple(symbol for symbol in self.declared.all() if symbol not in known)


def reachable_definitions(*terms: Term) -> Definitions:
    """Return the definitions of the constants in some terms, and of the constants in those."""
    found: dict[str, tuple[tuple[str, ...], Term]] = {}
    waiting = sorted(frozenset().union(*map(_constants, terms)))
    while waiting:
        name = waiting.pop()
        theorem = definition_of(name)
        if name in found or theorem is None:
            continue
        constant, value = theorem.sides or (None, None)
        if value is None or not isinstance(constant, Const):
            raise SemanticsError(f"{theorem} does not define {name}")
        found[name] = (tuple(map(str, constant.sizes)), value)
        waiting += sorted(_constants(value))
    return found


@lru_cache(maxsize=512)
def _constants(term: Term) -> frozenset[str]:
    return frozenset(part.name for part in inside_out(term) if isinstance(part, Const))


class Point:
    """Hold values of the symbols of a statement, and evaluate kernel terms there."""

    def __init__(self, line: Line, values: Values, rng: np.random.Generator) -> None:
        self.line, self.values, self.rng = line, values, rng
        self.environment = environment(line.elaborated.variables, values)
        self.fresh = line.fresh
        self.sizes = {_name(symbol): int(values[symbol]) for symbol in values if _is_size(symbol)}
        if isinstance(line.stated, FreeOf) and _is_size(line.stated.symbol):
            other = size_variables([line.elaborated.goal]) - self.sizes.keys()
            self.sizes.update({name: int(values[copy]) for name in other for copy in line.new_symbols})

    @cached_property
    def interpretation(self) -> Interpretation:
        """The standard model at these values; "for all" of what is infinite means for some samples there."""
        return self._interpretation(GUARDED, self.line.constants)

    def _interpretation(self, meanings: Meanings, constants: Constants) -> Interpretation:
        return Interpretation(
            self.environment,
            self.sizes,
            definitions=self.line.definitions,
            samples=self._samples,
            tolerance=TOLERANCE,
            meanings=meanings,
            constants=constants,
        )

    def value(self, term: Term) -> Any:
        """Return the value of a term."""
        return self.interpretation.value(term)

    def is_false(self, term: Term) -> bool:
        """Tell whether a proposition is false; raise SemanticsError where an exponential is taken for 0 there."""
        return not self.value(term) and not self._interpretation(TOLD_FROM_ZERO, {}).value(term)

    def _samples(self, ty: Type) -> list[Any]:
        return [*self._witness(ty), *(_random_member(ty, self.rng) for _ in range(SAMPLES))]

    def _witness(self, ty: Type) -> Iterator[Any]:
        """Yield the inverse that a statement says there is, or where a form is lowest, where numbers give one."""
        stated = self.line.stated
        if isinstance(stated, Definite):
            column = lowest(evaluate(stated.matrix, self.values))
            if _axes(ty) == (column.shape, REAL):
                yield column
        if isinstance(stated, Invertible):
            with contextlib.suppress(np.linalg.LinAlgError):
                inverse = np.linalg.inv(evaluate(stated.matrix, self.values))
                if _axes(ty) == (inverse.shape, REAL):
                    yield inverse

    def truth(self) -> bool:
        """Return the truth value of an inequality, or of the existence of an inverse: of the one that numbers give.

        Of what is described there are the numbers that ``sides`` has found.
        """
        return bool(self.value(self._goal()))

    def _goal(self) -> Term:
        """Return the statement in the kernel's terms, without the quantifiers over what is described."""
        elaborated = self.line.elaborated
        return elaborated.body if elaborated.described else elaborated.goal

    def sides(self) -> tuple[Any, ...]:
        """Return the values of both sides of the statement, or nothing for one without sides."""
        line, goal = self.line, self._goal()
        if isinstance(line.stated, OfSquareMatrix):
            return ()
        for variable, said in line.elaborated.described:
            self.environment[variable] = described_value(said, self.value)
        if isinstance(line.stated, Relational):
            return tuple(map(self.value, _sides_of_inequality(line.stated, goal)))
        statement = self._opened(goal, self._arbitrary())
        if isinstance(line.pointwise, Relational):
            return tuple(map(self.value, _sides_of_inequality(line.pointwise, statement)))
        while (both := match_implication(statement)) is not None:
            premise, statement = both
            if not self.value(premise):
                raise SemanticsError(f"the premise {premise} is false")
        pair = sides(statement)
        if pair is None:
            raise SemanticsError(f"{statement} is no equation")
        return tuple(map(self.value, pair))

    def _opened(self, goal: Term, values: Iterable[Any]) -> Term:
        """Return the body of ∀x… with new variables for as many x as there are values."""
        for place, value in enumerate(values):
            abstraction = match_forall(goal)
            if abstraction is None:
                break
            variable = var(f"{self.fresh}.{place}", abstraction.binder)
            goal, self.environment[variable] = open_body(abstraction, variable), value
        return goal

    def _arbitrary(self) -> list[Any]:
        """Return the values of what the goal says something of all of."""
        line, values = self.line, self.values
        if isinstance(line.stated, Equation):
            return []
        if isinstance(line.stated, Invariant):
            return [values[row][0] for row in line.pointwise.rhs.args[1:]]
        if not isinstance(line.stated, FreeOf):
            return [values[symbol] for symbol in line.new_symbols]
        symbol = line.stated.symbol
        if _is_size(symbol):
            return []
        copied = environment(line.elaborated.variables, {**values, symbol: values[(*line.new_symbols, symbol)[0]]})
        depends = [
            own
            for item, own in line.elaborated.variables
            if item == symbol or (isinstance(item, Inverse) and symbol in free_atoms(item))
        ]
        return [copied[variable] for own in depends for variable in own]


def _sides_of_inequality(stated: Relational, goal: Term) -> tuple[Term, Term]:
    """Return the sides of l ≤ r, of ¬(r ≤ l) for l < r, or of ¬(l = r), in the order in which they are written."""
    negated = match_implication(goal)
    core = negated[0] if negated is not None and negated[1] is FALSE else goal
    if not isinstance(core, App) or not isinstance(core.function, App):
        raise SemanticsError(f"{goal} is no inequality")
    first, second = core.function.argument, core.argument
    return (second, first) if isinstance(stated, Ge | Lt) else (first, second)


# -------------------------------------------------------------------------------------------------------------- values


def _is_size(symbol: Basic) -> bool:
    return isinstance(symbol, Symbol) and is_dim(symbol)


def _name(size: Any) -> str:
    """Return the kernel's name of a size symbol."""
    (name,) = size_of(size).variables()
    return name


def environment(variables: Iterable[tuple[Any, tuple[Var, ...]]], values: Values) -> Environment:
    """Turn values of symbols, as ``evaluate`` takes them, into values of the kernel variables that stand for them.

    A permutation becomes the maps σ and σ⁻¹, a mask the truth values of its zeros and the place of one in each row, a
    subset its truth values and an element.
    """
    found: Environment = {}
    for symbol, own in variables:
        found.update(zip(own, _meanings(symbol, values), strict=True))
    return found


def _meanings(symbol: Any, values: Values) -> tuple[Any, ...]:
    if isinstance(symbol, Inverse):
        return (np.linalg.inv(evaluate(symbol.arg, values)),)
    value = values[symbol]
    if is_complex_symbol(symbol):
        return complex(value).real, complex(value).imag
    if isinstance(symbol, PermutationSymbol):
        images = np.asarray(value)
        images = images if images.ndim == 1 else np.argmax(images, axis=0)
        return images, np.argsort(images)
    if isinstance(symbol, IndexMap):
        return (np.argmax(np.asarray(value), axis=1),)
    if isinstance(symbol, MaskSymbol):
        shown = np.asarray(value) == 0
        return shown, np.argmax(shown, axis=1)
    if isinstance(symbol, SubsetSymbol):
        members = sorted(map(int, value))
        return [i in members for i in range(int(evaluate(symbol.size, values)))], members[0]
    if isinstance(symbol, MapSymbol):
        return (_map(value),)
    if isinstance(symbol, KernelSymbol):
        return (_kernel(value),)
    return (int(value) if isinstance(symbol, Idx) or is_natural(symbol) else value,)


def _map(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a map take a row of exact numbers as well."""
    return lambda row: function(np.asarray(row, dtype=np.float64))


def _kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a similarity kernel take rows of exact numbers as well."""
    return lambda q, k: function(np.asarray(q, dtype=np.float64), np.asarray(k, dtype=np.float64))


def _functional(slope: float, wave: float) -> Callable[..., float]:
    """Return a function of a number or of a row that is not linear and treats the entries of a row differently."""

    def function(x: Any) -> float:
        entries = np.atleast_1d(np.asarray(x, dtype=np.float64))
        return float(np.sum(slope * entries + np.sin(wave * np.arange(1, len(entries) + 1) * entries)))

    return function


def _axes(ty: Type) -> tuple[tuple[int, ...], Type]:
    """Return the numbers of values of the indices that a type without size variables takes, and what it gives then."""
    shape = []
    while ty.domain is not None and ty.codomain is not None and ty.domain.size is not None:
        shape.append(ty.domain.size.least())
        ty = ty.codomain
    return tuple(shape), ty


def _random_member(ty: Type, rng: np.random.Generator) -> Any:
    """Draw a value of a type without size variables: a number, an array, a kernel or a map of rows."""
    shape, ty = _axes(ty)
    if ty.domain is not None and ty.codomain is REAL:
        return _functional(*rng.normal(size=2))
    if ty.domain is not None and ty.codomain is not None:
        if ty.codomain.domain is ty.domain:
            return _kernel(random_kernel(rng))
        return _map(random_map(rng, _axes(ty.codomain)[0][0]))
    if ty is NAT:
        return int(rng.integers(0, 5))
    if ty is BOOL:
        return rng.integers(0, 2, size=shape) == 1
    if ty.size is not None:
        return rng.integers(0, ty.size.least(), size=shape)
    real = rng.normal(size=shape)
    return np.where(rng.random(size=shape) < 0.3, -inf, real) if ty is EXTENDED else real
