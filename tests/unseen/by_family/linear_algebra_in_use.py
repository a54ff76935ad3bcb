"""Linear algebra: projections, pseudo-inverses, updates, structure, eigenpairs, blocks, commutators and norms."""

from sympy import (
    BlockMatrix,
    Determinant,
    HadamardProduct,
    Identity,
    Inverse,
    MatPow,
    MatrixSymbol,
    Ne,
    Symbol,
    Trace,
    ZeroMatrix,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    Fails,
    FrobeniusNorm,
    Gradient,
    HeadSum,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    Loewner,
    OrthogonalSymbol,
    PositiveDefinite,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, le, natural, real, square, true


# X = XAX = X(AX)' = XX'A' = XX'A'Y'A' = X(AX)'(AY)' = XAXAY = XAY, and likewise Y = XAY
@true("Penrose 1955, Theorem 1: the pseudo-inverse is unique")
def km01():
    m, n = dims("m n")
    A, X, Y = MatrixSymbol("A", m, n), MatrixSymbol("X", n, m), MatrixSymbol("Y", n, m)

    def penrose(B):
        return [
            Equation(A * B * A, A),
            Equation(B * A * B, B),
            Equation((A * B).T, A * B),
            Equation((B * A).T, B * A),
        ]

    return X, Y, penrose(X) + penrose(Y)


# (1/A + 1/B) = 1/A (A + B) 1/B
@true("Horn & Johnson, Matrix Analysis, §7.7 problems; Henderson & Searle 1981: the parallel sum of two matrices")
def km02():
    n = dims("n")
    A, B = InvertibleSymbol("A", n), InvertibleSymbol("B", n)
    return Inverse(Inverse(A) + Inverse(B)), A * Inverse(A + B) * B, [Invertible(A + B)]


# telescoping: (1 - N)(1 + ... + N^(k-1)) = 1 - N^k
@true("Axler, Linear Algebra Done Right, §8.A exercises: the Neumann series of a nilpotent matrix ends")
def km03():
    n, k = dims("n k")
    N, h = MatrixSymbol("N", n, n), Symbol("h", integer=True)
    return (
        Inverse(Identity(n) - N),
        HeadSum(MatPow(N, h), (h, 0, k - 1)),
        [Equation(MatPow(N, k), ZeroMatrix(n, n))],
    )


# det(1 - 2vv'/|v|^2) = 1 - 2
@true("Golub & Van Loan, Matrix Computations, §5.1: the determinant of a Householder reflection")
def km04():
    n = dims("n")
    v = MatrixSymbol("v", n, 1)
    return Determinant(Identity(n) - 2 * v * v.T / SquaredNorm(v)), -1, [Ne(SquaredNorm(v), 0)]


# add the second block row to the first, subtract the first block column from the second
@true("Horn & Johnson, Matrix Analysis, §0.8.5 problems: determinant of a block circulant of two blocks")
def km05():
    n = dims("n")
    A, B = square("A B", n)
    return Determinant(BlockMatrix([[A, B], [B, A]])), Determinant(A + B) * Determinant(A - B), []


# the trace of the left side is 0, that of the right side n
@true("Halmos, Linear Algebra Problem Book; lectures on quantum mechanics: no matrices with [A, B] = 1")
def km06():
    n = dims("n")
    A, B = square("A B", n)
    return Fails(Equation(A * B - B * A, Identity(n))), []


# induction on k
@true("Hall, Lie Groups, §2 exercises: commutator with a power when [A, B] commutes with B")
def km07():
    n, k = dims("n"), natural("k")
    A, B = square("A B", n)
    C = A * B - B * A
    return A * MatPow(B, k + 1) - MatPow(B, k + 1) * A, (k + 1) * MatPow(B, k) * C, [Equation(C * B, B * C)]


# PQ + QP = 0; times P on the left and on the right: PQ = -PQP = QP
@true("Halmos, Finite-Dimensional Vector Spaces, §42: if the sum of two projections is one, their product is 0")
def km08():
    n = dims("n")
    P, Q = square("P Q", n)
    return P * Q, ZeroMatrix(n, n), [Equation(P * P, P), Equation(Q * Q, Q), Equation((P + Q) * (P + Q), P + Q)]


# det A = det A' = det(-A) = -det A
@true("Strang, Introduction to Linear Algebra, §5.1: a skew-symmetric matrix of odd size is singular")
def km09():
    m = dims("m")
    A = MatrixSymbol("A", 2 * m + 1, 2 * m + 1)
    return Determinant(A), 0, [Equation(A.T, -A)]


# |gu| = |u|
@true("Strang, Introduction to Linear Algebra, §6: real eigenvalues of an orthogonal matrix are 1 and -1")
def km10():
    n, lam = dims("n"), real("lambda")
    g, u = OrthogonalSymbol("g", n), MatrixSymbol("u", n, 1)
    return Equation(lam**2, 1), [Equation(g * u, lam * u), Ne(SquaredNorm(u), 0)]


# triangle inequality and submultiplicativity
@true("Boettcher & Wenzel 2005, introduction: the trivial bound of the norm of a commutator")
def km11():
    n = dims("n")
    A, B = square("A B", n)
    return le(FrobeniusNorm(A * B - B * A), 2 * FrobeniusNorm(A) * FrobeniusNorm(B)), []


@true("Horn & Johnson, Topics in Matrix Analysis, Lemma 5.1.5: the form of a Hadamard product as a trace")
def km12():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", m, n)
    x, y = MatrixSymbol("x", m, 1), MatrixSymbol("y", n, 1)
    return InnerProduct(x, HadamardProduct(A, B) * y), Trace(DiagMatrix(x) * A * DiagMatrix(y) * B.T), []


@true("Petersen & Pedersen, The Matrix Cookbook, §2.5 (eq. 118): gradient of Tr(A X B X')")
def km13():
    m, n = dims("m n")
    A, B, X = MatrixSymbol("A", m, m), MatrixSymbol("B", n, n), MatrixSymbol("X", m, n)
    return Gradient(Trace(A * X * B * X.T), X), A * X * B + A.T * X * B.T, []


# lambda |u|^2 = u'Au <= mu |u|^2
@true("Horn & Johnson, Matrix Analysis, §4.2 (Rayleigh): an eigenvalue lies below every Loewner bound")
def km14():
    n = dims("n")
    lam, mu = real("lambda mu")
    A, u = MatrixSymbol("A", n, n), MatrixSymbol("u", n, 1)
    return le(lam, mu), [Loewner(A, mu * Identity(n)), Equation(A * u, lam * u), Ne(SquaredNorm(u), 0)]


# multiply by 1/P + H'(1/R)H on the left and by HPH' + R on the right
@true("Bishop, Pattern Recognition and Machine Learning, eq. C.5 (Kalman gain): covariance and information form")
def km15():
    n, m = dims("n m")
    P, R, H = MatrixSymbol("P", n, n), MatrixSymbol("R", m, m), MatrixSymbol("H", m, n)
    return (
        P * H.T * Inverse(H * P * H.T + R),
        Inverse(Inverse(P) + H.T * Inverse(R) * H) * H.T * Inverse(R),
        [PositiveDefinite(P), PositiveDefinite(R)],
    )


# A = (1, 0)', X = (1, 0), Y = (1, 1): AX = [[1, 0], [0, 0]], AY = [[1, 1], [0, 0]]
@false("near miss of km01: only the first two conditions of Penrose, for the projection AX")
def km16():
    m, n = dims("m n")
    A, X, Y = MatrixSymbol("A", m, n), MatrixSymbol("X", n, m), MatrixSymbol("Y", n, m)
    given = [Equation(A * X * A, A), Equation(X * A * X, X), Equation(A * Y * A, A), Equation(Y * A * Y, Y)]
    return A * X, A * Y, given


# A = 1, B = [[0, 1], [0, 0]], C = [[0, 0], [1, 0]], D = [[1, 0], [0, 0]]: -1 and 0
@false("textbook: determinant of four square blocks as det(AD - BC), without commuting blocks")
def km17():
    n = dims("n")
    A, B, C, D = square("A B C D", n)
    return Determinant(BlockMatrix([[A, B], [C, D]])), Determinant(A * D - B * C), []


# P = [[1, 0], [0, 0]], Q = [[1/2, 1/2], [1/2, 1/2]]: PQPQ = PQ/2, not 0
@false("textbook: a product of two orthogonal projections is idempotent, without commuting")
def km18():
    n = dims("n")
    P, Q = square("P Q", n)
    return (
        Equation(P * Q * P * Q, P * Q),
        [Equation(P * P, P), Equation(P.T, P), Equation(Q * Q, Q), Equation(Q.T, Q)],
    )


# A = [[0, 1], [0, 0]], X = (1, 0)': (0, 1)' and (0, 0)'
@false("The Matrix Cookbook: gradient of Tr(X'AX) as 2AX, for an A that need not be symmetric")
def km19():
    m, n = dims("m n")
    A, X = MatrixSymbol("A", m, m), MatrixSymbol("X", m, n)
    return Gradient(Trace(X.T * A * X), X), 2 * A * X, []


# A = [[0, 1], [0, 0]], B = A': AB - BA = diag(1, -1), and sqrt 2 > 1
@false("near miss of Boettcher & Wenzel 2005: the norm of a commutator with the constant 1")
def km20():
    n = dims("n")
    A, B = square("A B", n)
    return le(FrobeniusNorm(A * B - B * A), FrobeniusNorm(A) * FrobeniusNorm(B)), []
