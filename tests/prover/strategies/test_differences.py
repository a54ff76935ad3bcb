"""Inequalities that hold with equality where two numbers are equal: divided by their difference, and what is not so."""

import pytest
from sympy import Ge, Le, Lt, Symbol, cos, exp, log, sin

from symattn import decide
from tests.written import le

a, b, c = (Symbol(name, positive=True) for name in "abc")
x, y, z = (Symbol(name, real=True) for name in "xyz")
up_to_one = [Le(a, 1), Le(b, 1)]


TRUE = {
    "the logarithm is monotone": (le(0, (a - b) * (log(a) - log(b))), []),
    "with a slope of at least 1 up to 1": (le((a - b) ** 2, (a - b) * (log(a) - log(b))), up_to_one),
    "cubes are monotone": (le(0, (x - y) * (x**3 - y**3)), []),
    "a number and 1": (le(0, (a - 1) * log(a)), []),
    "a double zero is left out": (le(2 * x * y * a, x**2 * a + y**2 * a), []),
    "fifth powers of what is not negative": (le(0, (a - b) * (a**5 - b**5)), []),
    "the order of two, by products": (le(a * b * (a + b), a**3 + b**3), []),
    "the square is convex": (le((a * x + (1 - a) * y) ** 2, a * x**2 + (1 - a) * y**2), [Le(a, 1)]),
}
NEARLY_TRUE = {
    "the square is convex with these weights alone": (le((a * x + (1 - a) * y) ** 2, a * x**2 + (1 - a) * y**2), []),
    "a slope of 2": (le(2 * (a - b) ** 2, (a - b) * (log(a) - log(b))), up_to_one),
    "a slope of 1 everywhere": (le((a - b) ** 2, (a - b) * (log(a) - log(b))), []),
    "a slope of 1 beyond 1": (le((a - b) ** 2, (a - b) * (log(a) - log(b))), [Ge(a, 1), Ge(b, 1)]),
    "one of the numbers beyond 1": (le((a - b) ** 2, (a - b) * (log(a) - log(b))), [Le(a, 1)]),
    "the other sign": (le((a - b) * (log(a) - log(b)), 0), []),
    "equality where they are equal": (Lt(0, (a - b) * (log(a) - log(b))), []),
    "squares are not monotone": (le(0, (x - y) * (x**2 - y**2)), []),
    "nor is the sine": (le(0, (x - y) * (sin(x) - sin(y))), []),
    "nor the cosine": (le(0, (a - b) * (cos(b) - cos(a))), []),
    "three numbers": (le(0, (a - b) * (log(a) - log(c))), []),
    "a single difference": (le(0, (a - b) * c), []),
    "a quotient that changes its sign": (le(0, (x - y) ** 2 * (x + y)), []),
    "the exponential falls nowhere": (le((x - y) * (exp(x) - exp(y)), 0), []),
    "a zero that is not double": (le(2 * x * y * z, x**2 * z + y**2 * z), []),
}


@pytest.mark.parametrize(("proposition", "given"), TRUE.values(), ids=TRUE)
def test_what_vanishes_where_two_numbers_are_equal_is_divided_by_their_difference(proposition, given):
    assert decide(proposition, given=given).status == "proved"


@pytest.mark.parametrize(("proposition", "given"), NEARLY_TRUE.values(), ids=NEARLY_TRUE)
def test_what_is_nearly_true_of_differences_is_not_proved(proposition, given):
    assert decide(proposition, given=given).status != "proved"
