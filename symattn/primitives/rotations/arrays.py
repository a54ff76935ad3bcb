"""Sines and cosines side by side, and rotations by blocks, over arrays."""

from __future__ import annotations

from typing import Any

from symattn.numeric.evaluator import Evaluator, handles
from symattn.primitives.rotations.word import BlockRotation, SineCosine


@handles(SineCosine, leading=True)
def _sine_cosine(self: Evaluator, expr: Any) -> Any:
    angles = self.matrix(expr.angles)
    interleaved = self.xp.concat([self.xp.sin(angles), self.xp.cos(angles)], axis=-1)
    return self.xp.reshape(interleaved, (*angles.shape[:-2], 2 * angles.shape[-2], 1))


@handles(BlockRotation, leading=True)
def _block_rotation(self: Evaluator, expr: Any) -> Any:
    xp, angles = self.xp, self.matrix(expr.angles)
    self.refuse_too_many(*self.shape(expr))
    rows = self.indices(2 * angles.shape[-2])[:, None]
    columns = rows.T
    repeated = xp.reshape(xp.concat([angles, angles], axis=-1), (*angles.shape[:-2], 2 * angles.shape[-2], 1))
    cosines, sines = xp.cos(repeated), xp.sin(repeated)
    signed = xp.where(rows < columns, sines, -sines)
    blocks = xp.where(rows == columns, cosines, signed)
    return xp.where(rows // 2 == columns // 2, blocks, xp.zeros_like(blocks))
