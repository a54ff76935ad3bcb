"""Definedness and definite matrices: ridge, Gram matrices, Laplacians, Schur complements, the Loewner order."""

from sympy import BlockMatrix, Determinant, HadamardProduct, Identity, Idx, Inverse, MatrixSymbol, OneMatrix, Symbol
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    ForAll,
    Invertible,
    Loewner,
    PositiveDefinite,
    PositiveSemidefinite,
    ProbabilitySymbol,
    RowSum,
    SquaredNorm,
    dims,
)
from tests.unseen.table import column, false, le, lt, square, true


def _entry(product):
    return product[0, 0]


@true("Hastie, Tibshirani & Friedman, §4.4.1: the Hessian of a penalised logistic regression is positive definite")
def fd01():
    n, d = dims("n d")
    X, w, lam = MatrixSymbol("X", n, d), MatrixSymbol("w", n, 1), Symbol("lambda", positive=True)
    return PositiveDefinite(X.T * DiagMatrix(w) * X + lam * Identity(d)), [ForAll(n, lambda i: le(0, w[i, 0]))]


@true("Horn & Johnson, Matrix Analysis, §2.5 (the Cayley transform): 1 + A has an inverse for skew-symmetric A")
def fd02():
    n = dims("n")
    (A,) = square("A", n)
    return Invertible(Identity(n) + A), [Equation(A.T, -A)]


@true("von Luxburg 2007, prop. 1: the Laplacian of a graph with weights ≥ 0 is positive semidefinite")
def fd03():
    n = dims("n")
    (W,) = square("W", n)
    given = [Equation(W.T, W), ForAll((n, n), lambda i, j: le(0, W[i, j]))]
    return PositiveSemidefinite(DiagMatrix(RowSum(W)) - W), given


@true("Boyd & Vandenberghe, §A.5.5: a block matrix with a semidefinite Schur complement is semidefinite")
def fd04():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    block = BlockMatrix([[A, B], [B.T, C]])
    return PositiveSemidefinite(block), [PositiveDefinite(A), PositiveSemidefinite(C - B.T * Inverse(A) * B)]


@true("Boyd & Vandenberghe, §A.5.5: the Schur complement in a positive definite matrix is positive definite")
def fd05():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    given = [PositiveDefinite(BlockMatrix([[A, B], [B.T, C]]))]
    return PositiveDefinite(C - B.T * Inverse(A) * B), given


@true("Bishop, PRML, §3.3: in Bayesian linear regression the posterior covariance is at most the prior one")
def fd06():
    n, d = dims("n d")
    X, (S,), v = MatrixSymbol("X", n, d), square("S", d), Symbol("v", positive=True)
    return Loewner(Inverse(Inverse(S) + X.T * X / v), S), [PositiveDefinite(S)]


@true("Horn & Johnson, Matrix Analysis, §7.1: an entry of a semidefinite matrix is bounded by its diagonal")
def fd07():
    n = dims("n")
    (A,), i, j = square("A", n), Idx("i", n), Idx("j", n)
    return le(A[i, j] ** 2, A[i, i] * A[j, j]), [PositiveSemidefinite(A)]


@true("Rasmussen & Williams, §4.2.4: a kernel stays a kernel when it is scaled by a function, f(x) k(x, y) f(y)")
def fd08():
    n = dims("n")
    (K,), (u,) = square("K", n), column("u", n)
    return PositiveSemidefinite(HadamardProduct(K, u * u.T)), [PositiveSemidefinite(K)]


@true("Horn & Johnson, Matrix Analysis, §7.8 (ex.): the Cauchy–Schwarz inequality of a norm and its dual norm")
def fd09():
    n = dims("n")
    (A,), (u, v) = square("A", n), column("u v", n)
    bound = _entry(u.T * A * u) * _entry(v.T * Inverse(A) * v)
    return le(_entry(u.T * v) ** 2, bound), [PositiveDefinite(A)]


@true("Boyd & Vandenberghe, §3.6: the inverse is decreasing in the Loewner order")
def fd10():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(Inverse(B), Inverse(A)), [PositiveDefinite(A), Loewner(A, B)]


@true("Hastie, Tibshirani & Friedman, §3.2: the hat matrix of least squares is at most the identity")
def fd11():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return Loewner(X * Inverse(X.T * X) * X.T, Identity(n)), [Invertible(X.T * X)]


@true("Alaoui & Mahoney 2015: a ridge leverage score is less than 1")
def fd12():
    n, d = dims("n d")
    X, i, lam = MatrixSymbol("X", n, d), Idx("i", n), Symbol("lambda", positive=True)
    return lt((X * Inverse(X.T * X + lam * Identity(d)) * X.T)[i, i], 1), []


@true("Horn & Johnson, Matrix Analysis, cor. 5.6.16: 1 − A has an inverse when A is small")
def fd13():
    n = dims("n")
    (A,) = square("A", n)
    return Invertible(Identity(n) - A), [lt(SquaredNorm(A), 1)]


@true("Schölkopf & Smola, Learning with Kernels, §2.1: the inhomogeneous quadratic kernel (1 + ⟨x, y⟩)²")
def fd14():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    affine = X * X.T + OneMatrix(n, n)
    return PositiveSemidefinite(HadamardProduct(affine, affine)), []


@true("Boyd & Vandenberghe, §3.1.5: the Hessian of log-sum-exp, diag(p) − ppᵀ")
def fd15():
    n = dims("n")
    p = ProbabilitySymbol("p", n)
    return PositiveSemidefinite(DiagMatrix(p) - p.T * p), []


# n = 2, A = diag(1, 0), B = [[1, 1], [1, 1]]: AB + BA = [[2, 1], [1, 0]] has the determinant −1.
@false("a common slip: the symmetrised product of two semidefinite matrices is semidefinite")
def fd16():
    n = dims("n")
    A, B = square("A B", n)
    return PositiveSemidefinite(A * B + B * A), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


# n = 2, A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B² − A² = [[3, 1], [1, 0]] has the determinant −1.
@false("Bhatia, Matrix Analysis, §V.1: the square is not monotone in the Loewner order")
def fd17():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(A * A, B * B), [PositiveSemidefinite(A), Loewner(A, B)]


# n = 1, W = [[1]]: the Laplacian is [[0]]. (For every n the column of ones is in its kernel.)
@false("von Luxburg 2007, with definite in place of semidefinite: the Laplacian of a graph with weights > 0")
def fd18():
    n = dims("n")
    (W,) = square("W", n)
    given = [Equation(W.T, W), ForAll((n, n), lambda i, j: lt(0, W[i, j]))]
    return PositiveDefinite(DiagMatrix(RowSum(W)) - W), given


# m = n = 1, A = [[−1]], B = [[1]], C = [[0]]: C − BᵀA⁻¹B = 1, which is not at most 0.
@false("a conditional covariance is at most the covariance, of a symmetric invertible A that need not be definite")
def fd19():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    return Loewner(C - B.T * Inverse(A) * B, C), [Equation(A.T, A), Invertible(A)]


# n = 3, A = [[1, 2, 2], [2, 1, 2], [2, 2, 1]]: eigenvalues 5, −1, −1, determinant 5.
@false("a misread criterion of Sylvester: a symmetric matrix with positive diagonal and determinant is definite")
def fd20():
    n = dims("n")
    (A,) = square("A", n)
    given = [Equation(A.T, A), ForAll(n, lambda i: lt(0, A[i, i])), lt(0, Determinant(A))]
    return PositiveDefinite(A), given
