"""Softmax in exact and ball arithmetic; equal scores have equal weights, exactly."""

from __future__ import annotations

from functools import reduce
from typing import Any

from flint import fmpq

from symattn.numeric import exact
from symattn.numeric.enclosure import Encloser, Vector, handles
from symattn.numeric.exact import ZERO, Infinity, Matrix, Scalar, Undefined
from symattn.primitives.softmax.word import RowSoftmax


@handles(RowSoftmax)
def _row_softmax(self: Encloser, expr: Any) -> Matrix:
    return tuple(_softmax(self, row) for row in self.matrix(expr.scores))


def _softmax(self: Encloser, row: Vector) -> Vector:
    self.spend(len(row))
    if all(isinstance(x, Infinity) for x in row):
        raise Undefined("softmax of a fully masked row")
    first, *others = [x for x in row if not isinstance(x, Infinity)]
    if isinstance(first, fmpq) and all(isinstance(x, fmpq) and x == first for x in others):  # equal weights, exactly
        row = tuple(x if isinstance(x, Infinity) else ZERO for x in row)
    weights: list[Scalar] = [exact.exponential(x) for x in row]
    total = reduce(exact.add, weights)
    return tuple(exact.divide(weight, total) for weight in weights)
