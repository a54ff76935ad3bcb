"""Finite sums and products: closed forms, summation by parts, binomials, telescoping, pairs, bounds, powers."""

from sympy import Abs, MatrixSymbol, Mod, Ne, Product, Sum, binomial, factorial, sqrt

from symattn import ForAll, dims, sum_over
from tests.unseen.table import false, integer, le, lt, natural, real, true


@true("number theory course: 7 divides 3²ⁿ⁺¹ + 2ⁿ⁺²")
def sa01():
    N = natural("N")
    return Mod(3 ** (2 * N + 1) + 2 ** (N + 2), 7, evaluate=False), 0, []


@true("Wilf, generatingfunctionology, exercises: k times k! telescopes")
def sa02():
    n, k = dims("n"), integer("k")
    return Sum(k * factorial(k), (k, 1, n)), factorial(n + 1) - 1, []


@true("Graham, Knuth, Patashnik, §2.6: the sum of k 2ᵏ by summation by parts")
def sa03():
    n, k = dims("n"), integer("k")
    return Sum(k * 2**k, (k, 0, n)), (n - 1) * 2 ** (n + 1) + 2, []


@true("Graham, Knuth, Patashnik, eq. 5.9: parallel summation, the hockey stick")
def sa04():
    n, m, k = dims("n"), natural("m"), integer("k")
    return Sum(binomial(m + k, m), (k, 0, n)), binomial(m + n + 1, m + 1), []


@true("Graham, Knuth, Patashnik, eq. 2.56: summation by parts with the shifted factor")
def sa05():
    n, k = dims("n"), integer("k")
    u, v = MatrixSymbol("u", n + 1, 1), MatrixSymbol("v", n + 1, 1)
    left = Sum(u[k, 0] * (v[k + 1, 0] - v[k, 0]), (k, 0, n - 1))
    rest = Sum(v[k + 1, 0] * (u[k + 1, 0] - u[k, 0]), (k, 0, n - 1))
    return left, u[n, 0] * v[n, 0] - u[0, 0] * v[0, 0] - rest, []


@true("calculus course: the arithmetic-geometric sum")
def sa06():
    n, k, (a, b, x) = dims("n"), integer("k"), real("a b x")
    closed = a * (1 - x**n) / (1 - x) + b * (x - n * x**n + (n - 1) * x ** (n + 1)) / (1 - x) ** 2
    return Sum((a + k * b) * x**k, (k, 0, n - 1)), closed, [Ne(x, 1)]


@true("Apostol, Mathematical Analysis, thm 8.27: Abel's partial summation with the sums of a")
def sa07():
    n, j, k = dims("n"), integer("j"), integer("k")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    differences = Sum(Sum(a[j, 0], (j, 0, k)) * (b[k, 0] - b[k + 1, 0]), (k, 0, n - 1))
    both = Sum(a[k, 0] * b[k, 0], (k, 0, n))
    return both, Sum(a[j, 0], (j, 0, n)) * b[n, 0] + differences, []


@true("Graham, Knuth, Patashnik, §2.4: interchanging a triangular double sum of any terms")
def sa08():
    n, i, j = dims("n"), integer("i"), integer("j")
    A = MatrixSymbol("A", n, n)
    by_rows = Sum(Sum(A[i, j], (j, 0, i)), (i, 0, n - 1))
    return by_rows, Sum(Sum(A[i, j], (i, j, n - 1)), (j, 0, n - 1)), []


@true("statistics course: the sum of squared differences over pairs i < j")
def sa09():
    n, i, j, k = dims("n"), integer("i"), integer("j"), integer("k")
    x = MatrixSymbol("x", n, 1)
    pairs = Sum(Sum((x[i, 0] - x[j, 0]) ** 2, (j, i + 1, n - 1)), (i, 0, n - 1))
    return pairs, n * Sum(x[k, 0] ** 2, (k, 0, n - 1)) - Sum(x[k, 0], (k, 0, n - 1)) ** 2, []


@true("Graham, Knuth, Patashnik, eq. 5.16: a row of binomials with alternating signs, cut off at m")
def sa10():
    m, k, (x,) = natural("m"), integer("k"), real("x,")
    return Sum((-1) ** k * binomial(x, k), (k, 0, m)), (-1) ** m * binomial(x - 1, m), []


@true("calculus exercise: the product of 1 − 1/k² telescopes on both sides")
def sa11():
    n, k = dims("n"), integer("k")
    return Product(1 - 1 / k**2, (k, 2, n + 1)), (n + 2) / (2 * (n + 1)), []


@true("Steele, The Cauchy–Schwarz Master Class, ch. 1: Titu's form, sums of squares over weights")
def sa12():
    n = dims("n")
    x, w = MatrixSymbol("x", n, 1), MatrixSymbol("w", n, 1)
    given = [ForAll(n, lambda i: lt(0, w[i, 0]))]
    quotient = sum_over(n, lambda k: x[k, 0]) ** 2 / sum_over(n, lambda k: w[k, 0])
    return le(quotient, sum_over(n, lambda k: x[k, 0] ** 2 / w[k, 0])), given


@true("probability course: the mean of the binomial distribution, not normalised")
def sa13():
    n, k, (x, y) = dims("n"), integer("k"), real("x y")
    return Sum(k * binomial(n, k) * x**k * y ** (n - k), (k, 0, n)), n * x * (x + y) ** (n - 1), []


@true("optimisation lectures: the sum of the step sizes 1/√k is at most 2√n")
def sa14():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / sqrt(k), (k, 1, n)), 2 * sqrt(n)), []


@true("analysis course: Abel's inequality for weights that decrease to a nonnegative number")
def sa15():
    n, j, k, (M,) = dims("n"), integer("j"), integer("k"), real("M,")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    given = [
        ForAll(n + 1, lambda i: le(Abs(Sum(a[j, 0], (j, 0, i))), M)),
        ForAll(n, lambda i: le(b[i + 1, 0], b[i, 0])),
        le(0, b[n, 0]),
    ]
    return le(Abs(Sum(a[k, 0] * b[k, 0], (k, 0, n))), M * b[0, 0]), given


# n = 1, m = 0: 2 and 1 (the upper index is short by one)
@false("the hockey stick with the upper index of the last summand")
def sa16():
    n, m, k = dims("n"), natural("m"), integer("k")
    return Sum(binomial(m + k, m), (k, 0, n)), binomial(m + n, m + 1), []


# n = 1, u = (0, 1), v = (0, 1): 0 and 1 (v is not shifted)
@false("summation by parts as in the integral, without the shift of v")
def sa17():
    n, k = dims("n"), integer("k")
    u, v = MatrixSymbol("u", n + 1, 1), MatrixSymbol("v", n + 1, 1)
    left = Sum(u[k, 0] * (v[k + 1, 0] - v[k, 0]), (k, 0, n - 1))
    rest = Sum(v[k, 0] * (u[k + 1, 0] - u[k, 0]), (k, 0, n - 1))
    return left, u[n, 0] * v[n, 0] - u[0, 0] * v[0, 0] - rest, []


# n = 2, x = (1, −1): 4 and 0 (the signs have to agree)
@false("the arithmetic and the harmonic mean of numbers that are only not 0")
def sa18():
    n = dims("n")
    x = MatrixSymbol("x", n, 1)
    given = [ForAll(n, lambda i: Ne(x[i, 0], 0))]
    return le(n**2, sum_over(n, lambda k: x[k, 0]) * sum_over(n, lambda k: 1 / x[k, 0])), given


# n = 5, x = −3: −14 and −32 (it holds for n = 1, …, 4 and for x ≥ −2)
@false("Bernoulli's inequality with the bound −3 of x")
def sa19():
    n, (x,) = dims("n"), real("x,")
    return le(1 + n * x, (1 + x) ** n), [le(-3, x)]


# n = 2, x = (1, −1): 1 and 0 (it holds for n = 1; the x have to have one sign)
@false("Bernoulli's inequality for different factors 1 + x of any sign")
def sa20():
    n, k = dims("n"), integer("k")
    x = MatrixSymbol("x", n, 1)
    given = [ForAll(n, lambda i: le(-1, x[i, 0]))]
    return le(1 + Sum(x[k, 0], (k, 0, n - 1)), Product(1 + x[k, 0], (k, 0, n - 1))), given
