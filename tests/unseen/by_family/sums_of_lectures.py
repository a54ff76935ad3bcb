"""Sums, products, discrete Fourier transforms, norms: discrete mathematics, signal processing, machine learning."""

from sympy import (
    Abs,
    I,
    Idx,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Product,
    Rational,
    Sum,
    Symbol,
    binomial,
    conjugate,
    cos,
    exp,
    pi,
    re,
    sin,
)

from symattn import (
    ColumnMean,
    Equation,
    ForAll,
    Frequencies,
    MaxNorm,
    Norm1,
    RowSum,
    SinusoidalVector,
    SquaredNorm,
    dims,
    sum_over,
)
from tests.unseen.table import column, false, integer, le, natural, real, true


@true("Graham, Knuth & Patashnik 1994, Concrete Mathematics, eq. (2.26): by perturbation, without a division")
def ud01():
    N, k, (x,) = natural("N"), integer("k"), real("x,")
    return (1 - x) ** 2 * Sum(k * x**k, (k, 0, N)), x - (N + 1) * x ** (N + 1) + N * x ** (N + 2), []


@true("Rudin 1976, Principles of Mathematical Analysis, Theorem 3.41: summation by parts")
def ud02():
    n, k, s = dims("n"), integer("k"), integer("s")
    a, b = column("a b", n)
    parts = Sum(Sum(a[s, 0], (s, 0, k)) * (b[k, 0] - b[k + 1, 0]), (k, 0, n - 2))
    return Sum(a[k, 0] * b[k, 0], (k, 0, n - 1)), b[n - 1, 0] * Sum(a[s, 0], (s, 0, n - 1)) + parts, []


@true("Hardy, Littlewood & Pólya 1952, Inequalities, §2.17: Chebyshev's inequality for similarly ordered sequences")
def ud03():
    n, s = dims("n"), integer("s")
    a, b = column("a b", n)
    given = [ForAll((n, n), lambda i, j: le(0, (a[i, 0] - a[j, 0]) * (b[i, 0] - b[j, 0])))]
    sums = Sum(a[s, 0], (s, 0, n - 1)) * Sum(b[s, 0], (s, 0, n - 1))
    return le(sums, n * Sum(a[s, 0] * b[s, 0], (s, 0, n - 1))), given


# n = 1: the left side is 1/6 and the right side 1/4 − 1/6 = 1/12; the last term should be halved.
@false("Spivak 2008, Calculus, in the manner of the exercises on telescoping sums: three consecutive factors")
def ud04():
    n, k = dims("n"), integer("k")
    return Sum(1 / (k * (k + 1) * (k + 2)), (k, 1, n)), Rational(1, 4) - 1 / ((n + 1) * (n + 2)), []


@true("Oppenheim & Schafer 2010, Discrete-Time Signal Processing, ch. 8: Parseval's relation of the DFT")
def ud05():
    n, s = dims("n"), integer("s")
    (x,) = column("x", n)
    energy = sum_over(n, lambda k: Abs(Sum(x[s, 0] * exp(-2 * pi * I * k * s / n), (s, 0, n - 1))) ** 2)
    return energy / n, SquaredNorm(x), []


@true("Smith 2007, Mathematics of the Discrete Fourier Transform, §6.1: orthogonality of sinusoids, the geometric sum")
def ud06():
    n, m, k, w = dims("n"), natural("m"), integer("k"), Symbol("w", complex=True)
    return Sum(w ** (m * k), (k, 0, n - 1)), 0, [Equation(w**n, 1), Ne(w**m, 1)]


# n = 3, k = 1, x = (0, 1, 0): exp(−4πi/3) and exp(−2πi/3) have the imaginary parts 0.866 and −0.866.
@false("Oppenheim & Schafer 2010, Discrete-Time Signal Processing, Table 8.2: symmetry for real x, without conjugate")
def ud07():
    n, s = dims("n"), integer("s")
    k, (x,) = Idx("k", n), column("x", n)
    mirrored = Sum(x[s, 0] * exp(-2 * pi * I * (n - k) * s / n), (s, 0, n - 1))
    return mirrored, Sum(x[s, 0] * exp(-2 * pi * I * k * s / n), (s, 0, n - 1)), []


@true("Proakis & Manolakis 2007, Digital Signal Processing, §2.6.2: no lag of the autocorrelation exceeds lag zero")
def ud08():
    (n, lag), t = dims("n l"), integer("t")
    (x,) = column("x", n + lag)
    return le(Abs(Sum(x[t, 0] * x[t + lag, 0], (t, 0, n - 1))), SquaredNorm(x)), []


@true("Graham, Knuth & Patashnik 1994, Concrete Mathematics, eq. (5.9): parallel summation, for any real upper index")
def ud09():
    N, k, (r,) = natural("N"), integer("k"), real("r,")
    return Sum(binomial(r + k, k), (k, 0, N)), binomial(r + N + 1, N), []


@true("Feller 1968, An Introduction to Probability Theory I, ch. IX: the second factorial moment of the binomial law")
def ud10():
    n, k, (p,) = dims("n"), integer("k"), real("p,")
    return Sum(k * (k - 1) * binomial(n, k) * p**k * (1 - p) ** (n - k), (k, 0, n)), n * (n - 1) * p**2, []


@true("Golub & Van Loan 2013, Matrix Computations, eq. (2.3.10): the ∞-norm of a matrix is its largest row sum")
def ud11():
    m, n = dims("m n")
    A, (x,) = MatrixSymbol("A", m, n), column("x", n)
    return le(MaxNorm(A * x), MaxNorm(RowSum(A.applyfunc(Abs))) * MaxNorm(x)), []


# m = k = n = 2, A and B all ones: A B has the entries 2, and 2 > 1·1.
@false("Golub & Van Loan 2013, Matrix Computations, §2.3: the largest entry taken for a submultiplicative norm")
def ud12():
    m, k, n = dims("m k n")
    A, B = MatrixSymbol("A", m, k), MatrixSymbol("B", k, n)
    return le(MaxNorm(A * B), MaxNorm(A) * MaxNorm(B)), []


@true("Horn & Johnson 2013, Matrix Analysis, §5.4, in the manner of the problems: Hölder's inequality of x with itself")
def ud13():
    m, n = dims("m n")
    X = MatrixSymbol("X", m, n)
    return le(SquaredNorm(X), Norm1(X) * MaxNorm(X)), []


@true("Graham, Knuth & Patashnik 1994, Concrete Mathematics, §2.4: the sum of the cumulative sums")
def ud14():
    n, j, s = dims("n"), integer("j"), integer("s")
    (x,) = column("x", n)
    return Sum(Sum(x[s, 0], (s, 0, j)), (j, 0, n - 1)), Sum((n - s) * x[s, 0], (s, 0, n - 1)), []


# m = 1, w = 2, i = 0, x = (0, 0, 1): the window moves from the sum 0 to 1, the right side is 0 + 0 − 0.
@false("Smith 1997, The Scientist and Engineer's Guide to DSP, ch. 15: the recursive moving average, one place late")
def ud15():
    (m, w), s = dims("m w"), integer("s")
    i, (x,) = Idx("i", m), column("x", m + w)
    window = Sum(x[i + s, 0], (s, 0, w - 1))
    return Sum(x[i + 1 + s, 0], (s, 0, w - 1)), window + x[i + w - 1, 0] - x[i, 0], []


@true("Welford 1962, Technometrics 4: the corrected sum of squares when one more observation comes")
def ud16():
    n = dims("n")
    (x,) = column("x", n + 1)
    old = x[:n, :]
    before = SquaredNorm(old - OneMatrix(n, 1) * ColumnMean(old))
    update = n * (x[n, 0] - ColumnMean(old)[0, 0]) ** 2 / (n + 1)
    return SquaredNorm(x - OneMatrix(n + 1, 1) * ColumnMean(x)), before + update, []


@true("Vaswani et al. 2017, Attention Is All You Need, §3.5: the distance of two encodings depends on the offset only")
def ud17():
    h, j, k, m = dims("h"), natural("j"), natural("k"), integer("m")
    distance = SquaredNorm(SinusoidalVector(j + k, 2 * h) - SinusoidalVector(j, 2 * h))
    return distance, 4 * Sum(sin(k * Frequencies(2 * h)[m, 0] / 2) ** 2, (m, 0, h - 1)), []


@true("Su et al. 2021, RoFormer, eqs. (12) and (16), in complex form: the score of a query and key of many pairs")
def ud18():
    h, a, b, s = dims("h"), natural("a"), natural("b"), integer("s")
    theta, p, q, u, v = column("theta p q u v", h)
    query, key = p[s, 0] + I * q[s, 0], u[s, 0] + I * v[s, 0]
    turned = query * exp(I * a * theta[s, 0]) * conjugate(key * exp(I * b * theta[s, 0]))
    relative = query * conjugate(key) * exp(I * (a - b) * theta[s, 0])
    left = Sum(re(turned, evaluate=False), (s, 0, h - 1))
    return left, Sum(re(relative, evaluate=False), (s, 0, h - 1)), []


# n = 1, t = π: the left side is 2·(1 − 1) = 0, the right side sin(3π/2) = −1; the term of k = 0 should be halved.
@false("Stein & Shakarchi 2003, Fourier Analysis, ch. 2: the Dirichlet kernel, with the constant term not halved")
def ud19():
    n, k, (t,) = dims("n"), integer("k"), real("t,")
    return 2 * sin(t / 2) * Sum(cos(k * t), (k, 0, n)), sin((n + Rational(1, 2)) * t), []


@true("Beyer, Louck & Zeilberger 1996, Mathematics Magazine 69: a generalisation of Morrie's law, product of cosines")
def ud20():
    n, k, (t,) = dims("n"), integer("k"), real("t,")
    return 2**n * sin(t) * Product(cos(2**k * t), (k, 0, n - 1)), sin(2**n * t), []
