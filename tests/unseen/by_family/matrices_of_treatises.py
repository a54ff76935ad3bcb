"""Linear algebra: order, determinants, projections, regression, resolvents, skew, nilpotent and block matrices."""

from sympy import (
    BlockMatrix,
    Determinant,
    Identity,
    Idx,
    ImmutableMatrix,
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
    Invertible,
    Loewner,
    MatrixFamily,
    OrthogonalSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, le, real, true


def square(names, n):
    """Return square matrices."""
    return [MatrixSymbol(name, n, n) for name in names]


@true("Boyd & Vandenberghe, §2.6: the semidefinite cone is self-dual; a semidefinite C keeps the order under tr(C ·)")
def ml01():
    n = dims("n")
    A, B, C = square("ABC", n)
    return le(Trace(C * A), Trace(C * B)), [Loewner(A, B), PositiveSemidefinite(C)]


@true("Gauss–Markov theorem (Rao, Linear Statistical Inference, §4a): no linear unbiased estimator has less covariance")
def ml02():
    m, n = dims("m n")
    X, L = MatrixSymbol("X", m, n), MatrixSymbol("L", n, m)
    return Loewner(Inverse(X.T * X), L * L.T), [Equation(L * X, Identity(n)), Invertible(X.T * X)]


@true("van Lint & Wilson, ch. 18: the determinant of a Hadamard matrix is ± n^(n/2), squared")
def ml03():
    n = dims("n")
    (H,) = square("H", n)
    return Determinant(H) ** 2, n**n, [Equation(H * H.T, n * Identity(n))]


@true("Halmos, Finite-Dimensional Vector Spaces, §§75–76: tr PQ is at most the rank of P, for orthogonal projections")
def ml04():
    n = dims("n")
    P, Q = square("PQ", n)
    given = [Equation(P * P, P), Equation(P.T, P), Equation(Q * Q, Q), Equation(Q.T, Q)]
    return le(Trace(P * Q), Trace(P)), given


@true("Rasmussen & Williams, §2.2: the mean of a Gaussian process misses the data by σ² times the dual weights")
def ml05():
    n = dims("n")
    K, y, s = MatrixSymbol("K", n, n), MatrixSymbol("y", n, 1), Symbol("s", positive=True)
    dual = Inverse(K + s**2 * Identity(n)) * y
    return y - K * dual, s**2 * dual, [PositiveSemidefinite(K)]


@true("Lieb & Ruskai 1974; convexity of A B⁻¹ A: its tangent at A = B = 1 gives A B⁻¹ A above 2A − B")
def ml06():
    n = dims("n")
    A, B = square("AB", n)
    return Loewner(2 * A - B, A * Inverse(B) * A), [Equation(A.T, A), PositiveDefinite(B)]


@true("functional calculus, first step: what commutes with A commutes with the resolvents of A")
def ml07():
    n = dims("n")
    (A, B), z = square("AB", n), real("z")
    resolvent = Inverse(A - z * Identity(n))
    given = [Equation(A * B, B * A), Invertible(A - z * Identity(n))]
    return resolvent * B, B * resolvent, given


@true("Golub & Van Loan, §3.2: block elimination gives the second unknown from the Schur complement")
def ml08():
    m, n = dims("m n")
    A, B, C, D = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, m), MatrixSymbol("D", n, n)
    x, y, f, g = (MatrixSymbol(name, size, 1) for name, size in (("x", m), ("y", n), ("f", m), ("g", n)))
    schur = D - C * Inverse(A) * B
    given = [Equation(A * x + B * y, f), Equation(C * x + D * y, g), Invertible(A), Invertible(schur)]
    return y, Inverse(schur) * (g - C * Inverse(A) * f), given


@true("Golub & Van Loan, §6.4 (orthogonal Procrustes problem): only the trace of QᵀBᵀA depends on the rotation Q")
def ml09():
    m, n = dims("m n")
    A, B, Q = MatrixSymbol("A", m, n), MatrixSymbol("B", m, n), OrthogonalSymbol("Q", n)
    return SquaredNorm(A - B * Q), SquaredNorm(A) + SquaredNorm(B) - 2 * Trace(Q.T * B.T * A), []


@true("linear algebra course: 1 − S² is positive definite for a skew-symmetric S")
def ml10():
    n = dims("n")
    (S,) = square("S", n)
    return PositiveDefinite(Identity(n) - S**2), [Equation(S.T, -S)]


@true("linear algebra course, powers of a matrix that is not diagonalisable, with the double eigenvalue 1")
def ml11():
    n = dims("n")
    power = MatPow(ImmutableMatrix([[2, 1], [-1, 0]]), n)
    return power, ImmutableMatrix([[n + 1, n], [-n, 1 - n]]), []


@true("Hall, Lie Groups, §2.1: the exponentials of sN and tN multiply to that of (s + t)N, here for N³ = 0")
def ml12():
    n, (s, t) = dims("n"), real("s t")
    (N,) = square("N", n)

    def exponential(c):
        return Identity(n) + c * N + c**2 / 2 * N**2

    return exponential(s) * exponential(t), exponential(s + t), [Equation(N**3, ZeroMatrix(n, n))]


@true("Wielandt's deflation (Saad, Numerical Methods for Large Eigenvalue Problems, §4.2): other left pairs stay")
def ml13():
    n, (mu, lam) = dims("n"), real("mu lambda")
    A, x, v, u = MatrixSymbol("A", n, n), *(MatrixSymbol(name, n, 1) for name in "xvu")
    given = [Equation(A * x, lam * x), Equation(u.T * A, mu * u.T), Ne(lam, mu)]
    return u.T * (A - lam * x * v.T), mu * u.T, given


@true("Artin, Algebra, ch. 2: unipotent block matrices multiply by adding their corners; the power k")
def ml14():
    m, n, k = dims("m n k")
    A = MatrixSymbol("A", m, n)

    def shear(corner):
        return BlockMatrix([[Identity(m), corner], [ZeroMatrix(n, m), Identity(n)]])

    return MatPow(shear(A), k), shear(k * A), []


@true("Ljung, System Identification, §11.2; online ridge regression: the running sums give the batch solution")
def ml15():
    (n, d), lam = dims("n d"), Symbol("lambda", positive=True)
    t, X, y = Idx("t", n), MatrixSymbol("X", n, d), MatrixSymbol("y", n, 1)
    S, b = MatrixFamily("S", n + 1, d, d), MatrixFamily("b", n + 1, d, 1)
    given = [
        Equation(S[0], lam * Identity(d)),
        Equation(b[0], ZeroMatrix(d, 1)),
        ForAll(t, Equation(S[t + 1], S[t] + X[t, :].T * X[t, :])),
        ForAll(t, Equation(b[t + 1], b[t] + y[t, 0] * X[t, :].T)),
    ]
    return Inverse(S[n]) * b[n], Inverse(X.T * X + lam * Identity(d)) * X.T * y, given


# n = 1, A = -2, B = 0: A is below B, but tr A^2 = 4 and tr B^2 = 0
@false("matrix analysis, an error: tr A² taken for monotone in the Loewner order, without that A is semidefinite")
def ml16():
    n = dims("n")
    A, B = square("AB", n)
    given = [Equation(A.T, A), PositiveSemidefinite(B), Loewner(A, B)]
    return le(Trace(A**2), Trace(B**2)), given


# n = 2, S = T = [[0, -1], [1, 0]]: STS = -S, which is skew-symmetric and not 0
@false("linear algebra course, an error: STS of skew matrices taken for symmetric, as S² and ST + TS are")
def ml17():
    n = dims("n")
    S, T = square("ST", n)
    return (S * T * S).T, S * T * S, [Equation(S.T, -S), Equation(T.T, -T)]


# n = 2, P = [[1, 0], [0, 0]], Q = [[1, 1], [0, 0]]: PQ = Q is idempotent, but QP = P
@false("projections course, an error: idempotents of which the product is idempotent taken for commuting")
def ml18():
    n = dims("n")
    P, Q = square("PQ", n)
    return P * Q, Q * P, [Equation(P**2, P), Equation(Q**2, Q), Equation((P * Q) ** 2, P * Q)]


# n = 1, A = 1, B = 0: [[1, 1], [1, 0]] has determinant -1
@false("semidefinite programming, an error: [[A, A], [A, B]] semidefinite where B is below A; it takes A below B")
def ml19():
    n = dims("n")
    A, B = square("AB", n)
    given = [PositiveSemidefinite(A), PositiveSemidefinite(B), Loewner(B, A)]
    return PositiveSemidefinite(BlockMatrix([[A, A], [A, B]])), given


# m = 2, n = 1, X = (1, 1), W = diag(1, 2), y = (0, 1): w = 2/3, the residuals are -2/3 and 1/3, of sum -1/3
@false("generalised least squares, an error: residuals orthogonal to the features without the weights W between")
def ml20():
    m, n = dims("m n")
    X, W, y = MatrixSymbol("X", m, n), MatrixSymbol("W", m, m), MatrixSymbol("y", m, 1)
    w = Inverse(X.T * W * X) * X.T * W * y
    return X.T * (y - X * w), ZeroMatrix(n, 1), [PositiveDefinite(W), Invertible(X.T * W * X)]
