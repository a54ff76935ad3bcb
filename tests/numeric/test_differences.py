"""Difference quotients tell derivatives from other numbers, see kinks, jumps and poles, and refuse elsewhere."""

import math
from fractions import Fraction

import pytest

import symattn.kernel.axioms  # noqa: F401  (declares the constants)
from symattn.kernel.syntax import parse
from symattn.numeric.differences import has_derivative
from symattn.numeric.meanings import SemanticsError
from symattn.numeric.semantics import evaluate_term


@pytest.mark.parametrize(
    ("function", "x", "slope"),
    [
        (math.exp, 12.5, math.exp(12.5)),
        (math.sin, 0.3, math.cos(0.3)),
        (lambda t: math.log(t) if t > 0 else 0, 0.01, 100.0),
        (lambda t: t * t * t, Fraction(1, 2), Fraction(3, 4)),
        (lambda t: 5, 2, 0),
    ],
)
def test_a_smooth_function_has_one_derivative(function, x, slope):
    assert has_derivative(function, x, slope) is True
    assert has_derivative(function, x, slope + Fraction(1, 10) * max(1, Fraction(abs(slope)))) is False


@pytest.mark.parametrize("slope", [-1, 0, 1, 1000])
@pytest.mark.parametrize(
    "function",
    [abs, lambda t: t >= 0, lambda t: 1 / t if t else 0, lambda t: math.sqrt(t) if t >= 0 else 0],
    ids=["kink", "jump", "pole", "vertical tangent"],
)
def test_where_there_is_no_derivative_no_number_is_one(function, slope):
    assert has_derivative(function, 0, slope) is False


def test_what_is_too_close_to_call_is_not_called():
    assert has_derivative(abs, 2.0**-16, 1) is None
    assert has_derivative(lambda t: abs(t) ** 1.1, 0, 0) is None
    assert has_derivative(math.exp, 0, 1.0001) is None
    with pytest.raises(SemanticsError, match="do not tell"):
        evaluate_term(parse("λx:ℝ. deriv exp x 10001/10000"), {}, {})(0)
