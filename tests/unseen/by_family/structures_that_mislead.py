"""Refutations: unit vectors, orthogonal, skew, definite, nilpotent and stochastic matrices, distributions."""

from sympy import Determinant, Idx, Inverse, MatrixSymbol, OneMatrix, Trace, ZeroMatrix, log

from symattn import (
    Equation,
    Expectation,
    ForAll,
    InnerProduct,
    Loewner,
    Norm1,
    OrthogonalSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    ProbabilitySymbol,
    RowSoftmax,
    SquaredNorm,
    dims,
    sum_over,
)
from tests.unseen.table import column, false, le, lt, square, true


def stochastic(P):
    """Give that the entries of P are nonnegative, and its rows have the sum 1."""
    m, n = P.shape
    return [ForAll((m, n), lambda i, j: le(0, P[i, j])), Equation(P * OneMatrix(n, 1), OneMatrix(m, 1))]


@true("Horn & Johnson 7.2; Bhatia: the trace of a product of two semidefinite matrices is not negative")
def gr01():
    n = dims("n")
    A, B = square("A B", n)
    return le(0, Trace(A * B)), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


@true("Nielsen & Chuang, ch. 9, real pure states: the distance of two projections on lines")
def gr02():
    n = dims("n")
    u, v = column("u v", n)
    given = [Equation(SquaredNorm(u), 1), Equation(SquaredNorm(v), 1)]
    return SquaredNorm(u * u.T - v * v.T), 2 - 2 * InnerProduct(u, v) ** 2, given


@true("Hardy, Littlewood & Pólya; Marshall & Olkin: a doubly stochastic matrix does not lengthen a vector")
def gr03():
    n = dims("n")
    (P,), (x,) = square("P", n), column("x", n)
    given = [*stochastic(P), Equation(OneMatrix(1, n) * P, OneMatrix(1, n))]
    return le(SquaredNorm(P * x), SquaredNorm(x)), given


@true("Axler 7.A, exercise: a normal nilpotent matrix is 0, here a skew one")
def gr04():
    n = dims("n")
    (A,) = square("A", n)
    return A, ZeroMatrix(n, n), [Equation(A.T, -A), Equation(A * A * A, ZeroMatrix(n, n))]


@true("Levin, Peres & Wilmer, Markov Chains and Mixing Times, 4.2: a chain contracts the total variation distance")
def gr05():
    m, n = dims("m n")
    p, q, P = ProbabilitySymbol("p", m), ProbabilitySymbol("q", m), MatrixSymbol("P", m, n)
    return le(Norm1((p - q) * P), Norm1(p - q)), stochastic(P)


# n = 2, A = diag(1, 10), B = [[1, 4/5], [4/5, 1]]: AB + BA = [[2, 44/5], [44/5, 20]] has determinant 40 − 77.44 < 0
@false("Bhatia, Positive Definite Matrices, 1.2: the symmetrised product of two positive definite matrices")
def gr06():
    n = dims("n")
    A, B = square("A B", n)
    return PositiveSemidefinite(A * B + B * A), [PositiveDefinite(A), PositiveDefinite(B)]


# n = 2, A = [[1, 1], [1, 1]], B = [[2, 1], [1, 1]]: B − A = diag(1, 0), B² − A² = [[3, 1], [1, 0]]
@false("Bhatia, Matrix Analysis, V.1: the square is not operator monotone")
def gr07():
    n = dims("n")
    A, B = square("A B", n)
    return Loewner(A * A, B * B), [PositiveSemidefinite(A), Loewner(A, B)]


# n = 2, u = (1, 0), v = (3/5, 4/5), w = (−3/5, 4/5): u·v = 3/5, v·w = 7/25, u·w = −3/5
@false("word vectors, cosine similarity is not transitive (Mikolov et al. 2013)")
def gr08():
    n = dims("n")
    u, v, w = column("u v w", n)
    units = [Equation(SquaredNorm(x), 1) for x in (u, v, w)]
    return le(0, InnerProduct(u, w)), [*units, lt(0, InnerProduct(u, v)), lt(0, InnerProduct(v, w))]


# n = 2, g = diag(1, −1), h = [[0, 1], [1, 0]]: g h = [[0, 1], [−1, 0]]
@false("Artin, Algebra, 5.1: a product of two symmetric orthogonal matrices, such as reflections, as a symmetric one")
def gr09():
    n = dims("n")
    g, h = OrthogonalSymbol("g", n), OrthogonalSymbol("h", n)
    return (g * h).T, g * h, [Equation(g.T, g), Equation(h.T, h)]


# n = 3, A = hat(e₁), B = hat(e₂): A B = e₂ e₁ᵀ, with a single entry 1 at (1, 0); for n ≤ 2 the statement holds
@false("linear algebra course: the product of two skew matrices as a symmetric one")
def gr10():
    n = dims("n")
    A, B = square("A B", n)
    return (A * B).T, A * B, [Equation(A.T, -A), Equation(B.T, -B)]


# n = 4, A = E₁₂ + E₃₄, B = E₂₁ − E₄₃: AB = E₁₁ − E₃₃ of trace 0, (AB)² = E₁₁ + E₃₃; for n ≤ 3 the statement holds
@false("Axler 8.A, exercise: a product of matrices of square 0, with trace 0, as one of square 0")
def gr11():
    n = dims("n")
    A, B = square("A B", n)
    given = [Equation(A * A, ZeroMatrix(n, n)), Equation(B * B, ZeroMatrix(n, n)), Equation(Trace(A * B), 0)]
    return A * B * A * B, ZeroMatrix(n, n), given


# n = 3, P the cyclic permutation 0 → 1 → 2 → 0, p = (1/3, 1/3, 1/3), i = 0, j = 1: 1/3 and 0; for n ≤ 2 it holds
@false("Levin, Peres & Wilmer 1.6: a stationary distribution does not have to be in detailed balance")
def gr12():
    n = dims("n")
    p, (P,) = ProbabilitySymbol("p", n), square("P", n)
    i, j = Idx("i", n), Idx("j", n)
    return p[0, i] * P[i, j], p[0, j] * P[j, i], [*stochastic(P), Equation(p * P, p)]


# n = 2, p = (1/2, 1/2), q = (1/4, 3/4), r = (1/10, 9/10): KL(p, r) ≈ 0.511, KL(p, q) + KL(q, r) ≈ 0.144 + 0.092
@false("Cover & Thomas 2.3: relative entropy has no triangle inequality")
def gr13():
    n = dims("n")
    p, q, r = (ProbabilitySymbol(name, n) for name in "pqr")

    def kl(p, q):
        return sum_over(n, lambda i: p[0, i] * log(p[0, i] / q[0, i]))

    positive = [ForAll(n, lambda i, x=x: lt(0, x[0, i])) for x in (p, q, r)]
    return le(kl(p, r), kl(p, q) + kl(q, r)), positive


# n = 2, p = (1/2, 1/2), P = [[1, 0], [1, 0]]: p P = (1, 0), so that 1 ≤ 1/2 is claimed
@false("Cover & Thomas 4.4: a chain spreads a distribution, which needs a doubly stochastic matrix")
def gr14():
    n = dims("n")
    p, (P,) = ProbabilitySymbol("p", n), square("P", n)
    return le(SquaredNorm(p * P), SquaredNorm(p)), stochastic(P)


# n = 3, A = [[0, 1, 1], [1, 0, 1], [1, 1, 0]] with eigenvalues 2, −1, −1: det A = 2, x = (1, −1, 0) has xᵀAx = −2
@false("Strang 6.5: only the last of the determinants is tested; for n ≤ 2 the statement holds")
def gr15():
    n = dims("n")
    (A,) = square("A", n)
    given = [Equation(A.T, A), ForAll((n, n), lambda i, j: le(0, A[i, j])), lt(0, Determinant(A))]
    return PositiveSemidefinite(A), given


# n = 2, P = diag(1, 0), Q = [[1/2, 1/2], [1/2, 1/2]]: Q − PQP = [[0, 1/2], [1/2, 1/2]]
@false("Halmos, A Hilbert Space Problem Book: the compression of a projection against the projection")
def gr16():
    n = dims("n")
    P, Q = square("P Q", n)
    given = [Equation(P * P, P), Equation(P.T, P), Equation(Q * Q, Q), Equation(Q.T, Q)]
    return Loewner(P * Q * P, Q), given


# n = 3, g = −[[0, 1, 0], [0, 0, 1], [1, 0, 0]] has determinant −1 and is not symmetric; for n ≤ 2 the statement holds
@false("Artin, Algebra, 5.1: in the plane an orthogonal matrix of determinant −1 is a reflection")
def gr17():
    n = dims("n")
    g = OrthogonalSymbol("g", n)
    return g.T, g, [Equation(Determinant(g), -1)]


# N = 3, p = (1/3, 1/3, 1/3), X = (−1, 0, 1), Y = X²: E[XY] = 0 = E[X], E[X²Y²] = 2/3, E[X²]E[Y²] = 4/9
@false("Grimmett & Stirzaker 3.3: uncorrelated variables as if they were independent")
def gr18():
    N = dims("N")
    p, o = ProbabilitySymbol("p", N), Idx("o", N)
    X, Y = MatrixSymbol("X", N, 1), MatrixSymbol("Y", N, 1)

    def mean(value):
        return Expectation(p, value, o)

    x, y = X[o, 0], Y[o, 0]
    return mean(x**2 * y**2), mean(x**2) * mean(y**2), [Equation(mean(x * y), mean(x) * mean(y))]


# n = 3, d = 2, rows e₁, e₁, e₂: entry (0, 2) is 1/(2e + 1), entry (2, 0) is 1/(2 + e); for n ≤ 2 the statement holds
@false("a remark on query–key normalisation (Henry et al. 2020): unit keys make attention symmetric")
def gr19():
    n, d = dims("n d")
    K = MatrixSymbol("K", n, d)
    weights = RowSoftmax(K * K.T)
    return weights.T, weights, [ForAll(n, lambda i: Equation(SquaredNorm(K[i, :]), 1))]


# n = 2, A = diag(1, 2), u = (3/5, 4/5): (41/25)(17/25) = 697/625 > 1
@false("Horn & Johnson 7.4.12: Kantorovich's inequality in the wrong direction, with the constant 1")
def gr20():
    n = dims("n")
    (A,), (u,) = square("A", n), column("u", n)
    product = InnerProduct(u, A * u) * InnerProduct(u, Inverse(A) * u)
    return le(product, 1), [Equation(SquaredNorm(u), 1), PositiveDefinite(A)]
