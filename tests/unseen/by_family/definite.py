"""Definite matrices: invertibility, the Loewner order, Gram matrices, ridge regression, Schur complements."""

from sympy import (
    BlockMatrix,
    Identity,
    Idx,
    ImmutableMatrix,
    Inverse,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    Trace,
    ZeroMatrix,
)

from symattn import (
    Equation,
    ForAll,
    InnerProduct,
    Invertible,
    Loewner,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, le, lt, real, true


@true("numerical linear algebra: the system of an implicit Euler step can be solved")
def df01():
    n = dims("n")
    A, h = MatrixSymbol("A", n, n), Symbol("h", positive=True)
    return Invertible(Identity(n) + h * A), [PositiveSemidefinite(A)]


@true("Horn and Johnson, §7.1: the diagonal of a semidefinite matrix")
def df02():
    n = dims("n")
    A, i = MatrixSymbol("A", n, n), Idx("i", n)
    return le(0, A[i, i]), [PositiveSemidefinite(A)]


@true("Horn and Johnson, §7.1: an entry is at most the geometric mean of its diagonal entries")
def df03():
    n = dims("n")
    A, i, j = MatrixSymbol("A", n, n), Idx("i", n), Idx("j", n)
    return le(A[i, j] ** 2, A[i, i] * A[j, j]), [PositiveSemidefinite(A)]


@true("the same with the arithmetic mean")
def df04():
    n = dims("n")
    A, i, j = MatrixSymbol("A", n, n), Idx("i", n), Idx("j", n)
    return le(-A[i, i] - A[j, j], 2 * A[i, j]), [PositiveSemidefinite(A)]


@true("Nesterov: the gradient of a strongly convex quadratic is strongly monotone")
def df05():
    n = dims("n")
    A, x, y, (mu,) = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1), real("mu,")
    return le(mu * SquaredNorm(x - y), InnerProduct(A * x - A * y, x - y)), [Loewner(mu * Identity(n), A)]


@true("Horn and Johnson, §7.7: a congruence keeps the order")
def df06():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("C", m, n)
    return Loewner(C * A * C.T, C * B * C.T), [Loewner(A, B)]


@true("kernel ridge regression: the push-through identity")
def df07():
    n, d = dims("n d")
    X, lam = MatrixSymbol("X", n, d), Symbol("lambda", positive=True)
    left = Inverse(X.T * X + lam * Identity(d)) * X.T
    return left, X.T * Inverse(X * X.T + lam * Identity(n)), []


@true("ridge regression: the hat matrix is at most 1")
def df08():
    n, d = dims("n d")
    X, lam = MatrixSymbol("X", n, d), Symbol("lambda", positive=True)
    return Loewner(X * Inverse(X.T * X + lam * Identity(d)) * X.T, Identity(n)), []


@true("a definite matrix has a positive trace")
def df09():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return lt(0, Trace(A)), [PositiveDefinite(A)]


@true("a Gram matrix with trace 0 comes from the zero matrix")
def df10():
    m, n = dims("m n")
    X = MatrixSymbol("X", m, n)
    return X, ZeroMatrix(m, n), [Equation(Trace(X.T * X), 0)]


@true("Boyd and Vandenberghe, §A.5.5: the Schur complement of a semidefinite block matrix")
def df11():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    given = [PositiveDefinite(A), PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]]))]
    return PositiveSemidefinite(C - B.T * Inverse(A) * B), given


@true("the trace of a product of a semidefinite and a Gram matrix")
def df12():
    n, k = dims("n k")
    A, C = MatrixSymbol("A", n, n), MatrixSymbol("C", n, k)
    return le(0, Trace(A * (C * C.T))), [PositiveSemidefinite(A)]


@true("Cauchy–Schwarz for the form of a semidefinite matrix")
def df13():
    n = dims("n")
    A, x, y = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return le((x.T * A * y)[0, 0] ** 2, (x.T * A * x)[0, 0] * (y.T * A * y)[0, 0]), [PositiveSemidefinite(A)]


@true("school criterion: a 2×2 matrix with a, c ≥ 0 and b² ≤ ac")
def df14():
    a, b, c = real("a b c")
    return PositiveSemidefinite(ImmutableMatrix([[a, b], [b, c]])), [le(0, a), le(0, c), le(b**2, a * c)]


@true("statistics: the scatter matrix Xᵀ(1 − 11ᵀ/n)X is semidefinite")
def df15():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return PositiveSemidefinite(X.T * (Identity(n) - OneMatrix(n, n) / n) * X), []


# A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B² − A² = [[3, 1], [1, 0]], of determinant −1.
@false("squaring does not keep the Loewner order")
def df16():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Loewner(A**2, B**2), [PositiveSemidefinite(A), Loewner(A, B)]


# A = [[1, 2], [2, 1]]: (1, −1) A (1, −1)ᵀ = −2.
@false("a symmetric matrix with a positive diagonal")
def df17():
    n = dims("n")
    A, i = MatrixSymbol("A", n, n), Idx("i", n)
    return PositiveSemidefinite(A), [Equation(A, A.T), ForAll(i, lt(0, A[i, i]))]


# n = d = 1, X = 0.
@false("the normal equations without a ridge")
def df18():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return Invertible(X.T * X), []


# A = 0, B = [[1, −1], [−1, 1]], i = 0, j = 1.
@false("the Loewner order is no order of the entries")
def df19():
    n = dims("n")
    A, B, i, j = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), Idx("i", n), Idx("j", n)
    return le(A[i, j], B[i, j]), [Loewner(A, B)]


# n = d = 1, X = 1, w = 1, lambda = 1: 1/2 and 1.
@false("ridge regression finds the weights of data without noise")
def df20():
    n, d = dims("n d")
    X, w, lam = MatrixSymbol("X", n, d), MatrixSymbol("w", d, 1), Symbol("lambda", positive=True)
    return Inverse(X.T * X + lam * Identity(d)) * X.T * (X * w), w, []
