"""Polynomial similarity kernels and maps of rows: the fixed lists from which exact searches choose.

They have integer coefficients and use + and * only, so one definition serves rationals, balls, floats and
polynomial variables; the last makes invariance decidable: two polynomials are equal or they are not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from flint import Ordering, fmpq, fmpq_mpoly_ctx

from symattn.errors import UsageError
from symattn.language.words.kernels import DotProduct, distance_in
from symattn.numeric.exact import Matrix
from symattn.numeric.namespaces import is_foreign

Row = Sequence[Any]


@dataclass(frozen=True)
class PolynomialKernel:
    """Hold a polynomial in the entries of two rows, with its formula for people."""

    text: str
    function: Callable[[Row, Row], Any]

    def __call__(self, q: Row, k: Row) -> Any:
        return self.function(q, k)


@dataclass(frozen=True)
class PolynomialMap:
    """Hold a map of rows with polynomial entries, with its formula for people."""

    text: str
    function: Callable[[Row], Row]

    def __call__(self, row: Row) -> tuple[Any, ...]:
        return tuple(self.function(row))


def _dot(q: Row, k: Row) -> Any:
    return _total([x * y for x, y in zip(q, k, strict=True)])


def _total(values: Sequence[Any]) -> Any:
    return sum(values[1:], values[0])


def _weighted(values: Sequence[Any]) -> Any:
    return _total([(a + 1) * x for a, x in enumerate(values)])


DOT_PRODUCT = PolynomialKernel("sum(q*k)", _dot)
SQUARED_DISTANCE = PolynomialKernel(
    "-sum((q - k)**2)", lambda q, k: -_total([(x - y) * (x - y) for x, y in zip(q, k, strict=True)])
)
KERNELS = (
    DOT_PRODUCT,
    PolynomialKernel("sum((a + 1)*k[a])", lambda q, k: _weighted(k)),
    PolynomialKernel("sum((a + 1)*q[a]*k[a])", lambda q, k: _weighted([x * y for x, y in zip(q, k, strict=True)])),
    PolynomialKernel("q[0]*sum((a + 1)*k[a])", lambda q, k: q[0] * _weighted(k)),
    SQUARED_DISTANCE,
    PolynomialKernel("sum(q*k)**2", lambda q, k: _dot(q, k) * _dot(q, k)),
    PolynomialKernel("sum(k**2)", lambda q, k: _dot(k, k)),
    PolynomialKernel("sum(q**2)*sum(k**2)", lambda q, k: _dot(q, q) * _dot(k, k)),
    PolynomialKernel("0", lambda q, k: 0 * q[0]),
)

MAPS = (
    PolynomialMap("-q", lambda row: [-x for x in row]),
    PolynomialMap("q + 1", lambda row: [x + 1 for x in row]),
    PolynomialMap("q reversed", lambda row: list(reversed(row))),
    PolynomialMap("2*q", lambda row: [2 * x for x in row]),
    PolynomialMap("q**2", lambda row: [x * x for x in row]),
    PolynomialMap("q", lambda row: list(row)),
    PolynomialMap("0", lambda row: [0 * x for x in row]),
)


def of_width(function: Callable[[Row], Row], width: int) -> Callable[[Row], Row]:
    """Return a map of rows with images of a width: (a + 1) times an entry of the image of another map, in turn.

    >>> of_width(MAPS[0], 3)([1, 2])
    [-1, -4, -3]
    """

    def resized(row: Row) -> Row:
        image = function(row)
        return [(a + 1) * image[a % len(image)] for a in range(width)]

    return resized


def listed_map(number: int, width: int, out_width: int) -> PolynomialMap:
    """Return a map of the list, made to have images of a width of their own if that is another.

    >>> listed_map(0, 2, 3).text
    'a < 3: (a + 1)*(-q)[a mod 2]'
    """
    chosen = MAPS[number % len(MAPS)]
    if width == out_width:
        return chosen
    return PolynomialMap(f"a < {out_width}: (a + 1)*({chosen.text})[a mod {width}]", of_width(chosen, out_width))


def number_from(symbol: Any, value: Any) -> Any:
    """Return what the function given for a symbol returned; raise UsageError unless it is a real number.

    >>> number_from("alpha", float("inf"))
    Traceback (most recent call last):
    symattn.errors.UsageError: the function given for alpha must return a real number, not inf
    """
    if type(value) in (float, np.float64) and math.isfinite(value):
        return value
    if is_foreign(value) or isinstance(value, fmpq):
        return value
    if not (isinstance(value, Real) or (isinstance(value, np.ndarray) and value.ndim == 0)) or value - value != 0:
        raise UsageError(f"the function given for {symbol} must return a real number, not {value!r}")
    return value


def is_invariant(kernel: Callable[[Row, Row], Any], moved: Callable[[Row], Row], width: int) -> bool:
    """Decide whether a polynomial kernel has the same value at two rows and at their images, for all rows.

    >>> is_invariant(KERNELS[0], MAPS[0], 3), is_invariant(KERNELS[0], MAPS[1], 3)
    (True, False)
    """
    names = [f"{name}{a}" for name in "qk" for a in range(width)]
    variables = fmpq_mpoly_ctx.get(names, Ordering.lex).gens()
    q, k = variables[:width], variables[width:]
    return bool(kernel(moved(q), moved(k)) == kernel(q, k))


def implied_by(kernel: Any) -> PolynomialKernel | None:
    """Return a polynomial whose invariance implies that of a kernel with a formula, or None.

    All but the dot product depend on |q − k| only.
    """
    if type(kernel) is DotProduct:
        return DOT_PRODUCT
    return None if distance_in(kernel) is None else SQUARED_DISTANCE


def times(matrix: Matrix) -> Callable[[Row], Row]:
    """Return the map that multiplies a row by a rational matrix from the right."""
    columns = list(zip(*matrix, strict=True))
    return lambda row: [_total([x * fmpq(y) for x, y in zip(row, column, strict=True)]) for column in columns]
