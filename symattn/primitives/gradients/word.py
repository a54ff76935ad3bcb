"""The gradient of a number by the entries of a matrix."""

from __future__ import annotations

from typing import Self

from sympy import Expr, MatrixSymbol

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Number
from symattn.language.base.derivatives import PartialDerivatives, check_matrix
from symattn.language.base.dims import as_sympy
from symattn.language.base.shapes import check_shapes
from symattn.language.base.sorts import check_real

__all__ = ["Gradient"]


class Gradient(PartialDerivatives):
    """Take the matrix of the partial derivatives ∂L/∂Q_ab of a number L by the entries of a matrix Q.

    Entry (a, b) is the derivative at 0 of t ↦ L(Q + t·E_ab), where E_ab has the entry 1 at (a, b) and 0 elsewhere.
    Every other symbol is held fixed. Raise UnsupportedExpression when L is no real number or Q no plain MatrixSymbol.
    Source: Rudin, Principles of Mathematical Analysis, 9.16 (partial derivatives).

    >>> from sympy import MatrixSymbol, Sum, Symbol
    >>> from symattn.language.base.dims import dims
    >>> n, k = dims("n"), Symbol("k", integer=True)
    >>> x = MatrixSymbol("x", 1, n)
    >>> Gradient(Sum(x[0, k]**2, (k, 0, n - 1)), x).shape
    (1, n)
    """

    def __new__(cls, number: Number, matrix: MatrixSymbol) -> Self:
        number, matrix = as_sympy(number), as_sympy(matrix)
        check_matrix(matrix)
        if getattr(number, "is_Matrix", False) or not isinstance(number, Expr):
            raise UnsupportedExpression(number, "a gradient is that of a number, such as a sum of entries")
        check_shapes(number, matrix)
        check_real(number, "what is differentiated")
        return cls._make(tuple(matrix.shape), number, matrix)
