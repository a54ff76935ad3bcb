"""Instances that come nearer to violating an inequality, step by step, from some at which it holds.

Numbers and entries are changed one by one, all entries of a matrix together, and two against each other, which keeps
their sum. What equations give follows each step, and directions along which an equation breaks at once are left out:
of a distribution those stay in which one part grows by what another one loses, beside a recurrence those of what it is
fed with. A step is kept where the hypotheses hold and the sides of the inequality come nearer to each other. Steps that
do so are doubled, and halved when none does: the pattern search of R. Hooke and T. A. Jeeves, "Direct search" solution
of numerical and statistical problems, J. ACM 8 (1961). All values are fractions, and enclosed to be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import chain, permutations

from flint import fmpq
from sympy import Rational

from symattn.language.inspection import Declarations
from symattn.numeric.constructions import fits_assumptions
from symattn.numeric.directions import Direction, Follow, Values, moved, scaled, units_of
from symattn.numeric.exact import ONE
from symattn.numeric.instances import Instance

#: Steps begin at 1, and end below this.
SMALLEST_STEP = fmpq(1, 64)
#: Sides that are as near as this may be equal, or the other way round, which is then looked at more closely.
TOUCHING = 1e-9
#: How many directions there may be, of how many that are looked at, and how many steps at most from one instance.
MOST_DIRECTIONS, MOST_LOOKED_AT, MOST_STEPS = 40, 160, 400

#: Returns how far the sides are from each other, a float, or None where the hypotheses do not hold or nothing is said.
Distance = Callable[[Instance], float | None]
#: Tells whether the equations among the hypotheses hold.
Keeps = Callable[[Values], bool]


def nearer_instances(
    start: Instance,
    declared: Declarations,
    distance: Distance,
    follow: Follow = lambda values: values,
    keeps: Keeps | None = None,
) -> Iterator[Instance]:
    """Yield the instances on the way from a given one at which the sides touch, or are the other way round."""
    directions = _directions(start, declared)
    if keeps is not None and len(directions) <= MOST_LOOKED_AT:
        directions = [each for each in directions if _leads_on(start.bindings, each, follow, keeps)]
    best = distance(start) if 0 < len(directions) <= MOST_DIRECTIONS else None
    if best is None:
        return
    values, step, left = start.bindings, ONE, MOST_STEPS
    while step >= SMALLEST_STEP and left > 0:
        stays = True
        for direction in directions:
            by = step
            while left > 0:
                left -= 1
                there = moved(values, direction, by)
                trial = follow(there) if _as_declared(there, direction, declared) else None
                found = None if trial is None else distance(Instance(trial))
                if trial is None or found is None or found >= best:
                    break
                values, best, stays, by = trial, found, False, 2 * by
                if best <= TOUCHING:
                    yield Instance(trial)
        if stays:
            step /= 2


def _leads_on(values: Values, direction: Direction, follow: Follow, keeps: Keeps) -> bool:
    """Tell whether a large or a small step changes something and leaves the equations true."""
    trials = (follow(moved(values, direction, by)) for by in (ONE, SMALLEST_STEP))
    return any(trial is not None and trial != values and keeps(trial) for trial in trials)


def _directions(start: Instance, declared: Declarations) -> list[Direction]:
    """Return the directions of all steps: numbers and entries up and down, all of a symbol together, and pairs."""
    values, free = start.bindings, (*declared.scalars, *declared.matrices, *declared.families)
    units = {symbol: list(units_of(symbol, values[symbol])) for symbol in free}
    weights = {p: list(units_of(p, values[p])) for p in declared.probabilities}
    together = [reduce(lambda one, other: moved(one, other, ONE), along) for along in units.values() if len(along) > 1]
    single = [each for unit in (*chain(*units.values()), *together) for each in (unit, scaled(unit, -ONE))]
    pairs = [pair for along in (units | weights).values() for pair in permutations(along, 2)]
    return [*single, *(moved(one, other, -ONE) for one, other in pairs)]


def _as_declared(values: Values, direction: Direction, declared: Declarations) -> bool:
    """Tell whether moved numbers and weights are what their symbols are declared as."""
    for symbol in direction:
        value = values[symbol]
        if symbol in declared.probabilities:
            if any(x < 0 for x in value[0]):
                return False
        elif isinstance(value, fmpq) and not fits_assumptions(symbol, Rational(int(value.p), int(value.q))):
            return False
    return True
