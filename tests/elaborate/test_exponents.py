"""Exponents that fall, as T − 1 − s: they count factors where they are surely not below 0."""

import pytest
from sympy import Eq, Idx, MatrixSymbol, Sum, Symbol, symbols

from symattn import Equation, ForAll, decide, dims, sum_over

n = dims("n")
i, j = Idx("i", n), Idx("j", n)
s = Symbol("s", integer=True)
x, y = symbols("x y", real=True)
g = MatrixSymbol("g", n, 1)
history = Sum(x ** (n - 1 - s) * g[s, 0], (s, 0, n - 1))

TRUE = {
    "the same twice": (history, history, []),
    "of 1": (sum_over(n, lambda t: Sum(1 ** (t - s) * g[s, 0], (s, 0, t))), Sum((n - s) * g[s, 0], (s, 0, n - 1)), []),
    "a given value": (Sum(y ** (n - 1 - s) * g[s, 0], (s, 0, n - 1)), history, [Eq(x, y)]),
}
FALSE = {
    "one factor more": (Sum(x ** (n - s) * g[s, 0], (s, 0, n - 1)), history, []),
    "no factor": (history, sum_over(n, lambda k: g[k, 0]), []),
    "of 0": (history, 0, [Eq(x, 0)]),
}


@pytest.mark.parametrize(("left", "right", "given"), TRUE.values(), ids=TRUE)
def test_an_exponent_that_falls_counts_factors(left, right, given):
    assert decide(Equation(left, right), given=given).status == "proved"


@pytest.mark.parametrize(("left", "right", "given"), FALSE.values(), ids=FALSE)
def test_another_number_of_factors_is_refuted(left, right, given):
    assert decide(Equation(left, right), given=given).status == "refuted"


def test_an_exponent_that_may_be_below_0_needs_a_positive_base():
    verdict = decide(Equation(x ** (i - j) * x ** (j - i), 1))
    assert verdict.status in ("refuted", "unknown")
    assert decide(Equation(x ** (i - j) * x ** (j - i), 1), given=[x > 0]).status == "proved"


def test_a_recurrence_has_such_a_sum():
    h = MatrixSymbol("h", n + 1, 1)
    step = ForAll(n, lambda t: Equation(h[t + 1, 0], x * h[t, 0] + g[t, 0]))
    assert decide(Equation(h[n, 0], x**n * h[0, 0] + history), given=[step]).status == "proved"
    assert decide(Equation(h[n, 0], x**n * h[0, 0] + x * history), given=[step]).status == "refuted"
