"""The largest entry of each row of an array."""

from __future__ import annotations

from typing import Any

from symattn.numeric.evaluator import Evaluator, handles
from symattn.primitives.maxima.word import RowMax


@handles(RowMax, leading=True)
def _row_max(self: Evaluator, expr: Any) -> Any:
    return self.xp.max(self.matrix(expr.matrix), axis=-1, keepdims=True)
