"""Matrices made of matrices: the columns of a matrix below each other.

Sources: [Horn] R. Horn, C. Johnson, *Topics in Matrix Analysis*.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, FunctionMatrix, Lambda, MatrixSymbol

from symattn.language.base.dims import dims
from symattn.language.base.entries import fresh_index
from symattn.language.own_words import house_word
from symattn.primitives.heads.word import HeadFamily, HeadStack

__all__ = ["Vec"]

m, n = dims("m n")
A = MatrixSymbol("A", m, n)


@house_word(A, latex=r"\operatorname{vec}", source="[Horn, 4.2.9]")
def Vec(A: Any) -> Expr:
    """Put the columns of an m×n matrix below each other: a column (nm)×1 whose entry m·j + i is A_ij.

    >>> from sympy import MatrixSymbol
    >>> from symattn import Vec, evaluate
    >>> A = MatrixSymbol("A", 2, 2)
    >>> evaluate(Vec(A), {A: [[1, 2], [3, 0]]}).tolist()
    [[1.0], [3.0], [2.0], [0.0]]
    """
    i, j, k = (fresh_index(name, A) for name in "ijk")
    return HeadStack(HeadFamily(FunctionMatrix(m, 1, Lambda((i, k), A[i, j])), (j, 0, n - 1)))
