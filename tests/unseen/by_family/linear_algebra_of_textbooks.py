"""Linear algebra of textbooks: inverses, factorisations, Loewner order, projections, eigenpairs, iterations."""

from sympy import BlockMatrix, Determinant, Identity, Idx, Inverse, MatrixSymbol, Ne, Trace, ZeroMatrix

from symattn import (
    Equation,
    Exists,
    Fails,
    ForAll,
    Invertible,
    InvertibleSymbol,
    Loewner,
    MatrixFamily,
    OrthogonalSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, le, lt, natural, real, true


@true("Henderson & Searle 1981, §2: pushing rectangular factors through an inverse, with a matrix between them")
def ln01():
    m, n = dims("m n")
    A, B = InvertibleSymbol("A", n), InvertibleSymbol("B", m)
    U, V = MatrixSymbol("U", n, m), MatrixSymbol("V", m, n)
    left = Inverse(A + U * B * V) * U * B
    return left, Inverse(A) * U * Inverse(Inverse(B) + V * Inverse(A) * U), [Invertible(A + U * B * V)]


@true("Cayley 1846 (Horn & Johnson, §2.1, problems): an orthogonal g without the eigenvalue -1 gives a skew matrix")
def ln02():
    n = dims("n")
    g = OrthogonalSymbol("g", n)
    S = (Identity(n) - g) * Inverse(Identity(n) + g)
    return S.T, -S, [Invertible(Identity(n) + g)]


@true("symplectic geometry course (Cannas da Silva, §12): a real space of odd dimension has no complex structure")
def ln03():
    m = dims("m")
    J = MatrixSymbol("J", 2 * m + 1, 2 * m + 1)
    return Fails(Equation(J * J, -Identity(2 * m + 1))), []


@true("Ben-Israel & Greville, §1.6: in a full-rank factorisation UV of an idempotent matrix, VU is the identity")
def ln04():
    n, r = dims("n r")
    U, V = MatrixSymbol("U", n, r), MatrixSymbol("V", r, n)
    full_rank = [Invertible(U.T * U), Invertible(V * V.T)]
    return V * U, Identity(r), [*full_rank, Equation(U * V * U * V, U * V)]


@true("Kailath, Kung & Morf 1979: the inverse of a matrix of displacement rank r has a displacement rank of at most r")
def ln05():
    n, r = dims("n r")
    A, F, G = InvertibleSymbol("A", n), MatrixSymbol("F", n, n), MatrixSymbol("G", n, n)
    U, V = MatrixSymbol("U", n, r), MatrixSymbol("V", r, n)
    displaced = Exists((U, V), Equation(A * F - G * A, U * V))
    return Exists((U, V), Equation(F * Inverse(A) - Inverse(A) * G, U * V)), [displaced]


@true("Horn & Johnson, §7.7: the block beside the diagonal of a semidefinite matrix obeys a Cauchy-Schwarz inequality")
def ln06():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    x, y = MatrixSymbol("x", m, 1), MatrixSymbol("y", n, 1)
    beside = (x.T * B * y)[0, 0] ** 2
    forms = (x.T * A * x)[0, 0] * (y.T * C * y)[0, 0]
    return le(beside, forms), [PositiveSemidefinite(BlockMatrix([[A, B], [B.T, C]]))]


@true("Bhatia, Matrix Analysis, example V.1.3: the square is operator convex")
def ln07():
    n, theta = dims("n"), real("theta")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    mean = theta * A + (1 - theta) * B
    given = [Equation(A.T, A), Equation(B.T, B), le(0, theta), le(theta, 1)]
    return Loewner(mean * mean, theta * A * A + (1 - theta) * B * B), given


@true("Fischer 1908 (Horn & Johnson, thm. 7.8.5): a definite determinant is at most that of its diagonal blocks")
def ln08():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    M = BlockMatrix([[A, B], [B.T, C]])
    return le(Determinant(M), Determinant(A) * Determinant(C)), [PositiveDefinite(M)]


@true("Greene, Econometric Analysis, §5.5: restricted least squares fits best among all that satisfy the restrictions")
def ln09():
    n, d, k = dims("n d k")
    X, y, R = MatrixSymbol("X", n, d), MatrixSymbol("y", n, 1), MatrixSymbol("R", k, d)
    q, v = MatrixSymbol("q", k, 1), MatrixSymbol("v", d, 1)
    G = Inverse(X.T * X)
    w = G * X.T * y
    restricted = w - G * R.T * Inverse(R * G * R.T) * (R * w - q)
    given = [Invertible(X.T * X), Invertible(R * G * R.T), Equation(R * v, q)]
    return le(SquaredNorm(y - X * restricted), SquaredNorm(y - X * v)), given


@true("Horn & Johnson, thm. 1.3.22: an eigenvalue of AB that is not 0 is one of BA, for rectangular matrices")
def ln10():
    m, n, lam = dims("m"), dims("n"), real("lambda")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, m)
    x, y = MatrixSymbol("x", m, 1), MatrixSymbol("y", n, 1)
    pair = [Equation(B * A * y, lam * y), lt(0, SquaredNorm(y))]
    return Exists(y, pair), [Equation(A * B * x, lam * x), Ne(lam, 0), lt(0, SquaredNorm(x))]


@true("Horn & Johnson, §7.8, problems: the determinant is superadditive on semidefinite matrices, here 2×2")
def ln11():
    A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)
    given = [PositiveSemidefinite(A), PositiveSemidefinite(B)]
    return le(Determinant(A) + Determinant(B), Determinant(A + B)), given


@true("Söderström, Discrete-Time Stochastic Systems, §4: a covariance seen from the solution of Lyapunov's equation")
def ln12():
    n, d = dims("n d")
    A, Q, P = MatrixSymbol("A", d, d), MatrixSymbol("Q", d, d), MatrixSymbol("P", d, d)
    S, t = MatrixFamily("S", n + 1, d, d), Idx("t", n)
    step = ForAll(t, Equation(S[t + 1], A * S[t] * A.T + Q))
    return S[n] - P, A**n * (S[0] - P) * (A.T) ** n, [step, Equation(P, A * P * A.T + Q)]


@true("Trefethen & Bau, thm. 28.3: the iterates of the QR algorithm are similar to the first, by the product of the Qs")
def ln13():
    n, d = dims("n d")
    A, U, t = MatrixFamily("A", n + 1, d, d), MatrixFamily("U", n + 1, d, d), Idx("t", n)
    Q, R = MatrixFamily("Q", n, d, d), MatrixFamily("R", n, d, d)
    factored = ForAll(t, Equation(A[t], Q[t] * R[t]))
    swapped = ForAll(t, Equation(A[t + 1], R[t] * Q[t]))
    collected = ForAll(t, Equation(U[t + 1], U[t] * Q[t]))
    return U[n] * A[n], A[0] * U[n], [factored, swapped, collected, Equation(U[0], Identity(d))]


@true("Jacobson 1935; quantum mechanics course: the commutator of a power of A, if A commutes with [A, B]")
def ln14():
    n, k = dims("n"), natural("k")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    C = A * B - B * A
    return A ** (k + 1) * B - B * A ** (k + 1), (k + 1) * A**k * C, [Equation(A * C, C * A)]


@true("Ben-Israel & Greville, §4.4: a normal matrix commutes with its pseudo-inverse X, it is an EP matrix")
def ln15():
    n = dims("n")
    A, X = MatrixSymbol("A", n, n), MatrixSymbol("X", n, n)
    penrose = [
        Equation(A * X * A, A),
        Equation(X * A * X, X),
        Equation((A * X).T, A * X),
        Equation((X * A).T, X * A),
    ]
    return A * X, X * A, [*penrose, Equation(A * A.T, A.T * A)]


@true("Prasolov, Problems and Theorems in Linear Algebra: matrices of which the sum is the product commute")
def ln16():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return A * B, B * A, [Equation(A + B, A * B)]


@true("Anderson & Vongpanitlerd, Network Analysis, §2: if Z has a definite symmetric part, so has its inverse")
def ln17():
    n = dims("n")
    Z = MatrixSymbol("Z", n, n)
    return PositiveDefinite(Inverse(Z) + Inverse(Z).T), [PositiveDefinite(Z + Z.T)]


@true("Alon 2003, lemma 2.1: the square of the trace is at most the rank times the Frobenius norm squared")
def ln18():
    n, r = dims("n r")
    U, V = MatrixSymbol("U", n, r), MatrixSymbol("V", r, n)
    return le(Trace(U * V) ** 2, r * SquaredNorm(U * V)), [Equation(U.T * U, Identity(r))]


@true("Petersen & Pedersen, Matrix Cookbook, §8.1.7: the sum of two quadratic forms about a and b, as in Gaussians")
def ln19():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    x, a, b = MatrixSymbol("x", n, 1), MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
    c = Inverse(A + B) * (A * a + B * b)
    apart = (x - a).T * A * (x - a) + (x - b).T * B * (x - b)
    joined = (x - c).T * (A + B) * (x - c) + (a - b).T * A * Inverse(A + B) * B * (a - b)
    return apart, joined, [PositiveDefinite(A), PositiveDefinite(B)]


@true("Atiyah & Macdonald, ch. 1, exercise 1: the sum of a unit and a nilpotent that commutes with it is a unit")
def ln20():
    n, k = dims("n k")
    A, N = InvertibleSymbol("A", n), MatrixSymbol("N", n, n)
    return Invertible(A + N), [Equation(A * N, N * A), Equation(N**k, ZeroMatrix(n, n))]


# A = diag(1, 0), B = [[0, 1], [1, 0]]: AB = [[0, 1], [0, 0]] has the square 0, but tr A²B² = tr diag(1, 0) = 1
@false("matrix analysis, an error: tr (AB)² taken for tr A²B² as A and B are symmetric; it is at most that")
def ln21():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Trace(A * B * A * B), Trace(A * A * B * B), [Equation(A.T, A), Equation(B.T, B)]


# A = diag(1, 1, 0): det(1 + A) = 4, but 1 + 2 + 0 = 3; the sum of the principal minors of order 2 is missing
@false("linear algebra course, an error: det(1 + A) = 1 + tr A + det A of 2×2 matrices, said of 3×3 matrices")
def ln22():
    A = MatrixSymbol("A", 3, 3)
    return Determinant(Identity(3) + A), 1 + Trace(A) + Determinant(A), []


# A = diag(0, -1): both leading minors are 0
@false("linear algebra course, an error: leading minors that are not negative taken as a test of semidefiniteness")
def ln23():
    A = MatrixSymbol("A", 2, 2)
    return PositiveSemidefinite(A), [Equation(A.T, A), le(0, A[0, 0]), le(0, Determinant(A))]


# X = (1, 0)ᵀ, Z = (1, 1)ᵀ: together they fit everything, H = 1, but diag(1, 0) + [[1, 1], [1, 1]]/2 is not the identity
@false("regression course, an error: hat matrices of two groups of features added up although they are not orthogonal")
def ln24():
    n, d, k = dims("n d k")
    X, Z = MatrixSymbol("X", n, d), MatrixSymbol("Z", n, k)
    W = BlockMatrix([[X, Z]])
    hats = [F * Inverse(F.T * F) * F.T for F in (W, X, Z)]
    return hats[0], hats[1] + hats[2], [Invertible(F.T * F) for F in (W, X, Z)]


# d = m = 1, n = 2, A = B = S₀ = 1: S doubles twice, S₂ = 4, but 1 + 1 = 2
@false("control course, an error: a Sylvester recurrence solved as if left and right powers did not mix")
def ln25():
    n, d, m = dims("n d m")
    A, B = MatrixSymbol("A", d, d), MatrixSymbol("B", m, m)
    S, t = MatrixFamily("S", n + 1, d, m), Idx("t", n)
    step = ForAll(t, Equation(S[t + 1], A * S[t] + S[t] * B))
    return S[n], A**n * S[0] + S[0] * B**n, [step]


# A = 1, λ = 1, B = [[0, 1], [0, 0]], x = (0, 1)ᵀ: Bx = (1, 0)ᵀ
@false("quantum mechanics course, an error: eigenvectors of A taken for those of any B that commutes with A")
def ln26():
    n, lam, mu = dims("n"), *real("lambda mu")
    A, B, x = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("x", n, 1)
    given = [Equation(A * B, B * A), Equation(A * x, lam * x), Fails(Equation(x, ZeroMatrix(n, 1)))]
    return Exists(mu, Equation(B * x, mu * x)), given
