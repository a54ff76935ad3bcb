"""Prove that two numbers are equal by squares: |zw| = |z|·|w|, √(cos² + sin²) = 1; x = y where (x − y)² ≤ 0."""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, const
from ...library.facts import fact, infer
from ...limits import MOST_REPLACED
from ...logic.derived_rules import right
from ...logic.formulas import ZERO, minus, plus, times
from ...logic.parts import occurs
from ...normal.polynomials import atoms_of, read_polynomial
from ...normal.positivity import nonnegative
from ..core.goals import attempted
from ..core.search import Ask
from ..orders.comparisons import Compared, moved_to
from ..orders.inequalities import prove_sign
from .denominators import equal_by_algebra


def by_squares(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b where neither is negative and their squares are equal, or return None.

    It is tried where a root stands in one of them, or an equation is among the hypotheses.
    """
    u, v = goal.normal
    known = (truth.sides for truth in ask.context.truths)
    told = any(pair is not None and pair[0].type is REAL for pair in known)
    if not told and not any(occurs(const("sqrt"), side) for side in (u, v)):
        return None
    signs = [nonnegative(ask.normaliser, side) for side in (u, v)]
    if signs[0] is None or signs[1] is None:
        return None
    squares = equal_by_algebra(ask.normaliser, times(u, u), times(v, v))
    if squares is None:
        return None
    return goal.by_forms(infer("equal_of_squares", signs[0], signs[1], squares))


def by_no_distance(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b where what is known bounds (a − b)² by 0, or return None; without hypotheses nothing is tried."""
    if not ask.context.truths:
        return None
    parts = read_polynomial(goal.t)
    if len(parts) > MOST_REPLACED or any(occurs(const("inv"), atom) for atom in atoms_of(parts)):
        return None
    square = times(goal.t, goal.t)
    normal = ask.normaliser.normal(plus(ZERO, minus(square)))
    found = attempted(prove_sign, ask.normaliser, right(normal), False)
    if found is None:
        return None
    below = fact("le_of_nonneg", square, ZERO, premises=(moved_to(found, normal),))
    nothing = infer("le_antisym", below, fact("square_nonneg", goal.t))
    return goal.by_zero(infer("square_zero", nothing))
