"""Parts of matrices, computed without the whole: what a mask or a bias adds to one tile of the scores.

A mask by a formula over sizes and indices is looked at before it is written: a tile that it shows altogether needs
nothing added, and one that it hides altogether need not be computed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache, reduce
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
#: How many of its keys a tile of a mask shows.
NONE, SOME, ALL = range(3)


def added(self: Evaluator, expr: Basic, rows: slice, columns: slice) -> Any:
    """Return what a matrix adds to a tile of scores: an array, None for nothing, HIDDEN where it hides everything."""
    if not hides_by_formula(expr):
        return part(self, expr, rows, columns)
    return Hiding(self, expr, [rows], [columns]).tile(0, 0)


class Hiding:
    """Hold a mask by a formula, cut into tiles: 0 and −∞ to be added to scores, or 1 and 0 as factors of weights.

    As factors they spare the exponentials of −∞, which take libraries many times longer than others.
    """

    def __init__(
        self, evaluator: Evaluator, mask: Any, rows: Sequence[slice], columns: Sequence[slice], factors: bool = False
    ) -> None:
        self.evaluator, self.mask, self.rows, self.columns = evaluator, mask, rows, columns
        self._pair = (1.0, 0.0) if factors else (0.0, -math.inf)
        self._seen = seen_in_tiles(evaluator, mask, rows, columns)
        #: The last tile, by what `_starts` says of it: along a diagonal they are often equal.
        self._last: tuple[Any, Any] = (None, None)

    def tile(self, row: int, column: int) -> Any:
        """Return a tile as an array, None where all is seen, HIDDEN where nothing is."""
        if self._seen[row, column] != SOME:
            return None if self._seen[row, column] == ALL else HIDDEN
        rows, columns = self.rows[row], self.columns[column]
        shape = _count(rows), _count(columns)
        key = None if self._starts is None else (shape, *self._starts[:, row, column].tolist())
        if key is None or key != self._last[0]:
            self._last = (None, None)  # whose memory is needed
            self._last = (key, self._pattern(rows, columns, shape))
        return self._last[1]

    def _pattern(self, rows: slice, columns: slice, shape: tuple[int, int]) -> Any:
        (j, i), condition = _condition(self.mask)
        indices = {j: np.arange(rows.start, rows.stop)[:, None], i: np.arange(columns.start, columns.stop)}
        found = self.evaluator.untraced(condition, indices)
        if found is None:
            whole = part(self.evaluator, self.mask, rows, columns)
            return whole if self._pair[0] == 0 else self.evaluator.xp.exp(whole)
        pattern = np.array(np.broadcast_to(found, shape))
        if pattern.all() or not pattern.any():
            return None if pattern.all() else HIDDEN
        return choose(self.evaluator, self.evaluator.xp.asarray(pattern), *self._pair)

    @cached_property
    def _starts(self) -> Any:
        """What decides the inequalities of the condition, at the first entry of every tile; None if not affine.

        An affine function is known from its value at one place: tiles of one shape that agree in these are equal.
        """
        (j, i), condition = _condition(self.mask)
        parts = _inequalities(condition, (j, i))
        if not parts:
            return None
        indices = {
            j: np.array([own.start for own in self.rows])[:, None],
            i: np.array([own.start for own in self.columns]),
        }
        values = [self.evaluator.untraced(each.lhs - each.rhs, indices) for each in parts]
        if any(value is None for value in values):
            return None
        return np.stack([np.broadcast_to(value, (len(self.rows), len(self.columns))) for value in values])


def hides_by_formula(expr: Basic) -> bool:
    """Tell whether a matrix is a mask by a formula, whose entries are 0 and −∞."""
    return isinstance(expr, FormulaMask) and not is_own(type(expr))


def seen_in_tiles(self: Evaluator, mask: Any, rows: Sequence[slice], columns: Sequence[slice]) -> np.ndarray:
    """Return for each tile how many of its keys a mask by a formula shows: ALL, NONE, or SOME where this is not clear.

    What is affine and positive at the corners of a tile is positive within, so all tiles are asked about at once.
    """
    (j, i), condition = _condition(mask)
    corners = [np.array([[own.start, own.stop - 1] for own in cuts]).reshape(-1) for cuts in (rows, columns)]
    return _at_corners(self, condition, {j: corners[0][:, None], i: corners[1]}, (len(rows), len(columns)))


def _at_corners(self: Evaluator, condition: Basic, corners: dict[Basic, Any], shape: tuple[int, int]) -> np.ndarray:
    if condition in (sp.true, sp.false):
        return np.full(shape, ALL if condition else NONE)
    if isinstance(condition, sp.And | sp.Or):
        decides, other = (ALL, NONE) if isinstance(condition, sp.Or) else (NONE, ALL)
        parts = np.stack([_at_corners(self, each, corners, shape) for each in condition.args])
        agreed = np.where((parts == other).all(axis=0), other, SOME)
        return np.where((parts == decides).any(axis=0), decides, agreed)
    found = self.untraced(condition, corners) if _is_affine(condition, tuple(corners)) else None
    if found is None:
        return np.full(shape, SOME)
    holds = np.broadcast_to(found, (2 * shape[0], 2 * shape[1])).reshape(shape[0], 2, shape[1], 2)
    return np.where(holds.all(axis=(1, 3)), ALL, np.where(holds.any(axis=(1, 3)), SOME, NONE))


@lru_cache(maxsize=256)
def _is_affine(condition: Any, indices: tuple[Basic, ...]) -> bool:
    """Tell whether a condition is an inequality between affine functions of some indices."""
    if not isinstance(condition, sp.Lt | sp.Le | sp.Gt | sp.Ge):
        return False
    difference = (condition.lhs - condition.rhs).as_poly(*indices)
    return difference is not None and difference.total_degree() <= 1


def _inequalities(condition: Any, indices: tuple[Basic, ...]) -> list[Any]:
    """Return the affine inequalities that a condition is made of by ∧ and ∨, none where it has other parts too."""
    if not isinstance(condition, sp.And | sp.Or):
        return [condition] if _is_affine(condition, indices) else []
    parts = [_inequalities(each, indices) for each in condition.args]
    return [each for found in parts for each in found] if all(parts) else []


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
