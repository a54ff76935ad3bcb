"""The largest entry of each row of a matrix."""

from __future__ import annotations

from typing import Self

from sympy import MatrixExpr, S

from symattn.language.base.accepted import Matrix
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix
from symattn.language.base.sorts import check_real

__all__ = ["RowMax"]


class RowMax(Node):
    """Take the largest entry of each row of a matrix, a column r×1.

    In the kernel it is the mean of the entries of the row that are at least as large as every other one; that there is
    such an entry, and so that it is the maximum, is proved. Raise UnsupportedExpression for a matrix with entries −∞.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> RowMax(MatrixSymbol("A", *dims("r n"))).shape
    (r, 1)
    """

    def __new__(cls, matrix: Matrix) -> Self:
        matrix = as_matrix(matrix, "the argument of RowMax")
        check_real(matrix, "the argument of RowMax")
        return cls._make((matrix.shape[0], S.One), matrix)

    @property
    def matrix(self) -> MatrixExpr:
        """The matrix of which the rows are taken."""
        return self.args[0]
