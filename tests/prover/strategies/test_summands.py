"""Sums are equal where their summands are, and over pairs where those of (i, j) and (j, i) together are."""

import pytest
from sympy import MatrixSymbol, Sum, exp, symbols

from symattn import Equation, Sigmoid, claim, decide, dims

n, d = dims("n d")
s, t = symbols("s t", integer=True)
x, w = MatrixSymbol("x", 1, n), MatrixSymbol("w", n, 1)
W, V = MatrixSymbol("W", n, n), MatrixSymbol("V", n, d)
SYMMETRIC, SKEW = [Equation(W, W.T)], [Equation(W, -W.T)]


def over(term):
    return Sum(term(s), (s, 0, n - 1))


def pairs(term):
    return Sum(term(s, t), (s, 0, n - 1), (t, 0, n - 1))


def slope(k):
    return exp(-x[0, k]) / (1 + exp(-x[0, k])) ** 2


def gate(k):
    return Sigmoid(x[0, k])


PROVED = {
    "slopes of sigmoids": claim(over(lambda k: w[k, 0] * slope(k)), over(lambda k: w[k, 0] * gate(k) * (1 - gate(k)))),
    "two sums": claim(
        Sum(V[s, t] * slope(s), (t, 0, d - 1), (s, 0, n - 1)),
        Sum(V[s, t] * (gate(s) - gate(s) ** 2), (t, 0, d - 1), (s, 0, n - 1)),
    ),
    "symmetric": claim(pairs(lambda i, j: W[i, j] * w[i, 0]), pairs(lambda i, j: W[i, j] * w[j, 0]), SYMMETRIC),
    "skew": claim(pairs(lambda i, j: W[i, j] * w[i, 0] * w[j, 0]), 0, SKEW),
    "Dirichlet": claim(
        pairs(lambda i, j: W[i, j] * (w[i, 0] - w[j, 0]) ** 2),
        2 * pairs(lambda i, j: W[i, j] * w[i, 0] * (w[i, 0] - w[j, 0])),
        SYMMETRIC,
    ),
}
REFUTED = {
    "another slope": claim(over(lambda k: w[k, 0] * slope(k)), over(lambda k: w[k, 0] * gate(k) * (1 + gate(k)))),
    "the weights left out": claim(over(lambda k: w[k, 0] * slope(k)), over(lambda k: gate(k) * (1 - gate(k)))),
    "not symmetric": claim(pairs(lambda i, j: W[i, j] * w[i, 0]), pairs(lambda i, j: W[i, j] * w[j, 0])),
    "skew instead": claim(pairs(lambda i, j: W[i, j] * w[i, 0]), pairs(lambda i, j: W[i, j] * w[j, 0]), SKEW),
    "skew with squares": claim(pairs(lambda i, j: W[i, j] * w[i, 0] ** 2), 0, SKEW),
    "Dirichlet without the half": claim(
        pairs(lambda i, j: W[i, j] * (w[i, 0] - w[j, 0]) ** 2),
        pairs(lambda i, j: W[i, j] * w[i, 0] * (w[i, 0] - w[j, 0])),
        SYMMETRIC,
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_equal_summands(name):
    assert decide(PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_other_summands(name):
    assert decide(REFUTED[name]).status == "refuted"
