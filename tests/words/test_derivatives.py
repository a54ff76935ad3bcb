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
cases = Piecewise((x**2, x > 1), (3 * x, True))

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
    (
        Gradient(InnerProduct(B, Sigmoid(X)), X),
        from_entries(n, d, lambda a, b: B[a, b] * Sigmoid(X)[a, b] * (1 - Sigmoid(X[a, b]))),
        [],
    ),
    (Gradient(SquaredNorm(X.applyfunc(exp)), X), 2 * (2 * X).applyfunc(exp), []),
]


@pytest.mark.parametrize(
    ("left", "right", "given"), TRUE, ids=lambda value: plain(value) if hasattr(value, "args") else ""
)
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
]


@pytest.mark.parametrize(
    ("left", "right", "given"), FALSE, ids=lambda value: plain(value) if hasattr(value, "args") else ""
)
def test_at_a_kink_nothing_is_proved(left, right, given):
    assert decide(left, S(right), given=given).status != "proved"
