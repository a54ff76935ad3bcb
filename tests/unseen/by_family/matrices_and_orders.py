"""Matrices: definiteness, Loewner order, Gram matrices, ridge regression, Schur complements, inverses, determinants."""

from sympy import BlockMatrix, Determinant, HadamardProduct, Identity, Inverse, MatrixSymbol, Symbol, Trace, ZeroMatrix

from symattn import (
    Equation,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    Loewner,
    MaxNorm,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
)
from tests.unseen.table import column, false, le, square, true


@true("linear algebra course: no two matrices have the commutator A, if its trace is not 0")
def mq01():
    n = dims("n")
    A, B, C = square("A B C", n)
    return Trace(C), 0, [Equation(C, A * B - B * A)]


@true("Horn & Johnson, Matrix Analysis, §5.6: the Neumann series of a nilpotent matrix ends")
def mq02():
    n = dims("n")
    (N,) = square("N", n)
    return Inverse(Identity(n) - N), Identity(n) + N + N * N, [Equation(N * N * N, ZeroMatrix(n, n))]


@true("Horn & Johnson, §7.7: a congruence keeps the Loewner order")
def mq03():
    m, n = dims("m n")
    (A, B), X = square("A B", n), MatrixSymbol("X", n, m)
    return Loewner(X.T * A * X, X.T * B * X), [Loewner(A, B)]


@true("linear algebra course: Pythagoras for an orthogonal projection")
def mq04():
    n = dims("n")
    (P,), (y,) = square("P", n), column("y", n)
    return SquaredNorm(P * y) + SquaredNorm(y - P * y), SquaredNorm(y), [Equation(P * P, P), Equation(P.T, P)]


@true("linear algebra course: a skew-symmetric matrix of odd size has the determinant 0")
def mq05():
    m = dims("m")
    (A,) = square("A", 2 * m + 1)
    return Determinant(A), 0, [Equation(A.T, -A)]


@true("Petersen & Pedersen, The Matrix Cookbook, §3.2: the push-through identity of ridge regression")
def mq06():
    n, d, lam = *dims("n d"), Symbol("lambda", positive=True)
    X = MatrixSymbol("X", n, d)
    primal = Inverse(X.T * X + lam * Identity(d)) * X.T
    return primal, X.T * Inverse(X * X.T + lam * Identity(n)), []


@true("Harville, §18.1: the matrix determinant lemma")
def mq07():
    n = dims("n")
    A, (u, v) = InvertibleSymbol("A", n), column("u v", n)
    return Determinant(A + u * v.T), (1 + InnerProduct(v, Inverse(A) * u)) * Determinant(A), []


@true("Schölkopf & Smola, Learning with Kernels, ch. 13: the entrywise product of two Gram matrices")
def mq08():
    n, d, e = dims("n d e")
    X, Y = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, e)
    return PositiveSemidefinite(HadamardProduct(X * X.T, Y * Y.T)), []


@true("Hastie, Tibshirani, Friedman, §3.2: the trace of the hat matrix counts the parameters")
def mq09():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return Trace(X * Inverse(X.T * X) * X.T), d, [Invertible(X.T * X)]


@true("Horn & Johnson, ch. 7: the Cauchy–Schwarz inequality of a semidefinite form")
def mq10():
    n = dims("n")
    (A,), (x, y) = square("A", n), column("x y", n)
    squares = InnerProduct(x, A * x) * InnerProduct(y, A * y)
    return le(InnerProduct(x, A * y) ** 2, squares), [PositiveSemidefinite(A)]


@true("Hastie, Tibshirani, Friedman, §3.4: the ridge estimate has the least penalised error")
def mq11():
    n, d, lam = *dims("n d"), Symbol("lambda", positive=True)
    X, (y,), (w,) = MatrixSymbol("X", n, d), column("y", n), column("w", d)
    best = Inverse(X.T * X + lam * Identity(d)) * X.T * y

    def loss(w):
        return SquaredNorm(X * w - y) + lam * SquaredNorm(w)

    return le(loss(best), loss(w)), []


@true("Hastie, Tibshirani, Friedman, §3.4: the smoother of ridge regression shrinks")
def mq12():
    n, d, lam = *dims("n d"), Symbol("lambda", positive=True)
    X = MatrixSymbol("X", n, d)
    return Loewner(X * Inverse(X.T * X + lam * Identity(d)) * X.T, Identity(n)), []


@true("Horn & Johnson, §7.7: the inverse turns the Loewner order round")
def mq13():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(Inverse(B), Inverse(A)), [PositiveDefinite(A), PositiveDefinite(B), Loewner(A, B)]


@true("Boyd & Vandenberghe, App. A.5.5: a block matrix with a semidefinite Schur complement is semidefinite")
def mq14():
    m, n = dims("m n")
    (A,), B, (C,) = square("A", n), MatrixSymbol("B", n, m), square("C", m)
    given = [PositiveDefinite(A), PositiveSemidefinite(C - B.T * Inverse(A) * B)]
    return PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]])), given


@true("Golub & Van Loan, ch. 2, problems: the Cayley transform of a skew-symmetric matrix is orthogonal")
def mq15():
    n = dims("n")
    (A,) = square("A", n)
    U = (Identity(n) - A) * Inverse(Identity(n) + A)
    return U.T * U, Identity(n), [Equation(A.T, -A)]


# A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B² − A² = [[3, 1], [1, 0]] (it holds for n = 1)
@false("squaring keeps the Loewner order of semidefinite matrices")
def mq16():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(A * A, B * B), [PositiveSemidefinite(A), PositiveSemidefinite(B), Loewner(A, B)]


# A = [[1, 0], [0, 0]], B = [[1, 1], [1, 1]]: AB + BA = [[2, 1], [1, 0]]
@false("the symmetric product of two semidefinite matrices is semidefinite")
def mq17():
    n = dims("n")
    A, B = square("A B", n)
    return PositiveSemidefinite(A * B + B * A), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


# m = n = 1, A = C = 1, B = 2: the determinant is −3
@false("a symmetric block matrix with definite diagonal blocks is definite")
def mq18():
    m, n = dims("m n")
    (A,), B, (C,) = square("A", n), MatrixSymbol("B", n, m), square("C", m)
    return PositiveDefinite(BlockMatrix([[A, B], [B.T, C]])), [PositiveDefinite(A), PositiveDefinite(C)]


# n = d = 1, X = 1, λ = 2: 1/3 and 1/4 (the inner inverse needs λ in place of 1)
@false("Woodbury's identity with a ridge λ outside and 1 inside")
def mq19():
    n, d, lam = *dims("n d"), Symbol("lambda", positive=True)
    X = MatrixSymbol("X", n, d)
    inner = Inverse(Identity(d) + X.T * X)
    return Inverse(lam * Identity(n) + X * X.T), (Identity(n) - X * inner * X.T) / lam, []


# A = (1, 1), B = (1, 1)ᵀ: 2 > 1 (it holds for one column of A)
@false("the largest absolute value of an entry as a submultiplicative norm")
def mq20():
    m, n, p = dims("m n p")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, p)
    return le(MaxNorm(A * B), MaxNorm(A) * MaxNorm(B)), []
