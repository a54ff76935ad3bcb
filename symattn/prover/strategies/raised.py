"""Inequalities between logarithms by their exponentials: a ≤ b where exp (k·a) ≤ exp (k·b) for a k ≥ 1."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from ...kernel.rules import Theorem
from ...kernel.terms import Term, app
from ..library.facts import fact
from ..library.literals import positive_literal
from ..logic.cached_rules import ring
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import ProofError, right
from ..logic.formulas import EXP, LOG, ZERO, le, lt, minus, number, plus, times
from ..logic.parts import is_application_of, occurs
from ..normal.normaliser import Normaliser
from ..normal.polynomials import polynomial_term, read_polynomial

MOST_MULTIPLES = 12


def sign_by_exponentials(
    normaliser: Normaliser, t: Term, strict: bool, prove: Callable[[Term], Theorem]
) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term t with logarithms that its exponential has not, or None.

    ``prove`` proves a goal or raises.
    """
    polynomial = read_polynomial(t)
    logs = [c for m, c in polynomial.items() if len(m) == 1 and is_application_of(m[0][0], "log", 1) is not None]
    scale = lcm(*(c.denominator for c in logs)) if logs else 0
    if not 0 < scale <= MOST_MULTIPLES:
        return None
    above = polynomial_term({m: scale * c for m, c in polynomial.items() if c > 0})
    below = polynomial_term({m: -scale * c for m, c in polynomial.items() if c < 0})
    low, high = app(EXP, below), app(EXP, above)
    if any(occurs(LOG, right(normaliser.normal(side))) for side in (low, high)):
        return None
    try:
        found = prove((lt if strict else le)(low, high))
    except ProofError:
        return None
    order = fact("lt_of_exp" if strict else "le_of_exp", {}, below, above, premises=(found,))
    gap = fact("sub_pos" if strict else "sub_nonneg", {}, below, above, premises=(order,))
    part, difference = number(Fraction(1, scale)), plus(above, minus(below))
    weight = positive_literal(Fraction(1, scale))
    if weight is None:
        return None
    if not strict:
        weight = fact("lt_le", {}, ZERO, part, premises=(weight,))
    premises = (weight,) if weight.conclusion is gap.conclusion else (weight, gap)
    product = fact("mul_pos" if strict else "le_mul", {}, part, difference, premises=premises)
    return rewrite_proposition(product, ring(times(part, difference), t))
