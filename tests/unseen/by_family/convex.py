"""Convexity: entropy and divergence, log-sum-exp, Jensen, means, Lipschitz bounds."""

from sympy import Abs, And, Idx, MatrixSymbol, Sum, exp, log

from symattn import (
    ForAll,
    FrobeniusNorm,
    InnerProduct,
    LogSumExp,
    ProbabilitySymbol,
    ReLU,
    RowMax,
    RowMean,
    RowSoftmax,
    Softplus,
    dims,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, real, true


@true("Boyd and Vandenberghe, §3.1.5: exp is convex")
def cv01():
    a, b, theta = real("a b theta")
    left = exp(theta * a + (1 - theta) * b)
    return le(left, theta * exp(a) + (1 - theta) * exp(b)), [le(0, theta), le(theta, 1)]


@true("Cover and Thomas, §2.6: the entropy is at most log N")
def cv02():
    N = dims("N")
    p, o, i = ProbabilitySymbol("p", N), Idx("o", N), integer("i")
    return le(-Sum(p[0, i] * log(p[0, i]), (i, 0, N - 1)), log(N)), [ForAll(o, lt(0, p[0, o]))]


@true("Boyd and Vandenberghe, §3.3: log-sum-exp and the negative entropy, Fenchel's inequality")
def cv03():
    N = dims("N")
    p, x, o = ProbabilitySymbol("p", N), MatrixSymbol("x", 1, N), Idx("o", N)
    left = InnerProduct(p, x) - LogSumExp(x)[0, 0]
    return le(left, sum_over(N, lambda i: p[0, i] * log(p[0, i]))), [ForAll(o, lt(0, p[0, o]))]


@true("Boyd and Vandenberghe, §3.1.5: log-sum-exp is convex")
def cv04():
    n = dims("n")
    x, y, (theta,) = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n), real("theta,")
    mixed = LogSumExp(theta * x + (1 - theta) * y)[0, 0]
    return le(mixed, theta * LogSumExp(x)[0, 0] + (1 - theta) * LogSumExp(y)[0, 0]), [le(0, theta), le(theta, 1)]


@true("log-sum-exp changes by at most the largest change of a score")
def cv05():
    n = dims("n")
    x, y, i, (c,) = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n), Idx("i", n), real("c,")
    given = [ForAll(i, le(Abs(x[0, i] - y[0, i]), c))]
    return le(Abs(LogSumExp(x)[0, 0] - LogSumExp(y)[0, 0]), c), given


@true("log-sum-exp is at least the mean plus log n")
def cv06():
    r, n = dims("r n")
    X, j = MatrixSymbol("X", r, n), Idx("j", r)
    return le(RowMean(X)[j, 0] + log(n), LogSumExp(X)[j, 0]), []


@true("the inequality of the arithmetic and the geometric mean, in logarithms")
def cv07():
    n = dims("n")
    x, i = MatrixSymbol("x", n, 1), Idx("i", n)
    mean_of_logs = sum_over(n, lambda k: log(x[k, 0])) / n
    return le(mean_of_logs, log(sum_over(n, lambda k: x[k, 0]) / n)), [ForAll(i, x[i, 0] > 0)]


@true("the harmonic mean is at most the arithmetic mean")
def cv08():
    n = dims("n")
    x, i, k = MatrixSymbol("x", n, 1), Idx("i", n), integer("k")
    return le(n**2, Sum(x[k, 0], (k, 0, n - 1)) * Sum(1 / x[k, 0], (k, 0, n - 1))), [ForAll(i, x[i, 0] > 0)]


@true("Jensen for the square, with softmax weights")
def cv09():
    n = dims("n")
    s, v, i = MatrixSymbol("s", 1, n), MatrixSymbol("v", n, 1), integer("i")
    p = RowSoftmax(s)
    return le((p * v)[0, 0] ** 2, Sum(p[0, i] * v[i, 0] ** 2, (i, 0, n - 1))), []


@true("softplus is 1-Lipschitz")
def cv10():
    x, y = real("x y")
    return le(Abs(Softplus(x) - Softplus(y)), Abs(x - y)), []


@true("softplus is at most log 2 above ReLU")
def cv11():
    (x,) = real("x,")
    return le(Softplus(x) - ReLU(x), log(2)), []


@true("the mean under softmax weights is at least the plain mean")
def cv12():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    return le(RowMean(x)[0, 0], (RowSoftmax(x) * x.T)[0, 0]), []


@true("Cover and Thomas, Theorem 2.7.1: the log sum inequality")
def cv13():
    n = dims("n")
    a, b, i, k = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1), Idx("i", n), integer("k")
    A, B = Sum(a[k, 0], (k, 0, n - 1)), Sum(b[k, 0], (k, 0, n - 1))
    given = [ForAll(i, a[i, 0] > 0), ForAll(i, b[i, 0] > 0)]
    return le(A * log(A / B), Sum(a[k, 0] * log(a[k, 0] / b[k, 0]), (k, 0, n - 1))), given


@true("Boyd and Vandenberghe, §3.1.5: norms are convex")
def cv14():
    n, d = dims("n d")
    X, Y, (theta,) = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), real("theta,")
    mixed = FrobeniusNorm(theta * X + (1 - theta) * Y)
    return le(mixed, theta * FrobeniusNorm(X) + (1 - theta) * FrobeniusNorm(Y)), [And(le(0, theta), le(theta, 1))]


@true("the entropy of softmax weights (exercise of a course on statistical mechanics)")
def cv15():
    n = dims("n")
    x, k = MatrixSymbol("x", 1, n), integer("k")
    p = RowSoftmax(x)
    return LogSumExp(x)[0, 0], (p * x.T)[0, 0] - Sum(p[0, k] * log(p[0, k]), (k, 0, n - 1)), []


# theta = 1/2, a = 1, b = 4: log 2.5 ≤ log 2 does not hold.
@false("log is convex")
def cv16():
    a, b, theta = real("a b theta")
    given = [lt(0, a), lt(0, b), le(0, theta), le(theta, 1)]
    return le(log(theta * a + (1 - theta) * b), theta * log(a) + (1 - theta) * log(b)), given


# N = 2, p = (1/2, 1/2), q = (1/4, 3/4): log(4/3)/2 = 0.1438 and log(27/16)/4 = 0.1308.
@false("the divergence is symmetric")
def cv17():
    N = dims("N")
    p, q, o = ProbabilitySymbol("p", N), ProbabilitySymbol("q", N), Idx("o", N)
    left = sum_over(N, lambda i: p[0, i] * log(p[0, i] / q[0, i]))
    right = sum_over(N, lambda i: q[0, i] * log(q[0, i] / p[0, i]))
    return left, right, [ForAll(o, lt(0, p[0, o])), ForAll(o, lt(0, q[0, o]))]


# r = 1, n = 2, X = (0, 0): log 2 ≤ 0 does not hold.
@false("log-sum-exp is at most the maximum")
def cv18():
    r, n = dims("r n")
    X, j = MatrixSymbol("X", r, n), Idx("j", r)
    return le(LogSumExp(X)[j, 0], RowMax(X)[j, 0]), []


# n = 2, x = (0, 0): log 2 and 2 log 2.
@false("log-sum-exp is homogeneous")
def cv19():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    return LogSumExp(2 * x), 2 * LogSumExp(x), []


# n = 2, x = (0, 1): 0.7311 ≤ 0.6225 does not hold.
@false("a higher temperature gives a larger mean")
def cv20():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    return le((RowSoftmax(x) * x.T)[0, 0], (RowSoftmax(x / 2) * x.T)[0, 0]), []
