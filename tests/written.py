"""Formulas and functions that several tests write: comparisons as they stand, matrices by their entries, a softmax."""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import FunctionMatrix, Lambda, Le, Lt, MatPow, Mod, Piecewise, symbols

from symattn import dims

n = dims("n")
u, v = symbols("u v", integer=True)


def le(one: Any, other: Any) -> Any:
    """Write a ≤ b as it stands; SymPy would work it out."""
    return Le(one, other, evaluate=False)


def lt(one: Any, other: Any) -> Any:
    """Write a < b as it stands."""
    return Lt(one, other, evaluate=False)


def made(rows: Any, columns: Any, entry: Any) -> FunctionMatrix:
    """Return the matrix with these entries."""
    return FunctionMatrix(rows, columns, Lambda((u, v), entry(u, v)))


def where(value: Any, condition: Any, other: Any = 0) -> Piecewise:
    """Return a value where a condition holds."""
    return Piecewise((value, condition), (other, True), evaluate=False)


def lower(column: Any) -> FunctionMatrix:
    """Return the lower triangular Toeplitz matrix with a first column."""
    return made(n, n, lambda i, l: where(column[i - l, 0], l <= i))


def circulant(column: Any) -> FunctionMatrix:
    """Return the circulant matrix with a first column."""
    return made(n, n, lambda i, l: column[Mod(i - l, n), 0])


def power(base: Any, exponent: Any) -> MatPow:
    """Write a power of a matrix as it stands."""
    return MatPow(base, exponent, evaluate=False)


def softmax(scores: Any) -> Any:
    """Return the softmax of each row of an array."""
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)
