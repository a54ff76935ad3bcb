"""Sines and cosines side by side, and rotations by blocks, in exact and ball arithmetic."""

from __future__ import annotations

from typing import Any

from symattn.numeric import exact
from symattn.numeric.enclosure import Encloser, handles
from symattn.numeric.exact import ZERO, Matrix, Scalar
from symattn.primitives.rotations.word import BlockRotation, SineCosine


@handles(SineCosine)
def _sine_cosine(self: Encloser, expr: Any) -> Matrix:
    angles = (row[0] for row in self.matrix(expr.args[0]))
    return tuple((value,) for angle in angles for value in (exact.sine(angle), exact.cosine(angle)))


@handles(BlockRotation)
def _block_rotation(self: Encloser, expr: Any) -> Matrix:
    angles = [row[0] for row in self.matrix(expr.args[0])]
    cosines, sines = [exact.cosine(angle) for angle in angles], [exact.sine(angle) for angle in angles]

    def entry(i: int, j: int) -> Scalar:
        if i // 2 != j // 2:
            return ZERO
        if i == j:
            return cosines[i // 2]
        return sines[i // 2] if i < j else -sines[i // 2]

    return tuple(tuple(entry(i, j) for j in range(2 * len(angles))) for i in range(2 * len(angles)))
