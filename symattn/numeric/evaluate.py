"""Evaluation over arrays: the same SymPy expression, computed with the array library of its inputs.

Softmax subtracts the largest score of each row, so that nothing overflows; exp(−∞) is exactly 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from sympy import Basic
from sympy.matrices import ImmutableDenseMatrix, MatrixBase

from symattn.errors import UsageError, answering
from symattn.language.base.binders import check_bound
from symattn.language.base.complex_numbers import is_complex, real_and_imaginary
from symattn.language.base.dims import as_sympy
from symattn.language.base.own_classes import own_parts
from symattn.language.class_checks import check_classes
from symattn.numeric import attention, complex_values, derivatives, matrices, scalars
from symattn.numeric.bindings import check_values, read_matrices
from symattn.numeric.complex_numbers import parts
from symattn.numeric.evaluator import Evaluator

# Importing the tables fills them.
TABLES = (complex_values, scalars, matrices, attention, derivatives)


def evaluate(expr: Basic, values: Mapping[Basic, Any]) -> Any:
    """Evaluate an expression at given arrays, every word as it is defined.

    Raise UsageError for a value that is nan or ∞ or not of its symbol's kind, MissingValue for a symbol without one,
    ShapeError and MaskedRow as `decide` does.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import RowSoftmax, dims
    >>> A = MatrixSymbol("A", *dims("r n"))
    >>> evaluate(RowSoftmax(A), {A: [[0, 0], [1e4, 0]]}).tolist()
    [[0.5, 0.5], [1.0, 0.0]]
    """
    return value_of(expr, values, Evaluator)


def value_of(expr: Basic, values: Mapping[Basic, Any], kind: type[Evaluator]) -> Any:
    """Evaluate an expression at given arrays by some kind of evaluator; raise UsageError unless these are a mapping."""
    if type(values) is not dict and not isinstance(values, Mapping):
        raise UsageError(f"the values must be a mapping from symbols to values, not {values!r}")
    if not isinstance(expr, Basic):
        expr = ImmutableDenseMatrix(expr) if isinstance(expr, MatrixBase) else as_sympy(expr)
    try:
        has_own_classes, complex_valued = _checked_once(expr)
        if has_own_classes:
            check_classes(expr)
        return _answer(expr, values, kind, complex_valued)
    except Exception:
        with answering():
            raise


@np.errstate(all="ignore")
def _answer(expr: Basic, values: Mapping[Basic, Any], kind: type[Evaluator], complex_valued: bool) -> Any:
    matrices = read_matrices(values)
    evaluator = kind(values, matrices)
    if matrices is None:
        check_values(evaluator.bindings, evaluator.half)
    return evaluator.answer(expr, values, _value(expr, complex_valued, evaluator))


def _value(expr: Basic, complex_valued: bool, evaluator: Evaluator) -> Any:
    """Return a number or an array."""
    if complex_valued:
        return _complex_value(expr, evaluator)
    result = evaluator.value(expr)
    if type(result) is np.ndarray and evaluator.half is None:
        return result
    result = evaluator.rounded(evaluator.dense(result))
    if getattr(expr, "is_Matrix", False) or getattr(result, "ndim", 0):
        return result
    return float(scalars.as_float(result)) if isinstance(result, int | float | np.generic) else result


@lru_cache(maxsize=1024)
def _checked_once(expr: Basic) -> tuple[bool, bool]:
    """Check what an expression binds; tell whether it has classes of the user, which may change, and is complex."""
    check_bound(expr)
    return any(own_parts(expr)), is_complex(expr)


def _complex_value(expr: Basic, evaluator: Evaluator) -> Any:
    """Return a complex number, or a matrix of complex numbers."""
    if getattr(expr, "is_Matrix", False):
        first, second = map(evaluator.matrix, real_and_imaginary(expr))
        return first + 1j * second
    real, imaginary = parts(evaluator.value(expr))
    if evaluator.leading_in(expr):
        return real + 1j * imaginary
    return complex(*map(scalars.as_float, (real, imaginary)))


def evaluate_all(exprs: Sequence[Basic], values: Mapping[Basic, Any]) -> list[Any]:
    """Evaluate several expressions at the same values, sharing what they have in common."""
    return Evaluator(values).at_index(exprs, {})
