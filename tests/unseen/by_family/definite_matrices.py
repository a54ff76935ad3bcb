"""Definite matrices, the Loewner order, determinants, traces, inverses: regression, filters, kernels, whitening."""

from sympy import (
    BlockMatrix,
    Determinant,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    Trace,
    log,
)

from symattn import (
    Equation,
    ForAll,
    Invertible,
    InvertibleSymbol,
    Loewner,
    PositiveDefinite,
    PositiveSemidefinite,
    dims,
)
from tests.unseen.table import false, le, lt, real, true


@true("Horn & Johnson, obs. 7.1.8: a congruence by an invertible matrix keeps positive definiteness")
def mf01():
    n = dims("n")
    A, S = MatrixSymbol("A", n, n), InvertibleSymbol("S", n)
    return PositiveDefinite(S.T * A * S), [PositiveDefinite(A)]


@true("statistics course: the residual of a ridge regression, seen by the features, is λ times the weights")
def mf02():
    m, n = dims("m n")
    X, y, lam = MatrixSymbol("X", m, n), MatrixSymbol("y", m, 1), Symbol("lambda", positive=True)
    w = Inverse(X.T * X + lam * Identity(n)) * X.T * y
    return X.T * (y - X * w), lam * w, []


@true("Hoaglin & Welsch 1978: the leverages of a regression add up to the number of parameters")
def mf03():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return Trace(X * Inverse(X.T * X) * X.T), d, [Invertible(X.T * X)]


@true("Kessy, Lewin & Strimmer 2018, eq. 3: if WᵀW is the inverse of the covariance, W whitens")
def mf04():
    n = dims("n")
    W, C = MatrixSymbol("W", n, n), MatrixSymbol("C", n, n)
    return W * C * W.T, Identity(n), [PositiveDefinite(C), Equation(W.T * W, Inverse(C))]


# A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B - A = diag(1, 0), but B^2 - A^2 = [[3, 1], [1, 0]] has determinant -1
@false("squaring taken for monotone in the Loewner order, as it is for nonnegative numbers")
def mf05():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Loewner(A**2, B**2), [PositiveSemidefinite(A), PositiveSemidefinite(B), Loewner(A, B)]


@true("Schölkopf, Smola & Müller 1998: the kernel matrix that is centred in feature space is semidefinite")
def mf06():
    n = dims("n")
    K = MatrixSymbol("K", n, n)
    centre = Identity(n) - OneMatrix(n, n) / n
    return PositiveSemidefinite(centre * K * centre), [PositiveSemidefinite(K)]


@true("Bucy & Joseph 1968: with the gain of Kalman, the stabilised covariance update is the short one")
def mf07():
    m, n = dims("m n")
    P, R, H = MatrixSymbol("P", n, n), MatrixSymbol("R", m, m), MatrixSymbol("H", m, n)
    gain = P * H.T * Inverse(H * P * H.T + R)
    rest = Identity(n) - gain * H
    return rest * P * rest.T + gain * R * gain.T, rest * P, [PositiveSemidefinite(P), PositiveDefinite(R)]


# m = n = 1, P = H = R = K = 1: the left side is 0 + 1 = 1, the right side 0
@false("the short covariance update of a Kalman filter, used with a gain that is not the optimal one")
def mf08():
    m, n = dims("m n")
    P, R, H = MatrixSymbol("P", n, n), MatrixSymbol("R", m, m), MatrixSymbol("H", m, n)
    K = MatrixSymbol("K", n, m)
    rest = Identity(n) - K * H
    return rest * P * rest.T + K * R * K.T, rest * P, [PositiveSemidefinite(P), PositiveDefinite(R)]


@true("Rasmussen & Williams, eq. 2.24: data never increase the covariance of a Gaussian process")
def mf09():
    m, n = dims("m n")
    P, R, H = MatrixSymbol("P", n, n), MatrixSymbol("R", m, m), MatrixSymbol("H", m, n)
    posterior = P - P * H.T * Inverse(H * P * H.T + R) * H * P
    return Loewner(posterior, P), [PositiveSemidefinite(P), PositiveDefinite(R)]


@true("Boyd & Vandenberghe, §A.5.5: the Schur complement of a semidefinite block matrix is semidefinite")
def mf10():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    blocks = PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]]))
    return PositiveSemidefinite(C - B.T * Inverse(A) * B), [blocks, PositiveDefinite(A)]


# n = 2, A = [[1, 0], [0, 0]], B = [[0, 0], [1, 0]], C = [[0, 1], [0, 0]], D = [[0, 0], [0, 1]]: the blocks make the
# permutation matrix that swaps e1 and e2, of determinant -1; A D - B C = [[0, 0], [0, -1]] has determinant 0
@false("linear algebra course: the determinant of four blocks, computed as if they were numbers")
def mf11():
    n = dims("n")
    A, B, C, D = (MatrixSymbol(name, n, n) for name in "ABCD")
    return Determinant(BlockMatrix([[A, B], [C, D]])), Determinant(A * D - B * C), []


@true("Hoaglin & Welsch 1978: no leverage exceeds 1")
def mf12():
    n, d = dims("n d")
    X, i = MatrixSymbol("X", n, d), Idx("i", n)
    return le((X * Inverse(X.T * X) * X.T)[i, i], 1), [Invertible(X.T * X)]


@true("Bhatia, Positive Definite Matrices, exercise: a positive definite matrix and its inverse add up to 2 at least")
def mf13():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return Loewner(2 * Identity(n), A + Inverse(A)), [PositiveDefinite(A)]


# n = 2, A = [[1, 2], [2, 1]]: (1, -1) A (1, -1)^T = 1 - 2 - 2 + 1 = -2
@false("a symmetric matrix with positive entries, such as a table of similarities, taken for semidefinite")
def mf14():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return PositiveSemidefinite(A), [Equation(A, A.T), ForAll((n, n), lambda i, j: lt(0, A[i, j]))]


@true("Horn & Johnson, cor. 7.7.4: the inverse reverses the Loewner order")
def mf15():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Loewner(Inverse(B), Inverse(A)), [PositiveDefinite(A), Loewner(A, B)]


@true("Boyd & Vandenberghe, §3.1.5: the tangent of the log-determinant at the identity lies above it")
def mf16():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return le(log(Determinant(A)), Trace(A) - n), [PositiveDefinite(A)]


@true("Horn & Johnson, thm. 7.5.3 (Schur): the entrywise product of two kernel matrices is semidefinite")
def mf17():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return PositiveSemidefinite(HadamardProduct(A, B)), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


@true("Lauritzen, Graphical Models, §5.1: a variable given all others varies no more than it does by itself")
def mf18():
    n = dims("n")
    A, i = MatrixSymbol("A", n, n), Idx("i", n)
    return le(1, A[i, i] * Inverse(A)[i, i]), [PositiveDefinite(A)]


@true("Hastie, Tibshirani & Friedman, eq. 3.50: the effective degrees of freedom fall as the ridge penalty grows")
def mf19():
    n, d = dims("n d")
    X, lam, mu = MatrixSymbol("X", n, d), real("lambda"), real("mu")
    small = Trace(X * Inverse(X.T * X + lam * Identity(d)) * X.T)
    large = Trace(X * Inverse(X.T * X + mu * Identity(d)) * X.T)
    return le(large, small), [lt(0, lam), le(lam, mu)]


# n = 2, A = diag(1, 10), B = [[1, 2], [2, 5]]: A B + B A = [[2, 22], [22, 100]] has determinant -284
@false("the symmetrised product of two positive definite matrices taken for positive definite")
def mf20():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return PositiveDefinite(A * B + B * A), [PositiveDefinite(A), PositiveDefinite(B)]
