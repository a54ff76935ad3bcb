"""The cost of matrices: what is computed, and how many numbers are stored, for each kind of matrix expression."""

from __future__ import annotations

from typing import Any

from sympy import (
    BlockMatrix,
    FunctionMatrix,
    HadamardPower,
    HadamardProduct,
    ImmutableDenseMatrix,
    Integer,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Transpose,
)
from sympy.matrices.expressions.slice import MatrixSlice
from sympy.matrices.expressions.special import Identity, OneMatrix, ZeroMatrix

from symattn.errors import UnsupportedExpression
from symattn.language.base.shapes import product
from symattn.language.base.symbols import OrthogonalSymbol, PermutationSymbol
from symattn.language.cost_counter import Binders, Counter, counts, entries, is_constant
from symattn.language.words.sympy_classes import is_repeated_product

#: How many factors of a power are counted one by one.
MOST_FACTORS = 64


@counts(MatrixSymbol)
def _input(self: Counter, node: Any, binders: Binders) -> None:
    self.inputs[node] = node.shape[0] if isinstance(node, PermutationSymbol) else entries(node)


@counts(Identity, ZeroMatrix, OneMatrix)
def _constant(self: Counter, node: Any, binders: Binders) -> None:
    """Constants are not stored."""


@counts(Transpose, MatrixSlice)
def _view(self: Counter, node: Any, binders: Binders) -> None:
    self.visit(node.args[0], binders)


def _is_move(matrix: Any) -> bool:
    """Tell whether multiplying by a matrix moves rows or columns."""
    while isinstance(matrix, Transpose | Inverse):
        matrix = matrix.args[0]
    return isinstance(matrix, PermutationSymbol | Identity)


@counts(MatMul)
def _product(self: Counter, node: MatMul, binders: Binders) -> None:
    factors = [factor for factor in node.args if factor.is_Matrix]
    for factor in factors:
        self.visit(factor, binders)
    for length in range(2, len(factors) + 1):
        part = product(*factors[:length], check=False)
        key = (part, self.mentioned(part, binders))
        if key not in self.multiplied:
            self.multiplied.add(key)
            _pair(self, part, factors[:length], binders)
    coefficient = Mul(*(factor for factor in node.args if not factor.is_Matrix))
    if coefficient not in (1, -1):
        self.visit(coefficient, binders)
        self.record(node, binders, entries(node), multiplications=entries(node))


def _pair(self: Counter, part: Any, factors: list[Any], binders: Binders) -> None:
    """Count the product of all factors but the last, which is computed already, with the last one."""
    *before, last = factors
    moves = _is_move(last) or (len(before) == 1 and _is_move(before[0]))
    self.record(part, binders, entries(part), multiply_adds=0 if moves else entries(part) * last.shape[0])


@counts(MatAdd)
def _sum_of_matrices(self: Counter, node: MatAdd, binders: Binders) -> None:
    self.visit_all(node.args, binders)
    self.record(node, binders, entries(node), additions=(len(node.args) - 1) * entries(node))


@counts(HadamardProduct)
def _entrywise(self: Counter, node: Any, binders: Binders) -> None:
    self.visit_all(node.args, binders)
    self.record(node, binders, entries(node), multiplications=(len(node.args) - 1) * entries(node))


@counts(HadamardPower)
def _entrywise_power(self: Counter, node: Any, binders: Binders) -> None:
    if not is_repeated_product(node):
        self.follow(node, binders)
        return
    self.visit(node.base, binders)
    self.record(node, binders, entries(node), multiplications=(node.exp - 1) * entries(node))


@counts(Inverse)
def _inverse(self: Counter, node: Any, binders: Binders) -> None:
    matrix, n = node.arg, node.shape[0]
    self.visit(matrix, binders)
    if not isinstance(matrix.arg if isinstance(matrix, Transpose) else matrix, PermutationSymbol | OrthogonalSymbol):
        counted = {"multiply_adds": n * (n - 1) ** 2, "multiplications": 2 * n * (n - 1), "divisions": n}
        self.record(node, binders, n**2, **counted)


@counts(MatPow)
def _power_of_matrix(self: Counter, node: Any, binders: Binders) -> None:
    base, exponent = node.args
    if not isinstance(exponent, Integer):
        raise UnsupportedExpression(node, "the exponent of a matrix power must be an integer")
    if exponent < 0:
        base, exponent = Inverse(base), -exponent
    if exponent > MOST_FACTORS:
        raise UnsupportedExpression(node, f"products of more than {MOST_FACTORS} matrices are not counted one by one")
    self.visit(product(*[base] * int(exponent), check=False) if exponent else Identity(node.shape[0]), binders)


@counts(BlockMatrix)
def _blocks(self: Counter, node: Any, binders: Binders) -> None:
    self.visit_all(tuple(node.blocks), binders)
    self.record(node, binders, entries(node))


@counts(FunctionMatrix)
def _function_matrix(self: Counter, node: Any, binders: Binders) -> None:
    (row, column), (rows, columns) = node.lamda.variables, node.shape
    self.visit(node.lamda.expr, {**binders, row: rows, column: columns})
    self.record(node, binders, entries(node))


@counts(ImmutableDenseMatrix)
def _explicit(self: Counter, node: Any, binders: Binders) -> None:
    self.visit_all(tuple(node), binders)
    self.record(node, binders, 0 if is_constant(node) else entries(node))
