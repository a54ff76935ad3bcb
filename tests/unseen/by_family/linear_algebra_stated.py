"""Linear algebra of courses and machine-learning papers: factorisations, inverses, determinants, projections."""

from sympy import (
    BlockMatrix,
    Derivative,
    Determinant,
    Identity,
    ImmutableMatrix,
    Inverse,
    KroneckerProduct,
    MatrixSymbol,
    Ne,
    Trace,
    ZeroMatrix,
    cos,
    sin,
)

from symattn import (
    Equation,
    Exists,
    Fails,
    Gradient,
    HeadSum,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    OrthogonalSymbol,
    SquaredNorm,
    Vec,
    dims,
)
from tests.unseen.table import column, false, integer, real, square, true


@true("Jacobson 1985, Basic Algebra I, §2.2, exercise: Hua's identity")
def ye01():
    n = dims("n")
    A, B = InvertibleSymbol("A", n), InvertibleSymbol("B", n)
    gap = Inverse(B) - A
    return A - Inverse(Inverse(A) + Inverse(gap)), A * B * A, [Invertible(gap)]


@true("Horn & Johnson 2013, Matrix Analysis, Theorem 1.3.22: the characteristic polynomials of AB and BA")
def ye02():
    m, n = dims("m n")
    A, B, (x,) = MatrixSymbol("A", m, n), MatrixSymbol("B", n, m), real("x,")
    return x**n * Determinant(x * Identity(m) - A * B), x**m * Determinant(x * Identity(n) - B * A), []


@true("Qiu et al. 2023, Controlling Text-to-Image Diffusion by Orthogonal Finetuning, §3.2: back from the Cayley map")
def ye03():
    n = dims("n")
    Q = OrthogonalSymbol("Q", n)
    S = (Identity(n) - Q) * Inverse(Identity(n) + Q)
    return S.T, -S, [Invertible(Identity(n) + Q)]


@true("Golub & Van Loan 2013, Matrix Computations, §5.1.2: the reflection that takes x to y")
def ye04():
    n = dims("n")
    x, y = column("x y", n)
    v = x - y
    given = [Equation(SquaredNorm(x), SquaredNorm(y)), Fails(Equation(x, y))]
    return (Identity(n) - 2 / SquaredNorm(v) * v * v.T) * x, y, given


@true("Yang et al. 2024, Parallelizing Linear Transformers with the Delta Rule, §3.2: a nilpotent Neumann series")
def ye05():
    n, k = dims("n k")
    (N,), h = square("N", n), integer("h")
    return Inverse(Identity(n) - N), HeadSum(N**h, (h, 0, k - 1)), [Equation(N**k, ZeroMatrix(n, n))]


@true("Schreiber & Van Loan 1989, A Storage-Efficient WY Representation, §2: two reflectors")
def ye06():
    n, (a, b) = dims("n"), real("a b")
    u, v = column("u v", n)
    Y = BlockMatrix([[u, v]])
    T = ImmutableMatrix([[a, -a * b * InnerProduct(u, v)], [0, b]])
    return (Identity(n) - a * u * u.T) * (Identity(n) - b * v * v.T), Identity(n) - Y * T * Y.T, []


@true("Parlett 1998, The Symmetric Eigenvalue Problem, §15.3: eigenvectors of a pencil")
def ye07():
    n, (s, t) = dims("n"), real("s t")
    A, B = square("A B", n)
    u, v = column("u v", n)
    symmetric = [Equation(A.T, A), Equation(B.T, B)]
    given = [*symmetric, Equation(A * u, s * B * u), Equation(A * v, t * B * v), Ne(s, t)]
    return InnerProduct(u, B * v), 0, given


@true("Humphreys 1972, Introduction to Lie Algebras, §4.3: powers and a commutator that commutes")
def ye08():
    n, k = dims("n k")
    A, B = square("A B", n)
    C = A * B - B * A
    return A**k * B - B * A**k, k * A ** (k - 1) * C, [Equation(A * C, C * A)]


@true("Martens & Grosse 2015, Optimizing Neural Networks with K-FAC, §4.2: the preconditioned gradient")
def ye09():
    m, n = dims("m n")
    A, G, V = InvertibleSymbol("A", m), InvertibleSymbol("G", n), MatrixSymbol("V", n, m)
    return Inverse(KroneckerProduct(A, G)) * Vec(V), Vec(Inverse(G) * V * Inverse(A).T), []


@true("Penrose 1955, A generalized inverse for matrices, Theorem 1: there is at most one")
def ye10():
    m, n = dims("m n")
    A = MatrixSymbol("A", m, n)
    X, Y = MatrixSymbol("X", n, m), MatrixSymbol("Y", n, m)
    given = []
    for Z in (X, Y):
        given += [Equation(A * Z * A, A), Equation(Z * A * Z, Z)]
        given += [Equation((A * Z).T, A * Z), Equation((Z * A).T, Z * A)]
    return X, Y, given


@true("Petersen & Pedersen 2012, The Matrix Cookbook, eq. (118)")
def ye11():
    m, n, k = dims("m n k")
    X, B = MatrixSymbol("X", m, n), MatrixSymbol("B", n, n)
    A, C = MatrixSymbol("A", k, m), MatrixSymbol("C", m, k)
    return Gradient(Trace(A * X * B * X.T * C), X), A.T * C.T * X * B.T + C * A * X * B, []


@true("Magnus & Neudecker 2019, Matrix Differential Calculus, §8.3: Jacobi's formula along a line")
def ye12():
    n, (t,) = dims("n"), real("t,")
    A, B = square("A B", n)
    M = A + t * B
    return Derivative(Determinant(M), t), Determinant(M) * Trace(Inverse(M) * B), [Invertible(M)]


@true("Murray, Li & Sastry 1994, Robotic Manipulation, §2.2: Rodrigues' formula gives a rotation")
def ye13():
    w, (t,) = MatrixSymbol("w", 3, 1), real("t,")
    a, b, c = (w[i, 0] for i in range(3))
    W = ImmutableMatrix([[0, -c, b], [c, 0, -a], [-b, a, 0]])
    R = ImmutableMatrix.eye(3) + sin(t) * W + (1 - cos(t)) * W * W
    return R.T * R, Identity(3), [Equation(SquaredNorm(w), 1)]


@true("Hu et al. 2021, LoRA, §4.1: from one adapted task to another by an update of low rank")
def ye14():
    m, n, r, s = dims("m n r s")
    a, b = real("a b")
    B, A = MatrixSymbol("B", m, r), MatrixSymbol("A", r, n)
    D, C = MatrixSymbol("D", m, s), MatrixSymbol("C", s, n)
    U, V = MatrixSymbol("U", m, r + s), MatrixSymbol("V", r + s, n)
    return Exists((U, V), Equation(b * D * C - a * B * A, U * V)), []


@true("Ben-Israel & Greville 2003, Generalized Inverses, §2.4: the trace of an idempotent is its rank")
def ye15():
    n, r = dims("n r")
    F, G = MatrixSymbol("F", n, r), MatrixSymbol("G", r, n)
    L, R = MatrixSymbol("L", r, n), MatrixSymbol("R", n, r)
    full = [Equation(L * F, Identity(r)), Equation(G * R, Identity(r))]
    return Trace(F * G), r, [*full, Equation(F * G * F * G, F * G)]


# m = n = 1, A = B = D = 1: the inverse of [[1, 1], [0, 1]] is [[1, -1], [0, 1]], not [[1, 1], [0, 1]].
@false("Boyd & Vandenberghe 2018, Introduction to Applied Linear Algebra, exercise on block triangular inverses")
def ye16():
    m, n = dims("m n")
    A, D, B = InvertibleSymbol("A", m), InvertibleSymbol("D", n), MatrixSymbol("B", m, n)
    zero = ZeroMatrix(n, m)
    inverse = BlockMatrix([[Inverse(A), Inverse(A) * B * Inverse(D)], [zero, Inverse(D)]])
    return Inverse(BlockMatrix([[A, B], [zero, D]])), inverse, []


# n = 2, p = q = 1, X = (1, 0), Z = (1, 1): the left side is the identity, the right one [[3/2, 1/2], [1/2, 1/2]].
@false("Greene 2012, Econometric Analysis, §3.3: projections on two groups of regressors")
def ye17():
    n, p, q = dims("n p q")
    X, Z = MatrixSymbol("X", n, p), MatrixSymbol("Z", n, q)
    XZ = BlockMatrix([[X, Z]])

    def hat(M):
        return M * Inverse(M.T * M) * M.T

    return hat(XZ), hat(X) + hat(Z), [Invertible(M.T * M) for M in (X, Z, XZ)]


# n = 2, P = [[1, 0], [0, 0]], Q = [[1, 1], [0, 0]]: the square of P - Q is 0, and P - Q = [[0, -1], [0, 0]].
@false("Halmos 1958, Finite-Dimensional Vector Spaces, §42, Theorem 1: the difference of two projections")
def ye18():
    n = dims("n")
    P, Q = square("P Q", n)
    return (P - Q) ** 2, P - Q, [Equation(P**2, P), Equation(Q**2, Q), Equation(P * Q, Q)]


# All sizes 1, Y = W = 0, A = B = X = 1, s = 2: the loss is 2·A², its derivative 4, and the right side 2.
@false("Hayou, Ghosh & Yu 2024, LoRA+, §3: the gradient of a scaled adapter")
def ye19():
    m, n, r, N, (s,) = *dims("m n r N"), real("s,")
    Y, W, X = MatrixSymbol("Y", m, N), MatrixSymbol("W", m, n), MatrixSymbol("X", n, N)
    B, A = MatrixSymbol("B", m, r), MatrixSymbol("A", r, n)
    residual = Y - (W + s * B * A) * X
    return Gradient(SquaredNorm(residual) / 2, A), -B.T * residual * X.T, []


# n = 2, A = diag(1, 0), B = [[0, 1], [0, 0]], C = [[0, 0], [1, 0]], D = identity: the left side is 0, the right -1.
@false("Silvester 2000, Determinants of Block Matrices, Theorem 3")
def ye20():
    n = dims("n")
    A, B, C, D = square("A B C D", n)
    return Determinant(BlockMatrix([[A, B], [C, D]])), Determinant(A * D - C * B), [Equation(C * D, D * C)]
