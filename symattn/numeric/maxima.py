"""The largest entry of each row, over arrays and in exact and ball arithmetic."""

from __future__ import annotations

from functools import reduce
from typing import Any

from symattn.language.maxima import RowMax
from symattn.numeric import enclosure, evaluator, exact
from symattn.numeric.enclosure import Encloser
from symattn.numeric.evaluator import Evaluator
from symattn.numeric.exact import Matrix


@evaluator.handles(RowMax)
def _row_max(self: Evaluator, expr: Any) -> Any:
    return self.xp.max(self.matrix(expr.matrix), axis=1, keepdims=True)


@enclosure.handles(RowMax)
def _exact_row_max(self: Encloser, expr: Any) -> Matrix:
    return tuple((reduce(exact.maximum, map(exact.real, row)),) for row in self.matrix(expr.matrix))
