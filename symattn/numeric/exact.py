"""Scalars for rigorous evaluation: exact rationals, balls around irrational values, and −∞.

A rational stays an exact `fmpq`; an irrational value is an `arb` ball that surely contains it; `MINUS_INFINITY` stands
for a masked score and may only be added to, scaled by a positive number, or put into the exponential, which sends it to
exactly 0. What has no value raises `Undefined`; what the present precision cannot settle raises `Imprecise`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import chain
from typing import Any, TypeAlias

from flint import arb, arb_mat, fmpq, fmpq_mat, fmpz

from symattn.determinants import determinant_of
from symattn.numeric.jets import Jet, core


class Undefined(Exception):
    """The expression has no value at this instance (0 in a denominator, a fully masked row, ...)."""


class Imprecise(Exception):
    """The balls are too wide to settle a sign, a comparison or a denominator; more precision may settle it."""


class Exhausted(Exception):
    """The evaluation would cost more than was allowed."""


class Infinity(Enum):
    """The one extended value, −∞, as an object that no arithmetic accepts by accident."""

    MINUS = "-oo"


MINUS_INFINITY = Infinity.MINUS
# While a derivative is taken, a jet may stand wherever a real number does; no result holds one.
Real: TypeAlias = fmpq | arb
Scalar: TypeAlias = fmpq | arb | Infinity
Matrix: TypeAlias = tuple[tuple[Scalar, ...], ...]

ZERO, ONE = fmpq(0), fmpq(1)
#: Powers of rationals that would have more bits than this are enclosed in balls instead.
MOST_BITS = 2**14


def real(value: Scalar) -> Real:
    """Return a scalar that must be finite, or raise Undefined."""
    if isinstance(value, Infinity):
        raise Undefined("-oo where a finite number is needed")
    return value


def sign(value: Real) -> int:
    """Return the sign of a real as -1, 0 or 1, or raise Imprecise when a ball contains 0 and more.

    Near a number that varies the sign is that of the number, unless this is 0: then raise Undefined.
    """
    if isinstance(value, Jet):
        if (found := sign(core(value))) == 0:
            raise Undefined("a derivative at the border between two cases, or at the end of a domain")
        return found
    if isinstance(value, fmpq):
        return 0 if value == 0 else (1 if value > 0 else -1)
    if not isinstance(value, arb):  # a polynomial in variables, which Python may order without a meaning
        raise Imprecise
    if value > 0:
        return 1
    if value < 0:
        return -1
    if value.is_zero():
        return 0
    raise Imprecise


def add(left: Scalar, right: Scalar) -> Scalar:
    """Add two scalars; −∞ absorbs."""
    if type(left) is fmpq and type(right) is fmpq:
        return left + right
    if isinstance(left, Infinity) or isinstance(right, Infinity):
        return MINUS_INFINITY
    return left + right


def multiply(left: Scalar, right: Scalar) -> Scalar:
    """Multiply two scalars; −∞ may be scaled by a positive number only."""
    if type(left) is fmpq and type(right) is fmpq:
        return left * right
    if isinstance(left, Infinity):
        left, right = right, left
    if isinstance(right, Infinity):
        if sign(real(left)) <= 0:
            raise Undefined("-oo times a number that is not positive")
        return MINUS_INFINITY
    return real(left) * right


def divide(left: Scalar, right: Scalar) -> Scalar:
    """Divide by a number that is provably not 0."""
    if sign(real(right)) == 0:
        raise Undefined("division by 0")
    return multiply(left, 1 / real(right))


def exponential(value: Scalar) -> Real:
    """Return exp, with exp(−∞) = 0 exactly."""
    if isinstance(value, Infinity):
        return ZERO
    if isinstance(value, Jet):
        return value.through(exponential, exponential)
    return ONE if isinstance(value, fmpq) and value == 0 else arb(value).exp()


def square_root(value: Scalar) -> Real:
    """Return the square root of a number ≥ 0, exactly when it is the square of a rational."""
    number = real(value)
    if isinstance(number, Jet) and sign(number) > 0:
        return number.through(square_root, lambda x: 1 / (2 * square_root(x)))
    if isinstance(number, fmpq):
        if number < 0:
            raise Undefined("square root of a negative number")
        root = fmpq(fmpz(number.p).isqrt(), fmpz(number.q).isqrt())
        return root if root * root == number else arb(number).sqrt()
    if sign(number) < 0:
        raise Undefined("square root of a negative number")
    return number.sqrt()


def power(base: Scalar, exponent: Scalar) -> Real:
    """Raise to a power: any base to an integer, a base ≥ 0 to ½ or −½, a positive base to any number."""
    b, e = real(base), real(exponent)
    if isinstance(e, fmpq) and e.q == 1:
        count = int(e.p)
        if isinstance(b, Jet):
            return b.through(lambda x: power(x, e), lambda x: e * power(x, e - 1)) if count else ONE
        if count < 0 and sign(b) == 0:
            raise Undefined("a negative power of 0")
        if isinstance(b, arb) and b.contains(0):
            return _power_by_squaring(b, count)
        return arb(b) ** count if _is_long(b, count) else b**count
    if isinstance(e, fmpq) and e.q == 2:
        return power(square_root(b), fmpq(e.p))
    if sign(b) <= 0:
        raise Undefined("a power of a number that is not positive")
    if isinstance(b, Jet) or isinstance(e, Jet):
        return exponential(e * logarithm(b))
    return arb(b) ** arb(e)


def _power_by_squaring(base: arb, exponent: int) -> Real:
    """Return a natural power of a ball that contains 0, of which flint has no power."""
    result: Real = ONE
    while exponent:
        if exponent % 2:
            result = result * base
        exponent //= 2
        base = (base * base).nonnegative_part()
    return result


def _is_long(base: Real, exponent: int) -> bool:
    """Tell whether a power of a rational has too many bits to be written out."""
    return isinstance(base, fmpq) and base not in (ZERO, ONE, -ONE) and _bits(base) * abs(exponent) > MOST_BITS


def _bits(number: Any) -> int:
    return max(int(number.p).bit_length(), int(number.q).bit_length())


def sine(value: Scalar) -> Real:
    """Return the sine; exactly 0 at 0."""
    number = real(value)
    if isinstance(number, Jet):
        return number.through(sine, cosine)
    return ZERO if isinstance(number, fmpq) and number == 0 else arb(number).sin()


def cosine(value: Scalar) -> Real:
    """Return the cosine; exactly 1 at 0."""
    number = real(value)
    if isinstance(number, Jet):
        return number.through(cosine, lambda x: -sine(x))
    return ONE if isinstance(number, fmpq) and number == 0 else arb(number).cos()


def logarithm(value: Scalar) -> Real:
    """Return the natural logarithm of a positive number; exactly 0 at 1."""
    number = real(value)
    if sign(number) <= 0:
        raise Undefined("logarithm of a number that is not positive")
    if isinstance(number, Jet):
        return number.through(logarithm, lambda x: 1 / x)
    return ZERO if isinstance(number, fmpq) and number == 1 else arb(number).log()


def absolute(value: Scalar) -> Real:
    """Return the absolute value."""
    number = real(value)
    return maximum(number, -number)


def compare(left: Scalar, right: Scalar) -> int:
    """Return -1, 0 or 1 as left is below, equal to or above right, or raise Imprecise."""
    if isinstance(left, Infinity) or isinstance(right, Infinity):
        return isinstance(right, Infinity) - isinstance(left, Infinity)
    return sign(left - right)


def maximum(left: Real, right: Real) -> Real:
    """Return the larger of two reals; where one varies, they must differ."""
    if isinstance(left, Jet) or isinstance(right, Jet):
        return left if compare(left, right) > 0 else right
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return max(left, right)
    return arb(left).max(arb(right))


def minimum(left: Real, right: Real) -> Real:
    """Return the smaller of two reals."""
    return -maximum(-left, -right)


def is_rational(matrix: Matrix) -> bool:
    """Tell whether every entry is an exact rational."""
    return all(isinstance(x, fmpq) for row in matrix for x in row)


def matrix_product(left: Matrix, right: Matrix) -> Matrix:
    """Multiply two matrices; one that holds −∞ may only be multiplied by a permutation matrix."""
    kinds = set(map(type, chain(*left, *right)))
    if kinds == {fmpq}:
        return _rational_product(left, right)
    extended_left, extended_right = _holds_infinity(left), _holds_infinity(right)
    if extended_right and not extended_left:
        return tuple(right[source] for source in _places_of_ones(left))
    if extended_left:
        if extended_right:
            raise Undefined("product of two matrices that hold -oo")
        places = _places_of_ones(transpose(right))
        return tuple(tuple(row[source] for source in places) for row in left)
    if Jet in kinds:
        return tuple(tuple(_inner_product(row, column) for column in transpose(right)) for row in left)
    return freeze((arb_mat(_balls(left)) * arb_mat(_balls(right))).tolist())


def _rational_product(left: Matrix, right: Matrix) -> Matrix:
    rows, inner, columns = len(left), len(right), len(right[0])
    product = fmpq_mat(rows, len(left[0]), list[Any](chain(*left))) * fmpq_mat(inner, columns, list[Any](chain(*right)))
    entries = product.entries()
    return tuple([tuple(entries[start : start + columns]) for start in range(0, rows * columns, columns)])


def _inner_product(row: Sequence[Any], column: Sequence[Any]) -> Any:
    return sum((x * y for x, y in zip(row, column, strict=True)), ZERO)


def matrix_power(base: Matrix, exponent: int) -> Matrix:
    """Raise a square matrix to a natural power by squaring; long rational entries are enclosed in balls."""
    if is_rational(base) and exponent * (1 + max(_bits(x) for row in base for x in row)) > MOST_BITS:
        base = freeze(_balls(base))
    result: Matrix = tuple(tuple(ONE if i == j else ZERO for j in range(len(base))) for i in range(len(base)))
    while exponent:
        if exponent % 2:
            result = matrix_product(result, base)
        exponent //= 2
        if exponent:
            base = matrix_product(base, base)
    return result


def transpose(matrix: Matrix) -> Matrix:
    """Return the transposed matrix."""
    return tuple(zip(*matrix, strict=True))


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse; Undefined for a singular rational matrix, Imprecise when balls cannot tell."""
    if _holds_infinity(matrix):
        raise Undefined("inverse of a matrix that holds -oo")
    if any(isinstance(x, Jet) for row in matrix for x in row):
        raise Undefined("the inverse of a matrix that varies is not followed")
    try:
        if is_rational(matrix):
            return freeze(fmpq_mat(_rows(matrix)).inv().tolist())
    except ZeroDivisionError:
        raise Undefined("inverse of a singular matrix") from None
    try:
        return freeze(arb_mat(_balls(matrix)).inv().tolist())
    except ZeroDivisionError:
        raise Imprecise from None


def determinant(matrix: Matrix) -> Real:
    """Return the determinant, exact when the entries are."""
    if any(isinstance(x, Jet) for row in matrix for x in row):
        varying: Real = determinant_of(matrix)
        return varying
    return fmpq_mat(_rows(matrix)).det() if is_rational(matrix) else arb_mat(_balls(matrix)).det()


def freeze(rows: Sequence[Sequence[Scalar]]) -> Matrix:
    """Return rows as an immutable matrix."""
    return tuple(tuple(row) for row in rows)


def _rows(matrix: Matrix) -> list[list[Any]]:
    return [list(row) for row in matrix]


def _balls(matrix: Matrix) -> list[list[arb]]:
    return [[arb(real(x)) for x in row] for row in matrix]


def _holds_infinity(matrix: Matrix) -> bool:
    return any(isinstance(x, Infinity) for row in matrix for x in row)


def _places_of_ones(matrix: Matrix) -> list[int]:
    """Return, for each row of a permutation matrix, the column of its single 1; raise Undefined for another matrix."""
    places = []
    for row in matrix:
        ones = [j for j, x in enumerate(row) if isinstance(x, fmpq) and x == 1]
        zeros = sum(isinstance(x, fmpq) and x == 0 for x in row)
        if len(ones) != 1 or zeros != len(row) - 1:
            raise Undefined("a matrix that holds -oo may only be permuted")
        places.append(ones[0])
    return places
