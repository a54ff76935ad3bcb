"""Similarity kernels that are functions of the distance, over arrays: for two vectors, and for all rows at once."""

from __future__ import annotations

from typing import Any

from sympy import Expr

from symattn.language.words.kernels import DISTANCE
from symattn.numeric.evaluator import Evaluator

#: Differences of all pairs of rows are formed for at most this many numbers at a time.
BLOCK = 2**20


def of_all_distances(self: Evaluator, kernel: Expr, queries: Any, keys: Any) -> Any:
    """Return a kernel, given as an expression in DISTANCE, at every pair of a row of the queries and a row of the keys.

    Distances come from differences, not from |q|² − 2⟨q, k⟩ + |k|², which loses all digits for near rows.
    """
    xp = self.xp
    step = max(1, BLOCK // (keys.shape[0] * keys.shape[1]))
    blocks = []
    for start in range(0, queries.shape[0], step):
        differences = queries[start : min(start + step, queries.shape[0]), None, :] - keys[None, :, :]
        blocks.append(xp.sum(differences * differences, axis=-1))
    squares = blocks[0] if len(blocks) == 1 else xp.concat(blocks, axis=0)
    return of_distance(self, kernel, squares)


def of_distance(self: Evaluator, kernel: Expr, squares: Any) -> Any:
    """Return a kernel, given as an expression in DISTANCE, at squared distances."""
    with self.bound(DISTANCE, squares):
        return self.value(kernel)
