"""Definite matrices: the Loewner order, Schur complements, ridge regression, Kalman gains, Laplacians, leverages."""

from sympy import Abs, BlockMatrix, Determinant, Identity, Idx, Inverse, MatrixSymbol, Ne, Symbol, Trace, ZeroMatrix
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    Fails,
    ForAll,
    InnerProduct,
    Invertible,
    Loewner,
    MatrixFamily,
    PositiveDefinite,
    PositiveSemidefinite,
    ProbabilitySymbol,
    RowSum,
    dims,
)
from tests.unseen.table import column, false, le, real, square, true


@true("Boyd & Vandenberghe 2004, Convex Optimization, §A.5.5: the Schur complement of a semidefinite matrix")
def yf01():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    given = [PositiveDefinite(A), PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]]))]
    return Loewner(B.T * Inverse(A) * B, C), given


@true("Bhatia 2007, Positive Definite Matrices, §4.1: the harmonic mean lies below the arithmetic mean")
def yf02():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(4 * Inverse(A + B), Inverse(A) + Inverse(B)), [PositiveDefinite(A), PositiveDefinite(B)]


@true("Johnson & Wichern 2007, Applied Multivariate Statistical Analysis, eq. (2-49): extended Cauchy–Schwarz")
def yf03():
    n = dims("n")
    (A,), (x, y) = square("A", n), column("x y", n)
    return le(InnerProduct(x, y) ** 2, InnerProduct(x, A * x) * InnerProduct(y, Inverse(A) * y)), [PositiveDefinite(A)]


@true("Benzi, Golub & Liesen 2005, Numerical Solution of Saddle Point Problems, Theorem 3.2")
def yf04():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", m, n)
    saddle = BlockMatrix([[A, B.T], [B, ZeroMatrix(m, m)]])
    return Invertible(saddle), [PositiveDefinite(A), Invertible(B * B.T)]


@true("Murphy 2012, Machine Learning: A Probabilistic Perspective, §14.4.3: residuals of kernel ridge regression")
def yf05():
    n, d, eps = *dims("n d"), Symbol("lambda", positive=True)
    X, y = MatrixSymbol("X", n, d), MatrixSymbol("y", n, 1)
    beta = Inverse(X.T * X + eps * Identity(d)) * X.T * y
    return y - X * beta, eps * Inverse(X * X.T + eps * Identity(n)) * y, []


@true("Hoaglin & Welsch 1978, The Hat Matrix in Regression and ANOVA, §2: two entries of one row")
def yf06():
    n, d = dims("n d")
    X, i, j = MatrixSymbol("X", n, d), Idx("i", n), Idx("j", n)
    H = X * Inverse(X.T * X) * X.T
    return le(H[i, j] ** 2, H[i, i] * (1 - H[i, i])), [Invertible(X.T * X), Ne(i, j)]


@true("Anderson & Moore 1979, Optimal Filtering, §3.1: no gain does better than Kalman's")
def yf07():
    m, n = dims("m n")
    P, R, H, L = (MatrixSymbol(*s) for s in (("P", n, n), ("R", m, m), ("H", m, n), ("L", n, m)))
    K = P * H.T * Inverse(H * P * H.T + R)
    joseph = (Identity(n) - L * H) * P * (Identity(n) - L * H).T + L * R * L.T
    return Loewner((Identity(n) - K * H) * P, joseph), [PositiveSemidefinite(P), PositiveDefinite(R)]


@true("Bishop 2006, Pattern Recognition and Machine Learning, eq. (2.116): the mean given y, as a correction")
def yf08():
    m, n = dims("m n")
    S, R, H = MatrixSymbol("S", n, n), MatrixSymbol("R", m, m), MatrixSymbol("H", m, n)
    mu, y = MatrixSymbol("mu", n, 1), MatrixSymbol("y", m, 1)
    posterior = Inverse(Inverse(S) + H.T * Inverse(R) * H)
    gain = S * H.T * Inverse(H * S * H.T + R)
    given = [PositiveDefinite(S), PositiveDefinite(R)]
    return posterior * (Inverse(S) * mu + H.T * Inverse(R) * y), mu + gain * (y - H * mu), given


@true("Belkin, Matveeva & Niyogi 2004, Regularization and Semi-supervised Learning on Large Graphs, §3: smoothing")
def yf09():
    n, (mu,) = dims("n"), real("mu,")
    (W,) = square("W", n)
    laplacian = DiagMatrix(RowSum(W)) - W
    given = [Equation(W.T, W), ForAll((n, n), lambda i, j: le(0, W[i, j])), mu >= 0]
    return Loewner(Inverse(Identity(n) + mu * laplacian), Identity(n)), given


@true("Greene 2012, Econometric Analysis, §9.3: the normal equations of generalized least squares")
def yf10():
    n, d = dims("n d")
    X, Omega = MatrixSymbol("X", n, d), MatrixSymbol("Omega", n, n)
    return PositiveDefinite(X.T * Inverse(Omega) * X), [PositiveDefinite(Omega), Invertible(X.T * X)]


@true("Yang 2000, A matrix trace inequality, J. Math. Anal. Appl. 250: the case k = 1")
def yf11():
    n = dims("n")
    A, B = square("A B", n)
    return le(Trace(A * B), Trace(A) * Trace(B)), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


@true("Boyd, El Ghaoui, Feron & Balakrishnan 1994, Linear Matrix Inequalities, §5.1: a quadratic Lyapunov function")
def yf12():
    n, d = dims("n d")
    A, P = square("A P", d)
    t, x = Idx("t", n), MatrixFamily("x", n + 1, d, 1)
    given = [ForAll(t, Equation(x[t + 1], A * x[t])), Loewner(A.T * P * A, P)]
    return le(InnerProduct(x[n], P * x[n]), InnerProduct(x[0], P * x[0])), given


@true("Elman, Silvester & Wathen 2014, Finite Elements and Fast Iterative Solvers, §2.2: a spectrally equivalent M")
def yf13():
    n, (delta, mu) = dims("n"), real("delta mu")
    (A, M), (v,) = square("A M", n), column("v", n)
    pair = [Equation(A * v, mu * M * v), Fails(Equation(v, ZeroMatrix(n, 1)))]
    order = [Loewner((1 - delta) * M, A), Loewner(A, (1 + delta) * M)]
    return le(Abs(1 - mu), delta), [PositiveDefinite(M), *pair, *order]


@true("Bickel & Doksum 2015, Mathematical Statistics, §B.5: a covariance from second moments")
def yf14():
    N, d = dims("N d")
    p, X = ProbabilitySymbol("p", N), MatrixSymbol("X", N, d)
    return PositiveSemidefinite(X.T * DiagMatrix(p.T) * X - (p * X).T * (p * X)), []


@true("Abbasi-Yadkori, Pál & Szepesvári 2011, Linear Stochastic Bandits, Lemma 11: the design matrix grows")
def yf15():
    d = dims("d")
    (V,), (x,) = square("V", d), column("x", d)
    return le(Determinant(V), Determinant(V + x * x.T)), [PositiveDefinite(V)]


# m = n = 1, A = C = 1/2, B = 1: B'AB = 1/2 = C, and [[1/2, 1], [1, 1/2]] has the determinant -3/4.
@false("Zhang 2005, The Schur Complement and Its Applications, Theorem 1.12")
def yf16():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    return PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]])), [PositiveDefinite(A), Loewner(B.T * A * B, C)]


# n = 2, A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B² - A² = [[3, 1], [1, 0]] has the determinant -1.
@false("Bhatia 1997, Matrix Analysis, Chapter V: squares in the Loewner order")
def yf17():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(A**2, B**2), [PositiveSemidefinite(A), Loewner(A, B)]


# n = 2, A = aa', B = bb', C = cc' with a = (1, 0), b = (1, 1), c = (1, -2): the trace is 1·(-1)·1 = -1.
@false("Horn & Johnson 2013, Matrix Analysis, §7.6, problems: traces of products of semidefinite matrices")
def yf18():
    n = dims("n")
    A, B, C = square("A B C", n)
    return le(0, Trace(A * B * C)), [PositiveSemidefinite(M) for M in (A, B, C)]


# m = n = 1, P = R = H = 1: K = 1/2, the left side is 1/4, the right side 1/2.
@false("Simon 2006, Optimal State Estimation, eq. (3.19): the covariance after a measurement")
def yf19():
    m, n = dims("m n")
    P, R, H = MatrixSymbol("P", n, n), MatrixSymbol("R", m, m), MatrixSymbol("H", m, n)
    rest = Identity(n) - P * H.T * Inverse(H * P * H.T + R) * H
    return rest * P * rest.T, rest * P, [PositiveSemidefinite(P), PositiveDefinite(R)]


# n = 1, A = v = 1: v'A⁻¹v = 1 and A - vv' = 0.
@false("Gill, Golub, Murray & Saunders 1974, Methods for Modifying Matrix Factorizations, §3: a downdate")
def yf20():
    n = dims("n")
    (A,), (v,) = square("A", n), column("v", n)
    return PositiveDefinite(A - v * v.T), [PositiveDefinite(A), le(InnerProduct(v, Inverse(A) * v), 1)]
