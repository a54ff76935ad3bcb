"""The matrix of a position in exact and ball arithmetic."""

from __future__ import annotations

from typing import Any

from symattn.numeric.enclosure import Encloser, handles
from symattn.numeric.exact import Matrix
from symattn.primitives.sequential.word import EncodingStep


@handles(EncodingStep)
def _encoding_step(self: Encloser, expr: Any) -> Matrix:
    symbol, position = expr.args
    image: Matrix = self.lookup(symbol)(self.size(position))
    return image
