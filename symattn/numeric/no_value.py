"""Explain an evaluation that gives no number: try a wider type, then name the part without a value.

A square may leave the reach of floating point although its root does not: what was lost is computed once more in
NumPy's extended type, as the definition stands. Where that is no number either, the expression is evaluated index by
index, and the first part without a value is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from numbers import Real
from typing import Any, Self

import numpy as np
from sympy import Add, Basic, Function, MatAdd, MatMul, MatPow, Mul, Piecewise, Pow, Symbol, log

from symattn.errors import SymattnError, UsageError
from symattn.language.plain import in_message
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.evaluator import NUMBERS, Evaluator, NotVectorised
from symattn.numeric.namespaces import in_numpy, is_finite_sum, is_foreign, namespace_of, truth

#: Arrays with more entries together are not computed once more.
LARGEST = 2**20
#: So many parts are looked at one by one.
MOST_STEPS = 100_000
#: What has no value where infinite numbers meet.
ARITHMETIC = (Add, Mul, Function, MatAdd, MatMul, MatPow)


def is_lost(result: Any) -> bool:
    """Tell whether a result is no number: nan, +∞, or a single −∞; −∞ in a matrix is what a mask holds.

    >>> is_lost(1.0), is_lost(-np.inf), is_lost(np.array([-np.inf, 1.0])), is_lost(np.array([np.inf]))
    (False, True, False, True)
    """
    if isinstance(result, np.ndarray):
        return not is_finite_sum(result) and bool(np.isnan(result).any() or np.isposinf(result.real).any())
    if isinstance(result, (complex, *NUMBERS)):
        return not np.isfinite(result)
    return is_nan(result)


def is_nan(value: Any) -> bool:
    """Tell whether a number is nan, or one in an array whose numbers can be looked at."""
    if isinstance(value, Complex):
        return is_nan(value.real) or is_nan(value.imag)
    if isinstance(value, np.ndarray):
        return bool(np.isnan(value).any())
    if is_foreign(value):
        return truth(namespace_of([value]).any(value != value)) is True
    return isinstance(value, (complex, *NUMBERS)) and bool(value != value)


def in_wider_numbers(expr: Basic, values: Mapping[Basic, Any]) -> Any:
    """Return the value of an expression computed with larger exponents; None where that is no number or cannot be."""
    if any(map(is_foreign, values.values())) or sum(map(np.size, values.values())) > LARGEST:
        return None
    with suppress(SymattnError, ArithmeticError, TypeError, ValueError):  # linear algebra has no such type
        evaluator = _Wide(values)
        found = evaluator.dense(evaluator.value(expr))
        if isinstance(found, (np.ndarray, *NUMBERS)) and np.isfinite(found).all():
            return found
    return None


class _Wide(Evaluator):
    """Evaluate in NumPy's extended type, which has larger exponents on most machines."""

    def __init__(self, values: Mapping[Basic, Any]) -> None:
        super().__init__(values)
        self.dtype = np.longdouble
        for symbol, value in self.bindings.items():
            is_number = isinstance(symbol, Symbol) and isinstance(value, Real) and not symbol.is_integer
            if is_number or getattr(value, "dtype", np.dtype(int)).kind == "f":
                self.bindings[symbol] = np.longdouble(value)


def refuse(expr: Basic, values: Mapping[Basic, Any]) -> None:
    """Raise UsageError naming the first part of an expression that has no value; return where there is none."""
    seen = {s: in_numpy(value) if is_foreign(value) else value for s, value in values.items()}
    with suppress(_TooLong):
        _OneByOne(seen).value(expr)


class _TooLong(Exception):
    """Too many parts would have to be looked at."""


class _OneByOne(Evaluator):
    """Evaluate with one value of each index at a time, and raise UsageError for the first part without a value."""

    def __init__(self, values: Mapping[Basic, Any]) -> None:
        super().__init__(values)
        self.supplied = frozenset(self.bindings)
        self.steps, self.around_a_point = 0, False

    def along(self, variable: Basic, count: int, axis: int, first: int = 0) -> AbstractContextManager[None]:
        raise NotVectorised(variable)

    def elsewhere(self, symbol: Basic, value: Any) -> Self:
        other = super().elsewhere(symbol, value)
        other.around_a_point = True  # for a derivative, which has no value where a part has none
        return other

    def _compute(self, expr: Basic) -> Any:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _TooLong
        value = super()._compute(expr)
        if is_nan(value) and not self.around_a_point:
            raise UsageError(self._said(expr))
        return value

    def _said(self, expr: Any) -> str:
        """Say which part has no value, why, and for which values of the indices that are bound around it."""
        why = "infinite numbers meet in it" if isinstance(expr, ARITHMETIC) else ""
        if isinstance(expr, Pow | log):
            inside = self.value(expr.args[0])
            why = f"{in_message(expr.args[0])} is {inside:.6g}" if isinstance(inside, NUMBERS) else ""
        elif isinstance(expr, Piecewise):
            why = "none of its cases holds"
        at = {s: self.bindings[s] for s in expr.free_symbols if s in self.bindings and s not in self.supplied}
        where = ", ".join(f"{s} = {at[s]}" for s in sorted(at, key=str))
        return (
            f"{in_message(expr)} has no value at the supplied values"
            + ": " * bool(why or where)
            + " where ".join(part for part in (why, where) if part)
        )
