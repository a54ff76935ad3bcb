"""Entropy and divergences: Gibbs, chain rules, Hellinger, total variation, softmax, variational bounds, convexity."""

from sympy import Abs, Idx, MatrixSymbol, Rational, exp, log, sqrt

from symattn import (
    Equation,
    ForAll,
    LogSumExp,
    RowMax,
    RowSoftmax,
    Sigmoid,
    Softplus,
    dims,
    sum_over,
)
from tests.unseen.table import column, false, le, lt, real, true


def total(x, n):
    """Return the sum of a column."""
    return sum_over(n, lambda i: x[i, 0])


def positive(x, n):
    """Return that a column is positive and has the sum 1."""
    return [ForAll(n, lambda i: lt(0, x[i, 0])), Equation(total(x, n), 1)]


def nonnegative(x, n):
    """Return that a column is nonnegative and has the sum 1."""
    return [ForAll(n, lambda i: le(0, x[i, 0])), Equation(total(x, n), 1)]


def divergence(p, q, n):
    """Return KL(p, q)."""
    return sum_over(n, lambda i: p[i, 0] * log(p[i, 0] / q[i, 0]))


@true("Young's inequality with ε")
def id01():
    a, b, eps = real("a b epsilon")
    return le(a * b, a**2 / (2 * eps) + eps * b**2 / 2), [lt(0, eps)]


@true("Hinton, Vinyals & Dean 2015: the log-odds of a softmax with temperature are differences of logits over T")
def id02():
    n, (T,) = dims("n"), real("T,")
    i, j, z = Idx("i", n), Idx("j", n), MatrixSymbol("z", 1, n)
    p = RowSoftmax(z / T)
    return log(p[0, i] / p[0, j]), (z[0, i] - z[0, j]) / T, [lt(0, T)]


@true("machine learning course: the cross entropy is the entropy plus the divergence")
def id03():
    n = dims("n")
    p, q = column("p q", n)
    cross = -sum_over(n, lambda i: p[i, 0] * log(q[i, 0]))
    entropy = -sum_over(n, lambda i: p[i, 0] * log(p[i, 0]))
    return cross, entropy + divergence(p, q, n), positive(p, n) + positive(q, n)


@true("Kingma & Welling 2014, appendix B: the divergence of a Gaussian from the standard one is not negative")
def id04():
    d = dims("d")
    mu, s = column("mu s", d)
    value = sum_over(d, lambda i: mu[i, 0] ** 2 + s[i, 0] ** 2 - log(s[i, 0] ** 2) - 1) / 2
    return le(0, value), [ForAll(d, lambda i: lt(0, s[i, 0]))]


@true("Fenchel–Young for the negative entropy and the exponential")
def id05():
    x, y = real("x y")
    return le(x * y, x * log(x) - x + exp(y)), [lt(0, x)]


@true("Rényi: the collision entropy is at most Shannon's")
def id06():
    n = dims("n")
    (p,) = column("p", n)
    collision = -log(sum_over(n, lambda i: p[i, 0] ** 2))
    return le(collision, -sum_over(n, lambda i: p[i, 0] * log(p[i, 0]))), positive(p, n)


@true("Gibbs & Su 2002: the divergence is at most the χ² distance")
def id07():
    n = dims("n")
    p, q = column("p q", n)
    chi = sum_over(n, lambda i: (p[i, 0] - q[i, 0]) ** 2 / q[i, 0])
    return le(divergence(p, q, n), chi), positive(p, n) + positive(q, n)


@true("Cover & Thomas, theorem 2.2.1: the chain rule of the entropy of two variables")
def id08():
    m, n = dims("m n")
    P = MatrixSymbol("P", m, n)
    given = [
        ForAll((m, n), lambda i, j: lt(0, P[i, j])),
        Equation(sum_over(m, lambda i: sum_over(n, lambda j: P[i, j])), 1),
    ]

    def r(i):
        return sum_over(n, lambda k: P[i, k])

    joint = -sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j])))
    first = -sum_over(m, lambda i: r(i) * log(r(i)))
    second = -sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j] / r(i))))
    return joint, first + second, given


@true("Le Cam: the squared Hellinger distance is at most the L1 distance")
def id09():
    n = dims("n")
    p, q = column("p q", n)
    hellinger = sum_over(n, lambda i: (sqrt(p[i, 0]) - sqrt(q[i, 0])) ** 2)
    given = nonnegative(p, n) + nonnegative(q, n)
    return le(hellinger, sum_over(n, lambda i: Abs(p[i, 0] - q[i, 0]))), given


@true("the power mean inequality with weights, for the exponents 1 and 3")
def id10():
    n = dims("n")
    w, x = column("w x", n)
    mean = sum_over(n, lambda i: w[i, 0] * x[i, 0])
    given = [*nonnegative(w, n), ForAll(n, lambda i: le(0, x[i, 0]))]
    return le(mean**3, sum_over(n, lambda i: w[i, 0] * x[i, 0] ** 3)), given


@true("Jordan et al. 1999: the evidence lower bound, with the joint probabilities p(x, z) in a column")
def id11():
    n = dims("n")
    p, q = column("p q", n)
    elbo = sum_over(n, lambda i: q[i, 0] * (log(p[i, 0]) - log(q[i, 0])))
    return le(elbo, log(total(p, n))), [ForAll(n, lambda i: lt(0, p[i, 0])), *positive(q, n)]


@true("the variational principle of Gibbs; entropy regularisation gives the soft maximum")
def id12():
    n, (T,) = dims("n"), real("T,")
    z, (p,) = MatrixSymbol("z", 1, n), column("p", n)
    reward = sum_over(n, lambda i: p[i, 0] * z[0, i])
    entropy = -sum_over(n, lambda i: p[i, 0] * log(p[i, 0]))
    return le(reward + T * entropy, T * LogSumExp(z / T)[0, 0]), [lt(0, T), *positive(p, n)]


@true("Cover & Thomas, §2.6: the mutual information is not negative")
def id13():
    m, n = dims("m n")
    P = MatrixSymbol("P", m, n)
    given = [
        ForAll((m, n), lambda i, j: lt(0, P[i, j])),
        Equation(sum_over(m, lambda i: sum_over(n, lambda j: P[i, j])), 1),
    ]

    def independent(i, j):
        return sum_over(n, lambda k: P[i, k]) * sum_over(m, lambda k: P[k, j])

    information = sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j] / independent(i, j))))
    return le(0, information), given


@true("data processing: a channel does not increase the L1 distance")
def id14():
    m, n = dims("m n")
    (p, q), W = column("p q", m), MatrixSymbol("W", m, n)
    channel = [
        ForAll((m, n), lambda i, j: le(0, W[i, j])),
        ForAll(m, lambda i: Equation(sum_over(n, lambda j: W[i, j]), 1)),
    ]
    after = sum_over(n, lambda j: Abs(sum_over(m, lambda i: (p[i, 0] - q[i, 0]) * W[i, j])))
    given = [*channel, *nonnegative(p, m), *nonnegative(q, m)]
    return le(after, sum_over(m, lambda i: Abs(p[i, 0] - q[i, 0]))), given


@true("Tsybakov, §2.4: the L1 distance is at most twice the Hellinger distance")
def id15():
    n = dims("n")
    p, q = column("p q", n)
    hellinger = sum_over(n, lambda i: (sqrt(p[i, 0]) - sqrt(q[i, 0])) ** 2)
    given = nonnegative(p, n) + nonnegative(q, n)
    return le(sum_over(n, lambda i: Abs(p[i, 0] - q[i, 0])), 2 * sqrt(hellinger)), given


# p = 1/2, q = 1/4: 0.1438… < 1/4
@false("Pinsker's inequality for two coins with the constant 4 in place of 2")
def id16():
    p, q = real("p q")
    value = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
    return le(4 * (p - q) ** 2, value), [lt(0, p), lt(p, 1), lt(0, q), lt(q, 1)]


# n = 2, p = (1/2, 1/2), q = (1/4, 3/4), r = (1/10, 9/10): 0.5108… > 0.1438… + 0.0923…
@false("the divergence satisfies the triangle inequality")
def id17():
    n = dims("n")
    p, q, r = column("p q r", n)
    given = positive(p, n) + positive(q, n) + positive(r, n)
    return le(divergence(p, r, n), divergence(p, q, n) + divergence(q, r, n)), given


# n = 2, T = 2, z = (0, 0): 2 log 2 > log 2
@false("the soft maximum at temperature T is within log n of the maximum; the factor T is forgotten")
def id18():
    n, (T,) = dims("n"), real("T,")
    z = MatrixSymbol("z", 1, n)
    return le(T * LogSumExp(z / T)[0, 0], RowMax(z)[0, 0] + log(n)), [lt(0, T)]


# n = 2, p = (1/100, 99/100), q = (1/2, 1/2): 0.6371… > 0.4802
@false("the divergence is at most half of the χ² distance, from its expansion of second order")
def id19():
    n = dims("n")
    p, q = column("p q", n)
    chi = sum_over(n, lambda i: (p[i, 0] - q[i, 0]) ** 2 / q[i, 0])
    return le(divergence(p, q, n), chi / 2), positive(p, n) + positive(q, n)


# x = 0, y = 1: 1.3132… > 1.2931… (the constant is 1/8)
@false("the quadratic upper bound of the logistic loss with the constant 1/10")
def id20():
    x, y = real("x y")
    return le(Softplus(y), Softplus(x) + Sigmoid(x) * (y - x) + Rational(1, 10) * (y - x) ** 2), []
