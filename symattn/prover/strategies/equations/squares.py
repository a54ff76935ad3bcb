"""Prove that two numbers are equal by squares: |zw| = |z|·|w|, √(cos² + sin²) = 1; x = y where (x − y)² ≤ 0."""

from __future__ import annotations

from contextlib import suppress

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Term, const
from ...library.facts import fact
from ...logic.cached_rules import ring
from ...logic.conversions import replaced, to
from ...logic.derived_rules import chain, right, symmetric
from ...logic.formulas import ZERO, minus, plus, times
from ...logic.parts import occurs
from ...normal.context import BudgetExceeded
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ...normal.positivity import nonnegative
from ..orders.inequalities import prove_sign
from ..orders.lifting import moved_to
from .combination import combined
from .denominators import equal_fractions

MOST_PARTS = 2  # of a difference whose square is bounded


def equal_by_squares(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b where neither is negative and their squares are equal, or None.

    It is tried where a root stands in one of them, or an equation is among the hypotheses.
    """
    first, second = normaliser.normal(a), normaliser.normal(b)
    u, v = right(first), right(second)
    known = (truth.sides for truth in normaliser.context.truths)
    told = any(pair is not None and pair[0].type is REAL for pair in known)
    if not told and not any(occurs(const("sqrt"), side) for side in (u, v)):
        return None
    with suppress(BudgetExceeded):  # then what was left before is the better answer
        signs = [nonnegative(normaliser, side) for side in (u, v)]
        if signs[0] is None or signs[1] is None:
            return None
        squares = _same(normaliser, times(u, u), times(v, v))
        if squares is not None:
            equal = fact("equal_of_squares", {}, u, v, premises=(signs[0], signs[1], squares))
            return chain(first, equal, symmetric(second))
    return None


def _same(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b by normal forms, by clearing denominators or from hypotheses, or None."""
    first, second = normaliser.normal(a), normaliser.normal(b)
    if right(first) is right(second):
        return chain(first, symmetric(second))
    return equal_fractions(normaliser, a, b) or combined(normaliser, a, b)


def equal_by_no_distance(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b where what is known bounds (a − b)² by 0, or None; without hypotheses there is nothing to try."""
    if not normaliser.context.truths:
        return None
    distance = plus(a, minus(b))
    parts = read_polynomial(right(normaliser.normal(distance)))
    if len(parts) > MOST_PARTS or any(occurs(const("inv"), atom) for monomial in parts for atom, _ in monomial):
        return None
    square = times(distance, distance)
    normal = normaliser.normal(minus(square))
    with suppress(BudgetExceeded):
        found = prove_sign(normaliser, right(normal), False)
        if found is None:
            return None
        below = moved_to(moved_to(found, normal, False), ring(plus(ZERO, minus(square)), minus(square)), False)
        below = fact("le_of_nonneg", {}, square, ZERO, premises=(below,))
        nothing = fact("le_antisym", {}, square, ZERO, premises=(below, fact("square_nonneg", {}, distance)))
        zero = fact("square_zero", {}, distance, premises=(nothing,))
        return to(replaced(ring(a, plus(distance, b)), zero), b)
    return None
