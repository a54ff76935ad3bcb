"""Natural numbers as terms: 0, successors, sums, numerals in binary, and their values in ℝ."""

from __future__ import annotations

from ...kernel.terms import NAT, Size, Term, app, const, literal
from .formulas import nat_of

NONE = literal(0, NAT)
SUC, REAL_OF = const("suc"), const("real")
UNIT_NAT = app(SUC, NONE)


def suc(t: Term) -> Term:
    """Return t + 1 for a natural number."""
    return app(SUC, t)


def nadd(s: Term, t: Term) -> Term:
    """Return s + t for natural numbers."""
    return app(const("nadd"), s, t)


def real(t: Term) -> Term:
    """Return a natural number as a real number."""
    return app(REAL_OF, t)


def count(size: Size) -> Term:
    """Return a size as a natural number: one more than the position of the last index."""
    return suc(nat_of(const("last", size)))


def numeral(value: int) -> Term:
    """Return a natural number in binary: 0, 1, twice a number, or one more than that."""
    if value < 2:
        return suc(NONE) if value else NONE
    half = numeral(value // 2)
    return suc(nadd(half, half)) if value % 2 else nadd(half, half)
