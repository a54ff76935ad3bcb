"""What a membership costs: one comparison."""

from __future__ import annotations

from symattn.language.cost_counter import Binders, Counter, counts
from symattn.language.cost_scalars import comparison
from symattn.primitives.subsets.word import Member


@counts(Member)
def _member(self: Counter, node: Member, binders: Binders) -> None:
    comparison(self, node, binders)
