"""Sums, products and discrete Fourier transforms: Abel summation, roots of unity, Parseval, binomials, divisibility."""

from sympy import Abs, I, Idx, MatrixSymbol, Mod, Ne, Sum, binomial, cos, exp, factorial, log, pi, sin

from symattn import Equation, ForAll, dims
from tests.unseen.table import column, false, integer, le, natural, real, true


@true("Graham, Knuth & Patashnik, eq. 2.56: summation by parts")
def fs01():
    n, k = dims("n"), integer("k")
    u, v = column("u v", n + 1)
    left = Sum(u[k, 0] * (v[k + 1, 0] - v[k, 0]), (k, 0, n - 1))
    right = Sum(v[k + 1, 0] * (u[k + 1, 0] - u[k, 0]), (k, 0, n - 1))
    return left, u[n, 0] * v[n, 0] - u[0, 0] * v[0, 0] - right, []


@true("Graham, Knuth & Patashnik, eq. 2.26: the sum of k xᵏ")
def fs02():
    n, k, (x,) = dims("n"), integer("k"), real("x,")
    closed = (x - (n + 1) * x ** (n + 1) + n * x ** (n + 2)) / (1 - x) ** 2
    return Sum(k * x**k, (k, 0, n)), closed, [Ne(x, 1)]


@true("Stein & Shakarchi, Fourier Analysis, §7.1: the characters of ℤ/n other than 1 have the sum 0")
def fs03():
    n, k = dims("n"), integer("k")
    j = Idx("j", n)
    return Sum(exp(2 * pi * I * j * k / n), (k, 0, n - 1)), 0, [Ne(j, 0)]


@true("Stein & Shakarchi, Fourier Analysis, thm 7.1.2: Parseval's identity of the DFT")
def fs04():
    n, k, t = dims("n"), integer("k"), integer("t")
    (x,) = column("x", n)
    transform = Sum(x[t, 0] * exp(-2 * pi * I * k * t / n), (t, 0, n - 1))
    return Sum(Abs(transform) ** 2, (k, 0, n - 1)), n * Sum(x[t, 0] ** 2, (t, 0, n - 1)), []


@true("Oppenheim & Schafer, §8.5: the inverse DFT of the DFT")
def fs05():
    n, k, t = dims("n"), integer("k"), integer("t")
    (x,), s = column("x", n), Idx("s", n)
    transform = Sum(x[t, 0] * exp(-2 * pi * I * k * t / n), (t, 0, n - 1))
    return Sum(transform * exp(2 * pi * I * k * s / n), (k, 0, n - 1)) / n, x[s, 0], []


@true("Gray, Toeplitz and Circulant Matrices, §3.1: the Fourier vectors are eigenvectors of circulants")
def fs06():
    n, t, u = dims("n"), integer("t"), integer("u")
    c, s, k = MatrixSymbol("c", 2 * n, 1), Idx("s", n), Idx("k", n)
    applied = Sum(c[n + s - t, 0] * exp(2 * pi * I * k * t / n), (t, 0, n - 1))
    eigenvalue = Sum(c[u, 0] * exp(-2 * pi * I * k * u / n), (u, 0, n - 1))
    return applied, eigenvalue * exp(2 * pi * I * k * s / n), [ForAll(n, lambda i: Equation(c[n + i, 0], c[i, 0]))]


@true("Graham, Knuth & Patashnik, eq. 5.22: Vandermonde's convolution, for real x and y")
def fs07():
    p, k, (x, y) = natural("p"), integer("k"), real("x y")
    return Sum(binomial(x, k) * binomial(y, p - k), (k, 0, p)), binomial(x + y, p), []


@true("Graham, Knuth & Patashnik, eq. 5.10: summation on the upper index")
def fs08():
    m, n, k = natural("m"), dims("n"), integer("k")
    return Sum(binomial(m + k, m), (k, 0, n)), binomial(m + n + 1, m + 1), []


@true("Rosen, Elementary Number Theory, §1.3 (exercises on induction): 7 divides 3^(2N+1) + 2^(N+2)")
def fs09():
    N = natural("N")
    return Mod(3 ** (2 * N + 1) + 2 ** (N + 2), 7, evaluate=False), 0, []


@true("Hardy & Wright, ch. 6 (Fermat's theorem for 2, 3 and 5 together): 30 divides N⁵ − N")
def fs10():
    N = natural("N")
    return Mod(N**5 - N, 30, evaluate=False), 0, []


@true("Graham, Knuth & Patashnik, §2.6 (ex.); the digits of the factorial number system: the sum of k · k!")
def fs11():
    n, k = dims("n"), integer("k")
    return Sum(k * factorial(k), (k, 0, n)), factorial(n + 1) - 1, []


@true("Stein & Shakarchi, Fourier Analysis, §2.1: the Dirichlet kernel in real form")
def fs12():
    n, k, (x,) = dims("n"), integer("k"), real("x,")
    return 2 * sin(x / 2) * Sum(cos(k * x), (k, 1, n)), sin((2 * n + 1) * x / 2) - sin(x / 2), []


@true("Graham, Knuth & Patashnik, eq. 2.34: Chebyshev's sum inequality, for numbers in the same order")
def fs13():
    n, k = dims("n"), integer("k")
    a, b = column("a b", n)
    order = ForAll((n, n), lambda i, j: le(0, (a[i, 0] - a[j, 0]) * (b[i, 0] - b[j, 0])))
    sums = Sum(a[k, 0], (k, 0, n - 1)) * Sum(b[k, 0], (k, 0, n - 1))
    return le(sums, n * Sum(a[k, 0] * b[k, 0], (k, 0, n - 1))), [order]


@true("Rudin, Principles of Mathematical Analysis, ch. 3: the partial sums of 1/k² are less than 2")
def fs14():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / k**2, (k, 1, n)), 2 - 1 / n), []


@true("Graham, Knuth & Patashnik, eq. 2.33: the sum over the lower triangle of a symmetric array")
def fs15():
    n, j, k = dims("n"), integer("j"), integer("k")
    (a,) = column("a", n)
    triangle = Sum(Sum(a[j, 0] * a[k, 0], (k, 0, j)), (j, 0, n - 1))
    total, squares = Sum(a[k, 0], (k, 0, n - 1)), Sum(a[k, 0] ** 2, (k, 0, n - 1))
    return triangle, (total**2 + squares) / 2, []


# n = 2, x = (1, 0): both entries of the transform are 1, and 2 ≠ 1.
@false("Parseval's identity of the DFT that is not normalised, without the factor n")
def fs16():
    n, k, t = dims("n"), integer("k"), integer("t")
    (x,) = column("x", n)
    transform = Sum(x[t, 0] * exp(-2 * pi * I * k * t / n), (t, 0, n - 1))
    return Sum(Abs(transform) ** 2, (k, 0, n - 1)), Sum(x[t, 0] ** 2, (t, 0, n - 1)), []


# N = 2: 16 − 2 = 14 has the remainder 2.
@false("Fermat's theorem for the composite number 4")
def fs17():
    N = natural("N")
    return Mod(N**4 - N, 4, evaluate=False), 0, []


# n = 2: 1 + 4 + 1 = 6, and 2³ = 8. (It holds for n = 1.)
@false("Graham, Knuth & Patashnik, §5.1: the sum of squared binomials, taken for a power of 2")
def fs18():
    n, k = dims("n"), integer("k")
    return Sum(binomial(n, k) ** 2, (k, 0, n)), 2 ** (2 * n - 1), []


# n = 1: 1 ≤ log 2 = 0.693 is false. (It is false for every n.)
@false("Graham, Knuth & Patashnik, §6.3: harmonic numbers and the logarithm, with the inequality reversed")
def fs19():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / k, (k, 1, n)), log(n + 1)), []


# n = 1, j = 1 (or any multiple j of n): the sum is n.
@false("the sum of powers of a root of unity, for every exponent j other than 0")
def fs20():
    n, k, j = dims("n"), integer("k"), natural("j")
    return Sum(exp(2 * pi * I * j * k / n), (k, 0, n - 1)), 0, [Ne(j, 0)]
