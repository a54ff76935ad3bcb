"""Sums and products of courses: partial fractions, factorials, binomials, by parts, harmonic, alternating, Fourier."""

from sympy import (
    I,
    Identity,
    Idx,
    MatrixSymbol,
    Min,
    Mod,
    Product,
    Rational,
    Sum,
    binomial,
    exp,
    factorial,
    log,
    pi,
    sqrt,
)

from symattn import ForAll, HeadSum, dims
from tests.unseen.table import column, false, integer, le, lt, natural, real, square, true


@true("calculus exercise: partial fractions, 1/(1·4) + 1/(4·7) + …")
def sc01():
    n, k = dims("n"), integer("k")
    return Sum(1 / ((3 * k - 2) * (3 * k + 1)), (k, 1, n)), n / (3 * n + 1), []


@true("discrete mathematics: the sum of k · k! telescopes")
def sc02():
    n, k = dims("n"), integer("k")
    return Sum(k * factorial(k), (k, 1, n)), factorial(n + 1) - 1, []


@true("Graham, Knuth, Patashnik, eq. 2.24: an arithmetic–geometric sum")
def sc03():
    n, k = dims("n"), integer("k")
    return Sum(k * 2**k, (k, 0, n)), (n - 1) * 2 ** (n + 1) + 2, []


@true("calculus exercise: the telescoping product of 1 − 1/k² from k = 2")
def sc04():
    n, k = dims("n"), integer("k")
    return Product(1 - 1 / k**2, (k, 2, n + 1)), (n + 2) / (2 * (n + 1)), []


@true("induction exercise: the alternating sum of squares is a triangular number up to its sign")
def sc05():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** k * k**2, (k, 1, n)), (-1) ** n * n * (n + 1) / 2, []


@true("Abel: summation by parts")
def sc06():
    n, k = dims("n"), integer("k")
    a, b = column("a b", n + 1)
    left = Sum(a[k, 0] * (b[k + 1, 0] - b[k, 0]), (k, 0, n - 1))
    right = Sum(b[k + 1, 0] * (a[k + 1, 0] - a[k, 0]), (k, 0, n - 1))
    return left, a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0] - right, []


@true("probability course: the mean of the binomial distribution")
def sc07():
    n, (p,) = dims("n"), real("p,")
    k = integer("k")
    return Sum(k * binomial(n, k) * p**k * (1 - p) ** (n - k), (k, 0, n)), n * p, []


@true("linear algebra: the geometric sum of a matrix")
def sc08():
    n, d, h = dims("n"), dims("d"), integer("h")
    (A,) = square("A", d)
    return (Identity(d) - A) * HeadSum(A**h, (h, 0, n - 1)), Identity(d) - A**n, []


@true("combinatorics: the hockey stick identity")
def sc09():
    n, m, k = dims("n"), natural("m"), integer("k")
    return Sum(binomial(m + k, m), (k, 0, n)), binomial(m + n + 1, m + 1), []


@true("analysis course: the sum of 1/√k from below, by comparison with the integral")
def sc10():
    n, k = dims("n"), integer("k")
    return lt(2 * sqrt(n + 1) - 2, Sum(1 / sqrt(k), (k, 1, n))), []


@true("discrete mathematics: the sum of all minima of two numbers up to n is the sum of the squares")
def sc11():
    n, i, j = dims("n"), integer("i"), integer("j")
    return Sum(Sum(Min(i, j), (j, 1, n)), (i, 1, n)), n * (n + 1) * (2 * n + 1) / 6, []


@true("Catalan and Botez: an alternating harmonic sum is a sum over the second half")
def sc12():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** (k + 1) / k, (k, 1, 2 * n)), Sum(1 / (n + k), (k, 1, n)), []


@true("Oppenheim & Schafer, ch. 8: the inverse DFT gives back a real sequence")
def sc13():
    n, k, s = dims("n"), integer("k"), integer("s")
    j, x = Idx("j", n), MatrixSymbol("x", n, 1)
    X = Sum(x[s, 0] * exp(-2 * pi * I * k * s / n), (s, 0, n - 1))
    return Sum(X * exp(2 * pi * I * k * j / n), (k, 0, n - 1)) / n, x[j, 0], []


@true("Bergström, Engel, Titu: Cauchy–Schwarz for a sum of quotients")
def sc14():
    n, k = dims("n"), integer("k")
    a, b = column("a b", n)
    squared = Sum(a[k, 0], (k, 0, n - 1)) ** 2
    given = [ForAll(n, lambda i: lt(0, b[i, 0]))]
    return le(squared / Sum(b[k, 0], (k, 0, n - 1)), Sum(a[k, 0] ** 2 / b[k, 0], (k, 0, n - 1))), given


@true("Graham, Knuth, Patashnik, §6.4: an alternating sum of binomials over k is a harmonic number")
def sc15():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** (k + 1) * binomial(n, k) / k, (k, 1, n)), Sum(1 / k, (k, 1, n)), []


# N = 2: 30 (30 divides N⁵ − N for all N)
@false("induction exercise: 60 divides N⁵ − N, as it does for 0, 1, 3, 4 and 5")
def sc16():
    N = natural("N")
    return Mod(N**5 - N, 60, evaluate=False), 0, []


# n = 1, x = 1: 0 and 2
@false("the arithmetic–geometric sum with n and n + 1 exchanged")
def sc17():
    n, k, (x,) = dims("n"), integer("k"), real("x,")
    return (1 - x) ** 2 * Sum(k * x ** (k - 1), (k, 1, n)), 1 - n * x**n + (n + 1) * x ** (n + 1), []


# n = 3, x = −4: −27 < −11
@false("Bernoulli's inequality for every real x; the condition −1 ≤ x is forgotten")
def sc18():
    n, (x,) = dims("n"), real("x,")
    return le(1 + n * x, (1 + x) ** n), []


# n = d = 2, A = [[0, 1], [0, 0]], B = [[0, 0], [1, 0]]: A A + A B − B A − B B ≠ A² − B²
@false("the factorisation of Aⁿ − Bⁿ for matrices that do not commute")
def sc19():
    n, d, h = dims("n"), dims("d"), integer("h")
    A, B = square("A B", d)
    return (A - B) * HeadSum(A**h * B ** (n - 1 - h), (h, 0, n - 1)), A**n - B**n, []


# n = 6: 2.45 > 2.4459… (it holds for n = 1, …, 5; the limit of the difference is Euler's constant)
@false("analysis course: a bound of the harmonic numbers with a constant below Euler's")
def sc20():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / k, (k, 1, n)), log(n + 1) + Rational(1, 2)), []
