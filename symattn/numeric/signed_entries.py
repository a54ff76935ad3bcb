"""Further instances whose entries are positive where hypotheses ask for a sign: pseudo-random ones hardly ever are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import fmpq

from symattn.numeric.exact import Undefined
from symattn.numeric.instances import FIRST_RANDOM_STAGE, Draws, Instance

MOST_STAGES = 24


def signed_instances(draws: Sequence[Draws]) -> Iterator[Instance]:
    """Yield instances with the absolute values of pseudo-random entries, in turn at the sizes of some draws."""
    for stage in range(MOST_STAGES) if draws and draws[0].plan.nonnegative else ():
        for each in draws:
            made = _made(each, FIRST_RANDOM_STAGE + stage)
            if made is not None:
                yield made


def _made(draws: Draws, stage: int) -> Instance | None:
    try:
        values = draws.drawn(stage)
    except Undefined:
        return None
    chosen = {}
    for symbol in draws.plan.nonnegative:
        rows = enumerate(values[symbol])
        chosen[symbol] = tuple(tuple(abs(x) or fmpq(1, 2 + i + stage % 3) for x in row) for i, row in rows)
    return draws.made(stage, chosen)
