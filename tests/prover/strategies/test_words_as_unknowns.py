"""What is proved of words by what is known of them alone, and what must not be."""

import pytest
from sympy import Abs, Ge, Le, Lt, MatrixSymbol, Max, exp, log, symbols

from symattn import (
    FrobeniusNorm,
    InnerProduct,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    Sigmoid,
    Softplus,
    SquaredNorm,
    decide,
    define,
    dims,
    sum_over,
)
from symattn.modern import Divergence, LogSum

pytestmark = pytest.mark.sampled

n, m, d = dims("n m d")
a, b, c, t = symbols("a b c t", real=True)
x, y, z, w = (MatrixSymbol(name, 1, n) for name in "xyzw")
mixing, A = MatrixSymbol("v", 1, m), MatrixSymbol("A", m, n)
X, Y = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d)
g, sigma = OrthogonalSymbol("g", d), PermutationSymbol("sigma", n)
P, R = RowSoftmax(x), RowSoftmax(mixing) * RowSoftmax(A)


def total(term):
    return sum_over(n, term)


@define(t)
def Squareplus(t):
    """A smooth positive part, which rises."""
    return log(1 + exp(2 * t)) / 2


TRUE = {
    "a mixture of distributions has squares that add up to 1/n at least": Ge(total(lambda k: R[0, k] ** 2), 1 / n),
    "the variance under a mixture is not negative": Le(
        total(lambda k: R[0, k] * z[0, k]) ** 2, total(lambda k: R[0, k] * z[0, k] ** 2)
    ),
    "two divergences and a number": Le(c, c + Divergence(P, RowSoftmax(y)) + 2 * Divergence(P, RowSoftmax(z))),
    "a norm of a sum of turned matrices": Le(
        FrobeniusNorm(c * X * g + sigma * Y),
        Abs(c) * FrobeniusNorm(X) + FrobeniusNorm(Y),
    ),
    "half a norm": Le(FrobeniusNorm(X + Y) / 2, Max(FrobeniusNorm(X), FrobeniusNorm(Y))),
    "squares of turned matrices": Le(SquaredNorm(X * g + Y), 2 * SquaredNorm(X) + 2 * SquaredNorm(Y)),
    "an inner product of turned matrices": Le(InnerProduct(X * g, Y * c), Abs(c) * FrobeniusNorm(X) * FrobeniusNorm(Y)),
    "a function that rises": Le(Sigmoid(total(lambda k: x[0, k]) / n), Sigmoid(LogSum(x))),
    "a function of one's own that rises": Le(Squareplus(total(lambda k: x[0, k]) / n), Squareplus(LogSum(x))),
    "a function that falls": Le(Sigmoid(-LogSum(x)), Sigmoid(-total(lambda k: x[0, k]) / n)),
    "a function that rises, strictly": Lt(Softplus(a), Softplus(a + 1)),
}

NEARLY = {
    "the squares of a mixture, for fewer numbers": Ge(total(lambda k: R[0, k] ** 2), 2 / n),
    "the variance, the other way": Ge(total(lambda k: R[0, k] * z[0, k]) ** 2, total(lambda k: R[0, k] * z[0, k] ** 2)),
    "a difference of divergences": Le(c, c + Divergence(P, RowSoftmax(y)) - Divergence(P, RowSoftmax(z))),
    "a norm of a sum, without |c|": Le(FrobeniusNorm(c * X * g + sigma * Y), c * FrobeniusNorm(X) + FrobeniusNorm(Y)),
    "a norm with a matrix that turns nothing": Le(
        FrobeniusNorm(X * MatrixSymbol("h", d, d) + Y), FrobeniusNorm(X) + FrobeniusNorm(Y)
    ),
    "a squared norm is no norm": Le(SquaredNorm(X * g + Y), SquaredNorm(X) + SquaredNorm(Y)),
    "an inner product, without |c|": Le(InnerProduct(X * g, Y * c), c * FrobeniusNorm(X) * FrobeniusNorm(Y)),
    "a function that rises, the other way": Ge(Sigmoid(total(lambda k: x[0, k]) / n), Sigmoid(LogSum(x))),
    "a function that falls, taken to rise": Le(Sigmoid(-total(lambda k: x[0, k]) / n), Sigmoid(-LogSum(x))),
    "a function that neither rises nor falls": Le(exp(-(a**2)), exp(-(b**2))),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_of_the_words(name):
    verdict = decide(TRUE[name], verify=True)
    assert verdict.status == "proved", verdict.report


@pytest.mark.parametrize("name", NEARLY)
def test_what_is_nearly_true_is_refuted(name):
    assert decide(NEARLY[name]).status == "refuted"
