"""What both sides of an equation have in common is left out; what they have not is not."""

import pytest
from sympy import MatrixSymbol, Sum, sqrt, symbols

from symattn import claim, decide, dims

d = dims("d")
s = symbols("s", integer=True)
c, eps = symbols("c epsilon", positive=True)
g, z = symbols("g z", real=True)
x = MatrixSymbol("x", 1, d)
SQUARES = Sum(x[0, s] ** 2, (s, 0, d - 1)) / d
LEFT, RIGHT = c / sqrt(c**2 * SQUARES + eps), 1 / sqrt(SQUARES + eps / c**2)

PROVED = {
    "nothing in common": (LEFT, RIGHT),
    "a factor": (x[0, 0] * LEFT, x[0, 0] * RIGHT),
    "two factors": (z * x[0, 0] * LEFT, x[0, 0] * RIGHT * z),
    "a term": (LEFT + g, RIGHT + g),
    "a factor and a term": (z * x[0, 0] * LEFT + z * g, z * x[0, 0] * RIGHT + z * g),
}
REFUTED = {
    "another number in the root": (x[0, 0] * LEFT, x[0, 0] / sqrt(SQUARES + eps / c)),
    "another factor": (x[0, 0] * LEFT, z * RIGHT),
    "a factor on one side": (x[0, 0] * LEFT, RIGHT),
    "another term": (LEFT + g, RIGHT + z),
    "a square of the factor": (z**2 * LEFT, z * RIGHT),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_is_left_is_equal(name):
    assert decide(claim(*PROVED[name])).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_left_differs(name):
    assert decide(claim(*REFUTED[name])).status == "refuted"
