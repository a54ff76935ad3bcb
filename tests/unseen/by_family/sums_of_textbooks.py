"""Sums: by parts, geometric, telescoping, binomials, harmonic numbers, Fourier, inequalities between sums."""

from sympy import (
    Ge,
    Gt,
    I,
    Idx,
    Le,
    MatrixSymbol,
    Min,
    Mod,
    Ne,
    Product,
    Rational,
    Sum,
    binomial,
    exp,
    factorial,
    pi,
)

from symattn import Equation, ForAll, InnerProduct, PermutationSymbol, SquaredNorm, dims, sum_over
from tests.unseen.table import column, false, integer, le, natural, real, true


# exchange of a triangular double sum, or induction over n
@true("Abel's transformation (Apostol, Mathematical Analysis, Theorem 8.27)")
def ks01():
    n, j, k = dims("n"), integer("j"), integer("k")
    a, b = column("a b", n + 1)
    return Equation(
        sum_over(n + 1, lambda i: a[i, 0] * b[i, 0]),
        b[n, 0] * sum_over(n + 1, lambda i: a[i, 0])
        + Sum(Sum(a[j, 0], (j, 0, k)) * (b[k, 0] - b[k + 1, 0]), (k, 0, n - 1)),
    ), []


# ks01, each partial sum at most M, and the differences telescope
@true("Abel's inequality (Steele, ch. 14; Mitrinovic §2.2)")
def ks02():
    n, M, j = dims("n"), real("M"), integer("j")
    a, b = column("a b", n + 1)
    return le(sum_over(n + 1, lambda i: a[i, 0] * b[i, 0]), M * b[0, 0]), [
        ForAll(n + 1, lambda k: Le(Sum(a[j, 0], (j, 0, k)), M)),
        ForAll(n, lambda k: Le(b[k + 1, 0], b[k, 0])),
        Ge(b[n, 0], 0),
    ]


# the sum over i, j of (a_i - a_j)(b_i - b_j), expanded
@true("Chebyshev's sum inequality (Hardy, Littlewood & Polya §2.17), similarly ordered")
def ks03():
    n = dims("n")
    a, b = column("a b", n)
    return le(
        sum_over(n, lambda i: a[i, 0]) * sum_over(n, lambda i: b[i, 0]), n * sum_over(n, lambda i: a[i, 0] * b[i, 0])
    ), [ForAll((n, n), lambda i, j: Ge((a[i, 0] - a[j, 0]) * (b[i, 0] - b[j, 0]), 0))]


# induction over r, as (k + (r + 1 - k)) = r + 1
@true("Chu-Vandermonde convolution (Concrete Mathematics, eq. 5.27)")
def ks04():
    r, (x, y), k = natural("r"), real("x y"), integer("k")
    return Equation(Sum(binomial(x, k) * binomial(y, r - k), (k, 0, r)), binomial(x + y, r)), []


# Pascal's rule, induction over n
@true("parallel summation (Concrete Mathematics, eq. 5.9)")
def ks05():
    n, x, k = natural("n"), real("x"), integer("k")
    return Equation(Sum(binomial(x + k, k), (k, 0, n)), binomial(x + n + 1, n)), []


# k C(n, k) = n C(n - 1, k - 1), then the binomial theorem at 1
@true("mean size of a subset (Rosen, Discrete Mathematics §6.4, ex.)")
def ks06():
    n, k = dims("n"), integer("k")
    return Equation(Sum(k * binomial(n, k), (k, 0, n)), n * 2 ** (n - 1)), []


# (1 - x^(2^n))(1 + x^(2^n)) = 1 - x^(2^(n+1))
@true("Euler's product for binary expansions (Polya & Szego I.18)")
def ks07():
    n, x, k = dims("n"), real("x"), integer("k")
    return Equation((1 - x) * Product(1 + x ** (2**k), (k, 0, n - 1)), 1 - x ** (2**n)), []


# exchange: 1/j is counted for k = j, ..., n
@true("sum of harmonic numbers (Concrete Mathematics, eq. 2.36)")
def ks08():
    n, j, k = dims("n"), integer("j"), integer("k")
    return Equation(Sum(1 / j, (j, 1, k), (k, 1, n)), (n + 1) * Sum(1 / j, (j, 1, n)) - n), []


# induction over n: 1/(2n+1) + 1/(2n+2) - 1/(n+1)
@true("Catalan's identity (Botez-Catalan) for the alternating harmonic sum")
def ks09():
    n, k = dims("n"), integer("k")
    return Equation(Sum((-1) ** (k + 1) / k, (k, 1, 2 * n)), Sum(1 / (n + k), (k, 1, n))), []


# orthogonality of the characters: only t = j is left
@true("inverse DFT (Oppenheim & Schafer §8.1, eq. 8.11)")
def ks10():
    N = dims("N")
    (x,), j = column("x", N), Idx("j", N)

    def spectrum(k):
        return sum_over(N, lambda t: x[t, 0] * exp(-2 * pi * I * k * t / N))

    return Equation(sum_over(N, lambda k: spectrum(k) * exp(2 * pi * I * k * j / N)) / N, x[j, 0]), []


# the pairs (i, j) with i + j < n, by k = i + j
@true("prefix sums of a causal convolution (Concrete Mathematics §2.4; generating function a(z) b(z)/(1 - z))")
def ks11():
    n, i, j, k = dims("n"), integer("i"), integer("j"), integer("k")
    a, b = column("a b", n)
    return Equation(
        Sum(Sum(a[i, 0] * b[k - i, 0], (i, 0, k)), (k, 0, n - 1)),
        Sum(a[i, 0] * Sum(b[j, 0], (j, 0, n - 1 - i)), (i, 0, n - 1)),
    ), []


# x_ij - m = (x_ij - m_i) + (m_i - m); the mixed terms add up to 0 in each group
@true("one-way analysis of variance (Casella & Berger, Theorem 11.2.11)")
def ks12():
    m, b = dims("m b")
    X = MatrixSymbol("X", m, b)

    def group(i):
        return sum_over(b, lambda j: X[i, j]) / b

    mean = sum_over(m, lambda i: sum_over(b, lambda j: X[i, j])) / (m * b)
    return Equation(
        sum_over(m, lambda i: sum_over(b, lambda j: (X[i, j] - mean) ** 2)),
        sum_over(m, lambda i: sum_over(b, lambda j: (X[i, j] - group(i)) ** 2))
        + b * sum_over(m, lambda i: (group(i) - mean) ** 2),
    ), []


# the new row and column of n + 1 add 2(1 + ... + n) + n + 1 = (n + 1)^2
@true("sum of the min matrix (Horn & Johnson, Problem 7.1.P; Bhatia 2011, Min matrices)")
def ks13():
    n, i, j = dims("n"), integer("i"), integer("j")
    return Equation(Sum(Min(i, j), (i, 1, n), (j, 1, n)), n * (n + 1) * (2 * n + 1) / 6), []


# Cauchy-Schwarz with a_k/sqrt(b_k) and sqrt(b_k)
@true("Bergstrom / Engel form of Cauchy's inequality, Sedrakyan's lemma (Steele, ex. 1.12)")
def ks14():
    n = dims("n")
    a, b = column("a b", n)
    return le(
        sum_over(n, lambda k: a[k, 0]) ** 2 / sum_over(n, lambda k: b[k, 0]),
        sum_over(n, lambda k: a[k, 0] ** 2 / b[k, 0]),
    ), [ForAll(n, lambda k: Gt(b[k, 0], 0))]


# the sum of (a_k - a_sigma(k))^2 >= 0, and the permuted squares add up to the same
@true("rearrangement inequality with both sequences the same (Hardy, Littlewood & Polya §10.2)")
def ks15():
    n = dims("n")
    (a,), sigma = column("a", n), PermutationSymbol("sigma", n)
    return le(InnerProduct(a, sigma * a), SquaredNorm(a)), []


# (n + 1)! - 1 is right; n = 2: 5 against 4
@false("sum of k k! (Concrete Mathematics §2.6, ex.): right at n = 1 only")
def ks16():
    n, k = dims("n"), integer("k")
    return Equation(Sum(k * factorial(k), (k, 1, n)), factorial(n + 1) - n), []


# n = 2, a = (1, 0), b = (0, 1): 1 <= 0 fails
@false("near miss of ks03: nonnegative in place of similarly ordered")
def ks17():
    n = dims("n")
    a, b = column("a b", n)
    return le(
        sum_over(n, lambda i: a[i, 0]) * sum_over(n, lambda i: b[i, 0]), n * sum_over(n, lambda i: a[i, 0] * b[i, 0])
    ), [ForAll(n, lambda i: Ge(a[i, 0], 0)), ForAll(n, lambda i: Ge(b[i, 0], 0))]


# n = 2, a = (1, -1): 4 <= 0 fails
@false("arithmetic and harmonic mean (Hardy, Littlewood & Polya §2.5): needs positive numbers, not only nonzero ones")
def ks18():
    n = dims("n")
    (a,) = column("a", n)
    return le(n**2, sum_over(n, lambda k: a[k, 0]) * sum_over(n, lambda k: 1 / a[k, 0])), [
        ForAll(n, lambda k: Ne(a[k, 0], 0)),
    ]


# N = 3, x = (1, 0, 0), s = k = 1: e^(-2 pi i/3) against e^(2 pi i/3)
@false("circular shift theorem of the DFT (Oppenheim & Schafer §8.6.2): the sign of the phase")
def ks19():
    N = dims("N")
    (x,), k, s = column("x", N), Idx("k", N), Idx("s", N)

    def dft(f):
        return sum_over(N, lambda t: f(t) * exp(-2 * pi * I * k * t / N))

    return Equation(dft(lambda t: x[Mod(t - s, N), 0]), exp(2 * pi * I * k * s / N) * dft(lambda t: x[t, 0])), []


# n = 3: 1/4 + 1/5 + 1/6 = 37/60 > 36/60; the limit is log 2
@false("H_2n - H_n (Concrete Mathematics §6.3): right at n = 1 and 2 only")
def ks20():
    n, k = dims("n"), integer("k")
    return le(Sum(1 / (n + k), (k, 1, n)), Rational(3, 5)), []
