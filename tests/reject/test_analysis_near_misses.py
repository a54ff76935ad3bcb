"""Nearly true statements about exponentials, logarithms, one-sided inverses, sums and norms: none of them is proved."""

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
    Rational,
    ZeroMatrix,
    exp,
    log,
    sqrt,
    symbols,
    tanh,
)

from symattn import (
    Equation,
    ForAll,
    FrobeniusNorm,
    Invertible,
    LogSumExp,
    RowMax,
    RowSoftmax,
    Sigmoid,
    SquaredNorm,
    decide,
    dims,
    sum_over,
)
from tests.written import le, lt

pytestmark = pytest.mark.sampled

n, m = dims("n m")
x, y, a, b, c = symbols("x y a b c", real=True)
p, q = symbols("p q", positive=True)
X, Y, w = (MatrixSymbol(name, 1, n) for name in "XYw")
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
A, B = MatrixSymbol("A", n, m), MatrixSymbol("B", m, n)
D, L, M, N = (MatrixSymbol(name, n, n) for name in "DLMN")
i, j = Idx("i", n), Idx("j", n)
one = Identity(n)
total = Equation(sum_over(n, lambda s: w[0, s]), 1)
weights, positive = ForAll(i, Ge(w[0, i], 0)), ForAll(i, Gt(w[0, i], 0))
all_positive = ForAll(i, Gt(Y[0, i], 0))


def mean(f):
    return sum_over(n, lambda s: w[0, s] * f(s))


def divergence(first, second):
    return sum_over(n, lambda s: first[0, s] * (log(first[0, s]) - log(second[0, s])))


P, R = RowSoftmax(X), RowSoftmax(Y)
ORDER = {
    "exp is not antitone": (le(exp(y), exp(x)), [le(x, y)]),
    "exp is strictly monotone for strict orders only": (lt(exp(x), exp(y)), [le(x, y)]),
    "nothing is known of x and y": (le(exp(x), exp(y)), []),
    "the tangent of exp touches it": (lt(1 + x, exp(x)), []),
    "a steeper line than the tangent": (le(1 + 2 * x, exp(x)), []),
    "a line above the tangent": (le(2 + x, exp(x)), []),
    "the tangent of log is above it": (le(p - 1, log(p)), []),
    "the tangent of log touches it": (lt(log(p), p - 1), []),
    "log is monotone for positive numbers": (le(log(q), log(p)), [le(p, q)]),
    "a logarithm may be negative": (le(0, log(p)), []),
    "the logarithm of a sum is at least that of a term, not below": (le(log(exp(x) + exp(y)), x), []),
    "logsumexp is above the maximum": (le(log(exp(x) + exp(y)), Max(x, y)), []),
    "logsumexp needs log n": (le(LogSumExp(X)[0, 0], RowMax(X)[0, 0]), []),
    "and is not below by as much": (le(RowMax(X)[0, 0] + log(n), LogSumExp(X)[0, 0]), []),
    "with one number logsumexp is no more than it": (lt(RowMax(X)[0, 0], LogSumExp(X)[0, 0]), []),
    "softmax keeps the order of the scores": (le(P[0, j], P[0, i]), [le(X[0, i], X[0, j])]),
    "of the same row only": (le(P[0, i], R[0, i]), [le(X[0, i], Y[0, i])]),
    "the sigmoid is no contraction by more than 4": (le(Sigmoid(x) - Sigmoid(y), (x - y) / 5), [le(y, x)]),
    "tanh is at most 1": (le(1, tanh(x)), []),
    "a single weight may be 1": (lt(P[0, i], 1), []),
}
CONVEX = {
    "Jensen for exp the other way round": (
        le(mean(lambda s: exp(X[0, s])), exp(mean(lambda s: X[0, s]))),
        [total, weights],
    ),
    "Jensen with weights of another sum": (le(exp(mean(lambda s: X[0, s])), mean(lambda s: exp(X[0, s]))), [weights]),
    "Jensen with weights of either sign": (le(exp(mean(lambda s: X[0, s])), mean(lambda s: exp(X[0, s]))), [total]),
    "Jensen is not strict": (lt(exp(mean(lambda s: X[0, s])), mean(lambda s: exp(X[0, s]))), [total, weights]),
    "Jensen for log the other way round": (
        le(log(mean(lambda s: Y[0, s])), mean(lambda s: log(Y[0, s]))),
        [total, positive, all_positive],
    ),
    "a divergence may be 0": (lt(0, divergence(P, R)), []),
    "a divergence is at least 0": (le(divergence(P, R), 0), []),
    "a divergence from more than 1": (
        le(0, divergence(w, Y)),
        [positive, all_positive, total, Ge(sum_over(n, lambda s: Y[0, s]), 1)],
    ),
    "a divergence is not symmetric": (Equation(divergence(P, R), divergence(R, P)), []),
    "entropy may be 0": (lt(0, -mean(lambda s: log(w[0, s]))), [positive, total]),
    "entropy is not below log n": (lt(-mean(lambda s: log(w[0, s])), log(n)), [positive, total]),
    "entropy of what has no sum 1": (le(-mean(lambda s: log(w[0, s])), log(n)), [positive]),
    "the means the other way round": (le((p + q) / 2, sqrt(p * q)), []),
    "the means are equal for equal numbers": (lt(sqrt(p * q), (p + q) / 2), []),
    "Young's inequality outside of the weights": (le(p**a * q ** (1 - a), a * p + (1 - a) * q), [Ge(a, 0)]),
    "a chord outside of its ends": (le(exp(a * x + (1 - a) * y), a * exp(x) + (1 - a) * exp(y)), [Ge(a, 0)]),
    "the softmax is monotone as a map, not antitone": (
        le(sum_over(n, lambda s: (P[0, s] - R[0, s]) * (X[0, s] - Y[0, s])), 0),
        [],
    ),
    "squares of weights of another sum": (le(sum_over(n, lambda s: w[0, s] ** 2), 1), [weights]),
    "p (1 − p) below a quarter": (lt(P[0, i] * (1 - P[0, i]), Rational(1, 4)), []),
}
ONE_SIDED = {
    "rows and columns of a rectangular matrix": (Equation(B * A, Identity(m)), [Equation(A * B, one)]),
    "orthonormal rows are no orthonormal columns": (Equation(A.T * A, Identity(m)), [Equation(A * A.T, one)]),
    "a rectangular factor in between": (Equation(B * L * A, Identity(m)), [Equation(A * B * L, one)]),
    "the product is another matrix": (Equation(N * M, D), [Equation(M * N, D)]),
    "a product that is 0": (Equation(N * M, ZeroMatrix(n, n)), [Equation(M * N, ZeroMatrix(n, n))]),
    "an idempotent matrix": (Equation(N, one), [Equation(N * N, N)]),
    "an involution": (Equation(N, one), [Equation(N * N, one)]),
    "no hypothesis": (Equation(N.T * N, one), []),
    "the inverse is the transpose": (Equation(Inverse(N), N), [Equation(N * N.T, one)]),
    "three factors in another order": (Equation(N * L * M, one), [Equation(N * M * L, one)]),
    "twice the identity": (Equation(N * M, 2 * one), [Equation(M * N, one)]),
    "a factor of a singular product": (Invertible(N), [Equation(M * N, D)]),
}
SUMS = {
    "Cauchy–Schwarz without a square": (
        le(sum_over(n, lambda s: u[s, 0] * v[s, 0]), SquaredNorm(u) * SquaredNorm(v)),
        [],
    ),
    "Cauchy–Schwarz is not strict": (
        lt(sum_over(n, lambda s: u[s, 0] * v[s, 0]) ** 2, SquaredNorm(u) * SquaredNorm(v)),
        [],
    ),
    "the norm of a product the other way round": (le(SquaredNorm(A) * SquaredNorm(B), SquaredNorm(A * B)), []),
    "the triangle inequality the other way round": (
        le(FrobeniusNorm(A) + FrobeniusNorm(B.T), FrobeniusNorm(A + B.T)),
        [],
    ),
    "the triangle inequality for squares": (le(SquaredNorm(A + B.T), SquaredNorm(A) + SquaredNorm(B)), []),
    "a quadratic form of any matrix": (le(0, (u.T * N * u)[0, 0]), []),
    "a Gram matrix of two matrices": (le(0, (u.T * A * B * u)[0, 0]), []),
    "a Gram matrix between two vectors": (le(0, (u.T * A * A.T * v)[0, 0]), []),
    "the trace of a square": (le(0, sum_over(n, lambda s: (N * N)[s, s])), []),
    "a Gram matrix is not definite": (lt(0, (u.T * A * A.T * u)[0, 0]), []),
    "a sum that is 0": (Equation(u, ZeroMatrix(n, 1)), [Equation(sum_over(n, lambda s: u[s, 0]), 0)]),
    "a norm that is 1": (Equation(u, ZeroMatrix(n, 1)), [Equation(SquaredNorm(u), 1)]),
    "equal norms": (Equation(u, v), [Equation(SquaredNorm(u), SquaredNorm(v))]),
    "equal absolute values": (Equation(x, y), [Equation(Abs(x), Abs(y))]),
    "equal squares": (Equation(x, y), [Equation(x**2, y**2), Ge(x, 0)]),
    "the square of a root that is 2": (Equation(SquaredNorm(u), 2), [Equation(FrobeniusNorm(u), 2)]),
    "a root that is a number of either sign": (Equation(sqrt(x**2), x), [Equation(Abs(x), Abs(y))]),
    "a product that is 1": (Equation(a, 1), [Equation(a * p, 1)]),
    "the mean of the rows is 0": (Equation(X[0, i], X[0, j]), [Equation(sum_over(n, lambda s: X[0, s]), 0)]),
}

BOUNDS = {
    "one key has all the weight": (lt(P[0, i], 1), []),
    "two weights of which one may be 1": (lt(w[0, i], 1), [total, weights]),
    "a weighted mean is below the largest": (lt(mean(lambda s: X[0, s]), RowMax(X)[0, 0]), [total, weights]),
    "weights of either sign": (le(mean(lambda s: X[0, s]), RowMax(X)[0, 0]), [total]),
    "weights of another sum": (le(mean(lambda s: X[0, s]), RowMax(X)[0, 0]), [weights]),
    "the largest is at most the mean": (le(RowMax(X)[0, 0], mean(lambda s: X[0, s])), [total, weights]),
    "a chord of the parabola outside": (le((a * x + (1 - a) * y) ** 2, a * x**2 + (1 - a) * y**2), [Ge(a, 0)]),
    "the chord is not strict": (lt((a * x + (1 - a) * y) ** 2, a * x**2 + (1 - a) * y**2), [Ge(a, 0), Le(a, 1)]),
    "a square below the upper bound": (le(x**2, b**2), [le(a, x), le(x, b)]),
    "a square between bounds is at most the smaller": (le(x**2, a**2), [le(a, x), le(x, b)]),
    "squares are not monotone": (le(x**2, y**2), [le(x, y)]),
    "cubes are not antitone": (le(y**3, x**3), [le(x, y)]),
    "a quotient is no product": (
        Equation(x / a, x * a),
        [Equation(a * y, 1)],
    ),
}


@pytest.mark.parametrize("name", [*ORDER, *CONVEX, *ONE_SIDED, *SUMS, *BOUNDS])
def test_a_near_miss_is_not_proved(name):
    proposition, given = {**ORDER, **CONVEX, **ONE_SIDED, **SUMS, **BOUNDS}[name]
    assert decide(proposition, given=given).status != "proved"
