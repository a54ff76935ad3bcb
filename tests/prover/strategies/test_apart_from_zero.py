"""What is not 0 and not negative is positive: squares, absolute values, norms."""

import pytest
from sympy import Abs, Eq, MatrixSymbol, Ne, symbols

from symattn import Equation, Fails, InnerProduct, SquaredNorm, decide, dims

x, y, z = symbols("x y z", real=True)
n = dims("n")
v, w = MatrixSymbol("v", n, 1), MatrixSymbol("w", n, 1)

PROVED = {
    "a square": (x**2 > 0, [Ne(x, 0)]),
    "an absolute value": (Abs(x) > 0, [Ne(x, 0)]),
    "a number that is not negative": (x > 0, [Ne(x, 0), x >= 0]),
    "a sum of squares": (x**2 + y**2 > 0, [Ne(x, 0)]),
    "a distance": (Abs(x - y) > 0, [Ne(x, y)]),
    "a fourth power": (x**4 > 0, [Ne(x, 0)]),
    "a square times a positive number": (x**2 * y > 0, [Ne(x, 0), y > 0]),
    "a norm": (SquaredNorm(v) > 0, [Ne(SquaredNorm(v), 0)]),
    "a multiple of a difference": (Ne(2 * y - 2 * x, 0), [Ne(x, y)]),
    "a difference by an equation": (Ne(x - y, 0), [Ne(z + x - 2 * y, 0), Eq(z, x)]),
    "a difference of vectors of one length": (
        Ne(SquaredNorm(v) - InnerProduct(v, w), 0),
        [Eq(SquaredNorm(v), SquaredNorm(w)), Ne(SquaredNorm(v - w), 0)],
    ),
    "the norm of a difference": (Ne(SquaredNorm(v - w), 0), [Fails(Equation(v, w))]),
    "the norm of v − 2w": (SquaredNorm(v - 2 * w) > 0, [Fails(Equation(v, 2 * w))]),
}
REFUTED = {
    "a number": (x > 0, [Ne(x, 0)]),
    "a third power": (x**3 > 0, [Ne(x, 0)]),
    "a square that may be 0": (x**2 > 0, []),
    "the absolute value of another": (Abs(x) > 0, [Ne(y, 0)]),
    "a square times a number": (x**2 * y > 0, [Ne(x, 0), Ne(y, 0)]),
    "a product with one factor that is not 0": (Abs(x * y) > 0, [Ne(x, 0)]),
    "a difference of numbers that are not 0": ((x - y) ** 2 > 0, [Ne(x, 0), Ne(y, 0)]),
    "a square above 1": (x**2 > 1, [Ne(x, 0)]),
    "the norm of another difference": (Ne(SquaredNorm(v - w), 0), [Fails(Equation(v, 2 * w))]),
    "the norm of a sum": (Ne(SquaredNorm(v + w), 0), [Fails(Equation(v, w))]),
    "a norm that may be 0": (SquaredNorm(v) > 0, []),
    "a difference of absolute values": (Abs(x) - Abs(y) > 0, [Ne(x, y)]),
    "a sum of squares that may both be 0": (x**2 + y**2 > 0, [Ne(x, y + 1)]),
    "a square times a number that is not negative": (x**2 * y > 0, [Ne(x, 0), y >= 0]),
    "a difference without its equation": (Ne(x - y, 0), [Ne(z + x - 2 * y, 0)]),
    "a difference by another equation": (Ne(x - y, 0), [Ne(z + x - 2 * y, 0), Eq(z, -x)]),
    "a difference of vectors of any length": (
        Ne(SquaredNorm(v) - InnerProduct(v, w), 0),
        [Ne(SquaredNorm(v - w), 0)],
    ),
    "a sum of vectors of one length": (
        Ne(SquaredNorm(v) + InnerProduct(v, w), 0),
        [Eq(SquaredNorm(v), SquaredNorm(w)), Ne(SquaredNorm(v - w), 0)],
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_is_not_0_and_not_negative_is_positive(name):
    claim, given = PROVED[name]
    assert decide(claim, given=given).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_may_be_0_or_negative_is_refuted(name):
    claim, given = REFUTED[name]
    assert decide(claim, given=given).status == "refuted"
