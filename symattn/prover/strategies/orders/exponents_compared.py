"""Compare products of exponentials and of positive numbers by their exponents: eᵘ ≤ eᵛ where u ≤ v.

Nothing is lost by it, for the exponential is increasing; a positive number b is e to its logarithm.

No row: all of the goal is replaced by another one, between the exponents.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app
from ...library.facts import infer
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import ap_term, right
from ...logic.formulas import EXP, LOG, ZERO, minus, number, plus, times
from ...logic.parts import operand
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, atoms_of, divided, factors, product_term, read_polynomial
from ...normal.positivity import positive
from ..core.goals import attempted
from ..core.search import Ask
from .comparisons import SAY, Compared, of_multiple


def sign_by_exponents(
    normaliser: Normaliser, t: Term, relation: str, prove: Callable[[Term], Theorem]
) -> Theorem | None:
    """Return ⊢ 0 R t for a normal term t = w·(y − x) from log x R log y, or None; x, y and w are positive.

    Unless R is =, x and y are made of exponentials alone.  ``prove`` proves a goal or raises.
    """
    polynomial = read_polynomial(t)
    exponentials = any(operand(atom, "exp") for atom in atoms_of(polynomial))
    if len(polynomial) != 2 or sum(polynomial.values()) != 0 or not exponentials:
        return None
    high, low = sorted(polynomial, key=lambda m: polynomial[m], reverse=True)
    shared = tuple((atom, min(e, dict(low)[atom])) for atom, e in high if atom in dict(low))
    pair = [divided(m, shared) or () for m in (low, high)]
    if relation != "=" and any(operand(atom, "exp") is None for m in pair for atom, _ in m):
        return None
    x, y = (product_term(factors(m)) for m in pair)
    w = times(number(polynomial[high]), product_term(factors(shared)))
    first, second = positive(normaliser, x), positive(normaliser, y)
    if first is None or second is None or positive(normaliser, w) is None:
        return None
    order = attempted(prove, SAY[relation](app(LOG, x), app(LOG, y)))
    if order is None:
        return None
    raised = ap_term(EXP, order) if relation == "=" else infer("exp_lt" if relation == "<" else "exp_le", order)
    values = rewrite_proposition(raised, infer("exp_log", first), infer("exp_log", second))
    return of_multiple(normaliser, w, values, t)


def by_exponents(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b from equal exponents, or return None."""
    return goal.by_sign(sign_by_exponents(ask.normaliser, goal.t, "=", ask.at_most(cases=1, slopes=0).prove))


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
    weight = None if v is ZERO else divided(rest, other)
    exponent = ZERO if weight is None else right(normaliser.normal(plus(u, minus(v))))
    return None if weight is None or exponent is ZERO else times(product_term(factors(weight)), app(EXP, exponent))
