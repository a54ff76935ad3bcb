"""Compare products of exponentials and of positive numbers by their exponents: eᵘ ≤ eᵛ where u ≤ v.

Nothing is lost by it, for the exponential is increasing; a positive number b is e to its logarithm.

No row: all of the goal is replaced by another one, between the exponents.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app
from ...library.facts import infer
from ...logic.derived_rules import right
from ...logic.formulas import EXP, LOG, ZERO, le, lt, minus, number, plus, times
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
    parts = [exponent_and_rest(divided(m, shared) or ()) for m in (low, high)]
    u, v = (right(normaliser.normal(exponent)) for exponent, _ in parts)
    w = times(number(polynomial[high]), product_term(factors(shared)))
    if any(rest for _, rest in parts) or positive(normaliser, w) is None:
        return None
    order = attempted(lambda: prove((lt if strict else le)(u, v)))
    if order is None:
        return None
    values = infer("exp_lt" if strict else "exp_le", order)
    return sign_of_multiple(normaliser, w, values, t)


def exponent_and_rest(monomial: Monomial, numbers: Container[Term] = ()) -> tuple[Term, Monomial]:
    """Return u and w with m = w·eᵘ, where w has no exponential and none of some numbers, which are e to a logarithm."""
    exponent: Term = ZERO
    rest = []
    for atom, e in monomial:
        inside = operand(atom, "exp")
        if inside is None and atom not in numbers:
            rest.append((atom, e))
        else:
            exponent = plus(exponent, times(number(e), app(LOG, atom) if inside is None else inside))
    return exponent, tuple(rest)


def quotient_of_exponentials(normaliser: Normaliser, m: Monomial, part: Monomial) -> Term | None:
    """Return w·eᵘ⁻ᵛ for monomials m = w·c·eᵘ and c·eᵛ, or None where u is v or v is 0, or they are none such."""
    (u, rest), (v, other) = exponent_and_rest(m), exponent_and_rest(part)
    exponent, weight = right(normaliser.normal(plus(u, minus(v)))), divided(rest, other)
    if v is ZERO or exponent is ZERO or weight is None:
        return None
    return times(product_term(factors(weight)), app(EXP, exponent))
