"""What softmax costs: an exponential and a division for each entry, and the sums of the rows."""

from __future__ import annotations

from symattn.language.cost_counter import Binders, Counter, counts, entries
from symattn.primitives.softmax.word import RowSoftmax


@counts(RowSoftmax)
def _softmax(self: Counter, node: RowSoftmax, binders: Binders) -> None:
    self.visit(node.scores, binders)
    rows, columns = node.shape
    counted = {"functions": rows * columns, "additions": rows * (columns - 1), "divisions": rows * columns}
    self.record(node, binders, entries(node), **counted)
