"""Counts with their nouns, and remarks on outcomes, without SymPy."""

from __future__ import annotations

#: The remark on an equation that SymPy had made trivial before symattn saw it, as x/x becomes 1.
TRIVIAL = "As SymPy reads what is written, both sides are the same expression."


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun.

    >>> counted(1, "axiom"), counted(2001, "axiom")
    ('1 axiom', '2,001 axioms')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
