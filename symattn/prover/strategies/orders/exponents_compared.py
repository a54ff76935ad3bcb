"""Compare products of exponentials and of positive numbers by their exponents: eᵘ ≤ eᵛ where u ≤ v.

Nothing is lost by it, for the exponential is increasing; a positive number b is e to its logarithm.

No row: all of the goal is replaced by another one, between the exponents.
"""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app
from ...library.facts import fact
from ...logic.derived_rules import right
from ...logic.formulas import LOG, ZERO, le, lt, minus, number, plus, times
from ...logic.parts import args_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, divided, factors, product_term, read_polynomial
from ...normal.positivity import positive
from ..core.goals import attempted
from .lifting import sign_of_multiple


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
    u, v = (exponent_of(normaliser, divided(m, shared) or (), with_logarithms=False) for m in (low, high))
    w = times(number(polynomial[high]), product_term(factors(shared)))
    if u is None or v is None or positive(normaliser, w) is None:
        return None
    order = attempted(lambda: prove((lt if strict else le)(u, v)))
    if order is None:
        return None
    values = fact("exp_lt" if strict else "exp_le", {}, u, v, premises=(order,))
    return sign_of_multiple(normaliser, w, values, t)


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
