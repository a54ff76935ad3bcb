"""Parts of matrices, computed without the whole: what a mask or a bias adds to one tile of the scores.

A mask by a formula over sizes and indices is looked at before it is written: a tile that it shows altogether needs
nothing added, and one that it hides altogether need not be computed.
"""

from __future__ import annotations

import math
from functools import lru_cache, reduce
from operator import mul
from typing import Any

import numpy as np
import sympy as sp
from sympy import Basic
from sympy.matrices.expressions.matexpr import MatrixSymbol
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.language.base.own_classes import is_own
from symattn.language.by_definition import ByDefinition
from symattn.numeric.evaluator import Evaluator, NotVectorised
from symattn.numeric.matrices import transposed
from symattn.numeric.scalars import choose
from symattn.numeric.walk import definition_of
from symattn.primitives.masks.word import FormulaMask

#: Stands for a part of a mask that hides all of its keys.
HIDDEN = object()


def added(self: Evaluator, expr: Basic, rows: slice, columns: slice) -> Any:
    """Return what a matrix adds to a tile of scores: an array, None for nothing, HIDDEN where it hides everything."""
    if isinstance(expr, FormulaMask) and not is_own(type(expr)):
        (j, i), condition = _condition(expr)
        seen = _at_corners(self, condition, {j: rows, i: columns})
        if seen is None:
            indices = {j: np.arange(rows.start, rows.stop)[:, None], i: np.arange(columns.start, columns.stop)}
            pattern = self.untraced(condition, indices)
            if pattern is None:
                return part(self, expr, rows, columns)
            pattern = np.broadcast_to(np.asarray(pattern), (_count(rows), _count(columns)))
            if pattern.any() and not pattern.all():
                return choose(self, self.xp.asarray(np.array(pattern)), 0.0, -math.inf)
            seen = bool(pattern.all())
        return None if seen else HIDDEN
    return part(self, expr, rows, columns)


def _at_corners(self: Evaluator, condition: Basic, ranges: dict[Basic, slice]) -> bool | None:
    """Tell whether a condition holds, or does not, at all indices of some ranges; None where it does at some, or is
    not made of affine inequalities.

    What is affine and positive at the corners is positive between them.
    """
    if condition in (sp.true, sp.false):
        return bool(condition)
    if isinstance(condition, sp.And | sp.Or):
        decides = isinstance(condition, sp.Or)
        parts = [_at_corners(self, each, ranges) for each in condition.args]
        if decides in parts:
            return decides
        return None if None in parts else not decides
    if not _is_affine(condition, tuple(ranges)):
        return None
    j, i = ranges
    corners = {symbol: np.array([own.start, own.stop - 1]) for symbol, own in ranges.items()}
    found = self.untraced(condition, {j: corners[j][:, None], i: corners[i]})
    if found is None or (not np.all(found) and np.any(found)):
        return None
    return bool(np.all(found))


@lru_cache(maxsize=256)
def _is_affine(condition: Any, indices: tuple[Basic, ...]) -> bool:
    """Tell whether a condition is an inequality between affine functions of some indices."""
    if not isinstance(condition, sp.Lt | sp.Le | sp.Gt | sp.Ge):
        return False
    difference = (condition.lhs - condition.rhs).as_poly(*indices)
    return difference is not None and difference.total_degree() <= 1


def part(self: Evaluator, expr: Basic, rows: slice, columns: slice) -> Any:
    """Return the given rows and columns of a matrix as an array; the whole is made where no rule gives a part."""
    if isinstance(expr, MatrixSymbol) or is_own(type(expr)):
        return _of_whole(self, expr, rows, columns)
    if isinstance(expr, sp.MatAdd | sp.HadamardProduct):
        parts = [part(self, term, rows, columns) for term in expr.args]
        return reduce(mul, parts) if isinstance(expr, sp.HadamardProduct) else sum(parts[1:], parts[0])
    if isinstance(expr, sp.MatMul) and not any(self.leading_in(x) for x in expr.args if not x.is_Matrix):
        scale = reduce(mul, (self.value(x) for x in expr.args if not x.is_Matrix), 1)
        scale = scale.item() if isinstance(scale, np.generic) else scale
        matrices = [x for x in expr.args if x.is_Matrix]
        if len(matrices) == 1:
            return part(self, matrices[0], rows, columns) * scale
        if len(matrices) == 2:
            inner = slice(0, self.shape(matrices[0])[1])
            return (part(self, matrices[0], rows, inner) * scale) @ part(self, matrices[1], inner, columns)
    if isinstance(expr, sp.Transpose):
        return transposed(self.xp, part(self, expr.arg, columns, rows))
    if isinstance(expr, MatrixSlice) and expr.rowslice[2] == expr.colslice[2] == 1:
        bounds = tuple(zip((expr.rowslice, expr.colslice), self.shape(expr.parent), (rows, columns), strict=True))
        if all(self.size(taken[1]) <= size for taken, size, _ in bounds):
            return part(self, expr.parent, *(_moved(own, self.size(taken[0])) for taken, _, own in bounds))
    if isinstance(expr, sp.ZeroMatrix | sp.OneMatrix):
        return self.constant(_count(rows), _count(columns), float(isinstance(expr, sp.OneMatrix)))
    if isinstance(expr, sp.FunctionMatrix | FormulaMask) and not self.leading_in(expr):
        (row, column), body = _formula(expr)
        try:
            with self.along(row, _count(rows), 1, rows.start), self.along(column, _count(columns), 0, columns.start):
                return self.value(body) + self.constant(_count(rows), _count(columns), 0.0)
        except NotVectorised:
            return _of_whole(self, expr, rows, columns)
    if self.handler_of(type(expr)) is None and not (isinstance(expr, ByDefinition) and expr.arrays is not None):
        definition = definition_of(expr)
        if getattr(definition, "is_Matrix", False):
            return part(self, definition, rows, columns)
    return _of_whole(self, expr, rows, columns)


def _of_whole(self: Evaluator, expr: Basic, rows: slice, columns: slice) -> Any:
    return self.matrix(expr)[..., rows, columns]


@lru_cache(maxsize=256)
def _condition(mask: FormulaMask) -> tuple[tuple[Basic, Basic], Basic]:
    """Return the indices of a mask by a formula, and the condition under which a key is seen."""
    (j, i), _ = _formula(mask)
    return (j, i), sp.sympify(mask.sees(j, i))


def _formula(expr: Any) -> tuple[tuple[Basic, Basic], Basic]:
    """Return the indices of a matrix by a formula, and the formula of its entries."""
    lamda = (definition_of(expr) if isinstance(expr, FormulaMask) else expr).lamda
    row, column = lamda.variables
    return (row, column), lamda.expr


def _moved(part: slice, start: int) -> slice:
    return slice(part.start + start, part.stop + start)


def _count(part: slice) -> int:
    return int(part.stop - part.start)
