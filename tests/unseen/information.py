"""Convexity, entropy, information: statements."""

from sympy import Abs, Eq, Ge, Gt, Idx, Lt, MatrixSymbol, Ne, Piecewise, Symbol, exp, log, sqrt

from symattn import (
    Equation,
    Expectation,
    ForAll,
    MaxNorm,
    ProbabilitySymbol,
    Sigmoid,
    Softplus,
    Variance,
    dims,
    sum_over,
)
from symattn.modern import LogSum
from tests.unseen.table import false, le, lt, real, true


# convexity of t log t, weights b_k/sum b
@true("Cover & Thomas, Theorem 2.7.1 (log-sum inequality)")
def inf01():
    n = dims("n")
    a, b = MatrixSymbol("a", 1, n), MatrixSymbol("b", 1, n)
    A, B = sum_over(n, lambda k: a[0, k]), sum_over(n, lambda k: b[0, k])
    return le(A * log(A / B), sum_over(n, lambda k: a[0, k] * log(a[0, k] / b[0, k]))), [
        ForAll(n, lambda k: Gt(a[0, k], 0)),
        ForAll(n, lambda k: Gt(b[0, k], 0)),
    ]


# equality for a = b
@false("near miss of inf01: strict")
def inf02():
    n = dims("n")
    a, b = MatrixSymbol("a", 1, n), MatrixSymbol("b", 1, n)
    A, B = sum_over(n, lambda k: a[0, k]), sum_over(n, lambda k: b[0, k])
    return lt(A * log(A / B), sum_over(n, lambda k: a[0, k] * log(a[0, k] / b[0, k]))), [
        ForAll(n, lambda k: Gt(a[0, k], 0)),
        ForAll(n, lambda k: Gt(b[0, k], 0)),
    ]


# Jensen: e^x >= e^m (1 + x - m) with m = E X
@true("Jensen's inequality for exp (Chernoff bounds; Vershynin §2.3)")
def inf03():
    N, lam = dims("N"), real("lambda")
    p, X, o = ProbabilitySymbol("p", N), MatrixSymbol("X", N, 1), Idx("o", N)
    return le(exp(lam * Expectation(p, X[o, 0], o)), Expectation(p, exp(lam * X[o, 0]), o)), []


# x_k <= y_k + |x - y|_max under the logarithm, both ways
@true("log-sum-exp is 1-Lipschitz in the maximum norm (Gao & Pavel 2017)")
def inf04():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(Abs(LogSum(x) - LogSum(y)), MaxNorm(x - y)), []


# log of a quotient splits into marginal and conditional
@true("Cover & Thomas, Theorem 2.5.3 (chain rule of relative entropy)")
def inf05():
    m, n = dims("m n")
    P, Q = MatrixSymbol("P", m, n), MatrixSymbol("Q", m, n)

    def total(A, i):
        return sum_over(n, lambda k: A[i, k])

    joint = sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j] / Q[i, j])))
    marginal = sum_over(m, lambda i: total(P, i) * log(total(P, i) / total(Q, i)))

    def inner(i, j):
        return P[i, j] / total(P, i) * log((P[i, j] / total(P, i)) / (Q[i, j] / total(Q, i)))

    conditional = sum_over(m, lambda i: total(P, i) * sum_over(n, lambda j: inner(i, j)))
    return Equation(joint, marginal + conditional), [
        ForAll((m, n), lambda i, j: Gt(P[i, j], 0)),
        ForAll((m, n), lambda i, j: Gt(Q[i, j], 0)),
    ]


# the log-sum inequality in every row
@true("data processing for relative entropy: marginals (Cover & Thomas §4.4)")
def inf06():
    m, n = dims("m n")
    P, Q = MatrixSymbol("P", m, n), MatrixSymbol("Q", m, n)

    def total(A, i):
        return sum_over(n, lambda k: A[i, k])

    joint = sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j] / Q[i, j])))
    return le(sum_over(m, lambda i: total(P, i) * log(total(P, i) / total(Q, i))), joint), [
        ForAll((m, n), lambda i, j: Gt(P[i, j], 0)),
        ForAll((m, n), lambda i, j: Gt(Q[i, j], 0)),
    ]


# m = 1, n = 2, P = (3/4, 1/4), Q = (1/2, 1/2): 0.13 <= 0 fails
@false("near miss of inf06: the wrong direction")
def inf07():
    m, n = dims("m n")
    P, Q = MatrixSymbol("P", m, n), MatrixSymbol("Q", m, n)

    def total(A, i):
        return sum_over(n, lambda k: A[i, k])

    joint = sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j] / Q[i, j])))
    return le(joint, sum_over(m, lambda i: total(P, i) * log(total(P, i) / total(Q, i)))), [
        ForAll((m, n), lambda i, j: Gt(P[i, j], 0)),
        ForAll((m, n), lambda i, j: Gt(Q[i, j], 0)),
        Eq(sum_over(m, lambda i: total(P, i)), 1),
        Eq(sum_over(m, lambda i: total(Q, i)), 1),
    ]


# d/dq of the difference is (q - p)(1/(q(1 - q)) - 4), and q(1 - q) <= 1/4
@true("Pinsker for two points (Cover & Thomas, Lemma 11.6.1)")
def inf08():
    p, q = real("p q")
    return le(2 * (p - q) ** 2, p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))), [
        Gt(p, 0),
        Lt(p, 1),
        Gt(q, 0),
        Lt(q, 1),
    ]


# p = 1/2, q = 3/5: 0.04 against 0.0204
@false("near miss of inf08: the constant 4")
def inf09():
    p, q = real("p q")
    return le(4 * (p - q) ** 2, p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))), [
        Gt(p, 0),
        Lt(p, 1),
        Gt(q, 0),
        Lt(q, 1),
    ]


# log t <= t/c - 1 + log c at the mean c, averaged
@true("AM-GM by logarithms (Hardy, Littlewood & Polya §2.5)")
def inf10():
    n = dims("n")
    x = MatrixSymbol("x", n, 1)
    return le(sum_over(n, lambda k: log(x[k, 0])) / n, log(sum_over(n, lambda k: x[k, 0]) / n)), [
        ForAll(n, lambda k: Gt(x[k, 0], 0)),
    ]


# Cauchy-Schwarz for sqrt(w) x and sqrt(w) y
@true("weighted Cauchy-Schwarz (Steele, Cauchy-Schwarz Master Class, ch. 1)")
def inf11():
    m = dims("m")
    w, x, y = MatrixSymbol("w", m, 1), MatrixSymbol("x", m, 1), MatrixSymbol("y", m, 1)
    left = sum_over(m, lambda a: w[a, 0] * x[a, 0] * y[a, 0]) ** 2
    right = sum_over(m, lambda a: w[a, 0] * x[a, 0] ** 2) * sum_over(m, lambda a: w[a, 0] * y[a, 0] ** 2)
    return le(left, right), [ForAll(m, lambda a: Ge(w[a, 0], 0))]


# Cauchy-Schwarz for x/sqrt(y) and sqrt(y)
@true("Sedrakyan's inequality / Titu's lemma")
def inf12():
    n = dims("n")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    left = sum_over(n, lambda k: a[k, 0]) ** 2 / sum_over(n, lambda k: b[k, 0])
    return le(left, sum_over(n, lambda k: a[k, 0] ** 2 / b[k, 0])), [ForAll(n, lambda k: Gt(b[k, 0], 0))]


# a = (1, 1), b = (2, -1): 4 <= 1/2 - 1 fails
@false("near miss of inf12: denominators that are only not 0")
def inf13():
    n = dims("n")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    left = sum_over(n, lambda k: a[k, 0]) ** 2 / sum_over(n, lambda k: b[k, 0])
    return le(left, sum_over(n, lambda k: a[k, 0] ** 2 / b[k, 0])), [
        ForAll(n, lambda k: Ne(b[k, 0], 0)),
        Gt(sum_over(n, lambda k: b[k, 0]), 0),
    ]


# Cauchy-Schwarz for |x|^(1/2) and |x|^(3/2)
@true("interpolation of l1 and l3 (Folland, Prop. 6.10)")
def inf14():
    n = dims("n")
    x = MatrixSymbol("x", n, 1)

    def norm(k):
        return sum_over(n, lambda i: Abs(x[i, 0]) ** k)

    return le(norm(2) ** 2, norm(1) * norm(3)), []


# expand around the group means; mixed terms vanish
@true("analysis of variance: within plus between (Rice, §12.2)")
def inf15():
    H, b = dims("H b")
    X = MatrixSymbol("X", H, b)

    def mean(g):
        return sum_over(b, lambda i: X[g, i]) / b

    grand = sum_over(H, lambda u: sum_over(b, lambda v: X[u, v])) / (H * b)
    total = sum_over(H, lambda g: sum_over(b, lambda j: (X[g, j] - grand) ** 2))
    within = sum_over(H, lambda g: sum_over(b, lambda j: (X[g, j] - mean(g)) ** 2))
    return Equation(total, within + b * sum_over(H, lambda g: (mean(g) - grand) ** 2)), []


# Var(f - c g) at c = Cov/Var(g) is Var f - Cov^2/Var g
@true("control variates (Owen, Monte Carlo theory §8.9)")
def inf16():
    N = dims("N")
    p, f, h = ProbabilitySymbol("p", N), MatrixSymbol("f", N, 1), MatrixSymbol("h", N, 1)
    o = Idx("o", N)
    cov = Expectation(p, f[o, 0] * h[o, 0], o) - Expectation(p, f[o, 0], o) * Expectation(p, h[o, 0], o)
    spread = Variance(p, h[o, 0], o)
    return le(Variance(p, f[o, 0] - cov / spread * h[o, 0], o), Variance(p, f[o, 0], o)), [Gt(spread, 0)]


# the cross term has the factor 2; N = 2, p = 1/2, f = h = (0, 2), c = 1: 0 against 1 - 1 + 1
@false("near miss of Var(f - c h) = Var f - 2 c Cov + c^2 Var h")
def inf17():
    N, c = dims("N"), real("c")
    p, f, h, o = ProbabilitySymbol("p", N), MatrixSymbol("f", N, 1), MatrixSymbol("h", N, 1), Idx("o", N)
    cov = Expectation(p, f[o, 0] * h[o, 0], o) - Expectation(p, f[o, 0], o) * Expectation(p, h[o, 0], o)
    return Equation(
        Variance(p, f[o, 0] - c * h[o, 0], o), Variance(p, f[o, 0], o) - c * cov + c**2 * Variance(p, h[o, 0], o)
    ), []


# Titu with sums 1
@true("importance weights: second moment at least 1 (Owen §9.3)")
def inf18():
    n = dims("n")
    p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)
    return le(1, sum_over(n, lambda k: q[0, k] * (p[0, k] / q[0, k]) ** 2)), [
        ForAll(n, lambda k: Gt(q[0, k], 0)),
        Eq(sum_over(n, lambda k: p[0, k]), 1),
        Eq(sum_over(n, lambda k: q[0, k]), 1),
    ]


# sum q (p/q - 1) = 0 and -log(p/q) = log(q/p)
@true("Schulman 2020, Approximating KL divergence: k3 is unbiased")
def inf19():
    n = dims("n")
    p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)

    def ratio(x):
        return p[0, x] / q[0, x]

    return Equation(
        sum_over(n, lambda x: q[0, x] * (ratio(x) - 1 - log(ratio(x)))),
        sum_over(n, lambda x: q[0, x] * log(q[0, x] / p[0, x])),
    ), [
        ForAll(n, lambda k: Gt(p[0, k], 0)),
        ForAll(n, lambda k: Gt(q[0, k], 0)),
        Eq(sum_over(n, lambda k: p[0, k]), 1),
        Eq(sum_over(n, lambda k: q[0, k]), 1),
    ]


# p = (1/4, 3/4), q = (1/2, 1/2): 0.161 against 0.144
@false("near miss of inf19: k2 = (log r)^2/2 is biased")
def inf20():
    n = dims("n")
    p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)
    return Equation(
        sum_over(n, lambda x: q[0, x] * log(p[0, x] / q[0, x]) ** 2 / 2),
        sum_over(n, lambda x: q[0, x] * log(q[0, x] / p[0, x])),
    ), [
        ForAll(n, lambda k: Gt(p[0, k], 0)),
        ForAll(n, lambda k: Gt(q[0, k], 0)),
        Eq(sum_over(n, lambda k: p[0, k]), 1),
        Eq(sum_over(n, lambda k: q[0, k]), 1),
    ]


# log t <= t - 1 at t = p/q, weighted by p
@true("Tsybakov 2009, Lemma 2.7: KL below chi-squared")
def inf21():
    n = dims("n")
    p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)
    return le(
        sum_over(n, lambda i: p[0, i] * log(p[0, i] / q[0, i])),
        sum_over(n, lambda i: (p[0, i] - q[0, i]) ** 2 / q[0, i]),
    ), [
        ForAll(n, lambda k: Gt(p[0, k], 0)),
        ForAll(n, lambda k: Gt(q[0, k], 0)),
        Eq(sum_over(n, lambda k: p[0, k]), 1),
        Eq(sum_over(n, lambda k: q[0, k]), 1),
    ]


# Jensen for the logarithm under uniform weights
@true("log-sum-exp above the mean plus log n")
def inf22():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    return le(sum_over(n, lambda k: x[0, k]) / n + log(n), LogSum(x)), []


# 0 <= softplus' <= 1; directly: 1 + e^x <= e^|x - y| (1 + e^y)
@true("softplus is 1-Lipschitz")
def inf23():
    x, y = real("x y")
    return le(Abs(Softplus(x) - Softplus(y)), Abs(x - y)), []


# slope sigma(1 - sigma) <= 1/4
@true("sigmoid is 1/4-Lipschitz (logistic regression, smoothness constant)")
def inf24():
    x, y = real("x y")
    return le(Abs(Sigmoid(x) - Sigmoid(y)), Abs(x - y) / 4), []


# x = 1, y = -1: 0.462 against 0.4
@false("near miss of inf24: the constant 1/5")
def inf25():
    x, y = real("x y")
    return le(Abs(Sigmoid(x) - Sigmoid(y)), Abs(x - y) / 5), []


# a [X >= a] <= X
@true("Markov's inequality (Billingsley §21)")
def inf26():
    N, a = dims("N"), Symbol("a", positive=True)
    p, X, o = ProbabilitySymbol("p", N), MatrixSymbol("X", N, 1), Idx("o", N)
    tail = Expectation(p, Piecewise((1, X[o, 0] >= a), (0, True)), o)
    return le(tail, Expectation(p, X[o, 0], o) / a), [ForAll(N, lambda k: Ge(X[k, 0], 0))]


# N = 2, p = 1/2, X = (1, -1), a = 1: 1/2 <= 0 fails
@false("near miss of inf26: X may be negative")
def inf27():
    N, a = dims("N"), Symbol("a", positive=True)
    p, X, o = ProbabilitySymbol("p", N), MatrixSymbol("X", N, 1), Idx("o", N)
    tail = Expectation(p, Piecewise((1, X[o, 0] >= a), (0, True)), o)
    return le(tail, Expectation(p, X[o, 0], o) / a), []


# Jensen for log under q
@true("evidence lower bound (Kingma & Welling 2014, eq. 2)")
def inf28():
    n = dims("n")
    q, u = MatrixSymbol("q", 1, n), MatrixSymbol("u", 1, n)
    return le(sum_over(n, lambda k: q[0, k] * (log(u[0, k]) - log(q[0, k]))), log(sum_over(n, lambda k: u[0, k]))), [
        ForAll(n, lambda k: Gt(q[0, k], 0)),
        ForAll(n, lambda k: Gt(u[0, k], 0)),
        Eq(sum_over(n, lambda k: q[0, k]), 1),
    ]


# sum over pairs of (x_i - x_j)(y_i - y_j) >= 0
@true("Chebyshev's sum inequality (Hardy, Littlewood & Polya §2.17)")
def inf29():
    n = dims("n")
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)

    def total(f):
        return sum_over(n, f)

    return le(total(lambda k: x[k, 0]) * total(lambda k: y[k, 0]), n * total(lambda k: x[k, 0] * y[k, 0])), [
        ForAll((n, n), lambda i, j: Ge((x[i, 0] - x[j, 0]) * (y[i, 0] - y[j, 0]), 0)),
    ]


# (sqrt p - sqrt q)^2 <= |sqrt p - sqrt q| (sqrt p + sqrt q) = |p - q|
@true("Hellinger below total variation (Tsybakov 2009, Lemma 2.3)")
def inf30():
    n = dims("n")
    p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)
    return le(
        sum_over(n, lambda k: (sqrt(p[0, k]) - sqrt(q[0, k])) ** 2), sum_over(n, lambda k: Abs(p[0, k] - q[0, k]))
    ), [ForAll(n, lambda k: Ge(p[0, k], 0)), ForAll(n, lambda k: Ge(q[0, k], 0))]
