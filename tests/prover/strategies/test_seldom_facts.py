"""Chebyshev's inequality for sums, tangents at roots and logarithms, Jensen; and steps that are put together."""

import pytest
from sympy import Abs, Eq, Identity, Idx, Integer, MatrixSymbol, Sum, Symbol, ZeroMatrix, binomial, exp, log, sqrt, tanh

from symattn import Equation, ForAll, MatrixFamily, RowSoftmax, decide, dims, sum_over

n, m, d, e = dims("n m d e")
x, y, w = (MatrixSymbol(name, 1, n) for name in "xyw")
p, q, s, t = (Symbol(name, real=True) for name in "pqst")
k = Symbol("k", integer=True)
N = Symbol("N", integer=True, nonnegative=True)
POSITIVE = [ForAll(n, lambda i: x[0, i] > 0), ForAll(n, lambda i: y[0, i] > 0)]
WEIGHTS = [ForAll(n, lambda i: w[0, i] >= 0), Equation(sum_over(n, lambda i: w[0, i]), 1)]
BETWEEN = [p > 0, q > 0, t >= 0, t <= 1]
MIXTURE = t * p + (1 - t) * q


def total(f):
    return sum_over(n, f)


TRUE = {
    "rising with the summands": (total(lambda i: x[0, i]) / n <= total(lambda i: RowSoftmax(x)[0, i] * x[0, i]), []),
    "falling with them": (total(lambda i: RowSoftmax(-x)[0, i] * x[0, i]) <= total(lambda i: x[0, i]) / n, []),
    "another function that rises": (
        total(lambda i: x[0, i]) * total(lambda i: tanh(x[0, i])) <= n * total(lambda i: x[0, i] * tanh(x[0, i])),
        [],
    ),
    "with weights": (
        total(lambda i: w[0, i] * x[0, i]) * total(lambda i: w[0, i] * exp(x[0, i]))
        <= total(lambda i: w[0, i] * x[0, i] * exp(x[0, i])),
        WEIGHTS,
    ),
    "Jensen for the logarithm": (total(lambda i: log(x[0, i])) / n <= log(total(lambda i: x[0, i]) / n), POSITIVE[:1]),
    "a tangent at a root": (log(p) <= 2 * sqrt(p) - 2, [p > 0]),
    "Young": (p * q <= p * log(p) - p + exp(q), [p > 0]),
    "a mixture is positive": (MIXTURE > 0, BETWEEN),
    "a mixture under a logarithm": (log(MIXTURE) - log(p) <= MIXTURE / p - 1, BETWEEN),
}
FALSE = {
    "rising with the summands": (total(lambda i: RowSoftmax(x)[0, i] * x[0, i]) <= total(lambda i: x[0, i]) / n, []),
    "falling with them": (total(lambda i: x[0, i]) / n <= total(lambda i: RowSoftmax(-x)[0, i] * x[0, i]), []),
    "functions of two rows": (
        total(lambda i: x[0, i]) * total(lambda i: exp(y[0, i])) <= n * total(lambda i: x[0, i] * exp(y[0, i])),
        [],
    ),
    "with weights of any sign": (
        total(lambda i: w[0, i] * x[0, i]) * total(lambda i: w[0, i] * exp(x[0, i]))
        <= total(lambda i: w[0, i] * x[0, i] * exp(x[0, i])),
        WEIGHTS[1:],
    ),
    "Jensen the other way": (log(total(lambda i: x[0, i]) / n) <= total(lambda i: log(x[0, i])) / n, POSITIVE[:1]),
    "a tangent at a root, half of it": (log(p) <= sqrt(p) - 1, [p > 0]),
    "Young without −x": (p * q <= p * log(p) - 2 * p + exp(q), [p > 0]),
    "a mixture beyond its ends": (MIXTURE > 0, [p > 0, q > 0, t >= 0]),
    "a mixture of what may be negative": (MIXTURE > 0, [p > 0, t >= 0, t <= 1]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    claimed, given = TRUE[name]
    assert decide(claimed, given=given).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_not(name):
    claimed, given = FALSE[name]
    assert decide(claimed, given=given).status == "refuted"


@pytest.mark.parametrize(("factor", "status"), [(1, "proved"), (2, "refuted")])
def test_equations_are_used_where_denominators_are_cleared(factor, status):
    assert decide(1 / p + 1 / q, factor / s, given=[p > 0, q > 0, s > 0, Eq(p * q, s * (p + q))]).status == status
    row = Sum((-1) ** k * binomial(p, k), (k, 0, N))
    assert decide(row, factor * (-1) ** N * binomial(p - 1, N)).status == status


@pytest.mark.parametrize(("factor", "status"), [(1, "proved"), (Integer(1) / 2, "refuted")])
def test_a_difference_is_one_matrix(factor, status):
    W = MatrixSymbol("W", n, m)
    given = [
        ForAll((n, m), lambda i, j: W[i, j] >= 0),
        ForAll(n, lambda i: Equation(sum_over(m, lambda j: W[i, j]), 1)),
    ]
    after = sum_over(m, lambda j: Abs(total(lambda i: (x[0, i] - y[0, i]) * W[i, j])))
    assert decide(after <= factor * total(lambda i: Abs(x[0, i] - y[0, i])), given=given).status == status


@pytest.mark.parametrize(("orthonormal", "status"), [(True, "proved"), (False, "refuted")])
def test_a_product_is_built_up_along_a_recurrence(orthonormal, status):
    i, S = Idx("i", n), MatrixFamily("S", n + 1, e, d)
    K, V = MatrixSymbol("K", n, d), MatrixSymbol("V", n, e)
    step = ForAll(i, Equation(S[i + 1], S[i] + (V[i, :].T - S[i] * K[i, :].T) * K[i, :]))
    given = [Equation(S[0], ZeroMatrix(e, d)), step, *([Equation(K * K.T, Identity(n))] if orthonormal else [])]
    assert decide(S[n], V.T * K, given=given).status == status
