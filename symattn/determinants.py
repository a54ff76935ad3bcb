"""Determinants of any numbers that can be added and multiplied, in polynomial time and without division.

Source: R. S. Bird, A simple division-free algorithm for computing determinants, *Information Processing Letters* 111
(2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def determinant_of(rows: Sequence[Sequence[Any]]) -> Any:
    """Return the determinant of a square matrix that is given by its rows.

    >>> determinant_of([[1, 2], [3, 4]]), determinant_of([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    (-2, 1)
    """
    places = range(len(rows))
    found = rows
    for _ in places[1:]:
        below: list[Any] = [0] * len(rows)  # minus the entries of the diagonal that come later
        for i in reversed(places[:-1]):
            below[i] = below[i + 1] - found[i + 1][i + 1]
        upper = [[below[i], *found[i][i + 1 :]] for i in places]
        found = [[sum(x * rows[i + k][j] for k, x in enumerate(upper[i])) for j in places] for i in places]
    return found[0][0] if len(rows) % 2 else -found[0][0]
