"""Instances in which matrices have a pattern, or solve what equations say of them, symbol after symbol.

That a statement holds for n ≤ 2, or n ≤ 3, says little, and hardly any matrix of four rows that is drawn satisfies such
hypotheses as A² = 0, p P = p or the four equations of a pseudo-inverse.  Matrices of the textbooks do: cycles, blocks,
multiples of J and 1, projections, reflections, distributions with nearly all in one place.  A symbol takes one of these
that satisfies the hypotheses about it alone, or a mean of two.  Where equations speak of it and of symbols that have
values, it also takes the solution nearest to 0 of those that are linear in it; and where all of them are, the one
nearest to a pattern.  The solution nearest to 0 of A X A = A, (A X)ᵀ = A X and (X A)ᵀ = X A is the pseudo-inverse.
What runs by a recurrence follows from what was chosen; where something is said of it alone, as that it begins with a
distribution, it begins with a pattern.  Source: R. Penrose, A generalized inverse for matrices, *Proc. Cambridge
Philos. Soc.* 51 (1955).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any

from sympy import Basic, MatrixSymbol, Rational, Symbol

from symattn.language.base.symbols import (
    IndexMap,
    InvertibleSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
)
from symattn.language.inspection import free_atoms
from symattn.language.propositions import Equation, OfSquareMatrix
from symattn.language.quantified import ForAll
from symattn.numeric import exact
from symattn.numeric.bindings import family_shape
from symattn.numeric.constructions import fits_assumptions, whole_of
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import ONE, ZERO, Imprecise, Matrix, Undefined
from symattn.numeric.given_values import Givens
from symattn.numeric.instances import FIRST_RANDOM_STAGE, SCALARS, Draws, Instance
from symattn.numeric.pattern_table import patterned
from symattn.numeric.solved_equations import Misses, bends, nearest_solution

#: Values of stages of the regular search that are taken beside these.
STAGES = tuple(range(FIRST_RANDOM_STAGE + 3))
#: Where fewer patterns than these satisfy the hypotheses, those that are linear are solved near values that are drawn.
FEW = 4
#: At how many values of the other symbols it is seen whether an equation is linear in one.
LOOKS = 3
#: How many means of two patterns are tried for a symbol.
MOST_MEANS = 24
#: How many values of symbols are tried for one instance.
MOST_STEPS = 200
#: How many solutions in a row may do no good before no more are computed for a symbol, and how many tries at all.
MOST_VAIN = 6
#: How many values are looked for at each choice of sizes.
INSTANCES = 60

Values = dict[Basic, Any]
#: Tells whether a hypothesis holds at some values.
Holds = Callable[[Basic, Values], bool]


def patterned_instances(
    hypotheses: Sequence[Basic], draws: Draws, holds: Holds, misses: Misses, spend: Callable[[float], None]
) -> Iterator[Instance]:
    """Yield instances at the sizes of some draws in which patterns and solutions satisfy the hypotheses.

    ``spend`` is told what it takes to follow recurrences.
    """
    seen, vain = set[Any](), 0
    search = _Search(hypotheses, draws, holds, misses, spend)
    for number in range(INSTANCES if search.is_structured else 0):
        chosen = search.made(number)
        if chosen is None:
            vain += 1
            if vain > MOST_VAIN:
                return
            continue
        told = tuple(chosen[symbol] for symbol in search.symbols)
        if told not in seen:
            seen.add(told)
            values = search.with_what_runs({**search.around(number), **chosen}, number)
            if values is not None:
                yield Instance(values)


class _Search:
    """Hold the hypotheses at some sizes, and the patterns of each symbol that satisfy those about it alone."""

    def __init__(
        self,
        hypotheses: Sequence[Basic],
        draws: Draws,
        holds: Holds,
        misses: Misses,
        spend: Callable[[float], None],
    ) -> None:
        self.draws, self.holds, self.misses, self.spend = draws, holds, misses, spend
        declared = draws.declared
        matrices = (*declared.matrices, *declared.probabilities, *declared.orthogonals, *declared.invertibles)
        known = {*matrices, *declared.permutations, *declared.index_maps, *declared.scalars}
        running = [each for each in draws.plan.recurrences if whole_of(each.target) in free_atoms(each.expression)]
        self._runs = list(dict.fromkeys(whole_of(each.target) for each in running))
        asked = [h for h in hypotheses if free_atoms(h).isdisjoint(self._runs)]
        self._of_runs = [h for h in hypotheses if h not in asked and not draws.plan.gives(h)]
        self.spoken_of = {h: free_atoms(h) & known for h in asked if free_atoms(h) & known}
        self.symbols = sorted({symbol for free in self.spoken_of.values() for symbol in free}, key=str)
        plain = [each for each in draws.plan.assignments if each[0] not in free_atoms(each[1])]
        self.given = {target: expression for target, expression in plain if target in self.symbols}
        self._drawn = cache(draws.drawn)
        self._around: dict[int, Values] = {}
        self._alone: dict[Any, list[Any]] = {}
        self._looked = Counter[tuple[Basic, Any]]()
        self._vain = Counter[Any]()
        self._steps = 0

    @property
    def is_structured(self) -> bool:
        """Whether hypotheses are equations about matrices, or say what a square one is, and no others are built in."""
        made = self.draws.plan
        if made.random_vectors or made.invariances:
            return False
        kinds = [(h, any(isinstance(symbol, MatrixSymbol) for symbol in free)) for h, free in self.spoken_of.items()]
        return any(of_matrices and (_is_equation(h) or isinstance(h, OfSquareMatrix)) for h, of_matrices in kinds)

    def around(self, number: int) -> Values:
        """Return the values of what has no pattern, in turn."""
        stage, choices = FIRST_RANDOM_STAGE + number % 6, self.draws.index_choices
        if stage not in self._around:
            self._around[stage] = {**self._drawn(stage), **choices[number % len(choices)]}
        return self._around[stage]

    def with_what_runs(self, values: Values, number: int) -> Values | None:
        """Return values in which recurrences go on from what was chosen, or None where they have no value."""
        begun = {symbol: of[number % len(of)] for symbol in self._runs if (of := self._beginnings(symbol))}
        return Givens(self.draws.plan).again({**values, **begun}, self.spend) if self._runs else values

    def _beginnings(self, symbol: Any) -> list[Any]:
        """Return patterns of what runs, each member of a family alike, where something is said of it alone."""
        if symbol not in self._alone:
            shape, heads = self._shape_of_run(symbol)
            about = [h for h in self._of_runs if free_atoms(h) - self.draws.sizes.keys() == {symbol}]
            drawn = self.around(0)
            made = [(value,) * heads if heads else value for value in patterned(*shape)] if about else []
            found = [value for value in made if all(self.holds(h, {**drawn, symbol: value}) for h in about)]
            Random(f"{self.draws.seed}:{symbol}").shuffle(found)
            self._alone[symbol] = found
        return self._alone[symbol]

    def _shape_of_run(self, symbol: Any) -> tuple[tuple[int, int], int]:
        """Return the shape of a matrix, or of the members of a family, and how many of these there are."""
        if isinstance(symbol, MatrixSymbol):
            return self.draws.shape(symbol), 0
        heads, rows, columns = (self.draws.reader.size(size) for size in family_shape(symbol))
        return (rows, columns), heads

    def made(self, number: int) -> Values | None:
        """Return values of the symbols at which all hypotheses hold, or None where none are found in a few steps."""
        self._steps = 0
        return self._further({}, number, Random(f"{self.draws.seed}:{number}"))

    def _further(self, chosen: Values, number: int, rng: Random) -> Values | None:
        left = [symbol for symbol in self.symbols if symbol not in chosen]
        if not left:
            return chosen
        settled = {s: [h for h, free in self.spoken_of.items() if s in free and free <= {s, *chosen}] for s in left}
        spoken = {s: sum(s in free for free in self.spoken_of.values()) for s in left}
        shared = {s: [h for h in settled[s] if len(self.spoken_of[h]) > 1] for s in left}
        symbol = min(left, key=lambda s: (-len(shared[s]), -len(settled[s]), -spoken[s], left.index(s)))
        for value, about in self._values(symbol, shared[symbol], settled[symbol], chosen, number, rng):
            self._steps += 1
            if self._steps > MOST_STEPS:
                return None
            more = {**chosen, symbol: value}
            if all(self.holds(h, {**self.around(number), **more}) for h in about):
                self._vain[symbol] = 0
                found = self._further(more, number, rng)
                if found is not None:
                    return found
        return None

    def _values(
        self, symbol: Any, shared: list[Basic], settled: list[Basic], chosen: Values, number: int, rng: Random
    ) -> Iterator[tuple[Any, list[Basic]]]:
        """Yield what a symbol may be, with what is still to be checked: the value that an equation gives it, if any.

        Else solutions come first, or every sixth time patterns.
        """
        given = self.given.get(symbol)
        if given is not None and free_atoms(given).isdisjoint(set(self.symbols) - chosen.keys()):
            yield from ((value, settled) for value in _rational(given, {**self.around(number), **chosen}))
            return
        patterns = [(value, shared) for value in self._patterns(symbol)]
        rng.shuffle(patterns)
        solved = self._solutions(symbol, shared, settled, chosen, number, [value for value, _ in patterns[:1]])
        solutions = ((value, settled) for value in solved)
        yield from chain(patterns, solutions) if number % 6 == 5 else chain(solutions, patterns)

    def _solutions(
        self, symbol: Any, shared: list[Basic], settled: list[Basic], chosen: Values, number: int, near: list[Any]
    ) -> Iterator[Any]:
        """Yield the solutions nearest to 0 and, of linear equations alone, to a pattern; 0 was tried long before."""
        around, equations = {**self.around(number), **chosen}, [h for h in settled if _is_equation(h)]
        zero = _zero(around[symbol])
        linear = [h for h in equations if self._is_linear(h, {**around, symbol: zero}, symbol)]
        starts = (*near, zero) if number % 3 else (zero, *near)
        for start in starts if linear == equations else (zero,):
            if self._vain[symbol] > MOST_VAIN or not any(h in shared for h in linear):
                return
            self._vain[symbol] += 1
            value = nearest_solution(linear, {**around, symbol: start}, symbol, self.misses)
            if value is not None and value != zero and _is_declared(symbol, value):
                yield value

    def _is_linear(self, equation: Basic, at: Values, symbol: Any) -> bool:
        """Tell whether an equation may be linear in a symbol: it bends at none of a few values of others."""
        key = equation, symbol
        if self._looked[key] < LOOKS:
            self._looked[key] = LOOKS + 1 if bends(equation, at, symbol, self.misses) else self._looked[key] + 1
        return self._looked[key] <= LOOKS

    def _patterns(self, symbol: Any) -> list[Any]:
        """Return the patterns of a symbol that are as declared and satisfy the hypotheses about it alone."""
        if symbol not in self._alone:
            about = [h for h, free in self.spoken_of.items() if free == {symbol}]
            drawn = [self._drawn(stage)[symbol] for stage in STAGES]
            made = SCALARS if isinstance(symbol, Symbol) else patterned(*self.draws.shape(symbol))

            def fits(value: Any) -> bool:
                at = {**self.around(0), symbol: value}
                return _is_declared(symbol, value) and all(self.holds(h, at) for h in about)

            found = list(filter(fits, dict.fromkeys((*made, *drawn))))
            linear = [h for h in about if _is_equation(h) and self._is_linear(h, self.around(0), symbol)]
            for start in drawn[FIRST_RANDOM_STAGE:] if linear and len(found) < FEW else ():
                value = nearest_solution(linear, {**self.around(0), symbol: start}, symbol, self.misses)
                found += [value] if value is not None and fits(value) else []
            pairs = list(combinations(found, 2)) if isinstance(symbol, MatrixSymbol) else []
            Random(f"{self.draws.seed}:{symbol}").shuffle(pairs)
            means = [_mean(*pair) for pair in pairs[:MOST_MEANS]]
            self._alone[symbol] = list(dict.fromkeys((*found, *filter(fits, means))))
        return self._alone[symbol]


def _rational(expression: Basic, values: Values) -> Iterator[Any]:
    """Yield the value of an expression, where it is rational."""
    with suppress(Undefined, Imprecise):
        value = Encloser(values).value(expression)
        if exact.is_rational(value if isinstance(value, tuple) else ((value,),)):
            yield value


def _mean(one: Any, other: Any) -> Matrix:
    """Return the mean of two matrices, which satisfies hypotheses that are convex."""
    return tuple(tuple((x + y) / 2 for x, y in zip(*rows, strict=True)) for rows in zip(one, other, strict=True))


def _zero(value: Any) -> Any:
    return tuple((ZERO,) * len(row) for row in value) if isinstance(value, tuple) else ZERO


def _is_equation(hypothesis: Basic) -> bool:
    stated = hypothesis.proposition if isinstance(hypothesis, ForAll) else hypothesis
    return isinstance(stated, Equation)


def _is_declared(symbol: Basic, value: Any) -> bool:
    """Tell whether a rational value has the properties that its symbol is declared with."""
    if isinstance(symbol, Symbol):
        return fits_assumptions(symbol, Rational(int(value.p), int(value.q)))
    return all(holds(value) for kind, holds in DECLARED if isinstance(symbol, kind))


def _has_one_in_each_row(matrix: Any) -> bool:
    return all(max(row) == sum(row) == ONE and min(row) >= 0 for row in matrix)


def _are_weights(matrix: Any) -> bool:
    return bool(min(matrix[0]) >= 0 and sum(matrix[0]) == ONE)


#: What matrices of a declared kind are, in rational numbers.
DECLARED: tuple[tuple[type, Callable[[Matrix], bool]], ...] = (
    (PermutationSymbol, lambda matrix: all(map(_has_one_in_each_row, (matrix, exact.transpose(matrix))))),
    (IndexMap, _has_one_in_each_row),
    (OrthogonalSymbol, lambda matrix: exact.matrix_product(matrix, exact.transpose(matrix)) == _identity(len(matrix))),
    (InvertibleSymbol, lambda matrix: exact.sign(exact.determinant(matrix)) != 0),
    (ProbabilitySymbol, _are_weights),
)


def _identity(rows: int) -> Matrix:
    return tuple(tuple(ONE if i == j else ZERO for j in range(rows)) for i in range(rows))
