"""Convexity, entropy, information and probability over finite spaces."""

from sympy import Abs, Identity, Idx, MatrixSymbol, OneMatrix, Symbol, exp, log, sqrt

from symattn import (
    Equation,
    Expectation,
    ForAll,
    Gradient,
    InnerProduct,
    Loewner,
    LogSumExp,
    MaxNorm,
    Norm1,
    ProbabilitySymbol,
    RowSoftmax,
    SquaredNorm,
    Variance,
    dims,
    sum_over,
)
from tests.unseen.table import column, false, le, lt, real, true


def positive_weights(names, n):
    """Return probability rows without a zero, and that they have none."""
    rows = [ProbabilitySymbol(name, n) for name in names.split()]
    return rows, [ForAll(n, lambda i, row=row: lt(0, row[0, i])) for row in rows]


def stochastic(names, m, n):
    """Return m×n matrices, and that their entries are positive and their rows have the sum 1."""
    matrices = [MatrixSymbol(name, m, n) for name in names.split()]
    given = []
    for matrix in matrices:
        given.append(ForAll((m, n), lambda i, j, matrix=matrix: lt(0, matrix[i, j])))
        given.append(Equation(matrix * OneMatrix(n, 1), OneMatrix(m, 1)))
    return matrices, given


@true("Wainwright & Jordan 2008, Graphical Models and Exponential Families: relative entropy as a Bregman distance")
def yc01():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    p, q = RowSoftmax(x), RowSoftmax(y)
    divergence = sum_over(n, lambda i: p[0, i] * log(p[0, i] / q[0, i]))
    return divergence, LogSumExp(y)[0, 0] - LogSumExp(x)[0, 0] - InnerProduct(p, y - x), []


@true("Mézard & Montanari 2009, Information, Physics, and Computation: the Gibbs free energy")
def yc02():
    n, T = dims("n"), Symbol("T", positive=True)
    x = MatrixSymbol("x", 1, n)
    (q,), given = positive_weights("q", n)
    entropy = -sum_over(n, lambda i: q[0, i] * log(q[0, i]))
    return le(InnerProduct(q, x) + T * entropy, T * LogSumExp(x / T)[0, 0]), given


@true("Tsybakov 2009, Introduction to Nonparametric Estimation, Lemma 2.3 (Le Cam)")
def yc03():
    n = dims("n")
    p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
    hellinger = sum_over(n, lambda i: (sqrt(p[0, i]) - sqrt(q[0, i])) ** 2)
    return le(Norm1(p - q) ** 2, 4 * hellinger), []


@true("Glasserman 2003, Monte Carlo Methods in Financial Engineering, §4.1.1: the best control variate")
def yc04():
    N = dims("N")
    o, p = Idx("o", N), ProbabilitySymbol("p", N)
    X, Y = column("X Y", N)
    x, y = X[o, 0], Y[o, 0]
    mean_x, mean_y = Expectation(p, x, o), Expectation(p, y, o)
    spread, joint = Variance(p, y, o), Expectation(p, (x - mean_x) * (y - mean_y), o)
    controlled = x - joint / spread * (y - mean_y)
    return Variance(p, controlled, o), Variance(p, x, o) - joint**2 / spread, [lt(0, spread)]


@true("Owen 2013, Monte Carlo Theory, Methods and Examples, ch. 9: no importance sampler does better")
def yc05():
    N = dims("N")
    o, p, (f,) = Idx("o", N), ProbabilitySymbol("p", N), column("f", N)
    (q,), given = positive_weights("q", N)
    second_moment = Expectation(q, (p[0, o] * f[o, 0] / q[0, o]) ** 2, o)
    return le(Expectation(p, Abs(f[o, 0]), o) ** 2, second_moment), given


@true("Schulman 2020, Approximating KL Divergence: the estimator with a multiple of r - 1 is unbiased")
def yc06():
    N, lam = dims("N"), real("lambda")
    o = Idx("o", N)
    (p, q), given = positive_weights("p q", N)
    r = p[0, o] / q[0, o]
    divergence = sum_over(N, lambda i: q[0, i] * log(q[0, i] / p[0, i]))
    return Expectation(q, lam * (r - 1) - log(r), o), divergence, given


@true("Hinton, Vinyals & Dean 2015, Distilling the Knowledge in a Neural Network, eq. 2")
def yc07():
    n, T = dims("n"), Symbol("T", positive=True)
    v, z = MatrixSymbol("v", 1, n), MatrixSymbol("z", 1, n)
    teacher, student = RowSoftmax(v / T), RowSoftmax(z / T)
    loss = -sum_over(n, lambda i: teacher[0, i] * log(student[0, i]))
    return Gradient(loss, z), (student - teacher) / T, []


@true("Kirkpatrick, Gelatt & Vecchi 1983, Optimization by Simulated Annealing: a colder system has the better mean")
def yc08():
    n, (a, b) = dims("n"), real("a b")
    x = MatrixSymbol("x", 1, n)
    return le(InnerProduct(x, RowSoftmax(a * x)), InnerProduct(x, RowSoftmax(b * x))), [le(a, b)]


@true("Nesterov 2018, Lectures on Convex Optimization, Theorem 2.1.9: strong convexity of a quadratic function")
def yc09():
    n, (mu, t) = dims("n"), real("mu t")
    A, (b, x, y) = MatrixSymbol("A", n, n), column("b x y", n)

    def f(z):
        return InnerProduct(z, A * z) / 2 + InnerProduct(b, z)

    gap = mu / 2 * t * (1 - t) * SquaredNorm(x - y)
    given = [Loewner(mu * Identity(n), A), le(0, t), le(t, 1)]
    return le(f(t * x + (1 - t) * y) + gap, t * f(x) + (1 - t) * f(y)), given


@true("Hardy, Littlewood & Pólya 1934, Inequalities, §2.5: the weighted harmonic and geometric means")
def yc10():
    n = dims("n")
    p, (x,) = ProbabilitySymbol("p", n), column("x", n)
    harmonic = 1 / sum_over(n, lambda i: p[0, i] / x[i, 0])
    geometric = exp(sum_over(n, lambda i: p[0, i] * log(x[i, 0])))
    return le(harmonic, geometric), [ForAll(n, lambda i: lt(0, x[i, 0]))]


@true("Marshall, Olkin & Arnold 2011, Inequalities: Theory of Majorization, §16.D: Lyapunov's inequality of moments")
def yc11():
    N = dims("N")
    o, p, (X,) = Idx("o", N), ProbabilitySymbol("p", N), column("X", N)
    first, second, third = (Expectation(p, X[o, 0] ** k, o) for k in (1, 2, 3))
    return le(second**2, first * third), [ForAll(N, lambda i: le(0, X[i, 0]))]


@true("Krogh & Vedelsby 1995, Neural Network Ensembles, Cross Validation, and Active Learning, eq. 6")
def yc12():
    n, y = dims("n"), real("y")
    w, (f,) = ProbabilitySymbol("w", n), column("f", n)
    ensemble = (w * f)[0, 0]
    error = sum_over(n, lambda i: w[0, i] * (f[i, 0] - y) ** 2)
    ambiguity = sum_over(n, lambda i: w[0, i] * (f[i, 0] - ensemble) ** 2)
    return (ensemble - y) ** 2, error - ambiguity, []


@true("Cover & Thomas 2006, Elements of Information Theory, in the manner of exercise 2.10: entropy of a mixture")
def yc13():
    m, n = dims("m n")
    (w,), weights = positive_weights("w", m)
    (P,), rows = stochastic("P", m, n)

    def mixture(j):
        return sum_over(m, lambda k: w[0, k] * P[k, j])

    mixed = -sum_over(n, lambda j: mixture(j) * log(mixture(j)))
    choice = -sum_over(m, lambda k: w[0, k] * log(w[0, k]))
    parts = -sum_over(m, lambda k: w[0, k] * sum_over(n, lambda j: P[k, j] * log(P[k, j])))
    return le(mixed, choice + parts), weights + rows


@true("Polyanskiy & Wu 2024, Information Theory, Theorem 2.17: data processing by a channel")
def yc14():
    m, n = dims("m n")
    (p, q), weights = positive_weights("p q", m)
    (W,), rows = stochastic("W", m, n)

    def out(r, j):
        return sum_over(m, lambda i: r[0, i] * W[i, j])

    after = sum_over(n, lambda j: out(p, j) * log(out(p, j) / out(q, j)))
    before = sum_over(m, lambda i: p[0, i] * log(p[0, i] / q[0, i]))
    return le(after, before), weights + rows


@true("Cover & Thomas 2006, Elements of Information Theory, Theorem 2.5.3: the chain rule of relative entropy")
def yc15():
    m, n = dims("m n")
    (p, q), weights = positive_weights("p q", m)
    (A, B), rows = stochastic("A B", m, n)
    joint = sum_over(
        m,
        lambda i: sum_over(n, lambda j: p[0, i] * A[i, j] * log(p[0, i] * A[i, j] / (q[0, i] * B[i, j]))),
    )
    marginal = sum_over(m, lambda i: p[0, i] * log(p[0, i] / q[0, i]))
    conditional = sum_over(m, lambda i: p[0, i] * sum_over(n, lambda j: A[i, j] * log(A[i, j] / B[i, j])))
    return joint, marginal + conditional, weights + rows


# n = 2, p = (1/2, 1/2), q = (1/4, 3/4): 0.25 and 0.1438
@false("Boucheron, Lugosi & Massart 2013, Concentration Inequalities, Theorem 4.19 (Pinsker), without its factor")
def yc16():
    n = dims("n")
    (p, q), given = positive_weights("p q", n)
    return le(Norm1(p - q) ** 2, sum_over(n, lambda i: p[0, i] * log(p[0, i] / q[0, i]))), given


# n = 2, x = (1, -1), y = (0, 0): 0.3808 and 0.25
@false("Gao & Pavel 2017, On the Properties of the Softmax Function, Proposition 4, in another norm")
def yc17():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(MaxNorm(RowSoftmax(x) - RowSoftmax(y)), MaxNorm(x - y) / 4), []


# n = 2, p = (1/4, 3/4), q = (1/2, 1/2): 0.1387 and 0.1308
@false("van Erven & Harremoës 2014, Rényi Divergence and Kullback-Leibler Divergence, Theorem 3, with a factor")
def yc18():
    n = dims("n")
    (p, q), given = positive_weights("p q", n)
    affinity = sum_over(n, lambda i: sqrt(p[0, i] * q[0, i]))
    return le(-4 * log(affinity), sum_over(n, lambda i: p[0, i] * log(p[0, i] / q[0, i]))), given


# n = 1, A = (-2), L = 1, x = 1: 4 and -2
@false("Bubeck 2015, Convex Optimization: Algorithms and Complexity, eq. 3.6: co-coercivity without convexity")
def yc19():
    n, L = dims("n"), Symbol("L", positive=True)
    A, (x,) = MatrixSymbol("A", n, n), column("x", n)
    return le(SquaredNorm(A * x), L * InnerProduct(x, A * x)), [Loewner(A, L * Identity(n))]


# N = 2, p = (1/2, 1/2), X = (1, 9), Y = (1, 3): 5/2 and 2
@false("Cochran 1977, Sampling Techniques, §6.8: a mean of ratios and a ratio of means")
def yc20():
    N = dims("N")
    o, p = Idx("o", N), ProbabilitySymbol("p", N)
    X, Y = column("X Y", N)
    given = [ForAll(N, lambda i: lt(0, X[i, 0])), ForAll(N, lambda i: lt(0, Y[i, 0]))]
    return le(Expectation(p, X[o, 0], o) / Expectation(p, Y[o, 0], o), Expectation(p, X[o, 0] / Y[o, 0], o)), given
