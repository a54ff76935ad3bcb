"""What is too large to be computed is said to be so at once: matrices of literal sizes, long sums, high derivatives."""

import numpy as np
import pytest
from sympy import (
    Derivative,
    HadamardPower,
    Identity,
    MatrixSymbol,
    OneMatrix,
    Product,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    exp,
    sin,
)

from symattn import (
    CausalMask,
    RowSum,
    SinusoidalEncoding,
    UnsupportedExpression,
    decide,
    dims,
    evaluate,
    from_entries,
    spot_check,
)
from symattn.modern import Interleaving
from symattn.numeric.evaluator import Evaluator

n, d = dims("n d")
x, y = Symbol("x", real=True), Symbol("y", real=True)
k = Symbol("k", integer=True)
A, Q = MatrixSymbol("A", n, d), MatrixSymbol("Q", n, n)
MANY = 10**5

TOO_LARGE = {
    "an identity": (Trace(Identity(MANY)), {}),
    "an identity with a size": (Identity(n), {n: 10**10}),
    "ones": (OneMatrix(MANY, MANY), {}),
    "zeros": (ZeroMatrix(n, n), {n: MANY}),
    "rows of ones": (RowSum(OneMatrix(MANY, MANY)), {}),
    "entries": (from_entries(MANY, MANY, lambda a, b: a + b), {}),
    "a mask": (CausalMask(MANY), {}),
    "an encoding": (SinusoidalEncoding(10**6, 10**4), {}),
    "blocks beside each other": (Interleaving(10**6), {}),
    "a long sum": (Sum(1 / (k + 1) ** 2, (k, 0, 10**9)), {}),
    "a long sum, one by one": (Sum(Trace(Identity(k + 1)), (k, 0, 10**7)), {}),
    "a long product": (Product(1 / (k + 1) ** 2, (k, 0, 10**9)), {}),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_is_too_large_is_said(name):
    with pytest.raises(UnsupportedExpression, match=r"values: more than .* are not computed"):
        evaluate(*TOO_LARGE[name])


def test_a_spot_check_says_it_too():
    with pytest.raises(UnsupportedExpression, match="100,000 × 100,000 values"):
        spot_check(Trace(Identity(MANY)), MANY)


def test_what_takes_no_such_array_is_computed():
    assert evaluate(Identity(MANY) * A, {A: np.ones((MANY, 2))}).shape == (MANY, 2)
    assert evaluate(Identity(n)[3, 3], {n: 10**9}) == 1
    assert evaluate(Sum(x, (k, 1, 10**9)), {x: 2}) == 2e9
    assert evaluate(HadamardPower(A, 2), {A: np.ones((MANY, 2))}).shape == (MANY, 2)


def test_arrays_that_are_supplied_may_be_larger(monkeypatch):
    monkeypatch.setattr(Evaluator.refuse_too_many, "__kwdefaults__", {"most": 10})
    assert evaluate(Q + OneMatrix(n, n), {Q: np.ones((4, 4))})[0, 0] == 2
    with pytest.raises(UnsupportedExpression):
        evaluate(OneMatrix(n, n), {n: 4})


@pytest.mark.parametrize("order", [5, 6, 8])
def test_no_high_derivative_is_evaluated_to_nan(order):
    for expression in (Derivative(exp(x * y), x, order), Derivative(sin(x), x, order)):
        with pytest.raises(UnsupportedExpression, match="no derivative above order 4 is evaluated"):
            evaluate(expression, {x: 1, y: 2})
        with pytest.raises(UnsupportedExpression, match="no derivative above order 4 is evaluated"):
            spot_check(expression, 0)
    assert decide(Derivative(exp(x * y), x, order), y**order * exp(x * y)).status == "proved"
    assert decide(Derivative(exp(x * y), x, order), y * exp(x * y)).status == "refuted"
