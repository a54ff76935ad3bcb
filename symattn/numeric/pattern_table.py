"""Matrices of the textbooks, by their entries: cycles, blocks, projections, reflections, distributions."""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from symattn.numeric.exact import Matrix


def _axis(i: int, j: int, up: int, down: int) -> int:
    """Return the entry of the skew matrix of a cross product, with 1 at (up, down)."""
    return ((i, j) == (up, down)) - ((j, i) == (up, down))


def _nearly_all(has_most: bool, places: int) -> fmpq:
    """Return a part of a distribution of which one place has nearly all, and the others equal parts of the rest."""
    rest = fmpq(places > 1, 100)
    return 1 - rest if has_most else rest / max(places - 1, 1)


#: A turn by rational numbers.
_TURN = ((fmpq(3, 5), fmpq(4, 5)), (fmpq(-4, 5), fmpq(3, 5)))
#: The entry at (i, j) of a matrix with m rows and n columns, or as many numbers as a column or row has places.
PATTERNS: dict[str, Callable[[int, int, int, int], int | fmpq]] = {
    "the identity": lambda i, j, m, n: i == j,
    "ones": lambda i, j, m, n: 1,
    "a cycle": lambda i, j, m, n: j == (i + 1) % n,
    "the cycle backwards": lambda i, j, m, n: i == (j + 1) % m,
    "half a cycle and half the identity": lambda i, j, m, n: fmpq((i == j) + (j == (i + 1) % n), 2),
    "rows of equal weights": lambda i, j, m, n: fmpq(1, n),
    "columns of equal weights": lambda i, j, m, n: fmpq(1, m),
    "equal weights on the diagonal": lambda i, j, m, n: fmpq(i == j, n),
    "equal weights beside the diagonal": lambda i, j, m, n: fmpq(i != j, max(n - 1, 1)),
    "equal weights up to the diagonal": lambda i, j, m, n: fmpq(j <= i, min(i + 1, n)),
    "nearly all on the diagonal": lambda i, j, m, n: _nearly_all(i == j, max(m, n)),
    "nearly all from the last back": lambda i, j, m, n: _nearly_all(i + j == max(m, n) - 1, max(m, n)),
    "one column of ones": lambda i, j, m, n: j == 0,
    "one row of ones": lambda i, j, m, n: i == 0,
    "ones but on the diagonal": lambda i, j, m, n: i != j,
    "twos, ones on the diagonal": lambda i, j, m, n: 2 - (i == j),
    "ones, twos on the diagonal": lambda i, j, m, n: 1 + (i == j),
    "minus ones, n on the diagonal": lambda i, j, m, n: n * (i == j) - 1,
    "what takes the mean away": lambda i, j, m, n: (i == j) - fmpq(1, n),
    "the reflection of the ones": lambda i, j, m, n: (i == j) - fmpq(2, n),
    "both signs on the diagonal": lambda i, j, m, n: (i == j) * (-1) ** i,
    "one minus on the diagonal": lambda i, j, m, n: (i == j) * (1 - 2 * (i == 0)),
    "different numbers on the diagonal": lambda i, j, m, n: (i == j) * (i + 1),
    "the first place": lambda i, j, m, n: i == j == 0,
    "the other places": lambda i, j, m, n: i == j != 0,
    "every second place": lambda i, j, m, n: (i == j) * (i % 2),
    "places from the last back": lambda i, j, m, n: i + j == n - 1,
    "a pair exchanged": lambda i, j, m, n: i == j > 1 or (i != j and i + j == 1),
    "a pair turned": lambda i, j, m, n: _TURN[i][j] if max(i, j) < 2 else i == j,
    "pairs turned": lambda i, j, m, n: (i // 2 == j // 2) * (j - i),
    "pairs turned both ways": lambda i, j, m, n: (i // 2 == j // 2) * (j - i) * (-1) ** (i // 2),
    "halves turned": lambda i, j, m, n: (j == i + n // 2) - (i == j + n // 2),
    "halves exchanged": lambda i, j, m, n: abs(i - j) == n // 2,
    "both signs by halves": lambda i, j, m, n: (i == j) * (1 if 2 * i < n else -1),
    "ends turned": lambda i, j, m, n: (i + j == n - 1) * ((j > i) - (j < i)),
    "a band": lambda i, j, m, n: (i == j) + fmpq(4, 5) * (abs(i - j) == 1),
    "differences of neighbours": lambda i, j, m, n: 2 * (i == j) - (abs(i - j) == 1),
    "blocks": lambda i, j, m, n: j == i + 1 and i % 2 == 0,
    "blocks with both signs": lambda i, j, m, n: (j == i + 1 and i % 2 == 0) * (-1) ** (i // 2),
    "blocks below": lambda i, j, m, n: i == j + 1 and j % 2 == 0,
    "blocks below with both signs": lambda i, j, m, n: (i == j + 1 and j % 2 == 0) * (-1) ** (j // 2),
    "one place above": lambda i, j, m, n: (i, j) == (0, 1),
    "one place below": lambda i, j, m, n: (i, j) == (1, 0),
    "the far place": lambda i, j, m, n: (i, j) == (0, n - 1),
    "a step up": lambda i, j, m, n: j == i + 1,
    "two steps up": lambda i, j, m, n: j == i + 2,
    "two steps down": lambda i, j, m, n: i == j + 2,
    "pairs of ones": lambda i, j, m, n: i // 2 == j // 2,
    "ones at every second place": lambda i, j, m, n: (i - j) % 2 == 0,
    "a step down": lambda i, j, m, n: i == j + 1,
    "ones from the diagonal on": lambda i, j, m, n: j >= i,
    "a first axis": lambda i, j, m, n: _axis(i, j, 2, 1),
    "a second axis": lambda i, j, m, n: _axis(i, j, 0, 2),
    "a third axis": lambda i, j, m, n: _axis(i, j, 1, 0),
    "rows with both signs": lambda i, j, m, n: (-1) ** j,
    "columns with both signs": lambda i, j, m, n: (-1) ** i,
    "rows and columns with both signs": lambda i, j, m, n: (-1) ** (i + j),
    "a square of ones and what balances them": lambda i, j, m, n: (1 - n * (i == n - 1)) * (1 - n * (j == n - 1)),
    "numbered rows": lambda i, j, m, n: i + 1,
    "numbered columns": lambda i, j, m, n: j + 1,
    "numbered diagonals": lambda i, j, m, n: i + j + 1,
    "rows that grow, of sum 0": lambda i, j, m, n: 2 * j + 1 - n,
}


def patterned(rows: int, columns: int) -> list[Matrix]:
    """Return the patterns of a shape, without zeros alone."""
    places = [[(i, j) for j in range(columns)] for i in range(rows)]
    made = (
        tuple(tuple(fmpq(1) * entry(i, j, rows, columns) for i, j in row) for row in places)
        for entry in PATTERNS.values()
    )
    return [matrix for matrix in made if any(map(any, matrix))]
