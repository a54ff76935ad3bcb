"""Sums whose range is there by a hypothesis, and hypotheses that are several at once."""

import pytest
from sympy import And, Idx, Le, Lt, MatrixSymbol, Product, Sum, exp, symbols

from symattn import UnsupportedExpression, claim, decide, dims

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
    assert "-i + j ≥ 0" in verdict.report


@pytest.mark.parametrize("last", [t, t - 1, n + t], ids=str)
def test_a_range_up_to_a_natural_number_is_refused_with_the_way_out(last):
    with pytest.raises(UnsupportedExpression, match=r'natural number; make it a size by t = dims\("t"\)'):
        decide(Sum(a**s, (s, 0, last)), 1)


def test_a_range_up_to_a_size_is_read():
    assert decide(2 * Sum(s, (s, 0, n)), n * (n + 1)).status == "proved"
