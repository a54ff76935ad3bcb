"""Reversal of the rows or of the columns of a matrix."""

from __future__ import annotations

from typing import Self

from sympy import Eq, Expr, FunctionMatrix, Lambda, MatMul, MatrixSymbol, Piecewise, S

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Matrix
from symattn.language.base.dims import dims
from symattn.language.base.entries import fresh_index
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix, product
from symattn.language.base.sorts import check_real

__all__ = ["Flip"]


class Flip(Node):
    """Reverse the rows of a matrix, or its columns for ``axis=1``: row i of the result is row n − 1 − i.

    It is the product with the matrix of ones at i + j = n − 1. Raise UnsupportedExpression for another axis and for
    entries −∞. Source: NumPy, ``flip``.

    >>> from sympy import MatrixSymbol, Matrix
    >>> n, d = dims("n d")
    >>> Flip(MatrixSymbol("X", n, d)).shape
    (n, d)
    >>> Flip(Matrix([[1, 2], [3, 4]]), axis=1).definition().as_explicit()
    Matrix([
    [2, 1],
    [4, 3]])
    """

    def __new__(cls, X: Matrix, axis: int = 0) -> Self:
        matrix = as_matrix(X, "what is reversed")
        check_real(matrix, "what is reversed")
        if axis not in (0, 1):
            raise UnsupportedExpression(axis, "the axis is 0 for rows or 1 for columns")
        return cls._make(matrix.shape, matrix, *((S.One,) if axis == 1 else ()))

    @property
    def axis(self) -> int:
        """Which indices are reversed: 0 for those of rows, 1 for those of columns."""
        return len(self.args) - 1

    def definition(self) -> MatMul:
        """Return the product with the matrix of ones at i + j = n − 1, from the left for rows."""
        matrix = self.args[0]
        exchange = _exchange(matrix.shape[self.axis], matrix)
        return product(matrix, exchange) if self.axis else product(exchange, matrix)

    def sample(self) -> Flip:
        """Return the reversal of an n×d matrix X."""
        return Flip(MatrixSymbol("X", *dims("n d")), self.axis)


def _exchange(size: Expr, beside: Expr) -> FunctionMatrix:
    i, j = fresh_index("i", beside), fresh_index("j", beside)
    return FunctionMatrix(size, size, Lambda((i, j), Piecewise((S.One, Eq(i + j, size - 1)), (S.Zero, True))))
