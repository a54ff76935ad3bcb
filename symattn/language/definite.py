"""Propositions about quadratic forms xᵀAx of symmetric matrices, and the order that they make."""

from __future__ import annotations

from typing import Self

from sympy import Basic, MatrixExpr

from symattn.errors import ShapeError
from symattn.language.base.accepted import Matrix
from symattn.language.base.shapes import as_matrix, product, shapes_equal, total
from symattn.language.base.sorts import check_real
from symattn.language.propositions import OfSquareMatrix


class Definite(OfSquareMatrix):
    """Stand for what is said of xᵀAx for all columns x, where A is symmetric; ``strict`` says that it is positive."""

    strict = False


class PositiveSemidefinite(Definite):
    """State that a real matrix is symmetric and 0 ≤ xᵀAx for all columns x.

    Raise ShapeError when it is not square. Source: Horn and Johnson, *Matrix Analysis*, 7.1; Boyd and Vandenberghe,
    *Convex Optimization*, A.5.

    >>> from sympy import MatrixSymbol
    >>> PositiveSemidefinite(MatrixSymbol("A", 2, 2))
    PositiveSemidefinite(A)
    """


class PositiveDefinite(Definite):
    """State that a real matrix is symmetric and 0 < xᵀAx for all columns x ≠ 0.

    Raise ShapeError when it is not square. Source: Horn and Johnson, *Matrix Analysis*, 7.1; Boyd and Vandenberghe,
    *Convex Optimization*, A.5.

    >>> from sympy import MatrixSymbol
    >>> PositiveDefinite(MatrixSymbol("A", 2, 2))
    PositiveDefinite(A)
    """

    strict = True


class Loewner(Definite):
    """State A ⪯ B in the Loewner order: B − A is symmetric and xᵀAx ≤ xᵀBx for all columns x.

    Raise ShapeError when the matrices are not square or not of one shape. Source: Horn and Johnson, *Matrix Analysis*,
    7.7; Boyd and Vandenberghe, *Convex Optimization*, 2.4.1.

    >>> from sympy import MatrixSymbol
    >>> Loewner(MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2))
    Loewner(A, B)
    """

    def __new__(cls, A: Matrix, B: Matrix) -> Self:
        sides = [as_matrix(side, "a side of Loewner") for side in (A, B)]
        for side in sides:
            check_real(side, "a side of Loewner")
        proposition = Basic.__new__(cls, *sides)
        if not shapes_equal(sides[0].shape, sides[1].shape) or not shapes_equal(sides[0].shape[:1], sides[0].shape[1:]):
            raise ShapeError(proposition, *(side.shape for side in sides))
        return proposition

    @property
    def matrix(self) -> MatrixExpr:
        """The matrix B − A."""
        return total(self.args[1], product(-1, self.args[0]))
