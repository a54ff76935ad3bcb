"""Sums, products, transforms, divergences, variances, and inequalities between them."""

from sympy import (
    Abs,
    I,
    Idx,
    MatrixSymbol,
    OneMatrix,
    Product,
    Sum,
    Symbol,
    binomial,
    conjugate,
    exp,
    factorial,
    log,
    pi,
)

from symattn import (
    ColumnMean,
    Equation,
    Expectation,
    ForAll,
    InnerProduct,
    LogSumExp,
    ProbabilitySymbol,
    RowMean,
    RowSoftmax,
    RowSum,
    Sigmoid,
    SquaredNorm,
    Variance,
    dims,
    sum_over,
)
from tests.unseen.table import false, integer, le, lt, natural, real, true


def positive_rows(n, *rows):
    """Return that all entries of the rows are positive and that each row sums to 1."""
    i, given = Idx("i", n), []
    for row in rows:
        given.append(ForAll(i, lt(0, row[0, i])))
        given.append(Equation(RowSum(row)[0, 0], 1))
    return given


@true("Graham, Knuth & Patashnik, Concrete Mathematics (2nd ed. 1994), §2.6: a product that telescopes")
def sj01():
    n, k = dims("n"), integer("k")
    return Product(1 - 1 / (k + 1) ** 2, (k, 1, n)), (n + 2) / (2 * (n + 1)), []


@true("Knuth, The Art of Computer Programming 1 (3rd ed. 1997), §1.2.5: a sum of factorials that telescopes")
def sj02():
    n, k = dims("n"), integer("k")
    return Sum(k / factorial(k + 1), (k, 1, n)), 1 - 1 / factorial(n + 1), []


@true("Steele, The Cauchy–Schwarz Master Class (2004), ex. 3.7: the identity of Binet and Cauchy")
def sj03():
    n, i, j = dims("n"), integer("i"), integer("j")
    a, b, c, d = (MatrixSymbol(name, 1, n) for name in "abcd")
    minors = (a[0, i] * b[0, j] - a[0, j] * b[0, i]) * (c[0, i] * d[0, j] - c[0, j] * d[0, i])
    left = InnerProduct(a, c) * InnerProduct(b, d) - InnerProduct(a, d) * InnerProduct(b, c)
    return left, Sum(minors, (i, 0, n - 1), (j, 0, n - 1)) / 2, []


@true("Oppenheim & Schafer, Discrete-Time Signal Processing (3rd ed. 2010), §8.6.4: the transform of a real signal")
def sj04():
    n, j = dims("n"), integer("j")
    k, x = Idx("k", n), MatrixSymbol("x", n, 1)
    turned = Sum(x[j, 0] * exp(-2 * pi * I * j * (n - k) / n), (j, 0, n - 1))
    return turned, conjugate(Sum(x[j, 0] * exp(-2 * pi * I * j * k / n), (j, 0, n - 1))), []


@true("Boyd & Vandenberghe, Convex Optimization (2004), §7.1.1: the logistic function is log-concave (Bradley–Terry)")
def sj05():
    x, y = real("x y")
    return le(Sigmoid(x) * Sigmoid(y), Sigmoid((x + y) / 2) ** 2), []


@true("Chan, Golub & LeVeque, Updating formulae and a pairwise algorithm for sample variances (1979), eq. 1.5")
def sj06():
    m, k = dims("m k")
    X = MatrixSymbol("X", m + k, 1)

    def spread(part, size):
        return SquaredNorm(part - OneMatrix(size, 1) * ColumnMean(part))

    first, rest = X[:m, :], X[m:, :]
    delta = ColumnMean(rest)[0, 0] - ColumnMean(first)[0, 0]
    return spread(X, m + k), spread(first, m) + spread(rest, k) + delta**2 * m * k / (m + k), []


@true("Bhatia & Davis, A better bound on the variance, Amer. Math. Monthly 107 (2000)")
def sj07():
    N = dims("N")
    p, x, o = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), Idx("o", N)
    lo, hi = real("lo hi")
    mean = Expectation(p, x[o, 0], o)
    given = [ForAll(o, le(lo, x[o, 0])), ForAll(o, le(x[o, 0], hi))]
    return le(Variance(p, x[o, 0], o), (hi - mean) * (mean - lo)), given


@true("Tsybakov, Introduction to Nonparametric Estimation (2009), Lemma 2.7: Kullback–Leibler is below chi-square")
def sj08():
    n = dims("n")
    p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)
    divergence = sum_over(n, lambda i: p[0, i] * log(p[0, i] / q[0, i]))
    chi = sum_over(n, lambda i: p[0, i] ** 2 / q[0, i]) - 1
    return le(divergence, chi), positive_rows(n, p, q)


@true("Hardy, Littlewood & Pólya, Inequalities (1934), §2.9: Lyapunov's inequality of the first three moments")
def sj09():
    N = dims("N")
    p, x, o = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), Idx("o", N)
    first, second, third = (Expectation(p, x[o, 0] ** k, o) for k in (1, 2, 3))
    return le(second**2, first * third), [ForAll(o, le(0, x[o, 0]))]


@true("Bernstein 1912; Feller, An Introduction to Probability Theory II (1971), §VII.2: the variance of a binomial law")
def sj10():
    n, k, x = dims("n"), integer("k"), real("x")
    return Sum(binomial(n, k) * x**k * (1 - x) ** (n - k) * (k - n * x) ** 2, (k, 0, n)), n * x * (1 - x), []


@true("MacKay, Information Theory, Inference, and Learning Algorithms (2003), §31.1: a mean rises as the system cools")
def sj11():
    n = dims("n")
    x, (beta, gamma) = MatrixSymbol("x", 1, n), real("beta gamma")
    return le(InnerProduct(x, RowSoftmax(beta * x)), InnerProduct(x, RowSoftmax(gamma * x))), [le(beta, gamma)]


@true("Steele, The Cauchy–Schwarz Master Class (2004), ch. 2: geometric means are superadditive (Minkowski, Huygens)")
def sj12():
    n, i = dims("n"), integer("i")
    a = MatrixSymbol("a", 1, n)
    return le((1 + exp(RowMean(a)[0, 0])) ** n, Product(1 + exp(a[0, i]), (i, 0, n - 1))), []


@true("Durrett, Probability: Theory and Examples (5th ed. 2019), Lemma 3.4.3: the product is Lipschitz on the cube")
def sj13():
    n, i = dims("n"), integer("i")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    left = Abs(Product(a[i, 0], (i, 0, n - 1)) - Product(b[i, 0], (i, 0, n - 1)))
    given = [ForAll(n, lambda j: le(Abs(a[j, 0]), 1)), ForAll(n, lambda j: le(Abs(b[j, 0]), 1))]
    return le(left, Sum(Abs(a[i, 0] - b[i, 0]), (i, 0, n - 1))), given


@true("Steele, The Cauchy–Schwarz Master Class (2004), ch. 5: Nesbitt's inequality for n numbers")
def sj14():
    n = dims("n")
    x = MatrixSymbol("x", n, 1)
    total = sum_over(n, lambda s: x[s, 0])
    left = sum_over(n, lambda i: x[i, 0] / (total - x[i, 0]))
    return le(n / (n - 1), left), [n >= 2, ForAll(n, lambda i: lt(0, x[i, 0]))]


@true("Topsøe, Basic concepts, identities and inequalities: the toolkit of information theory (2001): compensation")
def sj15():
    m, n = dims("m n")
    w, P, q = ProbabilitySymbol("w", m), MatrixSymbol("P", m, n), MatrixSymbol("q", 1, n)

    def mean(j):
        return sum_over(m, lambda k: w[0, k] * P[k, j])

    def spread(centre):
        return sum_over(m, lambda k: w[0, k] * sum_over(n, lambda j: P[k, j] * log(P[k, j] / centre(j))))

    last = sum_over(n, lambda j: mean(j) * log(mean(j) / q[0, j]))
    given = [ForAll((m, n), lambda k, j: lt(0, P[k, j])), ForAll(n, lambda j: lt(0, q[0, j]))]
    return spread(lambda j: q[0, j]), spread(mean) + last, given


# n = 2, x = (0, 1), s = 1, t = 2: log((1 + e)/2) = 0.620 > 2 log((1 + √e)/2) = 0.562. (True without the mean: - log n.)
@false(
    "Hardy, Littlewood & Pólya, Inequalities (1934), §2.9–2.10: LogMeanExp taken to move with temperature as LogSumExp"
)
def sj16():
    n = dims("n")
    x = MatrixSymbol("x", 1, n)
    s, t = Symbol("s", positive=True), Symbol("t", positive=True)
    left = s * (LogSumExp(x / s)[0, 0] - log(n))
    return le(left, t * (LogSumExp(x / t)[0, 0] - log(n))), [le(s, t)]


# p = (1/2, 1/2), q = (1/50, 49/50): the left side is log(2500/196)/2 = 1.27, the right one 2*(1 + 2401)/2500
# - 1 = 0.92.
@false("Tsybakov 2009, Lemma 2.7, with the wrong one in the denominator of chi-square")
def sj17():
    n = dims("n")
    p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)
    divergence = sum_over(n, lambda i: p[0, i] * log(p[0, i] / q[0, i]))
    chi = sum_over(n, lambda i: q[0, i] ** 2 / p[0, i]) - 1
    return le(divergence, chi), positive_rows(n, p, q)


# n = 1, a = b = (0, 1): 0 on the left, 1*1 - 0 - 0 = 1 on the right. (True is b_(k + 1) in the sum on the right.)
@false("Graham, Knuth & Patashnik, Concrete Mathematics (2nd ed. 1994), eq. 2.56 without its shift: summation by parts")
def sj18():
    n, k = dims("n"), integer("k")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    left = Sum(a[k, 0] * (b[k + 1, 0] - b[k, 0]), (k, 0, n - 1))
    rest = Sum(b[k, 0] * (a[k + 1, 0] - a[k, 0]), (k, 0, n - 1))
    return left, a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0] - rest, []


# N = 0: the sum is 1. (True for N > 0.)
@false("Feller, An Introduction to Probability Theory I (1968), §II.12, without N > 0: the alternating row of Pascal")
def sj19():
    N, k = natural("N"), integer("k")
    return Sum((-1) ** k * binomial(N, k), (k, 0, N)), 0, []


# N = 2, p = (1/2, 1/2), x = (0, 1), lo = 0, hi = 1: the variance is 1/4 > 1/8. (True with 4 for 8.)
@false("Popoviciu 1935, with the constant of Hoeffding's lemma: the variance of a bounded variable")
def sj20():
    N = dims("N")
    p, x, o = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), Idx("o", N)
    lo, hi = real("lo hi")
    given = [ForAll(o, le(lo, x[o, 0])), ForAll(o, le(x[o, 0], hi))]
    return le(Variance(p, x[o, 0], o), (hi - lo) ** 2 / 8), given
