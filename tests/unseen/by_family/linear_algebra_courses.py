"""Linear algebra: definite matrices, determinants, regression, kernels, rotations, eigenpairs, recurrences."""

from sympy import (
    BlockMatrix,
    Determinant,
    HadamardPower,
    Identity,
    Idx,
    ImmutableMatrix,
    Inverse,
    KroneckerProduct,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Sum,
    Trace,
    ZeroMatrix,
    cos,
    sin,
)

from symattn import (
    Equation,
    Fails,
    ForAll,
    Gradient,
    InnerProduct,
    Invertible,
    Loewner,
    MatrixFamily,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    Vec,
    dims,
    from_entries,
)
from tests.unseen.table import false, integer, le, lt, natural, real, true


@true("perturbation theory course: the second resolvent identity, two matrices at one point")
def mk01():
    n, (z,) = dims("n"), real("z,")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    first, second = z * Identity(n) - A, z * Identity(n) - B
    left = Inverse(first) - Inverse(second)
    return left, Inverse(first) * (A - B) * Inverse(second), [Invertible(first), Invertible(second)]


@true("Rasmussen & Williams, §2.6: the smoother K(K + σ²)⁻¹ of a Gaussian process shrinks in every direction")
def mk02():
    n, (s,) = dims("n"), real("s,")
    K = MatrixSymbol("K", n, n)
    return Loewner(K * Inverse(K + s * Identity(n)), Identity(n)), [PositiveSemidefinite(K), lt(0, s)]


@true("Bishop, PRML, §6.1, with weights: the primal and the dual form of generalised ridge regression")
def mk03():
    m, n = dims("m n")
    X, W, L = MatrixSymbol("X", m, n), MatrixSymbol("W", m, m), MatrixSymbol("L", n, n)
    primal = Inverse(X.T * W * X + L) * X.T * W
    dual = Inverse(L) * X.T * Inverse(X * Inverse(L) * X.T + Inverse(W))
    return primal, dual, [PositiveDefinite(W), PositiveDefinite(L)]


@true("Frisch & Waugh 1933, Lovell 1963: a coefficient is found after the other regressors are projected out")
def mk04():
    m, p, q = dims("m p q")
    X, Z, y = MatrixSymbol("X", m, p), MatrixSymbol("Z", m, q), MatrixSymbol("y", m, 1)
    b, c, e = MatrixSymbol("b", p, 1), MatrixSymbol("c", q, 1), MatrixSymbol("e", m, 1)
    rest = Identity(m) - Z * Inverse(Z.T * Z) * Z.T
    normal = [Equation(X.T * e, ZeroMatrix(p, 1)), Equation(Z.T * e, ZeroMatrix(q, 1))]
    regular = [Invertible(Z.T * Z), Invertible(X.T * rest * X)]
    return Inverse(X.T * rest * X) * X.T * rest * y, b, [Equation(y, X * b + Z * c + e), *normal, *regular]


@true("robotics course: the denominator of the Cayley map of a rotation vector w is 1 + |w|²")
def mk05():
    a, b, c = real("a b c")
    return Determinant(ImmutableMatrix([[1, -c, b], [c, 1, -a], [-b, a, 1]])), 1 + a**2 + b**2 + c**2, []


@true("Horn & Johnson, §2.5: a skew-symmetric real matrix has no real eigenvalue but 0")
def mk06():
    n, (lam,) = dims("n"), real("lambda,")
    S, x = MatrixSymbol("S", n, n), MatrixSymbol("x", n, 1)
    given = [Equation(S.T, -S), Equation(S * x, lam * x), Fails(Equation(x, ZeroMatrix(n, 1)))]
    return lam, 0, given


@true("Golub & Van Loan, §5.1: the reflection in x − y takes x to y if they are equally long")
def mk07():
    n = dims("n")
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    reflection = Identity(n) - (2 / SquaredNorm(x - y)) * (x - y) * (x - y).T
    return reflection * x, y, [Equation(SquaredNorm(x), SquaredNorm(y)), Ne(SquaredNorm(x - y), 0)]


@true("Murray, Li & Sastry, §2.2, in any dimension: the formula of Rodrigues gives an orthogonal matrix")
def mk08():
    n, (t,) = dims("n"), real("t,")
    K = MatrixSymbol("K", n, n)
    turn = Identity(n) + sin(t) * K + (1 - cos(t)) * K**2
    return turn.T * turn, Identity(n), [Equation(K.T, -K), Equation(K**3, -K)]


@true("Horn & Johnson, §3.2: powers of a unipotent matrix whose nilpotent part has index 3, as of a Jordan block")
def mk09():
    n, k = dims("n"), natural("k")
    N = MatrixSymbol("N", n, n)
    right = Identity(n) + k * N + (k * (k - 1) / 2) * N**2
    return (Identity(n) + N) ** k, right, [Equation(N**3, ZeroMatrix(n, n))]


@true("quantum mechanics course: real matrices cannot satisfy the commutation relation of Heisenberg")
def mk10():
    n, (c,) = dims("n"), real("c,")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return c, 0, [Equation(A * B - B * A, c * Identity(n))]


@true("Parlett, The Symmetric Eigenvalue Problem, §15.3: eigenvectors of a pencil are orthogonal in the mass matrix")
def mk11():
    n, (lam, mu) = dims("n"), real("lambda mu")
    K, M = MatrixSymbol("K", n, n), MatrixSymbol("M", n, n)
    u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
    pairs = [Equation(K * u, lam * M * u), Equation(K * v, mu * M * v), Ne(lam, mu)]
    return InnerProduct(u, M * v), 0, [Equation(K.T, K), Equation(M.T, M), *pairs]


@true("Ben-Israel & Greville, §3.1, thm. 1: a {1,3}-inverse solves the least-squares problem")
def mk12():
    m, n = dims("m n")
    A, X = MatrixSymbol("A", m, n), MatrixSymbol("X", n, m)
    b, z = MatrixSymbol("b", m, 1), MatrixSymbol("z", n, 1)
    given = [Equation(A * X * A, A), Equation((A * X).T, A * X)]
    return le(SquaredNorm(A * X * b - b), SquaredNorm(A * z - b)), given


@true("Horn & Johnson, Topics, §4.3: the operator of Lyapunov as a Kronecker sum")
def mk13():
    n = dims("n")
    A, X = MatrixSymbol("A", n, n), MatrixSymbol("X", n, n)
    total = KroneckerProduct(Identity(n), A) + KroneckerProduct(A, Identity(n))
    return total * Vec(X), Vec(A * X + X * A.T), []


@true("Anderson & Moore, Optimal Filtering, §4.1: a covariance that is predicted step by step stays semidefinite")
def mk14():
    n, d = dims("n d")
    P, A, Q = MatrixFamily("P", n + 1, d, d), MatrixSymbol("A", d, d), MatrixSymbol("Q", d, d)
    t = Idx("t", n)
    step = ForAll(t, Equation(P[t + 1], A * P[t] * A.T + Q))
    return PositiveSemidefinite(P[n]), [step, PositiveSemidefinite(P[0]), PositiveSemidefinite(Q)]


@true("economics course, VAR(1) with an intercept: the state after n steps, with the geometric sum of matrices summed")
def mk15():
    n, d = dims("n d")
    x, A, b = MatrixFamily("x", n + 1, d, 1), MatrixSymbol("A", d, d), MatrixSymbol("b", d, 1)
    t = Idx("t", n)
    step = ForAll(t, Equation(x[t + 1], A * x[t] + b))
    closed = A**n * x[0] + (Identity(d) - A**n) * Inverse(Identity(d) - A) * b
    return x[n], closed, [step, Invertible(Identity(d) - A)]


@true("Hairer, Lubich & Wanner, §IV.2: the implicit midpoint rule keeps the norm in a skew-symmetric system")
def mk16():
    n, d, (h,) = *dims("n d"), real("h,")
    x, S, t = MatrixFamily("x", n + 1, d, 1), MatrixSymbol("S", d, d), Idx("t", n)
    step = ForAll(t, Equation(x[t + 1] - x[t], (h / 2) * S * (x[t + 1] + x[t])))
    return SquaredNorm(x[n]), SquaredNorm(x[0]), [step, Equation(S.T, -S)]


@true("Magnus & Neudecker, §8.3: the gradient of a determinant is the matrix of cofactors, here 2×2")
def mk17():
    X = MatrixSymbol("X", 2, 2)
    return Gradient(Determinant(X), X), ImmutableMatrix([[X[1, 1], -X[1, 0]], [-X[0, 1], X[0, 0]]]), []


@true("Anderson & Duffin 1969: resistors in parallel, the parallel sum of two definite matrices is below each of them")
def mk18():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Loewner(A * Inverse(A + B) * B, A), [PositiveDefinite(A), PositiveDefinite(B)]


@true("Horn & Johnson, §0.8.5: the determinant of a bordered matrix")
def mk19():
    n, (c,) = dims("n"), real("c,")
    A, x, y = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    bordered = BlockMatrix([[A, x], [y.T, ImmutableMatrix([[c]])]])
    return Determinant(bordered), Determinant(A) * (c - InnerProduct(y, Inverse(A) * x)), [Invertible(A)]


@true("Schoenberg 1938: squared distances are conditionally negative definite")
def mk20():
    n, d, k = *dims("n d"), integer("k")
    X, c = MatrixSymbol("X", n, d), MatrixSymbol("c", n, 1)
    D = from_entries(n, n, lambda i, j: SquaredNorm(X[i, :] - X[j, :]))
    return le((c.T * D * c)[0, 0], 0), [Equation(Sum(c[k, 0], (k, 0, n - 1)), 0)]


# n = 2, P = [[1, 0], [0, 0]], Q = [[0, 0], [1, 1]]: P Q = 0, P + Q = [[1, 0], [1, 1]], of square [[1, 0], [2, 1]]
@false("projections course: the sum of two idempotents with P Q = 0, with Q P = 0 forgotten")
def mk21():
    n = dims("n")
    P, Q = MatrixSymbol("P", n, n), MatrixSymbol("Q", n, n)
    return (P + Q) ** 2, P + Q, [Equation(P**2, P), Equation(Q**2, Q), Equation(P * Q, ZeroMatrix(n, n))]


# n = 1, K = 2, s = 1: the left side is 2 − 4/3 = 2/3, the right side 1/3 (both are 1/2 for K = s = 1)
@false("Gaussian processes: the posterior covariance at the training points, with one factor K lost")
def mk22():
    n, (s,) = dims("n"), real("s,")
    K = MatrixSymbol("K", n, n)
    inverse = Inverse(K + s * Identity(n))
    return K - K * inverse * K, s * inverse, [PositiveSemidefinite(K), lt(0, s)]


# m = 1, n = 2, X = [1, 0], A = [[0, 1], [0, 0]]: the gradient is X (A + Aᵀ) = [0, 1], the right side [0, 2]
@false("matrix calculus, a common error: the gradient of tr X A Xᵀ as if A were symmetric")
def mk23():
    m, n = dims("m n")
    X, A = MatrixSymbol("X", m, n), MatrixSymbol("A", n, n)
    return Gradient(Trace(X * A * X.T), X), 2 * X * A, []


# n = 2, d = 1, c = −1, X = (1, 0): the matrix is [[0, 1], [1, 1]], of determinant −1
@false("kernel methods: the polynomial kernel of degree 2 with a constant that may be negative")
def mk24():
    n, d, (c,) = *dims("n d"), real("c,")
    X = MatrixSymbol("X", n, d)
    return PositiveSemidefinite(HadamardPower(X * X.T + c * OneMatrix(n, n), 2)), []


# m = p = 1, n = 2, A = [1, 0], X = Aᵀ, B = [1, 1]ᵀ, Y = Bᵀ/2: A B = 1 and Y X = 1/2, so the left side is 1/2, not 1
@false("pseudo-inverses, a common error: the reverse order law, as of inverses")
def mk25():
    m, n, p = dims("m n p")
    A, X, B, Y = MatrixSymbol("A", m, n), MatrixSymbol("X", n, m), MatrixSymbol("B", n, p), MatrixSymbol("Y", p, n)
    penrose = []
    for M, plus in ((A, X), (B, Y)):
        penrose += [Equation(M * plus * M, M), Equation(plus * M * plus, plus)]
        penrose += [Equation((M * plus).T, M * plus), Equation((plus * M).T, plus * M)]
    return A * B * Y * X * A * B, A * B, penrose


# n = 2, A = diag(0, 1), B = diag(1, 0), λ = μ = 0, x = e1, y = e2: A + B = 1 has the determinant 1
@false("linear algebra course, a common error: eigenvalues of a sum taken for sums of eigenvalues")
def mk26():
    n, (lam, mu) = dims("n"), real("lambda mu")
    A, B, x, y = (MatrixSymbol(name, n, size) for name, size in (("A", n), ("B", n), ("x", 1), ("y", 1)))
    pairs = [Equation(A * x, lam * x), Equation(B * y, mu * y)]
    nonzero = [Fails(Equation(x, ZeroMatrix(n, 1))), Fails(Equation(y, ZeroMatrix(n, 1)))]
    return Determinant(A + B - (lam + mu) * Identity(n)), 0, [Equation(A, A.T), Equation(B, B.T), *pairs, *nonzero]
