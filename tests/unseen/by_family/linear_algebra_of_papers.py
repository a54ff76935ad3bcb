"""Linear algebra: determinants of any size, blocks, projections, eigenpairs, rank, Cayley, Householder."""

from sympy import BlockMatrix, Determinant, I, Identity, ImmutableMatrix, Inverse, MatrixSymbol, Ne, Trace, ZeroMatrix

from symattn import Equation, Exists, Fails, Gradient, Invertible, OrthogonalSymbol, SquaredNorm, dims
from tests.unseen.table import column, false, le, lt, real, square, true


def rank_at_most(A, r):
    """State that A is a product of r columns and r rows."""
    U, V = MatrixSymbol("U", A.shape[0], r), MatrixSymbol("V", r, A.shape[1])
    return Exists((U, V), Equation(A, U * V))


def pseudo_inverse(A, X):
    """Give the four equations of Penrose."""
    return [Equation(A * X * A, A), Equation(X * A * X, X), Equation((A * X).T, A * X), Equation((X * A).T, X * A)]


@true("Harville, Matrix Algebra From a Statistician's Perspective, Thm 18.1.1: the determinant of R + S T U")
def gl01():
    n, k = dims("n k")
    (A,), (W,) = square("A", n), square("W", k)
    U, V = MatrixSymbol("U", n, k), MatrixSymbol("V", n, k)
    small = Determinant(Inverse(W) + V.T * Inverse(A) * U)
    return Determinant(A + U * W * V.T), small * Determinant(W) * Determinant(A), [Invertible(A), Invertible(W)]


@true("Horn & Johnson 1.3.22: AB and BA have the same characteristic polynomial but for a power of λ")
def gl02():
    m, n = dims("m n")
    (lam,) = real("lambda,")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, m)
    left = lam**n * Determinant(lam * Identity(m) - A * B)
    return left, lam**m * Determinant(lam * Identity(n) - B * A), []


@true("Silvester 2000, Determinants of block matrices; Strang: the block matrix [[A, B], [B, A]]")
def gl03():
    n = dims("n")
    A, B = square("A B", n)
    return Determinant(BlockMatrix([[A, B], [B, A]])), Determinant(A + B) * Determinant(A - B), []


@true("Horn & Johnson 2.5.P; Jacobi: a skew matrix of odd size is singular")
def gl04():
    n = dims("n")
    (A,) = square("A", 2 * n + 1)
    return Determinant(A), 0, [Equation(A.T, -A)]


@true("Golub & Van Loan, P2.1; Horn & Johnson 2.1.P: the Cayley transform of a skew matrix is orthogonal")
def gl05():
    n = dims("n")
    (S,) = square("S", n)
    Q = (Identity(n) - S) * Inverse(Identity(n) + S)
    return Q.T * Q, Identity(n), [Equation(S.T, -S)]


@true("Trefethen & Bau, Lecture 10: the Householder reflector that takes x to y")
def gl06():
    n = dims("n")
    x, y = column("x y", n)
    v = x - y
    H = Identity(n) - 2 / SquaredNorm(v) * v * v.T
    return H * x, y, [Equation(SquaredNorm(x), SquaredNorm(y)), Fails(Equation(x, y))]


@true("Penrose 1956; Strang 7.4: the pseudo-inverse solves the least squares problem")
def gl07():
    m, n = dims("m n")
    A, X = MatrixSymbol("A", m, n), MatrixSymbol("X", n, m)
    (b,), (y,) = column("b", m), column("y", n)
    return le(SquaredNorm(A * X * b - b), SquaredNorm(A * y - b)), pseudo_inverse(A, X)


@true("Horn & Johnson 0.9.13 and 0.4.6: the trace of an idempotent matrix is its rank, by a full-rank factorisation")
def gl08():
    n, r = dims("n r")
    (A,) = square("A", n)
    U, V, L, R = (
        MatrixSymbol(name, *shape) for name, shape in zip("UVLR", [(n, r), (r, n), (r, n), (n, r)], strict=True)
    )
    full = [Equation(A, U * V), Equation(L * U, Identity(r)), Equation(V * R, Identity(r))]
    return Trace(A), r, [Equation(A * A, A), *full]


@true("Axler 9; Halmos: 1 plus a matrix of square zero has determinant 1")
def gl09():
    n = dims("n")
    (N,) = square("N", n)
    return Determinant(Identity(n) + N), 1, [Equation(N * N, ZeroMatrix(n, n))]


@true("Strang 6.1; Axler 5.A: an eigenvalue is a root of the characteristic polynomial")
def gl10():
    n = dims("n")
    (A,), (x,), (lam,) = square("A", n), column("x", n), real("lambda,")
    given = [Equation(A * x, lam * x), Fails(Equation(x, ZeroMatrix(n, 1)))]
    return Determinant(lam * Identity(n) - A), 0, given


@true("Saad, Numerical Methods for Large Eigenvalue Problems, Thm 4.2: Wielandt deflation keeps the left eigenvectors")
def gl11():
    n = dims("n")
    (A,), (u, v, w), (lam, mu) = square("A", n), column("u v w", n), real("lambda mu")
    given = [Equation(A * u, lam * u), Equation(A.T * w, mu * w), Ne(lam, mu)]
    return (A - lam * u * v.T).T * w, mu * w, given


@true("exercise on rank inequalities, Horn & Johnson 0.4.5: a commutator with a matrix of rank r has rank at most 2r")
def gl12():
    n, r = dims("n r")
    A, B = square("A B", n)
    return rank_at_most(A * B - B * A, 2 * r), [rank_at_most(A, r)]


@true("Jacobi's formula; Petersen & Pedersen, The Matrix Cookbook, eq. 49")
def gl13():
    n = dims("n")
    (X,) = square("X", n)
    return Gradient(Determinant(X), X), Determinant(X) * Inverse(X).T, [Invertible(X)]


@true("Axler 7.A: the eigenvalues of a Hermitian matrix A + iB are real")
def gl14():
    n = dims("n")
    (A, B), (x, y), (a, b) = square("A B", n), column("x y", n), real("a b")
    pair = Equation((A + I * B) * (x + I * y), (a + I * b) * (x + I * y))
    return b, 0, [Equation(A.T, A), Equation(B.T, -B), pair, lt(0, SquaredNorm(x) + SquaredNorm(y))]


def hat(w):
    """Return the matrix of the cross product with w."""
    a, b, c = (w[i, 0] for i in range(3))
    return ImmutableMatrix([[0, -c, b], [c, 0, -a], [-b, a, 0]])


@true("Murray, Li & Sastry, A Mathematical Introduction to Robotic Manipulation, Lemma 2.1: R ŵ Rᵀ is the hat of R w")
def gl15():
    R, (w,) = OrthogonalSymbol("R", 3), column("w", 3)
    return R * hat(w) * R.T, hat(R * w), [Equation(Determinant(R), 1)]


# n = 2, A = D = diag(1, 0), B = C = diag(0, 1): the determinant is −1, the right side 0
@false("a common error in block determinants, Strang 5.3")
def gl16():
    n = dims("n")
    A, B, C, D = square("A B C D", n)
    return (
        Determinant(BlockMatrix([[A, B], [C, D]])),
        Determinant(A) * Determinant(D) - Determinant(B) * Determinant(C),
        [],
    )


# A = [1, 0], B = [1, 1]ᵀ, so X = [1, 0]ᵀ, Y = [1/2, 1/2], A B = 1, Z = 1, but Y X = 1/2
@false("Greville 1966: the reverse order law (AB)⁺ = B⁺A⁺ without its conditions")
def gl17():
    m, n, p = dims("m n p")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, p)
    X, Y, Z = MatrixSymbol("X", n, m), MatrixSymbol("Y", p, n), MatrixSymbol("Z", p, m)
    return Z, Y * X, [*pseudo_inverse(A, X), *pseudo_inverse(B, Y), *pseudo_inverse(A * B, Z)]


# n = 2, P = diag(1, 0), Q = [[1/2, 1/2], [1/2, 1/2]]: P Q = [[1/2, 1/2], [0, 0]], its square [[1/4, 1/4], [0, 0]]
@false("Halmos, Finite-Dimensional Vector Spaces, §42: a product of projections that need not commute")
def gl18():
    n = dims("n")
    P, Q = square("P Q", n)
    given = [Equation(P * P, P), Equation(P.T, P), Equation(Q * Q, Q), Equation(Q.T, Q)]
    return P * Q * P * Q, P * Q, given


# n = 2, A = 1, B = [[0, 0], [1, 0]], C = [[0, 1], [0, 0]], D = diag(2, 1): det(D − CB) = 1, det(D − BC) = 0
@false("Silvester 2000, Determinants of block matrices: det(AD − BC) where A and B commute instead of C and D")
def gl19():
    n = dims("n")
    A, B, C, D = square("A B C D", n)
    return Determinant(BlockMatrix([[A, B], [C, D]])), Determinant(A * D - B * C), [Equation(A * B, B * A)]


# n = 2, X = [[0, 1], [0, 0]]: the gradient is 2 Xᵀ = [[0, 0], [2, 0]]
@false("The Matrix Cookbook, eq. 106, with the transpose forgotten")
def gl20():
    n = dims("n")
    (X,) = square("X", n)
    return Gradient(Trace(X * X), X), 2 * X, []
