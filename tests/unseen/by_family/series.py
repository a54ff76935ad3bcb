"""Sums and products: telescoping, discounted and prefix sums, double sums, binomials, bounds, divisibility, Fourier."""

from sympy import Abs, I, MatrixSymbol, Mod, Product, Rational, Sum, binomial, cos, exp, pi, sin

from symattn import ForAll, dims, sum_over
from tests.unseen.table import false, integer, le, lt, natural, real, true


@true("school: pentagonal numbers, the sum of the arithmetic progression 1, 4, 7, …")
def se01():
    n, k = dims("n"), integer("k")
    return Sum(3 * k + 1, (k, 0, n - 1)), n * (3 * n - 1) / 2, []


@true("Graham, Knuth, Patashnik, §2.6: the sum of a rising factorial power k(k + 1)(k + 2)")
def se02():
    n, k = dims("n"), integer("k")
    return Sum(k * (k + 1) * (k + 2), (k, 1, n)), n * (n + 1) * (n + 2) * (n + 3) / 4, []


@true("calculus exercise: the telescoping product of 1 + 2/k")
def se03():
    n, k = dims("n"), integer("k")
    return Product(1 + 2 / k, (k, 1, n)), (n + 1) * (n + 2) / 2, []


@true("Sutton & Barto, Reinforcement Learning, eq. 3.9: a return is the first reward and the discounted rest")
def se04():
    n, t, (gamma,) = dims("n"), integer("t"), real("gamma,")
    r = MatrixSymbol("r", n + 1, 1)
    rest = Sum(gamma**t * r[t + 1, 0], (t, 0, n - 1))
    return Sum(gamma**t * r[t, 0], (t, 0, n)), r[0, 0] + gamma * rest, []


@true("algorithms course: the sum of all prefix sums counts x_k n − k times")
def se05():
    n, j, k = dims("n"), integer("j"), integer("k")
    x = MatrixSymbol("x", n, 1)
    prefixes = Sum(Sum(x[k, 0], (k, 0, j)), (j, 0, n - 1))
    return prefixes, Sum((n - k) * x[k, 0], (k, 0, n - 1)), []


@true("Ng, Harada & Russell 1999: potential-based shaping telescopes along a trajectory")
def se06():
    n, t, (gamma,) = dims("n"), integer("t"), real("gamma,")
    phi = MatrixSymbol("phi", n + 1, 1)
    shaping = Sum(gamma**t * (gamma * phi[t + 1, 0] - phi[t, 0]), (t, 0, n - 1))
    return shaping, gamma**n * phi[n, 0] - phi[0, 0], []


@true("the Weierstrass product inequality; the union bound of independent events")
def se07():
    n, k = dims("n"), integer("k")
    x = MatrixSymbol("x", n, 1)
    given = [ForAll(n, lambda i: le(0, x[i, 0])), ForAll(n, lambda i: le(x[i, 0], 1))]
    return le(1 - Sum(x[k, 0], (k, 0, n - 1)), Product(1 - x[k, 0], (k, 0, n - 1))), given


@true("Graham, Knuth, Patashnik, §5.2: an alternating sum of binomials over k + 1")
def se08():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** k * binomial(n, k) / (k + 1), (k, 0, n)), 1 / (n + 1), []


@true("induction exercise: 9 divides 4ⁿ + 15n − 1")
def se09():
    N = natural("N")
    return Mod(4**N + 15 * N - 1, 9, evaluate=False), 0, []


@true("Viète, Morrie's law: a product of cosines of doubled angles")
def se10():
    n, k, (t,) = dims("n"), integer("k"), real("t,")
    return 2**n * sin(t) * Product(cos(2**k * t), (k, 0, n - 1)), sin(2**n * t), []


@true("Oppenheim & Schafer, ch. 8: Parseval for the DFT of two real sequences")
def se11():
    n, k, s, u = dims("n"), integer("k"), integer("s"), integer("u")
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    conjugate_of_X = Sum(x[s, 0] * exp(2 * pi * I * k * s / n), (s, 0, n - 1))
    Y = Sum(y[u, 0] * exp(-2 * pi * I * k * u / n), (u, 0, n - 1))
    return Sum(conjugate_of_X * Y, (k, 0, n - 1)), n * Sum(x[s, 0] * y[s, 0], (s, 0, n - 1)), []


@true("Hardy, Littlewood, Pólya, §2.17: Chebyshev's sum inequality for two increasing sequences")
def se12():
    n = dims("n")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    given = [ForAll(n, lambda i: le(a[i, 0], a[i + 1, 0])), ForAll(n, lambda i: le(b[i, 0], b[i + 1, 0]))]
    both = sum_over(n + 1, lambda k: a[k, 0] * b[k, 0])
    return le(sum_over(n + 1, lambda k: a[k, 0]) * sum_over(n + 1, lambda k: b[k, 0]), (n + 1) * both), given


@true("Vandermonde: the sum of the squares of a row of Pascal's triangle")
def se13():
    n, k = dims("n"), integer("k")
    return Sum(binomial(n, k) ** 2, (k, 0, n)), binomial(2 * n, n), []


@true("Graham, Knuth, Patashnik, eq. 2.36: the sum of the harmonic numbers")
def se14():
    n, j, k = dims("n"), integer("j"), integer("k")
    return Sum(Sum(1 / j, (j, 1, k)), (k, 1, n)), (n + 1) * Sum(1 / j, (j, 1, n)) - n, []


@true("Lagrange's identity, as a sum over pairs i < j")
def se15():
    n, i, j, k = dims("n"), integer("i"), integer("j"), integer("k")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    minors = Sum(Sum((a[i, 0] * b[j, 0] - a[j, 0] * b[i, 0]) ** 2, (j, i + 1, n - 1)), (i, 0, n - 1))
    squares = Sum(a[k, 0] ** 2, (k, 0, n - 1)) * Sum(b[k, 0] ** 2, (k, 0, n - 1))
    return minors, squares - Sum(a[k, 0] * b[k, 0], (k, 0, n - 1)) ** 2, []


# n = 6: 31 and 32 (equal for n = 1, …, 5)
@false("Moser's circle problem: the regions seem to double with each point")
def se16():
    n, k = dims("n"), integer("k")
    return Sum(binomial(n - 1, k), (k, 0, 4)), 2 ** (n - 1), []


# N = 2: 14 leaves 2 (4 is not a prime)
@false("Fermat's little theorem, stated for the modulus 4")
def se17():
    N = natural("N")
    return Mod(N**4 - N, 4, evaluate=False), 0, []


# n = 2, γ = 1/2, R = 1, r = (1, 1): 3/2 > 1
@false("reinforcement learning: a return bounded by the largest reward; the factor 1/(1 − γ) is forgotten")
def se18():
    n, t, (gamma, R) = dims("n"), integer("t"), real("gamma R")
    r = MatrixSymbol("r", n, 1)
    given = [le(0, gamma), lt(gamma, 1), ForAll(n, lambda i: le(Abs(r[i, 0]), R))]
    return le(Abs(Sum(gamma**t * r[t, 0], (t, 0, n - 1))), R), given


# n = 6: 0.6532… > 0.65 (it holds for n = 1, …, 5; the limit is log 2)
@false("calculus exercise: a bound of 1/(n + 1) + … + 1/(2n) that is below log 2")
def se19():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / (n + k), (k, 1, n)), Rational(13, 20)), []


# n = 1, a = b = 1: 1 and 0 (the diagonal j = i is lost)
@false("swapping a double sum over a triangle, with the diagonal lost")
def se20():
    n, i, j = dims("n"), integer("i"), integer("j")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    by_rows = Sum(Sum(a[i, 0] * b[j, 0], (j, 0, i)), (i, 0, n - 1))
    by_columns = Sum(Sum(a[i, 0] * b[j, 0], (i, j + 1, n - 1)), (j, 0, n - 1))
    return by_rows, by_columns, []
