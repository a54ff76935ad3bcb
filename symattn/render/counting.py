"""Counts with their nouns, and remarks on outcomes, without SymPy."""

from __future__ import annotations

from typing import Any

#: The remark on an equation that SymPy had made trivial before symattn saw it, as x/x becomes 1.
TRIVIAL = "As SymPy reads what is written, both sides are the same expression."


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun.

    >>> counted(1, "axiom"), counted(2001, "axiom")
    ('1 axiom', '2,001 axioms')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def is_in_doubt(record: Any) -> bool:
    """Tell whether a verdict is the declared one and yet fails a check, as a proof that is possibly vacuous does."""
    return bool(record.verdict == record.expected and not record.as_declared)


def came_out(record: Any) -> str:
    """Say the verdict, and that it is in doubt where it is."""
    return f"{record.verdict}, but in doubt" if is_in_doubt(record) else str(record.verdict)
