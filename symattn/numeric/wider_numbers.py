"""Further real numbers at which a claim is tried: larger ones, finer fractions, and those near what the claim names.

They come after the instances of `instances.py`, whose few small numbers say nothing of what happens far out or between
them.  Of several numbers the simplest combinations come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from flint import fmpq
from sympy import Basic, Rational, Symbol, false
from sympy.core.relational import Relational

from symattn.language.base.traversal import postorder
from symattn.numeric.constructions import LARGEST_LITERAL, fits_assumptions
from symattn.numeric.instances import FIRST_RANDOM_STAGE, SCALARS, Draws, Instance

_WIDE = ((3, 1), (4, 1), (5, 1), (1, 2), (3, 4), (1, 4), (1, 3), (2, 3), (3, 2), (8, 1), (10, 1), (1, 8), (5, 2))
_FAR = ((21, 1), (50, 1), (100, 1), (1, 100), (1000, 1))
#: The numbers beyond those of the regular search, and far ones, each with both signs.
WIDE, FAR = (tuple(fmpq(s * p, q) for p, q in each for s in (1, -1)) for each in (_WIDE, _FAR))
#: Numbers between 0 and 1, for what hypotheses say to lie there.
BETWEEN = tuple(fmpq(p, q) for q in (8, 5) for p in range(1, q))
#: How near the numbers that a claim names are passed, and how many of these are.
NEAR, MOST_NAMED = (fmpq(0), fmpq(1), fmpq(-1), fmpq(1, 8), fmpq(-1, 8)), 4
#: How many combinations are tried at all, and of how many numbers at most.
MOST_COMBINATIONS, MOST_NUMBERS = 240, 4


def wider_instances(claim: Sequence[Basic], draws: Sequence[Draws]) -> Iterator[Instance]:
    """Yield instances with further numbers, in turn at the sizes of some draws.

    Matrices and what else there is are pseudo-random; what equations give a number keeps its value.
    """
    if not draws:
        return
    given = {target for target, _ in draws[0].plan.assignments}
    free = [symbol for symbol in draws[0].declared.scalars if symbol not in given]
    if not 0 < len(free) <= MOST_NUMBERS:
        return
    tried = [_numbers(symbol, claim) for symbol in free]
    for number, chosen in enumerate(islice(_simplest_first(tried), MOST_COMBINATIONS)):
        made = draws[number % len(draws)].made(
            FIRST_RANDOM_STAGE + number // len(draws), dict(zip(free, chosen, strict=True))
        )
        if made is not None:
            yield made


def _numbers(symbol: Symbol, claim: Sequence[Basic]) -> list[fmpq]:
    """Return what is tried of a number, as far as it is declared so."""
    named = sorted({fmpq(int(x.p), int(x.q)) for x in postorder(*claim) if _is_worth_trying(x)}, key=_simplicity)
    near = [sign * x + more for x in named[:MOST_NAMED] for sign in (1, -1) for more in NEAR]
    said = [each for each in claim[1:] if isinstance(each, Relational) and each.free_symbols == {symbol}]
    found = dict.fromkeys((*WIDE[:6], *near, *WIDE[6:], *FAR, *SCALARS, *(BETWEEN if said else ())))
    return [x for x in found if _may_be(symbol, Rational(int(x.p), int(x.q)), said)]


def _may_be(symbol: Symbol, value: Rational, said: Sequence[Relational]) -> bool:
    """Tell whether a number has a declared property, and what hypotheses say of it alone."""
    return fits_assumptions(symbol, value) and all(each.subs(symbol, value) != false for each in said)


def _is_worth_trying(part: Basic) -> bool:
    return isinstance(part, Rational) and abs(part) not in (0, 1, 2) and max(abs(part.p), part.q) <= LARGEST_LITERAL


def _simplicity(number: fmpq) -> tuple[int, int, int]:
    return int(number.q), abs(int(number.p)), int(number.p)


def _simplest_first(choices: Sequence[Sequence[fmpq]]) -> Iterator[tuple[fmpq, ...]]:
    """Yield all combinations of one from each, by the sum of their places, then lexicographically by these.

    >>> [tuple(map(int, each)) for each in _simplest_first([[1, 2], [3, 4]])]
    [(1, 3), (1, 4), (2, 3), (2, 4)]
    """
    for total in range(sum(map(len, choices)) - len(choices) + 1):
        for places in _places([len(choice) for choice in choices], total):
            yield tuple(choice[place] for choice, place in zip(choices, places, strict=True))


def _places(lengths: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    if not lengths:
        if total == 0:
            yield ()
        return
    for first in range(min(total, lengths[0] - 1) + 1):
        for others in _places(lengths[1:], total - first):
            yield first, *others
