"""What sines and cosines cost: two functions for each angle."""

from __future__ import annotations

from typing import Any

from symattn.language.cost_counter import Binders, Counter, counts, entries
from symattn.primitives.rotations.word import BlockRotation, SineCosine


@counts(SineCosine, BlockRotation)
def _sines_and_cosines(self: Counter, node: Any, binders: Binders) -> None:
    self.visit(node.angles, binders)
    self.record(node, binders, entries(node), functions=2 * node.angles.shape[0])
