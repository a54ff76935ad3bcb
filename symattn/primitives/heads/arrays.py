"""Families of matrices over arrays; the value of a family is an array with three axes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import sympy as sp
from sympy import Basic

from symattn.errors import UnsupportedExpression
from symattn.numeric.evaluator import MOST_ONE_BY_ONE, Evaluator, handles
from symattn.primitives.heads.word import FamilyMember, HeadBlock, HeadConcat, HeadFamily, HeadStack, HeadSum


def _members(self: Evaluator, family: Basic) -> Iterator[Any]:
    """Yield the members of a family in order."""
    if not isinstance(family, HeadFamily):
        values = self.lookup(family)
        yield from (values[..., h, :, :] for h in range(values.shape[-3]))
        return
    heads = self.size(family.heads)
    self.refuse_too_many(heads, most=MOST_ONE_BY_ONE)
    for h in range(heads):
        with self.at(family.index, h):
            yield self.matrix(family.body)


@handles(FamilyMember, leading=True)
def _member(self: Evaluator, expr: Any) -> Any:
    values, h = self.lookup(expr.family), int(self.value(expr.index))
    if not 0 <= h < values.shape[-3]:
        raise UnsupportedExpression(expr, f"the index {h} lies outside a family of {values.shape[-3]} matrices")
    return values[..., h, :, :]


@handles(HeadSum, leading=True)
def _sum(self: Evaluator, expr: Any) -> Any:
    return reduce(lambda total, member: total + member, _members(self, expr.family))


@handles(HeadConcat, leading=True)
def _beside(self: Evaluator, expr: Any) -> Any:
    self.refuse_too_many(*self.shape(expr))
    return self.xp.concat(self.with_equal_leading(list(_members(self, expr.family))), axis=-1)


@handles(HeadStack, leading=True)
def _below(self: Evaluator, expr: Any) -> Any:
    self.refuse_too_many(*self.shape(expr))
    return self.xp.concat(self.with_equal_leading(list(_members(self, expr.family))), axis=-2)


@handles(HeadBlock, leading=True)
def _block(self: Evaluator, expr: Any) -> Any:
    matrix, height, h = self.matrix(expr.matrix), self.size(sp.sympify(expr.shape[0])), int(self.value(expr.index))
    if not 0 <= h < self.size(expr.heads):
        raise UnsupportedExpression(expr, f"the index {h} lies outside the blocks")
    return matrix[..., h * height : (h + 1) * height, :]
