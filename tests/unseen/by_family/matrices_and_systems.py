"""Definite matrices, determinants, projections, inverses, traces, blocks, matrix recurrences."""

from sympy import (
    BlockMatrix,
    Determinant,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    MatPow,
    MatrixSymbol,
    Ne,
    Symbol,
    Trace,
    ZeroMatrix,
)

from symattn import (
    Equation,
    ForAll,
    HeadSum,
    Invertible,
    InvertibleSymbol,
    Loewner,
    MatrixFamily,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, le, natural, real, square, true


def projection(P):
    return [Equation(P.T, P), Equation(P * P, P)]


@true("Anderson & Duffin 1969, eq. 2: the parallel sum of two definite matrices is A (A + B)⁻¹ B")
def mj01():
    A, B = square("A B", dims("n"))
    return Inverse(Inverse(A) + Inverse(B)), A * Inverse(A + B) * B, [PositiveDefinite(A), PositiveDefinite(B)]


@true("Bhatia, Positive Definite Matrices, §4.1: the parallel sum lies below each of the two")
def mj02():
    A, B = square("A B", dims("n"))
    return Loewner(A - A * Inverse(A + B) * A, B), [PositiveDefinite(A), PositiveDefinite(B)]


@true("Horn & Johnson, problem 0.8.5: the determinant of [[A, B], [B, A]] splits into sum and difference")
def mj03():
    A, B = square("A B", dims("n"))
    return Determinant(BlockMatrix([[A, B], [B, A]])), Determinant(A + B) * Determinant(A - B), []


@true("Halmos, Finite-Dimensional Vector Spaces, §42: commuting projections have a projection onto the sum")
def mj04():
    P, Q = square("P Q", dims("n"))
    E = P + Q - P * Q
    return E * E, E, [*projection(P), *projection(Q), Equation(P * Q, Q * P)]


@true("Trefethen & Bau, lecture 10: Householder's reflector takes x to any y of the same length")
def mj05():
    n = dims("n")
    x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    v = x - y
    H = Identity(n) - (2 / SquaredNorm(v)) * (v * v.T)
    return H * x, y, [Equation(SquaredNorm(x), SquaredNorm(y)), Ne(SquaredNorm(v), 0)]


@true("Pukelsheim, Optimal Design of Experiments, ch. 6: tr A tr A⁻¹ is at least n² for a definite A")
def mj06():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return le(n**2, Trace(A) * Trace(Inverse(A))), [PositiveDefinite(A)]


@true("Horn & Johnson, theorem 1.3.22: AB and BA have the same characteristic polynomial, but for a power of λ")
def mj07():
    (m, n), lam = dims("m n"), Symbol("lambda", real=True)
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, m)
    left = lam**n * Determinant(lam * Identity(m) - A * B)
    return left, lam**m * Determinant(lam * Identity(n) - B * A), []


@true("Schulz 1933; Ben-Israel 1966: each step of Newton's iteration for A⁻¹ squares the residual")
def mj08():
    n, d, t = *dims("n d"), Idx("t", dims("n"))
    A, X = MatrixSymbol("A", d, d), MatrixFamily("X", n + 1, d, d)
    step = ForAll(t, Equation(X[t + 1], X[t] * (2 * Identity(d) - A * X[t])))
    return Identity(d) - A * X[n], MatPow(Identity(d) - A * X[0], 2**n), [step]


@true("Kailath, Sayed & Hassibi, Linear Estimation, app. D: the covariance of a linear system after n steps")
def mj09():
    n, d, t, k = *dims("n d"), Idx("t", dims("n")), Idx("k", dims("n"))
    (A, W), S = square("A W", d), MatrixFamily("S", n + 1, d, d)
    step = ForAll(t, Equation(S[t + 1], A * S[t] * A.T + W))
    return S[n], A**n * S[0] * A.T**n + HeadSum(A**k * W * A.T**k, k), [step]


@true("Humphreys, Introduction to Lie Algebras, §4.3: a power of A is orthogonal to every commutator with A")
def mj10():
    A, B = square("A B", dims("n"))
    return Trace(A ** natural("k") * (A * B - B * A)), 0, []


@true("Cohn, Skew Fields, §3.1: Hua's identity, for matrices")
def mj11():
    n = dims("n")
    A, B = InvertibleSymbol("A", n), InvertibleSymbol("B", n)
    inner = Inverse(B) - A
    outer = Inverse(A) + Inverse(inner)
    return A - Inverse(outer), A * B * A, [Invertible(inner), Invertible(outer)]


@true("Schur's product theorem with one matrix of rank 1, Horn & Johnson, §7.5")
def mj12():
    n = dims("n")
    A, x = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1)
    return PositiveSemidefinite(HadamardProduct(x * x.T, A)), [PositiveSemidefinite(A)]


@true("Nielsen & Chuang, §2.2.6: an effect 0 ⪯ A ⪯ I lies above its square")
def mj13():
    n = dims("n")
    A = MatrixSymbol("A", n, n)
    return Loewner(A * A, A), [PositiveSemidefinite(A), Loewner(A, Identity(n))]


@true("Meyer, Matrix Analysis and Applied Linear Algebra, §6.2: a determinant is affine in an update of rank 1")
def mj14():
    n = dims("n")
    A, u, v = MatrixSymbol("A", n, n), MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
    right = 2 * Determinant(A) * (v.T * Inverse(A) * u)[0, 0]
    return Determinant(A + u * v.T) - Determinant(A - u * v.T), right, [Invertible(A)]


@true("Meyer, exercise 5.9: the inverse of I + c E for an idempotent E")
def mj15():
    n, c = dims("n"), real("c")
    E = MatrixSymbol("E", n, n)
    return Inverse(Identity(n) + c * E), Identity(n) - c / (1 + c) * E, [Equation(E * E, E), Ne(c, -1)]


# n = 2, A = B = I: the left side is det [[0, I], [I, 0]] = 1 (two swaps), the right side -1; it should be (-1)^n
@false("linear algebra course: the determinant of an anti-diagonal block matrix, its sign taken for that of n = 1")
def mj16():
    n = dims("n")
    A, B = square("A B", n)
    Z = ZeroMatrix(n, n)
    return Determinant(BlockMatrix([[Z, A], [B, Z]])), -Determinant(A) * Determinant(B), []


# n = 2, P = diag(1, 0), Q = [[1, 1], [1, 1]]/2: Q - P Q P = [[0, 1], [1, 1]]/2 has the determinant -1/4
@false("Halmos, two subspaces: P Q P below Q, where below P is meant")
def mj17():
    P, Q = square("P Q", dims("n"))
    return Loewner(P * Q * P, Q), [*projection(P), *projection(Q)]


# m = n = 1, A = B = D = 1: the entry (0, 1) of the left side is -1, that of the right side 1
@false("Lütkepohl, Handbook of Matrices, §9.11: the inverse of a block triangular matrix, without its minus sign")
def mj18():
    m, n = dims("m n")
    A, B, D = InvertibleSymbol("A", m), MatrixSymbol("B", m, n), InvertibleSymbol("D", n)
    Z = ZeroMatrix(n, m)
    right = BlockMatrix([[Inverse(A), Inverse(A) * B * Inverse(D)], [Z, Inverse(D)]])
    return Inverse(BlockMatrix([[A, B], [Z, D]])), right, []


# n = 2, d = m = 1, A = 2, B = 1, u = (1, 0), x_0 = 0: x_2 = 2, the right side is 1; u_k meets A^(n - 1 - k)
@false("Åström & Murray, Feedback Systems, §6.3: the response of a discrete system, the inputs met in the wrong order")
def mj19():
    n, d, m, t, k = *dims("n d m"), Idx("t", dims("n")), Idx("k", dims("n"))
    A, B = MatrixSymbol("A", d, d), MatrixSymbol("B", d, m)
    x, u = MatrixFamily("x", n + 1, d, 1), MatrixFamily("u", n, m, 1)
    step = ForAll(t, Equation(x[t + 1], A * x[t] + B * u[t]))
    return x[n], A**n * x[0] + HeadSum(A**k * B * u[k], k), [step]


# n = 1, A = -1, B = 1: A is below B, but B^-1 = 1 is not below A^-1 = -1
@false("Bhatia, Matrix Analysis, prop. V.1.6: the inverse reverses the Loewner order, without that A is definite")
def mj20():
    n = dims("n")
    A, B = InvertibleSymbol("A", n), InvertibleSymbol("B", n)
    return Loewner(Inverse(B), Inverse(A)), [Equation(A.T, A), Equation(B.T, B), Loewner(A, B)]
