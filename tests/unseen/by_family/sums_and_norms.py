"""Sums and products, Fourier sums, convolutions and circulants, rearrangements and norms."""

from sympy import Abs, I, MatrixSymbol, Min, Ne, Product, Sum, Symbol, binomial, cos, exp, pi, sin
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    ForAll,
    HeadSum,
    InnerProduct,
    MaxNorm,
    Norm1,
    PermutationSymbol,
    RowMax,
    RowSum,
    SquaredNorm,
    dims,
    sum_over,
)
from tests.unseen.table import column, false, integer, le, real, square, true


@true("Graham, Knuth & Patashnik 1994, Concrete Mathematics, eq. 2.55: summation by parts")
def yd01():
    n, k = dims("n"), integer("k")
    u, v = column("u v", n + 1)
    left = Sum(u[k, 0] * (v[k + 1, 0] - v[k, 0]), (k, 0, n - 1))
    right = Sum(v[k + 1, 0] * (u[k + 1, 0] - u[k, 0]), (k, 0, n - 1))
    return left, u[n, 0] * v[n, 0] - u[0, 0] * v[0, 0] - right, []


@true("Graham, Knuth & Patashnik 1994, Concrete Mathematics, eq. 5.9: parallel summation")
def yd02():
    n, k, r = dims("n"), integer("k"), real("r")
    return Sum(binomial(r + k, k), (k, 0, n)), binomial(r + n + 1, n), []


@true("Knuth 1997, The Art of Computer Programming 1, §1.2.6, in the manner of exercise 48")
def yd03():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** k * binomial(n, k) / (k + 1), (k, 0, n)), 1 / (n + 1), []


@true("Mallat 2009, A Wavelet Tour of Signal Processing, ch. 3: Plancherel's formula, discrete")
def yd04():
    n, j, k = dims("n"), integer("j"), integer("k")
    (x,) = column("x", n)
    transform = Sum(x[k, 0] * exp(-2 * pi * I * j * k / n), (k, 0, n - 1))
    return Sum(Abs(transform) ** 2, (j, 0, n - 1)), n * SquaredNorm(x), []


@true("Rudin 1976, Principles of Mathematical Analysis, Theorem 3.50: partial sums of a Cauchy product")
def yd05():
    n, i, k, z = dims("n"), integer("i"), integer("k"), real("z")
    a, b = column("a b", n)
    product = Sum(Sum(a[i, 0] * b[k - i, 0], (i, 0, k)) * z**k, (k, 0, n - 1))
    tails = Sum(a[i, 0] * z**i * Sum(b[k, 0] * z**k, (k, 0, n - 1 - i)), (i, 0, n - 1))
    return product, tails, []


@true("Gray 2006, Toeplitz and Circulant Matrices: A Review, Theorem 3.1: circulant matrices are normal")
def yd06():
    n, h = dims("n"), integer("h")
    P, (c,) = PermutationSymbol("P", n), column("c", n)
    C = HeadSum(c[h, 0] * P**h, (h, 0, n - 1))
    return C * C.T, C.T * C, []


@true("Stein & Shakarchi 2003, Fourier Analysis: An Introduction, ch. 2: the Dirichlet kernel")
def yd07():
    n, k, x = dims("n"), integer("k"), real("x")
    return 2 * sin(x / 2) * Sum(cos(k * x), (k, 1, n)), sin((2 * n + 1) * x / 2) - sin(x / 2), []


@true("Mitrinović, Pečarić & Fink 1993, Classical and New Inequalities in Analysis, ch. IX: Chebyshev's inequality")
def yd08():
    n = dims("n")
    a, b = column("a b", n + 1)
    given = [ForAll(n, lambda i: le(a[i, 0], a[i + 1, 0])), ForAll(n, lambda i: le(b[i, 0], b[i + 1, 0]))]
    return le(RowSum(a.T)[0, 0] * RowSum(b.T)[0, 0], (n + 1) * InnerProduct(a, b)), given


@true("Steele 2004, The Cauchy-Schwarz Master Class, ch. 5: ratios of a positive sequence and its rearrangement")
def yd09():
    n = dims("n")
    (x,), sigma = column("x", n), PermutationSymbol("sigma", n)
    return le(n, sum_over(n, lambda i: (sigma * x)[i, 0] / x[i, 0])), [ForAll(n, lambda i: x[i, 0] > 0)]


@true("Halmos & Sunder 1978, Bounded Integral Operators on L² Spaces, §5: Schur's test, of a matrix")
def yd10():
    m, n = dims("m n")
    R, C = real("R C")
    A, (x,) = MatrixSymbol("A", m, n), column("x", n)
    given = [
        ForAll((m, n), lambda i, j: le(0, A[i, j])),
        ForAll(m, lambda i: le(sum_over(n, lambda j: A[i, j]), R)),
        ForAll(n, lambda j: le(sum_over(m, lambda i: A[i, j]), C)),
    ]
    return le(SquaredNorm(A * x), R * C * SquaredNorm(x)), given


@true("Puterman 1994, Markov Decision Processes, §6.2: the greatest value does not expand distances")
def yd11():
    n = dims("n")
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    return le(Abs(RowMax(x)[0, 0] - RowMax(y)[0, 0]), MaxNorm(x - y)), []


@true("Durrett 2019, Probability: Theory and Examples, Lemma 3.4.3: products of numbers of modulus at most 1")
def yd12():
    n, i = dims("n"), integer("i")
    a, b = column("a b", n)
    given = [ForAll(n, lambda k: le(Abs(a[k, 0]), 1)), ForAll(n, lambda k: le(Abs(b[k, 0]), 1))]
    return le(Abs(Product(a[i, 0], (i, 0, n - 1)) - Product(b[i, 0], (i, 0, n - 1))), Norm1(a - b)), given


@true("Spivak 2008, Calculus, ch. 2, in the manner of the problems: a product that telescopes")
def yd13():
    n, k = dims("n"), integer("k")
    return Product(1 - 1 / k**2, (k, 2, n)), (n + 1) / (2 * n), []


@true("Graham, Knuth & Patashnik 1994, Concrete Mathematics, §2.4, in the manner of its exercises: a sum of minima")
def yd14():
    n, i, j = dims("n"), integer("i"), integer("j")
    return Sum(Min(i, j), (j, 1, n), (i, 1, n)), n * (n + 1) * (2 * n + 1) / 6, []


@true("von Luxburg 2007, A Tutorial on Spectral Clustering, Proposition 1: the form of the graph Laplacian")
def yd15():
    n = dims("n")
    (W,), (f,) = square("W", n), column("f", n)
    laplacian = DiagMatrix(RowSum(W)) - W
    energy = sum_over(n, lambda i: sum_over(n, lambda j: W[i, j] * (f[i, 0] - f[j, 0]) ** 2))
    return InnerProduct(f, laplacian * f), energy / 2, [Equation(W, W.T)]


# n = 2, z = -1: 2 and 0
@false("Oppenheim & Schafer 2010, Discrete-Time Signal Processing, §8.1: every second power of a root of unity")
def yd16():
    n, z = dims("n"), Symbol("z", complex=True)
    return sum_over(n, lambda k: z ** (2 * k)), 0, [Equation(z**n, 1), Ne(z, 1)]


# n = 2: 2 and 0
@false("Graham, Knuth & Patashnik 1994, Concrete Mathematics, eq. 5.42: differences of a square, one order too early")
def yd17():
    n, k = dims("n"), integer("k")
    return Sum((-1) ** k * k**2 * binomial(n, k), (k, 0, n)), 0, [n >= 2]


# n = 2, A of ones: 16 and 8
@false("Golub & Van Loan 2013, Matrix Computations, §2.3: the sum of absolute values and the Frobenius norm")
def yd18():
    n = dims("n")
    (A,) = square("A", n)
    return le(Norm1(A) ** 2, n * SquaredNorm(A)), []


# n = 2, a = (1, -1/2): 3/2 and 1
@false("Bullen 2003, Handbook of Means and Their Inequalities, §I.4: Bernoulli's inequality for mixed signs")
def yd19():
    n, i = dims("n"), integer("i")
    (a,) = column("a", n)
    given = [ForAll(n, lambda k: le(-1, a[k, 0]))]
    return le(1 + Sum(a[i, 0], (i, 0, n - 1)), Product(1 + a[i, 0], (i, 0, n - 1))), given


# n = 1, a = 1, b = 1: 2 and 1
@false("Graham, Knuth & Patashnik 1994, Concrete Mathematics, eq. 2.33: two triangles that share a diagonal")
def yd20():
    n, i, j = dims("n"), integer("i"), integer("j")
    a, b = column("a b", n)
    lower = Sum(a[i, 0] * b[j, 0], (j, 0, i), (i, 0, n - 1))
    upper = Sum(a[i, 0] * b[j, 0], (j, i, n - 1), (i, 0, n - 1))
    return lower + upper, Sum(a[i, 0], (i, 0, n - 1)) * Sum(b[j, 0], (j, 0, n - 1)), []
