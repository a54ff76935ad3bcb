"""Matrices over arrays: how the evaluator computes each kind of matrix expression."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from operator import mul
from typing import Any

import numpy as np
import sympy as sp
from sympy import Basic
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.determinants import determinant_of
from symattn.errors import HypothesisError, ShapeError, UnsupportedExpression
from symattn.language.propositions import Invertible
from symattn.language.words.sympy_classes import LARGEST_DETERMINANT, is_repeated_product
from symattn.numeric.evaluator import MOST_ONE_BY_ONE, Evaluator, NotVectorised, handles
from symattn.numeric.permutation import Permutation
from symattn.numeric.walk import definition_of

# Products


@handles(sp.MatMul, leading=True)
def _product(self: Evaluator, expr: Any) -> Any:
    scale = reduce(mul, (self.value(factor) for factor in expr.args if not factor.is_Matrix), 1)
    if isinstance(scale, np.generic):
        scale = scale.item()  # a number of Python's takes the type of the array it is multiplied with
    parts = [factor for factor in expr.args if factor.is_Matrix]
    factors = [self.value(part) for part in parts]
    for position, (left, right) in enumerate(pairwise(factors)):
        if left.shape[-1] != right.shape[-2]:
            pair = _pair(expr, parts[position : position + 2])
            raise ShapeError(pair, tuple(left.shape[-2:]), tuple(right.shape[-2:]))
    factors = _absorb_permutations(self, factors)
    plain = isinstance(scale, int) and scale == 1
    if not plain:
        smallest = min(range(len(factors)), key=lambda k: math.prod(self.dense(factors[k]).shape))
        factors[smallest] = self.dense(factors[smallest]) * self.beside_matrix(scale)
    return _multiply_in_best_order(factors)


def _absorb_permutations(self: Evaluator, factors: list[Any]) -> list[Any]:
    """Multiply every permutation into a neighbour; only a lone permutation remains one."""
    result: list[Any] = []
    for factor in factors:
        if result and isinstance(result[-1], Permutation):
            left = result.pop()
            is_pair = isinstance(factor, Permutation)
            factor = left.then_left_of(factor) if is_pair else left.rows_of(self.xp, factor)
        result.append(factor)
    if len(result) > 1 and isinstance(result[-1], Permutation):
        last = result.pop()
        result.append(last.columns_of(self.xp, result.pop()))
    return result


def _multiply_in_best_order(factors: Sequence[Any]) -> Any:
    """Multiply a chain of arrays with the fewest multiplications."""
    if len(factors) == 1:
        return factors[0]
    if len(factors) == 2:
        return factors[0] @ factors[1]
    sizes = [factors[0].shape[-2], *(factor.shape[-1] for factor in factors)]
    count = len(factors)
    cost = {(i, i): 0 for i in range(count)}
    split: dict[tuple[int, int], int] = {}
    for length in range(2, count + 1):
        for i in range(count - length + 1):
            j = i + length - 1
            choices = ((cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], -k) for k in range(i, j))
            cost[i, j], negative = min(choices)
            split[i, j] = -negative

    def multiply(i: int, j: int) -> Any:
        return factors[i] if i == j else multiply(i, split[i, j]) @ multiply(split[i, j] + 1, j)

    return multiply(0, count - 1)


@handles(sp.MatAdd, leading=True)
def _sum(self: Evaluator, expr: Any) -> Any:
    terms = _of_equal_shape(self, expr)
    return sum(terms[1:], terms[0])


@handles(sp.HadamardProduct, leading=True)
def _entrywise_product(self: Evaluator, expr: Any) -> Any:
    return reduce(mul, _of_equal_shape(self, expr))


@handles(sp.HadamardPower, leading=True)
def _entrywise_power(self: Evaluator, expr: Any) -> Any:
    if not is_repeated_product(expr):
        return self.value(definition_of(expr))
    return reduce(mul, [self.matrix(expr.base)] * int(expr.exp))


def _of_equal_shape(self: Evaluator, expr: Any) -> list[Any]:
    """Return the arguments of a sum or entrywise product; raise ShapeError where NumPy would stretch one of them."""
    values = [self.matrix(part) for part in expr.args]
    for position, (left, right) in enumerate(pairwise(values)):
        if left.shape[-2:] != right.shape[-2:]:
            pair = _pair(expr, expr.args[position : position + 2])
            raise ShapeError(pair, tuple(left.shape[-2:]), tuple(right.shape[-2:]))
    return values


def _pair(expr: Basic, neighbours: Sequence[Basic]) -> Basic:
    return Basic.__new__(type(expr), *neighbours)


@handles(sp.Transpose, leading=True)
def _transpose(self: Evaluator, expr: Any) -> Any:
    value = self.value(expr.arg)
    return value.transposed() if isinstance(value, Permutation) else transposed(self.xp, value)


def transposed(xp: Any, array: Any) -> Any:
    """Return an array with its last two axes exchanged."""
    return array.T if array.ndim == 2 else xp.matrix_transpose(array)


@handles(sp.Inverse, leading=True)
def _inverse(self: Evaluator, expr: Any) -> Any:
    value = self.value(expr.arg)
    if isinstance(value, Permutation):
        return value.transposed()
    try:
        return self.xp.linalg.inv(value)
    except (np.linalg.LinAlgError, RuntimeError):
        raise HypothesisError(Invertible(expr.arg), "the matrix is singular at the supplied values") from None


@handles(sp.Determinant, leading=True)
def _determinant(self: Evaluator, expr: Any) -> Any:
    matrix = self.matrix(expr.arg)
    rows = range(matrix.shape[-1])
    if len(rows) > LARGEST_DETERMINANT:
        return self.xp.linalg.det(matrix)
    return determinant_of([[matrix[..., i, j] for j in rows] for i in rows])


@handles(sp.MatPow, leading=True)
def _power(self: Evaluator, expr: Any) -> Any:
    base, exponent = self.value(expr.base), self.value(expr.exp)
    if base.shape[-2] != base.shape[-1]:
        raise ShapeError(expr, tuple(base.shape[-2:]), tuple(reversed(base.shape[-2:])))
    if exponent < 0:
        base, exponent = self.value(sp.Inverse(expr.base)), -exponent
    result: Any = _nothing_moves(self, self.shape(expr)[0])
    while exponent:
        if exponent % 2:
            result = _absorb_and_multiply(self, result, base)
        exponent //= 2
        if exponent:
            base = _absorb_and_multiply(self, base, base)
    return result


def _absorb_and_multiply(self: Evaluator, left: Any, right: Any) -> Any:
    return _multiply_in_best_order(_absorb_permutations(self, [left, right]))


# Constants, parts and entry formulas


@handles(sp.Identity, instances=True)
def _identity(self: Evaluator, expr: Any) -> Permutation:
    return _nothing_moves(self, self.size(expr.shape[0]))


def _nothing_moves(self: Evaluator, size: int) -> Permutation:
    self.refuse_too_many(size)
    return Permutation(np.arange(size))


@handles(sp.ZeroMatrix, sp.OneMatrix, instances=True)
def _constant(self: Evaluator, expr: Any) -> Any:
    return self.constant(*self.shape(expr), float(isinstance(expr, sp.OneMatrix)))


@handles(sp.ImmutableDenseMatrix, instances=True)
def _explicit(self: Evaluator, expr: Any) -> Any:
    return self.from_entries([[self.value(x) for x in row] for row in expr.tolist()])


@handles(MatrixSlice, leading=True)
def _slice(self: Evaluator, expr: Any) -> Any:
    matrix = self.matrix(expr.parent)
    parts = [[self.size(part) for part in bounds] for bounds in (expr.rowslice, expr.colslice)]
    for (start, stop, _), size in zip(parts, matrix.shape[-2:], strict=True):
        if not 0 <= start <= stop <= size:
            raise UnsupportedExpression(expr, f"the part {start}:{stop} lies outside of 0:{size}")
    rows, columns = (slice(*bounds) for bounds in parts)
    return matrix[..., rows, columns]


@handles(sp.BlockMatrix, leading=True)
def _blocks(self: Evaluator, expr: Any) -> Any:
    rows, columns = expr.blockshape
    strips = [[self.matrix(expr.blocks[i, j]) for j in range(columns)] for i in range(rows)]
    joined = [self.xp.concat(self.with_equal_leading(strip), axis=-1) for strip in strips]
    return self.xp.concat(self.with_equal_leading(joined), axis=-2)


@handles(sp.FunctionMatrix, instances=True)
def _function_matrix(self: Evaluator, expr: Any) -> Any:
    row, column, body = _formula(expr)
    rows, columns = self.shape(expr)
    self.refuse_too_many(rows, columns)
    try:
        with self.along(row, rows, self.innermost + 1), self.along(column, columns, self.innermost):
            return self.entries(self.value(body), rows, columns)
    except NotVectorised as obstacle:
        if obstacle.variable not in (row, column):
            raise
    self.refuse_too_many(rows, columns, most=MOST_ONE_BY_ONE)
    entries = []
    for i in range(rows):
        with self.at(row, i):
            entries.append([_entry_at(self, column, j, body) for j in range(columns)])
    return self.from_entries(entries)


@lru_cache(maxsize=4096)
def _formula(expr: Any) -> tuple[Basic, Basic, Basic]:
    """Return the indices of row and column, and the formula of an entry; an evaluation asks for it again and again."""
    row, column = expr.lamda.variables
    return row, column, expr.lamda.expr


def _entry_at(self: Evaluator, column: Basic, index: int, body: Basic) -> Any:
    with self.at(column, index):
        return self.value(body)
