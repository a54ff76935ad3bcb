"""Linear algebra: projections, pseudo-inverses, eigenpairs, rank, inverses, traces, Kronecker, limits, maps."""

from sympy import (
    Determinant,
    HadamardProduct,
    Identity,
    Inverse,
    KroneckerProduct,
    Limit,
    MatrixSymbol,
    Ne,
    Symbol,
    Trace,
    ZeroMatrix,
    oo,
)

from symattn import (
    Equation,
    Exists,
    FrobeniusNorm,
    IndexMap,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    dims,
)
from tests.unseen.table import false, natural, real, true


def _rank(A, r):
    U, V = MatrixSymbol("U", A.shape[0], r), MatrixSymbol("V", r, A.shape[1])
    return Exists((U, V), Equation(A, U * V))


@true("the complement of a projection is a projection")
def al01():
    n = dims("n")
    P = MatrixSymbol("P", n, n)
    Q = Identity(n) - P
    return Q * Q, Q, [Equation(P * P, P)]


@true("Householder: a reflection in a projection is its own inverse")
def al02():
    n = dims("n")
    P = MatrixSymbol("P", n, n)
    return Inverse(Identity(n) - 2 * P), Identity(n) - 2 * P, [Equation(P**2, P)]


@true("the Neumann series of a matrix of square 0")
def al03():
    n = dims("n")
    N, (t,) = MatrixSymbol("N", n, n), real("t,")
    return Inverse(Identity(n) + t * N), Identity(n) - t * N, [Equation(N * N, ZeroMatrix(n, n))]


@true("a matrix with orthonormal columns keeps the Frobenius norm")
def al04():
    m, n, d = dims("m n d")
    Q, X = MatrixSymbol("Q", m, n), MatrixSymbol("X", n, d)
    return FrobeniusNorm(Q * X), FrobeniusNorm(X), [Equation(Q.T * Q, Identity(n))]


@true("Woodbury (Golub and Van Loan, §2.1.4)")
def al05():
    n, k = dims("n k")
    A, U, V = InvertibleSymbol("A", n), MatrixSymbol("U", n, k), MatrixSymbol("V", k, n)
    small = Identity(k) + V * Inverse(A) * U
    right = Inverse(A) - Inverse(A) * U * Inverse(small) * V * Inverse(A)
    return Inverse(A + U * V), right, [Invertible(small)]


@true("least squares: the trace of the hat matrix is the number of parameters")
def al06():
    m, n = dims("m n")
    X = MatrixSymbol("X", m, n)
    return Trace(X * Inverse(X.T * X) * X.T), n, [Invertible(X.T * X)]


@true("an eigenvector of A is one of a power of A")
def al07():
    n, k = dims("n"), natural("k")
    A, v, (lam,) = MatrixSymbol("A", n, n), MatrixSymbol("v", n, 1), real("lambda,")
    return A**k * v, lam**k * v, [Equation(A * v, lam * v)]


@true("Axler, chapter 7: eigenvectors of a symmetric matrix to different eigenvalues are orthogonal")
def al08():
    n = dims("n")
    A, u, v, (lam, mu) = MatrixSymbol("A", n, n), MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1), real("lambda mu")
    given = [Equation(A.T, A), Equation(A * u, lam * u), Equation(A * v, mu * v), Ne(lam, mu)]
    return InnerProduct(u, v), 0, given


@true("similar matrices have the same trace, also of their squares")
def al09():
    n = dims("n")
    P, A = InvertibleSymbol("P", n), MatrixSymbol("A", n, n)
    return Trace((Inverse(P) * A * P) ** 2), Trace(A**2), []


@true("the trace of a Kronecker product (Horn and Johnson, Topics, §4.2)")
def al10():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", m, m), MatrixSymbol("B", n, n)
    return Trace(KroneckerProduct(A, B)), Trace(A) * Trace(B), []


@true("the rank of a transpose")
def al11():
    m, n, r = dims("m n r")
    A = MatrixSymbol("A", m, n)
    return _rank(A.T, r), [_rank(A, r)]


@true("calculus: the limit of a quotient of linear functions")
def al12():
    a, b, t = *real("a b"), Symbol("t", real=True)
    return Equation(Limit((a * t + b) / (t + 1), t, oo), a), []


@true("gathering rows commutes with products of entries")
def al13():
    m, n, d = dims("m n d")
    f, X, Y = IndexMap("f", m, n), MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d)
    return HadamardProduct(f * X, f * Y), f * HadamardProduct(X, Y), []


@true("a system with an invertible matrix has a solution")
def al14():
    n = dims("n")
    A, b, x = MatrixSymbol("A", n, n), MatrixSymbol("b", n, 1), MatrixSymbol("x", n, 1)
    return Exists(x, Equation(A * x, b)), [Invertible(A)]


@true("Cayley–Hamilton for 2×2 matrices")
def al15():
    A = MatrixSymbol("A", 2, 2)
    return A**2 + Determinant(A) * Identity(2), Trace(A) * A, []


# n = 2, A = [[0, 1], [0, 0]], B = [[0, 0], [1, 0]]: (A + B)² = 1, but 2AB = [[2, 0], [0, 0]].
@false("the binomial formula for matrices")
def al16():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return (A + B) ** 2, A**2 + 2 * A * B + B**2, []


# n = 2, P = [[1, 0], [0, 0]], Q = [[1/2, 1/2], [1/2, 1/2]]:
# PQ = [[1/2, 1/2], [0, 0]], and its square is [[1/4, 1/4], [0, 0]].
@false("a product of projections is a projection")
def al17():
    n = dims("n")
    P, Q = MatrixSymbol("P", n, n), MatrixSymbol("Q", n, n)
    return (P * Q) * (P * Q), P * Q, [Equation(P * P, P), Equation(Q * Q, Q)]


# n = 1, A = B = 1: 1/2 and 2.
@false("the inverse of a sum is the sum of the inverses")
def al18():
    n = dims("n")
    A, B = InvertibleSymbol("A", n), InvertibleSymbol("B", n)
    return Inverse(A + B), Inverse(A) + Inverse(B), [Invertible(A + B)]


# m = 2, n = 1: f fᵀ = [[1, 1], [1, 1]].
@false("gathering and scattering back is the identity")
def al19():
    m, n, d = dims("m n d")
    f, Y = IndexMap("f", m, n), MatrixSymbol("Y", m, d)
    return f * (f.T * Y), Y, []


# n = 2, A = [[1, 0], [0, 0]], B = 1: the diagonals are (1, 1, 0, 0) and (1, 0, 1, 0).
@false("the Kronecker product commutes")
def al20():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return KroneckerProduct(A, B), KroneckerProduct(B, A), []
