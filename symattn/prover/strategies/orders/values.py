"""Ways to make further values of those that were met, for the rows that name them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from ....kernel.terms import Term
from ...logic.formulas import inv, times
from .readings import Place


def _inverses(place: Place, met: Sequence[Term], free: Sequence[Term]) -> list[Term]:
    """Return the inverses of what was met."""
    return [inv(t) for t in met]


def _ratios(place: Place, met: Sequence[Term], free: Sequence[Term]) -> list[Term]:
    """Return u/v and t·u/v under a sum, for the numbers u and v that were met outside of sums, and t that was met."""
    ratios = [times(u, inv(v)) for u, v in permutations(free, 2)] if place.binders else []
    return [*ratios, *(times(t, ratio) for t in met for ratio in ratios)]


#: Of the place of a trigger, of what was met, seen from there, and of what was met outside of sums, further values.
MADE: dict[str, Callable[[Place, Sequence[Term], Sequence[Term]], list[Term]]] = {
    "inverses": _inverses,
    "ratios": _ratios,
}
