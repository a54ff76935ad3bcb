"""Derivatives away from the kinks of |x|, max and cases, and through the words of entries, with near misses."""

import io

import pytest
from sympy import Abs, Derivative, Idx, MatrixSymbol, Max, Min, Ne, Piecewise, S, Symbol, cosh, exp, sinh

from symattn import (
    GELU,
    Gradient,
    InnerProduct,
    ReLU,
    Sigmoid,
    SquaredNorm,
    certificate,
    decide,
    dims,
    from_entries,
    verifier,
)
from symattn.language.plain import plain

x, y = Symbol("x", real=True), Symbol("y", real=True)
n, d = dims("n d")
X, B = MatrixSymbol("X", n, d), MatrixSymbol("B", n, d)
i, j = Idx("i", n), Idx("j", d)
k = Symbol("k", integer=True, nonnegative=True)
cases = Piecewise((x**2, x > 1), (3 * x, True))


def written(value):
    return plain(value) if hasattr(value, "args") else ""


def slope(a, b):
    return B[a, b] * Sigmoid(X)[a, b] * (1 - Sigmoid(X[a, b]))


TRUE = [
    (Derivative(Abs(x), x), 1, [x > 0]),
    (Derivative(Abs(x), x), -1, [x < 0]),
    (Derivative(Abs(x), x), Abs(x) / x, [Ne(x, 0)]),
    (Derivative(Max(x, 0), x), 0, [x < 0]),
    (Derivative(Max(x, 0), x), 1, [x > 0]),
    (Derivative(Min(x, y), x), 1, [x < y]),
    (Derivative(Min(x, y), x), 0, [y < x]),
    (Derivative(ReLU(x), x), Piecewise((1, x > 0), (0, True)), [Ne(x, 0)]),
    (Derivative(ReLU(X[i, j]), X[i, j]), 1, [X[i, j] > 0]),
    (Derivative(cases, x), 2 * x, [x > 1]),
    (Derivative(cases, x), 3, [x < 1]),
    (Derivative(Abs(x**2 - y), x), 2 * x, [x**2 > y]),
    (Derivative(sinh(x), x), cosh(x), []),
    (Derivative(x ** (k + 1), x), (k + 1) * x**k, []),
    (x * Derivative(x**k, x), k * x**k, [x > 0]),
    (x * Derivative(x**n, x), n * x**n, []),
    (Derivative((1 + x**2) ** (k + 2), x), 2 * (k + 2) * x * (1 + x**2) ** (k + 1), []),
    (
        Gradient(InnerProduct(B, Sigmoid(X)), X),
        from_entries(n, d, slope),
        [],
    ),
    (Gradient(SquaredNorm(X.applyfunc(exp)), X), 2 * (2 * X).applyfunc(exp), []),
]


@pytest.mark.parametrize(("left", "right", "given"), TRUE, ids=written)
def test_derivatives_are_proved(left, right, given):
    verdict = decide(left, S(right), given=given)
    assert verdict.status == "proved", verdict
    verifier.verify(io.BytesIO(certificate(verdict).encode()))


FALSE = [
    (Derivative(Abs(x), x), 1, []),
    (Derivative(Abs(x), x), 1, [Ne(x, 0)]),
    (Derivative(Abs(x), x), 1, [x >= 0]),
    (Derivative(Abs(x), x), 1, [x < 0]),
    (Derivative(Max(x, 0), x), 1, [x < 0]),
    (Derivative(Max(x, 0), x), 0, [x >= 0]),
    (Derivative(Min(x, y), x), 1, [x <= y]),
    (Derivative(ReLU(x), x), Piecewise((1, x > 0), (0, True)), []),
    (Derivative(ReLU(X[i, j]), X[i, j]), 1, []),
    (Derivative(cases, x), 3, [x <= 1]),
    (Derivative(cases, x), 3, [x < 2]),
    (Derivative(cases, x), 2 * x, [x >= 1]),
    (Derivative(GELU(x), x), GELU(x), []),
    (Derivative(x ** (k + 1), x), k * x**k, []),
    (Derivative(x**n, x), x**n, []),
    (Derivative(x**k, x), k * x**k / x, []),
]


@pytest.mark.parametrize(("left", "right", "given"), FALSE, ids=written)
def test_at_a_kink_nothing_is_proved(left, right, given):
    assert decide(left, S(right), given=given).status != "proved"
