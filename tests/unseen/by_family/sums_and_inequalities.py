"""Sums, products, numbers, recurrences and inequalities: numerical analysis, finance, optimisation, probability."""

from sympy import Abs, Eq, Idx, MatrixSymbol, Max, Min, Mod, Product, Sum, binomial, cos, floor, sin, sqrt

from symattn import Equation, ForAll, dims
from tests.unseen.table import false, integer, le, lt, natural, real, true


@true("Graham, Knuth, Patashnik, ch. 2 exercise: the alternating sum of the squares is a triangular number with a sign")
def si01():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** (k + 1) * k**2, (k, 1, n)), (-1) ** (n + 1) * n * (n + 1) / 2, []


@true("Graham, Knuth, Patashnik, eq. 5.9: parallel summation along a diagonal of Pascal's triangle")
def si02():
    n, m, k = dims("n"), natural("m"), integer("k")
    return Sum(binomial(m + k, k), (k, 0, n)), binomial(m + n + 1, n), []


@true("Sutton & Barto, exercise on truncated returns: the discounted sum of the steps in closed form, cleared")
def si03():
    n, k, x = dims("n"), integer("k"), real("x")
    return (1 - x) ** 2 * Sum(k * x**k, (k, 0, n - 1)), x - n * x**n + (n - 1) * x ** (n + 1), []


@true("Apostol, Calculus I, exercise I 4.10: the product of 1 − 1/k² telescopes twice")
def si04():
    n, k = dims("n"), integer("k")
    return Product(1 - 1 / (k + 1) ** 2, (k, 1, n)), (n + 2) / (2 * (n + 1)), []


@true("Burton, Elementary Number Theory, §4.2: 3^(2N+1) + 2^(N+2) is divisible by 7")
def si05():
    N = natural("N")
    return Mod(3 ** (2 * N + 1) + 2 ** (N + 2), 7), 0, []


@true("Koshy, Pell and Pell–Lucas Numbers, ch. 7: neighbours in Pell's sequence solve p² − 2pq − q² = ±1")
def si06():
    n = dims("n")
    p, t = MatrixSymbol("p", n + 2, 1), Idx("t", n)
    step = ForAll(t, Equation(p[t + 2, 0], 2 * p[t + 1, 0] + p[t, 0]))
    left = p[n + 1, 0] ** 2 - 2 * p[n + 1, 0] * p[n, 0] - p[n, 0] ** 2
    return left, (-1) ** n, [Equation(p[0, 0], 0), Equation(p[1, 0], 1), step]


@true("Weierstrass's product inequality; a union bound for independent events")
def si07():
    n, k = dims("n"), integer("k")
    a = MatrixSymbol("a", n, 1)
    bounds = [ForAll(n, lambda i: le(0, a[i, 0])), ForAll(n, lambda i: le(a[i, 0], 1))]
    return le(1 - Sum(a[k, 0], (k, 0, n - 1)), Product(1 - a[k, 0], (k, 0, n - 1))), bounds


@true("Agarwal, Difference Equations and Inequalities, §4.1: Grönwall's lemma for sums, with a product")
def si08():
    n, k, c, t = dims("n"), integer("k"), real("c"), Idx("t", dims("n") + 1)
    u, w = MatrixSymbol("u", n + 1, 1), MatrixSymbol("w", n, 1)
    grows = ForAll(t, le(u[t, 0], c + Sum(w[k, 0] * u[k, 0], (k, 0, t - 1))))
    weights = ForAll(n, lambda i: le(0, w[i, 0]))
    return le(u[n, 0], c * Product(1 + w[k, 0], (k, 0, n - 1))), [grows, weights]


@true("Jaggi 2013, theorem 1: the gap of the Frank–Wolfe method after n steps is at most 2C/(n + 2)")
def si09():
    n, C, t = dims("n"), real("C"), Idx("t", dims("n"))
    h = MatrixSymbol("h", n + 1, 1)
    step = ForAll(t, le(h[t + 1, 0], (1 - 2 / (t + 2)) * h[t, 0] + 2 * C / (t + 2) ** 2))
    return le(h[n, 0], 2 * C / (n + 2)), [step, le(0, C)]


@true("Kellison, The Theory of Interest, ch. 3: a loan that is paid back by n equal rates")
def si10():
    n, r, P, t = dims("n"), real("r"), real("P"), Idx("t", dims("n"))
    B = MatrixSymbol("B", n + 1, 1)
    step = ForAll(t, Equation(B[t + 1, 0], (1 + r) * B[t, 0] - P))
    return B[0, 0], P * (1 - 1 / (1 + r) ** n) / r, [step, Equation(B[n, 0], 0), lt(0, r)]


@true("Bollobás, Modern Graph Theory, §IV.1: the number of edges of a balanced bipartite graph is ⌊N²/4⌋ (Mantel)")
def si11():
    N = natural("N")
    return floor(N**2 / 4), floor(N / 2) * floor((N + 1) / 2), []


@true("Zygmund, Trigonometric Series, ch. I: the sum of the cosines of the odd multiples of x")
def si12():
    n, k, x = dims("n"), integer("k"), real("x")
    return 2 * sin(x) * Sum(cos((2 * k + 1) * x), (k, 0, n - 1)), sin(2 * n * x), []


@true("Orabona, A Modern Introduction to Online Learning, §2: step sizes 1/√k add up to at most 2√n − 1")
def si13():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / sqrt(k), (k, 1, n)), 2 * sqrt(n) - 1), []


@true("Levin, Peres & Wilmer, remark 4.3: the total variation is twice the mass by which one exceeds the other")
def si14():
    n, k = dims("n"), integer("k")
    p, q = MatrixSymbol("p", n, 1), MatrixSymbol("q", n, 1)
    same_mass = Equation(Sum(p[k, 0], (k, 0, n - 1)), Sum(q[k, 0], (k, 0, n - 1)))
    left = Sum(Abs(p[k, 0] - q[k, 0]), (k, 0, n - 1))
    return left, 2 * Sum(Max(p[k, 0] - q[k, 0], 0), (k, 0, n - 1)), [same_mass]


@true("course on Brownian motion: the sum of all entries of the covariance min(i, j) of a random walk")
def si15():
    n, i, j = dims("n"), integer("i"), integer("j")
    return Sum(Min(i, j), (i, 1, n), (j, 1, n)), n * (n + 1) * (2 * n + 1) / 6, []


# n = 1: the left side is 0 + 1 = 1, the right side 1 * 2 = 2; it should be n 2^(n - 1)
@false("combinatorics course: the sizes of all subsets, with one power of 2 too many")
def si16():
    n, k = dims("n"), integer("k")
    return Sum(k * binomial(n, k), (k, 0, n)), n * 2**n, []


# n = 2, a = (1, -1): the left side is 1 + 0 = 1, the right side 2 * 0 = 0
@false("Mitrinović, Analytic Inequalities, §2.4: Bernoulli for several numbers, without that they have one sign")
def si17():
    n, k = dims("n"), integer("k")
    a = MatrixSymbol("a", n, 1)
    left = 1 + Sum(a[k, 0], (k, 0, n - 1))
    return le(left, Product(1 + a[k, 0], (k, 0, n - 1))), [ForAll(n, lambda i: le(-1, a[i, 0]))]


# N = 2: 32 - 2 = 30, which 60 does not divide
@false("Burton, Elementary Number Theory, exercise to Fermat's theorem: N⁵ − N and 60, where 30 was meant")
def si18():
    N = natural("N")
    return Eq(Mod(N**5 - N, 60, evaluate=False), 0, evaluate=False), []


# n = 2, a = (1, 1): the left side is 1 + 1/sqrt(2) > 1.7, the right side sqrt(2) < 1.5
@false("Duchi, Hazan & Singer 2011, lemma 4 (AdaGrad): the bound of the weighted gradients, its factor 2 lost")
def si19():
    n, i, j = dims("n"), integer("i"), integer("j")
    a = MatrixSymbol("a", n, 1)
    left = Sum(a[i, 0] / sqrt(Sum(a[j, 0], (j, 0, i))), (i, 0, n - 1))
    return le(left, sqrt(Sum(a[j, 0], (j, 0, n - 1)))), [ForAll(n, lambda k: lt(0, a[k, 0]))]


# n = 1: L_2 L_0 - L_1^2 = 3 * 2 - 1 = 5, the right side is -5
@false("Vajda, Fibonacci & Lucas Numbers, ch. III: Cassini's identity for Lucas numbers, with the other sign")
def si20():
    n = dims("n")
    L, t = MatrixSymbol("L", n + 2, 1), Idx("t", n)
    step = ForAll(t, Equation(L[t + 2, 0], L[t + 1, 0] + L[t, 0]))
    given = [Equation(L[0, 0], 2), Equation(L[1, 0], 1), step]
    return L[n + 1, 0] * L[n - 1, 0] - L[n, 0] ** 2, 5 * (-1) ** n, given
