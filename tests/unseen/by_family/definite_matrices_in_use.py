"""Definite matrices in use: ridge, Laplacians, kernels, Kalman updates, Schur complements, norms by a matrix."""

from sympy import (
    BlockMatrix,
    Eq,
    Ge,
    Gt,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    Trace,
    tanh,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    ForAll,
    InnerProduct,
    Invertible,
    Loewner,
    PositiveDefinite,
    PositiveSemidefinite,
    RowSum,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import column, false, le, real, square, true


# v^T(diag p - p p^T)v is the variance of v under p
@true("Gao & Pavel 2017, Proposition 2: the Jacobian of softmax; covariance of a categorical variable")
def kd01():
    n = dims("n")
    (p,) = column("p", n)
    return PositiveSemidefinite(DiagMatrix(p) - p * p.T), [
        ForAll(n, lambda i: Ge(p[i, 0], 0)),
        Eq(sum_over(n, lambda i: p[i, 0]), 1),
    ]


# the block form at (-A^-1 B x, x)
@true("Boyd & Vandenberghe §A.5.5: the Schur complement of a semidefinite block matrix")
def kd02():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    return PositiveSemidefinite(C - B.T * Inverse(A) * B), [
        PositiveDefinite(A),
        PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]])),
    ]


# x^T L x is half the sum of W_ij (x_i - x_j)^2, so the matrix is definite
@true("Chung, Spectral Graph Theory §1; Desbrun et al. 1999: an implicit step of diffusion on a graph can be solved")
def kd03():
    n, tau = dims("n"), Symbol("tau", positive=True)
    (W,) = square("W", n)
    return Invertible(Identity(n) + tau * (DiagMatrix(RowSum(W)) - W)), [
        Equation(W, W.T),
        ForAll((n, n), lambda i, j: Ge(W[i, j], 0)),
    ]


# I - X(X^T X + lam)^-1 X^T = lam (X X^T + lam)^-1
@true("Hastie, Tibshirani & Friedman §3.4.1: the hat matrix of ridge regression shrinks")
def kd04():
    m, n, lam = *dims("m n"), Symbol("lambda", positive=True)
    X = MatrixSymbol("X", m, n)
    return Loewner(X * Inverse(X.T * X + lam * Identity(n)) * X.T, Identity(m)), []


# B is definite too; y^T B^-1 y <= y^T A^-1 y by Cauchy-Schwarz, or 2x^T y - x^T A x >= 2x^T y - x^T B x
@true("Horn & Johnson, Corollary 7.7.4: the inverse reverses the order")
def kd05():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(Inverse(B), Inverse(A)), [PositiveDefinite(A), Loewner(A, B)]


# two congruences, added
@true("Bucy & Joseph 1968; Simon, Optimal State Estimation §5.1: the Joseph form")
def kd06():
    m, n = dims("m n")
    P, R = MatrixSymbol("P", n, n), MatrixSymbol("R", m, m)
    K, H = MatrixSymbol("K", n, m), MatrixSymbol("H", m, n)
    step = Identity(n) - K * H
    return PositiveSemidefinite(step * P * step.T + K * R * K.T), [PositiveSemidefinite(P), PositiveSemidefinite(R)]


# the difference is a congruence of the inverse of a definite matrix
@true("Kalman 1960; Anderson & Moore §3.1: a measurement never increases the covariance")
def kd07():
    m, n = dims("m n")
    P, R, H = MatrixSymbol("P", n, n), MatrixSymbol("R", m, m), MatrixSymbol("H", m, n)
    return Loewner(P - P * H.T * Inverse(H * P * H.T + R) * H * P, P), [PositiveSemidefinite(P), PositiveDefinite(R)]


# the discriminant of (x + t y)^T A (x + t y) >= 0
@true("Steele, The Cauchy-Schwarz Master Class, ch. 1: the seminorm of a semidefinite matrix")
def kd08():
    n = dims("n")
    (A,), (x, y) = square("A", n), column("x y", n)
    return le(InnerProduct(x, A * y) ** 2, InnerProduct(x, A * x) * InnerProduct(y, A * y)), [PositiveSemidefinite(A)]


# (u + A^-1 B v)^T A (u + A^-1 B v) + v^T S v
@true("Haynsworth 1968; Boyd & Vandenberghe §A.5.5: sufficiency of the Schur complement")
def kd09():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    return PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]])), [
        PositiveDefinite(A),
        PositiveSemidefinite(C - B.T * Inverse(A) * B),
    ]


# the difference is X^T 1 1^T X/n
@true("Mardia, Kent & Bibby, Multivariate Analysis §1.4: scatter about the mean is below scatter about 0")
def kd10():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return Loewner(X.T * (Identity(n) - OneMatrix(n, n) / n) * X, X.T * X), []


# A o (X X^T) is the sum of diag(x_k) A diag(x_k) over the columns of X
@true("Schur 1911; Horn & Johnson, Theorem 7.5.3, with one factor a Gram matrix")
def kd11():
    n, d = dims("n d")
    (A,), X = square("A", n), MatrixSymbol("X", n, d)
    return PositiveSemidefinite(HadamardProduct(A, X * X.T)), [PositiveSemidefinite(A)]


# (x y)^2 + 2c x y + c^2: three Gram matrices
@true("Shawe-Taylor & Cristianini, Kernel Methods §9.1: the quadratic polynomial kernel")
def kd12():
    n, d, c = *dims("n d"), real("c")
    X = MatrixSymbol("X", n, d)
    return PositiveSemidefinite(from_entries(n, n, lambda i, j: (InnerProduct(X[i, :], X[j, :]) + c) ** 2)), [Ge(c, 0)]


# B is a sum of columns times rows, or elimination
@true("Boyd & Vandenberghe, ex. 2.24 (the semidefinite cone is self-dual); Fejer")
def kd13():
    n = dims("n")
    A, B = square("A B", n)
    return le(0, Trace(A * B)), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


# A_ij^2 <= A_ii A_jj
@true("Horn & Johnson, Observation 7.1.10: a 0 on the diagonal empties its row")
def kd14():
    n = dims("n")
    (A,), i, j = square("A", n), Idx("i", n), Idx("j", n)
    return Equation(A[i, j], 0), [PositiveSemidefinite(A), Eq(A[i, i], 0)]


# v^T X^T D X v = sum of w_k (X v)_k^2 is 0 only if X v = 0, so X^T X v = 0
@true("Bishop, Pattern Recognition §4.3.3: the Hessian of logistic regression with independent features")
def kd15():
    n, d = dims("n d")
    X, (w,) = MatrixSymbol("X", n, d), column("w", n)
    return PositiveDefinite(X.T * DiagMatrix(w) * X), [ForAll(n, lambda i: Gt(w[i, 0], 0)), Invertible(X.T * X)]


# n = 2, A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B^2 - A^2 = [[3, 1], [1, 0]]
@false("Bhatia, Matrix Analysis §V.1: the square is not operator monotone")
def kd16():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(A * A, B * B), [PositiveSemidefinite(A), Loewner(A, B)]


# n = 2, A = [[1, 1], [1, 1]], B = [[0, 1], [1, 0]]: the product is B
@false("near miss of Schur's product theorem: a nonnegative symmetric mask is not enough")
def kd17():
    n = dims("n")
    A, B = square("A B", n)
    return PositiveSemidefinite(HadamardProduct(A, B)), [
        PositiveSemidefinite(A),
        Equation(B, B.T),
        ForAll((n, n), lambda i, j: Ge(B[i, j], 0)),
    ]


# n = 2, W = [[0, -1], [-1, 0]]: the Laplacian is [[-1, 1], [1, -1]]
@false("Laplacians of signed graphs (Kunegis et al. 2010): the degree has to be of absolute values")
def kd18():
    n = dims("n")
    (W,) = square("W", n)
    return PositiveSemidefinite(DiagMatrix(RowSum(W)) - W), [Equation(W, W.T)]


# n = 2, A = diag(1, 0), B = [[1, 1], [1, 1]]: [[2, 1], [1, 0]]
@false("Bhatia, Positive Definite Matrices §1.2: the symmetrised product of two semidefinite matrices")
def kd19():
    n = dims("n")
    A, B = square("A B", n)
    return PositiveSemidefinite(A * B + B * A), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


# n = 2, d = 1, X = (1, 2): tanh(1) tanh(4) < tanh(2)^2, the determinant is negative
@false("Scholkopf & Smola, Learning with Kernels §4.4: the sigmoid kernel is no Mercer kernel")
def kd20():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return PositiveSemidefinite(from_entries(n, n, lambda i, j: tanh(InnerProduct(X[i, :], X[j, :])))), []
