"""A map applied to each row, in exact and ball arithmetic."""

from __future__ import annotations

from typing import Any

from symattn.numeric.enclosure import Encloser, handles
from symattn.numeric.exact import Matrix
from symattn.primitives.maps.word import RowMap


@handles(RowMap)
def _row_map(self: Encloser, expr: Any) -> Matrix:
    function, rows = self.lookup(expr.args[0]), self.matrix(expr.args[1])
    return tuple(tuple(function(row)) for row in rows)
