"""A map applied to each row of an array."""

from __future__ import annotations

from typing import Any

from symattn.errors import UsageError
from symattn.numeric.evaluator import Evaluator, handles
from symattn.numeric.functions import number_from
from symattn.numeric.namespaces import truth
from symattn.primitives.maps.word import RowMap


@handles(RowMap)
def _row_map(self: Evaluator, expr: Any) -> Any:
    function, rows = self.lookup(expr.map), self.matrix(expr.rows_argument)
    width = self.size(expr.shape[1])
    return self.xp.stack([_as_row(self, expr.map, function(rows[j, :]), width) for j in range(rows.shape[0])])


def _as_row(self: Evaluator, symbol: Any, image: Any, width: int) -> Any:
    """Return what a map gave for a row, an array or a sequence of numbers, as an array."""
    if isinstance(image, list | tuple):
        row = self.from_entries([[number_from(symbol, x) for x in image]])[0, :]
    else:
        row = self.xp.asarray(image, dtype=self.dtype)
    if row.shape != (width,):
        found = "×".join(map(str, row.shape)) or "one number"
        raise UsageError(f"the function given for {symbol} must return {width} numbers, not an array of {found}")
    if truth(self.xp.any(row - row != 0)):
        raise UsageError(f"the function given for {symbol} returned {row}, which are no numbers")
    return row
