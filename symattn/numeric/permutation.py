"""Permutation matrices kept as their image lists, so that multiplying by one is a selection of rows or columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Permutation:
    """Hold the image list p of a permutation; entry (i, j) of its matrix is 1 when i = p[j] and 0 elsewhere.

    >>> cycle = Permutation(np.array([1, 2, 0]))
    >>> cycle.then_left_of(cycle.transposed()).images.tolist()
    [0, 1, 2]
    """

    images: np.ndarray

    @property
    def size(self) -> int:
        """The number of points that are permuted."""
        return len(self.images)

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the matrix."""
        return self.size, self.size

    def transposed(self) -> Permutation:
        """Return the inverse, which is the transpose."""
        inverse = np.empty_like(self.images)
        inverse[self.images] = np.arange(self.size)
        return Permutation(inverse)

    def then_left_of(self, right: Permutation) -> Permutation:
        """Return the product of this matrix and another to its right."""
        return Permutation(self.images[right.images])

    def rows_of(self, xp: Any, matrix: Any) -> Any:
        """Multiply a matrix from the left: row j moves to row p[j]."""
        return xp.take(matrix, _indices(xp, self.transposed().images), axis=-2)

    def columns_of(self, xp: Any, matrix: Any) -> Any:
        """Multiply a matrix from the right: column j is the former column p[j]."""
        return xp.take(matrix, _indices(xp, self.images), axis=-1)

    def dense(self, xp: Any, dtype: Any) -> Any:
        """Return the full matrix."""
        return self.rows_of(xp, xp.eye(self.size, dtype=dtype))


def _indices(xp: Any, images: np.ndarray) -> Any:
    return images if xp is np else xp.asarray(images.tolist())


def as_permutation(value: Any) -> Permutation | None:
    """Read a permutation from an image list or a full matrix of zeros and ones; None when it is none.

    >>> as_permutation([[0, 1], [1, 0]]).images.tolist()
    [1, 0]
    >>> as_permutation([0, 0]) is None
    True
    """
    array = np.asarray(value)
    if array.ndim == 2 and array.shape[0] == array.shape[1] and np.isin(array, (0, 1)).all():
        if not ((array.sum(axis=0) == 1).all() and (array.sum(axis=1) == 1).all()):
            return None
        array = array.argmax(axis=0)
    if array.ndim != 1 or not np.array_equal(np.sort(array), np.arange(len(array))):
        return None
    return Permutation(array.astype(np.intp))
