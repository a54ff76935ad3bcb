"""Compare products of exponentials and of positive numbers by their exponents: eᵘ ≤ eᵛ where u ≤ v.

Nothing is lost by it, for the exponential is increasing; a positive number b is e to its logarithm.

No row: all of the goal is replaced by another one, between the exponents.
"""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app
from ...library.facts import infer
from ...logic.derived_rules import right
from ...logic.formulas import LOG, ZERO, le, lt, number, plus, times
from ...logic.parts import operand
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, atoms_of, divided, factors, product_term, read_polynomial
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
    if not any(operand(atom, "exp") for atom in atoms_of(polynomial)):
        return None
    shared = tuple((atom, min(e, dict(low)[atom])) for atom, e in high if atom in dict(low))
    u, v = (exponent_of(normaliser, divided(m, shared) or (), with_logarithms=False) for m in (low, high))
    w = times(number(polynomial[high]), product_term(factors(shared)))
    if u is None or v is None or positive(normaliser, w) is None:
        return None
    order = attempted(lambda: prove((lt if strict else le)(u, v)))
    if order is None:
        return None
    values = infer("exp_lt" if strict else "exp_le", order)
    return sign_of_multiple(normaliser, w, values, t)


def exponent_of(normaliser: Normaliser, monomial: Monomial, with_logarithms: bool) -> Term | None:
    """Return u with m = eᵘ for a product of exponentials, and of positive numbers if u may have logarithms, or None."""

    def has_logarithm(t: Term) -> bool:
        return with_logarithms and positive(normaliser, t) is not None

    exponent, rest = exponent_and_rest(monomial, has_logarithm)
    return None if rest else right(normaliser.normal(exponent))


def exponent_and_rest(monomial: Monomial, has_logarithm: Callable[[Term], bool]) -> tuple[Term, Monomial]:
    """Return u and w with m = w·eᵘ, where w has no exponential and nothing that ``has_logarithm``."""
    exponent: Term = ZERO
    rest = []
    for atom, e in monomial:
        inside = operand(atom, "exp")
        if inside is None and not has_logarithm(atom):
            rest.append((atom, e))
        else:
            exponent = plus(exponent, times(number(e), app(LOG, atom) if inside is None else inside))
    return exponent, tuple(rest)
