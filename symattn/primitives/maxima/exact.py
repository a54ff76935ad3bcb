"""The largest entry of each row in exact and ball arithmetic."""

from __future__ import annotations

from functools import reduce
from typing import Any

from symattn.numeric import exact
from symattn.numeric.enclosure import Encloser, handles
from symattn.numeric.exact import Matrix
from symattn.primitives.maxima.word import RowMax


@handles(RowMax)
def _exact_row_max(self: Encloser, expr: Any) -> Matrix:
    return tuple((reduce(exact.maximum, map(exact.real, row)),) for row in self.matrix(expr.matrix))
