"""By how much a statement fails at given values: at one instance, and at several instances side by side.

The difference of the sides is compared with a scale, not entry by entry: large terms may cancel, and the small result
carries their rounding error. The scale is the largest of 1, the magnitude of both sides, and their sensitivity. The
magnitude replaces every product by Σ |left|·|right| and every sum by the sum of the absolute terms. The sensitivity is
how far a side moves, divided by δ, when every real input is multiplied by 1 ± δ with random signs: an input v with
weight w moves the result by w·|v|·δ, a matrix near a singular one moves its inverse much further. A correct identity
in double precision has a scaled error of some 10⁻¹⁵.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from functools import reduce
from math import prod
from typing import Any, ClassVar, TypeAlias

import numpy as np
from sympy import Add, Basic, Idx, MatAdd, MatMul, MatrixSymbol, Mul, Ne, Symbol, Transpose
from sympy.core.relational import Relational

from symattn.language.base.symbols import MaskSymbol, PermutationSymbol, ProbabilitySymbol
from symattn.language.propositions import OfSquareMatrix
from symattn.numeric.definite import are_as_stated
from symattn.numeric.evaluator import Evaluator, NotVectorised
from symattn.numeric.sampling import Values, index_range, some_index_values
from symattn.numeric.side_by_side import SideBySide

DELTA = 2.0**-20
_MOVES = np.array((1 - DELTA, 1 + DELTA))
#: A difference below this is the error as it is: the scale is at least 1, and would only make it smaller.
NEGLIGIBLE = 1e-13
#: A matrix counts as singular when its smallest singular value is no more than this part of the largest.
SINGULAR = 1e-12
#: At one instance, so many values of the free indices are tried at most.
MOST_INDEX_VALUES = 24
#: So many values of the free indices are computed at once along axes; of more, some are tried.
MOST_ALONG_AXES = 4096

#: What is computed of an expression: its value, or its magnitude.
Measure: TypeAlias = Callable[[Any, Basic], Any]


# One instance


class OneInstance(Evaluator):
    """Evaluate at one instance; what is differentiated at all of its points side by side."""

    points_side_by_side: ClassVar[bool] = True


def error_at(
    proposition: Basic,
    values: Values,
    indices: Iterable[Idx],
    rng: np.random.Generator,
    enough: float = math.inf,
) -> float:
    """Return the largest scaled error over the values of the free indices at one instance; nan where there is none.

    An error above ``enough`` at which the magnitude alone is the scale is given as it is: the sensitivity is not looked
    for, and could only make it smaller.
    """
    evaluator = OneInstance(values)
    choices = some_index_values(indices, values, rng, MOST_INDEX_VALUES)
    errors = [_error_at(proposition, evaluator, values, index, rng, enough) for index in choices]
    return float("nan") if any(np.isnan(error) for error in errors) else max(errors)


def _error_at(
    proposition: Basic, evaluator: Evaluator, values: Values, index: Values, rng: np.random.Generator, enough: float
) -> float:
    """Return the scaled error for one choice of the free indices, at the values that the evaluator has."""
    if isinstance(proposition, OfSquareMatrix):
        (matrix,) = evaluator.at_index([proposition.matrix], index)
        return float(~are_as_stated(proposition, matrix, SINGULAR))
    sides = [side.reshape(-1) for side in _as_floats(evaluator.at_index(proposition.args[:2], index))]
    if _cannot_be_compared(*sides).any():
        return float("nan")
    difference = float(_difference(proposition, *sides))
    if difference <= NEGLIGIBLE or isinstance(proposition, Ne):
        return difference
    nearby = {symbol: _perturbed(symbol, value, rng) for symbol, value in {**values, **index}.items()}
    with np.errstate(all="ignore"), ExitStack() as scopes:
        for variable, number in index.items():
            scopes.enter_context(evaluator.at(variable, number))
        scale = _largest(_magnitude(evaluator, expr).reshape(-1) for expr in proposition.args[:2])
    if difference > enough * scale:
        return difference / float(scale)
    moved = _as_floats(OneInstance(nearby).at_index(proposition.args[:2], {}))
    return difference / max(float(scale), float(_sensitivity(sides, [side.reshape(-1) for side in moved])))


# Several instances


def errors_at_all(
    proposition: Basic,
    evaluator: SideBySide,
    indices: Iterable[Idx],
    rng: np.random.Generator,
    enough: float = math.inf,
) -> np.ndarray:
    """Return the largest scaled error over the values of some free indices at each of some instances side by side.

    The error is nan where the sides cannot be compared. What any of the instances raises is raised for all. Where all
    errors that are not negligible are above ``enough`` with the magnitude as their scale, they are given so, as
    `error_at` gives one.

    >>> x = Symbol("x", real=True)
    >>> evaluator = SideBySide({x: np.array([2.0, 0.0])}, 2)
    >>> errors_at_all(x**2 > 1, evaluator, (), np.random.default_rng(0)).tolist()
    [0.0, 1.0]
    """
    over = OverIndices(evaluator, indices, rng)
    if isinstance(proposition, OfSquareMatrix):
        held = are_as_stated(proposition, over.matrices(proposition.matrix), SINGULAR)
        return np.asarray(~held.all(axis=1), dtype=float)
    sides = _as_floats(over.measured(evaluator, proposition.args[:2], _value))
    unknown = _cannot_be_compared(*sides).any(axis=-1)
    errors = _difference(proposition, *sides)
    far = np.asarray(errors > NEGLIGIBLE)
    if far.any() and not isinstance(proposition, Ne):
        perturbed = {symbol: _perturbed(symbol, value, rng) for symbol, value in evaluator.values.items()}
        scale = _largest(over.measured(evaluator, proposition.args[:2], _magnitude))
        if not np.all(errors[far] > enough * np.broadcast_to(scale, far.shape)[far]):
            moved = _as_floats(over.measured(SideBySide(perturbed, evaluator.count), proposition.args[:2], _value))
            scale = np.maximum(scale, _sensitivity(sides, moved))
        errors = np.where(far, errors / scale, errors)
    return np.asarray(np.where(unknown, np.nan, errors).max(axis=1))


def holds_at_all(
    condition: Basic, evaluator: SideBySide, indices: Iterable[Idx], rng: np.random.Generator
) -> np.ndarray:
    """Tell at which instances side by side a condition holds for the values of some free indices.

    >>> x = Symbol("x", real=True)
    >>> holds_at_all(x > 1, SideBySide({x: np.array([2.0, 0.0])}, 2), (), np.random.default_rng(0)).tolist()
    [True, False]
    """
    (found,) = OverIndices(evaluator, indices, rng).measured(evaluator, [condition], _value)
    return np.asarray(found.all(axis=(1, 2)))


class OverIndices:
    """Compute expressions at all values of free indices, or at some where there are many, at instances side by side."""

    def __init__(self, evaluator: SideBySide, indices: Iterable[Idx], rng: np.random.Generator) -> None:
        self.evaluator, self.count, self._rng = evaluator, evaluator.count, rng
        self._free = list(indices)
        self._sizes = {symbol: value for symbol, value in evaluator.values.items() if symbol not in self._free}
        self._choices: list[Values] | None = None if self._free else [{}]

    def measured(self, evaluator: SideBySide, exprs: Sequence[Basic], measure: Measure) -> list[np.ndarray]:
        """Return for each expression an array with the axes instance, values of the indices, entries."""
        with np.errstate(all="ignore"):
            if self._choices is None and not any(expr.is_Matrix for expr in exprs):
                ranges = [index_range(index, self._sizes) for index in self._free]
                if prod(map(len, ranges)) <= MOST_ALONG_AXES:
                    with suppress(NotVectorised):
                        return self._along_axes(evaluator, ranges, exprs, measure)
            found = [_beside_each_other(own) for own in self._one_by_one(evaluator, exprs, measure)]
            return [array.reshape(*array.shape[:2], -1) for array in found]

    def matrices(self, expr: Basic) -> np.ndarray:
        """Return an array with the axes instance, values of the indices, rows, columns."""
        with np.errstate(all="ignore"):
            (found,) = self._one_by_one(self.evaluator, [expr], _value)
        return _beside_each_other(found)

    def _along_axes(
        self, evaluator: SideBySide, ranges: Sequence[range], exprs: Sequence[Basic], measure: Measure
    ) -> list[np.ndarray]:
        """Return the arrays from one walk, in which each index runs along an axis: the first along the outermost."""
        with ExitStack() as scopes:
            for place, (index, own) in enumerate(zip(self._free, ranges, strict=True)):
                scopes.enter_context(evaluator.along(index, len(own), len(ranges) - place, own.start))
            found = [measure(evaluator, expr) for expr in exprs]
        shape = (*map(len, ranges), self.count)
        return [np.broadcast_to(value, shape).reshape(-1, self.count).T[:, :, np.newaxis] for value in found]

    def _one_by_one(self, evaluator: SideBySide, exprs: Sequence[Basic], measure: Measure) -> list[list[np.ndarray]]:
        """Return what is measured of each expression for one choice of the indices after the other."""
        if self._choices is None:
            self._choices = some_index_values(self._free, self._sizes, self._rng, MOST_INDEX_VALUES)
        found: list[list[np.ndarray]] = [[] for _ in exprs]
        for index in self._choices:
            with ExitStack() as scopes:
                for variable, value in index.items():
                    scopes.enter_context(evaluator.at(variable, value))
                for expr, own in zip(exprs, found, strict=True):
                    own.append(self._by_instance(measure(evaluator, expr), bool(expr.is_Matrix)))
        return found

    def _by_instance(self, value: Any, is_matrix: bool) -> np.ndarray:
        """Return an array along the instances: of matrices, or of numbers."""
        shape = (self.count, *value.shape[-2:]) if is_matrix else (self.count,)
        return value if np.shape(value) == shape else np.broadcast_to(value, shape)


def _beside_each_other(found: list[np.ndarray]) -> np.ndarray:
    """Return arrays along the instances as one, with a second axis for what was measured one after the other."""
    return found[0][:, np.newaxis] if len(found) == 1 else np.stack(found, axis=1)


def _value(evaluator: Evaluator, expr: Basic) -> Any:
    return evaluator.dense(evaluator.value(expr))


def _magnitude(evaluator: Evaluator, expr: Basic) -> Any:
    """Return an expression with its sums and products taken of absolute values."""
    if isinstance(expr, MatAdd | Add):
        return reduce(np.add, [_magnitude(evaluator, term) for term in expr.args])
    if isinstance(expr, MatMul | Mul):
        numbers = [_magnitude(evaluator, factor) for factor in expr.args if not factor.is_Matrix]
        matrices = [_magnitude(evaluator, factor) for factor in expr.args if factor.is_Matrix]
        if matrices:
            numbers = [*map(evaluator.beside_matrix, numbers), reduce(np.matmul, matrices)]
        return reduce(np.multiply, numbers)
    if isinstance(expr, Transpose):
        return np.swapaxes(_magnitude(evaluator, expr.arg), -1, -2)
    return np.abs(np.asarray(_value(evaluator, expr), dtype=np.float64))


# Differences and scales, along the last axis of arrays


def _as_floats(arrays: Sequence[Any]) -> list[np.ndarray]:
    return [np.asarray(array, dtype=np.float64) for array in arrays]


def _cannot_be_compared(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Tell where a number is nan, or both are ∞, which is whatever is too large for a float, or 1/0."""
    found: np.ndarray = np.isnan(left) | np.isnan(right) | (np.isposinf(left) & np.isposinf(right))
    return found


def _difference(proposition: Basic, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return by how much an equation or inequality fails, and 1 for an inequation that does; two entries −∞ agree."""
    same = left == right
    if isinstance(proposition, Ne):
        return np.asarray(same.all(axis=-1), dtype=float)
    with np.errstate(invalid="ignore"):
        difference = np.where(same, 0.0, left - right)
    if isinstance(proposition, Relational):
        greater = proposition.rel_op in (">", ">=")
        difference = np.maximum(0.0, -difference if greater else difference) + 0.0
    else:
        difference = np.abs(difference)
    largest: np.ndarray = np.maximum.reduce(difference, axis=-1)
    return largest


def _largest(arrays: Iterable[np.ndarray]) -> np.ndarray:
    """Return the largest of 1 and the sizes of some entries; what is not finite is left out."""
    largest: Any = 1.0
    for array in arrays:
        largest = np.maximum(largest, np.maximum.reduce(np.where(np.isfinite(array), np.abs(array), 0.0), axis=-1))
    found: np.ndarray = largest
    return found


def _sensitivity(sides: Sequence[np.ndarray], moved: Sequence[np.ndarray]) -> np.ndarray:
    """Return the largest of 1 and by how much the sides have moved, divided by δ."""
    with np.errstate(all="ignore"):
        return _largest((side - other) / DELTA for side, other in zip(sides, moved, strict=True))


def _perturbed(symbol: Basic, value: Any, rng: np.random.Generator) -> Any:
    """Return a real input with every number multiplied by 1 ± δ, and any other input as it is."""
    exact = isinstance(symbol, PermutationSymbol | MaskSymbol | ProbabilitySymbol | Idx) or getattr(
        symbol, "is_integer", False
    )
    if exact or not isinstance(symbol, MatrixSymbol | Symbol):
        return value
    if np.iscomplexobj(value):
        real, imaginary = (_moved(part, rng) for part in (value.real, value.imag))
        return real + 1j * imaginary if np.ndim(value) else complex(real, imaginary)
    return _moved(value, rng)


def _moved(value: Any, rng: np.random.Generator) -> np.ndarray:
    array = np.asarray(value, dtype=np.float64)
    moved: np.ndarray = array * _MOVES[rng.integers(2, size=array.shape)]
    return moved
