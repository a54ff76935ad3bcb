"""Entropy, divergences, log-sum-exp, Gibbs, Jensen, mixtures, total variation, Hellinger, data processing."""

from sympy import Abs, MatrixSymbol, Rational, Symbol, exp, log, sqrt

from symattn import Equation, ForAll, LogSumExp, ProbabilitySymbol, RowSoftmax, dims, sum_over
from tests.unseen.table import false, le, lt, real, true


def distributions(names, n):
    """Return rows of probabilities, and that they are positive."""
    rows = [ProbabilitySymbol(name, n) for name in names.split()]
    return rows, [ForAll(n, lambda i, p=p: lt(0, p[0, i])) for p in rows]


def entropy(p, n):
    return -sum_over(n, lambda k: p[0, k] * log(p[0, k]))


def divergence(p, q, n):
    return sum_over(n, lambda k: p[0, k] * log(p[0, k] / q[0, k]))


@true("machine learning course: the softmax of the logarithms of probabilities")
def ia01():
    n = dims("n")
    (p,), given = distributions("p", n)
    return RowSoftmax(p.applyfunc(log)), p, given


@true("Tsybakov, Introduction to Nonparametric Estimation, §2.4: the squared Hellinger distance by the affinity")
def ia02():
    n = dims("n")
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    distance = sum_over(n, lambda k: (sqrt(p[0, k]) - sqrt(q[0, k])) ** 2)
    return distance, 2 - 2 * sum_over(n, lambda k: sqrt(p[0, k]) * sqrt(q[0, k])), []


@true("Goodfellow, Bengio, Courville, §3.13: the cross entropy is the entropy and the divergence")
def ia03():
    n = dims("n")
    (p, q), given = distributions("p q", n)
    return -sum_over(n, lambda k: p[0, k] * log(q[0, k])), entropy(p, n) + divergence(p, q, n), given


@true("Cover & Thomas, thm 2.6.6: the entropy of independent variables is the sum of their entropies")
def ia04():
    m, n = dims("m n")
    (p,), p_positive = distributions("p", m)
    (q,), q_positive = distributions("q", n)
    joint = sum_over(m, lambda i: sum_over(n, lambda j: p[0, i] * q[0, j] * log(p[0, i] * q[0, j])))
    return -joint, entropy(p, m) + entropy(q, n), p_positive + q_positive


@true("information theory course: the collision entropy is at most the entropy")
def ia05():
    n = dims("n")
    (p,), given = distributions("p", n)
    return le(-log(sum_over(n, lambda k: p[0, k] ** 2)), entropy(p, n)), given


@true("Wainwright & Jordan 2008: the variational formula of the log-partition function, the bound from below")
def ia06():
    n = dims("n")
    (p,), given = distributions("p", n)
    s = MatrixSymbol("s", 1, n)
    return le(sum_over(n, lambda k: p[0, k] * s[0, k]) + entropy(p, n), LogSumExp(s)[0, 0]), given


@true("Nielsen & Nock: the divergence of two softmax distributions is a Bregman divergence of log-sum-exp")
def ia07():
    n = dims("n")
    s, t = MatrixSymbol("s", 1, n), MatrixSymbol("t", 1, n)
    P = RowSoftmax(s)
    means = sum_over(n, lambda k: P[0, k] * (s[0, k] - t[0, k]))
    return divergence(P, RowSoftmax(t), n), means - LogSumExp(s)[0, 0] + LogSumExp(t)[0, 0], []


@true("Tsybakov, §2.4: the divergence is at most the chi-square divergence")
def ia08():
    n = dims("n")
    (p, q), given = distributions("p q", n)
    return le(divergence(p, q, n), sum_over(n, lambda k: (p[0, k] - q[0, k]) ** 2 / q[0, k])), given


@true("Polyanskiy & Wu, Information Theory, ch. 7: data processing for the total variation")
def ia09():
    m, n = dims("m n")
    p, q, W = ProbabilitySymbol("p", m), ProbabilitySymbol("q", m), MatrixSymbol("W", m, n)
    given = [
        ForAll((m, n), lambda i, j: le(0, W[i, j])),
        ForAll(m, lambda i: Equation(sum_over(n, lambda j: W[i, j]), 1)),
    ]
    after = sum_over(n, lambda j: Abs(sum_over(m, lambda i: (p[0, i] - q[0, i]) * W[i, j])))
    return le(after, sum_over(m, lambda i: Abs(p[0, i] - q[0, i]))), given


@true("Le Cam: the squared Hellinger distance is at most the 1-norm of the difference")
def ia10():
    n = dims("n")
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    distance = sum_over(n, lambda k: (sqrt(p[0, k]) - sqrt(q[0, k])) ** 2)
    return le(distance, sum_over(n, lambda k: Abs(p[0, k] - q[0, k]))), []


@true("Rafailov et al. 2023, App. A.1: the value of a reward with a penalty for leaving the reference policy")
def ia11():
    n, beta = dims("n"), Symbol("beta", positive=True)
    (p, q), given = distributions("p q", n)
    r = MatrixSymbol("r", 1, n)
    objective = sum_over(n, lambda k: p[0, k] * r[0, k]) - beta * divergence(p, q, n)
    return le(objective, beta * log(sum_over(n, lambda k: q[0, k] * exp(r[0, k] / beta)))), given


@true("Cover & Thomas, lemma 11.6.1: Pinsker's inequality for two outcomes")
def ia12():
    p, q = real("p q")
    given = [lt(0, p), lt(p, 1), lt(0, q), lt(q, 1)]
    return le(2 * (p - q) ** 2, p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))), given


@true("Topsøe: the compensation identity for a mixture of two distributions")
def ia13():
    n, (a,) = dims("n"), real("a,")
    (p, q, r), positive = distributions("p q r", n)
    mixture = a * p + (1 - a) * q
    to_r = a * divergence(p, r, n) + (1 - a) * divergence(q, r, n)
    to_mixture = a * divergence(p, mixture, n) + (1 - a) * divergence(q, mixture, n)
    return to_r, to_mixture + divergence(mixture, r, n), [*positive, le(0, a), le(a, 1)]


@true("Cover & Thomas, thm 2.6.3: the mutual information of a joint distribution is not negative")
def ia14():
    m, n = dims("m n")
    P = MatrixSymbol("P", m, n)
    given = [
        ForAll((m, n), lambda i, j: lt(0, P[i, j])),
        Equation(sum_over(m, lambda i: sum_over(n, lambda j: P[i, j])), 1),
    ]

    def product(i, j):
        return sum_over(n, lambda b: P[i, b]) * sum_over(m, lambda a: P[a, j])

    return le(0, sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j] / product(i, j))))), given


@true("Tsybakov, §2.4: the divergence bounds the Bhattacharyya distance")
def ia15():
    n = dims("n")
    (p, q), given = distributions("p q", n)
    affinity = sum_over(n, lambda k: sqrt(p[0, k] * q[0, k]))
    return le(-2 * log(affinity), divergence(p, q, n)), given


# p = (1/2, 1/2), q = (1/4, 3/4), r = (1/10, 9/10): 0.51 > 0.14 + 0.09
@false("the triangle inequality of the divergence, which is no distance")
def ia16():
    n = dims("n")
    (p, q, r), given = distributions("p q r", n)
    return le(divergence(p, r, n), divergence(p, q, n) + divergence(q, r, n)), given


# a = 1/2, p = (1/4, 3/4), q = (3/4, 1/4): log 2 > 0.56
@false("mixing two distributions, with the inequality of the entropies turned round")
def ia17():
    n, (a,) = dims("n"), real("a,")
    (p, q), positive = distributions("p q", n)
    mixed = entropy(a * p + (1 - a) * q, n)
    return le(mixed, a * entropy(p, n) + (1 - a) * entropy(q, n)), [*positive, le(0, a), le(a, 1)]


# p = 3/5, q = 1/2: 0.0225 > 0.0201… (the best constant is 2)
@false("Pinsker's inequality for two outcomes with the constant 9/4")
def ia18():
    p, q = real("p q")
    given = [lt(0, p), lt(p, 1), lt(0, q), lt(q, 1)]
    return le(Rational(9, 4) * (p - q) ** 2, p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))), given


# m = 2, n = 3, p = (1, 0), q = (0, 1), W = [[1, 1, 1], [0, 0, 0]]: 3 > 2
@false("data processing with a matrix whose columns add up to 1 in place of its rows")
def ia19():
    m, n = dims("m n")
    p, q, W = ProbabilitySymbol("p", m), ProbabilitySymbol("q", m), MatrixSymbol("W", m, n)
    given = [
        ForAll((m, n), lambda i, j: le(0, W[i, j])),
        ForAll(n, lambda j: Equation(sum_over(m, lambda i: W[i, j]), 1)),
    ]
    after = sum_over(n, lambda j: Abs(sum_over(m, lambda i: (p[0, i] - q[0, i]) * W[i, j])))
    return le(after, sum_over(m, lambda i: Abs(p[0, i] - q[0, i]))), given


# n = 2, p = (1, 0), q = (0, 1): 2 > √2 (a factor of 2 is missing)
@false("the 1-norm bounded by the Hellinger distance, with its factor forgotten")
def ia20():
    n = dims("n")
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    distance = sum_over(n, lambda k: (sqrt(p[0, k]) - sqrt(q[0, k])) ** 2)
    return le(sum_over(n, lambda k: Abs(p[0, k] - q[0, k])), sqrt(distance)), []
