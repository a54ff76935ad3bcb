"""Instances in which equations among the hypotheses are solved: they are linear in one symbol, or in a factor of it.

Values are drawn first, and then one symbol is changed, so that Σ p = 1, C u = λ u or A B = 1 hold.  By how much the
equations are missed is computed at the drawn value and at one more for each entry; where they are linear, these
determine a solution, which an exact elimination finds.  Whether it is one is checked with all other hypotheses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import Basic, MatrixSymbol

from symattn.language.base.symbols import ProbabilitySymbol
from symattn.language.inspection import free_atoms
from symattn.numeric import exact
from symattn.numeric.directions import Direction, Values, moved, units_of
from symattn.numeric.exact import ONE, ZERO
from symattn.numeric.instances import FIRST_RANDOM_STAGE, Draws, Instance

#: How many stages are tried at each choice of sizes, and for how many entries a system is solved.
STAGES, MOST_UNKNOWNS = 8, 9
#: Of how many entries a symbol may be whose nearest solution is computed.
MOST_ENTRIES = 16

#: Returns by how much some equations are missed at values, number by number; None where they have no such values.
Misses = Callable[[Sequence[Basic], Values], Sequence[Any] | None]


def solving_instances(equations: Sequence[Basic], draws: Sequence[Draws], misses: Misses) -> Iterator[Instance]:
    """Yield instances at the sizes of some draws in which one symbol solves the equations, a part of them at least."""
    if not equations:
        return
    spoken = free_atoms(*equations)
    for stage in range(FIRST_RANDOM_STAGE, FIRST_RANDOM_STAGE + STAGES):
        for each in draws:
            numbers = (symbol for symbol in each.declared.scalars if not symbol.is_integer)
            plain = [symbol for symbol in (*each.declared.matrices, *numbers) if symbol in spoken]
            drawn = each.made(stage, {})
            if drawn is None:
                continue
            for directions in _ways(plain, drawn.bindings):
                solved = _solved(equations, drawn.bindings, directions, misses)
                if solved is not None:
                    yield Instance(solved)


def _ways(plain: Sequence[Any], values: Values) -> Iterator[list[Direction]]:
    """Yield the directions in which values may be changed: matrices by factors, then each symbol by its entries."""
    matrices = [symbol for symbol in plain if isinstance(symbol, MatrixSymbol)]
    if matrices:
        yield [{symbol: values[symbol]} for symbol in matrices]
    for symbol in plain:
        directions = list(units_of(symbol, values[symbol]))
        if len(directions) <= MOST_UNKNOWNS:
            yield directions


def _solved(
    equations: Sequence[Basic], values: Values, directions: Sequence[Direction], misses: Misses
) -> Values | None:
    """Return values changed along directions so that equations hold that are linear along these, or None."""
    here = misses(equations, values)
    if here is None or not any(x != 0 for x in here):
        return None
    columns = []
    for direction in directions:
        there = misses(equations, moved(values, direction, ONE))
        if there is None:
            return None
        columns.append([y - x for x, y in zip(here, there, strict=True)])
    table = [[*(column[row] for column in columns), -x] for row, x in enumerate(here)]
    solution = _elimination(table, len(directions))
    if solution is None:
        return None
    for direction, by in zip(directions, solution, strict=True):
        values = moved(values, direction, by)
    return values


def nearest_solution(equations: Sequence[Basic], values: Values, symbol: Any, misses: Misses) -> Any | None:
    """Return the value of a symbol nearest to its own at which what is linear in it among equations holds, or None.

    One more value tells what is linear. Of a probability the sum is 1 besides.
    """
    units = list(units_of(symbol, values[symbol]))
    if len(units) > MOST_ENTRIES:
        return None
    missed = list[Sequence[Any]]()
    for at in (values, _far(values, units), *(moved(values, unit, ONE) for unit in units)):
        found = misses(equations, at)
        if found is None:
            return None
        if not missed and not any(found) and not isinstance(symbol, ProbabilitySymbol):
            return values[symbol]
        missed.append(found)
    table = []
    for here, beyond, *there in zip(*missed, strict=True):
        row = [x - here for x in there]
        if exact.is_rational(((here, beyond, *there),)) and beyond - here == sum(c * x for c, x in enumerate(row, 2)):
            table.append([*row, -here])
    if isinstance(symbol, ProbabilitySymbol):
        table.append([*(ONE for _ in units), ONE - sum(values[symbol][0])])
    solution = _least(table, len(units))
    if solution is None:
        return None
    for unit, by in zip(units, solution, strict=True):
        values = moved(values, unit, by)
    return values[symbol]


def bends(equation: Basic, values: Values, symbol: Any, misses: Misses) -> bool:
    """Tell whether some number by which an equation is missed changes unevenly with a symbol, at three values."""
    units = list(units_of(symbol, values[symbol]))
    middle = _far(values, units)
    first, second, third = (misses([equation], at) for at in (values, middle, _far(middle, units)))
    if first is None or second is None or third is None:
        return True
    return any(
        not exact.is_rational((three,)) or three[0] + three[2] != 2 * three[1]
        for three in zip(first, second, third, strict=True)
    )


def _far(values: Values, units: Sequence[Direction]) -> Values:
    """Return values moved along all units, by different numbers."""
    for count, unit in enumerate(units, 2):
        values = moved(values, unit, fmpq(count))
    return values


def _least(table: list[list[Any]], unknowns: int) -> list[fmpq] | None:
    """Return the solution of a system of linear equations that is nearest to 0, or None where there is none."""
    if not any(map(any, table)):
        return None
    reduced, rank = fmpq_mat(table).rref()
    rows = reduced.tolist()[:rank]
    if not any(rows[-1][:unknowns]):
        return None
    system, right = fmpq_mat([row[:unknowns] for row in rows]), fmpq_mat([row[unknowns:] for row in rows])
    across = system.transpose()
    return [row[0] for row in (across * (system * across).solve(right)).tolist()]


def _elimination(table: list[list[Any]], unknowns: int) -> list[fmpq] | None:
    """Solve a system of linear equations, unknowns that are free being 0; None where there is no solution."""
    if not exact.is_rational(tuple(map(tuple, table))):
        return None
    reduced, rank = fmpq_mat(table).rref()
    rows, solution = reduced.tolist(), [ZERO] * unknowns
    for row in rows[:rank]:
        pivot = next(place for place, x in enumerate(row) if x != 0)
        if pivot == unknowns:
            return None
        solution[pivot] = row[unknowns]
    return solution
