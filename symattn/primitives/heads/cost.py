"""What families of matrices cost: their members, and the sums of these; a block is a view."""

from __future__ import annotations

from typing import Any

from symattn.language.cost_counter import Binders, Counter, counts, entries
from symattn.primitives.heads.word import FamilyMember, HeadBlock, HeadConcat, HeadFamily, HeadStack, HeadSum


@counts(FamilyMember)
def _member(self: Counter, node: FamilyMember, binders: Binders) -> None:
    self.inputs[node.family] = node.family.heads * entries(node)


@counts(HeadBlock)
def _block(self: Counter, node: HeadBlock, binders: Binders) -> None:
    self.visit(node.matrix, binders)


@counts(HeadSum)
def _sum_of_heads(self: Counter, node: HeadSum, binders: Binders) -> None:
    _members(self, node, binders)
    self.record(node, binders, entries(node), additions=(node.family.heads - 1) * entries(node))


@counts(HeadConcat, HeadStack)
def _members(self: Counter, node: Any, binders: Binders) -> None:
    """Count the members of a family; put side by side in memory they are the whole matrix."""
    family = node.family
    if isinstance(family, HeadFamily):
        self.visit(family.body, {**binders, family.index: family.heads})
    else:
        self.visit(family[0], binders)
