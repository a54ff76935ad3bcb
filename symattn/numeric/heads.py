"""Families of matrices over arrays and in exact arithmetic: members, sums, rows and columns of heads.

The value of a family is an array with three axes, or a tuple of matrices.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import sympy as sp
from flint import fmpq
from sympy import Basic

from symattn.errors import UnsupportedExpression
from symattn.language.heads import FamilyMember, HeadBlock, HeadConcat, HeadFamily, HeadStack, HeadSum
from symattn.numeric import enclosure, evaluator, exact
from symattn.numeric.enclosure import Encloser
from symattn.numeric.evaluator import Evaluator
from symattn.numeric.exact import Matrix, Undefined

# Over arrays


def _members(self: Evaluator, family: Basic) -> Iterator[Any]:
    """Yield the members of a family in order."""
    if not isinstance(family, HeadFamily):
        values = self.lookup(family)
        yield from (values[h, :, :] for h in range(values.shape[0]))
        return
    for h in range(self.size(family.heads)):
        with self.at(family.index, h):
            yield self.matrix(family.body)


@evaluator.handles(FamilyMember)
def _member(self: Evaluator, expr: Any) -> Any:
    values, h = self.lookup(expr.family), int(self.value(expr.index))
    if not 0 <= h < values.shape[0]:
        raise UnsupportedExpression(expr, f"the index {h} lies outside a family of {values.shape[0]} matrices")
    return values[h, :, :]


@evaluator.handles(HeadSum)
def _sum(self: Evaluator, expr: Any) -> Any:
    return reduce(lambda total, member: total + member, _members(self, expr.family))


@evaluator.handles(HeadConcat)
def _beside(self: Evaluator, expr: Any) -> Any:
    return self.xp.concat(list(_members(self, expr.family)), axis=1)


@evaluator.handles(HeadStack)
def _below(self: Evaluator, expr: Any) -> Any:
    return self.xp.concat(list(_members(self, expr.family)), axis=0)


@evaluator.handles(HeadBlock)
def _block(self: Evaluator, expr: Any) -> Any:
    matrix, height, h = self.matrix(expr.matrix), self.size(sp.sympify(expr.shape[0])), int(self.value(expr.index))
    if not 0 <= h < self.size(expr.heads):
        raise UnsupportedExpression(expr, f"the index {h} lies outside the blocks")
    return matrix[h * height : (h + 1) * height, :]


# In exact and ball arithmetic


def _exact_members(self: Encloser, family: Basic) -> Iterator[Matrix]:
    if not isinstance(family, HeadFamily):
        yield from self.lookup(family)
        return
    for h in range(self.size(family.heads)):
        with self.bound(family.index, fmpq(h)):
            yield self.matrix(family.body)


@enclosure.handles(FamilyMember)
def _exact_member(self: Encloser, expr: Any) -> Matrix:
    values, h = self.lookup(expr.family), self.size(expr.index)
    if not 0 <= h < len(values):
        raise Undefined("an index outside its family")
    member: Matrix = values[h]
    return member


@enclosure.handles(HeadSum)
def _exact_sum(self: Encloser, expr: Any) -> Matrix:
    members = list(_exact_members(self, expr.family))
    return tuple(
        tuple(reduce(exact.add, entries) for entries in zip(*rows, strict=True)) for rows in zip(*members, strict=True)
    )


@enclosure.handles(HeadConcat)
def _exact_beside(self: Encloser, expr: Any) -> Matrix:
    return tuple(sum(rows, ()) for rows in zip(*_exact_members(self, expr.family), strict=True))


@enclosure.handles(HeadStack)
def _exact_below(self: Encloser, expr: Any) -> Matrix:
    return sum(_exact_members(self, expr.family), ())


@enclosure.handles(HeadBlock)
def _exact_block(self: Encloser, expr: Any) -> Matrix:
    height, h = self.size(sp.sympify(expr.shape[0])), self.size(expr.index)
    if not 0 <= h < self.size(expr.heads):
        raise Undefined("an index outside the blocks")
    return self.matrix(expr.matrix)[h * height : (h + 1) * height]
