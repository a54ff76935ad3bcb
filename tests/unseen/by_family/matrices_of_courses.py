"""Linear algebra of symbolic size: determinants, inverses, projections, eigenpairs, orders, rank, Gram matrices."""

from sympy import (
    Abs,
    BlockMatrix,
    Determinant,
    Identity,
    Idx,
    Inverse,
    MatrixSymbol,
    Ne,
    Trace,
    ZeroMatrix,
)

from symattn import (
    Equation,
    Exists,
    ForAll,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    Loewner,
    OrthogonalSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
    from_entries,
    sum_over,
)
from tests.unseen.table import column, false, le, lt, natural, real, square, true


@true("Strang, Introduction to Linear Algebra (5th ed. 2016), §6.4: a real skew matrix has no real eigenvalue but 0")
def la01():
    n = dims("n")
    (S,), (u,), lam = square("S", n), column("u", n), real("lambda")
    return lam, 0, [Equation(S.T, -S), Equation(S * u, lam * u), lt(0, SquaredNorm(u))]


@true("Harville, Matrix Algebra From a Statistician's Perspective (1997), §18.1: the determinant of R + STU")
def la02():
    n, k = dims("n k")
    A, C = InvertibleSymbol("A", n), InvertibleSymbol("C", k)
    U, V = MatrixSymbol("U", n, k), MatrixSymbol("V", k, n)
    inner = Inverse(C) + V * Inverse(A) * U
    return Determinant(A + U * C * V), Determinant(A) * Determinant(C) * Determinant(inner), []


@true("Golub & Van Loan, Matrix Computations (4th ed. 2013), §5.1: a Householder reflection has the determinant −1")
def la03():
    n = dims("n")
    (v,) = column("v", n)
    return Determinant(Identity(n) - 2 / SquaredNorm(v) * (v * v.T)), -1, [Ne(SquaredNorm(v), 0)]


@true("Halmos, Finite-Dimensional Vector Spaces (1958), §41 and §55: the trace of a projection is its rank")
def la04():
    n, r = dims("n r")
    (P,), U, V = square("P", n), MatrixSymbol("U", n, r), MatrixSymbol("V", r, n)
    L, R = MatrixSymbol("L", r, n), MatrixSymbol("R", n, r)
    given = [
        Equation(P * P, P),
        Equation(P, U * V),
        Equation(L * U, Identity(r)),
        Equation(V * R, Identity(r)),
    ]
    return Trace(P), r, given


@true("Silvester, Determinants of block matrices, Math. Gazette 84 (2000): two blocks that repeat")
def la05():
    n = dims("n")
    A, B = square("A B", n)
    return Determinant(BlockMatrix([[A, B], [B, A]])), Determinant(A + B) * Determinant(A - B), []


@true("Boyd & Vandenberghe, Convex Optimization (2004), A.5.5: the Schur complement is the least value of the form")
def la06():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    x, y = MatrixSymbol("x", m, 1), MatrixSymbol("y", n, 1)
    whole = InnerProduct(x, A * x) + 2 * InnerProduct(x, B * y) + InnerProduct(y, C * y)
    return le(InnerProduct(x, (A - B * Inverse(C) * B.T) * x), whole), [PositiveDefinite(C)]


@true("Horn & Johnson, Matrix Analysis (2nd ed. 2013), §2.5: the Cayley transform of a skew matrix is a rotation")
def la07():
    n = dims("n")
    (S,) = square("S", n)
    return Determinant((Identity(n) - S) * Inverse(Identity(n) + S)), 1, [Equation(S.T, -S)]


@true("Schoenberg, Metric spaces and positive definite functions (1938): squared distances are conditionally negative")
def la08():
    n, d = dims("n d")
    X, (c,) = MatrixSymbol("X", n, d), column("c", n)
    D = from_entries(n, n, lambda i, j: sum_over(d, lambda a: (X[i, a] - X[j, a]) ** 2))
    return InnerProduct(c, D * c), -2 * SquaredNorm(X.T * c), [Equation(sum_over(n, lambda s: c[s, 0]), 0)]


@true("Ben-Israel & Greville, Generalized Inverses (2nd ed. 2003), §3.2: a {1,3}-inverse gives the least squares")
def la09():
    m, n = dims("m n")
    A, X = MatrixSymbol("A", m, n), MatrixSymbol("X", n, m)
    b, z = MatrixSymbol("b", m, 1), MatrixSymbol("z", n, 1)
    given = [Equation(A * X * A, A), Equation((A * X).T, A * X)]
    return le(SquaredNorm(b - A * X * b), SquaredNorm(b - A * z)), given


@true("Horn & Johnson, Matrix Analysis (2nd ed. 2013), §0.9: the rank of a direct sum is at most the sum of the ranks")
def la10():
    m, n, p, q, r, s = dims("m n p q r s")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", p, q)
    U, V = MatrixSymbol("U", m + p, r + s), MatrixSymbol("V", r + s, n + q)
    C, D = MatrixSymbol("C", m, r), MatrixSymbol("D", r, n)
    F, G = MatrixSymbol("F", p, s), MatrixSymbol("G", s, q)
    both = BlockMatrix([[A, ZeroMatrix(m, q)], [ZeroMatrix(p, n), B]])
    given = [Exists((C, D), Equation(A, C * D)), Exists((F, G), Equation(B, F * G))]
    return Exists((U, V), Equation(both, U * V)), given


@true("Bhatia, Positive Definite Matrices (2007), §4.1: the harmonic mean is below the arithmetic one")
def la11():
    n = dims("n")
    A, B = square("A B", n)
    mean = 2 * Inverse(Inverse(A) + Inverse(B))
    return Loewner(mean, (A + B) / 2), [PositiveDefinite(A), PositiveDefinite(B)]


@true("Jacobson, Rational methods in the theory of Lie algebras (1935), Lemma 2: [Aᵏ, B] where A commutes with [A, B]")
def la12():
    n, k = dims("n"), natural("k")
    A, B = square("A B", n)
    bracket = A * B - B * A
    left = A ** (k + 1) * B - B * A ** (k + 1)
    return left, (k + 1) * A**k * bracket, [Equation(A * bracket, bracket * A)]


@true("Golub & Van Loan, Matrix Computations (4th ed. 2013), §6.4.1: in Procrustes' problem the polar factor is best")
def la13():
    n = dims("n")
    Q, (A,) = OrthogonalSymbol("Q", n), square("A", n)
    return le(Trace(Q * A), Trace(A)), [PositiveSemidefinite(A)]


@true("Gershgorin 1931; Horn & Johnson, Matrix Analysis (2nd ed. 2013), Theorem 6.1.1: an eigenvalue lies in a disc")
def la14():
    n = dims("n")
    i, j = Idx("i", n), Idx("j", n)
    (A,), (u,), lam = square("A", n), column("u", n), real("lambda")
    given = [
        Equation(A * u, lam * u),
        ForAll(j, le(Abs(u[j, 0]), Abs(u[i, 0]))),
        lt(0, Abs(u[i, 0])),
    ]
    radius = sum_over(n, lambda s: Abs(A[i, s])) - Abs(A[i, i])
    return le(Abs(lam - A[i, i]), radius), given


@true("Hua 1949; Cohn, Basic Algebra (2003), §7.1: Hua's identity")
def la15():
    n = dims("n")
    A, B = InvertibleSymbol("A", n), InvertibleSymbol("B", n)
    inner = Inverse(A) + Inverse(Inverse(B) - A)
    return A - Inverse(inner), A * B * A, [Invertible(Inverse(B) - A)]


# n = 2, A = E_11, B = E_12, C = E_21, D = 1: the left side is det(A - B C) = det 0 = 0, the right one
# det(E_11 - E_22) = -1.
@false("Silvester 2000, Theorem 3 with C B in place of B C: det of four blocks where C and D commute")
def la16():
    n = dims("n")
    (A, B, C), D = square("A B C", n), InvertibleSymbol("D", n)
    return Determinant(BlockMatrix([[A, B], [C, D]])), Determinant(A * D - C * B), [Equation(C * D, D * C)]


# A = [[1, 0], [0, 0]], B = [[1, 1], [1, 1]]: A B + B A = [[2, 1], [1, 0]] has the determinant -1.
@false("Bhatia, Matrix Analysis (1997), §V.1, without its hypothesis of commuting: the Jordan product of two orders")
def la17():
    n = dims("n")
    A, B = square("A B", n)
    return PositiveSemidefinite(A * B + B * A), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


# n = 2, A = 1, u = e_1, v = e_2: 1 + v.T u = 1; the left side is 1 - E_12, the right one 1 - E_21.
@false("Sherman & Morrison 1950, with u and v exchanged in the correction")
def la18():
    n = dims("n")
    A, (u, v) = InvertibleSymbol("A", n), column("u v", n)
    weight = 1 + InnerProduct(v, Inverse(A) * u)
    right = Inverse(A) - 1 / weight * (Inverse(A) * v * u.T * Inverse(A))
    return Inverse(A + u * v.T), right, [Ne(weight, 0)]


# n = 1, P = 1, Q = 0: P - Q = 1 is idempotent, and P Q = 0 is not P. (True is P Q = Q.)
@false("Halmos, Finite-Dimensional Vector Spaces (1958), §42, with P for Q: when the difference of projections is one")
def la19():
    n = dims("n")
    P, Q = square("P Q", n)
    given = [Equation(P * P, P), Equation(Q * Q, Q), Equation((P - Q) * (P - Q), P - Q)]
    return P * Q, P, given


# n = 2, A = diag(1, 2): 3 * 3/2 = 9/2 > 4. (True is the other direction.)
@false(
    "Horn & Johnson, Matrix Analysis (2nd ed. 2013), §7.7, in the wrong direction: traces of a matrix and its inverse"
)
def la20():
    n = dims("n")
    (A,) = square("A", n)
    return le(Trace(A) * Trace(Inverse(A)), n**2), [PositiveDefinite(A)]
