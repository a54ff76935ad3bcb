"""Cancel whole sums in fractions: u·u⁻¹ = 1 for a polynomial u of several terms that is proved nonzero.

Multiplying out hides u in the monomials that carry u⁻¹.  They are collected again, divided by u as polynomials, and the
quotient loses the factor u·u⁻¹.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem
from ...kernel.terms import App, Term, const
from ..library.facts import infer
from ..logic.cached_rules import ring
from ..logic.conversions import replaced, to
from ..logic.formulas import inv, plus, times
from ..logic.parts import args_of
from .normalising import Normalising
from .polynomials import Monomial, Polynomial, divided, monomial_key, multiply, polynomial_term, read_polynomial
from .positivity import nonzero

INV = const("inv")


def cancel(normaliser: Normalising, t: Term, polynomial: Polynomial) -> Theorem | None:
    """Return ⊢ t = t' with some u·u⁻¹ cancelled in the canonical polynomial t, or None."""
    for inverse in inverses(polynomial):
        (u,) = args_of(inverse, "inv", 1) or [inverse]
        divisor = read_polynomial(u)
        carried = {_without(m, inverse): c for m, c in polynomial.items() if dict(m).get(inverse, 0) == 1}
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
    found: dict[Term, None] = {}
    for monomial in polynomial:
        for atom, _ in monomial:
            if isinstance(atom, App) and atom.function is INV and len(read_polynomial(atom.argument)) > 1:
                found[atom] = None
    return list(found)


def _without(monomial: Monomial, atom: Term) -> Monomial:
    return tuple((other, e) for other, e in monomial if other is not atom)


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
    others = {m: c for m, c in polynomial.items() if v not in dict(m)}
    quotient = {multiply(without, rest): c for m, c in polynomial.items() for without, rest in _split(m, v)}
    parts = plus(times(polynomial_term(others), u), times(times(u, v), polynomial_term(quotient)))
    return normaliser.then(replaced(ring(times(t, u), parts), one))


def _split(monomial: Monomial, v: Term) -> list[tuple[Monomial, Monomial]]:
    """Return a monomial with v as the rest and v once less, or nothing for one without v."""
    exponent = dict(monomial).get(v, 0)
    rest = tuple(pair for pair in monomial if pair[0] is not v)
    return [(rest, ((v, exponent - 1),) if exponent > 1 else ())] if exponent else []
