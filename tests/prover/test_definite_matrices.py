"""Definite matrices, the order that they make, and the inverses that exist because xᵀAx > 0.

Each table holds claims with their hypotheses, by what they say; the near misses are false.
"""

import pytest
from sympy import (
    BlockMatrix,
    DiagMatrix,
    Ge,
    Gt,
    HadamardProduct,
    Identity,
    Idx,
    Inverse,
    Le,
    Lt,
    Matrix,
    MatrixSymbol,
    OneMatrix,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
)

from symattn import (
    ColumnMean,
    Equation,
    Fails,
    ForAll,
    InnerProduct,
    Invertible,
    InvertibleSymbol,
    Loewner,
    OrthogonalSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    RowSum,
    ShapeError,
    SquaredNorm,
    decide,
    dims,
)

pytestmark = pytest.mark.sampled

n, m, d = dims("n m d")
A, B, C, D, K, N, W = (MatrixSymbol(name, n, n) for name in "ABCDKNW")
X, R, V, S = MatrixSymbol("X", m, n), MatrixSymbol("R", n, d), MatrixSymbol("V", n, m), MatrixSymbol("S", m, m)
x, y, u = (MatrixSymbol(name, n, 1) for name in "xyu")
o = MatrixSymbol("o", m, 1)
P, g = InvertibleSymbol("P", n), OrthogonalSymbol("g", n)
lam, mu, t = Symbol("lambda", positive=True), Symbol("mu", nonnegative=True), Symbol("t", real=True)
i, j, r = Idx("i", n), Idx("j", n), Idx("r", m)
I, J = Identity(n), Identity(m)
PSD, PD = PositiveSemidefinite, PositiveDefinite
SYMMETRIC, SKEW = Equation(A, A.T), Equation(K.T, -K)
PROJECTION = [Equation(A * A, A), SYMMETRIC]
HAT = X * Inverse(X.T * X) * X.T
BESIDE = [PSD(BlockMatrix([[A, x], [x.T, t * Identity(1)]]))]
DEFINITE_BLOCKS = [PD(BlockMatrix([[A, V], [V.T, S]]))]
NOT_ZERO = lambda column: Fails(Equation(column, ZeroMatrix(n, 1)))  # noqa: E731
TWO = Matrix([[lam, t], [t, mu]]).as_immutable()
WEIGHTS = [Equation(W, W.T), ForAll((i, j), Ge(W[i, j], 0))]
BLOCKS = BlockMatrix([[A, V], [V.T, S]])
LAPLACIAN = DiagMatrix(RowSum(W)) - W
CENTRED = X - OneMatrix(m, 1) * ColumnMean(X)
CENTRING = I - OneMatrix(n, n) / n
NOTHING = ZeroMatrix(n, n)


def form(M, x, y=None):
    return (x.T * M * (x if y is None else y))[0, 0]


#: A quadratic form of x and o, and what it is at the o where it is least.
FORM = InnerProduct(x, A * x) + 2 * InnerProduct(x, V * o) + InnerProduct(o, S * o)
LEAST = A - V * Inverse(S) * V.T
R_V = MatrixSymbol("L", n, m)
KALMAN = X * A * X.T + S
JOSEPH = (I - R_V * X) * A * (I - R_V * X).T + R_V * S * R_V.T
TRUE = {
    "the least value of a form in two columns": (Le(InnerProduct(x, LEAST * x), FORM), [PD(S)]),
    "an entry of a projection is at most 1": (Le(A[i, i], 1), PROJECTION),
    "an entry of a projection is not negative": (Ge(A[i, i], 0), PROJECTION),
    "a leverage is at most 1": (Le(HAT[r, r], 1), [Invertible(X.T * X)]),
    "the trace of a projection": (Le(Trace(A), n), PROJECTION),
    "a variance that is explained": (Le((A * Inverse(A + lam * I) * A)[i, i], A[i, i]), [PSD(A)]),
    "inverses of sums in their order": (Loewner(Inverse(A + X.T * X), Inverse(A)), [PD(A)]),
    "entries of inverses in their order": (Le(Inverse(B)[i, i], Inverse(A)[i, i]), [PD(A), Loewner(A, B)]),
    "a congruence of inverses": (Loewner(X * Inverse(A + lam * I) * X.T, X * Inverse(A) * X.T), [PD(A)]),
    "a first block": (PD(A), DEFINITE_BLOCKS),
    "a definite Schur complement": (PD(S - V.T * Inverse(A) * V), DEFINITE_BLOCKS),
    "a variance that is left": (Ge(t, (x.T * Inverse(A + lam * I) * x)[0, 0]), BESIDE),
    "a square below a multiple": (Loewner(A * A, lam * A), [PSD(A), Loewner(A, lam * I)]),
    "a form of two rows": (PSD(TWO), [Le(t**2, lam * mu)]),
    "a definite form of two rows": (PD(TWO), [Lt(t**2, lam * mu)]),
    "a parallel sum": (
        Equation(Inverse(Inverse(A) + Inverse(B)), A * Inverse(A + B) * B),
        [PD(A), PD(B)],
    ),
    "a gradient is strongly monotone": (
        Le(mu * SquaredNorm(x - y), ((A * x - A * y).T * (x - y))[0, 0]),
        [Loewner(mu * I, A)],
    ),
    "a ridge has an inverse": (Invertible(X.T * X + lam * I), ()),
    "so has one and a square of rank 1": (Invertible(I + u * u.T), ()),
    "and one and a skew matrix": (Invertible(I + K), [SKEW]),
    "one less what is nilpotent of order 2": (Invertible(I - N), [Equation(N**2, NOTHING)]),
    "of order 3": (Invertible(I - N), [Equation(N**3, NOTHING)]),
    "of order 6": (Invertible(I - N), [Equation(N**6, NOTHING)]),
    "one and a kernel matrix": (Invertible(I + A), [PSD(A)]),
    "what is definite": (Invertible(A), [PD(A)]),
    "what is above a multiple of one": (Invertible(A), [Loewner(lam * I, A)]),
    "push-through": (Equation(Inverse(I + X.T * X) * X.T, X.T * Inverse(J + X * X.T)), ()),
    "ridge in both forms": (Equation(Inverse(lam * I + X.T * X) * X.T, X.T * Inverse(lam * J + X * X.T)), ()),
    "Cayley": (Equation((Inverse(I + K) * (I - K)).T * (Inverse(I + K) * (I - K)), I), [SKEW]),
    "Gram": (PSD(X.T * X), ()),
    "an outer product": (PSD(x * x.T), ()),
    "a ridge": (PD(X.T * X + lam * I), ()),
    "its inverse": (PD(Inverse(X.T * X + lam * I)), ()),
    "Gram of an invertible matrix": (PD(P.T * P), ()),
    "a covariance": (PSD(CENTRED.T * CENTRED), ()),
    "ones": (PSD(OneMatrix(n, n)), ()),
    "centring": (PSD(CENTRING), ()),
    "numbers": (PSD(Matrix([[2, 1], [1, 2]])), ()),
    "a projection": (PSD(A), [SYMMETRIC, Equation(A**2, A)]),
    "a square": (PSD(A**2), [SYMMETRIC]),
    "a third power": (PSD(A**3), [PSD(A)]),
    "a diagonal": (PSD(DiagMatrix(x)), [ForAll(i, Ge(x[i, 0], 0))]),
    "definite is semidefinite": (PSD(A), [PD(A)]),
    "a sum": (PSD(A + B), [PSD(A), PSD(B)]),
    "a definite sum": (PD(A + B), [PSD(A), PD(B)]),
    "a multiple": (PSD(mu * A), [PSD(A)]),
    "a definite multiple": (PD(lam * A), [PD(A)]),
    "between two": (PSD(t * A + (1 - t) * B), [PSD(A), PSD(B), t >= 0, t <= 1]),
    "a congruence": (PSD(R.T * A * R), [PSD(A)]),
    "a definite congruence": (PD(P.T * A * P), [PD(A)]),
    "an orthogonal one": (PD(g.T * A * g), [PD(A)]),
    "an inverse": (PD(Inverse(A)), [PD(A)]),
    "a Schur complement": (PSD(S - V.T * Inverse(A) * V), [PD(A), PSD(BLOCKS)]),
    "from a Schur complement": (PSD(BLOCKS), [PD(A), PSD(S - V.T * Inverse(A) * V)]),
    "a block": (PSD(A), [PSD(BLOCKS)]),
    "two blocks": (PSD(BlockMatrix([[A, ZeroMatrix(n, m)], [ZeroMatrix(m, n), S]])), [PSD(A), PSD(S)]),
    "a posterior covariance": (PSD(S - V.T * Inverse(A + lam * I) * V), [PSD(BLOCKS)]),
    "of the points themselves": (PSD(A - A * Inverse(A + lam * I) * A), [PSD(A)]),
    "a Laplacian": (PSD(LAPLACIAN), WEIGHTS),
    "the form of a Laplacian": (
        Equation(2 * form(LAPLACIAN, x), Sum(W[i, j] * (x[i, 0] - x[j, 0]) ** 2, (i, 0, n - 1), (j, 0, n - 1))),
        WEIGHTS[:1],
    ),
    "a trace": (Ge(Trace(A), 0), [PSD(A)]),
    "a positive trace": (Gt(Trace(A), 0), [PD(A)]),
    "a diagonal entry": (Ge(A[i, i], 0), [PSD(A)]),
    "a positive diagonal entry": (Gt(A[i, i], 0), [PD(A)]),
    "entries": (Le(A[i, j] ** 2, A[i, i] * A[j, j]), [PSD(A)]),
    "their mean": (Le(2 * A[i, j], A[i, i] + A[j, j]), [PSD(A)]),
    "a row of zeros": (Equation(A[i, j], 0), [PSD(A), Equation(A[i, i], 0)]),
    "Cauchy-Schwarz": (Le(form(A, x, y) ** 2, form(A, x) * form(A, y)), [PSD(A)]),
    "a form that is 0": (Equation(A * x, ZeroMatrix(n, 1)), [PSD(A), Equation(form(A, x), 0)]),
    "a Mahalanobis distance": (Ge(form(Inverse(A), x - y), 0), [PD(A)]),
    "the order is reflexive": (Loewner(A, A), [SYMMETRIC]),
    "transitive": (Loewner(A, C), [Loewner(A, B), Loewner(B, C)]),
    "antisymmetric": (Equation(A, B), [Loewner(A, B), Loewner(B, A)]),
    "additive": (Loewner(A + C, B + D), [Loewner(A, B), Loewner(C, D)]),
    "scaled": (Loewner(mu * A, mu * B), [Loewner(A, B)]),
    "kept by congruences": (Loewner(R.T * A * R, R.T * B * R), [Loewner(A, B)]),
    "above 0": (PSD(A), [Loewner(NOTHING, A)]),
    "traces in order": (Le(Trace(A), Trace(B)), [Loewner(A, B)]),
    "forms in order": (Le(form(A, x), form(B, x)), [Loewner(A, B)]),
    "strong convexity": (Ge(form(A, x), lam * SquaredNorm(x)), [Loewner(lam * I, A)]),
    "a weighted ridge": (PD(X.T * S * X + lam * I), [PSD(S)]),
    "above what is definite": (PD(A), [PD(B), Loewner(B, A)]),
    "a symmetric part": (Invertible(N), [PD(N + N.T)]),
    "Tikhonov": (Invertible(X.T * X + P.T * P), ()),
    "a resolvent": (Loewner(Inverse(A + I), I), [PSD(A)]),
    "twice both": (Le(form(A, x + y), 2 * form(A, x) + 2 * form(A, y)), [PSD(A)]),
    "between 0 and one": (PSD(A * (I - A) * A), [SYMMETRIC, Loewner(A, I)]),
    "a congruence with one less another": (PSD((I - N).T * A * (I - N)), [PSD(A)]),
    "a centred kernel matrix": (PSD(CENTRING * A * CENTRING), [PSD(A)]),
    "inverses in order": (Loewner(Inverse(B), Inverse(A)), [PD(A), Loewner(A, B)]),
    "more data": (Loewner(Inverse(A + X.T * X), Inverse(A)), [PD(A)]),
    "a resolvent of a Gram matrix": (Loewner(Inverse(I + X.T * X), I), ()),
    "its form": (Le(form(Inverse(I + X.T * X), x), SquaredNorm(x)), ()),
    "Cauchy-Schwarz with a matrix and its inverse": (
        Le((x.T * y)[0, 0] ** 2, form(A, x) * form(Inverse(A), y)),
        [PD(A)],
    ),
    "a projection onto columns": (Loewner(X.T * Inverse(X * X.T) * X, I), [Invertible(X * X.T)]),
    "the trace of a product with a Gram matrix": (Ge(Trace(A * X.T * X), 0), [PSD(A)]),
    "the trace of a congruence": (Ge(Trace(X * A * X.T), 0), [PSD(A)]),
    "traces of products in order": (Le(Trace(A * X.T * X), Trace(B * X.T * X)), [Loewner(A, B)]),
    "Schur's product": (PSD(HadamardProduct(A, B)), [PSD(A), PSD(B)]),
    "Schur's product in order": (Loewner(HadamardProduct(A, C), HadamardProduct(B, C)), [Loewner(A, B), PSD(C)]),
    "one between another": (PSD(A * B * A), [PSD(A), PSD(B)]),
    "the trace of a product of two": (Ge(Trace(A * B), 0), [PSD(A), PSD(B)]),
    "the trace of a product of four": (Ge(Trace(A * N * B * N.T), 0), [PSD(A), PSD(B)]),
    "a trace of a product is at most that of traces": (Le(Trace(A * B), Trace(A) * Trace(B)), [PSD(A), PSD(B)]),
    "traces of products with another": (Le(Trace(A * C), Trace(B * C)), [Loewner(A, B), PSD(C)]),
    "a form at a column that is not 0": (Lt(0, form(A, x)), [PD(A), NOT_ZERO(x)]),
    "no form at such a column is 0": (Fails(Equation(form(A, x), 0)), [PD(A), NOT_ZERO(x)]),
    "below its trace": (Loewner(A, Trace(A) * I), [PSD(A)]),
    "a form is below the trace": (Le(form(A, x), Trace(A) * SquaredNorm(x)), [PSD(A)]),
    "a product with the trace 0": (Equation(A * B, NOTHING), [PSD(A), PSD(B), Equation(Trace(A * B), 0)]),
    "an entry of a matrix and one of its inverse": (Le(1, A[i, i] * Inverse(A)[i, i]), [PD(A)]),
    "a form at a unit vector": (Lt(0, form(A, x)), [PD(A), Equation(SquaredNorm(x), 1)]),
    "a form at a vector that has a length": (Lt(0, form(A, x)), [PD(A), Lt(0, SquaredNorm(x))]),
    "a form at a row of a table": (Le(0, (X[r, :] * A * X[r, :].T)[0, 0]), [PSD(A)]),
    "Cauchy-Schwarz beside the diagonal": (
        Le((x.T * V * o)[0, 0] ** 2, form(A, x) * form(S, o)),
        [PSD(BLOCKS)],
    ),
    "a scaled hypothesis": (Gt(SquaredNorm(x), 0), [Gt(SquaredNorm(x) / n, 0)]),
    "harmonic and arithmetic means": (Loewner(4 * Inverse(A + B), Inverse(A) + Inverse(B)), [PD(A), PD(B)]),
    "the least of a congruence": (
        Loewner(-V * Inverse(S) * V.T, R_V * S * R_V.T - R_V * V.T - V * R_V.T),
        [PD(S)],
    ),
    "Kalman's gain": (Loewner(A - A * X.T * Inverse(KALMAN) * X * A, JOSEPH), [PSD(A), PD(S)]),
}

FALSE = {
    "a value above the least of a form in two columns": (
        Le(InnerProduct(x, (A + V * Inverse(S) * V.T) * x), FORM),
        [PD(S)],
    ),
    "a form of what is no more than semidefinite": (Lt(0, form(A, x)), [PSD(A), Gt(SquaredNorm(x), 0)]),
    "a semidefinite matrix that is not 0": (PD(A), [PSD(A), Fails(Equation(A, ZeroMatrix(n, n)))]),
    "a form of two semidefinite matrices": (Lt(0, form(A + B, x)), [PSD(A), PSD(B), NOT_ZERO(x)]),
    "an entry of an idempotent is at most 1": (Le(A[i, i], 1), [Equation(A * A, A)]),
    "an entry of a projection is at most one half": (2 * A[i, i] <= 1, PROJECTION),
    "a leverage is below 1": (Lt(HAT[r, r], 1), [Invertible(X.T * X)]),
    "an entry beside the diagonal": (Ge(A[i, j], 0), PROJECTION),
    "more than is explained": (Le(A[i, i], (A * Inverse(A + lam * I) * A)[i, i]), [PSD(A), Gt(A[i, i], 0)]),
    "entries of inverses in the same order": (Le(Inverse(A)[i, i], Inverse(B)[i, i]), [PD(A), Loewner(A, B)]),
    "a congruence in the other order": (Loewner(X * A * X.T, X * B * X.T), [Loewner(B, A)]),
    "a square below its matrix": (Loewner(A * A, A), [PSD(A)]),
    "a square below a multiple, with a negative one": (Loewner(A * A, lam * A), [SYMMETRIC, Loewner(A, lam * I)]),
    "a form of two rows without its determinant": (PSD(TWO), ()),
    "a definite form of two rows that may be 0": (PD(TWO), [Le(t**2, lam * mu)]),
    "a parallel sum the other way": (Equation(Inverse(Inverse(A) + Inverse(B)), A + B), [PD(A), PD(B)]),
    "a gradient is no more than monotone": (
        Le(2 * mu * SquaredNorm(x - y), ((A * x - A * y).T * (x - y))[0, 0]),
        [Loewner(mu * I, A)],
    ),
    "a Gram matrix has an inverse": (Invertible(X.T * X), ()),
    "one less a square of rank 1": (Invertible(I - u * u.T), ()),
    "one and any matrix": (Invertible(I + K), ()),
    "one and a symmetric one": (Invertible(I + A), [SYMMETRIC]),
    "a skew matrix": (Invertible(K), [SKEW]),
    "one less what is idempotent": (Invertible(I - N), [Equation(N**2, N)]),
    "what is semidefinite": (Invertible(A), [PSD(A)]),
    "what is below a multiple of one": (Invertible(A), [Loewner(A, lam * I), PSD(A)]),
    "push-through with another ridge": (
        Equation(Inverse(lam * I + X.T * X) * X.T, X.T * Inverse(2 * lam * J + X * X.T)),
        (),
    ),
    "every matrix is semidefinite": (PSD(A), ()),
    "every symmetric one": (PSD(A), [SYMMETRIC]),
    "one and a skew matrix is definite": (PD(I + K), [SKEW]),
    "a Gram matrix is definite": (PD(X.T * X), ()),
    "a product": (PSD(A * B), [PSD(A), PSD(B)]),
    "a symmetric product": (PSD(A * B + B * A), [PSD(A), PSD(B)]),
    "a difference": (PSD(A - B), [PSD(A), PSD(B)]),
    "an opposite": (PSD(-A), [PSD(A)]),
    "a multiple of any sign": (PSD(t * A), [PSD(A)]),
    "a multiple that may be 0": (PD(mu * A), [PD(A)]),
    "a sum is definite": (PD(A + B), [PSD(A), PSD(B)]),
    "semidefinite is definite": (PD(A), [PSD(A)]),
    "definite is above one": (PSD(A - I), [PD(A)]),
    "a congruence on the wrong side": (PSD(A * B), [PSD(B)]),
    "a definite congruence of any kind": (PD(R.T * A * R), [PD(A)]),
    "numbers": (PSD(Matrix([[1, 2], [2, 1]])), ()),
    "numbers that are not symmetric": (PSD(Matrix([[1, 1], [-1, 1]])), ()),
    "ones are definite": (PD(OneMatrix(n, n)), ()),
    "a third power of any symmetric one": (PSD(A**3), [SYMMETRIC]),
    "a Laplacian of any weights": (PSD(LAPLACIAN), WEIGHTS[:1]),
    "a Laplacian is definite": (PD(LAPLACIAN), WEIGHTS),
    "a trace above one": (Ge(Trace(A), 1), [PSD(A)]),
    "a positive trace": (Gt(Trace(A), 0), [PSD(A)]),
    "entries are not negative": (Ge(A[i, j], 0), [PSD(A)]),
    "Cauchy-Schwarz the other way": (Ge(form(A, x, y) ** 2, form(A, x) * form(A, y)), [PSD(A)]),
    "Cauchy-Schwarz of any symmetric matrix": (Le(form(A, x, y) ** 2, form(A, x) * form(A, y)), [SYMMETRIC]),
    "the order is symmetric": (Loewner(B, A), [Loewner(A, B)]),
    "the order of any two": (Loewner(A, B), [PSD(A), PSD(B)]),
    "squares keep the order": (Loewner(A**2, B**2), [PSD(A), Loewner(A, B)]),
    "squares of semidefinite ones keep the order": (Loewner(A**2, B**2), [PSD(A), PSD(B), Loewner(A, B)]),
    "entries keep the order": (Le(A[i, j], B[i, j]), [Loewner(A, B)]),
    "differences keep the order": (Loewner(A - C, B - C * 2), [Loewner(A, B), PSD(C)]),
    "a form of a sum": (Le(form(A, x + y), form(A, x) + form(A, y)), [PSD(A)]),
    "a symmetric part that is semidefinite": (Invertible(N), [PSD(N + N.T)]),
    "differences in order": (Loewner(A - C, B - D), [Loewner(A, B), Loewner(C, D)]),
    "a congruence with one less another, not turned": (PSD((I - N) * A * (I - N)), [PSD(A)]),
    "inverses in the same order": (Loewner(Inverse(A), Inverse(B)), [PD(A), Loewner(A, B)]),
    "less data": (Loewner(Inverse(A), Inverse(A + X.T * X)), [PD(A)]),
    "a resolvent of any square": (Loewner(Inverse(I + N), I), [Invertible(I + N), Equation(N, N.T)]),
    "Cauchy-Schwarz with a matrix twice": (Le((x.T * y)[0, 0] ** 2, form(A, x) * form(A, y)), [PD(A)]),
    "the trace of a product": (Ge(Trace(A * N), 0), [PSD(A)]),
    "the trace of a product with a square": (Ge(Trace(A * N * N), 0), [PSD(A)]),
    "the trace of a product is at least one": (Ge(Trace(A * X.T * X), 1), [PD(A)]),
    "Schur's product with any matrix": (PSD(HadamardProduct(A, B)), [PSD(A), Equation(B, B.T)]),
    "Schur's product is definite": (PD(HadamardProduct(A, B)), [PSD(A), PSD(B)]),
    "one between another that is not turned": (PSD(A * B * C), [PSD(A), PSD(B), PSD(C)]),
    "the trace of a product of three": (Ge(Trace(A * B * N), 0), [PSD(A), PSD(B)]),
    "the trace of a product is positive": (Gt(Trace(A * B), 0), [PSD(A), PSD(B)]),
    "below half of its trace": (Loewner(A, Trace(A) * I / 2), [PSD(A)]),
    "below its trace with any sign": (Loewner(A, Trace(A) * I), [SYMMETRIC]),
    "an entry of a matrix and another of its inverse": (Le(0, A[i, j] * Inverse(A)[i, j]), [PD(A)]),
    "a form that is 0 at x = 0 alone": (Equation(x, ZeroMatrix(n, 1)), [PSD(A), Equation(form(A, x), 0)]),
    "a form at a column that may be 0": (Lt(0, form(A, x)), [PD(A)]),
    "a form at a vector of at most length 1": (Lt(0, form(A, x)), [PD(A), Le(SquaredNorm(x), 1)]),
    "a form of a symmetric matrix at a row": (Le(0, (X[r, :] * A * X[r, :].T)[0, 0]), [SYMMETRIC]),
    "Cauchy-Schwarz beside blocks that are definite": (
        Le((x.T * V * o)[0, 0] ** 2, form(A, x) * form(S, o)),
        [PD(A), PD(S)],
    ),
    "harmonic and arithmetic means, too much": (Loewner(5 * Inverse(A + B), Inverse(A) + Inverse(B)), [PD(A), PD(B)]),
    "harmonic above arithmetic means": (Loewner(Inverse(A) + Inverse(B), 4 * Inverse(A + B)), [PD(A), PD(B)]),
    "Kalman's gain with another noise": (
        Loewner(A - A * X.T * Inverse(X * A * X.T + 2 * S) * X * A, JOSEPH),
        [PSD(A), PD(S)],
    ),
    "Kalman's gain, the other way": (Loewner(JOSEPH, A - A * X.T * Inverse(KALMAN) * X * A), [PSD(A), PD(S)]),
    "a pivot that is no Schur complement": (PD(A - x * x.T / t), [PD(A), Gt(t, 0)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    stated, given = TRUE[name]
    assert decide(stated, given=given).status == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refuted(name):
    stated, given = FALSE[name]
    assert decide(stated, given=given).status == "refuted"


@pytest.mark.parametrize(
    "given",
    [[PD(A), NOT_ZERO(y)], [PSD(A), NOT_ZERO(x)], [PSD(A), Equation(SquaredNorm(x), 1)]],
    ids=["another column", "semidefinite", "semidefinite, a unit vector"],
)
def test_a_form_is_positive_at_its_own_column_and_where_the_matrix_is_definite(given):
    assert decide(Lt(0, form(A, x)), given=given).status == "refuted"


@pytest.mark.parametrize("word", [PSD, PD])
def test_a_form_is_one_of_a_square_matrix(word):
    with pytest.raises(ShapeError):
        word(X)


def test_matrices_in_order_have_one_shape():
    with pytest.raises(ShapeError):
        Loewner(A, S)


def test_what_is_proved_of_parts_is_used_of_the_whole() -> None:
    n, d, tau = *dims("n d"), Symbol("tau", positive=True)
    W, X, w = MatrixSymbol("W", n, n), MatrixSymbol("X", n, d), MatrixSymbol("w", n, 1)
    weights = [Equation(W, W.T), ForAll((n, n), lambda i, j: Ge(W[i, j], 0))]
    laplacian = DiagMatrix(RowSum(W)) - W
    for whole in (Identity(n) + tau * laplacian, Identity(n) + laplacian):
        assert decide(PositiveDefinite(whole), given=weights).status == "proved"
        assert decide(Invertible(whole), given=weights).status == "proved"
    assert decide(PositiveDefinite(laplacian), given=weights).status == "refuted"
    assert decide(PositiveDefinite(Identity(n) - tau * laplacian), given=weights).status == "refuted"
    positive = [ForAll(n, lambda i: Gt(w[i, 0], 0))]
    hessian = X.T * DiagMatrix(w) * X
    assert decide(PositiveDefinite(hessian), given=[*positive, Invertible(X.T * X)]).status == "proved"
    assert decide(PositiveDefinite(hessian), given=positive).status == "refuted"
    assert decide(PositiveDefinite(hessian), given=[Invertible(X.T * X)]).status == "refuted"


def test_weights_bound_the_form_of_their_graph_with_either_sign():
    n = dims("n")
    W, x = MatrixSymbol("W", n, n), MatrixSymbol("x", n, 1)
    weights = [Equation(W, W.T), ForAll((n, n), lambda i, j: Ge(W[i, j], 0))]
    degrees = DiagMatrix(RowSum(W))
    for other in (degrees - W, degrees + W):
        assert decide(PositiveSemidefinite(other), given=weights).status == "proved"
        assert decide(Loewner(other, 2 * degrees), given=weights).status == "proved"
        assert decide(PositiveSemidefinite(other), given=weights[:1]).status == "refuted"
        assert decide(Loewner(other, degrees), given=weights).status == "refuted"
    assert decide(Ge(InnerProduct(x, (degrees + W) * x), 0), given=weights).status == "proved"
    assert decide(Ge(InnerProduct(x, (degrees - 2 * W) * x), 0), given=weights).status == "refuted"


@pytest.mark.slow
def test_one_plus_a_product_of_two_semidefinite_matrices_has_an_inverse():
    n = dims("n")
    K, P = MatrixSymbol("K", n, n), MatrixSymbol("P", n, n)
    both = [PositiveSemidefinite(K), PositiveSemidefinite(P)]
    assert decide(Invertible(Identity(n) + K * P), given=both).status == "proved"
    assert decide(Invertible(Identity(n) - K * P), given=both).status == "refuted"
    assert decide(Invertible(Identity(n) + K * P), given=both[:1]).status == "refuted"
    assert decide(Invertible(K * P), given=both).status == "refuted"
