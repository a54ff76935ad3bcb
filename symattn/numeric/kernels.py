"""The similarity kernels of the table over arrays: for two vectors, and for all rows of two matrices at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symattn.language.similarity import BoxCar, DotProduct, Epanechnikov, Euclidean, SimilarityKernel, SquaredEuclidean

TABLE = frozenset({DotProduct, SquaredEuclidean, Euclidean, Epanechnikov, BoxCar})
#: Differences of all pairs of rows are formed for at most this many numbers at a time.
BLOCK = 2**20


def kernel_matrix(xp: Any, kernel: SimilarityKernel, queries: Any, keys: Any) -> Any:
    """Return a kernel of the table at every pair of a row of the queries and a row of the keys.

    Distances come from differences, not from |q|² − 2⟨q, k⟩ + |k|², which loses all digits for near rows.

    >>> import numpy as np
    >>> kernel_matrix(np, SquaredEuclidean(), np.eye(2), np.ones((1, 2))).tolist()
    [[-0.5], [-0.5]]
    """
    if type(kernel) is DotProduct:
        return queries @ keys.T
    function = _of_squared_distance(xp, kernel)
    step = max(1, BLOCK // (keys.shape[0] * keys.shape[1]))
    blocks = []
    for start in range(0, queries.shape[0], step):
        differences = queries[start : min(start + step, queries.shape[0]), None, :] - keys[None, :, :]
        blocks.append(xp.sum(differences * differences, axis=-1))
    return function(blocks[0] if len(blocks) == 1 else xp.concat(blocks, axis=0))


def kernel_function(xp: Any, kernel: SimilarityKernel) -> Callable[[Any, Any], Any]:
    """Return a kernel of the table as a function of two one-dimensional arrays."""
    if type(kernel) is DotProduct:
        return lambda q, k: xp.sum(q * k)
    function = _of_squared_distance(xp, kernel)
    return lambda q, k: function(xp.sum((q - k) * (q - k)))


def _of_squared_distance(xp: Any, kernel: SimilarityKernel) -> Callable[[Any], Any]:
    return {
        SquaredEuclidean: lambda s: -0.5 * s,
        Euclidean: lambda s: -xp.sqrt(s),
        Epanechnikov: lambda s: xp.where(s < 1, 1 - xp.sqrt(s), xp.zeros_like(s)),
        BoxCar: lambda s: xp.where(xp.sqrt(s) <= 1, xp.ones_like(s), xp.zeros_like(s)),
    }[type(kernel)]
