"""The matrix of a position over arrays."""

from __future__ import annotations

from typing import Any

from symattn.numeric.bindings import as_array
from symattn.numeric.evaluator import Evaluator, handles
from symattn.primitives.sequential.word import EncodingStep


@handles(EncodingStep)
def _encoding_step(self: Evaluator, expr: Any) -> Any:
    symbol, position = expr.args
    value = self.lookup(symbol)(self.size(position))
    return as_array(self.xp, self.dtype, value)
