"""Determinants of symbolic size: similarity, blocks, low-rank updates, definite, orthogonal, triangular, singular."""

from sympy import (
    BlockMatrix,
    Determinant,
    Identity,
    Inverse,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Piecewise,
    Product,
    Trace,
    ZeroMatrix,
    log,
)

from symattn import (
    Equation,
    Fails,
    InvertibleSymbol,
    OrthogonalSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
    from_entries,
)
from tests.unseen.table import false, integer, le, lt, real, true


@true("linear algebra: similar matrices, shifted by a multiple of the identity")
def de01():
    n, (c,) = dims("n"), real("c,")
    A, P = MatrixSymbol("A", n, n), InvertibleSymbol("P", n)
    return Determinant(Inverse(P) * A * P + c * Identity(n)), Determinant(A + c * Identity(n)), []


@true("Huybrechts, Complex Geometry, §1.2: a complex structure J² = −1 needs an even dimension")
def de02():
    n = dims("n")
    J = MatrixSymbol("J", n, n)
    return Determinant(J) ** 2, (-1) ** n, [Equation(J * J, -Identity(n))]


@true("Horn & Johnson, §0.9.13 exercise type, the Cayley transform: 1 + S and 1 − S for a skew-symmetric S")
def de03():
    n = dims("n")
    S = MatrixSymbol("S", n, n)
    return Determinant(Identity(n) + S), Determinant(Identity(n) - S), [Equation(S.T, -S)]


@true("Horn & Johnson, §7.2: a Gram determinant is not negative")
def de04():
    n, d = dims("n d")
    X = MatrixSymbol("X", n, d)
    return le(0, Determinant(X.T * X)), []


@true("Strang, §5.2: a block triangular matrix with three blocks")
def de05():
    m, n, p = dims("m n p")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", m, p)
    D, E, F = MatrixSymbol("D", n, n), MatrixSymbol("E", n, p), MatrixSymbol("F", p, p)
    rows = [[A, B, C], [ZeroMatrix(n, m), D, E], [ZeroMatrix(p, m), ZeroMatrix(p, n), F]]
    return Determinant(BlockMatrix(rows)), Determinant(A) * Determinant(D) * Determinant(F), []


@true("Rasmussen & Williams, §3.4.3 type: Sylvester's identity for ridge and kernel matrices, at any λ, 0 among them")
def de06():
    m, n, (lam,) = *dims("m n"), real("lambda,")
    X = MatrixSymbol("X", m, n)
    kernel = lam**n * Determinant(lam * Identity(m) + X * X.T)
    return kernel, lam**m * Determinant(lam * Identity(n) + X.T * X), []


@true("Golub & Van Loan, §5.1: a Householder reflection has determinant −1")
def de07():
    n = dims("n")
    v = MatrixSymbol("v", n, 1)
    return Determinant(Identity(n) - (2 / SquaredNorm(v)) * v * v.T), -1, [Ne(SquaredNorm(v), 0)]


@true("Axler, ch. 5: an eigenvalue is a root of the characteristic polynomial")
def de08():
    n, (lam,) = dims("n"), real("lambda,")
    A, v = MatrixSymbol("A", n, n), MatrixSymbol("v", n, 1)
    given = [Equation(A * v, lam * v), Fails(Equation(v, ZeroMatrix(n, 1)))]
    return Determinant(A - lam * Identity(n)), 0, given


@true("Papamakarios et al. 2021, normalizing flows, §3.1: the Jacobian of an autoregressive map is triangular")
def de09():
    n, k = dims("n"), integer("k")
    A = MatrixSymbol("A", n, n)
    lower = from_entries(n, n, lambda i, j: Piecewise((A[i, j], j <= i), (0, True)))
    return Determinant(lower), Product(A[k, k], (k, 0, n - 1)), []


@true("Artin, Algebra, ch. 5: an improper rotation has the eigenvalue −1")
def de10():
    n = dims("n")
    g = OrthogonalSymbol("g", n)
    return Determinant(Identity(n) + g), 0, [Equation(Determinant(g), -1)]


@true("Davis, Circulant Matrices, ch. 5: a block circulant of two blocks")
def de11():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Determinant(BlockMatrix([[A, B], [B, A]])), Determinant(A + B) * Determinant(A - B), []


@true("Silvester 2000, determinants of block matrices: the lower blocks commute, D may be singular")
def de12():
    n = dims("n")
    A, B, C, D = (MatrixSymbol(name, n, n) for name in "ABCD")
    return Determinant(BlockMatrix([[A, B], [C, D]])), Determinant(A * D - B * C), [Equation(C * D, D * C)]


@true("James & Stein 1961: Stein's loss of a covariance estimate is not negative")
def de13():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return le(log(Determinant(A)), Trace(A) - n), [PositiveDefinite(A)]


@true("Horn & Johnson, cor. 7.7.4: the determinant grows in the Loewner order")
def de14():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return le(Determinant(A), Determinant(A + B)), [PositiveDefinite(A), PositiveSemidefinite(B)]


@true("statistics: the equicorrelation matrix a·1 + b·J, also at a = 0")
def de15():
    n, (a, b) = dims("n"), real("a b")
    return Determinant(a * Identity(n) + b * OneMatrix(n, n)), a ** (n - 1) * (a + n * b), []


# n = 2, A = B = 1: 4 > 2 (for n = 1 both sides are equal)
@false("linear algebra, a common error: the determinant as if it were subadditive on definite matrices")
def de16():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    given = [PositiveDefinite(A), PositiveDefinite(B)]
    return le(Determinant(A + B), Determinant(A) + Determinant(B)), given


# n = 2, A = D = 0, B = C = 1: 1 and −1 (for n = 1 it is the 2×2 formula)
@false("a common error: the 2×2 formula read with blocks")
def de17():
    n = dims("n")
    A, B, C, D = (MatrixSymbol(name, n, n) for name in "ABCD")
    right = Determinant(A) * Determinant(D) - Determinant(B) * Determinant(C)
    return Determinant(BlockMatrix([[A, B], [C, D]])), right, []


# m = 1, n = 2, X = [1, 1]: 2 and 0
@false("machine learning course, an error: the two Gram matrices have the same determinant")
def de18():
    m, n = dims("m n")
    X = MatrixSymbol("X", m, n)
    return Determinant(X * X.T), Determinant(X.T * X), []


# n = 2, A = 1: 4 and 3 (it is 2^rank; equal for n = 1, and for rank at most 1)
@false("projections: det(1 + P) = 1 + tr P, which is true of rank at most 1")
def de19():
    n = dims("n")
    P = MatrixSymbol("P", n, n)
    return Determinant(Identity(n) + P), 1 + Trace(P), [Equation(P * P, P)]


# n = 3, A = diag(3, −1, −1): trace 1, determinant 3, not definite (true for n = 1, 2)
@false("the second derivative test of two variables, read for n")
def de20():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return PositiveDefinite(A), [Equation(A.T, A), lt(0, Trace(A)), lt(0, Determinant(A))]
