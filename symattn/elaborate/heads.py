"""Families of matrices and what is built from all their members.

A family is a function of the head, [H] → [rows] → [columns] → ℝ.  Rows and columns of heads are indexed by pairs of a
head and a place in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Expr

from symattn.language.heads import (
    FamilyMember,
    HeadBlock,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    MatrixFamily,
)

from ..kernel.syntax import parse
from ..kernel.terms import REAL, Term, Type, app, const, fun
from ..prover.library.definitions import define
from .indices import index
from .scope import Scope, apply, elaborates, matrix_type
from .sizes import index_type, size_of

#: What is built from a family of m×k matrices: name, value.
_TABLE = {
    HeadSum: ("head_sum", "λF:[H]→[m]→[k]→ℝ, i:[m], j:[k]. Σ h:[H]. F h i j"),
    HeadConcat: ("head_concat", "λF:[H]→[m]→[k]→ℝ, i:[m], j:[H*k]. F (quo{H,k} j) i (rem{H,k} j)"),
    HeadStack: ("head_stack", "λF:[H]→[m]→[k]→ℝ, i:[H*m], j:[k]. F (quo{H,m} i) (rem{H,m} i) j"),
    HeadBlock: ("head_block", "λA:[H*m]→[k]→ℝ, h:[H], i:[m], j:[k]. A (pair{H,m} h i) j"),
}
#: The names that these constants have once they are used.
CONSTANTS_OF_FAMILIES = frozenset(name for name, _ in _TABLE.values())


def _constant(kind: type, heads: Expr, shape: Sequence[Expr]) -> Term:
    name, value = _TABLE[kind]
    define(name, ("H", "m", "k"), parse(value))
    return const(name, *map(size_of, (heads, *shape)))


def family_type(family: MatrixFamily | HeadFamily) -> Type:
    """Return the type of a family: matrices of one shape, by their head."""
    return fun(index_type(family.heads), matrix_type(family.member_shape, REAL))


@elaborates(MatrixFamily)
def _family(scope: Scope, node: MatrixFamily) -> Term:
    return scope.declared(node, family_type(node))[0]


@elaborates(HeadFamily)
def _members(scope: Scope, node: HeadFamily) -> Term:
    return scope.binding(node.index, node.heads, lambda: scope.real(node.body))


@elaborates(FamilyMember)
def _member(scope: Scope, node: FamilyMember) -> Term:
    return apply(scope.term(node.family), index(scope, node.index, node.family.heads))


@elaborates(HeadSum, HeadConcat, HeadStack)
def _over_heads(scope: Scope, node: Any) -> Term:
    family = node.family
    return app(_constant(type(node), family.heads, family.member_shape), scope.term(family))


@elaborates(HeadBlock)
def _block(scope: Scope, node: HeadBlock) -> Term:
    constant = _constant(HeadBlock, node.heads, node.shape)
    return app(constant, scope.real(node.matrix), index(scope, node.index, node.heads))
