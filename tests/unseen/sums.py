"""Sums, products, discrete Fourier transforms, binomials: statements."""

from sympy import (
    Abs,
    Eq,
    Ge,
    I,
    Idx,
    Le,
    MatrixSymbol,
    Mod,
    Ne,
    Product,
    Rational,
    Sum,
    conjugate,
    cos,
    exp,
    log,
    pi,
    sin,
)

from symattn import Equation, ForAll, InnerProduct, SquaredNorm, dims, sum_over
from tests.unseen.table import false, integer, le, natural, real, true


# 1/((k+1)(k+2)) = 1/(k+1) - 1/(k+2)
@true("telescoping (Concrete Mathematics §2.6)")
def sum01():
    n = dims("n")
    return Equation(sum_over(n, lambda k: 1 / ((k + 1) * (k + 2))), Rational(1) * n / (n + 1)), []


# n = 1: 1/2 against 2/3
@false("near miss of sum01: off by one")
def sum02():
    n = dims("n")
    return Equation(sum_over(n, lambda k: 1 / ((k + 1) * (k + 2))), (n + 1) / (n + 2)), []


# induction over n
@true("arithmetic-geometric sum (Concrete Mathematics, eq. 2.26)")
def sum03():
    n, q = dims("n"), real("q")
    return Equation(sum_over(n, lambda k: k * q**k), (q - n * q**n + (n - 1) * q ** (n + 1)) / (1 - q) ** 2), [Ne(q, 1)]


# summation by parts: induction over n
@true("Abel summation (Rudin, Theorem 3.41)")
def sum04():
    n = dims("n")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    return Equation(
        sum_over(n, lambda k: a[k, 0] * (b[k + 1, 0] - b[k, 0])),
        a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0] - sum_over(n, lambda k: b[k + 1, 0] * (a[k + 1, 0] - a[k, 0])),
    ), []


# n = 1, a = (0, 1), b = (0, 1): 0 against 1 - 0
@false("near miss of sum04: b_k in place of b_(k+1)")
def sum05():
    n = dims("n")
    a, b = MatrixSymbol("a", n + 1, 1), MatrixSymbol("b", n + 1, 1)
    return Equation(
        sum_over(n, lambda k: a[k, 0] * (b[k + 1, 0] - b[k, 0])),
        a[n, 0] * b[n, 0] - a[0, 0] * b[0, 0] - sum_over(n, lambda k: b[k, 0] * (a[k + 1, 0] - a[k, 0])),
    ), []


# every number below m s is i s + j once; the order of the two sums is exchanged
@true("strided loops (CUDA grid-stride reduction) add the same numbers")
def sum06():
    m, s = dims("m s")
    x = MatrixSymbol("x", m * s, 1)
    return Equation(
        sum_over(s, lambda j: sum_over(m, lambda i: x[i * s + j, 0])), sum_over(m * s, lambda k: x[k, 0])
    ), []


# sum over i, j of (a_i b_j - a_j b_i)^2, expanded
@true("Lagrange's identity (Steele, ch. 3)")
def sum07():
    n = dims("n")
    a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    gap = sum_over(n, lambda i: sum_over(n, lambda j: (a[i, 0] * b[j, 0] - a[j, 0] * b[i, 0]) ** 2)) / 2
    return Equation(SquaredNorm(a) * SquaredNorm(b) - InnerProduct(a, b) ** 2, gap), []


# geometric sum with ratio w != 1 and w^n = 1
@true("sum of the roots of unity (Stein & Shakarchi, Fourier Analysis, ch. 7)")
def sum08():
    n = dims("n")
    return Equation(sum_over(n, lambda k: exp(2 * pi * I * k / n)), 0), [Ge(n, 2)]


# orthogonality of the characters, then the diagonal
@true("Parseval for the DFT (Oppenheim & Schafer §8.6)")
def sum09():
    N = dims("N")
    x = MatrixSymbol("x", N, 1)

    def spectrum(k):
        return sum_over(N, lambda t: x[t, 0] * exp(-2 * pi * I * k * t / N))

    return Equation(sum_over(N, lambda k: Abs(spectrum(k)) ** 2), N * sum_over(N, lambda t: x[t, 0] ** 2)), []


# N = 2, x = (1, 0): 2 against 1
@false("near miss of sum09: without the factor N")
def sum10():
    N = dims("N")
    x = MatrixSymbol("x", N, 1)

    def spectrum(k):
        return sum_over(N, lambda t: x[t, 0] * exp(-2 * pi * I * k * t / N))

    return Equation(sum_over(N, lambda k: Abs(spectrum(k)) ** 2), sum_over(N, lambda t: x[t, 0] ** 2)), []


# the summand for -k is the conjugate, and a full turn does not matter
@true("DFT of a real signal: conjugate symmetry (Oppenheim & Schafer §8.6.4)")
def sum11():
    N = dims("N")
    x, k = MatrixSymbol("x", N, 1), natural("k")

    def spectrum(f):
        return sum_over(N, lambda t: x[t, 0] * exp(-2 * pi * I * f * t / N))

    return Equation(spectrum(N - k), conjugate(spectrum(k))), [Le(k, N)]


# circular shifts permute the index of the inner sum; e^(-2 pi i k N/N) = 1
@true("circular convolution theorem (Davis, Circulant Matrices §3.2)")
def sum12():
    N = dims("N")
    x, y, k = MatrixSymbol("x", N, 1), MatrixSymbol("y", N, 1), Idx("k", N)

    def dft(f):
        return sum_over(N, lambda t: f(t) * exp(-2 * pi * I * k * t / N))

    def conv(t):
        return sum_over(N, lambda s: x[s, 0] * y[Mod(t - s, N), 0])

    return Equation(dft(conv), dft(lambda t: x[t, 0]) * dft(lambda t: y[t, 0])), []


# induction over N with Pascal's rule, as (1 + x)^(N+1) = (1 + x)(1 + x)^N
@true("binomial theorem from Pascal's rule (Concrete Mathematics §5.1)")
def sum13():
    N, x = dims("N"), real("x")
    P = MatrixSymbol("P", N + 1, N + 2)
    return Equation(sum_over(N + 1, lambda k: P[N, k] * x**k), (1 + x) ** N), [
        Eq(P[0, 0], 1),
        ForAll(N + 1, lambda k: Eq(P[0, k + 1], 0)),
        ForAll(N, lambda i: Eq(P[i + 1, 0], 1)),
        ForAll((N, N + 1), lambda i, k: Eq(P[i + 1, k + 1], P[i, k] + P[i, k + 1])),
    ]


# n^3 + 5n = (n - 1)n(n + 1) + 6n
@true("divisibility by induction (Rosen, Discrete Mathematics §5.1, ex.)")
def sum14():
    n = natural("n")
    return Equation(Mod(n**3 + 5 * n, 6), 0), []


# n = 1: 2
@false("near miss of 2 | n^2 + n: the modulus 4")
def sum15():
    n = natural("n")
    return Equation(Mod(n**2 + n, 4), 0), []


# x_k is counted for j = k, ..., n - 1
@true("cumulated sums, exchange of a triangular double sum")
def sum16():
    n = dims("n")
    x, j, k = MatrixSymbol("x", n, 1), integer("j"), integer("k")
    return Equation(Sum(x[k, 0], (k, 0, j), (j, 0, n - 1)), Sum((n - k) * x[k, 0], (k, 0, n - 1))), []


# 2 sin(t/2) cos((k + 1/2)t) = sin((k + 1)t) - sin(k t)
@true("Dirichlet kernel (Zygmund, ch. II)")
def sum17():
    n, t = dims("n"), real("t")
    return Equation(2 * sin(t / 2) * sum_over(n, lambda k: cos((2 * k + 1) * t / 2)), sin(n * t)), []


# 1/(n + 1)^2 <= 1/n - 1/(n + 1)
@true("Basel partial sums (Spivak, ch. 2, ex.)")
def sum18():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / k**2, (k, 1, n)), 2 - 1 / n), []


# n = 3: 49/36 = 1.361 against 4/3
@false("near miss of sum18: right at n = 1 and 2 only")
def sum19():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / k**2, (k, 1, n)), Rational(3, 2) - 1 / (2 * n)), []


# induction: (1 - s)(1 - a) >= 1 - s - a, the product between 0 and 1
@true("Weierstrass product inequality (Mitrinovic §3.2.37)")
def sum20():
    n, k = dims("n"), integer("k")
    a = MatrixSymbol("a", n, 1)
    return le(1 - sum_over(n, lambda i: a[i, 0]), Product(1 - a[k, 0], (k, 0, n - 1))), [
        ForAll(n, lambda i: Ge(a[i, 0], 0)),
        ForAll(n, lambda i: Le(a[i, 0], 1)),
    ]


# n = 3, a = (4, 4, 4): 1 - 12 = -11 <= -27 fails
@false("near miss of sum20: without a <= 1")
def sum21():
    n, k = dims("n"), integer("k")
    a = MatrixSymbol("a", n, 1)
    return le(1 - sum_over(n, lambda i: a[i, 0]), Product(1 - a[k, 0], (k, 0, n - 1))), [
        ForAll(n, lambda i: Ge(a[i, 0], 0)),
    ]


# log(1 + 1/k) <= 1/k, telescoped
@true("harmonic numbers above the logarithm (Concrete Mathematics §6.3)")
def sum22():
    n, k = dims("n"), integer("k")
    return le(log(n + 1), Sum(1 / k, (k, 1, n))), []


# 1 - 1/k^2 = (k - 1)(k + 1)/k^2
@true("telescoping product (Polya & Szego I.3)")
def sum23():
    n, k = dims("n"), integer("k")
    return Equation(Product(1 - 1 / k**2, (k, 2, n + 1)), (n + 2) / (2 * (n + 1))), []


# the diagonal is half: (sum x)^2 = 2 sum_(j < i) + sum x^2
@true("elementary symmetric polynomial e2 (factorisation machines, Rendle 2010, Lemma 3.1)")
def sum24():
    n, d = dims("n d")
    X, i, j = MatrixSymbol("X", n, d), integer("i"), integer("j")
    pairs = Sum(sum_over(d, lambda f: X[i, f] * X[j, f]), (j, 0, i), (i, 0, n - 1))
    squares = sum_over(d, lambda f: sum_over(n, lambda k: X[k, f]) ** 2)
    return Equation(2 * pairs, squares + SquaredNorm(X)), []
