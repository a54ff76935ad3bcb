"""What masks with a formula cost: no operations, but they are stored."""

from __future__ import annotations

from typing import Any

from symattn.language.cost_counter import Binders, Counter, counts, entries
from symattn.primitives.masks.word import CausalMask, PrefixMask, SubsetMask


@counts(PrefixMask, SubsetMask, CausalMask)
def _mask(self: Counter, node: Any, binders: Binders) -> None:
    self.record(node, binders, entries(node))
