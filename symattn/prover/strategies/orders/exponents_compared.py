"""Compare products of exponentials and of positive numbers by their exponents: eᵘ ≤ eᵛ where u ≤ v.

Nothing is lost by it, for the exponential is increasing; a positive number b is e to its logarithm.

No row: all of the goal is replaced by another one, between the exponents.
"""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app
from ...library.facts import fact
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import right
from ...logic.formulas import EXP, LOG, ZERO, le, lt, minus, number, plus, times
from ...logic.parts import args_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, product_term, read_polynomial
from ...normal.positivity import distinct, positive
from ..core.goals import attempted


def sign_by_exponents(
    normaliser: Normaliser, t: Term, strict: bool, prove: Callable[[Term], Theorem]
) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term t = c·(eᵛ − eᵘ)·w with w > 0 from u ≤ v or u < v, or None.

    ``prove`` proves a goal or raises.
    """
    polynomial = read_polynomial(t)
    if len(polynomial) != 2 or sum(polynomial.values()) != 0:
        return None
    high, low = sorted(polynomial, key=lambda m: polynomial[m], reverse=True)
    if not any(args_of(atom, "exp", 1) for m in (high, low) for atom, _ in m):
        return None
    shared = tuple((atom, min(e, dict(low)[atom])) for atom, e in high if atom in dict(low))
    exponents = [exponent_of(normaliser, _over(m, shared), with_logarithms=False) for m in (low, high)]
    w = times(number(polynomial[high]), product_term([atom for atom, e in shared for _ in range(e)]))
    weight = positive(normaliser, w)
    if exponents[0] is None or exponents[1] is None or weight is None:
        return None
    u, v = exponents[0], exponents[1]
    order = attempted(lambda: prove((lt if strict else le)(u, v)))
    if order is None:
        return None
    values = app(EXP, u), app(EXP, v)
    order = fact("exp_lt" if strict else "exp_le", {}, u, v, premises=(order,))
    gap = fact("sub_pos" if strict else "sub_nonneg", {}, *values, premises=(order,))
    if not strict:
        weight = fact("lt_le", {}, ZERO, w, premises=(weight,))
    difference = plus(values[1], minus(values[0]))
    product = fact("mul_pos" if strict else "le_mul", {}, w, difference, premises=distinct(weight, gap))
    normal = normaliser.normal(times(w, difference))
    return rewrite_proposition(product, normal) if right(normal) is t else None


def exponent_of(normaliser: Normaliser, monomial: Monomial, with_logarithms: bool) -> Term | None:
    """Return u with m = eᵘ for a product of exponentials, and of positive numbers if u may have logarithms, or None."""
    total: Term = ZERO
    for atom, e in monomial:
        exponent, inverse = args_of(atom, "exp", 1), args_of(atom, "inv", 1)
        if exponent is not None:
            part = exponent[0]
        elif with_logarithms and inverse is not None and positive(normaliser, inverse[0]) is not None:
            part = minus(app(LOG, inverse[0]))
        elif with_logarithms and positive(normaliser, atom) is not None:
            part = app(LOG, atom)
        else:
            return None
        total = plus(total, times(number(e), part))
    return right(normaliser.normal(total))


def _over(monomial: Monomial, divisor: Monomial) -> Monomial:
    powers = dict(divisor)
    return tuple((atom, left) for atom, e in monomial if (left := e - powers.get(atom, 0)))
