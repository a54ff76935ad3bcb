"""Softmax over arrays; it subtracts the largest score of each row, so that nothing overflows."""

from __future__ import annotations

from typing import Any

from symattn.language.base.sorts import is_extended
from symattn.numeric.evaluator import Evaluator, handles
from symattn.primitives.softmax.word import RowSoftmax


@handles(RowSoftmax, leading=True)
def _row_softmax(self: Evaluator, expr: Any) -> Any:
    weights, sums = self.weights(self.matrix(expr.scores), expr, own=False, hides=is_extended(expr.scores))
    return self.divided(weights, sums)
