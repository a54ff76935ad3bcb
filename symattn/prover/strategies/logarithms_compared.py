"""Prove an equation between sums of logarithms by its exponentials: a = b where exp (k·a) = exp (k·b) for a k ≥ 1."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import lcm

from ...kernel.rules import Theorem
from ...kernel.terms import Term, app
from ..library.facts import fact
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ap_term, binary, chain, left, right, symmetric
from ..logic.formulas import ADD, EXP, LOG, MUL, ZERO, minus, number, plus, times
from ..logic.parts import is_application_of, occurs
from ..normal.context import BudgetExceeded
from ..normal.normaliser import Normaliser
from ..normal.polynomials import polynomial_term, read_polynomial
from .denominators import equal_fractions

MOST_MULTIPLES = 12


def equal_by_exponentials(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b where logarithms stand in the difference and the exponentials have none, or None."""
    difference = normaliser.normal(plus(a, minus(b)))
    polynomial = read_polynomial(right(difference))
    logs = [c for m, c in polynomial.items() if len(m) == 1 and is_application_of(m[0][0], "log", 1) is not None]
    scale = lcm(*(c.denominator for c in logs)) if logs else 0
    if not 0 < scale <= MOST_MULTIPLES:
        return None
    above = polynomial_term({m: scale * c for m, c in polynomial.items() if c > 0})
    below = polynomial_term({m: -scale * c for m, c in polynomial.items() if c < 0})
    found = None
    with suppress(BudgetExceeded):  # then what was left before is the better answer
        found = _same(normaliser, app(EXP, above), app(EXP, below))
    if found is None:
        return None
    fraction = number(Fraction(1, scale))
    same = fact("exp_injective", {}, above, below, premises=(found,))
    gap = binary(ADD, same, refl(minus(below)))  # in this place alone: what is below may speak of what is above
    scaled = chain(ring(right(difference), times(fraction, left(gap))), ap_term(app(MUL, fraction), gap))
    gap = to(scaled, ZERO)
    return to(replaced(ring(a, plus(plus(a, minus(b)), b)), chain(difference, gap)), b)


def _same(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    first, second = normaliser.normal(a), normaliser.normal(b)
    if right(first) is right(second):
        return chain(first, symmetric(second))
    if any(occurs(LOG, right(side)) for side in (first, second)):
        return None
    return equal_fractions(normaliser, a, b)
