"""Prove that two numbers are equal by squares: |zw| = |z|·|w|, √(cos² + sin²) = 1."""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, const
from ...library.facts import infer
from ...logic.formulas import times
from ...logic.parts import occurs
from ...normal.positivity import nonnegative
from ..core.search import Ask
from ..orders.comparisons import Compared
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
