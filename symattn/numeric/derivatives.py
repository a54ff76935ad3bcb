"""Derivatives and gradients over arrays, by central differences; nan where these do not settle, as at a kink."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import sympy as sp
from sympy import Basic
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import UnsupportedExpression
from symattn.language.base.derivatives import read_derivative
from symattn.numeric.differences import SETTLED, central_points, slope_of
from symattn.numeric.evaluator import Evaluator, handles
from symattn.numeric.side_by_side import SideBySide, side_by_side

#: No higher derivative is taken: each order multiplies the points, and their rounding errors leave nothing of it.
HIGHEST = 4


@handles(sp.Derivative)
def _derivative(self: Evaluator, expr: Any) -> Any:
    expression, variables = read_derivative(expr)
    if len(variables) > HIGHEST:
        raise UnsupportedExpression(expr, f"no derivative above order {HIGHEST} is evaluated; decide says what it is")
    return _repeated(self, expression, variables)


def _repeated(self: Evaluator, expression: Basic, variables: Sequence[Any]) -> Any:
    """Return the number that is left after differentiating by some variables, one after the other."""
    if not variables:
        return self.value(expression)
    if isinstance(self, SideBySide) and self.leading:
        return side_by_side(_repeated(one, expression, variables) for one in self.each())
    *earlier, last = variables

    def value(inner: Evaluator) -> Any:
        return _repeated(inner, expression, earlier)

    if isinstance(last, MatrixElement):
        return by_entry(self, last.parent, self.size(last.i), self.size(last.j), value)
    return _slope(self, last, float(self.value(last)), value, lambda points: points)


def by_entry(self: Evaluator, matrix: Basic, i: int, j: int, value: Callable[[Evaluator], Any]) -> Any:
    """Return the derivative of a value by an entry of a matrix."""
    entries = self.matrix(matrix)
    if not (0 <= i < entries.shape[0] and 0 <= j < entries.shape[1]):
        raise UnsupportedExpression(matrix, f"the index ({i}, {j}) lies outside a matrix of shape {entries.shape}")
    place = np.zeros(entries.shape)
    place[i, j] = 1.0
    unit = self.xp.asarray(place, dtype=entries.dtype)
    here = float(entries[i, j])

    def moved(t: Any) -> Any:
        return entries + (t[:, np.newaxis, np.newaxis] - here if isinstance(t, np.ndarray) else t - here) * unit

    return _slope(self, matrix, here, value, moved)


def _slope(
    self: Evaluator, symbol: Basic, x: float, value: Callable[[Evaluator], Any], moved: Callable[[Any], Any]
) -> Any:
    """Return the derivative of a value at x, where ``moved`` is what a symbol is at other numbers."""
    values = _at_points(self, symbol, x, value, moved) if self.points_side_by_side else None
    if values is None:
        values = [value(self.elsewhere(symbol, moved(t))) for t in central_points(x)]
    estimate, *errors = slope_of(values, x)
    xp = self.on(estimate)
    wrong = sum(xp.abs(error) for error in errors)
    small = wrong <= SETTLED * (1 + xp.abs(estimate))
    if isinstance(small, bool | np.bool_):
        return estimate if small else float("nan")
    return xp.where(small, estimate, xp.full_like(estimate, float("nan")))


def _at_points(
    self: Evaluator, symbol: Basic, x: float, value: Callable[[Evaluator], Any], moved: Callable[[Any], Any]
) -> Sequence[Any] | None:
    """Return the values at all points from one walk; None where that takes a walk for each."""
    points = np.array(central_points(x))
    with suppress(Exception):
        return list(np.broadcast_to(value(SideBySide.around(self, symbol, moved(points))), points.shape))
    return None
