"""Instances in which matrices have a pattern, or solve what equations say of them, symbol after symbol.

That a statement holds for n ≤ 2, or n ≤ 3, says little, and hardly any matrix of four rows that is drawn satisfies such
hypotheses as A² = 0, p P = p or the four equations of a pseudo-inverse.  Matrices of the textbooks do: cycles, blocks,
multiples of J and 1, projections, reflections.  A symbol takes one of these that satisfies the hypotheses about it
alone, or a mean of two.  Where equations speak of it and of symbols that have values, it also takes the solution
nearest to 0 of those that are linear in it; and where all of them are, the one nearest to a pattern.  The solution
nearest to 0 of A X A = A, (A X)ᵀ = A X and (X A)ᵀ = X A is the pseudo-inverse.  Source: R. Penrose, A generalized
inverse for matrices, *Proc. Cambridge Philos. Soc.* 51 (1955).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any

from flint import fmpq
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
from symattn.numeric.constructions import fits_assumptions, whole_of
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import ONE, ZERO, Imprecise, Matrix, Undefined
from symattn.numeric.instances import FIRST_RANDOM_STAGE, SCALARS, Draws, Instance
from symattn.numeric.solved_equations import Misses, bends, nearest_solution

#: A turn by rational numbers.
_TURN = ((fmpq(3, 5), fmpq(4, 5)), (fmpq(-4, 5), fmpq(3, 5)))
#: The entry at (i, j) of a matrix with m rows and n columns, or as many numbers as a column or row has places.
PATTERNS: dict[str, Callable[[int, int, int, int], int | fmpq]] = {
    "the identity": lambda i, j, m, n: i == j,
    "ones": lambda i, j, m, n: 1,
    "a cycle": lambda i, j, m, n: j == (i + 1) % n,
    "the cycle backwards": lambda i, j, m, n: i == (j + 1) % m,
    "half a cycle and half the identity": lambda i, j, m, n: fmpq((i == j) + (j == (i + 1) % n), 2),
    "rows of equal weights": lambda i, j, m, n: fmpq(1, n),
    "columns of equal weights": lambda i, j, m, n: fmpq(1, m),
    "equal weights on the diagonal": lambda i, j, m, n: fmpq(i == j, n),
    "equal weights beside the diagonal": lambda i, j, m, n: fmpq(i != j, max(n - 1, 1)),
    "equal weights up to the diagonal": lambda i, j, m, n: fmpq(j <= i, min(i + 1, n)),
    "one column of ones": lambda i, j, m, n: j == 0,
    "one row of ones": lambda i, j, m, n: i == 0,
    "ones but on the diagonal": lambda i, j, m, n: i != j,
    "twos, ones on the diagonal": lambda i, j, m, n: 2 - (i == j),
    "ones, twos on the diagonal": lambda i, j, m, n: 1 + (i == j),
    "minus ones, n on the diagonal": lambda i, j, m, n: n * (i == j) - 1,
    "what takes the mean away": lambda i, j, m, n: (i == j) - fmpq(1, n),
    "the reflection of the ones": lambda i, j, m, n: (i == j) - fmpq(2, n),
    "both signs on the diagonal": lambda i, j, m, n: (i == j) * (-1) ** i,
    "one minus on the diagonal": lambda i, j, m, n: (i == j) * (1 - 2 * (i == 0)),
    "different numbers on the diagonal": lambda i, j, m, n: (i == j) * (i + 1),
    "the first place": lambda i, j, m, n: i == j == 0,
    "the other places": lambda i, j, m, n: i == j != 0,
    "every second place": lambda i, j, m, n: (i == j) * (i % 2),
    "places from the last back": lambda i, j, m, n: i + j == n - 1,
    "a pair exchanged": lambda i, j, m, n: i == j > 1 or (i != j and i + j == 1),
    "a pair turned": lambda i, j, m, n: _TURN[i][j] if max(i, j) < 2 else i == j,
    "pairs turned": lambda i, j, m, n: (i // 2 == j // 2) * (j - i),
    "pairs turned both ways": lambda i, j, m, n: (i // 2 == j // 2) * (j - i) * (-1) ** (i // 2),
    "halves turned": lambda i, j, m, n: (j == i + n // 2) - (i == j + n // 2),
    "halves exchanged": lambda i, j, m, n: abs(i - j) == n // 2,
    "both signs by halves": lambda i, j, m, n: (i == j) * (1 if 2 * i < n else -1),
    "ends turned": lambda i, j, m, n: (i + j == n - 1) * ((j > i) - (j < i)),
    "a band": lambda i, j, m, n: (i == j) + fmpq(4, 5) * (abs(i - j) == 1),
    "differences of neighbours": lambda i, j, m, n: 2 * (i == j) - (abs(i - j) == 1),
    "blocks": lambda i, j, m, n: j == i + 1 and i % 2 == 0,
    "blocks with both signs": lambda i, j, m, n: (j == i + 1 and i % 2 == 0) * (-1) ** (i // 2),
    "blocks below": lambda i, j, m, n: i == j + 1 and j % 2 == 0,
    "blocks below with both signs": lambda i, j, m, n: (i == j + 1 and j % 2 == 0) * (-1) ** (j // 2),
    "one place above": lambda i, j, m, n: (i, j) == (0, 1),
    "one place below": lambda i, j, m, n: (i, j) == (1, 0),
    "the far place": lambda i, j, m, n: (i, j) == (0, n - 1),
    "a step up": lambda i, j, m, n: j == i + 1,
    "two steps up": lambda i, j, m, n: j == i + 2,
    "two steps down": lambda i, j, m, n: i == j + 2,
    "pairs of ones": lambda i, j, m, n: i // 2 == j // 2,
    "ones at every second place": lambda i, j, m, n: (i - j) % 2 == 0,
    "a step down": lambda i, j, m, n: i == j + 1,
    "ones from the diagonal on": lambda i, j, m, n: j >= i,
    "a first axis": lambda i, j, m, n: _axis(i, j, 2, 1),
    "a second axis": lambda i, j, m, n: _axis(i, j, 0, 2),
    "a third axis": lambda i, j, m, n: _axis(i, j, 1, 0),
    "rows with both signs": lambda i, j, m, n: (-1) ** j,
    "columns with both signs": lambda i, j, m, n: (-1) ** i,
    "rows and columns with both signs": lambda i, j, m, n: (-1) ** (i + j),
    "a square of ones and what balances them": lambda i, j, m, n: (1 - n * (i == n - 1)) * (1 - n * (j == n - 1)),
    "numbered rows": lambda i, j, m, n: i + 1,
    "numbered columns": lambda i, j, m, n: j + 1,
    "numbered diagonals": lambda i, j, m, n: i + j + 1,
    "rows that grow, of sum 0": lambda i, j, m, n: 2 * j + 1 - n,
}

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


def _axis(i: int, j: int, up: int, down: int) -> int:
    """Return the entry of the skew matrix of a cross product, with 1 at (up, down)."""
    return ((i, j) == (up, down)) - ((j, i) == (up, down))


def patterned_instances(hypotheses: Sequence[Basic], draws: Draws, holds: Holds, misses: Misses) -> Iterator[Instance]:
    """Yield instances at the sizes of some draws in which patterns and solutions satisfy the hypotheses."""
    seen, vain = set[Any](), 0
    search = _Search(hypotheses, draws, holds, misses)
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
            yield Instance({**search.around(number), **chosen})


class _Search:
    """Hold the hypotheses at some sizes, and the patterns of each symbol that satisfy those about it alone."""

    def __init__(self, hypotheses: Sequence[Basic], draws: Draws, holds: Holds, misses: Misses) -> None:
        self.draws, self.holds, self.misses = draws, holds, misses
        declared = draws.declared
        matrices = (*declared.matrices, *declared.probabilities, *declared.orthogonals, *declared.invertibles)
        known = {*matrices, *declared.permutations, *declared.index_maps, *declared.scalars}
        self.spoken_of = {h: free_atoms(h) & known for h in hypotheses if free_atoms(h) & known}
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
        recursive = any(whole_of(each.target) in free_atoms(each.expression) for each in made.recurrences)
        if recursive or made.random_vectors or made.invariances:
            return False
        kinds = [(h, any(isinstance(symbol, MatrixSymbol) for symbol in free)) for h, free in self.spoken_of.items()]
        return any(of_matrices and (_is_equation(h) or isinstance(h, OfSquareMatrix)) for h, of_matrices in kinds)

    def around(self, number: int) -> Values:
        """Return the values of what has no pattern, in turn."""
        stage, choices = FIRST_RANDOM_STAGE + number % 6, self.draws.index_choices
        if stage not in self._around:
            self._around[stage] = {**self._drawn(stage), **choices[number % len(choices)]}
        return self._around[stage]

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
            made = SCALARS if isinstance(symbol, Symbol) else _patterned(*self.draws.shape(symbol))

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


def _patterned(rows: int, columns: int) -> list[Matrix]:
    """Return the patterns of a shape, without zeros alone."""
    places = [[(i, j) for j in range(columns)] for i in range(rows)]
    made = (
        tuple(tuple(fmpq(1) * entry(i, j, rows, columns) for i, j in row) for row in places)
        for entry in PATTERNS.values()
    )
    return [matrix for matrix in made if matrix != _zero(matrix)]


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
