"""Exponentials and logarithms, convexity, one-sided inverses, norms over several indices: what is proved of them.

What is nearly true stands in `tests/reject/test_analysis_near_misses.py`.
"""

import pytest
from sympy import (
    Abs,
    Ge,
    Gt,
    Identity,
    Idx,
    Inverse,
    Le,
    MatrixSymbol,
    Max,
    Ne,
    OneMatrix,
    Rational,
    Trace,
    ZeroMatrix,
    exp,
    log,
    sqrt,
    symbols,
    tanh,
)

from symattn import (
    ColumnMax,
    Equation,
    ForAll,
    FrobeniusNorm,
    Invertible,
    LogSumExp,
    RowMax,
    RowSoftmax,
    Sigmoid,
    Softplus,
    SquaredNorm,
    decide,
    dims,
    sum_over,
)
from tests.written import le, lt

n, m, k = dims("n m k")
x, y, a, b, c = symbols("x y a b c", real=True)
p, q = symbols("p q", positive=True)
X, Y, w = (MatrixSymbol(name, 1, n) for name in "XYw")
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
A, A2, B, C = MatrixSymbol("A", n, m), MatrixSymbol("A_2", n, m), MatrixSymbol("B", m, n), MatrixSymbol("C", m, k)
D, L, M, N = (MatrixSymbol(name, n, n) for name in "DLMN")
i, j, col = Idx("i", n), Idx("j", n), Idx("c", m)
Z, last = MatrixSymbol("Z", 1, n + 1), Idx("w", n + 1)
one = Identity(n)
total = Equation(sum_over(n, lambda s: w[0, s]), 1)
weights, positive = ForAll(i, Ge(w[0, i], 0)), ForAll(i, Gt(w[0, i], 0))
all_positive = ForAll(i, Gt(Y[0, i], 0))
P, R = RowSoftmax(X), RowSoftmax(Y)


def mean(f):
    return sum_over(n, lambda s: w[0, s] * f(s))


def divergence(first, second):
    return sum_over(n, lambda s: first[0, s] * (log(first[0, s]) - log(second[0, s])))


ORDER = {
    "exp is monotone": (le(exp(x), exp(y)), [le(x, y)]),
    "exp is strictly monotone": (lt(exp(x), exp(y)), [lt(x, y)]),
    "the tangent of exp at 0": (le(1 + x, exp(x)), []),
    "the tangent of log at 1": (le(log(p), p - 1), []),
    "log is monotone": (le(log(p), log(q)), [le(p, q)]),
    "log is strictly monotone": (lt(log(p), log(q)), [lt(p, q)]),
    "the logarithm of a sum exceeds that of a term": (lt(x, log(exp(x) + exp(y))), []),
    "logsumexp of two is at least the maximum": (le(Max(x, y), log(exp(x) + exp(y))), []),
    "logsumexp of two is at most log 2 more": (le(log(exp(x) + exp(y)), Max(x, y) + log(2)), []),
    "logsumexp is at least the maximum": (le(RowMax(X)[0, 0], LogSumExp(X)[0, 0]), []),
    "logsumexp is at most log n more": (le(LogSumExp(X)[0, 0], RowMax(X)[0, 0] + log(n)), []),
    "logsumexp is above its tangents": (
        le(LogSumExp(X)[0, 0] + sum_over(n, lambda s: P[0, s] * (Y[0, s] - X[0, s])), LogSumExp(Y)[0, 0]),
        [],
    ),
    "softmax keeps the order of the scores": (le(P[0, i], P[0, j]), [le(X[0, i], X[0, j])]),
    "softmax keeps strict orders": (lt(P[0, i], P[0, j]), [lt(X[0, i], X[0, j])]),
    "a gap of scores is a ratio of weights": (le(exp(c) * P[0, j], P[0, i]), [le(c + X[0, j], X[0, i])]),
    "softmax is a monotone map": (le(0, sum_over(n, lambda s: (P[0, s] - R[0, s]) * (X[0, s] - Y[0, s]))), []),
    "a lower temperature sharpens": (
        le(exp(x / q) / exp(y / q), exp(x / p) / exp(y / p)),
        [le(y, x), le(p, q)],
    ),
    "the sigmoid is monotone": (le(Sigmoid(x), Sigmoid(y)), [le(x, y)]),
    "tanh is monotone": (le(tanh(x), tanh(y)), [le(x, y)]),
    "softplus is above ReLU": (le(Max(0, x), Softplus(x)), []),
    "softplus is at most log 2 above ReLU": (le(Softplus(x), Max(0, x) + log(2)), []),
    "softplus grows by no more than its argument": (le(Softplus(x) - Softplus(y), x - y), [le(y, x)]),
}
CONVEX = {
    "Jensen for exp": (le(exp(mean(lambda s: X[0, s])), mean(lambda s: exp(X[0, s]))), [total, weights]),
    "Jensen for log": (
        le(mean(lambda s: log(Y[0, s])), log(mean(lambda s: Y[0, s]))),
        [total, weights, all_positive],
    ),
    "Jensen for squares": (le(mean(lambda s: X[0, s]) ** 2, mean(lambda s: X[0, s] ** 2)), [total, weights]),
    "Jensen for absolute values": (le(Abs(mean(lambda s: X[0, s])), mean(lambda s: Abs(X[0, s]))), [total, weights]),
    "two points for exp": (le(exp(a * x + (1 - a) * y), a * exp(x) + (1 - a) * exp(y)), [Ge(a, 0), Le(a, 1)]),
    "the means": (le(sqrt(p * q), (p + q) / 2), []),
    "Young's inequality": (le(p**a * q ** (1 - a), a * p + (1 - a) * q), [Ge(a, 0), Le(a, 1)]),
    "Gibbs for two softmaxes": (le(0, divergence(P, R)), []),
    "Gibbs for two rows": (
        le(0, divergence(w, Y)),
        [positive, all_positive, total, Equation(sum_over(n, lambda s: Y[0, s]), 1)],
    ),
    "Gibbs from less than 1": (
        le(0, divergence(w, Y)),
        [positive, all_positive, total, Le(sum_over(n, lambda s: Y[0, s]), 1)],
    ),
    "entropy is at most log n": (le(-mean(lambda s: log(w[0, s])), log(n)), [positive, total]),
    "entropy is at least 0": (le(0, -mean(lambda s: log(w[0, s]))), [positive, total]),
    "entropy of a softmax is at most log n": (le(-sum_over(n, lambda s: P[0, s] * log(P[0, s])), log(n)), []),
    "entropy of a softmax is at least 0": (le(0, -sum_over(n, lambda s: P[0, s] * log(P[0, s]))), []),
    "p (1 − p) is at most a quarter": (le(P[0, i] * (1 - P[0, i]), Rational(1, 4)), []),
    "the squares of weights": (le(sum_over(n, lambda s: w[0, s] ** 2), 1), [total, weights]),
    "two weights": (le(w[0, i] + w[0, j], 1), [total, weights, Ne(i, j)]),
}
ONE_SIDED = {
    "the other product": (Equation(N * M, one), [Equation(M * N, one)]),
    "orthonormal rows of a square matrix": (Equation(N.T * N, one), [Equation(N * N.T, one)]),
    "the inverse from the right": (Equation(Inverse(N), M), [Equation(N * M, one)]),
    "the inverse from the left": (Equation(Inverse(N), M), [Equation(M * N, one)]),
    "the inverse is the transpose": (Equation(Inverse(N), N.T), [Equation(N * N.T, one)]),
    "an involution is its inverse": (Equation(Inverse(N), N), [Equation(N * N, one)]),
    "three factors in turn": (Equation(L * N * M, one), [Equation(N * M * L, one)]),
    "the inverse of one of three": (Equation(Inverse(M), L * N), [Equation(N * M * L, one)]),
    "a product of rectangular matrices": (Equation(L * A * B, one), [Equation(A * B * L, one)]),
    "a product of two such": (Equation((N * M).T * (N * M), one), [Equation(N * N.T, one), Equation(M * M.T, one)]),
    "a system is solved": (Equation(u, M * v), [Equation(N * M, one), Equation(N * u, v)]),
    "norms are kept": (Equation(SquaredNorm(N * u), SquaredNorm(u)), [Equation(N * N.T, one)]),
    "two right inverses": (Equation(M, L), [Equation(N * M, one), Equation(N * L, one)]),
    "it is invertible": (Invertible(N), [Equation(N * M, one)]),
}
SUMS = {
    "Cauchy–Schwarz for matrices": (
        le(
            sum_over(n, lambda s: sum_over(m, lambda t: A[s, t] * A2[s, t])) ** 2,
            SquaredNorm(A) * SquaredNorm(A2),
        ),
        [],
    ),
    "the triangle inequality for matrices": (le(FrobeniusNorm(A + A2), FrobeniusNorm(A) + FrobeniusNorm(A2)), []),
    "the norm of a product": (le(SquaredNorm(A * C), SquaredNorm(A) * SquaredNorm(C)), []),
    "a matrix and a vector": (le(SquaredNorm(B * u), SquaredNorm(B) * SquaredNorm(u)), []),
    "a Gram matrix": (le(0, (u.T * A * A.T * u)[0, 0]), []),
    "the trace of a Gram matrix": (le(0, Trace(A * A.T)), []),
    "a vector without length": (Equation(u, ZeroMatrix(n, 1)), [Equation(SquaredNorm(u), 0)]),
    "a matrix without norm": (Equation(A, ZeroMatrix(n, m)), [Equation(FrobeniusNorm(A), 0)]),
    "no distance": (Equation(u, v), [Equation(SquaredNorm(u - v), 0)]),
    "an absolute value that is 0": (Equation(x, y), [Equation(Abs(x - y), 0)]),
    "squares without sum": (Equation(x, 0), [Equation(x**2 + y**2, 0)]),
    "equal squares of numbers that are not negative": (Equation(x, y), [Equation(x**2, y**2), Ge(x, 0), Ge(y, 0)]),
    "a norm that is 1": (Equation(SquaredNorm(u), 1), [Equation(FrobeniusNorm(u), 1)]),
    "a norm that is 1, the other way round": (Equation(SquaredNorm(2 * u), 4), [Equation(1, FrobeniusNorm(u))]),
    "a product that is 1": (Equation(1 / p, a), [Equation(a * p, 1)]),
    "another base": (
        Equation(P[0, i], 2 ** (a * X[0, i]) / sum_over(n, lambda s: 2 ** (a * X[0, s]))),
        [Equation(a * log(2), 1)],
    ),
    "rows that are their mean": (
        Equation(A[i, col], A[j, col]),
        [Equation((one - OneMatrix(n, n) / n) * A, ZeroMatrix(n, m))],
    ),
}

BOUNDS = {
    "with two keys every weight is below 1": (lt(RowSoftmax(Z)[0, last], 1), []),
    "a weighted mean is at most the largest": (le(mean(lambda s: X[0, s]), RowMax(X)[0, 0]), [total, weights]),
    "attention is between the extremes of the values": (le((RowSoftmax(N) * A)[i, col], ColumnMax(A)[0, col]), []),
    "two points for squares": (le((a * x + (1 - a) * y) ** 2, a * x**2 + (1 - a) * y**2), [Ge(a, 0), Le(a, 1)]),
    "a square between bounds": (le(x**2, Max(a**2, b**2)), [le(a, x), le(x, b)]),
    "a square between opposite bounds": (le(x**2, c**2), [le(-c, x), le(x, c)]),
    "cubes are monotone": (le(x**3, y**3), [le(x, y)]),
    "a quotient of quotients": (
        Equation(
            (sum_over(n, lambda s: u[s, 0]) / sum_over(n, lambda s: v[s, 0]))
            / (sum_over(n, lambda s: X[0, s]) / sum_over(n, lambda s: v[s, 0])),
            sum_over(n, lambda s: u[s, 0]) / sum_over(n, lambda s: X[0, s]),
        ),
        [Ne(sum_over(n, lambda s: v[s, 0]), 0), Ne(sum_over(n, lambda s: X[0, s]), 0)],
    ),
}


@pytest.mark.parametrize("name", [*ORDER, *CONVEX, *ONE_SIDED, *SUMS, *BOUNDS])
def test_it_is_proved(name):
    proposition, given = {**ORDER, **CONVEX, **ONE_SIDED, **SUMS, **BOUNDS}[name]
    verdict = decide(proposition, given=given)
    assert verdict.status == "proved", verdict.report


def test_the_sign_of_a_derivative_is_the_one_new_axiom():
    assert "deriv_nonneg" in decide(le(exp(x), exp(y)), given=[le(x, y)]).axioms
    assert "deriv_nonneg" not in decide(Equation(N * M, one), given=[Equation(M * N, one)]).axioms
