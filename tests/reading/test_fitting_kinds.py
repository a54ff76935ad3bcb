"""β is a vector, and a mean x̄ a number, where nothing else fits; if either of two letters may be so, the row asks."""

import pytest

from symattn.reading.read import read

VECTORS = r"Let $x, y \in \mathbb{R}^n$."
MATRIX = r"Let $X \in \mathbb{R}^{n \times p}$ and $y \in \mathbb{R}^n$."
ROWS = r"Let $W \in \mathbb{R}^{n \times p}$."

NOTES = [
    (VECTORS, r"x^\top (y - \bar{y} x) = x^\top y - \bar{y} x^\top x", "proved", r"\bar{y}: any number"),
    (VECTORS, r"x^\top (y - \bar{y} x) = x^\top y + \bar{y} x^\top x", "open", r"\bar{y}: any number"),
    (MATRIX, r"(y - X \beta)^\top y = y^\top y - \beta^\top X^\top y", "proved", "beta: any vector"),
    (MATRIX, r"\beta X = X \beta", "proved", "beta: any number"),
    # two letters of which either may be the number
    (VECTORS, r"\bar{x} \bar{y} = \bar{y} \bar{x}", "not read", ""),
    # a bar over what is no vector of numbers, letters of no such form, and numbers that add up to no vector
    (VECTORS, r"\bar{u} \bar{v} = \bar{v} \bar{u}", "shapes", ""),
    (ROWS, r"W \bar{x} = \bar{x} W", "shapes", ""),
    (ROWS, r"W x = x W", "shapes", ""),
    (VECTORS, r"a b + x = x + a b", "shapes", ""),
    # what has entries, or is turned, is no number; what is declared stays what it is
    (VECTORS, r"x x = x^2", "shapes", ""),
    (VECTORS, r"v v = v^\top v", "shapes", ""),
    (ROWS, r"W W = W", "shapes", ""),
]


@pytest.mark.parametrize(("words", "display", "status", "assumed"), NOTES)
def test_kinds_that_fit(words, display, status, assumed):
    line = read(f"{words}\n\n$$\n{display}\n$$\n").lines[-1]
    assert line.answer.status == status, line.answer.why
    assert assumed in " ".join(each for reading in line.answer.readings for each in reading.assumed)
