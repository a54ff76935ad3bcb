"""Prove an equation without what both sides have in common: h·a + c = h·b + c where a = b."""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app, equation
from ...logic.cached_rules import refl
from ...logic.conversions import rearranged, to
from ...logic.derived_rules import ap_term, binary, left, right
from ...logic.formulas import ADD, MUL, ZERO, minus
from ...normal.polynomials import Polynomial, apart, factors, polynomial_term, product_term, read_polynomial
from ..core.goals import Equal, attempted
from ..core.search import Ask


def without_common_factors(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b from what is left of the normal forms without common terms and factors, or return None."""
    difference = ask.normaliser.normal(goal.difference)
    polynomial = read_polynomial(right(difference))
    h, rest = shared_and_rest(polynomial)
    low, high = map(polynomial_term, apart(rest))
    if {high, low} == set(goal.normal):
        return None
    same = attempted(lambda: ask.at_most(cases=1, slopes=0).prove(equation(high, low)))
    if same is None:
        return None
    zero = ap_term(app(MUL, h), to(binary(ADD, same, refl(minus(low))), ZERO))
    return goal.by_difference(difference, rearranged(right(difference), left(zero)), to(zero, ZERO))


def shared_and_rest(polynomial: Polynomial) -> tuple[Term, Polynomial]:
    """Return h and q with h·q = p, where h is the product of what stands in every monomial of a polynomial p."""
    first, *others = map(dict, polynomial) if polynomial else [dict[Term, int]()]
    shared = {x: least for x, e in first.items() if (least := min([e, *(m.get(x, 0) for m in others)]))}
    rest = {tuple((x, more) for x, e in m if (more := e - shared.get(x, 0))): c for m, c in polynomial.items()}
    return product_term(factors(tuple(shared.items()))), rest
