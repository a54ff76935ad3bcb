"""Cancel whole sums in fractions: u·u⁻¹ = 1 for a polynomial u of several terms that is proved nonzero.

Multiplying out hides u in the monomials that carry u⁻¹.  They are collected again, divided by u as polynomials, and the
quotient loses the factor u·u⁻¹.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem
from ...kernel.terms import Term
from ..library.facts import infer
from ..logic.cached_rules import ring
from ..logic.conversions import replaced, to
from ..logic.formulas import inv, plus, times
from ..logic.parts import operand
from .normalising import Normalising
from .polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    divided,
    monomial_key,
    multiply,
    parted,
    polynomial_term,
    read_polynomial,
    without,
)
from .positivity import nonzero


def cancel(normaliser: Normalising, t: Term, polynomial: Polynomial) -> Theorem | None:
    """Return ⊢ t = t' with some u·u⁻¹ cancelled in the canonical polynomial t, or None."""
    for inverse in inverses(polynomial):
        u = operand(inverse, "inv") or inverse
        divisor = read_polynomial(u)
        carried = {without(m, inverse): c for m, c in polynomial.items() if dict(m).get(inverse, 0) == 1}
        quotient, rest = divide(carried, divisor)
        if not quotient or len(rest) + len(quotient) > len(carried):
            continue
        premise = nonzero(normaliser, u)
        if premise is None:
            continue
        others = {m: c for m, c in polynomial.items() if dict(m).get(inverse, 0) != 1}
        q, r, p = (polynomial_term(part) for part in (quotient, rest, others))
        shown = ring(t, plus(times(q, times(u, inv(u))), plus(times(r, inverse), p)))
        shown = replaced(shown, infer("inv_mul", premise))
        return to(shown, plus(q, plus(times(r, inverse), p)))
    return None


def inverses(polynomial: Polynomial) -> list[Term]:
    """Return the inverses of sums among the atoms, in the order of the polynomial's monomials."""
    return [atom for atom in atoms_of(polynomial) if (u := operand(atom, "inv")) and len(read_polynomial(u)) > 1]


def divide(polynomial: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return quotient and rest of a division by the divisor's leading monomial.

    The leading monomial is the greatest by degree, then by the order of atoms; a bound on the steps guards against
    orders that are not compatible with multiplication.
    """
    lead = max(divisor, key=monomial_key)
    quotient: dict[Monomial, Fraction] = {}
    rest = dict(polynomial)
    for _ in range(4 * len(polynomial)):
        found = next(((m, factor) for m in rest if (factor := divided(m, lead)) is not None), None)
        if found is None:
            break
        monomial, factor = found
        coefficient = rest[monomial] / divisor[lead]
        quotient[factor] = quotient.get(factor, Fraction(0)) + coefficient
        for m, c in divisor.items():
            product = multiply(factor, m)
            rest[product] = rest.get(product, Fraction(0)) - coefficient * c
        rest = {m: c for m, c in rest.items() if c}
    return {m: c for m, c in quotient.items() if c}, rest


def cleared(normaliser: Normalising, t: Term, u: Term, one: Theorem) -> Theorem:
    """Return ⊢ t·u = t' with u·u⁻¹ taken out of a canonical polynomial t, from ⊢ u·u⁻¹ = 1, and t' in normal form."""
    polynomial, v = read_polynomial(t), inv(u)
    quotient, others = parted(polynomial, v)
    parts = plus(times(polynomial_term(others), u), times(times(u, v), polynomial_term(quotient)))
    return normaliser.then(replaced(ring(times(t, u), parts), one))
