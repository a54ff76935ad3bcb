"""Factors that are not 0, logarithms of fractions and beside factors, derivatives of products and of norms."""

import pytest
from sympy import Derivative, Idx, MatrixSymbol, Ne, Product, Sum, Symbol, exp, log, symbols

from symattn import ForAll, FrobeniusNorm, Gradient, RowSoftmax, Sigmoid, Softplus, decide, dims

n, m = dims("n m")
i = Idx("i", n)
a = Symbol("a", integer=True)
x, y, z = symbols("x y z", real=True)
u, v, w = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1), MatrixSymbol("w", m, 1)
A = MatrixSymbol("A", n, m)
whole = Product(u[a, 0], (a, 0, n - 1))
exponentials = Product(exp(u[a, 0]), (a, 0, n - 1))
shares = Product(RowSoftmax(u.T)[0, a], (a, 0, n - 1))
positive = [ForAll(i, u[i, 0] > 0)]
apart = [ForAll(i, Ne(u[i, 0], 0))]
moved = Product(1 + x * u[a, 0], (a, 0, n - 1))
slopes = Sum(u[a, 0] / (1 + x * u[a, 0]), (a, 0, n - 1))
norm, distance = FrobeniusNorm(u - v), A * w - u

TRUE = [
    (1 / (1 + x * y) ** 2, 1 / (1 + 2 * x * y + x**2 * y**2), [Ne(1 + x * y, 0)]),
    (1 / (x + y) ** 3, 1 / (x**3 + 3 * x**2 * y + 3 * x * y**2 + y**3), [Ne(x + y, 0)]),
    (1 / ((1 + x) * (1 + y)), 1 / (1 + x + y + x * y), [Ne(1 + x, 0), Ne(1 + y, 0)]),
    (1 / (x**2 - y**2), 1 / ((x - y) * (x + y)), [Ne(x, y), Ne(x + y, 0)]),
    (Derivative(1 / (1 + x), x), -1 / (1 + x) ** 2, [Ne(1 + x, 0)]),
    (Derivative((x - 1) / (x + 1), x), 2 / (x + 1) ** 2, [Ne(x + 1, 0)]),
    (-y * log(Sigmoid(x)) - (1 - y) * log(1 - Sigmoid(x)), Softplus(x) - x * y, []),
    (y * log(1 + exp(x)) - y * log(1 + exp(-x)), x * y, []),
    (y * log(1 + exp(x)) + z * log(1 + exp(-x)), (y + z) * log(1 + exp(x)) - x * z, []),
    (log(1 - 1 / (1 + exp(x))), x - log(1 + exp(x)), []),
    (log(whole), Sum(log(u[a, 0]), (a, 0, n - 1)), positive),
    (log(whole**2), 2 * Sum(log(u[a, 0]), (a, 0, n - 1)), positive),
    (exponentials, exp(Sum(u[a, 0], (a, 0, n - 1))), []),
    (log(exponentials), Sum(u[a, 0], (a, 0, n - 1)), []),
    (log(shares), Sum(u[a, 0], (a, 0, n - 1)) - n * log(Sum(exp(u[a, 0]), (a, 0, n - 1))), []),
    (Derivative(whole, u[i, 0]), whole / u[i, 0], apart),
    (
        Derivative(moved, x),
        moved * Sum(u[a, 0] / (1 + x * u[a, 0]), (a, 0, n - 1)),
        [ForAll(i, Ne(1 + x * u[i, 0], 0))],
    ),
    (Gradient(norm, u), (u - v) / norm, [Ne(norm, 0)]),
    (Gradient(norm, u), (u - v) / norm, [norm > 0]),
    (Gradient(FrobeniusNorm(distance), w), A.T * distance / FrobeniusNorm(distance), [Ne(FrobeniusNorm(distance), 0)]),
]


@pytest.mark.parametrize(("left", "right", "given"), TRUE)
def test_it_is_proved(left, right, given):
    assert decide(left, right, given=given).status == "proved"


NEARLY = [
    (1 / (1 + x) ** 2, 1 / (1 + x**2), [Ne(1 + x, 0)]),
    (1 / ((1 + x) * (1 + y)), 1 / (1 + x + y), [Ne(1 + x, 0), Ne(1 + y, 0), Ne(1 + x + y, 0)]),
    (Derivative((x - 1) / (x + 1), x), 1 / (x + 1) ** 2, [Ne(x + 1, 0)]),
    (-y * log(Sigmoid(x)) - (1 - y) * log(1 - Sigmoid(x)), Softplus(x) + x * y, []),
    (y * log(1 + exp(x)) + z * log(1 + exp(-x)), (y + z) * log(1 + exp(x)) - x * y, []),
    (log(1 - 1 / (1 + exp(x))), log(1 + exp(x)) - x, []),
    (log(whole), log(Sum(u[a, 0], (a, 0, n - 1))), positive),
    (log(whole), Sum(u[a, 0], (a, 0, n - 1)), positive),
    (exponentials, Sum(exp(u[a, 0]), (a, 0, n - 1)), []),
    (log(exponentials), n * u[i, 0], []),
    (log(shares), Sum(u[a, 0], (a, 0, n - 1)) - log(Sum(exp(u[a, 0]), (a, 0, n - 1))), []),
    (Derivative(whole, u[i, 0]), whole, apart),
    (Derivative(moved, x), moved * Sum(u[a, 0], (a, 0, n - 1)), [ForAll(i, Ne(1 + x * u[i, 0], 0))]),
    (Gradient(norm, u), 2 * (u - v) / norm, [norm > 0]),
    (Gradient(norm, u), (u + v) / norm, [norm > 0]),
]


@pytest.mark.parametrize(("left", "right", "given"), NEARLY)
def test_what_is_nearly_true_is_refuted(left, right, given):
    assert decide(left, right, given=given).status == "refuted"


WITHOUT = [
    (log(whole), Sum(log(u[a, 0]), (a, 0, n - 1))),
    (1 / (1 + x * y) ** 2, 1 / (1 + 2 * x * y + x**2 * y**2)),
    (1 / (x**2 - y**2), 1 / ((x - y) * (x + y))),
    (Derivative(whole, u[i, 0]), whole / u[i, 0]),
    (Gradient(norm, u), (u - v) / norm),
]


@pytest.mark.parametrize(("left", "right"), WITHOUT)
def test_it_is_not_proved_without_the_hypothesis(left, right):
    assert decide(left, right).status != "proved"
