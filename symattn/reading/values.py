"""Values: a number or a matrix whose sizes may be open, made as an expression once the sizes are known.

Operations check shapes as they go. Nothing is evaluated: a quotient stays a quotient, so that what it needs is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sympy import (
    Add,
    HadamardPower,
    HadamardProduct,
    ImmutableDenseMatrix,
    Integer,
    Lambda,
    MatMul,
    MatrixSymbol,
    Mul,
    Pow,
    Symbol,
    Transpose,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.language.base.shapes import product as matrix_product
from symattn.language.base.shapes import total, transposed
from symattn.reading.sizes import Misfit, Needs, Size, unify


@dataclass(eq=False)
class Value:
    """Hold what a part of a formula stands for: its shape, None for a number, and how its expression is made."""

    shape: tuple[Size, Size] | None
    make: Callable[[], Any]
    text: str = ""
    letter: str = ""  # the key of an assumed letter, where this is nothing else

    @property
    def is_number(self) -> bool:
        return self.shape is None

    @property
    def is_single(self) -> bool:
        """Tell whether this is a matrix with one entry, as xᵀy is."""
        return self.shape is not None and all(size.is_one for size in self.shape)

    @property
    def shown(self) -> str:
        return "a number" if self.shape is None else f"{self.shape[0]}×{self.shape[1]}"


def number(expression: Any) -> Value:
    """Return a value that is a number."""
    return Value(None, lambda: expression)


def as_number(value: Value) -> Value:
    """Return the one entry of a 1×1 matrix; raise Misfit for another matrix."""
    if value.is_number:
        return value
    if value.is_single:
        return Value(None, lambda: entry_of(value.make(), 0, 0), value.text)
    if value.letter:
        raise Needs(value.letter, "number", f"a number is needed, here {value.shown}")
    raise Misfit(f"a number is needed, here {value.shown}")


def entry_of(matrix: Any, row: Any, column: Any) -> Any:
    """Return an entry of a matrix."""
    if isinstance(matrix, ImmutableDenseMatrix | MatrixSymbol):
        return matrix[row, column]
    return MatrixElement(matrix, row, column)


def product(factors: Sequence[Value]) -> Value:
    """Multiply numbers and matrices, as they stand beside each other."""
    numbers, matrices = list[Value](), list[Value]()
    for factor in factors:
        if factor.is_number:
            numbers.append(factor)
            continue
        if matrices:
            last = matrices[-1]
            assert last.shape is not None and factor.shape is not None
            if last.is_single and not factor.shape[0].is_one:
                numbers.append(as_number(matrices.pop()))
            elif factor.is_single and not last.shape[1].is_one:
                numbers.append(as_number(factor))
                continue
        if matrices:
            matrices[-1] = _multiplied(matrices[-1], factor)
        else:
            matrices.append(factor)
    if not matrices:
        return Value(None, lambda: _number_product([each.make() for each in numbers]))
    (whole,) = matrices
    if not numbers:
        return whole
    return Value(
        whole.shape,
        lambda: matrix_product(_number_product([each.make() for each in numbers]), whole.make()),
        letter=whole.letter,
    )


def _multiplied(left: Value, right: Value) -> Value:
    assert left.shape is not None and right.shape is not None
    try:
        unify(left.shape[1], right.shape[0])
    except Misfit as misfit:
        shown = f"{left.text or 'the left factor'} is {left.shown}, {right.text or 'the right one'} {right.shown}"
        raise Misfit(f"a product does not fit: {shown}") from misfit
    return Value(
        (left.shape[0], right.shape[1]),
        lambda: matrix_product(left.make(), right.make()),
        f"{left.text} {right.text}".strip(),
    )


def _number_product(factors: list[Any]) -> Any:
    factors = [each for each in factors if each != 1] or [Integer(1)]
    return factors[0] if len(factors) == 1 else Mul(*factors, evaluate=False)


def negative(value: Value) -> Value:
    """Return −x."""
    if value.is_number:
        return Value(None, lambda: _negated(value.make()), letter=value.letter)
    return Value(value.shape, lambda: matrix_product(Integer(-1), value.make()), value.text, value.letter)


def _negated(expression: Any) -> Any:
    return -expression if expression.is_Number else Mul(Integer(-1), expression, evaluate=False)


def same_shape(values: Sequence[Value], what: str) -> list[Value]:
    """Return values of one shape: numbers, or matrices; a 1×1 matrix beside a number is a number."""
    if any(each.is_number for each in values):
        if any(not each.is_number and not each.is_single for each in values):
            shown = " and ".join(each.shown for each in values[:3])
            why = f"{what} of {shown}"
            for each in values:
                if each.shape is not None and not each.is_single and each.letter:
                    raise Needs(each.letter, "number", why)
            whole = next(each.shape for each in values if each.shape is not None and not each.is_single)
            for each in values:
                if each.shape is None and each.letter:
                    raise Needs(each.letter, "vector" if any(size.is_one for size in whole) else "matrix", why)
            raise Misfit(why)
        return [as_number(each) for each in values]
    for left, right in pairwise(values):
        assert left.shape is not None and right.shape is not None
        try:
            unify(left.shape[0], right.shape[0])
            unify(left.shape[1], right.shape[1])
        except Misfit as misfit:
            raise Misfit(f"{what} of {left.shown} and {right.shown}") from misfit
    return list(values)


def plus(values: Sequence[Value]) -> Value:
    """Add values of one shape."""
    values = same_shape(values, "a sum")
    if values[0].is_number:
        return Value(None, lambda: Add(*(each.make() for each in values), evaluate=False))
    letter = values[0].letter if all(each.letter for each in values) else ""
    return Value(values[0].shape, lambda: total(*(each.make() for each in values)), letter=letter)


def entrywise(left: Value, right: Value, divide: bool = False) -> Value:
    """Multiply, or divide, entry by entry."""
    left, right = same_shape([left, right], "an entrywise product")
    if left.is_number:
        return quotient(left, right) if divide else product([left, right])
    if divide:
        return Value(left.shape, lambda: HadamardProduct(left.make(), HadamardPower(right.make(), -1)))
    return Value(left.shape, lambda: HadamardProduct(left.make(), right.make()))


def quotient(above: Value, below: Value) -> Value:
    """Divide by a number."""
    below = as_number(below)

    def inverse() -> Any:
        return Pow(below.make(), Integer(-1), evaluate=False)

    def divided() -> Any:
        divisor = below.make()
        value = above.make()
        if divisor.is_Number and value.is_Number and divisor != 0:
            return value / divisor
        return Mul(value, inverse(), evaluate=False) if value != 1 else inverse()

    if above.is_number:
        return Value(None, divided)
    return Value(above.shape, lambda: matrix_product(inverse(), above.make()), above.text, above.letter)


def transpose(value: Value) -> Value:
    """Return the transpose; of a number that is an error."""
    if value.shape is None:
        raise Misfit("the transpose of a number")
    return Value((value.shape[1], value.shape[0]), lambda: turned(value.make()), f"{value.text}ᵀ")


def turned(matrix: Any) -> Any:
    """Return the transpose as it is written: that of a product stays one."""
    return Transpose(matrix) if isinstance(matrix, MatMul) else transposed(matrix)


def of_entries(value: Value, function: Callable[[Any], Any]) -> Value:
    """Apply a function of numbers to a number, or to every entry of a matrix."""
    if value.is_number or value.is_single:
        single = as_number(value)
        return Value(None, lambda: function(single.make()))
    variable = Symbol("x", real=True)

    def made() -> Any:
        return value.make().applyfunc(Lambda(variable, function(variable)))

    return Value(value.shape, made)
