"""Prove that products of exponentials and of positive numbers are equal by their exponents: eᵘ = eᵛ where u = v."""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import app, equation
from ...logic.derived_rules import ap_term, chain, right, symmetric
from ...logic.formulas import EXP, MUL, number, times
from ...logic.parts import operand
from ...normal.polynomials import atoms_of, read_polynomial
from ..core.goals import Equal, attempted
from ..core.search import Ask
from ..orders.exponents_compared import exponent_of


def by_exponents(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b for products of powers of positive numbers whose exponents are equal, or return None."""
    sides = [read_polynomial(side) for side in goal.normal]
    if any(len(side) != 1 for side in sides):
        return None
    (high, c), (low, d) = (next(iter(side.items())) for side in sides)
    if c != d or not any(operand(atom, "exp") for atom in atoms_of(*sides)):
        return None
    u, v = (exponent_of(ask.normaliser, m, with_logarithms=True) for m in (high, low))
    if u is None or v is None:
        return None
    same = attempted(lambda: ask.at_most(cases=1, slopes=0).prove(equation(u, v)))
    scaled = [ask.normaliser.normal(times(number(c), app(EXP, exponent))) for exponent in (u, v)]
    if same is None or tuple(map(right, scaled)) != goal.normal:
        return None
    equal = ap_term(app(MUL, number(c)), ap_term(EXP, same))
    return goal.by_normal(chain(symmetric(scaled[0]), equal, scaled[1]))
