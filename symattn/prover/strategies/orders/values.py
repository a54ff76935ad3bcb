"""Ways to make further values of those that were met, for the rows that name them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from ....kernel.terms import REAL, Term, abstract
from ...logic.derived_rules import right
from ...logic.formulas import ONE, inv, times, total
from ...logic.parts import index_size
from ...normal.normaliser import Normaliser
from ...normal.polynomials import polynomial_term
from ...normal.positivity import positive
from .readings import Place


def _inverses(normaliser: Normaliser, place: Place, met: Sequence[Term], free: Sequence[Term]) -> list[Term]:
    """Return the inverses of what was met."""
    return [inv(t) for t in met]


def _ratios(normaliser: Normaliser, place: Place, met: Sequence[Term], free: Sequence[Term]) -> list[Term]:
    """Return u/v and t·u/v under a sum, for the numbers u and v that were met outside of sums, and t that was met."""
    ratios = [times(u, inv(v)) for u, v in permutations(free, 2)] if place.binders else []
    return [*ratios, *(times(t, ratio) for t in met for ratio in ratios)]


def _mean(normaliser: Normaliser, place: Place, met: Sequence[Term], free: Sequence[Term]) -> list[Term]:
    """Return the mean Σ w·y / Σ w of the number y at a place Σ w·p under one sum."""
    if len(place.binders) != 1:
        return []
    (x,) = place.binders
    y = next(t for v, t in place.values if v.type is REAL)
    found = []
    for monomial, coefficient in place.weight.items():
        weight = polynomial_term({monomial: coefficient})
        share, moment = (total(index_size(x), abstract(x, t)) for t in (weight, times(weight, y)))
        whole = right(normaliser.normal(share))
        if whole is ONE or positive(normaliser, whole) is not None:
            found.append(right(normaliser.normal(times(moment, inv(share)))))
    return found


#: Of the place of a trigger, of what was met, seen from there, and of what was met outside of sums, further values.
MADE: dict[str, Callable[[Normaliser, Place, Sequence[Term], Sequence[Term]], list[Term]]] = {
    "inverses": _inverses,
    "ratios": _ratios,
    "mean": _mean,
}
