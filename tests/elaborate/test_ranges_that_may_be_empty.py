"""Ranges of sizes that hold nothing for some of these, as 1, …, n − 1 for n = 1: a sum over nothing is 0."""

import pytest
from sympy import Integer, MatrixSymbol, Product, Sum, exp, symbols

from symattn import claim, decide, dims, evaluate

n, m = dims("n m")
c, q, x = symbols("c q x", real=True)
e, f = symbols("e f", integer=True)
u, w = MatrixSymbol("u", 1, n), MatrixSymbol("w", 1, n + 1)


def up_to(term, first, last):
    return Sum(term, (e, first, last))


PROVED = {
    "a constant": claim(up_to(c, 1, n - 1), (n - 1) * c),
    "numbers": claim(up_to(e, 1, n - 1), n * (n - 1) / 2),
    "squares": claim(up_to(e**2, 1, n - 1), n * (n - 1) * (2 * n - 1) / 6),
    "odd numbers": claim(up_to(2 * e - 1, 1, n - 1), (n - 1) ** 2),
    "the first taken out": claim(up_to(u[0, e], 0, n - 1), u[0, 0] + up_to(u[0, e], 1, n - 1)),
    "the last taken out": claim(up_to(u[0, e], 0, n - 1), u[0, n - 1] + up_to(u[0, e], 0, n - 2)),
    "a function that is not defined at 0": claim(up_to(1 / e, 1, n), 1 + up_to(1 / e, 2, n)),
    "a geometric sum": claim((1 - q) * up_to(q**e, 1, n - 1), q - q**n),
    "a sum of both": claim(up_to(u[0, e] + c, 1, n - 1), up_to(u[0, e], 1, n - 1) + (n - 1) * c),
    "a factor": claim(up_to(c * u[0, e], 1, n - 1), c * up_to(u[0, e], 1, n - 1)),
    "less is added": claim(up_to(u[0, e] ** 2, 1, n - 1) <= up_to(u[0, e] ** 2, 0, n - 1)),
    "not negative": claim(up_to(exp(u[0, e]), 1, n - 1) >= 0),
    "nothing": claim(up_to(c, 1, 0), Integer(0)),
    "nothing, with a size": claim(up_to(c, n + 1, n), Integer(0)),
    "no factor": claim(Product(c, (e, 1, 0)), Integer(1)),
    "two ends that are sizes": claim(up_to(c, m, n), (n - m + 1) * c, given=[n >= m]),
    "two fewer": claim(up_to(c, 1, n - 2), (n - 2) * c, given=[n >= 2]),
    "below the diagonal": claim(
        up_to(Sum(u[0, e] * u[0, f], (f, 0, e - 1)), 1, n - 1), up_to(Sum(u[0, e] * u[0, f], (f, 0, e - 1)), 0, n - 1)
    ),
    "a shift": claim(up_to(w[0, e], 1, n), up_to(w[0, e + 1], 0, n - 1)),
    "a shift of fewer": claim(up_to(u[0, e], 1, n - 1), up_to(u[0, e + 1], 0, n - 2)),
    "backwards": claim(up_to(u[0, n - e], 1, n - 1), up_to(u[0, e], 1, n - 1)),
    "backwards, with numbers": claim(up_to(e * u[0, e], 1, n - 1), up_to((n - e) * u[0, n - e], 1, n - 1)),
    "fewer that telescope": claim(up_to(u[0, e] - u[0, e - 1], 1, n - 1), u[0, n - 1] - u[0, 0]),
    "neighbours": claim(up_to((u[0, e] - u[0, e - 1]) ** 2, 1, n - 1) >= 0),
    "a convolution": claim(up_to(u[0, e] * u[0, n - e], 1, n - 1), up_to(u[0, n - e] * u[0, e], 1, n - 1)),
    "a sum that telescopes": claim(up_to(w[0, e] - w[0, e - 1], 1, n), w[0, n] - w[0, 0]),
}
REFUTED = {
    "a constant too often": claim(up_to(c, 1, n - 1), n * c),
    "numbers up to n": claim(up_to(e, 1, n - 1), n * (n + 1) / 2),
    "the first left out": claim(up_to(u[0, e], 0, n - 1), up_to(u[0, e], 1, n - 1)),
    "the last twice": claim(up_to(u[0, e], 0, n - 1), u[0, n - 1] + up_to(u[0, e], 0, n - 1)),
    "the wrong one taken out": claim(up_to(u[0, e], 0, n - 1), u[0, 0] + up_to(u[0, e], 0, n - 2)),
    "strictly less": claim(up_to(u[0, e] ** 2, 1, n - 1) < up_to(u[0, e] ** 2, 0, n - 1)),
    "positive, where it may be empty": claim(up_to(exp(u[0, e]), 1, n - 1) > 0),
    "a geometric sum from 0": claim((1 - q) * up_to(q**e, 1, n - 1), 1 - q**n),
    "no factor is 0": claim(Product(c, (e, 1, 0)), Integer(0)),
    "backwards from the end": claim(up_to(u[0, n - 1 - e], 1, n - 1), up_to(u[0, e], 1, n - 1)),
    "fewer that telescope to the first": claim(up_to(u[0, e] - u[0, e - 1], 1, n - 1), u[0, n - 1]),
    "neighbours, summed by parts, once less": claim(
        up_to(e * (u[0, e] - u[0, e - 1]), 1, n - 1), (n - 1) * u[0, n - 1] - up_to(u[0, e], 0, n - 1)
    ),
    "neighbours differ": claim(up_to((u[0, e] - u[0, e - 1]) ** 2, 1, n - 1) > 0),
    "a shift by two": claim(up_to(u[0, e], 1, n - 1), up_to(u[0, e], 0, n - 2)),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_is_true_is_proved(name):
    assert decide(PROVED[name]).status == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_nearly_true_is_refuted(name):
    assert decide(REFUTED[name]).status == "refuted"


@pytest.mark.parametrize(
    "first, last, missing", [(1, n - 2, "n - 2 ≥ 0"), (3, 0, "-2 ≥ 0"), (m, n, "n - m + 1 ≥ 0"), (n, 0, "1 - n ≥ 0")]
)
def test_a_range_that_ends_before_it_begins_has_no_sum(first, last, missing):
    """SymPy subtracts what lies between the ends then; textbooks do not speak of it."""
    verdict = decide(up_to(c, first, last), up_to(c, first, last))
    assert verdict.status == "unknown" and missing in verdict.report


@pytest.mark.parametrize("size, value", [(1, 0), (2, 5), (3, 11)])
def test_values(size, value):
    assert evaluate(up_to(u[0, e], 1, n - 1), {u: [[3, 5, 6][:size]]}) == value
