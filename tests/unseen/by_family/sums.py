"""Sums and products: closed forms, Abel, geometric, binomials, factorials, roots of unity, remainders."""

from sympy import Abs, I, MatrixSymbol, Mod, Ne, Product, Sum, binomial, exp, factorial, pi

from symattn import SquaredNorm, dims, sum_over
from tests.unseen.table import false, integer, natural, real, true


@true("school: the sum of k(k + 1)")
def sm01():
    n, k = dims("n"), integer("k")
    return 3 * Sum(k * (k + 1), (k, 0, n - 1)), (n - 1) * n * (n + 1), []


@true("calculus: the telescoping sum of 1/((k + 1)(k + 2))")
def sm02():
    n = dims("n")
    return sum_over(n, lambda k: 1 / ((k + 1) * (k + 2))), n / (n + 1), []


@true("Abel: summation by parts")
def sm03():
    n, k = dims("n"), integer("k")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    left = Sum(a[k, 0] * (b[k + 1, 0] - b[k, 0]), (k, 0, n - 1))
    right = Sum(b[k + 1, 0] * (a[k + 1, 0] - a[k, 0]), (k, 0, n - 1))
    return left + right, a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0], []


@true("the geometric sum in two variables: xⁿ − yⁿ")
def sm04():
    n, k, (x, y) = dims("n"), integer("k"), real("x y")
    return (x - y) * Sum(x**k * y ** (n - 1 - k), (k, 0, n - 1)), x**n - y**n, []


@true("Graham, Knuth, Patashnik, §2.3: the sum of k xᵏ")
def sm05():
    n, k, (x,) = dims("n"), integer("k"), real("x,")
    return Sum(k * x**k, (k, 0, n - 1)), (x - n * x**n + (n - 1) * x ** (n + 1)) / (1 - x) ** 2, [Ne(x, 1)]


@true("the mean of a binomial distribution, counted: Σ k C(n, k)")
def sm06():
    n, k = dims("n"), integer("k")
    return 2 * Sum(k * binomial(n, k), (k, 0, n)), n * 2**n, []


@true("as many even as odd subsets")
def sm07():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** k * binomial(n, k), (k, 0, n)), 0, []


@true("the factorial base: Σ k·k! = n! − 1")
def sm08():
    n, k = dims("n"), integer("k")
    return 1 + Sum(k * factorial(k), (k, 0, n - 1)), factorial(n), []


@true("a telescoping product")
def sm09():
    n, k = dims("n"), integer("k")
    return Product(1 + 1 / (k + 1), (k, 0, n - 1)), n + 1, []


@true("statistics: the sum of all squared differences")
def sm10():
    n = dims("n")
    x = MatrixSymbol("x", n, 1)
    pairs = sum_over(n, lambda i: sum_over(n, lambda j: (x[i, 0] - x[j, 0]) ** 2))
    return pairs / 2, n * SquaredNorm(x) - sum_over(n, lambda i: x[i, 0]) ** 2, []


@true("the n-th roots of unity add up to 0")
def sm11():
    n, k = dims("n"), integer("k")
    return Sum(exp(2 * pi * I * k / n), (k, 0, n - 1)), 0, [n >= 2]


@true("number theory, first week: 3 divides 4ᴺ − 1")
def sm12():
    N = natural("N")
    return Mod(4**N - 1, 3), 0, []


@true("the hockey stick")
def sm13():
    n, m, k = dims("n"), natural("m"), integer("k")
    return Sum(binomial(k, m), (k, 0, n - 1)), binomial(n, m + 1), []


@true("signal processing: Parseval for the discrete Fourier transform")
def sm14():
    n, j, k = dims("n"), integer("j"), integer("k")
    x = MatrixSymbol("x", n, 1)
    transform = Sum(x[j, 0] * exp(-2 * pi * I * j * k / n), (j, 0, n - 1))
    return Sum(Abs(transform) ** 2, (k, 0, n - 1)), n * SquaredNorm(x), []


@true("exchanging the order of a triangular sum: cumulative sums")
def sm15():
    n, j, k = dims("n"), integer("j"), integer("k")
    x = MatrixSymbol("x", n, 1)
    return Sum(Sum(x[k, 0], (k, 0, j)), (j, 0, n - 1)), Sum((n - k) * x[k, 0], (k, 0, n - 1)), []


# n = 1: 0 + 1 = 1, but the right side is 0.
@false("Gauss, off by one")
def sm16():
    n, k = dims("n"), integer("k")
    return Sum(k, (k, 0, n)), n * (n - 1) / 2, []


# n = 2, x = (1, 0), y = (0, 1): 0 and 1.
@false("the sum of products is the product of the sums")
def sm17():
    n = dims("n")
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return sum_over(n, lambda i: x[i, 0] * y[i, 0]), sum_over(n, lambda i: x[i, 0]) * sum_over(n, lambda i: y[i, 0]), []


# n = 2, x = (1, 1): 4 and 2.
@false("1 taken out of a product")
def sm18():
    n, k = dims("n"), integer("k")
    x = MatrixSymbol("x", n, 1)
    return Product(1 + x[k, 0], (k, 0, n - 1)), 1 + Product(x[k, 0], (k, 0, n - 1)), []


# N = 0: 2 leaves 2.
@false("3 divides 2ᴺ + 1")
def sm19():
    N = natural("N")
    return Mod(2**N + 1, 3), 0, []


# n = 1, x = 2: 1 + 2 = 3, but the right side is 1.
@false("the geometric sum with a term too many")
def sm20():
    n, k, (x,) = dims("n"), integer("k"), real("x,")
    return Sum(x**k, (k, 0, n)), (1 - x**n) / (1 - x), [Ne(x, 1)]
