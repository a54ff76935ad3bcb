"""Families of matrices and what is built from all their members.

A family is a function of the head, [H] → [rows] → [columns] → ℝ.  Rows and columns of heads are indexed by pairs of a
head and a place in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Expr

from symattn.elaborate.constants import defined_later
from symattn.elaborate.entries_within import entry_within
from symattn.elaborate.indices import index
from symattn.elaborate.scope import Scope, apply, elaborates
from symattn.elaborate.sizes import index_type, size_of
from symattn.errors import UnsupportedExpression
from symattn.kernel.syntax import parse
from symattn.kernel.terms import Term, Var, app, const
from symattn.primitives.heads.word import (
    FamilyMember,
    HeadBlock,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
)
from symattn.prover.library.definitions import define

#: What is built from a family of m×k matrices: name, value.
_TABLE = {
    HeadSum: ("head_sum", "λF:[H]→[m]→[k]→ℝ, i:[m], j:[k]. Σ h:[H]. F h i j"),
    HeadConcat: ("head_concat", "λF:[H]→[m]→[k]→ℝ, i:[m], j:[H*k]. F (quo{H,k} j) i (rem{H,k} j)"),
    HeadStack: ("head_stack", "λF:[H]→[m]→[k]→ℝ, i:[H*m], j:[k]. F (quo{H,m} i) (rem{H,m} i) j"),
    HeadBlock: ("head_block", "λA:[H*m]→[k]→ℝ, h:[H], i:[m], j:[k]. A (pair{H,m} h i) j"),
}
defined_later(*(name for name, _ in _TABLE.values()))


def _constant(kind: type, heads: Expr, shape: Sequence[Expr]) -> Term:
    name, value = _TABLE[kind]
    define(name, ("H", "m", "k"), parse(value))
    return const(name, *map(size_of, (heads, *shape)))


@elaborates(HeadFamily)
def _members(scope: Scope, node: HeadFamily) -> Term:
    return scope.binding(node.index, node.heads, lambda: scope.real(node.body))


@elaborates(FamilyMember)
def _member(scope: Scope, node: FamilyMember) -> Term:
    family, heads = scope.term(node.family), node.family.heads
    try:
        return apply(family, index(scope, node.index, heads))
    except UnsupportedExpression:
        rows, columns = map(index_type, node.shape)

        def entry(i: Var, j: Var) -> Term:
            return entry_within(scope, family, (node.index,), (heads,), i, j)

        return scope.under(rows, lambda i: scope.under(columns, lambda j: entry(i, j)))


@elaborates(HeadSum, HeadConcat, HeadStack)
def _over_heads(scope: Scope, node: Any) -> Term:
    family = node.family
    return app(_constant(type(node), family.heads, family.member_shape), scope.term(family))


@elaborates(HeadBlock)
def _block(scope: Scope, node: HeadBlock) -> Term:
    constant = _constant(HeadBlock, node.heads, node.shape)
    return app(constant, scope.real(node.matrix), index(scope, node.index, node.heads))
