"""The end of a search: numbers farther out, entries of one sign, parts of 1; what holds is not refuted by them."""

import pytest
from sympy import Idx, MatrixSymbol, Sum, Symbol, exp, log, symbols

from symattn import Equation, ForAll, decide, dims, refute

n = dims("n")
x, y, s, t = symbols("x y s t", real=True)
k = Symbol("k", integer=True, nonnegative=True)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
i, a = Idx("i", n), Symbol("a", integer=True)
SHARES = [ForAll(i, u[i, 0] > 0), Equation(Sum(u[a, 0], (a, 0, n - 1)), 1)]
BOTH = [ForAll(i, u[i, 0] > 0), ForAll(i, v[i, 0] > 0)]
PRODUCT = Sum(u[a, 0] * v[a, 0], (a, 0, n - 1)) * Sum(u[a, 0] / v[a, 0], (a, 0, n - 1))

FALSE = {
    "a number beyond those of the stages": (x <= 20, []),
    "below all of these": (x**3 >= -125, []),
    "a cubic": (x**3 + 4 * x**2 >= 0, []),
    "an exponential behind a polynomial": (exp(x) <= 1 + x + x**2 + x**3 + x**4, [x >= 0]),
    "two numbers": (1 + k * x <= (1 + x) ** k, []),
    "three numbers": (x * y * s <= 30, []),
    "entropy": (log(n) <= -Sum(u[a, 0] * log(u[a, 0]), (a, 0, n - 1)), SHARES),
    "squares of shares": (Sum(u[a, 0] ** 2, (a, 0, n - 1)) <= 1 / n, SHARES),
    "positive entries of two matrices": (Sum(u[a, 0], (a, 0, n - 1)) ** 2 >= PRODUCT, BOTH),
}


@pytest.mark.parametrize(("statement", "given"), FALSE.values(), ids=FALSE)
def test_what_fails_there_is_refuted(statement, given):
    assert decide(statement, given=given).status == "refuted"


def test_the_search_is_the_same_each_time():
    first, second = (refute(x * y * s <= 30) for _ in range(2))
    assert first is not None and second is not None and first.values == second.values


def test_declared_signs_and_hypotheses_are_kept():
    positive = Symbol("p", positive=True)
    found = refute(positive <= 20)
    assert found is not None and found.values == {"p": "40"}
    assert refute(x <= 20, given=[x <= 20 + y, y <= 0]) is None
    assert refute(x <= 20, given=[Equation(x, y), y <= 5]) is None
    assert refute(Sum(u[a, 0] ** 2, (a, 0, n - 1)) <= 1, given=SHARES) is None
