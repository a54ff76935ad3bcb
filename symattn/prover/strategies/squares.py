"""Prove that two numbers that are not negative are equal by their squares: |zw| = |z|·|w|, √(cos² + sin²) = 1."""

from __future__ import annotations

from contextlib import suppress

from ...kernel.rules import Theorem
from ...kernel.terms import Term, const
from ..library.facts import fact
from ..logic.derived_rules import chain, right, symmetric
from ..logic.formulas import times
from ..logic.parts import occurs
from ..normal.context import BudgetExceeded
from ..normal.normaliser import Normaliser
from ..normal.positivity import nonnegative
from .denominators import equal_fractions


def equal_by_squares(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b where a root stands in one of them, neither is negative and their squares are equal, or None."""
    first, second = normaliser.normal(a), normaliser.normal(b)
    u, v = right(first), right(second)
    if not any(occurs(const("sqrt"), side) for side in (u, v)):
        return None
    with suppress(BudgetExceeded):  # then what was left before is the better answer
        signs = [nonnegative(normaliser, side) for side in (u, v)]
        if signs[0] is None or signs[1] is None:
            return None
        squares = _same(normaliser, times(u, u), times(v, v))
        if squares is not None:
            premises = tuple(dict.fromkeys((signs[0], signs[1], squares)))
            return chain(first, fact("equal_of_squares", {}, u, v, premises=premises), symmetric(second))
    return None


def _same(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b by normal forms, or by clearing denominators, or None."""
    first, second = normaliser.normal(a), normaliser.normal(b)
    if right(first) is right(second):
        return chain(first, symmetric(second))
    return equal_fractions(normaliser, a, b)
