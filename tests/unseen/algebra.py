"""Linear algebra with determinants and eigenvalues: statements."""

from sympy import (
    Determinant,
    Ge,
    Gt,
    Identity,
    Idx,
    Inverse,
    Le,
    Matrix,
    MatrixSymbol,
    Ne,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    symbols,
)

from symattn import (
    Equation,
    HeadSum,
    InnerProduct,
    Invertible,
    OrthogonalSymbol,
    PositiveSemidefinite,
    SquaredNorm,
    dims,
    sum_over,
)
from tests.unseen.table import false, true

n, m, T = dims("n m T")
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
A2, B2 = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)
A3, B3 = MatrixSymbol("A", 3, 3), MatrixSymbol("B", 3, 3)
X = MatrixSymbol("X", m, n)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
lam, mu = symbols("lambda mu", real=True)
One = Identity(n)


@true("determinant of a product, 3×3")
def det_product():
    return Determinant(A3 * B3), Determinant(A3) * Determinant(B3), []


@true("Vandermonde, three points")
def det_vandermonde():
    a, b, c = symbols("a b c", real=True)
    return Determinant(Matrix([[1, a, a**2], [1, b, b**2], [1, c, c**2]])), (b - a) * (c - a) * (c - b), []


@true("Cayley–Hamilton, 2×2")
def det_cayley_hamilton():
    return A2**2, Trace(A2) * A2 - Determinant(A2) * Identity(2), []


@true("the determinant of an orthogonal matrix is ±1, 3×3")
def det_orthogonal():
    g = OrthogonalSymbol("g", 3)
    return Determinant(g) ** 2, 1, []


@false("slip: the determinant is additive")
def det_sum():
    return Determinant(A2 + B2), Determinant(A2) + Determinant(B2), []


@false("dropped hypothesis: a skew matrix of odd size is singular")
def det_skew():
    return Determinant(A2), 0, [Equation(A2.T, -A2)]


@true("geometric sum along an eigenvector")
def eig_geometric():
    e = Symbol("e", integer=True)
    return (
        (1 - lam) * Sum(InnerProduct(u, A**e * u), (e, 1, T - 1)),
        (lam - lam**T) * SquaredNorm(u),
        [Equation(A * u, lam * u)],
    )


@true("eigenvectors of a symmetric matrix to different eigenvalues")
def eig_orthogonal():
    return (InnerProduct(u, v), 0, [Equation(A.T, A), Equation(A * u, lam * u), Equation(A * v, mu * v), Ne(lam, mu)])


@true("eigenvalues of a semidefinite matrix")
def eig_semidefinite():
    return Ge(lam, 0), None, [PositiveSemidefinite(A), Equation(A * u, lam * u), Gt(SquaredNorm(u), 0)]


@true("Cayley transform of a skew matrix (Su's and Arjovsky's unitary layers)")
def skew_cayley():
    W = Inverse(One + A) * (One - A)
    return W.T * W, One, [Equation(A.T, -A), Invertible(One + A), Invertible(One - A)]


@true("Neumann series of a nilpotent matrix")
def nil_inverse():
    return Inverse(One - A), One + A + A**2, [Equation(A**3, ZeroMatrix(n, n))]


@true("telescoping powers")
def pow_telescoping():
    h = Idx("h", T)
    return (One - A) * HeadSum(A**h, h), One - A**T, []


@false("telescoping powers, off by one")
def pow_telescoping_off():
    h = Idx("h", T)
    return (One - A) * HeadSum(A**h, h), One - A ** (T - 1), []


@true("powers of commuting matrices")
def com_power():
    k = Symbol("k", integer=True, nonnegative=True)
    return (A * B) ** k, A**k * B**k, [Equation(A * B, B * A)]


@true("a sum of powers read backwards")
def pow_backwards():
    return (
        sum_over(T, lambda j: InnerProduct(v, A ** (T - 1 - j) * u)),
        InnerProduct(v, HeadSum(A ** Idx("h", T), Idx("h", T)) * u),
        [],
    )


@true("orthogonal projections do not lengthen")
def proj_shortens():
    return Le(SquaredNorm(A * u), SquaredNorm(u)), None, [Equation(A.T, A), Equation(A * A, A)]


@true("degrees of freedom: the trace of the hat matrix")
def proj_trace():
    return Trace(X * Inverse(X.T * X) * X.T), n, [Invertible(X.T * X)]


@true("reflection at the range of a projection, a power of it")
def proj_reflection():
    k = Symbol("k", integer=True, nonnegative=True)
    return (One - 2 * A) ** (2 * k + 1), One - 2 * A, [Equation(A * A, A)]


@false("slip: idempotent matrices are symmetric")
def proj_symmetric():
    return A.T, A, [Equation(A * A, A)]


@false("slip: any two factors under a trace may be exchanged")
def trace_exchange():
    return Trace(A * B * C), Trace(A * C * B), []


# Determinants of symbolic size, which could not be said when these were written.


@true("determinant of the transpose")
def det_transpose():
    return Determinant(A.T), Determinant(A), []


@true("determinant of a multiple")
def det_multiple():
    return Determinant(lam * A), lam**n * Determinant(A), []


@true("matrix determinant lemma")
def det_rank_one():
    return Determinant(One + u * v.T), 1 + InnerProduct(v, u), []


@false("determinant of a multiple, the power forgotten")
def det_multiple_slip():
    return Determinant(lam * A), lam * Determinant(A), []
