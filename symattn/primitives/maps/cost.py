"""What a map costs: one function for each row."""

from __future__ import annotations

from symattn.language.cost_counter import Binders, Counter, counts, entries
from symattn.primitives.maps.word import RowMap


@counts(RowMap)
def _row_map(self: Counter, node: RowMap, binders: Binders) -> None:
    self.visit(node.rows_argument, binders)
    self.record(node, binders, entries(node), functions=node.shape[0])
