"""Gradients over arrays: the derivative by each entry."""

from __future__ import annotations

from typing import Any

from symattn.numeric.derivatives import by_entry
from symattn.numeric.evaluator import Evaluator, handles
from symattn.primitives.gradients.word import Gradient


@handles(Gradient)
def _gradient(self: Evaluator, expr: Any) -> Any:
    rows, columns = self.shape(expr)
    entries = [
        [float(by_entry(self, expr.matrix, i, j, lambda inner: inner.value(expr.number))) for j in range(columns)]
        for i in range(rows)
    ]
    return self.xp.asarray(entries, dtype=self.dtype)
