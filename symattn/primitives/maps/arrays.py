"""A map applied to each row of an array."""

from __future__ import annotations

from typing import Any

from symattn.numeric.evaluator import Evaluator, handles
from symattn.primitives.maps.word import RowMap


@handles(RowMap)
def _row_map(self: Evaluator, expr: Any) -> Any:
    function, rows = self.lookup(expr.map), self.matrix(expr.rows_argument)
    return self.xp.stack([_as_row(self, function(rows[j, :])) for j in range(rows.shape[0])])


def _as_row(self: Evaluator, image: Any) -> Any:
    """Return what a map gave for a row, an array or a sequence of numbers, as an array."""
    if isinstance(image, list | tuple):
        return self.from_entries([list(image)])[0, :]
    return self.xp.asarray(image, dtype=self.dtype)
