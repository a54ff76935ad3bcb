"""Softmax of the rows of a matrix of scores."""

from __future__ import annotations

from typing import Self

from sympy import Expr, FunctionMatrix, Lambda, MatrixExpr, MatrixSymbol, Sum, exp, sympify

from symattn.language.base.accepted import Matrix, Size
from symattn.language.base.dims import dims
from symattn.language.base.entries import element, fresh_index
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix
from symattn.language.base.sorts import check_unmasked, is_extended

__all__ = ["RowSoftmax"]


class RowSoftmax(Node):
    """Apply softmax to each row of a matrix of scores: exp(A_ji) / Σ_s exp(A_js).

    The scores may have entries −∞, whose weight is 0. Raise ShapeError for a misfit inside the scores, MaskedRow when
    an explicit row is −∞ throughout. Source: Ganev, Notes on Attention and Positional Encodings, §1.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> r, n = dims("r n")
    >>> RowSoftmax(MatrixSymbol("A", r, n)).shape
    (r, n)
    """

    def __new__(cls, scores: Matrix) -> Self:
        scores = as_matrix(scores, "the argument of RowSoftmax")
        is_extended(scores)
        check_unmasked(scores)
        return cls._make(tuple(scores.shape), scores)

    @property
    def scores(self) -> MatrixExpr:
        """The matrix of scores."""
        return self.args[0]

    def formula(self, j: Size, i: Size) -> Expr:
        """Return exp(A_ji) / Σ_s exp(A_js), the entry in row j and column i.

        >>> from sympy import MatrixSymbol
        >>> from symattn.language.base.dims import dims
        >>> RowSoftmax(MatrixSymbol("A", 1, dims("n"))).formula(0, 0)
        exp(A[0, 0])/Sum(exp(A[0, s]), (s, 0, n - 1))
        """
        j, i = sympify(j), sympify(i)
        s = fresh_index("s", self.scores, j, i)
        total_weight = Sum(exp(element(self.scores, j, s)), (s, 0, self.shape[1] - 1))
        return exp(element(self.scores, j, i)) / total_weight

    def definition(self) -> FunctionMatrix:
        """Return the matrix of all entries by their formula."""
        j = fresh_index("j", self.scores)
        i = fresh_index("i", self.scores)
        return FunctionMatrix(*self.shape, Lambda((j, i), self.formula(j, i)))

    def sample(self) -> RowSoftmax:
        """Return the softmax of the matrix by which a textbook defines it."""
        return RowSoftmax(MatrixSymbol("A", *dims("r n")))
