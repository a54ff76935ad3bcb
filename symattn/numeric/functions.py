"""Polynomial similarity kernels and maps of rows: the fixed lists from which exact searches choose.

They have integer coefficients and use + and * only, so one definition serves rationals, balls, floats and
polynomial variables; the last makes invariance decidable: two polynomials are equal or they are not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
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
    """Hold a polynomial in the entries of two rows q and k, with its formula for people, also in LaTeX."""

    text: str
    function: Callable[[Row, Row], Any]
    latex: str

    def __call__(self, q: Row, k: Row) -> Any:
        return self.function(q, k)

    def shown(self, taken: Collection[str], in_latex: bool = False) -> tuple[str, str]:
        """Return the two rows, and the formula, in letters that are not taken.

        >>> KERNELS[1].shown({"k"}), KERNELS[1].shown({"kappa"})
        (('x, y', 'sum((a + 1)*y[a])'), ('q, k', 'sum((a + 1)*k[a])'))
        """
        letters = _letters(taken)
        return _written("q, k", letters), _written(self.latex if in_latex else self.text, letters, in_latex)


@dataclass(frozen=True)
class PolynomialMap:
    """Hold a map of rows q with polynomial entries, with its formula for people, also in LaTeX."""

    text: str
    function: Callable[[Row], Row]
    latex: str

    def __call__(self, row: Row) -> tuple[Any, ...]:
        return tuple(self.function(row))

    def shown(self, taken: Collection[str], in_latex: bool = False) -> tuple[str, str]:
        """Return the row, and the formula, in letters that are not taken.

        >>> MAPS[3].shown({"q"})
        ('x', '2*x')
        """
        letters = _letters(taken)
        return _written("q", letters), _written(self.latex if in_latex else self.text, letters, in_latex)


#: The letters of the formulas, two rows and two indices, and others for them.
_LETTERS = {"q": "xu", "k": "yv", "a": "bs", "c": "dt"}


def _letters(taken: Collection[str]) -> dict[str, str]:
    """Choose letters that are not taken; the rows get others together."""
    number = next(n for n in count() if not {_letter("q", n), _letter("k", n)} & {*taken})
    found = {row: _letter(row, number) for row in "qk"}
    for index in "ac":
        found[index] = next(letter for n in count() if (letter := _letter(index, n)) not in taken)
    return found


def _letter(letter: str, number: int) -> str:
    others = letter + _LETTERS[letter]
    return others[number] if number < len(others) else f"{letter}_{number}"


def _written(formula: str, letters: Mapping[str, str], in_latex: bool = False) -> str:
    def letter(found: re.Match[str]) -> str:
        name, _, number = letters[found[0]].partition("_")
        return f"{{{name}_{{{number}}}}}" if number and in_latex else letters[found[0]]

    return re.sub(r"(?<![A-Za-z\\])[qkac](?![A-Za-z])", letter, formula)


def _dot(q: Row, k: Row) -> Any:
    return _total([x * y for x, y in zip(q, k, strict=True)])


def _total(values: Sequence[Any]) -> Any:
    return sum(values[1:], values[0])


def _weighted(values: Sequence[Any]) -> Any:
    return _total([(a + 1) * x for a, x in enumerate(values)])


DOT_PRODUCT = PolynomialKernel("sum(q*k)", _dot, r"\sum_{a} q_{a} k_{a}")
SQUARED_DISTANCE = PolynomialKernel(
    "-sum((q - k)**2)",
    lambda q, k: -_total([(x - y) * (x - y) for x, y in zip(q, k, strict=True)]),
    r"-\sum_{a} \left(q_{a} - k_{a}\right)^{2}",
)
KERNELS = (
    DOT_PRODUCT,
    PolynomialKernel("sum((a + 1)*k[a])", lambda q, k: _weighted(k), r"\sum_{a} \left(a + 1\right) k_{a}"),
    PolynomialKernel(
        "sum((a + 1)*q[a]*k[a])",
        lambda q, k: _weighted([x * y for x, y in zip(q, k, strict=True)]),
        r"\sum_{a} \left(a + 1\right) q_{a} k_{a}",
    ),
    PolynomialKernel(
        "q[0]*sum((a + 1)*k[a])", lambda q, k: q[0] * _weighted(k), r"q_{0} \sum_{a} \left(a + 1\right) k_{a}"
    ),
    SQUARED_DISTANCE,
    PolynomialKernel("sum(q*k)**2", lambda q, k: _dot(q, k) * _dot(q, k), r"\left(\sum_{a} q_{a} k_{a}\right)^{2}"),
    PolynomialKernel("sum(k**2)", lambda q, k: _dot(k, k), r"\sum_{a} k_{a}^{2}"),
    PolynomialKernel(
        "sum(q**2)*sum(k**2)", lambda q, k: _dot(q, q) * _dot(k, k), r"\sum_{a} q_{a}^{2} \cdot \sum_{a} k_{a}^{2}"
    ),
    PolynomialKernel("0", lambda q, k: 0 * q[0], "0"),
)

MAPS = (
    PolynomialMap("-q", lambda row: [-x for x in row], "-q"),
    PolynomialMap("q + 1", lambda row: [x + 1 for x in row], r"\left(q_{a} + 1\right)_{a}"),
    PolynomialMap("q reversed", lambda row: list(reversed(row)), r"q \text{ reversed}"),
    PolynomialMap("2*q", lambda row: [2 * x for x in row], "2 q"),
    PolynomialMap("q**2", lambda row: [x * x for x in row], r"\left(q_{a}^{2}\right)_{a}"),
    PolynomialMap("q", lambda row: list(row), "q"),
    PolynomialMap("0", lambda row: [0 * x for x in row], "0"),
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
    return PolynomialMap(
        f"a < {out_width}: (a + 1)*({chosen.text})[a mod {width}]",
        of_width(chosen, out_width),
        rf"\left(\left(c + 1\right) \left({chosen.latex}\right)_{{c \bmod {width}}}\right)_{{c < {out_width}}}",
    )


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
