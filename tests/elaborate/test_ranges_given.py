"""Sums whose range is there by a hypothesis, and hypotheses that are several at once."""

import pytest
from sympy import And, Idx, Le, Lt, MatrixSymbol, Product, Sum, exp, symbols

from symattn import Equation, UnsupportedExpression, calc, claim, decide, dims

n = dims("n")
s = symbols("s", integer=True)
a, b, c = symbols("a b c", real=True)
x = MatrixSymbol("x", 1, n)
i, j = Idx("i", n), Idx("j", n)
t = symbols("t", integer=True, nonnegative=True)


def part(first, last):
    return Sum(x[0, s], (s, first, last))


SPLIT = (part(i + 1, j), part(0, j) - part(0, i))
PROVED = {
    "i ≤ j": claim(*SPLIT, given=[Le(i, j)]),
    "i < j": claim(*SPLIT, given=[Lt(i, j)]),
    "of a product": claim(Product(exp(x[0, s]), (s, i + 1, j)), exp(part(i + 1, j)), given=[Le(i, j)]),
    "empty": claim(part(i + 1, i), 0),
    "two hypotheses in one": claim(Lt(a, c), given=And(Lt(a, b), Lt(b, c))),
}
REFUTED = {
    "one term more": claim(part(i, j), SPLIT[1], given=[Le(i, j)]),
    "one term less": claim(part(i + 1, j), part(0, j) - part(0, i) - x[0, j], given=[Lt(i, j)]),
    "the other way round": claim(Lt(c, a), given=And(Lt(a, b), Lt(b, c))),
}
UNDEFINED = {
    "nothing is given": claim(*SPLIT),
    "the other order": claim(*SPLIT, given=[Le(j, i)]),
    "of other indices": claim(*SPLIT, given=[Le(i, n - 2)]),
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name):
    assert decide(PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_refuted(name):
    assert decide(REFUTED[name]).status == "refuted"


@pytest.mark.parametrize("name", UNDEFINED)
def test_a_range_that_may_be_less_than_empty_is_asked_for(name):
    verdict = decide(UNDEFINED[name])
    assert verdict.status == "unknown"
    assert "j - i ≥ 0" in verdict.report


def test_a_range_up_to_a_natural_number_is_refused_in_a_calc_with_the_way_out():
    with pytest.raises(UnsupportedExpression, match=r'natural number; make it a size by t = dims\("t"\)'):
        decide(calc(Sum(a**s, (s, 0, t)), (1, ())))


UP_TO_A_NATURAL = {
    "numbers": (Equation(2 * Sum(s, (s, 0, t)), t * (t + 1)), True),
    "none for 0": (Equation(Sum(a**s, (s, 0, t - 1)) * (a - 1), a**t - 1), True),
    "from 1 on": (Equation(Sum(s**3, (s, 1, t)), (t * (t + 1) / 2) ** 2), True),
    "a product": (Equation(Product(s + 1, (s, 0, t)), (t + 1) * Product(s + 1, (s, 0, t - 1))), True),
    "an order": (Le(t, Sum(2**s, (s, 0, t - 1))), True),
    "one number less": (Equation(2 * Sum(s, (s, 0, t)), t * (t - 1)), False),
    "not at 0": (Equation(Sum(a**s, (s, 0, t)), 1 + a * Sum(a**s, (s, 0, t))), False),
    "strictly, which fails at 0": (Lt(t, Sum(2**s, (s, 0, t - 1))), False),
}


@pytest.mark.parametrize("name", UP_TO_A_NATURAL)
def test_a_range_ends_at_a_natural_number(name):
    stated, true = UP_TO_A_NATURAL[name]
    assert decide(stated).status == ("proved" if true else "refuted")


def test_a_range_up_to_a_size_is_read():
    assert decide(2 * Sum(s, (s, 0, n)), n * (n + 1)).status == "proved"
