"""Functions with a meaning of their own: how each is applied, as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sympy import Abs, Determinant, Integer, Max, Min, Trace, cos, cosh, exp, im, log, re, sin, sinh, tanh
from sympy.matrices.expressions.diagonal import DiagMatrix

import symattn.language as language
from symattn.language.base.shapes import product as product_of
from symattn.language.base.shapes import transposed
from symattn.reading.notation import each_of
from symattn.reading.refusal import Refused
from symattn.reading.sizes import Misfit, unify
from symattn.reading.stage import Stage
from symattn.reading.values import Value, as_number, entry_of, lift, of_entries, transpose

#: What is assumed of exp(A) that may be a power series: a proof that rests on it proves nothing.
SQUARE = "exp of a square matrix is that of every entry"
Apply = Callable[["Stage", Sequence[Value]], Value]


def _of_numbers(function: Callable[[Any], Any], name: str) -> Apply:
    def apply(stage: Stage, arguments: Sequence[Value]) -> Value:
        value = _only(arguments, name)
        if value.is_matrix:
            if value.text == "the matrix" and not value.is_vector:
                raise Refused(f"is {name} of a matrix that of every entry? call the matrix by a letter")
            rows, columns = (size.known() for size in value.sides)
            is_square = rows is not None and rows == columns
            if name == "exp" and is_square and not value.is_vector and "exp" not in stage.conventions.said:
                stage.assume(SQUARE)
            stage.assume(f"{name} is taken of every entry")
        return of_entries(value, function)

    return apply


def _part(part: Callable[[Any], Any], name: str) -> Apply:
    def apply(stage: Stage, arguments: Sequence[Value]) -> Value:
        value = _only(arguments, name)
        if value.is_matrix or any(letter.assumed for letter in stage.letters.values()):
            raise Refused(f"is {name}( ) a part of a complex number, or the image of a map? declare what stands in it")
        return lift(None, part, as_number(value))

    return apply


def _only(arguments: Sequence[Value], name: str) -> Value:
    if len(arguments) != 1:
        raise Refused(f"{name} of {len(arguments)} arguments")
    return arguments[0]


def _softmax(stage: Stage, arguments: Sequence[Value], way: str = "") -> Value:
    value = _only(arguments, "softmax")
    if not value.is_matrix:
        raise Refused("softmax of a number: over which index does it run?")
    rows, columns = value.sides
    if "unclear" in (way, stage.conventions.softmax) and not (rows.is_one or columns.is_one or way):
        raise Refused('is softmax taken of each row, or of each column? softmax = "columns"')
    by_columns = columns.is_one or (way or stage.conventions.softmax) == "columns"
    if by_columns and not rows.is_one:
        return lift(value.shape, lambda matrix: transposed(language.RowSoftmax(transposed(matrix))), value)
    if not (way or rows.is_one or "softmax" in stage.conventions.said):
        stage.assume("softmax is taken of each row")
    return lift(value.shape, language.RowSoftmax, value)


def _diagonal(stage: Stage, arguments: Sequence[Value]) -> Value:
    value = _only(arguments, "diag")
    if not value.is_vector:
        what = f"{value.text} is {value.shown}" if value.text else f"its argument is {value.shown}"
        raise Refused(f"diag makes a matrix of a vector, and here {what}: declare its shape")
    rows, columns = value.sides
    size = columns if rows.is_one else rows
    return lift((size, size), DiagMatrix, value)


def _of_square(word: Any, name: str, known: str) -> Apply:
    def apply(stage: Stage, arguments: Sequence[Value]) -> Value:
        value = _only(arguments, name)
        if value.is_number:
            raise Misfit(f"the {known} of a number")
        unify(*value.sides)
        return lift(None, word, value)

    return apply


def _extreme(function: Any, name: str) -> Apply:
    def apply(stage: Stage, arguments: Sequence[Value]) -> Value:
        if len(arguments) == 1 and arguments[0].is_vector:
            return _largest(arguments[0], 1 if function is Max else -1)
        if len(arguments) < 2:
            raise Refused(f"{name} of one argument: over which index does it run?")
        return lift(None, function, *map(as_number, arguments))

    return apply


def _largest(vector: Value, sign: int) -> Value:
    """Return the largest entry of a vector, or the least."""
    row = vector if vector.sides[0].is_one else transpose(vector)
    return lift(None, lambda x: sign * entry_of(language.RowMax(product_of(Integer(sign), x)), 0, 0), row)


def inner_product(left: Value, right: Value) -> Value:
    """Return ⟨x, y⟩ of two vectors."""
    if left.is_number or right.is_number:
        raise Misfit("the inner product of numbers")
    if not (left.is_vector and right.is_vector):
        raise Refused("the inner product of matrices: which one?")
    one, other = (value if value.sides[1].is_one else transpose(value) for value in (left, right))
    unify(one.sides[0], other.sides[0])
    return lift(None, lambda x, y: entry_of(product_of(transposed(x), y), 0, 0), one, other)


def norm(value: Value) -> Value:
    """Return the Euclidean norm of a vector."""
    if value.is_number:
        return lift(None, Abs, value)
    if not value.is_vector:
        raise Refused("the norm of a matrix: which one? \\|X\\|_F is the Frobenius norm")
    return frobenius(value)


def norm_called(value: Value, called: str) -> Value:
    """Return the norm of a vector that stands below it: 1, 2 or ∞; that of a matrix has more than one meaning."""
    word = _NORMS.get(called)
    if word is None:
        raise Refused("this norm is not read")
    if called == "2" or value.is_number:
        return norm(value)
    if not value.is_vector:
        raise Refused(f"the {called.lstrip(chr(92))}-norm of a matrix: of its entries, or of the map?")
    return lift(None, word, value)


def frobenius(value: Value) -> Value:
    """Return the Frobenius norm."""
    if value.shape is None:
        raise Misfit("the Frobenius norm of a number")
    return lift(None, language.FrobeniusNorm, value)


#: What stands below the norm of a vector → the norm.
_NORMS = {"1": language.Norm1, "2": language.FrobeniusNorm, r"\infty": language.MaxNorm}
#: Words of formulas → words of the language that are functions of numbers.
_WORDS = each_of(
    {"ReLU": "ReLU relu", "Sigmoid": "sigmoid", "SiLU": "SiLU", "GELU": "GELU gelu", "Softplus": "softplus"}
)
#: Words of formulas → how they are applied.
FUNCTIONS: dict[str, Apply] = {
    **dict.fromkeys(("softmax", "Softmax", "SoftMax"), _softmax),
    **{f"softmax of {way}": partial(_softmax, way=way) for way in ("rows", "columns")},
    **{each.__name__: _of_numbers(each, each.__name__) for each in (exp, log, sin, cos, tanh, sinh, cosh)},
    "ln": _of_numbers(log, "ln"),
    "Re": _part(re, "Re"),
    "Im": _part(im, "Im"),
    **{name: _of_numbers(getattr(language, word), name) for name, word in _WORDS.items()},
    **dict.fromkeys(("diag", "Diag"), _diagonal),
    **dict.fromkeys(("tr", "Tr", "trace"), _of_square(Trace, "tr", "trace")),
    "det": _of_square(Determinant, "det", "determinant"),
    "max": _extreme(Max, "max"),
    "min": _extreme(Min, "min"),
}
#: Functions of numbers, which are taken of every entry of a vector.
ENTRYWISE = {"exp", "log", "ln", "sin", "cos", "tanh", "sinh", "cosh", *_WORDS}
#: What stands under a softmax → of what it is taken.
WAYS = each_of({"rows": "row rows", "columns": "col cols column columns"})
#: Functions whose argument may stand without brackets, and reaches over letters and numbers.
PREFIX = {"exp", "log", "ln", "sin", "cos", "tanh", "sinh", "cosh"}
#: Functions that reach over one letter with its scripts, where it stands without brackets and nothing behind it.
OF_ONE = {"tr", "Tr", "trace", "det"}
#: Letters that are functions by habit: any function of a number, or of a vector, will do.
HABITUAL = {r"\phi", r"\varphi", r"\psi", "f", "g", "h"}
#: … and these are functions of two vectors by habit.
KERNELS = {r"\alpha", r"\kappa", "a", "k", "K", "s", r"\mathrm{sim}"}
