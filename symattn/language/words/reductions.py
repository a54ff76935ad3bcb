"""Sums, means and norms of matrices: of every row, of every column, of all entries.

A reduction of rows is a column r×1, one of columns a row 1×n, as NumPy's with ``keepdims=True``.

Sources: [Golub] G. Golub, C. Van Loan, *Matrix Computations*, 4th ed.  [Horn] R. Horn, C. Johnson, *Matrix Analysis*,
2nd ed.  [Boyd] S. Boyd, L. Vandenberghe, *Convex Optimization*.
"""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, MatrixSymbol, Transpose, exp, log, sqrt

from symattn.language.base.by_index import from_entries, sum_over
from symattn.language.base.dims import dims
from symattn.language.own_words import house_word
from symattn.primitives.maxima.word import RowMax

__all__ = [
    "ColumnMax",
    "ColumnMean",
    "ColumnSum",
    "FrobeniusNorm",
    "InnerProduct",
    "LogSumExp",
    "MaxNorm",
    "Norm1",
    "RowMean",
    "RowSum",
    "SquaredNorm",
]

r, n = dims("r n")
A, B = MatrixSymbol("A", r, n), MatrixSymbol("B", r, n)


def _over_entries(term: Any) -> Expr:
    """Add up term(i, j) for all entries of an r×n matrix."""
    return sum_over(r, lambda i: sum_over(n, lambda j: term(i, j)))


@house_word(A, source="[Golub, 1.1]: A times a column of ones")
def RowSum(A: Any) -> Expr:
    """Take the sum of each row of a matrix: Σ_j A_ij, a column r×1.

    >>> from sympy import MatrixSymbol
    >>> from symattn import RowSum, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(RowSum(A), {A: [[1, 2], [3, 0]]}).tolist()
    [[3.0], [3.0]]
    """
    return from_entries(r, 1, lambda i, j: sum_over(n, lambda k: A[i, k]))


@house_word(A, source="[Golub, 1.1]: a row of ones times A")
def ColumnSum(A: Any) -> Expr:
    """Take the sum of each column of a matrix: Σ_i A_ij, a row 1×n.

    >>> from sympy import MatrixSymbol
    >>> from symattn import ColumnSum, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(ColumnSum(A), {A: [[1, 2], [3, 0]]}).tolist()
    [[4.0, 2.0]]
    """
    return from_entries(1, n, lambda i, j: sum_over(r, lambda k: A[k, j]))


@house_word(A)
def RowMean(A: Any) -> Expr:
    """Take the mean of each row of a matrix: Σ_j A_ij/n, a column r×1.

    >>> from sympy import MatrixSymbol
    >>> from symattn import RowMean, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(RowMean(A), {A: [[1, 2], [3, 0]]}).tolist()
    [[1.5], [1.5]]
    """
    return from_entries(r, 1, lambda i, j: sum_over(n, lambda k: A[i, k]) / n)


@house_word(A)
def ColumnMean(A: Any) -> Expr:
    """Take the mean of each column of a matrix: Σ_i A_ij/r, a row 1×n.

    >>> from sympy import MatrixSymbol
    >>> from symattn import ColumnMean, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(ColumnMean(A), {A: [[1, 2], [3, 0]]}).tolist()
    [[2.0, 1.0]]
    """
    return from_entries(1, n, lambda i, j: sum_over(r, lambda k: A[k, j]) / r)


@house_word(A, source="[Boyd, 3.1.5]")
def LogSumExp(A: Any) -> Expr:
    """Take log Σ_j exp(A_ij) of each row of a matrix, a column r×1.

    >>> from sympy import MatrixSymbol
    >>> from symattn import LogSumExp, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(LogSumExp(A), {A: [[1, 2], [3, 0]]}).round(4).tolist()
    [[2.3133], [3.0486]]
    """
    return from_entries(r, 1, lambda i, j: log(sum_over(n, lambda k: exp(A[i, k]))))


@house_word(A, B, latex=r"\operatorname{inner}", source="[Horn, 5.2]")
def InnerProduct(A: Any, B: Any) -> Expr:
    """Take Σ A_ij B_ij of two matrices of one shape, the Frobenius inner product.

    >>> from sympy import MatrixSymbol
    >>> from symattn import InnerProduct, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(InnerProduct(A, A), {A: [[1, 2], [3, 0]]})
    14.0
    """
    return _over_entries(lambda i, j: A[i, j] * B[i, j])


@house_word(A, source="[Horn, 5.6]")
def SquaredNorm(A: Any) -> Expr:
    """Take Σ A_ij², the square of the Frobenius norm; of a vector that of its length.

    >>> from sympy import MatrixSymbol
    >>> from symattn import SquaredNorm, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(SquaredNorm(A), {A: [[1, 2], [3, 0]]})
    14.0
    """
    return _over_entries(lambda i, j: A[i, j] ** 2)


@house_word(A, source="[Horn, 5.6]")
def FrobeniusNorm(A: Any) -> Expr:
    """Take √(Σ A_ij²), the Frobenius norm; of a vector its length.

    >>> from sympy import MatrixSymbol
    >>> from symattn import FrobeniusNorm, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(FrobeniusNorm(A), {A: [[1, 2], [2, 0]]})
    3.0
    """
    return sqrt(_over_entries(lambda i, j: A[i, j] ** 2))


@house_word(A, latex=r"\operatorname{norm}_{1}", source="[Horn, 5.6]: the ℓ₁ norm")
def Norm1(A: Any) -> Expr:
    """Take Σ |A_ij|, the sum of the absolute values of all entries; of a vector its 1-norm.

    >>> from sympy import MatrixSymbol
    >>> from symattn import Norm1, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(Norm1(A), {A: [[1, -2], [3, 0]]})
    6.0
    """
    return _over_entries(lambda i, j: Abs(A[i, j]))


@house_word(A)
def ColumnMax(A: Any) -> Expr:
    """Take the largest entry of each column of a matrix, a row 1×n.

    >>> from sympy import MatrixSymbol
    >>> from symattn import ColumnMax, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(ColumnMax(A), {A: [[1, 2], [3, 0]]}).tolist()
    [[3.0, 2.0]]
    """
    return Transpose(RowMax(Transpose(A)))


@house_word(A, latex=r"\operatorname{norm}_{\max}", source="[Horn, 5.6]: the ℓ∞ norm")
def MaxNorm(A: Any) -> Expr:
    """Take max |A_ij|, the largest absolute value of an entry; of a vector its ∞-norm.

    >>> from sympy import MatrixSymbol
    >>> from symattn import MaxNorm, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(MaxNorm(A), {A: [[1, 2], [-3, 0]]})
    3.0
    """
    entry: Expr = RowMax(Transpose(RowMax(A.applyfunc(Abs))))[0, 0]
    return entry
