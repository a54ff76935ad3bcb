"""Convexity, entropy and information: Jensen, KL, log-sum-exp, softmax, variance and bias, importance weights."""

from sympy import Abs, Idx, MatrixSymbol, Sum, log

from symattn import (
    Equation,
    Expectation,
    ForAll,
    InnerProduct,
    LogSumExp,
    MaxNorm,
    ProbabilitySymbol,
    RowSoftmax,
    Variance,
    dims,
)
from tests.unseen.table import column, false, integer, le, lt, real, true


def _total(x, n, k="k"):
    k = integer(k)
    return Sum(x[k, 0], (k, 0, n - 1))


def _positive(*columns):
    return [ForAll(x.shape[0], lambda i, x=x: lt(0, x[i, 0])) for x in columns]


def _distributions(*columns):
    return [*_positive(*columns), *(Equation(_total(x, x.shape[0]), 1) for x in columns)]


def _kl(p, q):
    k = integer("k")
    return Sum(p[k, 0] * log(p[k, 0] / q[k, 0]), (k, 0, p.shape[0] - 1))


def _row(names, n):
    return [MatrixSymbol(name, 1, n) for name in names.split()]


@true("Cover & Thomas, thm 2.7.1: the log sum inequality")
def fi01():
    n = dims("n")
    a, b = column("a b", n)
    left = _total(a, n) * log(_total(a, n) / _total(b, n))
    return le(left, _kl(a, b)), _positive(a, b)


@true("Cover & Thomas, thm 2.2.1: the chain rule of the entropy, H(X, Y) = H(X) + H(Y | X)")
def fi02():
    m, n = dims("m n")
    P, i, j, k = MatrixSymbol("P", m, n), integer("i"), integer("j"), integer("k")
    marginal = Sum(P[i, k], (k, 0, n - 1))
    joint = -Sum(Sum(P[i, j] * log(P[i, j]), (j, 0, n - 1)), (i, 0, m - 1))
    first = -Sum(marginal * log(marginal), (i, 0, m - 1))
    second = -Sum(Sum(P[i, j] * log(P[i, j] / marginal), (j, 0, n - 1)), (i, 0, m - 1))
    return joint, first + second, [ForAll((m, n), lambda a, b: lt(0, P[a, b]))]


@true("Cover & Thomas, cor. of thm 2.6.3: mutual information is not negative")
def fi03():
    m, n = dims("m n")
    P, i, j, k = MatrixSymbol("P", m, n), integer("i"), integer("j"), integer("k")
    x, y = Sum(P[i, k], (k, 0, n - 1)), Sum(P[k, j], (k, 0, m - 1))
    total = Equation(Sum(Sum(P[i, j], (j, 0, n - 1)), (i, 0, m - 1)), 1)
    information = Sum(Sum(P[i, j] * log(P[i, j] / (x * y)), (j, 0, n - 1)), (i, 0, m - 1))
    return le(0, information), [ForAll((m, n), lambda a, b: lt(0, P[a, b])), total]


@true("Cover & Thomas, thm 2.5.3: the KL divergence of product distributions adds up")
def fi04():
    m, n, i, j = *dims("m n"), integer("i"), integer("j")
    p, q, r, s = *column("p q", m), *column("r s", n)
    ratio = p[i, 0] * r[j, 0] / (q[i, 0] * s[j, 0])
    joint = Sum(Sum(p[i, 0] * r[j, 0] * log(ratio), (j, 0, n - 1)), (i, 0, m - 1))
    return joint, _kl(p, q) + _kl(r, s), _distributions(p, q, r, s)


@true("Gao & Pavel 2017, prop. 4: softmax is a monotone map")
def fi05():
    n = dims("n")
    x, y = _row("x y", n)
    return le(0, InnerProduct(RowSoftmax(x) - RowSoftmax(y), x - y)), []


@true("Donsker & Varadhan; Wainwright & Jordan 2008, thm 3.4: the variational bound of log-sum-exp")
def fi06():
    n, k = dims("n"), integer("k")
    (x,), (p,) = _row("x", n), column("p", n)
    bound = Sum(p[k, 0] * x[0, k], (k, 0, n - 1)) - Sum(p[k, 0] * log(p[k, 0]), (k, 0, n - 1))
    return le(bound, LogSumExp(x)[0, 0]), _distributions(p)


@true("Boyd & Vandenberghe, §3.1.5: log-sum-exp is convex")
def fi07():
    n, (theta,) = dims("n"), real("theta,")
    x, y = _row("x y", n)
    chord = theta * LogSumExp(x)[0, 0] + (1 - theta) * LogSumExp(y)[0, 0]
    return le(LogSumExp(theta * x + (1 - theta) * y)[0, 0], chord), [le(0, theta), le(theta, 1)]


@true("Rockafellar & Wets, ex. 1.30 and 2.16: log-sum-exp is 1-Lipschitz in the maximum norm")
def fi08():
    n = dims("n")
    x, y = _row("x y", n)
    return le(Abs(LogSumExp(x)[0, 0] - LogSumExp(y)[0, 0]), MaxNorm(x - y)), []


@true("Casella & Berger, ex. 2.2.6: the mean is the constant with the smallest expected squared error")
def fi09():
    N, (c,) = dims("N"), real("c,")
    p, X, o = ProbabilitySymbol("p", N), MatrixSymbol("X", N, 1), Idx("o", N)
    return le(Variance(p, X[o, 0], o), Expectation(p, (X[o, 0] - c) ** 2, o)), []


@true("Hastie, Tibshirani & Friedman, eq. 7.9: the error of a shrunken estimator is variance plus squared bias")
def fi10():
    N, (c, theta) = dims("N"), real("c theta")
    p, X, o = ProbabilitySymbol("p", N), MatrixSymbol("X", N, 1), Idx("o", N)
    error = Expectation(p, (c * X[o, 0] - theta) ** 2, o)
    bias = c * Expectation(p, X[o, 0], o) - theta
    return error, c**2 * Variance(p, X[o, 0], o) + bias**2, []


@true("Kong 1992; Liu, Monte Carlo Strategies, §2.5: the effective sample size of positive weights is at least 1")
def fi11():
    n, k = dims("n"), integer("k")
    (w,) = column("w", n)
    return le(1, _total(w, n) ** 2 / Sum(w[k, 0] ** 2, (k, 0, n - 1))), _positive(w)


@true("Tsybakov, Nonparametric Estimation, lemma 2.7: KL is at most log(1 + χ²)")
def fi12():
    n, k = dims("n"), integer("k")
    p, q = column("p q", n)
    return le(_kl(p, q), log(Sum(p[k, 0] ** 2 / q[k, 0], (k, 0, n - 1)))), _distributions(p, q)


@true("Cover & Thomas, lemma 2.10.1: the collision entropy is at most the Shannon entropy")
def fi13():
    n, k = dims("n"), integer("k")
    (p,) = column("p", n)
    collision = -log(Sum(p[k, 0] ** 2, (k, 0, n - 1)))
    return le(collision, -Sum(p[k, 0] * log(p[k, 0]), (k, 0, n - 1))), _distributions(p)


@true("Owen, Monte Carlo, §8.9: no coefficient of a control variate does better than Cov(X, Y)/Var(Y)")
def fi14():
    N, (c,) = dims("N"), real("c,")
    p, o = ProbabilitySymbol("p", N), Idx("o", N)
    X, Y = (MatrixSymbol(name, N, 1)[o, 0] for name in "XY")
    covariance = Expectation(p, X * Y, o) - Expectation(p, X, o) * Expectation(p, Y, o)
    best = Variance(p, X, o) - covariance**2 / Variance(p, Y, o)
    return le(best, Variance(p, X - c * Y, o)), [lt(0, Variance(p, Y, o))]


@true("Cover & Thomas, §2.8 and ex. 2.29: a channel does not increase the KL divergence (data processing)")
def fi15():
    m, n, i, j = *dims("m n"), integer("i"), integer("j")
    (p, q), W = column("p q", m), MatrixSymbol("W", m, n)
    after_p, after_q = (Sum(x[i, 0] * W[i, j], (i, 0, m - 1)) for x in (p, q))
    channel = [
        ForAll((m, n), lambda a, b: lt(0, W[a, b])),
        ForAll(m, lambda a: Equation(Sum(W[a, j], (j, 0, n - 1)), 1)),
    ]
    output = Sum(after_p * log(after_p / after_q), (j, 0, n - 1))
    return le(output, _kl(p, q)), [*_distributions(p, q), *channel]


# n = 2, p = (1/2, 1/2), q = (1/4, 3/4): 0.1438 and 0.1308.
@false("a common slip: the KL divergence is symmetric")
def fi16():
    n = dims("n")
    p, q = column("p q", n)
    return _kl(p, q), _kl(q, p), _distributions(p, q)


# N = 2, p = (1/2, 1/2), X = Y = (0, 1): Var(2X) = 1, and the variances add up to 1/2.
@false("a common slip: the variance of a sum of dependent estimators")
def fi17():
    N = dims("N")
    p, o = ProbabilitySymbol("p", N), Idx("o", N)
    X, Y = (MatrixSymbol(name, N, 1)[o, 0] for name in "XY")
    return Variance(p, X + Y, o), Variance(p, X, o) + Variance(p, Y, o), []


# N = 2, p = (1/2, 1/2), X = (1, 2): 3/4 ≤ 2/3 is false.
@false("Jensen's inequality in the wrong direction, for 1/x")
def fi18():
    N = dims("N")
    p, X, o = ProbabilitySymbol("p", N), MatrixSymbol("X", N, 1), Idx("o", N)
    return le(Expectation(p, 1 / X[o, 0], o), 1 / Expectation(p, X[o, 0], o)), _positive(X)


# n = 2, p = (1/2, 1/2), q = (1/4, 3/4), r = (1/10, 9/10): 0.5108 ≤ 0.1438 + 0.0924 is false.
@false("Cover & Thomas, §2.3: KL is no distance, it lacks the triangle inequality")
def fi19():
    n = dims("n")
    p, q, r = column("p q r", n)
    return le(_kl(p, r), _kl(p, q) + _kl(q, r)), _distributions(p, q, r)


# n = 2, i = 0, x = (0, 0), y = (0, 1): the left side is 1/2 − 1/(1 + e) = 0.231, the right side 0.
@false("the bound ¼ of the logistic function, carried over to one entry of softmax")
def fi20():
    n = dims("n")
    (x, y), i = _row("x y", n), Idx("i", n)
    return le(Abs(RowSoftmax(x)[0, i] - RowSoftmax(y)[0, i]), Abs(x[0, i] - y[0, i]) / 4), []
