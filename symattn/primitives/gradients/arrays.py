"""Gradients over arrays: the derivative by each entry."""

from __future__ import annotations

from typing import Any

import numpy as np

from symattn.numeric.derivatives import by_entry
from symattn.numeric.evaluator import Evaluator, handles
from symattn.primitives.gradients.word import Gradient


@handles(Gradient)
def _gradient(self: Evaluator, expr: Any) -> Any:
    rows, columns = self.shape(expr)

    def entry(i: int, j: int) -> float:
        slope = by_entry(self, expr.matrix, i, j, lambda inner: inner.value(expr.number))
        return float(slope if np.ndim(slope) == 0 else self.xp.reshape(slope, ()))  # within a sum, along its axes

    return self.xp.asarray([[entry(i, j) for j in range(columns)] for i in range(rows)], dtype=self.dtype)
