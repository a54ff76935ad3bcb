"""Similarity kernels in exact and ball arithmetic: at two vectors, and at all rows of two matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from sympy import Basic

from symattn.language.words.kernels import DISTANCE, distance_in
from symattn.numeric.enclosure import Encloser, Vector, handles, squared_distance
from symattn.numeric.exact import Matrix, Scalar
from symattn.numeric.walk import definition_of
from symattn.primitives.kernels.word import KernelMatrix, KernelValue, is_arbitrary


@handles(KernelValue)
def _kernel_value(self: Encloser, expr: Any) -> Scalar:
    kernel, q, k = expr.args
    function = _kernel(self, kernel)
    if function is None:
        return self.number(definition_of(expr))
    return function(_vector(self.matrix(q)), _vector(self.matrix(k)))


def _vector(matrix: Matrix) -> Vector:
    return matrix[0] if len(matrix) == 1 else tuple(row[0] for row in matrix)


@handles(KernelMatrix)
def _kernel_matrix(self: Encloser, expr: Any) -> Matrix:
    kernel, queries, keys = expr.args
    function = _kernel(self, kernel)
    if function is None:
        return self.matrix(definition_of(expr))
    rows = self.matrix(keys)
    return tuple(tuple(function(q, k) for k in rows) for q in self.matrix(queries))


def _kernel(self: Encloser, kernel: Basic) -> Callable[[Vector, Vector], Scalar] | None:
    """Return an arbitrary kernel's value or a function of the distance; None for a formula that has to be followed."""
    if is_arbitrary(kernel):
        return cast("Callable[[Vector, Vector], Scalar]", self.lookup(kernel))
    by_distance = distance_in(kernel)
    if by_distance is None:
        return None

    def function(q: Vector, k: Vector) -> Scalar:
        with self.bound(DISTANCE, squared_distance(q, k)):
            return self.number(by_distance)

    return function
