"""Prove that products of exponentials and of positive numbers are equal by their logarithms: eᵘ = eᵛ where u = v."""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import app, equation
from ...library.facts import infer
from ...logic.derived_rules import ap_term, chain, symmetric
from ...logic.formulas import EXP, LOG
from ...logic.parts import operand
from ...normal.polynomials import atoms_of, read_polynomial
from ...normal.positivity import positive
from ..core.goals import Equal, attempted
from ..core.search import Ask


def by_exponents(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b for positive products with exponentials from log a = log b, or return None."""
    a, b = goal.normal
    sides = [read_polynomial(side) for side in (a, b)]
    if any(len(side) != 1 for side in sides) or not any(operand(atom, "exp") for atom in atoms_of(*sides)):
        return None
    first, second = positive(ask.normaliser, a), positive(ask.normaliser, b)
    if first is None or second is None:
        return None
    same = attempted(lambda: ask.at_most(cases=1, slopes=0).prove(equation(app(LOG, a), app(LOG, b))))
    if same is None:
        return None
    return goal.by_normal(chain(symmetric(infer("exp_log", first)), ap_term(EXP, same), infer("exp_log", second)))
