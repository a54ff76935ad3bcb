"""Prove an equation without what both sides have in common: h·a + c = h·b + c where a = b."""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import app, equation
from ...logic.cached_rules import refl
from ...logic.conversions import rearranged, to
from ...logic.derived_rules import ap_term, binary, left, right
from ...logic.formulas import ADD, MUL, ZERO, minus
from ...normal.polynomials import apart, factors, polynomial_term, product_term, read_polynomial, shared_and_rest
from ..core.goals import Equal, attempted
from ..core.search import Ask


def without_common_factors(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b from what is left of the normal forms without common terms and factors, or return None."""
    difference = ask.normaliser.normal(goal.difference)
    polynomial = read_polynomial(right(difference))
    shared, rest = shared_and_rest(polynomial)
    low, high = map(polynomial_term, apart(rest))
    if {high, low} == set(goal.normal):
        return None
    same = attempted(lambda: ask.at_most(cases=1, slopes=0).prove(equation(high, low)))
    if same is None:
        return None
    h = product_term(factors(shared))
    zero = ap_term(app(MUL, h), to(binary(ADD, same, refl(minus(low))), ZERO))
    return goal.by_difference(difference, rearranged(right(difference), left(zero)), to(zero, ZERO))
