"""What the largest entries cost: comparisons."""

from __future__ import annotations

from symattn.language.cost_counter import Binders, Counter, counts, entries
from symattn.primitives.maxima.word import RowMax


@counts(RowMax)
def _row_max(self: Counter, node: RowMax, binders: Binders) -> None:
    self.visit(node.matrix, binders)
    self.record(node, binders, entries(node), comparisons=entries(node.matrix) - entries(node))
