"""Scalars and conditions over arrays: how the evaluator computes each, for one index value or a whole axis at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from operator import add, and_, mul, or_
from typing import Any

import numpy as np
import sympy as sp
from sympy import Basic
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import HypothesisError, UnsupportedExpression
from symattn.language.base.symbols import NamedObject
from symattn.numeric.complex_numbers import Complex, each_part
from symattn.numeric.evaluator import (
    ENTRIES_FOR_A_NODE,
    LARGEST_BODY,
    MOST_ONE_BY_ONE,
    NUMBERS,
    Evaluator,
    NotVectorised,
    handles,
    spend,
)
from symattn.numeric.namespaces import is_floating, truth
from symattn.numeric.walk import sum_limits, variables_under

#: The types of truth values and of whole numbers; a union written where it is asked for would be made each time.
TRUTHS, WHOLE = (bool, np.bool_), (int, np.integer)


@handles(sp.Integer, instances=True)
def _integer(self: Evaluator, expr: Any) -> int:
    return int(expr)


@handles(sp.Rational, sp.Float, sp.NumberSymbol, type(sp.S.NegativeInfinity), instances=True)
def _number(self: Evaluator, expr: Any) -> float:
    return float(expr)


@handles(sp.Symbol, sp.Idx, sp.MatrixSymbol, NamedObject, instances=True)
def _symbol(self: Evaluator, expr: Any) -> Any:
    return self.lookup(expr)


@handles(sp.Add, instances=True)
def _add(self: Evaluator, expr: Any) -> Any:
    return reduce(add, map(self.value, expr.args))


@handles(sp.Mul, instances=True)
def _multiply(self: Evaluator, expr: Any) -> Any:
    return reduce(mul, map(self.value, expr.args))


@handles(sp.Pow, instances=True)
def _power(self: Evaluator, expr: Any) -> Any:
    if expr.exp == sp.S.Half:
        return _apply(self, "sqrt", self.value(expr.base))
    if expr.base is sp.E:
        return _apply(self, "exp", self.value(expr.exp))
    base = self.value(expr.base)
    exponent = self.size(expr.exp) if isinstance(base, Complex) else self.value(expr.exp)
    if isinstance(base, Complex):
        return base.power(exponent, _quotient(self)) if exponent else 1.0
    if isinstance(base, int) and isinstance(exponent, int) and exponent >= 0 and _is_short(base, exponent):
        return base**exponent
    if self.on(base) is np and self.on(exponent) is np:
        power = _floating(self, base) ** _floating(self, exponent)
    else:
        power = _beside_an_array(self, base) ** _beside_an_array(self, exponent)
    one_exponent = isinstance(exponent, NUMBERS)
    if one_exponent and exponent >= 0:
        return power
    if self.on(base) is np and np.isinf(base).any():
        self.overflows.append(expr)
    is_pole = base == 0 if one_exponent else (base == 0) & (exponent < 0)
    return _undefined_where(self, is_pole, power)


def _undefined_where(self: Evaluator, condition: Any, value: Any) -> Any:
    """Return a value that is nan where a condition holds: 1/0 and log 0 are no numbers, and so not ±∞."""
    if not isinstance(condition, TRUTHS) and truth(self.xp.any(condition)) is False:
        return value
    return choose(self, condition, float("nan"), value)


def _is_short(base: int, exponent: int) -> bool:
    """Tell whether the power of an integer is a number that floating-point numbers reach."""
    return abs(base) <= 1 or exponent * (abs(base).bit_length() - 1) < np.finfo(float).maxexp


def _quotient(self: Evaluator) -> Callable[[Any, Any], Any]:
    return lambda left, right: _floating(self, left) / _floating(self, right)


def _beside_an_array(self: Evaluator, value: Any) -> Any:
    """Return a value for an operation with an array, in which numbers must be Python's."""
    return float(as_float(value)) if isinstance(value, NUMBERS) else _floating(self, value)


def as_float(value: Any) -> np.float64:
    """Return a number in floating point, an integer that is out of reach as inf or -inf."""
    try:
        return np.float64(value)
    except OverflowError:
        return np.float64(np.inf if value > 0 else -np.inf)


def _floating(self: Evaluator, value: Any) -> Any:
    """Return a value whose division by 0 gives inf or nan, not an exception."""
    if isinstance(value, NUMBERS):
        return value if isinstance(value, np.longdouble) else as_float(value)
    xp = self.on(value)
    return value if is_floating(xp, value.dtype) else xp.astype(value, self.dtype)


UNARY = {
    sp.exp: "exp",
    sp.Abs: "abs",
    sp.sin: "sin",
    sp.cos: "cos",
    sp.sinh: "sinh",
    sp.cosh: "cosh",
    sp.tanh: "tanh",
}


@handles(*UNARY, instances=True)
def _unary(self: Evaluator, expr: Any) -> Any:
    value = self.value(expr.args[0])
    if isinstance(value, Complex):
        if isinstance(expr, sp.Abs):
            return _apply(self, "sqrt", value.square)
        size = _apply(self, "exp", value.real)
        return Complex(size * _apply(self, "cos", value.imag), size * _apply(self, "sin", value.imag))
    return _apply(self, UNARY[type(expr)], value)


@handles(sp.log, instances=True)
def _logarithm(self: Evaluator, expr: Any) -> Any:
    """Return a logarithm; that of a sum of exponentials from the exponents, whose exponentials may be out of reach."""
    inside = expr.args[0]
    found = _exponent(self, inside) if isinstance(inside, sp.Sum | sp.Add) else None
    if found is not None:
        return found
    value = self.value(inside)
    return _undefined_where(self, value == 0, _apply(self, "log", value))


def _exponent(self: Evaluator, term: Basic) -> Any:
    """Return the logarithm of an exponential, a positive number or a sum of such terms; None for anything else."""
    if isinstance(term, sp.exp):
        value = self.value(term.args[0])
        return None if isinstance(value, Complex) else value
    if isinstance(term, sp.Rational) and term.is_positive:
        return math.log(term.p) - math.log(term.q)  # of whole numbers that floating point need not reach
    if isinstance(term, sp.Sum) and isinstance(term.function, sp.exp):
        exponent = term.function.args[0]
        return (
            None if exponent.is_real is False else over_limits(self, exponent, list(sum_limits(term)), OF_EXPONENTIALS)
        )
    if not isinstance(term, sp.Add):
        return None
    parts = [_exponent(self, part) for part in term.args]
    return None if any(part is None for part in parts) else reduce(partial(_binary, self, "logaddexp"), parts)


def _apply(self: Evaluator, name: str, value: Any) -> Any:
    value = _floating(self, value)
    return getattr(self.on(value), name)(value)


@handles(sp.Max, sp.Min, instances=True)
def _extreme(self: Evaluator, expr: Any) -> Any:
    name = "maximum" if isinstance(expr, sp.Max) else "minimum"
    return reduce(lambda x, y: _binary(self, name, x, y), (self.value(arg) for arg in expr.args))


def _binary(self: Evaluator, name: str, left: Any, right: Any) -> Any:
    if self.on(left) is np and self.on(right) is np:
        return getattr(np, name)(_in_reach(left), _in_reach(right))
    return getattr(self.xp, name)(_as_scalar_array(self, left), _as_scalar_array(self, right))


def _in_reach(value: Any) -> Any:
    """Return a number that NumPy can take: an integer beyond its own is one in floating point."""
    return as_float(value) if isinstance(value, int) and value.bit_length() > 63 else value


def _as_scalar_array(self: Evaluator, value: Any) -> Any:
    if isinstance(value, NUMBERS):
        return self.xp.asarray(float(as_float(value)), dtype=self.dtype)
    return _floating(self, value)


@handles(sp.KroneckerDelta, instances=True)
def _delta(self: Evaluator, expr: Any) -> Any:
    i, j = (self.value(index) for index in expr.args[:2])
    equal = i == j
    if len(expr.args) == 3:  # the delta is 0 outside of its range
        first, last = (self.value(bound) for bound in expr.args[2])
        equal = equal & (first <= i) & (i <= last)
    return choose(self, equal, 1.0, 0.0)


def choose(self: Evaluator, condition: Any, yes: Any, no: Any) -> Any:
    """Return one value where a condition holds and another elsewhere."""
    if isinstance(condition, TRUTHS):
        return yes if condition else no
    return each_part(
        lambda x, y: self.xp.where(condition, _as_scalar_array(self, x), _as_scalar_array(self, y)), yes, no
    )


@handles(sp.Piecewise, instances=True)
def _piecewise(self: Evaluator, expr: Any) -> Any:
    settled: list[tuple[Any, Basic]] = []
    for branch, condition in expr.args:
        truth = self.value(condition)
        if isinstance(truth, TRUTHS) and not truth:
            continue
        settled.append((truth, branch))
        if isinstance(truth, TRUTHS):
            break
    result: Any = float("nan")
    for truth, branch in reversed(settled):
        value = self.value(branch)
        result = value if isinstance(truth, TRUTHS) else choose(self, truth, value, result)
    return result


@handles(sp.floor, instances=True)
def _floor(self: Evaluator, expr: Any) -> Any:
    quotient = _over_whole_numbers(expr.args[0])
    above, below = (self.value(part) for part in quotient)
    _refuse_zero(quotient[1], below)
    return above // below  # of whole numbers, so that it is exact


@lru_cache(maxsize=1024)
def _over_whole_numbers(quotient: Any) -> tuple[Basic, Basic]:
    above, below = sp.fraction(sp.together(quotient))
    return above, below


@handles(sp.Mod, instances=True)
def _remainder(self: Evaluator, expr: Any) -> Any:
    dividend, divisor = (self.value(part) for part in expr.args)
    _refuse_zero(expr.args[1], divisor)
    return dividend % divisor


@handles(sp.factorial, sp.binomial, instances=True)
def _binomial(self: Evaluator, expr: Any) -> Any:
    """Return k!, or x(x − 1)⋯(x − k + 1)/k!, factor by factor."""
    *above, count = (self.value(part) for part in expr.args)
    result: Any = 1.0
    for place in range(int(count if isinstance(count, WHOLE) else count.max())):
        factor = place + 1 if not above else (above[0] - place) / (place + 1)
        result = choose(self, place < count, result * factor, result)
    return result


def _refuse_zero(divisor: Basic, value: Any) -> None:
    """Raise HypothesisError where a whole number is 0 by which another is divided."""
    if isinstance(value, WHOLE) and value == 0:
        raise HypothesisError(sp.Ne(divisor, 0, evaluate=False), "it is 0 at the supplied values, and is divided by")


# Sums


@dataclass(frozen=True)
class Fold:
    """Hold how values are put together: of no values, of two, of many along an axis, of one so many times."""

    nothing: float
    join: Callable[[Evaluator, Any, Any], Any]
    along: Callable[[Evaluator, Any, int], Any]
    repeat: Callable[[Any, int], Any]


def _logarithm_of_sum(self: Evaluator, exponents: Any, axis: int) -> Any:
    """Return log Σ exp of what lies along an axis, the largest taken out."""
    largest = self.xp.max(exponents, axis=axis, keepdims=True)
    largest = self.xp.where(self.xp.isfinite(largest), largest, 0.0 * self.xp.ones_like(largest))
    total = self.xp.sum(self.xp.exp(exponents - largest), axis=axis)
    return self.xp.log(total) + self.xp.max(largest, axis=axis)


SUM = Fold(
    0,
    lambda self, x, y: x + y,
    lambda self, x, axis: x.sum(axis=axis) if isinstance(x, np.ndarray) else self.xp.sum(x, axis=axis),
    lambda x, count: x * count,
)
#: The logarithm of a sum of exponentials, from their exponents.
OF_EXPONENTIALS = Fold(
    -np.inf,
    lambda self, x, y: _binary(self, "logaddexp", x, y),
    _logarithm_of_sum,
    lambda x, count: x + float(np.log(count)),
)


#: The product of the values themselves.
PRODUCT = Fold(
    1,
    lambda self, x, y: x * y,
    lambda self, x, axis: self.xp.prod(x, axis=axis),
    lambda x, count: x**count,
)


@handles(sp.Sum, instances=True)
def _sum(self: Evaluator, expr: Any) -> Any:
    return over_limits(self, expr.function, list(sum_limits(expr)))


@handles(sp.Product, instances=True)
def _product(self: Evaluator, expr: Any) -> Any:
    return over_limits(self, expr.function, list(sum_limits(expr)), PRODUCT)


def over_limits(self: Evaluator, body: Basic, limits: Sequence[tuple[Basic, Basic, Basic]], fold: Fold = SUM) -> Any:
    """Return the sum over some limits, outermost first, or what else is made of the values there."""
    if not limits:
        return self.value(body)
    (variable, lower, upper), *inner = limits
    first = self.size(lower)
    count = self.size(upper) + 1 - first
    if count <= 0:
        return fold.nothing if count == 0 else float("nan")
    free = variables_under(inner, body)
    if variable not in free:
        return fold.repeat(over_limits(self, body, inner, fold), count)
    self.refuse_too_many(count)
    total: Any = fold.nothing
    beside = self.body_size(free, variable)
    spend(count * beside / ENTRIES_FOR_A_NODE)
    block = max(1, LARGEST_BODY // beside)
    try:
        for start in range(first, first + count, block):
            axis, terms = self.free_axis(free, variable), min(block, first + count - start)
            with self.along(variable, terms, axis, start):
                part = each_part(
                    lambda x: fold.along(self, _stretched(self, x, terms, axis), -1 - axis),  # noqa: B023
                    over_limits(self, body, inner, fold),
                )
                total = part if start == first else fold.join(self, total, part)
        return total
    except NotVectorised as obstacle:
        if obstacle.variable != variable:
            raise
    self.refuse_too_many(count, most=MOST_ONE_BY_ONE)
    total = fold.nothing
    for index in range(first, first + count):
        with self.at(variable, index):
            total = fold.join(self, total, over_limits(self, body, inner, fold))
    return total


def _stretched(self: Evaluator, value: Any, count: int, axis: int) -> Any:
    """Return a value in floating point that has so many places along an axis."""
    value = _floating(self, value)
    if isinstance(value, np.ndarray) and value.ndim > axis and value.shape[-1 - axis] == count:
        return value
    return value * self.xp.ones((count,) + (1,) * axis, dtype=self.dtype)


# Entries


@handles(MatrixElement, instances=True)
def _entry(self: Evaluator, expr: Any) -> Any:
    parent, row, column = expr.args
    matrix = self.matrix(parent)
    i, j = _whole(self.value(row)), _whole(self.value(column))
    if isinstance(i, WHOLE) and isinstance(j, WHOLE):
        if not (0 <= i < matrix.shape[-2] and 0 <= j < matrix.shape[-1]):
            reason = f"the index ({i}, {j}) lies outside a matrix of shape {tuple(matrix.shape)}"
            raise UnsupportedExpression(expr, reason)
        return matrix[i, j] if matrix.ndim == 2 else matrix[..., i, j]
    xp = self.xp
    rows, columns = matrix.shape[-2:]
    if not (_all_inside(self, i, row, rows) and _all_inside(self, j, column, columns)):
        raise NotVectorised(self.axis_in(expr))  # it may be a case that is not taken, which only single values show
    places = i * columns + j
    if isinstance(matrix, np.ndarray):
        if matrix.ndim > 2:
            return matrix.reshape(len(matrix), -1)[np.arange(len(matrix)), places]
        return matrix.reshape(-1)[places]
    entries = xp.take(xp.reshape(matrix, (-1,)), xp.reshape(places, (-1,)), axis=0)
    return xp.reshape(entries, places.shape)


def _whole(index: Any) -> Any:
    """Return an index that was computed with halves, such as n(n + 1)/2, as an integer."""
    return int(index) if isinstance(index, float) and index.is_integer() else index


def _all_inside(self: Evaluator, index: Any, formula: Basic, count: int) -> bool:
    """Tell whether an index, given with its formula, is below a count along all axes; False where it is not known."""
    if formula in self._axes:  # what most are
        first, run = self._ranges[formula]
        return first >= 0 and first + run <= count
    inside = (index >= 0) & (index < count)
    if not hasattr(inside, "shape"):
        return bool(inside)
    known = truth(self.xp.all(inside))
    if known is None:  # a function is traced; indices are known all the same
        whole = self.untraced(formula)
        return whole is not None and bool(np.all((whole >= 0) & (whole < count)))
    return known


# Conditions


@handles(type(sp.true), type(sp.false), instances=True)
def _truth(self: Evaluator, expr: Any) -> bool:
    return expr is sp.true


RELATIONS: dict[type, Callable[[Any, Any], Any]] = {
    sp.Eq: lambda x, y: x == y,
    sp.Ne: lambda x, y: x != y,
    sp.Lt: lambda x, y: x < y,
    sp.Le: lambda x, y: x <= y,
    sp.Gt: lambda x, y: x > y,
    sp.Ge: lambda x, y: x >= y,
}


@handles(Relational, instances=True)
def _relation(self: Evaluator, expr: Any) -> Any:
    return RELATIONS[type(expr)](self.value(expr.lhs), self.value(expr.rhs))


@handles(sp.And, sp.Or, instances=True)
def _connective(self: Evaluator, expr: Any) -> Any:
    return reduce(and_ if isinstance(expr, sp.And) else or_, map(self.value, _in_order(expr)))


@lru_cache(maxsize=1024)
def _in_order(connective: Basic) -> tuple[Basic, ...]:
    return tuple(sp.ordered(connective.args))


@handles(sp.Not, instances=True)
def _negation(self: Evaluator, expr: Any) -> Any:
    truth = self.value(expr.args[0])
    return not truth if isinstance(truth, TRUTHS) else ~truth
