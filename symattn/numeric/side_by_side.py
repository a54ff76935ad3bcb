"""Evaluation at several instances side by side: one walk over an expression serves all of them.

The instances have equal sizes, and the same permutations, subsets, functions and indices. Their matrices of real
numbers lie along one leading axis; a number that is another at each instance has its values along its last axis, before
which come the axes of bound indices. What does not know how to compute along the instances is computed at each of them.
What raises says nothing of any one of them: whoever asks takes them one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any, ClassVar, Self

import numpy as np
from sympy import Basic, MatrixSymbol, Symbol

from symattn.language.base.own_classes import is_own
from symattn.language.by_definition import ByDefinition
from symattn.numeric.complex_numbers import Complex, each_part
from symattn.numeric.evaluator import Evaluator, spend
from symattn.primitives.heads.word import MatrixFamily

Values = Mapping[Basic, Any]


class SideBySide(Evaluator):
    """Evaluate at so many instances; values are as `differs` says, all others those of every instance.

    >>> A, x = MatrixSymbol("A", 1, 2), Symbol("x", real=True)
    >>> evaluator = SideBySide({A: np.array([[[1.0, 2.0]], [[3.0, 4.0]]]), x: np.array([5.0, 6.0])}, 2)
    >>> evaluator.value(A[0, 1] * x).tolist(), evaluator.value(x * A).tolist()
    ([10.0, 24.0], [[[5.0, 10.0]], [[18.0, 24.0]]])
    """

    innermost: ClassVar[int] = 1
    points_side_by_side: ClassVar[bool] = True

    def __init__(self, values: Values, count: int) -> None:
        numbers = {symbol: value for symbol, value in values.items() if axes_of(symbol) == 0 and differs(symbol, value)}
        super().__init__({symbol: value for symbol, value in values.items() if symbol not in numbers})
        for symbol, value in numbers.items():
            is_complex = np.iscomplexobj(value)
            self.bindings[symbol] = Complex(value.real, value.imag) if is_complex else value
            self.leading[symbol] = value.shape
        if any(axes != (count,) for axes in self.leading.values()) or count < 2:
            raise ValueError(f"not the values of {count} instances")
        self.values, self.count, self.all_leading = values, count, (count,) if self.leading else ()

    @classmethod
    def around(cls, evaluator: Evaluator, symbol: Basic, values: Any) -> SideBySide:
        """Return an evaluator of the instances that differ from one in a single symbol, which has the given values."""
        numbers = (value for other, value in evaluator.bindings.items() if axes_of(other) == 0)
        if evaluator.leading or evaluator._axes or any(isinstance(value, np.ndarray) for value in numbers):
            raise ValueError("not one instance")
        other = cls.__new__(cls)
        other.__dict__.update(evaluator.__dict__)
        other.bindings, other._memo, other._scopes, other._places = {**evaluator.bindings, symbol: values}, {}, [], {}
        other.count, other.leading, other.all_leading = len(values), {symbol: (len(values),)}, (len(values),)
        return other

    def elsewhere(self, symbol: Basic, value: Any) -> Self:
        if self.leading:
            raise ValueError("not one instance")
        return super().elsewhere(symbol, value)

    def each(self) -> Iterator[Evaluator]:
        """Yield an evaluator of each instance alone."""
        return (self._at_place((place,)) for place in range(self.count))

    def entries(self, value: Any, rows: int, columns: int) -> Any:
        if isinstance(value, Complex):
            return each_part(lambda part: self.entries(part, rows, columns), value)
        found = value + np.zeros((rows, columns, 1))
        return found[..., 0] if found.shape[-1] == 1 else np.ascontiguousarray(np.moveaxis(found, -1, 0))

    def from_entries(self, rows: list[list[Any]]) -> Any:
        if all(np.ndim(entry) == 0 for row in rows for entry in row):
            return super().from_entries(rows)
        stretched = [[np.broadcast_to(entry, (self.count,)) for entry in row] for row in rows]
        return np.moveaxis(np.array(stretched, dtype=self.dtype), -1, 0)

    def beside_matrix(self, number: Any) -> Any:
        return number[:, np.newaxis, np.newaxis] if isinstance(number, np.ndarray) else number

    def _compute(self, expr: Basic) -> Any:
        handler = self.handlers.get(type(expr))
        if handler in self.along_instances and not expr.is_Matrix:
            spend()
            found = handler(self, expr)  # what most are
        else:
            found = super()._compute(expr)
        if type(found) is np.ndarray and found.size == 1 and not expr.is_Matrix:
            return found.reshape(-1)[0]  # a sum over what is the same at all instances is one number again
        return found

    def _must_be_taken_apart(self, expr: Basic) -> bool:
        """Tell whether an expression that differs is of a kind that does not compute at all instances at once."""
        handler = self.handler_of(type(expr))
        has_arrays = isinstance(expr, ByDefinition) and expr.arrays is not None and not is_own(type(expr))
        if has_arrays and expr.arrays_lead:
            return False
        if not has_arrays and (handler is None or handler in self.along_leading or handler in self.along_instances):
            return False
        return expr not in self.leading and bool(self.leading_in(expr))

    def _at_each_place(self, expr: Basic) -> Any:
        if expr.is_Matrix:
            return super()._at_each_place(expr)
        return side_by_side(one.value(expr) for one in self.each())

    def _at_place(self, place: tuple[int, ...]) -> Evaluator:
        if place in self._places and not self._scopes:
            return self._places[place]
        other = copy(self)
        other.leading, other._places, other._memo, other._scopes = {}, {}, {}, []
        other.bindings = {
            symbol: at_instance(value, place[0]) if symbol in self.leading else value
            for symbol, value in self.bindings.items()
        }
        if not self._scopes:
            self._places[place] = other
        return other


def axes_of(symbol: Basic) -> int | None:
    """Return how many axes the value of a symbol of real or complex numbers has, or None for any other symbol."""
    if isinstance(symbol, MatrixSymbol):
        return 2
    if isinstance(symbol, MatrixFamily):
        return 3
    return 0 if isinstance(symbol, Symbol) else None


def differs(symbol: Basic, value: Any) -> bool:
    """Tell whether a value has one more axis than its symbol: is another at each instance."""
    return axes_of(symbol) is not None and getattr(value, "ndim", 0) == axes_of(symbol) + 1  # type: ignore[operator]


def at_instance(value: Any, place: int) -> Any:
    """Return what a value that differs is at one instance."""
    if isinstance(value, Complex):
        return Complex(float(value.real[place]), float(value.imag[place]))
    return value[place] if value.ndim > 1 else value[place].item()


def chosen(values: Values, places: np.ndarray | int) -> dict[Basic, Any]:
    """Return the values at some of the instances side by side, or at one.

    >>> x, n = Symbol("x", real=True), Symbol("n", integer=True)
    >>> chosen({x: np.array([5.0, 6.0]), n: 3}, 1)
    {x: 6.0, n: 3}
    """

    def pick(value: Any) -> Any:
        return at_instance(value, places) if isinstance(places, int) else value[places]

    return {symbol: pick(value) if differs(symbol, value) else value for symbol, value in values.items()}


def side_by_side(values: Iterable[Any]) -> Any:
    """Return numbers, each alone or along the axes of indices before a last one of length 1, along the last axis.

    >>> side_by_side([1.0, 2.0]).tolist(), side_by_side([np.zeros((3, 1)), 1.0]).shape
    ([1.0, 2.0], (3, 2))
    """
    found = list(values)
    if any(isinstance(value, Complex) for value in found):
        both = [value if isinstance(value, Complex) else Complex(value, 0.0) for value in found]
        return Complex(*(side_by_side(getattr(value, part) for value in both) for part in ("real", "imag")))
    arrays = np.broadcast_arrays(*(np.atleast_1d(value) for value in found))
    if arrays[0].shape[-1] != 1:
        raise ValueError("the last axis is that of the instances")
    return np.concatenate(arrays, axis=-1)
