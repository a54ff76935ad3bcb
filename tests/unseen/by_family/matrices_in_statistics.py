"""Definite matrices and determinants: filters, regression, projections, resolvents, Penrose, skew, blocks, log det."""

from sympy import (
    BlockMatrix,
    Determinant,
    HadamardProduct,
    Identity,
    Idx,
    ImmutableMatrix,
    Inverse,
    MatrixSymbol,
    Ne,
    Rational,
    Symbol,
    Trace,
    ZeroMatrix,
    cos,
    log,
    sin,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from symattn import (
    Equation,
    ForAll,
    HeadSum,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    Loewner,
    MatrixFamily,
    OrthogonalSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    ProbabilitySymbol,
    SquaredNorm,
    dims,
)
from tests.unseen.table import false, le, lt, real, true


@true("Anderson & Moore, Optimal Filtering: Joseph's form of the covariance, with the optimal gain, is the short one")
def mg01():
    m, n = dims("m n")
    P, H, R = MatrixSymbol("P", n, n), MatrixSymbol("H", m, n), MatrixSymbol("R", m, m)
    K = P * H.T * Inverse(H * P * H.T + R)
    rest = Identity(n) - K * H
    return rest * P * rest.T + K * R * K.T, rest * P, [PositiveDefinite(P), PositiveDefinite(R)]


@true("Kato, Perturbation Theory, I-(5.5): the first resolvent equation")
def mg02():
    n, lam, mu = dims("n"), *real("lambda mu")
    A = MatrixSymbol("A", n, n)
    first, second = A - lam * Identity(n), A - mu * Identity(n)
    given = [Invertible(first), Invertible(second)]
    return Inverse(first) - Inverse(second), (lam - mu) * Inverse(first) * Inverse(second), given


@true("Hastie, Tibshirani & Friedman, §3.4.1: the effective degrees of freedom of ridge regression, from the kernel")
def mg03():
    m, n = dims("m n")
    X, lam = MatrixSymbol("X", m, n), Symbol("lambda", positive=True)
    hat = X * Inverse(X.T * X + lam * Identity(n)) * X.T
    return Trace(hat), m - lam * Trace(Inverse(X * X.T + lam * Identity(m))), []


@true("Halmos, Finite-Dimensional Vector Spaces, §75: of two projections, that with the smaller range is the smaller")
def mg04():
    n = dims("n")
    P, Q = MatrixSymbol("P", n, n), MatrixSymbol("Q", n, n)
    projections = [Equation(P * P, P), Equation(P.T, P), Equation(Q * Q, Q), Equation(Q.T, Q)]
    return Loewner(Q, P), [*projections, Equation(P * Q, Q)]


@true("Hoaglin & Welsch 1978, §2: an entry of the hat matrix off the diagonal is at most one half")
def mg05():
    n = dims("n")
    H, i, j = MatrixSymbol("H", n, n), Idx("i", n), Idx("j", n)
    return le(H[i, j], Rational(1, 2)), [Equation(H * H, H), Equation(H.T, H), Ne(i, j)]


@true("Halmos, §42, theorem 1: if the sum of two idempotents is idempotent, their product is 0")
def mg06():
    n = dims("n")
    P, Q = MatrixSymbol("P", n, n), MatrixSymbol("Q", n, n)
    return P * Q, ZeroMatrix(n, n), [Equation(P * P, P), Equation(Q * Q, Q), Equation((P + Q) * (P + Q), P + Q)]


@true("linear algebra exercise: the Neumann series of a nilpotent matrix ends; the chunked form of DeltaNet")
def mg07():
    n, k, h = dims("n"), dims("k"), Symbol("h", integer=True)
    N = MatrixSymbol("N", n, n)
    return Inverse(Identity(n) - N), HeadSum(N**h, (h, 0, k - 1)), [Equation(N**k, ZeroMatrix(n, n))]


@true("Allen 1974 (PRESS); Cook & Weisberg, §2.2: the residual of a case that is left out, from its leverage")
def mg08():
    n, y = dims("n"), real("y")
    A, b, x = MatrixSymbol("A", n, n), MatrixSymbol("b", n, 1), MatrixSymbol("x", n, 1)
    without = Inverse(A - x * x.T) * (b - y * x)
    left = y - (x.T * without)[0, 0]
    right = (y - (x.T * Inverse(A) * b)[0, 0]) / (1 - (x.T * Inverse(A) * x)[0, 0])
    return left, right, [PositiveDefinite(A), lt((x.T * Inverse(A) * x)[0, 0], 1)]


@true("Golub & Van Loan, exercise: I + S has an inverse if S is skew, so that the Cayley transform exists")
def mg09():
    n = dims("n")
    S = MatrixSymbol("S", n, n)
    return Invertible(Identity(n) + S), [Equation(S.T, -S)]


@true("Artin, Algebra, exercise: an orthogonal matrix of determinant -1 has the eigenvalue -1")
def mg10():
    n = dims("n")
    g = OrthogonalSymbol("g", n)
    return Determinant(Identity(n) + g), 0, [Equation(Determinant(g), -1)]


@true("Silvester 2000, Determinants of block matrices: two equal blocks on the diagonal and two beside it")
def mg11():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return Determinant(BlockMatrix([[A, B], [B, A]])), Determinant(A + B) * Determinant(A - B), []


@true("Rasmussen & Williams, §A.2; Cover & Thomas, thm. 8.6.2: the chain rule of Gaussian entropy")
def mg12():
    m, n = dims("m n")
    A, B, C = MatrixSymbol("A", m, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    joint = BlockMatrix([[A, B], [B.T, C]])
    conditional = C - B.T * Inverse(A) * B
    return log(Determinant(joint)), log(Determinant(A)) + log(Determinant(conditional)), [PositiveDefinite(joint)]


@true("matrix analysis exercise: the trace of a product of positive semidefinite matrices")
def mg13():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return le(Trace(A * B), Trace(A) * Trace(B)), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


@true("Fan & Hoffman 1955: no symmetric matrix is nearer to A, in the Frobenius norm, than its symmetric part")
def mg14():
    n = dims("n")
    A, S = MatrixSymbol("A", n, n), MatrixSymbol("S", n, n)
    return le(SquaredNorm(A - (A + A.T) / 2), SquaredNorm(A - S)), [Equation(S.T, S)]


@true("Horn & Johnson, Topics in Matrix Analysis, §5.1: a quadratic form of a Hadamard product is a trace")
def mg15():
    m, n = dims("m n")
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", m, n)
    x, y = MatrixSymbol("x", m, 1), MatrixSymbol("y", n, 1)
    return (x.T * HadamardProduct(A, B) * y)[0, 0], Trace(DiagMatrix(x) * A * DiagMatrix(y) * B.T), []


@true("Horn & Johnson, thm. 1.4.7: left and right eigenvectors of different eigenvalues are orthogonal")
def mg16():
    n, lam, mu = dims("n"), *real("lambda mu")
    A, x, y = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return InnerProduct(y, x), 0, [Equation(A * x, lam * x), Equation(y.T * A, mu * y.T), Ne(lam, mu)]


@true("Penrose 1955, thm. 1: a matrix has at most one pseudo-inverse")
def mg17():
    m, n = dims("m n")
    A, X, Y = MatrixSymbol("A", m, n), MatrixSymbol("X", n, m), MatrixSymbol("Y", n, m)
    given = []
    for Z in (X, Y):
        given += [Equation(A * Z * A, A), Equation(Z * A * Z, Z)]
        given += [Equation((A * Z).T, A * Z), Equation((Z * A).T, Z * A)]
    return X, Y, given


@true("probability course: the covariance matrix of a random vector with finitely many values is semidefinite")
def mg18():
    N, d = dims("N d")
    p, X = ProbabilitySymbol("p", N), MatrixSymbol("X", N, d)
    return PositiveSemidefinite(X.T * DiagMatrix(p.T) * X - X.T * p.T * p * X), []


@true("Saad, Iterative Methods, §4.2: the error of a preconditioned Richardson iteration")
def mg19():
    n, d = dims("n d")
    A, M = MatrixSymbol("A", d, d), MatrixSymbol("M", d, d)
    b, z = MatrixSymbol("b", d, 1), MatrixSymbol("z", d, 1)
    x, t = MatrixFamily("x", n + 1, d, 1), Idx("t", n)
    step = ForAll(t, Equation(x[t + 1], x[t] + M * (b - A * x[t])))
    return x[n] - z, (Identity(d) - M * A) ** n * (x[0] - z), [step, Equation(A * z, b)]


@true("Nesterov 2004, thm. 2.1.5, for quadratic functions: the gradient is co-coercive")
def mg20():
    n, L = dims("n"), Symbol("L", positive=True)
    A = MatrixSymbol("A", n, n)
    return Loewner(A * A, L * A), [PositiveSemidefinite(A), Loewner(A, L * Identity(n))]


@true("Coxeter, Introduction to Geometry: two reflections make a rotation by twice the angle between the mirrors")
def mg21():
    s, t = real("s t")

    def mirror(a):
        return ImmutableMatrix([[cos(2 * a), sin(2 * a)], [sin(2 * a), -cos(2 * a)]])

    turn = 2 * (s - t)
    return mirror(s) * mirror(t), ImmutableMatrix([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]]), []


@true("Johnson & Wichern, §2.7: the extended Cauchy-Schwarz inequality, with a definite matrix and its inverse")
def mg22():
    n = dims("n")
    A, x, y = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
    return le(InnerProduct(x, y) ** 2, (x.T * A * x)[0, 0] * (y.T * Inverse(A) * y)[0, 0]), [PositiveDefinite(A)]


@true("Rasmussen & Williams, eq. 2.26: the variance that a Gaussian process predicts is not negative")
def mg23():
    n, c = dims("n"), real("c")
    K, k, noise = MatrixSymbol("K", n, n), MatrixSymbol("k", n, 1), Symbol("s", positive=True)
    joint = BlockMatrix([[K, k], [k.T, c * Identity(1)]])
    return le(0, c - (k.T * Inverse(K + noise * Identity(n)) * k)[0, 0]), [PositiveSemidefinite(joint)]


@true("Abbasi-Yadkori et al. 2011, lemma 11; Bayesian design: one more observation never lowers log det")
def mg24():
    n = dims("n")
    A, x = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1)
    return le(log(Determinant(A)), log(Determinant(A + x * x.T))), [PositiveDefinite(A)]


@true("robust control (Petersen 1987): Young's inequality for matrices")
def mg25():
    (m, n), c = dims("m n"), Symbol("c", positive=True)
    A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", m, n)
    return Loewner(A.T * B + B.T * A, c * A.T * A + B.T * B / c), []


@true("Davis, Circulant Matrices, §3.2: the determinant of a 3×3 circulant matrix has the factor a + b + c")
def mg26():
    a, b, c = real("a b c")
    left = Determinant(ImmutableMatrix([[a, b, c], [c, a, b], [b, c, a]]))
    return left, (a + b + c) * (a**2 + b**2 + c**2 - a * b - b * c - c * a), []


# A = [[1, 0], [0, 0]], B = [[1, 1], [1, 1]]: AB + BA = [[2, 1], [1, 0]] has determinant -1
@false("the Jordan product of positive semidefinite matrices taken for semidefinite, as it is when they commute")
def mg27():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return PositiveSemidefinite(A * B + B * A), [PositiveSemidefinite(A), PositiveSemidefinite(B)]


# n = 2, A = C = [[0, 0], [0, 1]], B = [[0, 1], [0, 0]], D = [[0, 0], [1, 0]]: the third row of the block matrix is 0,
# but AD - BC = [[0, -1], [1, 0]] has determinant 1
@false("the determinant of a block matrix taken for det(AD - BC), which needs that C and D commute; Silvester 2000")
def mg28():
    n = dims("n")
    A, B, C, D = (MatrixSymbol(name, n, n) for name in "ABCD")
    return Determinant(BlockMatrix([[A, B], [C, D]])), Determinant(A * D - B * C), []


# P = [[1, 1], [0, 0]], x = (1, 1): P x = (2, 0), of squared length 4 > 2
@false("an idempotent taken for a contraction, which only an orthogonal projection is")
def mg29():
    n = dims("n")
    P, x = MatrixSymbol("P", n, n), MatrixSymbol("x", n, 1)
    return le(SquaredNorm(P * x), SquaredNorm(x)), [Equation(P * P, P)]


# m = n = 1, X = 1, λ = 1: the hat matrix is 1/2, its square 1/4
@false("the hat matrix of ridge regression taken for a projection, as that of least squares is")
def mg30():
    m, n = dims("m n")
    X, lam = MatrixSymbol("X", m, n), Symbol("lambda", positive=True)
    hat = X * Inverse(X.T * X + lam * Identity(n)) * X.T
    return hat * hat, hat, []


# n = 2, A = -I, B = 0: A ⪯ B, but det A = 1 > 0 = det B
@false("the determinant taken for monotone in the Loewner order without that the smaller matrix is semidefinite")
def mg31():
    n = dims("n")
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    return le(Determinant(A), Determinant(B)), [Loewner(A, B)]


# B = I, A = [[1, 1], [0, 1]], C = [[1, 0], [1, 1]]: AC = [[2, 1], [1, 1]], CA = [[1, 1], [1, 2]]
@false("commuting taken for transitive: A and C with the same invertible B")
def mg32():
    n = dims("n")
    A, B, C = MatrixSymbol("A", n, n), InvertibleSymbol("B", n), MatrixSymbol("C", n, n)
    return A * C, C * A, [Equation(A * B, B * A), Equation(B * C, C * B)]
