"""Forty statements of linear algebra: 30 true (lin01–lin30), 10 false (lin31–lin40)."""

from sympy import (
    Abs,
    BlockMatrix,
    Determinant,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    KroneckerProduct,
    MatPow,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Rational,
    Symbol,
    Trace,
    ZeroMatrix,
)

from symattn import (
    ColumnMean,
    Equation,
    FrobeniusNorm,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    Loewner,
    MaxNorm,
    PositiveDefinite,
    PositiveSemidefinite,
    RowSum,
    SquaredNorm,
    Vec,
    dims,
    from_entries,
)
from tests.unseen.table import false, le, natural, real, true


@true("textbook (numerical linear algebra): the Householder reflection along x - y takes x to y when |x| = |y|")
def lin01():
    n = dims("n")
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    v = x - y
    reflected = (Identity(n) - 2 * v * v.T / SquaredNorm(v)) * x
    return Equation(reflected, y), [Equation(SquaredNorm(x), SquaredNorm(y)), Ne(SquaredNorm(v), 0)]


@true("textbook (matrix analysis): 1 + A is invertible for a skew-symmetric A")
def lin02():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return Invertible(Identity(n) + A), [Equation(A.T, -A)]


@true("textbook (matrix analysis), orthogonal recurrent networks: the Cayley transform of a skew matrix is orthogonal")
def lin03():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    C = (Identity(n) - A) * Inverse(Identity(n) + A)
    return C.T * C, Identity(n), [Equation(A.T, -A), Invertible(Identity(n) + A)]


@true("textbook: Pythagoras for an orthogonal projection")
def lin04():
    n = dims("n")
    P, x = MatrixSymbol("P", n, n), MatrixSymbol("x", n, 1)
    return (
        SquaredNorm(x),
        SquaredNorm(P * x) + SquaredNorm(x - P * x),
        [Equation(P * P, P), Equation(P.T, P)],
    )


@true("lecture notes: the inverse of 1 + aP for an idempotent P")
def lin05():
    n = dims("n")
    P, a = MatrixSymbol("P", n, n), real("a")
    return (
        Inverse(Identity(n) + a * P),
        Identity(n) - a / (1 + a) * P,
        [Equation(P * P, P), Ne(a, -1)],
    )


@true("textbook: 1 + BA is invertible where 1 + AB is, for rectangular A and B")
def lin06():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, m)
    return Invertible(Identity(n) + B * A), [Invertible(Identity(m) + A * B)]


@true("textbook (machine learning): ridge regression in its primal and its dual form")
def lin07():
    n, d = dims("n d")
    X, lam = MatrixSymbol("X", n, d), Symbol("lambda", positive=True)
    return (
        Inverse(X.T * X + lam * Identity(d)) * X.T,
        X.T * Inverse(X * X.T + lam * Identity(n)),
        [],
    )


@true("textbook (statistical learning): the effective degrees of freedom of ridge regression")
def lin08():
    n, d = dims("n d")
    X, lam = MatrixSymbol("X", n, d), Symbol("lambda", positive=True)
    R = Inverse(X.T * X + lam * Identity(d))
    return Trace(X * R * X.T), d - lam * Trace(R), []


@true("textbook (convex optimisation): the trace of a product of two positive semidefinite matrices is not negative")
def lin09():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return le(0, Trace(A * B)), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


@true("textbook (matrix analysis): the inverse of a positive definite matrix is positive definite")
def lin10():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return PositiveDefinite(Inverse(A)), [PositiveDefinite(A)]


@true("textbook (matrix analysis): a 2 by 2 principal minor of a positive semidefinite matrix")
def lin11():
    n = dims("n")
    A, i, j = MatrixSymbol("A", n, n), Idx("i", n), Idx("j", n)
    return le(A[i, j] ** 2, A[i, i] * A[j, j]), [PositiveSemidefinite(A)]


@true("textbook: eigenvectors of a symmetric matrix with different eigenvalues are orthogonal")
def lin12():
    n = dims("n")
    A, u, v = MatrixSymbol("A", n, n), MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
    lam, mu = real("lambda mu")
    return (
        Equation(InnerProduct(u, v), 0),
        [Equation(A.T, A), Equation(A * u, lam * u), Equation(A * v, mu * v), Ne(lam, mu)],
    )


@true("textbook: the squares of singular values are not negative")
def lin13():
    m, n = dims("m n")
    A, u, lam = MatrixSymbol("A", m, n), MatrixSymbol("u", n, 1), real("lambda")
    return le(0, lam), [Equation(A.T * A * u, lam * u), Ne(SquaredNorm(u), 0)]


@true("lecture notes (power iteration with a shift): powers of A + c on an eigenvector of A")
def lin14():
    n = dims("n")
    A, u = MatrixSymbol("A", n, n), MatrixSymbol("u", n, 1)
    lam, c = real("lambda c")
    k = natural("k")
    return MatPow(A + c * Identity(n), k) * u, (lam + c) ** k * u, [Equation(A * u, lam * u)]


@true("textbook: an eigenpair of the Kronecker sum of two matrices")
def lin15():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", m, m), MatrixSymbol("B", n, n)
    u, v = MatrixSymbol("u", m, 1), MatrixSymbol("v", n, 1)
    lam, mu = real("lambda mu")
    kronecker_sum = KroneckerProduct(A, Identity(n)) + KroneckerProduct(Identity(m), B)
    return (
        kronecker_sum * KroneckerProduct(u, v),
        (lam + mu) * KroneckerProduct(u, v),
        [Equation(A * u, lam * u), Equation(B * v, mu * v)],
    )


@true("textbook (control): the Sylvester operator as a matrix")
def lin16():
    m, n = dims("m n")
    A, B, X = MatrixSymbol("A", m, m), MatrixSymbol("B", n, n), MatrixSymbol("X", m, n)
    operator = KroneckerProduct(Identity(n), A) + KroneckerProduct(B.T, Identity(m))
    return Vec(A * X + X * B), operator * Vec(X), []


@true("textbook (statistics): the total variation about the mean row")
def lin17():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return (
        SquaredNorm(X - OneMatrix(n, 1) * ColumnMean(X)),
        SquaredNorm(X) - n * SquaredNorm(ColumnMean(X)),
        [],
    )


def _double_centring(factor):
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    H = Identity(n) - OneMatrix(n, n) / n
    D = from_entries(n, n, lambda i, j: SquaredNorm(X[i, :] - X[j, :]))
    return factor * H * D * H, H * X * X.T * H, []


@true("textbook (multidimensional scaling): doubly centred squared distances are the centred Gram matrix")
def lin18():
    return _double_centring(-Rational(1, 2))


@true("textbook (matrix analysis): bounds of the spectral norms of two matrices multiply, as Loewner bounds")
def lin19():
    m, n, k = dims("m n k")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, k)
    a, b = real("a b")
    return (
        Loewner((A * B).T * A * B, a**2 * b**2 * Identity(k)),
        [Loewner(A.T * A, a**2 * Identity(n)), Loewner(B.T * B, b**2 * Identity(k))],
    )


@true("textbook (matrix analysis): det(1 + AB) = det(1 + BA) for rectangular A and B")
def lin20():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, m)
    return Determinant(Identity(m) + A * B), Determinant(Identity(n) + B * A), []


@true("paper (low-rank adaptation): the norm of a product of low rank from the small Gram matrices")
def lin21():
    m, n, k = dims("m n k")
    U, V = MatrixSymbol("U", n, k), MatrixSymbol("V", m, k)
    return FrobeniusNorm(U * V.T) ** 2, Trace(U.T * U * V.T * V), []


@true("textbook (kernel methods): the product of two kernels is a kernel, on Gram matrices")
def lin22():
    n, d, e = dims("n d e")
    A, B = MatrixSymbol("A", n, d), MatrixSymbol("B", n, e)
    return PositiveSemidefinite(HadamardProduct(A * A.T, B * B.T)), []


@true("textbook: A and its Gram matrix have the same null space")
def lin23():
    m, n = dims("m n")
    A, x = MatrixSymbol("A", m, n), MatrixSymbol("x", n, 1)
    return A * x, ZeroMatrix(m, 1), [Equation(A.T * A * x, ZeroMatrix(n, 1))]


@true("textbook (regression): the trace of the hat matrix is the number of regressors")
def lin24():
    m, n = dims("m n")
    A = MatrixSymbol("A", m, n)
    return Trace(A * Inverse(A.T * A) * A.T), n, [Invertible(A.T * A)]


@true("textbook: a solution of the normal equations minimises the residual")
def lin25():
    m, n = dims("m n")
    A, b = MatrixSymbol("A", m, n), MatrixSymbol("b", m, 1)
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return le(SquaredNorm(A * x - b), SquaredNorm(A * y - b)), [Equation(A.T * A * x, A.T * b)]


@true("textbook (convex optimisation): a positive semidefinite Schur complement makes the block matrix so")
def lin26():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    return (
        PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]])),
        [PositiveDefinite(A), PositiveSemidefinite(C - B.T * Inverse(A) * B)],
    )


@true("lecture notes (equicorrelation): the inverse of a multiple of 1 plus a multiple of the matrix of ones")
def lin27():
    n = dims("n")
    a, b = real("a b")
    return (
        Inverse(a * Identity(n) + b * OneMatrix(n, n)),
        (Identity(n) - b / (a + n * b) * OneMatrix(n, n)) / a,
        [Ne(a, 0), Ne(a + n * b, 0)],
    )


@true("textbook: powers of similar matrices are similar")
def lin28():
    n, k = dims("n"), natural("k")
    A, S = MatrixSymbol("A", n, n), InvertibleSymbol("S", n)
    return MatPow(S * A * Inverse(S), k), S * MatPow(A, k) * Inverse(S), []


@true("textbook (matrix analysis): the inverse reverses the Loewner order")
def lin29():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Loewner(Inverse(B), Inverse(A)), [PositiveDefinite(A), Loewner(A, B)]


@true("textbook: an eigenvalue is bounded by the largest row sum of absolute values")
def lin30():
    n = dims("n")
    A, u, lam = MatrixSymbol("A", n, n), MatrixSymbol("u", n, 1), real("lambda")
    return (
        le(Abs(lam), MaxNorm(RowSum(A.applyfunc(Abs)))),
        [Equation(A * u, lam * u), Ne(SquaredNorm(u), 0)],
    )


# n = 1, A = u = v = 1: 1/2 and 3/2
@false("textbook: Sherman–Morrison with the wrong sign")
def lin31():
    n = dims("n")
    A, u, v = InvertibleSymbol("A", n), MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
    c = 1 + InnerProduct(v, Inverse(A) * u)
    return (
        Inverse(A + u * v.T),
        Inverse(A) + Inverse(A) * u * v.T * Inverse(A) / c,
        [Ne(c, 0), Invertible(A + u * v.T)],
    )


# n = d = 1, X = 1, lambda = 2: 1/3 and 2/3
@false("textbook (machine learning): the dual form of ridge regression with 1/lambda")
def lin32():
    n, d = dims("n d")
    X, lam = MatrixSymbol("X", n, d), Symbol("lambda", positive=True)
    return (
        Inverse(X.T * X + lam * Identity(d)) * X.T,
        X.T * Inverse(X * X.T + Identity(n) / lam),
        [],
    )


# m = 1, n = 2, A = [[1]], X = [[1, 0]], B = [[0, 1], [0, 0]]: (0, 1) and (0, 0)
@false("textbook: Vec of a product of three matrices, without the transpose")
def lin33():
    m, n = dims("m n")
    A, B, X = MatrixSymbol("A", m, m), MatrixSymbol("B", n, n), MatrixSymbol("X", m, n)
    return Vec(A * X * B), KroneckerProduct(B, A) * Vec(X), []


# A = [[1, 1], [0, 2]], u = (1, 0), lambda = 1, v = (1, 1), mu = 2: the inner product is 1
@false("textbook: eigenvectors with different eigenvalues are orthogonal, without symmetry")
def lin34():
    n = dims("n")
    A, u, v = MatrixSymbol("A", n, n), MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
    lam, mu = real("lambda mu")
    return (
        Equation(InnerProduct(u, v), 0),
        [Equation(A * u, lam * u), Equation(A * v, mu * v), Ne(lam, mu)],
    )


# P = [[1, 1], [0, 0]], x = (1, 1): 4 and 2
@false("textbook: a projection does not increase the norm, without symmetry")
def lin35():
    n = dims("n")
    P, x = MatrixSymbol("P", n, n), MatrixSymbol("x", n, 1)
    return le(SquaredNorm(P * x), SquaredNorm(x)), [Equation(P * P, P)]


# A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B² - A² = [[3, 1], [1, 0]]
@false("textbook (matrix analysis): the square is monotone in the Loewner order")
def lin36():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Loewner(A * A, B * B), [PositiveSemidefinite(A), PositiveSemidefinite(B), Loewner(A, B)]


# X = [[0], [1]]: the left side is twice the right side, which is not 0
@false("textbook (multidimensional scaling): double centring without the factor 1/2")
def lin37():
    return _double_centring(-1)


# A = E_01, B = E_10, C = E_00 with two rows: 1 and 0
@false("textbook: the trace of three matrices under a swap")
def lin38():
    n = dims("n")
    A, B, C = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("C", n, n)
    return Trace(A * B * C), Trace(A * C * B), []


# A = [[0, 1], [-1, 0]]: 0 and -4
@false("textbook: Cauchy–Schwarz for the trace with A² in place of AᵀA")
def lin39():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return le(Trace(A) ** 2, n * Trace(A * A)), []


# n = 2, d = 1, X = [[1], [0]], lambda = 1: 1/2 and 3/2
@false("textbook (statistical learning): the effective degrees of freedom with the number of samples")
def lin40():
    n, d = dims("n d")
    X, lam = MatrixSymbol("X", n, d), Symbol("lambda", positive=True)
    R = Inverse(X.T * X + lam * Identity(d))
    return Trace(X * R * X.T), n - lam * Trace(R), []
