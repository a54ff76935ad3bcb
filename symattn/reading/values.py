"""Values: a number or a matrix whose sizes may be open, made as an expression once the sizes are known.

Operations check shapes as they go. Nothing is evaluated: a quotient stays a quotient, so that what it needs is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from sympy import (
    Add,
    HadamardPower,
    HadamardProduct,
    ImmutableDenseMatrix,
    Integer,
    KroneckerProduct,
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
from symattn.reading.refusal import Refused
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
    def is_matrix(self) -> bool:
        """Tell whether this is a matrix of more than one entry."""
        return not (self.is_number or self.is_single)

    @property
    def is_vector(self) -> bool:
        """Tell whether this has one row, or one column."""
        return self.shape is not None and any(size.is_one for size in self.shape)

    @property
    def sides(self) -> tuple[Size, Size]:
        """The rows and columns of a matrix."""
        assert self.shape is not None
        return self.shape

    @property
    def shown(self) -> str:
        return "a number" if self.shape is None else f"{self.shape[0]}×{self.shape[1]}"


def number(expression: Any, text: str = "") -> Value:
    """Return a value that is a number."""
    return Value(None, lambda: expression, text)


def lift(
    shape: tuple[Size, Size] | None, function: Callable[..., Any], *values: Value, text: str = "", letter: str = ""
) -> Value:
    """Return what a function makes of values, once they are made."""
    return Value(shape, lambda: function(*(value.make() for value in values)), text, letter)


def as_number(value: Value) -> Value:
    """Return the one entry of a 1×1 matrix; raise Misfit for another matrix."""
    if value.is_number:
        return value
    if value.is_single:
        return lift(None, lambda matrix: entry_of(matrix, 0, 0), value, text=value.text)
    if value.letter:
        raise Needs(value.letter, "number", _needs_a_number(value))
    raise Misfit(_needs_a_number(value))


def _needs_a_number(value: Value) -> str:
    """Return that a number is needed where something else stands, and what that is."""
    what = f"{value.text} is {value.shown}" if value.text else f"{value.shown} stands"
    return f"a number is needed where {what}: declare what its letters are"


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
            if last.is_single and not factor.sides[0].is_one:
                numbers.append(as_number(matrices.pop()))
            elif factor.is_single and not last.sides[1].is_one:
                numbers.append(as_number(factor))
                continue
        if matrices:
            matrices[-1] = _multiplied(matrices[-1], factor)
        else:
            matrices.append(factor)
    if not matrices:
        return lift(None, _number_product, *numbers, letter=_one_letter(numbers))
    (whole,) = matrices
    scale = lift(None, _number_product, *numbers)
    return lift(whole.shape, matrix_product, scale, whole, letter=whole.letter) if numbers else whole


def _one_letter(factors: Sequence[Value]) -> str:
    """Return the assumed letter of a product of numbers that may be a vector: the only one that is not Greek."""
    letters = [each.letter for each in factors if each.letter and not each.letter.startswith("\\")]
    return letters[0] if len(letters) == 1 and len(factors) > 1 else ""


def _multiplied(left: Value, right: Value) -> Value:
    (rows, inner), (other, columns) = left.sides, right.sides
    try:
        unify(inner, other)
    except Misfit as misfit:
        shown = f"{left.text or 'the left factor'} is {left.shown}, {right.text or 'the right one'} {right.shown}"
        raise Misfit(f"a product does not fit: {shown}") from misfit
    return lift((rows, columns), matrix_product, left, right, text=f"{left.text} {right.text}".strip())


def _number_product(*given: Any) -> Any:
    factors = [each for each in given if each != 1] or [Integer(1)]
    return factors[0] if len(factors) == 1 else Mul(*factors, evaluate=False)


def negative(value: Value) -> Value:
    """Return −x."""
    if value.is_number:
        return lift(None, _negated, value, letter=value.letter)
    return lift(value.shape, partial(matrix_product, Integer(-1)), value, text=value.text, letter=value.letter)


def _negated(expression: Any) -> Any:
    return -expression if expression.is_Number else Mul(Integer(-1), expression, evaluate=False)


def same_shape(values: Sequence[Value], what: str) -> list[Value]:
    """Return values of one shape: numbers, or matrices; a 1×1 matrix beside a number is a number."""
    if any(each.is_number for each in values):
        matrices = [each for each in values if each.is_matrix]
        if matrices:
            shown = " and ".join(each.shown for each in values[:3])
            why = f"{what} of {shown}"
            needs = [(each.letter, "number") for each in matrices]
            kind = "vector" if matrices[0].is_vector else "matrix"
            needs += [(each.letter, kind) for each in values if each.is_number]
            for letter, kind in needs:
                if letter:
                    raise Needs(letter, kind, why)
            raise Misfit(why)
        return [as_number(each) for each in values]
    for left, right in pairwise(values):
        try:
            for one, other in zip(left.sides, right.sides, strict=True):
                unify(one, other)
        except Misfit as misfit:
            raise Misfit(f"{what} of {left.shown} and {right.shown}") from misfit
    return list(values)


def plus(values: Sequence[Value]) -> Value:
    """Add values of one shape."""
    values = same_shape(values, "a sum")
    if values[0].is_number:
        return lift(None, partial(Add, evaluate=False), *values)
    letter = values[0].letter if all(each.letter for each in values) else ""
    return lift(values[0].shape, total, *values, letter=letter)


def entrywise(left: Value, right: Value, divide: bool = False) -> Value:
    """Multiply, or divide, entry by entry."""
    left, right = same_shape([left, right], "an entrywise product")
    if left.is_number:
        return quotient(left, right) if divide else product([left, right])
    if divide:
        right = lift(right.shape, lambda divisor: HadamardPower(divisor, -1), right)
    return lift(left.shape, HadamardProduct, left, right)


def kronecker(left: Value, right: Value) -> Value:
    """Return the Kronecker product of two matrices that can be multiplied in no other way."""
    sizes = [
        [size.known() for size in each.sides] if each.is_matrix and not each.is_vector else [] for each in (left, right)
    ]
    if not all(sizes) or None in sizes[0] + sizes[1] or sizes[0] == sizes[1]:
        raise Refused("is ⊗ a Kronecker product, a product of every entry, or an outer product?")
    shape = [Size((one * other).expand(), may_be_one=True) for one, other in zip(*sizes, strict=True)]
    return lift((shape[0], shape[1]), KroneckerProduct, left, right)


def quotient(above: Value, below: Value) -> Value:
    """Divide by a number."""
    below = as_number(below)

    def divided(divisor: Any, value: Any) -> Any:
        inverse = Pow(divisor, Integer(-1), evaluate=False)
        if not above.is_number:
            return matrix_product(inverse, value)
        if divisor.is_Number and value.is_Number and divisor != 0:
            return value / divisor
        return Mul(value, inverse, evaluate=False) if value != 1 else inverse

    kept = {} if above.is_number else {"text": above.text, "letter": above.letter}
    return lift(above.shape, divided, below, above, **kept)


def transpose(value: Value) -> Value:
    """Return the transpose; of a number that is an error."""
    if value.shape is None:
        raise Misfit("the transpose of a number")
    return lift((value.shape[1], value.shape[0]), turned, value, text=f"{value.text}ᵀ")


def turned(matrix: Any) -> Any:
    """Return the transpose as it is written: that of a product stays one."""
    return Transpose(matrix) if isinstance(matrix, MatMul) else transposed(matrix)


def of_entries(value: Value, function: Callable[[Any], Any]) -> Value:
    """Apply a function of numbers to a number, or to every entry of a matrix."""
    if not value.is_matrix:
        return lift(None, function, as_number(value))
    variable = Symbol("x", real=True)
    return lift(value.shape, lambda matrix: matrix.applyfunc(Lambda(variable, function(variable))), value)
