"""Inequalities in one number by the sign of a derivative, and what is nearly true."""

import pytest
from sympy import Ge, Le, Symbol, cos, cosh, exp, log, sin, sinh, sqrt, tanh

from symattn import Sigmoid, Softplus, decide
from tests.written import le, lt

x, y = Symbol("x", real=True), Symbol("y", real=True)
behind, before, order = Ge(x, 0), Le(x, 0), Le(y, x)


TRUE = {
    "the sigmoid is a contraction by 4": (le(Sigmoid(x) - Sigmoid(y), (x - y) / 4), [order]),
    "softplus is no expansion": (le(Softplus(x) - Softplus(y), x - y), [order]),
    "tanh is below the diagonal": (le(tanh(x), x), [behind]),
    "tanh is above it before 0": (le(x, tanh(x)), [before]),
    "the sine is below the diagonal": (le(sin(x), x), [behind]),
    "the hyperbolic sine is above it": (le(x, sinh(x)), [behind]),
    "the cosine is above a parabola, on both sides": (le(1 - x**2 / 2, cos(x)), []),
    "the hyperbolic cosine is above one": (le(1 + x**2 / 2, cosh(x)), []),
    "three terms of the exponential": (le(1 + x + x**2 / 2, exp(x)), [behind]),
    "a lower bound of the logarithm": (le(x / (1 + x), log(1 + x)), [behind]),
    "a root is below its tangent": (le(sqrt(1 + x), 1 + x / 2), [behind]),
    "an exponential is below an inverse": (le(exp(-x), 1 / (1 + x)), [behind]),
}
NEARLY_TRUE = {
    "the other sign": (le(x, sin(x)), [behind]),
    "the other side of 0": (le(sin(x), x), [before]),
    "no side of 0": (le(sin(x), x), []),
    "equality at the end": (lt(sin(x), x), [behind]),
    "a contraction by more": (le(tanh(x) - tanh(y), (x - y) / 2), [order]),
    "numbers in the other order": (le(Sigmoid(x) - Sigmoid(y), (x - y) / 4), [Le(x, y)]),
    "numbers in no order": (le(Softplus(x) - Softplus(y), x - y), []),
    "three terms before 0": (le(1 + x + x**2 / 2, exp(x)), []),
    "three terms with too large a one": (le(1 + x + x**2, exp(x)), [behind]),
    "a narrower parabola": (le(1 - x**2 / 4, cos(x)), []),
    "a line through the logarithm": (le(x / 2, log(1 + x)), [behind]),
    "a value at the end that is below": (le(sin(x) + 1, x), [behind]),
    "a derivative that changes its sign": (le(0, sin(x)), [behind]),
    "a pole in between": (le(1 / x, 1 / y), [order]),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved(name):
    proposition, given = TRUE[name]
    verdict = decide(proposition, given=given)
    assert verdict.status == "proved", verdict.report


@pytest.mark.parametrize("name", NEARLY_TRUE)
def test_a_near_miss_is_not_proved(name):
    proposition, given = NEARLY_TRUE[name]
    assert decide(proposition, given=given).status != "proved"
