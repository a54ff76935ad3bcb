"""Factorials and binomials, SymPy's own words: their values, what is proved of them, and what is nearly true."""

from math import comb, prod
from math import factorial as whole_factorial

import numpy as np
import pytest
from sympy import Ge, Gt, Idx, Le, Product, Rational, Sum, Symbol, binomial, exp, factorial

from symattn import Equation, UnsupportedExpression, claim, decide, dims, evaluate, spot_check, sum_over

n, m = dims("n m")
i = Idx("i", n)
j, k = (Symbol(name, integer=True, nonnegative=True) for name in "jk")
x, y, t, p = (Symbol(name, real=True) for name in "xytp")
l = Symbol("l", integer=True)


def row(term, size=n):
    """Return the sum over a row of Pascal's triangle."""
    return sum_over(size + 1, lambda place: binomial(size, place) * term(place))


TRUE = {
    "a factor more": Equation(factorial(k + 1), (k + 1) * factorial(k)),
    "of a size": Equation(factorial(n), n * factorial(n - 1)),
    "two factors more": Equation(factorial(k + 2), (k + 2) * (k + 1) * factorial(k)),
    "as a product": Equation(factorial(n), Product(1 + l, (l, 0, n - 1))),
    "as a product of one more": Equation(factorial(n + 1), Product(1 + l, (l, 0, n))),
    "positive": Gt(factorial(k), 0, evaluate=False),
    "at least 1": Ge(factorial(k), 1, evaluate=False),
    "at least the number": Ge(factorial(n), n),
    "above powers of 2": Ge(factorial(n), 2 ** (n - 1)),
    "rising": Le(factorial(k), factorial(k + 1)),
    "differences of inverses": Equation(1 / factorial(k) - 1 / factorial(k + 1), k / factorial(k + 1)),
    "a sum that telescopes": Equation(sum_over(n, lambda a: (a + 1) * factorial(a + 1)), factorial(n + 1) - 1),
    "a sum of quotients": Equation(sum_over(n, lambda a: (a + 1) / factorial(a + 2)), 1 - 1 / factorial(n + 1)),
    "Pascal's rule": Equation(binomial(k + 1, j + 1), binomial(k, j) + binomial(k, j + 1)),
    "Pascal's rule of a real number": Equation(binomial(x + 1, k + 1), binomial(x, k) + binomial(x, k + 1)),
    "Pascal's rule from below": Equation(binomial(n, k + 1), binomial(n - 1, k) + binomial(n - 1, k + 1)),
    "symmetric": Equation(binomial(j + k, k), binomial(j + k, j)),
    "by factorials": Equation(binomial(j + k, k) * factorial(k) * factorial(j), factorial(j + k)),
    "the middle": Equation(binomial(2 * k, k) * factorial(k) ** 2, factorial(2 * k)),
    "absorbed": Equation((j + 1) * binomial(k + 1, j + 1), (k + 1) * binomial(k, j)),
    "the next place": Equation((j + 1) * binomial(k, j + 1), (k - j) * binomial(k, j)),
    "the first": Equation(binomial(k, 0, evaluate=False), 1),
    "the last": Equation(binomial(k, k, evaluate=False), 1),
    "beyond": Equation(binomial(k, k + 1, evaluate=False), 0),
    "two of n": Equation(binomial(n, 2), n * (n - 1) / 2),
    "three of a real number": Equation(binomial(x, 3), x * (x - 1) * (x - 2) / 6),
    "a column": Equation(sum_over(n, lambda a: binomial(a, 2)), binomial(n, 3)),
    "a diagonal": Equation(sum_over(n, lambda a: binomial(a + k, k)), binomial(n + k, k + 1)),
    "a row": Equation(row(lambda a: 1), 2**n),
    "a longer row": Equation(row(lambda a: 1, n + 1), 2 ** (n + 1)),
    "a row with signs": Equation(row(lambda a: (-1) ** a), 0),
    "a row of powers": Equation(row(lambda a: x**a), (1 + x) ** n),
    "a row of powers of 2": Equation(row(lambda a: 2**a), 3**n),
    "a row of exponentials": Equation(row(lambda a: exp(t * a)), (1 + exp(t)) ** n),
    "a row that SymPy writes": Equation(Sum(binomial(n, l) * x**l, (l, 0, n)), (1 + x) ** n),
}
FALSE = {
    "the factor before": Equation(factorial(k + 1), k * factorial(k)),
    "of a size": Equation(factorial(n), (n - 1) * factorial(n - 1)),
    "two factors less": Equation(factorial(k + 2), (k + 1) * k * factorial(k)),
    "as a product of too few": Equation(factorial(n), Product(1 + l, (l, 0, n - 2))),
    "as a product of one less": Equation(factorial(n + 1), Product(1 + l, (l, 0, n - 1))),
    "above 1": Gt(factorial(k), 1),
    "above the number": Gt(factorial(n), n),
    "above twice the power": Ge(factorial(n), 2**n),
    "falling": Le(factorial(k + 1), factorial(k)),
    "strictly rising": Gt(factorial(k + 1), factorial(k)),
    "linear": Equation(factorial(2 * k), 2 * factorial(k)),
    "of a sum": Equation(factorial(j + k), factorial(j) * factorial(k)),
    "differences of inverses": Equation(1 / factorial(k) - 1 / factorial(k + 1), 1 / factorial(k + 1)),
    "a sum from 0": Equation(sum_over(n, lambda a: (a + 1) * factorial(a + 1)), factorial(n + 1)),
    "a sum of quotients": Equation(sum_over(n, lambda a: (a + 1) / factorial(a + 2)), 1 - 1 / factorial(n)),
    "Pascal's rule in one row": Equation(binomial(k + 1, j + 1), binomial(k, j) + binomial(k + 1, j)),
    "Pascal's rule of one place": Equation(binomial(x + 1, k), binomial(x, k) + binomial(x, k + 1)),
    "symmetric about another place": Equation(binomial(j + k, k), binomial(j + k, j + 1)),
    "by factorials of too much": Equation(binomial(j + k, k) * factorial(k), factorial(j + k)),
    "the middle": Equation(binomial(2 * k, k), 2**k),
    "absorbed otherwise": Equation(j * binomial(k, j), k * binomial(k, j)),
    "the next place": Equation((j + 1) * binomial(k, j + 1), (k - j + 1) * binomial(k, j)),
    "the last but one": Equation(binomial(k + 1, k), k),
    "beyond, of a real number": Equation(binomial(x, k + 1), 0),
    "two of n": Equation(binomial(n, 2), n * (n + 1) / 2),
    "positive for all numbers": Ge(binomial(x, 2), 0),
    "below the power": Le(binomial(k, j), k + 1),
    "a column": Equation(sum_over(n, lambda a: binomial(a, 2)), binomial(n + 1, 3)),
    "a diagonal": Equation(sum_over(n, lambda a: binomial(a + k, k)), binomial(n + k, k)),
    "a row without its end": Equation(sum_over(n, lambda a: binomial(n, a)), 2**n),
    "a row of another number": Equation(sum_over(n + 1, lambda a: binomial(n + 1, a)), 2 ** (n + 1)),
    "a row with signs": Equation(row(lambda a: (-1) ** a), 1),
    "a row of powers": Equation(row(lambda a: x**a), (1 - x) ** n),
    "a row of powers of another": Equation(row(lambda a: x ** (a + 1)), (1 + x) ** n),
    "a row of exponentials": Equation(row(lambda a: exp(t * a)), 1 + exp(t * n)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_known_of_factorials_and_binomials_is_proved(name):
    verdict = decide(TRUE[name])
    assert verdict.status == "proved", str(verdict)


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_so_is_refuted(name):
    verdict = decide(FALSE[name])
    assert verdict.status == "refuted", str(verdict)


def test_values_are_those_of_python():
    for a in range(6):
        assert evaluate(factorial(k), {k: a}) == whole_factorial(a)
        for b in range(6):
            assert evaluate(binomial(j, k), {j: a, k: b}) == pytest.approx(comb(a, b))
            expected = prod(2.5 - c for c in range(b)) / whole_factorial(b)
            assert evaluate(binomial(x, k), {x: 2.5, k: b}) == pytest.approx(expected)


def test_values_in_sums_and_rows():
    assert evaluate(row(lambda a: x**a), {n: 5, x: 0.5}) == pytest.approx(1.5**5)
    assert evaluate(sum_over(n, factorial), {n: 5}) == 1 + 1 + 2 + 6 + 24
    assert np.isclose(spot_check(TRUE["a diagonal"]).max_error, 0, atol=1e-9)


@pytest.mark.parametrize("number", [x, -k, k / 2, Rational(1, 2) + k, j - k])
def test_of_what_is_no_natural_number_there_is_no_factorial(number):
    for word in (factorial(number), binomial(x, number)):
        with pytest.raises(UnsupportedExpression, match="natural number"):
            decide(Equation(word, 1))


def test_a_place_counted_from_the_end_is_a_natural_number():
    assert decide(claim(Gt(factorial(n - 1 - i), 0, evaluate=False))).status == "proved"
    assert decide(claim(Gt(factorial(n - 1 - i), 1))).status == "refuted"
