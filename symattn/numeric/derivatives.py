"""Derivatives and gradients over arrays, by central differences; nan where these do not settle, as at a kink."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp
from sympy import Basic
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import UnsupportedExpression
from symattn.language.base.derivatives import read_derivative
from symattn.numeric.differences import SETTLED, central_slope
from symattn.numeric.evaluator import Evaluator, handles


@handles(sp.Derivative)
def _derivative(self: Evaluator, expr: Any) -> Any:
    expression, variables = read_derivative(expr)
    return _repeated(self, expression, variables)


def _repeated(self: Evaluator, expression: Basic, variables: Sequence[Any]) -> Any:
    """Return the number that is left after differentiating by some variables, one after the other."""
    if not variables:
        return self.value(expression)
    *earlier, last = variables

    def value(inner: Evaluator) -> Any:
        return _repeated(inner, expression, earlier)

    if isinstance(last, MatrixElement):
        return by_entry(self, last.parent, self.size(last.i), self.size(last.j), value)
    here = float(self.value(last))
    return _slope(self, lambda t: value(self.elsewhere(last, t)), here)


def by_entry(self: Evaluator, matrix: Basic, i: int, j: int, value: Callable[[Evaluator], Any]) -> Any:
    entries = self.matrix(matrix)
    if not (0 <= i < entries.shape[0] and 0 <= j < entries.shape[1]):
        raise UnsupportedExpression(matrix, f"the index ({i}, {j}) lies outside a matrix of shape {entries.shape}")
    place = np.zeros(entries.shape)
    place[i, j] = 1.0
    unit = self.xp.asarray(place, dtype=entries.dtype)
    here = float(entries[i, j])
    return _slope(self, lambda t: value(self.elsewhere(matrix, entries + (t - here) * unit)), here)


def _slope(self: Evaluator, function: Callable[[float], Any], x: float) -> Any:
    estimate, *errors = central_slope(function, x)
    xp = self.on(estimate)
    wrong = sum(xp.abs(error) for error in errors)
    small = wrong <= SETTLED * (1 + xp.abs(estimate))
    if isinstance(small, bool | np.bool_):
        return estimate if small else float("nan")
    return xp.where(small, estimate, xp.full_like(estimate, float("nan")))
