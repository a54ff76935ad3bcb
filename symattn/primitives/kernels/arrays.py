"""Similarity kernels over arrays: at two vectors, and at all rows of two matrices."""

from __future__ import annotations

from typing import Any

from symattn.language.words.kernels import distance_in
from symattn.numeric.evaluator import Evaluator, handles
from symattn.numeric.functions import number_from
from symattn.numeric.kernels import of_all_distances, of_distance
from symattn.numeric.walk import definition_of
from symattn.primitives.kernels.word import KernelMatrix, KernelValue, is_arbitrary


@handles(KernelValue)
def _kernel_value(self: Evaluator, expr: Any) -> Any:
    kernel, q, k = expr.args
    by_distance = distance_in(kernel)
    if not is_arbitrary(kernel) and by_distance is None:
        return self.value(definition_of(expr))
    first, second = (self.xp.reshape(self.matrix(vector), (-1,)) for vector in (q, k))
    if by_distance is None:
        return number_from(kernel, self.lookup(kernel)(first, second))
    return of_distance(self, by_distance, self.xp.sum((first - second) * (first - second)))


@handles(KernelMatrix)
def _kernel_matrix(self: Evaluator, expr: Any) -> Any:
    by_distance = distance_in(expr.kernel)
    if not is_arbitrary(expr.kernel) and by_distance is None:
        return self.matrix(definition_of(expr))
    queries, keys = self.matrix(expr.queries), self.matrix(expr.keys)
    if by_distance is not None:
        return of_all_distances(self, by_distance, queries, keys)
    function = self.lookup(expr.kernel)
    rows, columns = (range(matrix.shape[0]) for matrix in (queries, keys))
    pairs = [[number_from(expr.kernel, function(queries[j, :], keys[i, :])) for i in columns] for j in rows]
    return self.from_entries(pairs)
