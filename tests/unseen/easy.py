"""Exercises in two or three steps: statements."""

from sympy import Abs, Eq, Ge, Gt, Le, MatrixSymbol, Trace, exp, log, sqrt

from symattn import ForAll, InnerProduct, Sigmoid, SquaredNorm, dims, sum_over
from symattn.modern import LogSum
from tests.unseen.table import false, le, lt, real, true


# exp is monotone, under the sum; then log is
@true("textbook: log-sum-exp is monotone in every argument")
def eas01():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(LogSum(x), LogSum(y)), [ForAll(n, lambda k: Le(x[0, k], y[0, k]))]


# log(1 + t) <= t at t = sum of squares >= 0
@true("textbook: log(1 + t) <= t at a compound argument")
def eas02():
    m, n = dims("m n")
    A = MatrixSymbol("A", m, n)
    return le(log(1 + SquaredNorm(A)), SquaredNorm(A)), []


# the mean is at most M, exp is monotone
@true("textbook: a weighted mean below a bound, under exp")
def eas03():
    n, M = dims("n"), real("M")
    w, x = MatrixSymbol("w", n, 1), MatrixSymbol("x", n, 1)
    return le(exp(InnerProduct(w, x)), exp(M)), [
        ForAll(n, lambda i: Ge(w[i, 0], 0)),
        Eq(sum_over(n, lambda i: w[i, 0]), 1),
        ForAll(n, lambda i: Le(x[i, 0], M)),
    ]


# (a + b)^2 <= 2a^2 + 2b^2 for every entry of AX + B
@true("textbook: |AX + B|^2 <= 2|AX|^2 + 2|B|^2")
def eas04():
    m, n, p = dims("m n p")
    A, X, B = MatrixSymbol("A", m, n), MatrixSymbol("X", n, p), MatrixSymbol("B", m, p)
    return le(SquaredNorm(A * X + B), 2 * SquaredNorm(A * X) + 2 * SquaredNorm(B)), []


# triangle inequality, then |y| <= M under the sum
@true("textbook: Hölder for 1 and infinity")
def eas05():
    n, M = dims("n"), real("M")
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return le(Abs(sum_over(n, lambda k: x[k, 0] * y[k, 0])), M * sum_over(n, lambda k: Abs(x[k, 0]))), [
        ForAll(n, lambda k: Le(Abs(y[k, 0]), M)),
    ]


# n = 1, x = 1, y = -2, M = 1: 2 <= 1 fails
@false("near miss of eas05: y <= M without the absolute value")
def eas06():
    n, M = dims("n"), real("M")
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return le(Abs(sum_over(n, lambda k: x[k, 0] * y[k, 0])), M * sum_over(n, lambda k: Abs(x[k, 0]))), [
        ForAll(n, lambda k: Le(y[k, 0], M)),
        Ge(M, 0),
    ]


# u = v^2 is put in under the root, sqrt(v^2) = |v|, Cauchy-Schwarz
@true("textbook: rewriting under a root and a sum")
def eas07():
    n = dims("n")
    u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
    return le(sum_over(n, lambda k: v[k, 0]), sum_over(n, lambda k: sqrt(u[k, 0]))), [
        ForAll(n, lambda k: Eq(u[k, 0], v[k, 0] ** 2)),
    ]


# triangle inequality for the telescoped difference
@true("textbook: T steps of length at most c")
def eas08():
    T, c = dims("T"), real("c")
    x = MatrixSymbol("x", T + 1, 1)
    return le(Abs(x[T, 0] - x[0, 0]), c * T), [ForAll(T, lambda t: Le(Abs(x[t + 1, 0] - x[t, 0]), c))]


# T = 1, x = (0, 1), c = 1: 1 < 1 fails
@false("near miss of eas08: strict")
def eas09():
    T, c = dims("T"), real("c")
    x = MatrixSymbol("x", T + 1, 1)
    return lt(Abs(x[T, 0] - x[0, 0]), c * T), [ForAll(T, lambda t: Le(Abs(x[t + 1, 0] - x[t, 0]), c)), Gt(c, 0)]


# sigma < 1 in every term and n >= 1; the trace is the sum of n such entries
@true("textbook: a trace of gates is below its size")
def eas10():
    n = dims("n")
    X = MatrixSymbol("X", n, n)
    return lt(Trace(Sigmoid(X)), n), []
