"""Families of matrices in exact and ball arithmetic; the value of a family is a tuple of matrices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

import sympy as sp
from flint import fmpq
from sympy import Basic

from symattn.numeric import exact
from symattn.numeric.enclosure import Encloser, handles
from symattn.numeric.exact import Matrix, Undefined
from symattn.primitives.heads.word import FamilyMember, HeadBlock, HeadConcat, HeadFamily, HeadStack, HeadSum


def _exact_members(self: Encloser, family: Basic) -> Iterator[Matrix]:
    if not isinstance(family, HeadFamily):
        yield from self.lookup(family)
        return
    for h in range(self.size(family.heads)):
        with self.bound(family.index, fmpq(h)):
            yield self.matrix(family.body)


@handles(FamilyMember)
def _exact_member(self: Encloser, expr: Any) -> Matrix:
    values, h = self.lookup(expr.family), self.size(expr.index)
    if not 0 <= h < len(values):
        raise Undefined("an index outside its family")
    member: Matrix = values[h]
    return member


@handles(HeadSum)
def _exact_sum(self: Encloser, expr: Any) -> Matrix:
    members = list(_exact_members(self, expr.family))
    return tuple(
        tuple(reduce(exact.add, entries) for entries in zip(*rows, strict=True)) for rows in zip(*members, strict=True)
    )


@handles(HeadConcat)
def _exact_beside(self: Encloser, expr: Any) -> Matrix:
    return tuple(sum(rows, ()) for rows in zip(*_exact_members(self, expr.family), strict=True))


@handles(HeadStack)
def _exact_below(self: Encloser, expr: Any) -> Matrix:
    return sum(_exact_members(self, expr.family), ())


@handles(HeadBlock)
def _exact_block(self: Encloser, expr: Any) -> Matrix:
    height, h = self.size(sp.sympify(expr.shape[0])), self.size(expr.index)
    if not 0 <= h < self.size(expr.heads):
        raise Undefined("an index outside the blocks")
    return self.matrix(expr.matrix)[h * height : (h + 1) * height]
