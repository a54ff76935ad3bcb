"""Sums and products: telescoping, online averages, stick-breaking, binomials, floors, divisibility, regret bounds."""

from sympy import Abs, Idx, MatrixSymbol, Max, Mod, Ne, Product, Sum, binomial, factorial, floor, sqrt

from symattn import Equation, ForAll, dims
from tests.unseen.table import false, integer, le, lt, natural, real, true


@true("Graham, Knuth, Patashnik, ch. 5: the sum of k · k!, the factorial number system")
def sf01():
    n, k = dims("n"), integer("k")
    return Sum(k * factorial(k), (k, 1, n)), factorial(n + 1) - 1, []


@true("calculus exercise: the telescoping sum of 1/((2k − 1)(2k + 1))")
def sf02():
    n, k = dims("n"), integer("k")
    return Sum(1 / ((2 * k - 1) * (2 * k + 1)), (k, 1, n)), n / (2 * n + 1), []


@true("statistics course: squares about c are squares about the mean and n times the square of the bias")
def sf03():
    n, k, c = dims("n"), integer("k"), real("c")
    x = MatrixSymbol("x", n, 1)
    mean = Sum(x[k, 0], (k, 0, n - 1)) / n
    j = integer("j")
    about_mean = Sum((x[j, 0] - mean) ** 2, (j, 0, n - 1))
    return Sum((x[k, 0] - c) ** 2, (k, 0, n - 1)), about_mean + n * (mean - c) ** 2, []


@true("Graham, Knuth, Patashnik, eq. 2.56: summation by parts")
def sf04():
    n, k = dims("n"), integer("k")
    u, v = MatrixSymbol("u", n + 1, 1), MatrixSymbol("v", n + 1, 1)
    left = Sum(u[k, 0] * (v[k + 1, 0] - v[k, 0]), (k, 0, n - 1))
    right = Sum(v[k + 1, 0] * (u[k + 1, 0] - u[k, 0]), (k, 0, n - 1))
    return left, u[n, 0] * v[n, 0] - u[0, 0] * v[0, 0] - right, []


# m = n = 1, gamma = 1/2: the left side is 1/2 + 1/4 = 3/4, the right side (1/2 - 1/4)/(1/2) = 1/2
@false("a tail of discounts with both ends, summed as if the last one were left out")
def sf05():
    (m, n), t, gamma = dims("m n"), integer("t"), real("gamma")
    return Sum(gamma**t, (t, m, m + n)), (gamma**m - gamma ** (m + n)) / (1 - gamma), [Ne(gamma, 1)]


@true("Kingma & Ba 2015, §3: the bias correction of Adam is exact for a constant gradient")
def sf06():
    n, beta, c = dims("n"), real("beta"), real("c")
    m, t = MatrixSymbol("m", n + 1, 1), Idx("t", n)
    step = ForAll(t, Equation(m[t + 1, 0], beta * m[t, 0] + (1 - beta) * c))
    return m[n, 0] / (1 - beta**n), c, [Equation(m[0, 0], 0), step, le(0, beta), lt(beta, 1)]


@true("Max 1995; Mildenhall et al. 2020, eq. 3: the weights of alpha compositing and what passes through all make 1")
def sf07():
    n, j, k = dims("n"), integer("j"), integer("k")
    a = MatrixSymbol("a", n, 1)
    weights = Sum(a[k, 0] * Product(1 - a[j, 0], (j, 0, k - 1)), (k, 0, n - 1))
    return weights + Product(1 - a[j, 0], (j, 0, n - 1)), 1, []


@true("contest problem: 7 divides 3^(2N+1) + 2^(N+2)")
def sf08():
    N = natural("N")
    return Mod(3 ** (2 * N + 1) + 2 ** (N + 2), 7, evaluate=False), 0, []


# n = 6: 1 + 15 + 15 = 31, but 2^5 = 32 (the two sides agree for n = 1, ..., 5)
@false("Moser's circle problem: n points on a circle and all chords make 1, 2, 4, 8, 16, … regions")
def sf09():
    n = dims("n")
    return 1 + binomial(n, 2) + binomial(n, 4), 2 ** (n - 1), []


@true("Knuth, TAOCP 2, §4.2.2: the online mean is the mean, whatever it starts from")
def sf10():
    n, k = dims("n"), integer("k")
    m, x, t = MatrixSymbol("m", n + 1, 1), MatrixSymbol("x", n, 1), Idx("t", n)
    step = ForAll(t, Equation(m[t + 1, 0], m[t, 0] + (x[t, 0] - m[t, 0]) / (t + 1)))
    return m[n, 0], Sum(x[k, 0], (k, 0, n - 1)) / n, [step]


@true("reinforcement learning course: discounted rewards of size at most R add up to at most R/(1 − γ)")
def sf11():
    n, t, gamma, R = dims("n"), integer("t"), real("gamma"), real("R")
    r = MatrixSymbol("r", n, 1)
    given = [le(0, gamma), lt(gamma, 1), ForAll(n, lambda i: le(Abs(r[i, 0]), R))]
    return le(Abs(Sum(gamma**t * r[t, 0], (t, 0, n - 1))), R / (1 - gamma)), given


# n = 2, x = (0, 2): m = (0, 0, 1), M_2 = 0 + (2 - 0)^2 = 4, but (0 - 1)^2 + (2 - 1)^2 = 2
@false("Welford's algorithm with the square of the old difference in place of old times new")
def sf12():
    n, j, k = dims("n"), integer("j"), integer("k")
    m, M, x = MatrixSymbol("m", n + 1, 1), MatrixSymbol("M", n + 1, 1), MatrixSymbol("x", n, 1)
    t = Idx("t", n)
    mean = ForAll(t, Equation(m[t + 1, 0], m[t, 0] + (x[t, 0] - m[t, 0]) / (t + 1)))
    squares = ForAll(t, Equation(M[t + 1, 0], M[t, 0] + (x[t, 0] - m[t, 0]) ** 2))
    average = Sum(x[j, 0], (j, 0, n - 1)) / n
    start = [Equation(m[0, 0], 0), Equation(M[0, 0], 0)]
    return M[n, 0], Sum((x[k, 0] - average) ** 2, (k, 0, n - 1)), [*start, mean, squares]


@true("Graham, Knuth, Patashnik, §3.4: the sum of the floors of k/w over n full blocks")
def sf13():
    (w, n), k = dims("w n"), integer("k")
    return Sum(floor(k / w), (k, 0, w * n - 1)), w * n * (n - 1) / 2, []


@true("probability course: the second moment of a fair binomial variable")
def sf14():
    n, k = dims("n"), integer("k")
    return 4 * Sum(k**2 * binomial(n, k), (k, 0, n)), n * (n + 1) * 2**n, []


@true("Graham, Knuth, Patashnik, eq. 5.27: Vandermonde's convolution for real upper indices")
def sf15():
    j, k, r, s = natural("j"), integer("k"), real("r"), real("s")
    return Sum(binomial(r, k) * binomial(s, j - k), (k, 0, j)), binomial(r + s, j), []


# n = 2, a = (1, 0), b = (1, 3): the mean of the ratios is 1/2, the ratio of the sums 1/4
@false("the average of speeds taken for the speed of the whole trip")
def sf16():
    n, k = dims("n"), integer("k")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    ratio = Sum(a[k, 0], (k, 0, n - 1)) / Sum(b[k, 0], (k, 0, n - 1))
    return Sum(a[k, 0] / b[k, 0], (k, 0, n - 1)) / n, ratio, [ForAll(n, lambda i: lt(0, b[i, 0]))]


@true("Hardy, Littlewood, Pólya, thm. 43: Chebyshev's sum inequality for two increasing sequences")
def sf17():
    n, k = dims("n"), integer("k")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    given = [ForAll(n, lambda t: le(a[t, 0], a[t + 1, 0])), ForAll(n, lambda t: le(b[t, 0], b[t + 1, 0]))]
    sums = Sum(a[k, 0], (k, 0, n)) * Sum(b[k, 0], (k, 0, n))
    return le(sums, (n + 1) * Sum(a[k, 0] * b[k, 0], (k, 0, n))), given


@true("Aigner & Ziegler, Proofs from THE BOOK, ch. 2: the central binomial coefficient is at least 4^n/(2n)")
def sf18():
    n = dims("n")
    return le(4**n, 2 * n * binomial(2 * n, n)), []


@true("Duchi, Hazan, Singer 2011, lemma 4: the sum in the regret bound of AdaGrad")
def sf19():
    n, s, t = dims("n"), integer("s"), integer("t")
    a = MatrixSymbol("a", n, 1)
    steps = Sum(a[t, 0] / sqrt(Sum(a[s, 0], (s, 0, t))), (t, 0, n - 1))
    return le(steps, 2 * sqrt(Sum(a[s, 0], (s, 0, n - 1)))), [ForAll(n, lambda i: lt(0, a[i, 0]))]


# n = 2, a = (1, 0), b = (0, 1): the larger sum is 1, the sum of the larger ones 2
@false("dynamic programming: the best of two plans taken for the best choice at each step")
def sf20():
    n, k = dims("n"), integer("k")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    best = Max(Sum(a[k, 0], (k, 0, n - 1)), Sum(b[k, 0], (k, 0, n - 1)))
    return best, Sum(Max(a[k, 0], b[k, 0]), (k, 0, n - 1)), []
