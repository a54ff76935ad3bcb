"""Sums, products and numbers: closed forms, online moments, binomials, floors, returns, regret, orders, counting."""

from sympy import (
    Abs,
    Eq,
    Idx,
    MatrixSymbol,
    Min,
    Mod,
    Ne,
    Piecewise,
    Product,
    Rational,
    Sum,
    binomial,
    cos,
    factorial,
    floor,
    pi,
    sqrt,
)

from symattn import Equation, ForAll, InnerProduct, MaxNorm, RowMax, SquaredNorm, dims
from tests.unseen.table import false, integer, le, lt, natural, real, true


def _total(x, n):
    """Return the sum of a column of n numbers."""
    k = integer("k")
    return Sum(x[k, 0], (k, 0, n - 1))


@true("Graham, Knuth, Patashnik, eq. 2.26: the arithmetic-geometric sum of k x^k by perturbation")
def sg01():
    n, k, x = dims("n"), integer("k"), real("x")
    closed = (x - (n + 1) * x ** (n + 1) + n * x ** (n + 2)) / (1 - x) ** 2
    return Sum(k * x**k, (k, 0, n)), closed, [Ne(x, 1)]


@true("Welford 1962: the sum of squares about the mean, updated with the old and the new mean")
def sg02():
    n, k, j = dims("n"), integer("k"), integer("j")
    x = MatrixSymbol("x", n + 1, 1)
    old, new = Sum(x[k, 0], (k, 0, n - 1)) / n, Sum(x[k, 0], (k, 0, n)) / (n + 1)
    left = Sum((x[j, 0] - new) ** 2, (j, 0, n))
    return left, Sum((x[j, 0] - old) ** 2, (j, 0, n - 1)) + (x[n, 0] - old) * (x[n, 0] - new), []


@true("Lorentz, Bernstein Polynomials, §1.1: the Bernstein polynomial of x is x, the mean of a binomial count")
def sg03():
    n, k, x = dims("n"), integer("k"), real("x")
    return Sum(k * binomial(n, k) * x**k * (1 - x) ** (n - k), (k, 0, n)), n * x, []


@true("Graham, Knuth, Patashnik, eq. 5.16: the first entries of a row of Pascal's triangle with alternating signs")
def sg04():
    m, k, r = natural("m"), integer("k"), real("r")
    return Sum(binomial(r, k) * (-1) ** k, (k, 0, m)), (-1) ** m * binomial(r - 1, m), []


@true("Graham, Knuth, Patashnik, eq. 2.36: the sum of the harmonic numbers")
def sg05():
    n, j, k = dims("n"), integer("j"), integer("k")
    harmonic = Sum(1 / j, (j, 1, n))
    return Sum(Sum(1 / j, (j, 1, k)), (k, 1, n)), (n + 1) * harmonic - n, []


@true("Hermite's identity at x = N/3; Graham, Knuth, Patashnik, eq. 3.25: N things dealt to three players")
def sg06():
    N = natural("N")
    return floor(N / 3) + floor((N + 1) / 3) + floor((N + 2) / 3), N, []


@true("textbook exercise on induction: 9 divides 4^N + 15 N - 1")
def sg07():
    N = natural("N")
    return Mod(4**N + 15 * N - 1, 9, evaluate=False), 0, []


@true("Sutton & Barto, §12.1: discounted temporal-difference errors add up to the error of the n-step return")
def sg08():
    n, t, gamma = dims("n"), integer("t"), real("gamma")
    r, v = MatrixSymbol("r", n, 1), MatrixSymbol("v", n + 1, 1)
    errors = Sum(gamma**t * (r[t, 0] + gamma * v[t + 1, 0] - v[t, 0]), (t, 0, n - 1))
    return errors, Sum(gamma**t * r[t, 0], (t, 0, n - 1)) + gamma**n * v[n, 0] - v[0, 0], []


@true("Zinkevich 2003, thm. 1; Orabona, Modern Introduction to Online Learning, §2.2: regret of gradient descent")
def sg09():
    (n, d), s, eta = dims("n d"), integer("s"), real("eta")
    w, g, u = MatrixSymbol("w", n + 1, d), MatrixSymbol("g", n, d), MatrixSymbol("u", 1, d)
    t = Idx("t", n)
    step = ForAll(t, Equation(w[t + 1, :], w[t, :] - eta * g[t, :]))
    regret = Sum(InnerProduct(g[s, :], w[s, :] - u), (s, 0, n - 1))
    bound = SquaredNorm(w[0, :] - u) / (2 * eta) + eta / 2 * Sum(SquaredNorm(g[s, :]), (s, 0, n - 1))
    return le(regret, bound), [step, lt(0, eta)]


@true("Sedrakyan's inequality (Titu's lemma), Engel form of Cauchy-Schwarz")
def sg10():
    n, k, i = dims("n"), integer("k"), Idx("i", dims("n"))
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return le(_total(x, n) ** 2 / _total(y, n), Sum(x[k, 0] ** 2 / y[k, 0], (k, 0, n - 1))), [ForAll(i, lt(0, y[i, 0]))]


@true("Hardy, Littlewood, Pólya, thm. 43: Chebyshev's sum inequality for similarly ordered numbers")
def sg11():
    n, k = dims("n"), integer("k")
    i, j = Idx("i", n), Idx("j", n)
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    similarly = ForAll((i, j), le(0, (a[i, 0] - a[j, 0]) * (b[i, 0] - b[j, 0])))
    return le(_total(a, n) * _total(b, n), n * Sum(a[k, 0] * b[k, 0], (k, 0, n - 1))), [similarly]


@true("Hardy, Littlewood, Pólya, thm. 9: the arithmetic and the geometric mean, without roots")
def sg12():
    n, k, i = dims("n"), integer("k"), Idx("i", dims("n"))
    x = MatrixSymbol("x", n, 1)
    return le(Product(x[k, 0], (k, 0, n - 1)), (_total(x, n) / n) ** n), [ForAll(i, lt(0, x[i, 0]))]


@true("Loshchilov & Hutter 2017, eq. 5: the rates of one cosine cycle, ends included, average the two extremes")
def sg13():
    n, t = dims("n"), integer("t")
    low, high = real("a b")
    rate = low + (high - low) / 2 * (1 + cos(pi * t / n))
    return Sum(rate, (t, 0, n)), (n + 1) * (low + high) / 2, []


@true("signal processing exercise: an exponential moving average never leaves the range of its inputs")
def sg14():
    n, beta, high = dims("n"), real("beta"), real("M")
    m, x, t = MatrixSymbol("m", n + 1, 1), MatrixSymbol("x", n, 1), Idx("t", n)
    step = ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * x[t, 0]))
    return le(m[n, 0], high), [step, ForAll(t, le(x[t, 0], high)), le(m[0, 0], high), le(0, beta), le(beta, 1)]


@true("Lucas 1876: the squares of the first Fibonacci numbers add up to a product of neighbours")
def sg15():
    n, k = dims("n"), integer("k")
    f, t = MatrixSymbol("f", n + 2, 1), Idx("t", n)
    step = ForAll(t, Equation(f[t + 2, 0], f[t + 1, 0] + f[t, 0]))
    return Sum(f[k, 0] ** 2, (k, 0, n)), f[n, 0] * f[n + 1, 0], [step, Equation(f[0, 0], 0)]


@true("Chebyshev's inequality for a sample: how many numbers can lie at least c away from their mean")
def sg16():
    n, j, c = dims("n"), integer("j"), real("c")
    x = MatrixSymbol("x", n, 1)
    mean = _total(x, n) / n
    count = Sum(Piecewise((1, le(c, Abs(x[j, 0] - mean))), (0, True)), (j, 0, n - 1))
    return le(c**2 * count, Sum((x[j, 0] - mean) ** 2, (j, 0, n - 1))), [lt(0, c)]


@true("Mann & Whitney 1947, with ties counted half: the two statistics U add up to m n")
def sg17():
    (m, n), i, j = dims("m n"), integer("i"), integer("j")
    x, y = MatrixSymbol("x", m, 1), MatrixSymbol("y", n, 1)

    def wins(a, b):
        won = Piecewise((1, lt(b, a)), (Rational(1, 2), Eq(a, b)), (0, True))
        return Sum(Sum(won, (j, 0, n - 1)), (i, 0, m - 1))

    return wins(x[i, 0], y[j, 0]) + wins(y[j, 0], x[i, 0]), m * n, []


@true("Lagrange's identity: what is missing in Cauchy-Schwarz is a double sum of squares")
def sg18():
    n, i, j = dims("n"), integer("i"), integer("j")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    left = SquaredNorm(a) * SquaredNorm(b) - InnerProduct(a, b) ** 2
    minors = Sum(Sum((a[i, 0] * b[j, 0] - a[j, 0] * b[i, 0]) ** 2, (j, 0, n - 1)), (i, 0, n - 1))
    return left, minors / 2, []


@true("Bertsekas & Tsitsiklis 1996, §2.1: the maximum over actions does not expand distances, so Q-learning contracts")
def sg19():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(Abs(RowMax(x)[0, 0] - RowMax(y)[0, 0]), MaxNorm(x - y)), []


@true("Levin, Peres & Wilmer, §4.1: the total variation is one minus the overlap; speculative decoding")
def sg20():
    n, k = dims("n"), integer("k")
    p, q = MatrixSymbol("p", n, 1), MatrixSymbol("q", n, 1)
    distance = Sum(Abs(p[k, 0] - q[k, 0]), (k, 0, n - 1)) / 2
    overlap = Sum(Min(p[k, 0], q[k, 0]), (k, 0, n - 1))
    return distance, 1 - overlap, [Equation(_total(p, n), 1), Equation(_total(q, n), 1)]


@true("Abel's inequality: falling weights and bounded partial sums")
def sg21():
    n, k, M = dims("n"), integer("k"), real("M")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    t, j = Idx("t", n), Idx("j", n + 1)
    falls = ForAll(t, le(a[t + 1, 0], a[t, 0]))
    bounded = ForAll(j, le(Abs(Sum(b[k, 0], (k, 0, j))), M))
    return le(Abs(Sum(a[k, 0] * b[k, 0], (k, 0, n))), M * a[0, 0]), [falls, le(0, a[n, 0]), bounded]


@true("Hairer, Nørsett & Wanner, §II.3: the discrete Grönwall bound for the global error of a one-step method")
def sg22():
    n, a, b = dims("n"), real("a"), real("b")
    u, t = MatrixSymbol("u", n + 1, 1), Idx("t", n)
    step = ForAll(t, le(u[t + 1, 0], (1 + a) * u[t, 0] + b))
    return le(u[n, 0], (1 + a) ** n * u[0, 0] + b * ((1 + a) ** n - 1) / a), [step, lt(0, a)]


@true("Efron & Tibshirani, ch. 11: how far the means with one number left out lie from the mean")
def sg23():
    n, j = dims("n"), integer("j")
    x = MatrixSymbol("x", n, 1)
    mean = _total(x, n) / n
    left = Sum(((_total(x, n) - x[j, 0]) / (n - 1) - mean) ** 2, (j, 0, n - 1))
    return (n - 1) ** 2 * left, Sum((x[j, 0] - mean) ** 2, (j, 0, n - 1)), [n >= 2]


@true("Bhatia & Davis 2000: the variance of numbers between a and b is at most (b - mean)(mean - a)")
def sg24():
    n, j, a, b = dims("n"), integer("j"), real("a"), real("b")
    x, i = MatrixSymbol("x", n, 1), Idx("i", dims("n"))
    mean = _total(x, n) / n
    variance = Sum((x[j, 0] - mean) ** 2, (j, 0, n - 1)) / n
    return le(variance, (b - mean) * (mean - a)), [ForAll(i, le(a, x[i, 0])), ForAll(i, le(x[i, 0], b))]


@true("Graham, Knuth, Patashnik, ch. 5, double factorials: the odd and the even numbers up to 2n")
def sg25():
    n, k = dims("n"), integer("k")
    return 2**n * factorial(n) * Product(2 * k - 1, (k, 1, n)), factorial(2 * n), []


@true("Auer, Cesa-Bianchi & Gentile 2002, lemma 3.5; Duchi, Hazan & Singer 2011: the sum behind AdaGrad's regret")
def sg26():
    n, s, t, i = dims("n"), integer("s"), integer("t"), Idx("i", dims("n"))
    a = MatrixSymbol("a", n, 1)
    left = Sum(a[t, 0] / sqrt(Sum(a[s, 0], (s, 0, t))), (t, 0, n - 1))
    return le(left, 2 * sqrt(_total(a, n))), [ForAll(i, lt(0, a[i, 0]))]


# n = 2: 1 + 1/√2 = 1.707 < 2√2 - 1 = 1.828
@false("the upper bound 2√n - 1 of the sum of 1/√k in regret bounds, taken for a lower one")
def sg27():
    n, k = dims("n"), integer("k")
    return le(2 * sqrt(n) - 1, Sum(1 / sqrt(k), (k, 1, n))), []


# N = 2: 16 - 4 = 12
@false("number theory exercise: N^4 - N^2 is divisible by 12, not by 24")
def sg28():
    N = natural("N")
    return Mod(N**4 - N**2, 24, evaluate=False), 0, []


# m = n = 1, x = 0, y = 2: the two groups have no variance, the pooled numbers 0, 2 have variance 1
@false("the pooled variance taken for the weighted mean of the variances, without that of the means; Chan et al. 1979")
def sg29():
    (m, n), k, j = dims("m n"), integer("k"), integer("j")
    x, y = MatrixSymbol("x", m, 1), MatrixSymbol("y", n, 1)
    a, b = Sum(x[k, 0], (k, 0, m - 1)), Sum(y[k, 0], (k, 0, n - 1))
    both = (a + b) / (m + n)
    left = Sum((x[j, 0] - both) ** 2, (j, 0, m - 1)) + Sum((y[j, 0] - both) ** 2, (j, 0, n - 1))
    return left, Sum((x[j, 0] - a / m) ** 2, (j, 0, m - 1)) + Sum((y[j, 0] - b / n) ** 2, (j, 0, n - 1)), []


# n = 2, x = (1, 1), y = (1, 2): the mean of the ratios is 3/4, the ratio of the sums 2/3
@false("survey sampling: the mean of the ratios taken for the ratio of the means")
def sg30():
    n, k, i = dims("n"), integer("k"), Idx("i", dims("n"))
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    ratios = Sum(x[k, 0] / y[k, 0], (k, 0, n - 1)) / n
    return ratios, _total(x, n) / _total(y, n), [ForAll(i, lt(0, y[i, 0]))]


# N = 3: one block suffices, ⌊3/3⌋ + 1 = 2
@false("launching a kernel: the number of blocks ⌈N/3⌉ written as ⌊N/3⌋ + 1, one too many if 3 divides N")
def sg31():
    N = natural("N")
    return floor((N + 2) / 3), floor(N / 3) + 1, []


# n = 3, x = (4, 4, 4): (-3)^3 = -27 < 1 - 12 = -11; with x ≤ 1, or up to n = 2, it would be true
@false("the Weierstrass product inequality (union bound) without the condition x ≤ 1")
def sg32():
    n, k, i = dims("n"), integer("k"), Idx("i", dims("n"))
    x = MatrixSymbol("x", n, 1)
    return le(1 - _total(x, n), Product(1 - x[k, 0], (k, 0, n - 1))), [ForAll(i, le(0, x[i, 0]))]
