"""Forty statements of analysis and probability: 30 true (ana01–ana30), 10 false (ana31–ana40)."""

from sympy import (
    Abs,
    Derivative,
    Idx,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Ne,
    Piecewise,
    Product,
    Rational,
    Sum,
    Trace,
    binomial,
    cos,
    exp,
    log,
    sin,
)

from symattn import (
    Equation,
    ForAll,
    Gradient,
    LogSumExp,
    MaxNorm,
    ProbabilitySymbol,
    RowMax,
    RowMean,
    RowSoftmax,
    Sigmoid,
    Softplus,
    SquaredNorm,
    dims,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, real, true


def positive_row(name, n):
    """Return a row of n numbers and the hypothesis that they are positive."""
    p, i = MatrixSymbol(name, 1, n), Idx("i", n)
    return p, ForAll(i, lt(0, p[0, i]))


def total(p, n):
    """Return the sum of a row."""
    return sum_over(n, lambda k: p[0, k])


def distribution(name, n):
    """Return a row of n numbers and the hypotheses that they are positive and add up to 1."""
    p, positive = positive_row(name, n)
    return p, [positive, Equation(total(p, n), 1)]


def joint(m, n):
    """Return a joint distribution, its two marginals as functions, and the hypotheses."""
    P, i, j = MatrixSymbol("P", m, n), Idx("i", m), Idx("j", n)
    given = [
        ForAll((i, j), lt(0, P[i, j])),
        Equation(sum_over(m, lambda a: sum_over(n, lambda b: P[a, b])), 1),
    ]
    return P, lambda a: sum_over(n, lambda c: P[a, c]), lambda b: sum_over(m, lambda c: P[c, b]), given


def divergence(p, q, n):
    """Return the Kullback–Leibler divergence."""
    return sum_over(n, lambda k: p[0, k] * log(p[0, k] / q[0, k]))


@true("textbook (information theory): relative entropy is at most the chi-squared divergence")
def ana01():
    n = dims("n")
    p, p_given = distribution("p", n)
    q, q_given = distribution("q", n)
    chi = sum_over(n, lambda k: p[0, k] ** 2 / q[0, k]) - 1
    return le(divergence(p, q, n), chi), p_given + q_given


@true("textbook (information theory): collision entropy is at most Shannon entropy")
def ana02():
    n = dims("n")
    p, given = distribution("p", n)
    shannon = -sum_over(n, lambda k: p[0, k] * log(p[0, k]))
    return le(-log(sum_over(n, lambda k: p[0, k] ** 2)), shannon), given


@true("textbook (information theory): the log sum inequality")
def ana03():
    n = dims("n")
    a, a_positive = positive_row("a", n)
    b, b_positive = positive_row("b", n)
    return le(total(a, n) * log(total(a, n) / total(b, n)), divergence(a, b, n)), [a_positive, b_positive]


@true("textbook (information theory): mutual information is not negative")
def ana04():
    m, n = dims("m n")
    P, row, column, given = joint(m, n)
    return (
        le(0, sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j] / (row(i) * column(j)))))),
        given,
    )


@true("textbook (information theory): the chain rule of entropy")
def ana05():
    m, n = dims("m n")
    P, row, _, given = joint(m, n)
    return (
        -sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j]))),
        -sum_over(m, lambda i: row(i) * log(row(i)))
        - sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j] / row(i)))),
        given,
    )


@true("lecture notes (variational inference): energy plus entropy is at most the log partition function")
def ana06():
    n = dims("n")
    p, given = distribution("p", n)
    x = MatrixSymbol("x", 1, n)
    free_energy = sum_over(n, lambda k: p[0, k] * x[0, k]) - sum_over(n, lambda k: p[0, k] * log(p[0, k]))
    return le(free_energy, LogSumExp(x)[0, 0]), given


@true("textbook (analysis): the harmonic sum is at least a logarithm")
def ana07():
    n = dims("n")
    return le(log(n + 1), sum_over(n, lambda k: 1 / (k + 1))), []


@true("textbook (probability): Popoviciu's bound of the variance of a number between 0 and 1")
def ana08():
    n = dims("n")
    p, x, i = ProbabilitySymbol("p", n), MatrixSymbol("x", 1, n), Idx("i", n)
    mean = sum_over(n, lambda k: p[0, k] * x[0, k])
    second = sum_over(n, lambda k: p[0, k] * x[0, k] ** 2)
    return le(second - mean**2, Rational(1, 4)), [ForAll(i, le(0, x[0, i])), ForAll(i, le(x[0, i], 1))]


@true("textbook (convex optimisation): log-sum-exp is midpoint convex")
def ana09():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(LogSumExp((x + y) / 2)[0, 0], (LogSumExp(x)[0, 0] + LogSumExp(y)[0, 0]) / 2), []


@true("lecture notes (convex optimisation): log-sum-exp is 1-Lipschitz in the maximum norm")
def ana10():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(Abs(LogSumExp(x)[0, 0] - LogSumExp(y)[0, 0]), MaxNorm(x - y)), []


@true("lecture notes (neural networks): softplus is within log 2 of the positive part")
def ana11():
    x = real("x")
    return le(Softplus(x), Max(0, x) + log(2)), []


@true("textbook (concentration of measure): the moment generating function of a random sign is sub-Gaussian")
def ana12():
    x = real("x")
    return le((exp(x) + exp(-x)) / 2, exp(x**2 / 2)), []


@true("textbook (logistic regression): the second derivative of softplus")
def ana13():
    x = real("x")
    return Derivative(Softplus(x), x, x), Sigmoid(x) * (1 - Sigmoid(x)), []


@true("textbook (statistical physics): the derivative of the log partition function is the mean energy")
def ana14():
    n, beta = dims("n"), real("beta")
    E = MatrixSymbol("E", 1, n)
    Z = sum_over(n, lambda k: exp(-beta * E[0, k]))
    mean = sum_over(n, lambda k: E[0, k] * exp(-beta * E[0, k])) / Z
    return -Derivative(log(Z), beta), mean, []


@true("textbook (machine learning): the gradient of the loss of ridge regression")
def ana15():
    m, n = dims("m n")
    A, b, x = MatrixSymbol("A", m, n), MatrixSymbol("b", m, 1), MatrixSymbol("x", n, 1)
    lam = real("lambda")
    loss = SquaredNorm(A * x - b) / 2 + lam / 2 * SquaredNorm(x)
    return Gradient(loss, x), A.T * (A * x - b) + lam * x, []


@true("paper (matrix factorisation): the gradient of the loss by one factor")
def ana16():
    m, n, k = dims("m n k")
    A, U, V = MatrixSymbol("A", m, n), MatrixSymbol("U", m, k), MatrixSymbol("V", n, k)
    return Gradient(SquaredNorm(A - U * V.T) / 2, U), (U * V.T - A) * V, []


@true("textbook (discrete dynamics): the solution of an affine recurrence")
def ana17():
    n = dims("n")
    s, t = MatrixSymbol("s", n + 1, 1), Idx("t", n)
    a, b = real("a b")
    return (
        s[n, 0],
        a**n * s[0, 0] + b * (1 - a**n) / (1 - a),
        [ForAll(t, Equation(s[t + 1, 0], a * s[t, 0] + b)), Ne(a, 1)],
    )


@true("lecture notes (optimisers): an exponential moving average stays within the bound of its inputs")
def ana18():
    n = dims("n")
    s, x, t = MatrixSymbol("s", n + 1, 1), MatrixSymbol("x", n, 1), Idx("t", n)
    beta, M = real("beta M")
    return (
        le(Abs(s[n, 0]), M),
        [
            ForAll(t, Equation(s[t + 1, 0], beta * s[t, 0] + (1 - beta) * x[t, 0])),
            ForAll(t, le(Abs(x[t, 0]), M)),
            le(Abs(s[0, 0]), M),
            le(0, beta),
            le(beta, 1),
        ],
    )


@true("textbook (numerical analysis): the discrete Gronwall lemma")
def ana19():
    n = dims("n")
    u, t = MatrixSymbol("u", n + 1, 1), Idx("t", n)
    a, b = real("a b")
    return (
        le(u[n, 0], (1 + a) ** n * u[0, 0] + b * ((1 + a) ** n - 1) / a),
        [ForAll(t, le(u[t + 1, 0], (1 + a) * u[t, 0] + b)), lt(0, a)],
    )


@true("lecture notes (streaming estimators): the running mean is the mean")
def ana20():
    n = dims("n")
    s, x, t = MatrixSymbol("s", n + 1, 1), MatrixSymbol("x", n, 1), Idx("t", n)
    return (
        s[n, 0],
        sum_over(n, lambda k: x[k, 0]) / n,
        [ForAll(t, Equation(s[t + 1, 0], s[t, 0] + (x[t, 0] - s[t, 0]) / (t + 1)))],
    )


@true("textbook (calculus): a telescoping sum of reciprocals of three factors")
def ana21():
    n = dims("n")
    return (
        sum_over(n, lambda k: 1 / ((k + 1) * (k + 2) * (k + 3))),
        n * (n + 3) / (4 * (n + 1) * (n + 2)),
        [],
    )


@true("textbook (calculus): the arithmetic-geometric sum")
def ana22():
    n, x, k = dims("n"), real("x"), integer("k")
    return (
        (1 - x) ** 2 * Sum(k * x**k, (k, 0, n - 1)),
        x - n * x**n + (n - 1) * x ** (n + 1),
        [],
    )


@true("textbook (inequalities): the Weierstrass product inequality")
def ana23():
    n, k = dims("n"), integer("k")
    x, i = MatrixSymbol("x", 1, n), Idx("i", n)
    return (
        le(1 - Sum(x[0, k], (k, 0, n - 1)), Product(1 - x[0, k], (k, 0, n - 1))),
        [ForAll(i, le(0, x[0, i])), ForAll(i, le(x[0, i], 1))],
    )


@true("textbook (combinatorics): the mean size of a subset")
def ana24():
    n = dims("n")
    return 2 * sum_over(n + 1, lambda k: k * binomial(n, k)), n * 2**n, []


@true("textbook (Fourier analysis): the one-sided Dirichlet kernel")
def ana25():
    n, theta = dims("n"), real("theta")
    return (
        2 * sin(theta / 2) * sum_over(n, lambda k: cos(k * theta)),
        sin((2 * n - 1) * theta / 2) + sin(theta / 2),
        [],
    )


@true("textbook (probability): Markov's inequality on a finite sample space")
def ana26():
    n, a = dims("n"), real("a")
    p, x, i = ProbabilitySymbol("p", n), MatrixSymbol("x", 1, n), Idx("i", n)
    tail = sum_over(n, lambda k: p[0, k] * Piecewise((1, x[0, k] >= a), (0, True)))
    return (
        le(tail, sum_over(n, lambda k: p[0, k] * x[0, k]) / a),
        [ForAll(i, le(0, x[0, i])), lt(0, a)],
    )


@true("textbook (Monte Carlo): the second moment of importance sampling is at least the square of the mean")
def ana27():
    n = dims("n")
    p, given = distribution("p", n)
    q, f = MatrixSymbol("q", 1, n), MatrixSymbol("f", 1, n)
    second = sum_over(n, lambda k: p[0, k] * (q[0, k] * f[0, k] / p[0, k]) ** 2)
    return le(sum_over(n, lambda k: q[0, k] * f[0, k]) ** 2, second), given


@true("textbook (statistics): the variance from all pairwise differences")
def ana28():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    mean = RowMean(x)[0, 0]
    return (
        sum_over(n, lambda i: sum_over(n, lambda j: (x[0, i] - x[0, j]) ** 2)),
        2 * n * sum_over(n, lambda i: (x[0, i] - mean) ** 2),
        [],
    )


@true("paper (policy gradients): the score of a softmax policy has mean zero")
def ana29():
    n = dims("n")
    x, k, i = MatrixSymbol("x", 1, n), Idx("k", n), integer("i")
    p = RowSoftmax(x)
    return Sum(p[0, i] * Derivative(log(p[0, i]), x[0, k]), (i, 0, n - 1)), 0, []


@true("textbook (inequalities): the logarithm is concave")
def ana30():
    a, b, t = real("a b t")
    return (
        le(t * log(a) + (1 - t) * log(b), log(t * a + (1 - t) * b)),
        [lt(0, a), lt(0, b), le(0, t), le(t, 1)],
    )


# p = (1/2, 1/2), q = (1/4, 3/4): 0.1438 and 0.1308
@false("textbook (information theory): relative entropy taken to be symmetric")
def ana31():
    n = dims("n")
    p, p_given = distribution("p", n)
    q, q_given = distribution("q", n)
    return divergence(p, q, n), divergence(q, p, n), p_given + q_given


# x = 1: log 2 = 0.69 and 1/2
@false("textbook (calculus): the lower bound x/(1 + x) of log(1 + x), turned round")
def ana32():
    x = real("x")
    return le(log(1 + x), x / (1 + x)), [lt(-1, x)]


# n = 3, x = 0: log 3 and log 2
@false("lecture notes (softmax): log-sum-exp within log 2 of the maximum, for any number of scores")
def ana33():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    return le(LogSumExp(x)[0, 0], RowMax(x)[0, 0] + log(2)), []


# x = (1, -1): 4 and 0
@false("textbook (inequalities): arithmetic and harmonic mean, without positivity")
def ana34():
    n = dims("n")
    x, i = MatrixSymbol("x", 1, n), Idx("i", n)
    return le(n**2, total(x, n) * sum_over(n, lambda k: 1 / x[0, k])), [ForAll(i, Ne(x[0, i], 0))]


# n = 1: 0 and 2
@false("textbook (neural networks): the derivative of the softmax with a plus")
def ana35():
    n = dims("n")
    x, i, j = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n)
    p = RowSoftmax(x)
    return Derivative(p[0, i], x[0, j]), p[0, i] * (KroneckerDelta(i, j) + p[0, j]), []


# n = 1, x = 2: -1 and -3
@false("textbook (calculus): the geometric sum, off by one")
def ana36():
    n, x = dims("n"), real("x")
    return (1 - x) * sum_over(n, lambda k: x**k), 1 - x ** (n + 1), []


# n = 2, x = (1, 1): 0 and 1
@false("textbook (statistics): the sum of squared deviations without the factor n")
def ana37():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    mean = RowMean(x)[0, 0]
    return (
        sum_over(n, lambda i: (x[0, i] - mean) ** 2),
        sum_over(n, lambda i: x[0, i] ** 2) - mean**2,
        [],
    )


# n = 2, a = 2, s_0 = 0, x = (1, 0): 2 and 1
@false("textbook (discrete dynamics): the solution of a driven recurrence with the powers in the wrong order")
def ana38():
    n, a, i = dims("n"), real("a"), integer("i")
    s, x, t = MatrixSymbol("s", n + 1, 1), MatrixSymbol("x", n, 1), Idx("t", n)
    return (
        s[n, 0],
        a**n * s[0, 0] + Sum(a**i * x[i, 0], (i, 0, n - 1)),
        [ForAll(t, Equation(s[t + 1, 0], a * s[t, 0] + x[t, 0]))],
    )


# A = [[0, 1], [0, 0]], X = (1, 0): (0, 1) and (0, 0)
@false("textbook (matrix calculus): the gradient of a quadratic form, without symmetry")
def ana39():
    m, n = dims("m n")
    A, X = MatrixSymbol("A", m, m), MatrixSymbol("X", m, n)
    return Gradient(Trace(X.T * A * X), X), 2 * A * X, []


# P = [[0.4, 0.1], [0.1, 0.4]]: 1.386 and 1.194
@false("textbook (information theory): joint entropy at least the sum of the entropies")
def ana40():
    m, n = dims("m n")
    P, row, column, given = joint(m, n)
    return (
        le(
            -sum_over(m, lambda i: row(i) * log(row(i))) - sum_over(n, lambda j: column(j) * log(column(j))),
            -sum_over(m, lambda i: sum_over(n, lambda j: P[i, j] * log(P[i, j]))),
        ),
        given,
    )
