"""Determinants of any numbers that can be added and multiplied, by Laplace's expansion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def expanded(rows: Sequence[Sequence[Any]]) -> Any:
    """Return the determinant of a square matrix that is given by its rows, expanded by the first of them.

    >>> expanded([[1, 2], [3, 4]])
    -2
    """
    first, *others = rows
    if not others:
        return first[0]
    minors = ([[*row[:k], *row[k + 1 :]] for row in others] for k in range(len(first)))
    terms = [entry * expanded(minor) for entry, minor in zip(first, minors, strict=True)]
    return sum(terms[2::2], terms[0]) - sum(terms[3::2], terms[1])
