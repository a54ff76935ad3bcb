"""Geometric sums in either order, divided by what they come down to: proved where the ratio is known not to be 1."""

import pytest
from sympy import Abs, Idx, Le, MatrixSymbol, Ne, Rational, Sum, Symbol, exp, log

from symattn import Equation, ForAll, claim, decide, dims, sum_over

pytestmark = pytest.mark.sampled

n = dims("n")
c, s, t = (Symbol(name, real=True) for name in "cst")
beta = Symbol("beta", positive=True)
x = MatrixSymbol("x", 1, n)
BELOW_1 = [c > 0, c < 1]


def total(term):
    return sum_over(n, term)


def average(ratio, value):
    """Return the average of a value in which each step back counts less, with its bias corrected."""
    return (1 - ratio) * total(lambda j: ratio ** (n - 1 - j) * value) / (1 - ratio**n)


PROVED = {
    "the average of a constant": claim(average(c, t), t, given=BELOW_1),
    "its first step last": claim((1 - c) * total(lambda j: c**j * t) / (1 - c**n), t, given=BELOW_1),
    "one more factor": claim((1 - c) * total(lambda j: c ** (n - j) * t) / (c * (1 - c**n)), t, given=BELOW_1),
    "of a ratio that is not 1": claim(average(beta, t), t, given=[Ne(beta, 1), Ne(beta**n, 1)]),
    "without division": claim((1 - c) * total(lambda j: c ** (n - 1 - j) * t), t * (1 - c**n), given=[c > 0]),
    "two ratios": claim(average(c, t) - average(s, t), 0, given=[*BELOW_1, s > 0, s < 1]),
    "in a step": claim(t - s * average(c, t), (1 - s) * t, given=BELOW_1),
    "in an exponential": claim(exp(average(c, t)), exp(t), given=BELOW_1),
    "in an inequality": claim(Le(average(c, t), t + beta), given=BELOW_1),
    "any positive ratio, times what is left": claim((1 - beta) * total(lambda j: beta**j) < 1),
    "at most one": claim(Le((1 - beta) * total(lambda j: beta**j), 1)),
    "with a factor": claim((beta - beta**2) * total(lambda j: beta**j) < beta),
    "weights add up to 1": claim(total(lambda j: c ** (n - 1 - j) / total(lambda i: c**i)), 1, given=BELOW_1),
}

i, k = Idx("i", n), Symbol("k", integer=True)
DISCOUNT = [s >= 0, s < 1]


def up_to(end, term):
    return Sum(term, (k, 0, end))


PROVED |= {
    "up to an index": claim((1 - s) * up_to(i, s**k), 1 - s ** (i + 1)),
    "up to an index, backwards": claim((1 - s) * up_to(i, s ** (i - k)), 1 - s ** (i + 1)),
    "either way up to an index": claim(up_to(i, s ** (i - k)), up_to(i, s**k)),
    "squares up to an index": claim(6 * up_to(i, k**2), i * (i + 1) * (2 * i + 1)),
    "a bound of what is discounted": claim(Le(up_to(i, s**k), 1 / (1 - s)), given=DISCOUNT),
    "the same, backwards": claim(Le(up_to(i, s ** (i - k)), 1 / (1 - s)), given=DISCOUNT),
    "the same, from an index on": claim(Le(Sum(s ** (k - i), (k, i, n - 1)), 1 / (1 - s)), given=DISCOUNT),
}

SMALL = ForAll(n, lambda j: Le(Abs(x[0, j]), t))
DISCOUNTED = total(lambda j: s**j * x[0, j])
PROVED |= {
    "small values, discounted": claim(Le(Abs(DISCOUNTED), t / (1 - s)), given=[*DISCOUNT, SMALL]),
    "small values, discounted, and what is left": claim(
        Le(DISCOUNTED, t * (1 - s**n) / (1 - s)), given=[*DISCOUNT, SMALL]
    ),
}

NOT_PROVED = {
    "small values, discounted, to a smaller bound": claim(Le(Abs(DISCOUNTED), t), given=[*DISCOUNT, SMALL]),
    "up to an index, without its end": claim((1 - s) * up_to(i, s**k), 1 - s**i),
    "up to an index, backwards, another power": claim((1 - s) * up_to(i, s ** (i - k)), 1 - s ** (i + 2)),
    "a bound of what is discounted by one": claim(Le(up_to(i, s**k), 1 / (1 - s)), given=[s >= 0, s <= 1]),
    "a bound below": claim(Le(up_to(i, s**k), 1 / (1 - s) - s), given=DISCOUNT),
    "from an index on, to the power of an index": claim(Le(Sum(s**k, (k, i, n - 1)), s**n / (1 - s)), given=DISCOUNT),
    "without the correction": claim((1 - c) * total(lambda j: c ** (n - 1 - j) * t), t, given=BELOW_1),
    "one factor too many": claim((1 - c) * total(lambda j: c ** (n - j) * t) / (1 - c**n), t, given=BELOW_1),
    "corrected for a step more": claim(
        (1 - c) * total(lambda j: c ** (n - 1 - j) * t) / (1 - c ** (n + 1)), t, given=BELOW_1
    ),
    "a ratio that may be 1": claim(average(c, t), t, given=[c > 0, c <= 1]),
    "a ratio that may be −1": claim(average(c, t), t, given=[c < 1, Ne(c, 0)]),
    "another ratio": claim(average(c, t), average(s, 2 * t), given=[*BELOW_1, s > 0, s < 1]),
    "values that vary": claim(
        Equation((1 - c) * total(lambda j: c ** (n - 1 - j) * x[0, j]) / (1 - c**n), x[0, 0]), given=BELOW_1
    ),
    "strictly above": claim(Le(t + 1, average(c, t)), given=BELOW_1),
    "any positive ratio, times what is left, below a half": claim(
        (1 - beta) * total(lambda j: beta**j) < Rational(1, 2)
    ),
    "times one more": claim((1 + beta) * total(lambda j: beta**j) < 2),
    "any ratio, times what is left": claim((1 - s) * total(lambda j: s**j) < 1),
    "of a logarithm": claim((1 - log(beta)) * total(lambda j: log(beta) ** j), 1),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_geometric_sums_come_down_to_is_proved(name):
    verdict = decide(PROVED[name])
    assert verdict.status == "proved", str(verdict)


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_they_do_not_come_down_to_is_not_proved(name):
    assert decide(NOT_PROVED[name]).status != "proved"
