"""CONVEXITY, ENTROPY, INFORMATION: bounds and decompositions of what is learned, estimated, sampled, or sent.

From textbooks on information theory, inequalities, convex optimisation, Monte Carlo and reinforcement learning, and
from papers on attention, ensembles, label smoothing and the alignment of language models.
"""

from sympy import Identity, Idx, KroneckerDelta, MatrixSymbol, Max, Min, OneMatrix, Symbol, exp, log

from symattn import (
    Equation,
    Expectation,
    ForAll,
    Gradient,
    InnerProduct,
    Loewner,
    LogSumExp,
    ProbabilitySymbol,
    RowMean,
    RowSoftmax,
    RowSum,
    Sigmoid,
    Softplus,
    SquaredNorm,
    Variance,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import column, false, le, lt, real, square, true


def entropy(p):
    """Return the entropy of a row of positive numbers."""
    return -sum_over(p.shape[1], lambda i: p[0, i] * log(p[0, i]))


def divergence(p, q):
    """Return the relative entropy of two rows of positive numbers."""
    return sum_over(p.shape[1], lambda i: p[0, i] * log(p[0, i] / q[0, i]))


def positive(p):
    """State that the entries of a row are positive."""
    return ForAll(p.shape[1], lambda i: lt(0, p[0, i]))


@true("Zhai et al. 2023, Stabilizing Transformer Training by Preventing Attention Entropy Collapse, §3: one query")
def uc01():
    n, d = dims("n d")
    q, K, tau = MatrixSymbol("q", 1, d), MatrixSymbol("K", n, d), Symbol("tau", positive=True)
    return le(entropy(RowSoftmax(q * K.T / tau)), log(n)), []


@true("Wainwright & Jordan 2008, Graphical Models, §5.2: relative entropy in natural parameters")
def uc02():
    n = dims("n")
    s, t = MatrixSymbol("s", 1, n), MatrixSymbol("t", 1, n)
    bregman = LogSumExp(t)[0, 0] - LogSumExp(s)[0, 0] - InnerProduct(RowSoftmax(s), t - s)
    return divergence(RowSoftmax(s), RowSoftmax(t)), bregman, []


@true("Polyanskiy & Wu, Information Theory: From Coding to Learning, ch. 2: data processing by a channel")
def uc03():
    n, m = dims("n m")
    p, q, W = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n), MatrixSymbol("W", n, m)
    channel = [ForAll((n, m), lambda i, j: lt(0, W[i, j])), Equation(RowSum(W), OneMatrix(n, 1))]
    return le(divergence(p * W, q * W), divergence(p, q)), [positive(p), positive(q), *channel]


@true("Cover & Thomas 2006, Elements of Information Theory, problem 2.10, where the supports may overlap")
def uc04():
    n, lam = dims("n"), Symbol("lambda", real=True)
    s, t = MatrixSymbol("s", 1, n), MatrixSymbol("t", 1, n)
    p, q = RowSoftmax(s), RowSoftmax(t)
    coin = -lam * log(lam) - (1 - lam) * log(1 - lam)
    parts = lam * entropy(p) + (1 - lam) * entropy(q)
    return le(entropy(lam * p + (1 - lam) * q), parts + coin), [lt(0, lam), lt(lam, 1)]


@true("Bubeck & Cesa-Bianchi 2012, Regret Analysis of Bandit Problems, §2: Pinsker's inequality of two coins")
def uc05():
    p, q = real("p q")
    coins = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
    return le(2 * (p - q) ** 2, coins), [lt(0, p), lt(p, 1), lt(0, q), lt(q, 1)]


@true("Polyanskiy & Wu, Information Theory: From Coding to Learning, ch. 4: the golden formula (Topsoe's identity)")
def uc06():
    n, m = dims("n m")
    p, A, t = ProbabilitySymbol("p", n), MatrixSymbol("A", n, m), MatrixSymbol("t", 1, m)
    W, r = RowSoftmax(A), RowSoftmax(t)

    def radius(centre):
        return sum_over(n, lambda i: p[0, i] * sum_over(m, lambda j: W[i, j] * log(W[i, j] / centre[0, j])))

    return radius(r), radius(p * W) + divergence(p * W, r), []


@true("Böhning & Lindsay 1988, Monotonicity of quadratic-approximation algorithms: logistic regression")
def uc07():
    n, d = dims("n d")
    X, (v, w) = MatrixSymbol("X", n, d), column("v w", d)

    def loss(w):
        return sum_over(n, lambda i: Softplus((X * w)[i, 0]))

    slope = InnerProduct(X.T * Sigmoid(X * w), v - w)
    return le(loss(v), loss(w) + slope + SquaredNorm(X * (v - w)) / 8), []


@true("Nesterov 2004, Introductory Lectures on Convex Optimization, Theorem 2.1.12, for a quadratic function")
def uc08():
    n, (mu, L) = dims("n"), real("mu L")
    (A,), (b, x, y) = square("A", n), column("b x y", n)
    g, h = A * x - b, A * y - b
    given = [Loewner(mu * Identity(n), A), Loewner(A, L * Identity(n)), lt(0, mu)]
    return le(mu * L / (mu + L) * SquaredNorm(x - y) + SquaredNorm(g - h) / (mu + L), InnerProduct(g - h, x - y)), given


@true("Krogh & Vedelsby 1995, Neural Network Ensembles, Cross Validation, and Active Learning, eq. 6, for vectors")
def uc09():
    N, d = dims("N d")
    w, F, y, o = ProbabilitySymbol("w", N), MatrixSymbol("F", N, d), MatrixSymbol("y", 1, d), Idx("o", N)
    error = Expectation(w, SquaredNorm(F[o, :] - y), o)
    ambiguity = Expectation(w, SquaredNorm(F[o, :] - w * F), o)
    return SquaredNorm(w * F - y), error - ambiguity, []


@true("Owen 2013, Monte Carlo Theory, Methods and Examples, §8.9: no coefficient of a control variate does better")
def uc10():
    N, (c,) = dims("N"), real("c,")
    p, (X, Y), o = ProbabilitySymbol("p", N), column("X Y", N), Idx("o", N)
    covariance = Expectation(p, X[o, 0] * Y[o, 0], o) - Expectation(p, X[o, 0], o) * Expectation(p, Y[o, 0], o)
    spread = Variance(p, Y[o, 0], o)
    best = Variance(p, X[o, 0], o) - covariance**2 / spread
    return le(best, Variance(p, X[o, 0] - c * Y[o, 0], o)), [lt(0, spread)]


@true("Schulman 2020, Approximating KL Divergence: the estimator k3 has the right mean")
def uc11():
    N = dims("N")
    p, q, o = ProbabilitySymbol("p", N), ProbabilitySymbol("q", N), Idx("o", N)
    ratio = p[0, o] / q[0, o]
    return Expectation(q, ratio - 1 - log(ratio), o), divergence(q, p), [positive(p), positive(q)]


@true("Rafailov et al. 2023, Direct Preference Optimization, appendix A.1: the value of the objective with a KL term")
def uc12():
    n, beta = dims("n"), Symbol("beta", positive=True)
    pi, ref, r = ProbabilitySymbol("P", n), ProbabilitySymbol("R", n), MatrixSymbol("r", 1, n)
    partition = sum_over(n, lambda i: ref[0, i] * exp(r[0, i] / beta))
    return le(InnerProduct(pi, r) - beta * divergence(pi, ref), beta * log(partition)), [positive(pi), positive(ref)]


@true("Mézard & Montanari 2009, Information, Physics, and Computation, ch. 2: the mean energy grows with temperature")
def uc13():
    n, (T, U) = dims("n"), real("T U")
    E = MatrixSymbol("E", 1, n)
    return le(InnerProduct(RowSoftmax(-E / T), E), InnerProduct(RowSoftmax(-E / U), E)), [lt(0, T), le(T, U)]


@true("Schulman et al. 2017, Proximal Policy Optimization, eq. 7 and figure 1: the objective of an action with A ≥ 0")
def uc14():
    r, A, eps = real("r A epsilon")
    clipped = Min(Max(r, 1 - eps), 1 + eps)
    return Min(r * A, clipped * A), Min(r, 1 + eps) * A, [le(0, A), lt(0, eps)]


@true("Steele 2004, The Cauchy–Schwarz Master Class, ch. 9: Hölder's inequality with weights")
def uc15():
    n, (a, b) = dims("n"), real("a b")
    w, x, y = column("w x y", n)
    given = [lt(1, a), lt(1, b), Equation(1 / a + 1 / b, 1)]
    given += [ForAll(n, lambda i, u=u: lt(0, u[i, 0])) for u in (w, x, y)]

    def norm(u, a):
        return sum_over(n, lambda i: w[i, 0] * u[i, 0] ** a) ** (1 / a)

    return le(sum_over(n, lambda i: w[i, 0] * x[i, 0] * y[i, 0]), norm(x, a) * norm(y, b)), given


# n = 2, s = (log 3, 0), r = (1, 0): the first entry is 3/16 on the left and 3/8 on the right
@false("Sutton & Barto 2018, Reinforcement Learning, §2.8, with the mean of all rewards instead of the expected one")
def uc16():
    n = dims("n")
    s, r = MatrixSymbol("s", 1, n), MatrixSymbol("r", 1, n)
    policy = RowSoftmax(s)
    ascent = from_entries(1, n, lambda _, c: policy[0, c] * (r[0, c] - RowMean(r)[0, 0]))
    return Gradient(InnerProduct(policy, r), s), ascent, []


# n = 2, x = (0, 0), y = (1, -1): log(e + 1/e) = 1.1269 on the left, log 2 + 1/4 = 0.9431 on the right
@false("Beck 2017, First-Order Methods in Optimization, Example 5.15, with the constant of the logistic function")
def uc17():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    tangent = LogSumExp(x)[0, 0] + InnerProduct(RowSoftmax(x), y - x)
    return le(LogSumExp(y)[0, 0], tangent + SquaredNorm(y - x) / 8), []


# N = 2, a = 1/10, p = (9/10, 1/10), q = (1/10, 9/10), o = 0: the weight is 5, the bound 10/9
@false("Hesterberg 1995, Weighted Average Importance Sampling and Defensive Mixture Distributions, the other share")
def uc18():
    N, (a,) = dims("N"), real("a,")
    p, q, o = ProbabilitySymbol("p", N), ProbabilitySymbol("q", N), Idx("o", N)
    given = [lt(0, a), lt(a, 1), positive(p), positive(q)]
    return le(p[0, o] / (a * p[0, o] + (1 - a) * q[0, o]), 1 / (1 - a)), given


# n = 2, y = 0, s = (1, 0), eps = 1/2: log(1 + e) - 1/2 = 0.8133 on the left, log(1 + e) - 3/4 = 0.5633 on the right
@false("Szegedy et al. 2016, Rethinking the Inception Architecture, §7, where the label gets no part of what is spread")
def uc19():
    n, (eps,) = dims("n"), real("epsilon,")
    s, y = MatrixSymbol("s", 1, n), Idx("y", n)

    def weight(k):
        return (1 - eps) * KroneckerDelta(k, y) + eps / (n - 1) * (1 - KroneckerDelta(k, y))

    smoothed = -sum_over(n, lambda k: weight(k) * log(RowSoftmax(s)[0, k]))
    return smoothed, LogSumExp(s)[0, 0] - (1 - eps) * s[0, y] - eps * RowMean(s)[0, 0], [n >= 2]


# n = m = 2, p = (9/10, 1/10), A = [[log 99, 0], [0, 0]], i = 1: log 2 = 0.6931 on the left, 0.2237 on the right
@false("Cover & Thomas 2006, Elements of Information Theory, Theorem 2.6.5, at one value of what is conditioned on")
def uc20():
    n, m = dims("n m")
    p, A, i = ProbabilitySymbol("p", n), MatrixSymbol("A", n, m), Idx("i", n)
    W = RowSoftmax(A)
    return le(entropy(W[i, :]), entropy(p * W)), []
