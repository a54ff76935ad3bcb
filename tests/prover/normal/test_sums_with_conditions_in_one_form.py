"""Nests of sums whose conditions are put in one form: renaming bound variables may turn i ≤ j into 1 − [j ≤ i]."""

import pytest
from sympy import KroneckerDelta, MatrixSymbol, Piecewise

from symattn import decide, dims, sum_over

n = dims("n")
F, G, h = MatrixSymbol("F", n, n), MatrixSymbol("G", n, n), MatrixSymbol("h", n, 1)


def below(p, q):
    return Piecewise((1, p <= q), (0, True))


def nest(summand):
    return sum_over(n, lambda i: sum_over(n, lambda j: sum_over(n, lambda x: summand(i, j, x))))


def written(i, j, x):
    return h[x, 0] * (1 - below(i, j) + KroneckerDelta(i, j)) * below(x, i) * F[i, x] * G[j, x]


inside_out = sum_over(
    n,
    lambda x: h[x, 0] * sum_over(n, lambda i: sum_over(n, lambda j: below(j, i) * below(x, i) * F[i, x] * G[j, x])),
)


def test_a_condition_and_its_opposite_under_three_sums():
    assert decide(inside_out, nest(written)).status == "proved"


@pytest.mark.parametrize(
    "other",
    [
        2 * nest(written),
        nest(written) + 1,
        nest(lambda i, j, x: h[x, 0] * (1 - below(i, j)) * below(x, i) * F[i, x] * G[j, x]),
        nest(lambda i, j, x: h[x, 0] * below(i, j) * below(x, i) * F[i, x] * G[j, x]),
        nest(lambda i, j, x: h[x, 0] * below(j, i) * below(i, x) * F[i, x] * G[j, x]),
        nest(lambda i, j, x: h[x, 0] * below(j, i) * below(x, j) * F[i, x] * G[j, x]),
        nest(lambda i, j, x: h[x, 0] * below(j, i) * F[i, x] * G[j, x]),
        nest(lambda i, j, x: h[x, 0] * below(x, i) * F[i, x] * G[j, x]),
        nest(lambda i, j, x: h[x, 0] * below(j, i) * below(x, i) * F[j, x] * G[i, x]),
        nest(lambda i, j, x: h[i, 0] * below(j, i) * below(x, i) * F[i, x] * G[j, x]),
    ],
)
def test_other_conditions_under_three_sums(other):
    assert decide(inside_out, other).status == "refuted"
