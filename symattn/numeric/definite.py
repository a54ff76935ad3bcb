"""Whether matrices of numbers are positive definite or semidefinite, and columns x that show that one is not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from flint import fmpq

from symattn.language.definite import Definite
from symattn.language.propositions import OfSquareMatrix
from symattn.numeric import exact
from symattn.numeric.exact import Matrix, Scalar

#: Eigenvalues and differences of entries that are no larger than this part of the largest entry count as 0.
ROUNDING = 1e-10
MOST_ROWS = 6  # of a matrix all of whose minors are looked at
DENOMINATOR = 1_000  # of the entries of a column that is looked for


def surely(stated: OfSquareMatrix, matrix: Matrix) -> bool:
    """Tell whether a matrix is as stated, invertible or definite; raise Imprecise where balls do not tell.

    A symmetric matrix is positive definite where its leading minors are positive, semidefinite where no principal minor
    is negative (Horn and Johnson, 7.2.5 and exercise 7.1).
    """
    if not isinstance(stated, Definite):
        return exact.sign(exact.determinant(matrix)) != 0
    places = range(len(matrix))
    if any(exact.compare(matrix[i][j], matrix[j][i]) != 0 for i, j in combinations(places, 2)):
        return False
    if stated.strict:
        return all(_minor(matrix, range(size)) > 0 for size in range(1, len(matrix) + 1))
    if len(matrix) > MOST_ROWS:
        raise exact.Imprecise
    return all(_minor(matrix, rows) >= 0 for size in range(1, len(matrix) + 1) for rows in combinations(places, size))


def _minor(matrix: Matrix, rows: Sequence[int]) -> int:
    return exact.sign(exact.determinant(tuple(tuple(matrix[i][j] for j in rows) for i in rows)))


def failing(stated: OfSquareMatrix, matrix: Matrix) -> tuple[Scalar, Scalar]:
    """Return what is not equal, or not below, of a matrix that is not as stated: its determinant, entries or a form."""
    if not isinstance(stated, Definite):
        return exact.determinant(matrix), exact.ZERO
    apart = unequal_places(matrix)
    if apart is not None:
        return matrix[apart[0]][apart[1]], matrix[apart[1]][apart[0]]
    column = refuting_column(stated, matrix)
    return (exact.ZERO if column is None else form(matrix, column)), exact.ZERO


def unequal_places(matrix: Matrix) -> tuple[int, int] | None:
    """Return where an entry is not equal to the mirrored one, or None for a symmetric matrix."""
    places = combinations(range(len(matrix)), 2)
    return next(((i, j) for i, j in places if exact.compare(matrix[i][j], matrix[j][i]) != 0), None)


def form(matrix: Any, column: Sequence[fmpq]) -> fmpq:
    """Return xᵀAx of a rational matrix."""
    places = range(len(column))
    return sum((column[i] * column[j] * matrix[i][j] for i in places for j in places), fmpq(0))


def are_as_stated(stated: OfSquareMatrix, matrices: np.ndarray, tolerance: float) -> np.ndarray:
    """Tell which matrices are as stated, up to a tolerance; the last two axes are rows and columns."""
    if not isinstance(stated, Definite):
        values = np.linalg.svd(matrices, compute_uv=False)
        return np.asarray(values[..., -1] > tolerance * values[..., 0])
    turned, scale = np.swapaxes(matrices, -1, -2), np.abs(matrices).max(axis=(-1, -2))
    symmetric = np.abs(matrices - turned).max(axis=(-1, -2)) <= ROUNDING * scale
    least = np.linalg.eigvalsh((matrices + turned) / 2)[..., 0]
    return np.asarray(symmetric & (least > tolerance * scale if stated.strict else least >= -ROUNDING * scale))


def at_the_border(matrix: Any, tolerance: float) -> bool:
    """Tell whether the least eigenvalue is 0 up to a tolerance, so that rounding decides on which side of it it is."""
    numbers = np.asarray(matrix, dtype=np.float64)
    values = np.linalg.eigvalsh((numbers + numbers.T) / 2)
    return bool(abs(values[0]) <= tolerance * max(1.0, float(np.abs(values).max())))


def lowest(matrix: Any) -> np.ndarray:
    """Return the unit column x at which xᵀAx is lowest."""
    numbers = np.asarray(matrix, dtype=np.float64)
    column: np.ndarray = np.linalg.eigh((numbers + numbers.T) / 2)[1][:, :1]
    return column


def refuting_column(stated: Definite, matrix: Matrix) -> list[fmpq] | None:
    """Return x ≠ 0 with xᵀAx < 0, or ≤ 0 for what is strict, for a symmetric rational matrix, or None."""
    rows: Any = matrix
    if not exact.is_rational(matrix):
        return None
    column = lowest([[float(x) for x in row] for row in rows])[:, 0]
    column = column / np.abs(column).max()
    for denominator in (1, 2, 12, DENOMINATOR):
        x = [fmpq(round(float(entry) * denominator), denominator) for entry in column]
        value = form(matrix, x)
        if any(x) and (value < 0 or (stated.strict and value == 0)):
            return x
    return None
