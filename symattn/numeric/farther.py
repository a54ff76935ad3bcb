"""Instances that are tried after all others: numbers farther from 0, and closer to it, and entries of one sign.

Where hypotheses ask for entries that are not negative, or positive, pseudo-random ones of both signs hardly ever are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

from flint import fmpq
from sympy import Basic, Rational

from symattn.numeric.constructions import fits_assumptions
from symattn.numeric.exact import Undefined
from symattn.numeric.instances import Draws, Instance

NUMBERS = tuple(
    fmpq(p, q)
    for p, q in (
        (3, 1),
        (-3, 1),
        (4, 1),
        (-4, 1),
        (6, 1),
        (-6, 1),
        (1, 4),
        (-1, 4),
        (10, 1),
        (-10, 1),
        (40, 1),
        (-40, 1),
    )
)
MOST, MOST_SIGNED = 150, 24
STAGES = 3  # from which the other values are taken in turn


def farther_instances(draws: Draws) -> Iterator[Instance]:
    """Yield instances of some sizes with such numbers: all choices where these are few, else pseudo-random ones."""
    for place, numbers in enumerate(islice(_choices(draws), MOST)):
        try:
            values = {**draws.drawn(place % STAGES), **numbers}
        except Undefined:
            continue
        for index in draws.index_choices:
            instance = draws.built({**values, **index}, place % STAGES)
            if instance is not None:
                yield instance


def signed_instances(draws: Draws) -> Iterator[Instance]:
    """Yield instances of some sizes whose entries are positive where hypotheses ask for a sign."""
    for stage in range(STAGES, STAGES + MOST_SIGNED) if draws.plan.nonnegative else ():
        try:
            values = draws.drawn(stage)
        except Undefined:
            continue
        for symbol in draws.plan.nonnegative:
            rows = enumerate(values[symbol])
            values[symbol] = tuple(tuple(abs(x) or fmpq(1, 2 + i + stage % 3) for x in row) for i, row in rows)
        for index in draws.index_choices:
            instance = draws.built({**values, **index}, stage)
            if instance is not None:
                yield instance


def _choices(draws: Draws) -> Iterator[dict[Basic, Any]]:
    scalars = draws.declared.scalars
    grids = [[v for v in NUMBERS if fits_assumptions(s, Rational(int(v.p), int(v.q)))] for s in scalars]
    if not scalars or not all(grids):
        return
    if len(scalars) < 3:
        for values in product(*grids):
            yield dict(zip(scalars, values, strict=True))
    rng = Random(f"{draws.seed}:farther")
    while len(scalars) > 2:
        yield {s: rng.choice(grid) for s, grid in zip(scalars, grids, strict=True)}
