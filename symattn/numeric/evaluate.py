"""Evaluation over arrays: the same SymPy expression, computed with the array library of its inputs.

Softmax subtracts the largest score of each row, so that nothing overflows; exp(−∞) is exactly 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sympy import Basic
from sympy.matrices import ImmutableDenseMatrix, MatrixBase

from symattn.errors import UsageError, answering
from symattn.language.binders import check_bound
from symattn.language.dims import as_sympy
from symattn.numeric import derivatives, heads, matrices, scalars
from symattn.numeric.evaluator import Evaluator

# Importing the tables fills them.
TABLES = (scalars, matrices, heads, derivatives)


def evaluate(expr: Basic, values: Mapping[Basic, Any]) -> Any:
    """Evaluate an expression at given arrays.

    ``values`` maps symbols to values: a matrix symbol to an array or nested list, a permutation σ to its image list
    p[j] = σ(j) or its matrix, a mask to an array of 0 and −inf, a MatrixFamily to an array with the axes head, row and
    column, a KernelSymbol to a function of two one-dimensional arrays, a MapSymbol to a function of one, a SubsetSymbol
    to a set of ints, an index or size to an int. Sizes are read from the shapes where these determine them. The array
    library is that of the first input that is not NumPy's, else NumPy. The result is an array for a matrix and a number
    for a scalar; it may share memory with an input.

    Raise ShapeError naming the symbol whose array does not have its declared shape, or the product or sum whose parts
    do not fit, UndeclaredSymbol for a missing value, MaskedRow for scores that are −inf throughout a row,
    HypothesisError for the inverse of a singular matrix, UnsupportedExpression for a node outside the language,
    UsageError for a value of the wrong kind.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import RowSoftmax, dims
    >>> A = MatrixSymbol("A", *dims("r n"))
    >>> evaluate(RowSoftmax(A), {A: [[0, 0], [1e4, 0]]}).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    if not isinstance(values, Mapping):
        raise UsageError(f"the values must be a mapping from symbols to values, not {values!r}")
    expr = ImmutableDenseMatrix(expr) if isinstance(expr, MatrixBase) else as_sympy(expr)
    check_bound(expr)
    with answering(), np.errstate(all="ignore"):
        evaluator = Evaluator(values)
        result = evaluator.dense(evaluator.value(expr))
    if getattr(expr, "is_Matrix", False) or getattr(result, "ndim", 0):
        return result
    return float(result) if isinstance(result, int | float | np.generic) else result


def evaluate_all(exprs: Sequence[Basic], values: Mapping[Basic, Any]) -> list[Any]:
    """Evaluate several expressions at the same values, sharing what they have in common."""
    return Evaluator(values).at_index(exprs, {})
