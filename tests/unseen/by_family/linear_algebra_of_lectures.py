"""Linear algebra of courses in matrix analysis and numerical linear algebra, and of papers in machine learning.

The sources are textbooks (Horn & Johnson, Golub & Van Loan, Trefethen & Bau, Bishop, Christensen, Hartley & Zisserman),
papers on matrices (Penrose, Greville, Jacobson, Van Loan), and of machine learning (scaled Cayley networks, LoRA).
"""

from sympy import (
    Adjoint,
    BlockMatrix,
    Determinant,
    I,
    Identity,
    ImmutableMatrix,
    Inverse,
    MatrixSymbol,
    Ne,
    Trace,
    ZeroMatrix,
)
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.kronecker import KroneckerProduct

from symattn import (
    Equation,
    ForAll,
    Gradient,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    OrthogonalSymbol,
    SquaredNorm,
    dims,
)
from tests.unseen.table import column, false, natural, real, square, true


def penrose(A, X):
    """Return the four equations that make X the pseudo-inverse of A."""
    return [
        Equation(A * X * A, A),
        Equation(X * A * X, X),
        Equation((A * X).T, A * X),
        Equation((X * A).T, X * A),
    ]


def cross(a):
    """Return the matrix of the map b ↦ a × b."""
    x, y, z = a[0, 0], a[1, 0], a[2, 0]
    return ImmutableMatrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])


def complex_matrix(names, m, n):
    """Return a complex m×n matrix, made of its real and its imaginary part."""
    real_part, imaginary_part = (MatrixSymbol(name, m, n) for name in names.split())
    return real_part + I * imaginary_part


@true("Ding & Zhou 2007, Eigenvalues of rank-one updated matrices, Lemma 1.1: the determinant of a rank-one update")
def ue01():
    n = dims("n")
    A, (u, v) = InvertibleSymbol("A", n), column("u v", n)
    return Determinant(A + u * v.T), (1 + (v.T * Inverse(A) * u)[0, 0]) * Determinant(A), []


@true("Horn & Johnson 2013, Matrix Analysis, §0.8.5, in the manner of its exercises: blocks A, B over B, A")
def ue02():
    n = dims("n")
    A, B = square("A B", n)
    whole = BlockMatrix([[A, B], [B, A]])
    return Determinant(whole), Determinant(A + B) * Determinant(A - B), []


@true("Bishop 2006, Pattern Recognition and Machine Learning, (C.14): with a ridge in place of the identity")
def ue03():
    (N, M), (lam,) = dims("N M"), real("lambda,")
    A, B = MatrixSymbol("A", N, M), MatrixSymbol("B", N, M)
    tall, wide = lam * Identity(N) + A * B.T, lam * Identity(M) + A.T * B
    return lam**M * Determinant(tall), lam**N * Determinant(wide), []


@true("Jacobson 1935, Rational methods in the theory of Lie algebras: powers under a commutator that commutes with B")
def ue04():
    n, k = dims("n"), natural("k")
    A, B = square("A B", n)
    C = A * B - B * A
    given = [Equation(B * C, C * B)]
    return A * B ** (k + 1) - B ** (k + 1) * A, (k + 1) * B**k * C, given


@true("Meyer 2000, Matrix Analysis and Applied Linear Algebra, §5.9: the trace of a projector, by its factors")
def ue05():
    n, r = dims("n r")
    (P,) = square("P", n)
    B, C, left, right = (MatrixSymbol(*s) for s in (("B", n, r), ("C", r, n), ("L", r, n), ("R", n, r)))
    factorisation = [Equation(P, B * C), Equation(left * B, Identity(r)), Equation(C * right, Identity(r))]
    return Trace(P), r, [Equation(P * P, P), *factorisation]


@true("Christensen 2011, Plane Answers to Complex Questions, §3.2: the sum of squares of a model and a reduced model")
def ue06():
    n = dims("n")
    (M, M0), (y,) = square("M M_0", n), column("y", n)
    projections = [Equation(X * X, X) for X in (M, M0)] + [Equation(X.T, X) for X in (M, M0)]
    return SquaredNorm(M * y), SquaredNorm(M0 * y) + SquaredNorm((M - M0) * y), [*projections, Equation(M * M0, M0)]


@true("Penrose 1955, A generalized inverse for matrices, Theorem 1: there is at most one")
def ue07():
    m, n = dims("m n")
    A, X, Y = MatrixSymbol("A", m, n), MatrixSymbol("X", n, m), MatrixSymbol("Y", n, m)
    return X, Y, [*penrose(A, X), *penrose(A, Y)]


@true("Trefethen & Bau 1997, Numerical Linear Algebra, Lecture 10: a reflector takes x to y of the same length")
def ue08():
    n = dims("n")
    x, y = column("x y", n)
    v = x - y
    reflector = Identity(n) - (2 / SquaredNorm(v)) * v * v.T
    return reflector * x, y, [Equation(SquaredNorm(x), SquaredNorm(y)), Ne(SquaredNorm(v), 0)]


@true("Helfrich, Willmott & Ye 2018, Orthogonal recurrent networks with scaled Cayley transform, Theorem 3.1, one half")
def ue09():
    n = dims("n")
    (A,), (s,) = square("A", n), column("s", n)
    W = Inverse(Identity(n) + A) * (Identity(n) - A) * DiagMatrix(s)
    signs = ForAll(n, lambda i: Equation(s[i, 0] ** 2, 1))
    return W.T * W, Identity(n), [Equation(A.T, -A), Invertible(Identity(n) + A), signs]


@true("Golub & Van Loan 2013, Matrix Computations, §8.5.2: what a Jacobi rotation moves to the diagonal")
def ue10():
    a, b, d, c, s = real("a b d c s")
    J, A = ImmutableMatrix([[c, s], [-s, c]]), ImmutableMatrix([[a, b], [b, d]])
    T = J.T * A * J
    return T[0, 0] ** 2 + T[1, 1] ** 2, a**2 + d**2 + 2 * b**2, [Equation(c**2 + s**2, 1), Equation(T[0, 1], 0)]


@true("Halmos 1958, Finite-Dimensional Vector Spaces, §41, in the manner of its exercises: powers of I + c E")
def ue11():
    n, k, (c,) = dims("n"), natural("k"), real("c,")
    (E,) = square("E", n)
    return (Identity(n) + c * E) ** k, Identity(n) + ((1 + c) ** k - 1) * E, [Equation(E * E, E)]


@true("Horn & Johnson 2013, Matrix Analysis, Theorem 1.4.7: left and right eigenvectors of different eigenvalues")
def ue12():
    n, (lam, mu) = dims("n"), real("lambda mu")
    (A,), (x, y) = square("A", n), column("x y", n)
    return InnerProduct(y, x), 0, [Equation(A * x, lam * x), Equation(y.T * A, mu * y.T), Ne(lam, mu)]


@true("Hu et al. 2021, LoRA, §4.1: the gradient of a squared loss by the factor B of the adapter")
def ue13():
    (d, k, r, N), (alpha,) = dims("d k r N"), real("alpha,")
    W, B, A = MatrixSymbol("W_0", d, k), MatrixSymbol("B", d, r), MatrixSymbol("A", r, k)
    X, Y = MatrixSymbol("X", k, N), MatrixSymbol("Y", d, N)
    residual = (W + (alpha / r) * B * A) * X - Y
    return Gradient(SquaredNorm(residual) / 2, B), (alpha / r) * residual * X.T * A.T, []


@true("Hartley & Zisserman 2004, Multiple View Geometry, Appendix 4, as in its exercises: a cross product after a map")
def ue14():
    M, t = MatrixSymbol("M", 3, 3), MatrixSymbol("t", 3, 1)
    return M.T * cross(M * t) * M, Determinant(M) * cross(t), []


@true("Trefethen & Bau 1997, Numerical Linear Algebra, Theorem 3.1: the Frobenius norm between two unitary matrices")
def ue15():
    m, n = dims("m n")
    U, V, Z = complex_matrix("A B", m, m), complex_matrix("C D", n, n), complex_matrix("E F", m, n)
    turned = U * Z * V
    unitary = [Equation(Adjoint(U) * U, Identity(m)), Equation(Adjoint(V) * V, Identity(n))]
    return Trace(Adjoint(turned) * turned), Trace(Adjoint(Z) * Z), unitary


# n = 1, m = 2, A = (2), B = I: the left side is det(2 I) = 4, the right side 2^1 · 1^2 = 2.
@false("Van Loan 2000, The ubiquitous Kronecker product, §2: the determinant, with the two exponents exchanged")
def ue16():
    n, m = dims("n m")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", m, m)
    return Determinant(KroneckerProduct(A, B)), Determinant(A) ** n * Determinant(B) ** m, []


# n = 2, Q = [[0, -1], [1, 0]]: det Q = 1, and det(I - Q) = 2.
@false("Artin 2011, Algebra, §5.1, Euler's theorem: the axis of a rotation of space, without the odd dimension")
def ue17():
    n = dims("n")
    Q = OrthogonalSymbol("Q", n)
    return Determinant(Identity(n) - Q), 0, [Equation(Determinant(Q), 1)]


# n = 2, Z = [[1, i], [i, 0]]: Z Z* = [[2, -i], [i, 1]] and Z* Z = [[2, i], [-i, 1]].
@false("Horn & Johnson 2013, Matrix Analysis, §4.4: a symmetric matrix, complex instead of real, taken to be normal")
def ue18():
    n = dims("n")
    Z = complex_matrix("A B", n, n)
    return Z * Adjoint(Z), Adjoint(Z) * Z, [Equation(Z.T, Z)]


# m = p = 1, n = 2, A = (1 0), B = (1 1)ᵀ, X = (1 0)ᵀ, Y = (1/2 1/2): A B = 1, and A B Y X A B = 1/2.
@false("Greville 1966, Note on the generalized inverse of a matrix product: the reverse order law without a condition")
def ue19():
    m, n, p = dims("m n p")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, p)
    X, Y = MatrixSymbol("X", n, m), MatrixSymbol("Y", p, n)
    return A * B * Y * X * A * B, A * B, [*penrose(A, X), *penrose(B, Y)]


# k = 1, n = 3, N = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]: entry (0, 2) is 0 on the left and 1/2 on the right.
@false("Strang 2016, Introduction to Linear Algebra, §8.3: powers of a Jordan block, with k² in place of k(k − 1)")
def ue20():
    n, k = dims("n"), natural("k")
    (N,) = square("N", n)
    return (Identity(n) + N) ** k, Identity(n) + k * N + (k**2 / 2) * N**2, [Equation(N**3, ZeroMatrix(n, n))]
