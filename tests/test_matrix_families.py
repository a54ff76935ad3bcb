"""Families of linear algebra as people state them: determinants, vectors in space, reflections, projections, powers."""

import pytest
from sympy import (
    BlockMatrix,
    Determinant,
    Eq,
    Ge,
    Gt,
    Identity,
    Idx,
    ImmutableMatrix,
    Inverse,
    Le,
    Lt,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    cos,
    sin,
    sqrt,
    symbols,
)

from symattn import (
    Equation,
    Fails,
    ForAll,
    InnerProduct,
    Invertible,
    Loewner,
    OrthogonalSymbol,
    PositiveDefinite,
    PositiveSemidefinite,
    SquaredNorm,
    decide,
    dims,
)

pytestmark = pytest.mark.sampled

n, m, k = dims("n m k")
A, B, N, P, S, X, Y = (MatrixSymbol(name, n, n) for name in "ABNPSXY")
Z, G, K = MatrixSymbol("Z", m, n), MatrixSymbol("G", n, m), MatrixSymbol("K", n, m)
u, v, w, x, y = (MatrixSymbol(name, n, 1) for name in "uvwxy")
b = MatrixSymbol("b", m, 1)
one, zero = Identity(n), ZeroMatrix(n, n)
one2 = Identity(2)
a, c, t, lam, mu = symbols("a c t lambda mu", real=True)
r = Symbol("r", integer=True, nonnegative=True)
s = Symbol("s", integer=True)
i, j = Idx("i", n), Idx("j", n)
ONES, LONG, COMMUTATOR = OneMatrix(n, 1), Gt(SquaredNorm(x), 0), A * B - B * A
f, g, h = (MatrixSymbol(name, 3, 1) for name in "fgh")


def square(name, size):
    return MatrixSymbol(name, size, size)


def det(matrix):
    return Determinant(matrix)


def cross(p, q):
    return ImmutableMatrix(
        [
            p[1, 0] * q[2, 0] - p[2, 0] * q[1, 0],
            p[2, 0] * q[0, 0] - p[0, 0] * q[2, 0],
            p[0, 0] * q[1, 0] - p[1, 0] * q[0, 0],
        ]
    )


def hat(p):
    return ImmutableMatrix([[0, -p[2, 0], p[1, 0]], [p[2, 0], 0, -p[0, 0]], [-p[1, 0], p[0, 0], 0]])


def turn(angle):
    return ImmutableMatrix([[cos(angle), -sin(angle)], [sin(angle), cos(angle)]])


def vandermonde(*points):
    return ImmutableMatrix([[point**power for power in range(len(points))] for point in points])


def reflection(w):
    return one - 2 * w * w.T


def commutator(first, second):
    return first * second - second * first


def penrose(matrix, inverse):
    return [
        Equation(matrix * inverse * matrix, matrix),
        Equation(inverse * matrix * inverse, inverse),
        Equation((matrix * inverse).T, matrix * inverse),
        Equation((inverse * matrix).T, inverse * matrix),
    ]


def is_zero(number):
    return Eq(number, 0)


M2, L2, M3, L3, M4, L4 = square("A", 2), square("B", 2), square("A", 3), square("B", 3), square("A", 4), square("B", 4)
O3 = OrthogonalSymbol("Q", 3)
V32, W23 = MatrixSymbol("V", 3, 2), MatrixSymbol("W", 2, 3)
UNIT = [Eq(SquaredNorm(v), 1)]
LENGTH = Ne(SquaredNorm(v), 0)
NONZERO = [LENGTH]
IDEMPOTENT, SYMMETRIC = [Equation(P * P, P)], [Equation(P.T, P)]
NILPOTENT2, NILPOTENT3 = [Equation(N * N, zero)], [Equation(N * N * N, zero)]
SKEW = [Equation(S.T, -S)]
EIGEN = [Equation(A * v, lam * v)]
COMMUTE = [Equation(A * B, B * A)]

DETERMINANTS = {
    "a product of 2": (Equation(det(M2 * L2), det(M2) * det(L2)), []),
    "a product of 3": (Equation(det(M3 * L3), det(M3) * det(L3)), []),
    "a transpose of 3": (Equation(det(M3.T), det(M3)), []),
    "a transpose of 4": (Equation(det(M4.T), det(M4)), []),
    "a multiple of 3": (Equation(det(c * M3), c**3 * det(M3)), []),
    "a multiple of 4": (Equation(det(c * M4), c**4 * det(M4)), []),
    "the identity": (Equation(det(Identity(4)), 1), []),
    "the order of a product": (Equation(det(M3 * L3), det(L3 * M3)), []),
    "a rank-one update of 2": (
        Equation(
            det(Identity(2) + MatrixSymbol("u", 2, 1) * MatrixSymbol("w", 1, 2)),
            1 + (MatrixSymbol("w", 1, 2) * MatrixSymbol("u", 2, 1))[0, 0],
        ),
        [],
    ),
    "a rank-one update of 3": (Equation(det(Identity(3) + f * g.T), 1 + (g.T * f)[0, 0]), []),
    "Sylvester": (Equation(det(Identity(3) + V32 * W23), det(Identity(2) + W23 * V32)), []),
    "a wide product": (is_zero(det(V32 * W23)), []),
    "a block triangular matrix": (
        Equation(det(BlockMatrix([[M2, L2], [ZeroMatrix(2, 2), square("D", 2)]])), det(M2) * det(square("D", 2))),
        [],
    ),
    "a block diagonal matrix": (
        Equation(det(BlockMatrix([[M2, ZeroMatrix(2, 2)], [ZeroMatrix(2, 2), L2]])), det(M2) * det(L2)),
        [],
    ),
    "exchanged blocks": (
        Equation(det(BlockMatrix([[ZeroMatrix(2, 2), M2], [L2, ZeroMatrix(2, 2)]])), det(M2) * det(L2)),
        [],
    ),
    "Vandermonde of 3": (Equation(det(vandermonde(a, c, t)), (c - a) * (t - a) * (t - c)), []),
    "Vandermonde of 4": (
        Equation(det(vandermonde(a, c, t, lam)), (c - a) * (t - a) * (lam - a) * (t - c) * (lam - c) * (lam - t)),
        [],
    ),
    "an orthogonal matrix": (Equation(det(O3) ** 2, 1), []),
    "a turn": (Equation(det(turn(t)), 1), []),
    "a skew matrix of 3": (is_zero(det(M3)), [Equation(M3.T, -M3)]),
    "a skew matrix of 2": (Ge(det(M2), 0), [Equation(M2.T, -M2)]),
    "a nilpotent matrix": (is_zero(det(M2)), [Equation(M2 * M2, ZeroMatrix(2, 2))]),
    "an inverse": (Equation(det(Inverse(M2)) * det(M2), 1), [Invertible(M2)]),
    "Cayley and Hamilton for 2": (Equation(M2 * M2 - Trace(M2) * M2 + det(M2) * Identity(2), ZeroMatrix(2, 2)), []),
    "Cayley and Hamilton for 3": (
        Equation(
            M3 * M3 * M3 - Trace(M3) * M3 * M3 + (Trace(M3) ** 2 - Trace(M3 * M3)) / 2 * M3 - det(M3) * Identity(3),
            ZeroMatrix(3, 3),
        ),
        [],
    ),
    "by traces": (Equation(2 * det(M2), Trace(M2) ** 2 - Trace(M2 * M2)), []),
    "of a sum": (Equation(det(M2 + L2), det(M2) + det(L2) + Trace(M2) * Trace(L2) - Trace(M2 * L2)), []),
    "a positive definite matrix": (Ge(det(M2), 0), [PositiveSemidefinite(M2)]),
    "a Gram matrix": (Ge(det(MatrixSymbol("X", m, 2).T * MatrixSymbol("X", m, 2)), 0), []),
    "a similar matrix": (Equation(det(L2 * M2 * Inverse(L2)), det(M2)), [Invertible(L2)]),
    "a triple product": (
        Equation(
            det(ImmutableMatrix([[w[at, 0] for at in range(3)] for w in (f, g, h)])), InnerProduct(f, cross(g, h))
        ),
        [],
    ),
    "a matrix of ones": (is_zero(det(OneMatrix(4, 4))), []),
    "a product of three": (Equation(det(M2 * L2 * M2), det(M2) ** 2 * det(L2)), []),
    "a power": (Equation(det(M3 * M3 * M3), det(M3) ** 3), []),
    "minus, of 4": (Equation(det(-M4), det(M4)), []),
    "a Gram matrix of 3": (Equation(det(M3.T * M3), det(M3) ** 2), []),
    "an inverse of 3": (Equation(det(Inverse(M3)) * det(M3), 1), [Invertible(M3)]),
    "invertible": (Invertible(M2), [Ne(det(M2), 0)]),
    "not 0": (Ne(det(M2), 0), [Invertible(M2)]),
    "a shift by a multiple of 1": (Equation(det(M2 - c * one2), c**2 - Trace(M2) * c + det(M2)), []),
    "a symmetric matrix of 2": (Le(4 * det(M2), Trace(M2) ** 2), [Equation(M2.T, M2)]),
}

NO_DETERMINANTS = {
    "a sum": Equation(det(M2 + L2), det(M2) + det(L2)),
    "a sum of 4": Equation(det(M4 + L4), det(M4) + det(L4)),
    "a multiple": Equation(det(c * M3), c * det(M3)),
    "a multiple of 4": Equation(det(c * M4), c**3 * det(M4)),
    "minus": Equation(det(-M3), det(M3)),
    "a product": Equation(det(M2 * L2), det(M2) + det(L2)),
    "a product of 4": Equation(det(M4 * L4), det(M4)),
    "a rank-one update": Equation(det(Identity(3) + f * g.T), 1 - (g.T * f)[0, 0]),
    "Sylvester without 1": Equation(det(V32 * W23), det(W23 * V32)),
    "Sylvester with 2": Equation(det(2 * Identity(3) + V32 * W23), det(2 * Identity(2) + W23 * V32)),
    "a block matrix": Equation(
        det(BlockMatrix([[M2, L2], [square("C", 2), square("D", 2)]])),
        det(M2) * det(square("D", 2)) - det(L2) * det(square("C", 2)),
    ),
    "exchanged blocks": Equation(
        det(BlockMatrix([[ZeroMatrix(2, 2), M2], [L2, ZeroMatrix(2, 2)]])), -det(M2) * det(L2)
    ),
    "Vandermonde": Equation(det(vandermonde(a, c, t)), (a - c) * (t - a) * (t - c)),
    "Vandermonde of 4": Equation(det(vandermonde(a, c, t, lam)), (c - a) * (t - a) * (lam - a) * (t - c) * (lam - c)),
    "an orthogonal matrix": Equation(det(O3), 1),
    "a reflection": Equation(det(ImmutableMatrix([[cos(t), sin(t)], [sin(t), -cos(t)]])), 1),
    "Cayley and Hamilton": Equation(M2 * M2 - Trace(M2) * M2 - det(M2) * Identity(2), ZeroMatrix(2, 2)),
    "by traces": Equation(det(M2), Trace(M2) ** 2 - Trace(M2 * M2)),
    "a trace": Equation(det(M2), Trace(M2)),
    "a triple product": Equation(
        det(ImmutableMatrix([[w[at, 0] for at in range(3)] for w in (f, g, h)])), InnerProduct(g, cross(f, h))
    ),
    "a matrix of ones": Equation(det(OneMatrix(2, 2) + Identity(2)), 2),
    "a sign": Ge(det(M2), 0),
    "a product of three": Equation(det(M2 * L2 * M2), det(M2) * det(L2)),
    "a power": Equation(det(M3 * M3), 2 * det(M3)),
    "minus, of 4": Equation(det(-M4), -det(M4)),
    "a shift": Equation(det(M2 - c * one2), c**2 + Trace(M2) * c + det(M2)),
    "any matrix": Le(4 * det(M2), Trace(M2) ** 2),
}

NO_DETERMINANTS_GIVEN = {
    "an inverse": (Equation(det(Inverse(M3)), det(M3)), [Invertible(M3)]),
    "idempotent": (Equation(det(M2), 1), [Equation(M2 * M2, M2)]),
    "an involution": (Equation(det(M2), 1), [Equation(M2 * M2, one2)]),
    "a symmetric matrix": (Ge(det(M2), 0), [Equation(M2.T, M2)]),
    "a skew matrix of 2": (is_zero(det(M2)), [Equation(M2.T, -M2)]),
}

VECTORS = {
    "the order of a cross product": (Equation(cross(f, g), -cross(g, f)), []),
    "Lagrange": (Equation(SquaredNorm(cross(f, g)) + InnerProduct(f, g) ** 2, SquaredNorm(f) * SquaredNorm(g)), []),
    "orthogonal to both": (is_zero(InnerProduct(f, cross(f, g))), []),
    "twice": (Equation(cross(f, cross(g, h)), InnerProduct(f, h) * g - InnerProduct(f, g) * h), []),
    "Jacobi": (Equation(cross(f, cross(g, h)) + cross(g, cross(h, f)) + cross(h, cross(f, g)), ZeroMatrix(3, 1)), []),
    "a cyclic triple": (Equation(InnerProduct(f, cross(g, h)), InnerProduct(h, cross(f, g))), []),
    "as a matrix": (Equation(hat(f) * g, cross(f, g)), []),
    "its square": (Equation(hat(f) * hat(f), f * f.T - SquaredNorm(f) * Identity(3)), []),
    "its commutator": (Equation(hat(f) * hat(g) - hat(g) * hat(f), hat(cross(f, g))), []),
    "an orthogonal reflection": (Equation(reflection(v) * reflection(v).T, one), UNIT),
    "a reflection twice": (Equation(reflection(v) * reflection(v), one), UNIT),
    "what is reflected": (Equation(reflection(v) * v, -v), UNIT),
    "what stays": (Equation(reflection(v) * x, x), [*UNIT, is_zero((v.T * x)[0, 0])]),
    "Householder": (Equation((one - 2 / SquaredNorm(v) * v * v.T) * v, -v), NONZERO),
    "a reflection keeps lengths": (Equation(SquaredNorm(reflection(v) * x), SquaredNorm(x)), UNIT),
    "turns add up": (Equation(turn(a) * turn(c), turn(a + c)), []),
    "Givens": (
        Equation(ImmutableMatrix([[a, c], [-c, a]]) * ImmutableMatrix([a, c]), ImmutableMatrix([a**2 + c**2, 0])),
        [],
    ),
    "Givens with a root": (
        Equation(
            ImmutableMatrix([[a, c], [-c, a]]) / sqrt(a**2 + c**2) * ImmutableMatrix([a, c]),
            ImmutableMatrix([sqrt(a**2 + c**2), 0]),
        ),
        [Ne(a**2 + c**2, 0)],
    ),
    "Cayley's transform": (
        Equation((Inverse(one + S) * (one - S)).T * (Inverse(one + S) * (one - S)), one),
        [*SKEW, Invertible(one + S)],
    ),
    "its factors commute": (
        Equation(Inverse(one + S) * (one - S), (one - S) * Inverse(one + S)),
        [Invertible(one + S)],
    ),
    "it exists": (Invertible(one + S), SKEW),
    "a cross product with itself": (Equation(cross(f, f), ZeroMatrix(3, 1)), []),
    "a sum": (Equation(cross(f + g, h), cross(f, h) + cross(g, h)), []),
    "orthogonal to the second": (is_zero(InnerProduct(g, cross(f, g))), []),
    "Binet and Cauchy": (
        Equation(
            InnerProduct(cross(f, g), cross(f, h)),
            SquaredNorm(f) * InnerProduct(g, h) - InnerProduct(f, g) * InnerProduct(f, h),
        ),
        [],
    ),
    "skew": (Equation(hat(f).T, -hat(f)), []),
    "its cube": (Equation(hat(f) * hat(f) * hat(f), -SquaredNorm(f) * hat(f)), []),
    "a turn keeps lengths": (
        Equation(SquaredNorm(turn(t) * MatrixSymbol("w", 2, 1)), SquaredNorm(MatrixSymbol("w", 2, 1))),
        [],
    ),
    "a turn back": (Equation(turn(t) * turn(-t), one2), []),
    "a symmetric reflection": (Equation(reflection(v).T, reflection(v)), []),
    "a reflection keeps angles": (
        Equation(InnerProduct(reflection(v) * x, reflection(v) * y), InnerProduct(x, y)),
        UNIT,
    ),
    "the trace of a reflection": (Eq(Trace(reflection(v)), n - 2), UNIT),
    "a frame": (
        Eq(SquaredNorm(cross(f, g)), 1),
        [Eq(SquaredNorm(f), 1), Eq(SquaredNorm(g), 1), is_zero(InnerProduct(f, g))],
    ),
    "the parallelogram": (Eq(SquaredNorm(x + y) + SquaredNorm(x - y), 2 * SquaredNorm(x) + 2 * SquaredNorm(y)), []),
}

NO_VECTORS = {
    "the order of a cross product": (Equation(cross(f, g), cross(g, f)), []),
    "Lagrange": (Equation(SquaredNorm(cross(f, g)), SquaredNorm(f) * SquaredNorm(g)), []),
    "associativity": (Equation(cross(f, cross(g, h)), cross(cross(f, g), h)), []),
    "twice": (Equation(cross(f, cross(g, h)), InnerProduct(f, g) * h - InnerProduct(f, h) * g), []),
    "an anticyclic triple": (Equation(InnerProduct(f, cross(g, h)), InnerProduct(g, cross(f, h))), []),
    "as a matrix": (Equation(hat(f) * g, hat(g) * f), []),
    "its square": (Equation(hat(f) * hat(f), f * f.T + SquaredNorm(f) * Identity(3)), []),
    "its transpose": (Equation(hat(f).T, hat(f)), []),
    "half a reflection": (Equation((one - v * v.T) * (one - v * v.T), one), UNIT),
    "a reflection of any length": (Equation(reflection(v) * reflection(v), one), []),
    "what is reflected": (Equation(reflection(v) * v, v), UNIT),
    "all stay": (Equation(reflection(v) * x, x), UNIT),
    "two reflections": (
        Equation(reflection(v) * reflection(u), reflection(u) * reflection(v)),
        [*UNIT, Eq(SquaredNorm(u), 1)],
    ),
    "turns": (Equation(turn(a) * turn(c), turn(a - c)), []),
    "a turn back": (Equation(turn(a).T, turn(a)), []),
    "Givens": (
        Equation(ImmutableMatrix([[a, -c], [c, a]]) * ImmutableMatrix([a, c]), ImmutableMatrix([a**2 + c**2, 0])),
        [],
    ),
    "Cayley's transform of any matrix": (
        Equation((Inverse(one + S) * (one - S)).T * (Inverse(one + S) * (one - S)), one),
        [Invertible(one + S)],
    ),
    "it exists for symmetric ones": (Invertible(one + S), [Equation(S.T, S)]),
    "skew matrices commute": (Equation(S * A, A * S), [*SKEW, Equation(A.T, -A)]),
    "skew matrices of 3 commute": (Equation(M3 * L3, L3 * M3), [Equation(M3.T, -M3), Equation(L3.T, -L3)]),
    "a cross product with itself": (Equation(cross(f, f), f), []),
    "of a multiple": (Equation(cross(c * f, c * g), c * cross(f, g)), []),
    "a length": (Eq(SquaredNorm(cross(f, g)), SquaredNorm(f) + SquaredNorm(g)), []),
    "its cube": (Equation(hat(f) * hat(f) * hat(f), hat(f)), [Eq(SquaredNorm(f), 1)]),
    "a symmetric hat": (Equation(hat(f) * hat(g), hat(g) * hat(f)), []),
    "the trace of a reflection": (Eq(Trace(reflection(v)), n - 1), UNIT),
    "a frame": (
        Equation(cross(f, g), h),
        [Eq(SquaredNorm(e), 1) for e in (f, g, h)]
        + [is_zero(InnerProduct(f, g)), is_zero(InnerProduct(f, h)), is_zero(InnerProduct(g, h))],
    ),
    "three orthogonal unit vectors": (
        is_zero(u[i, 0] * v[i, 0] * w[i, 0]),
        [
            *UNIT,
            Eq(SquaredNorm(u), 1),
            Eq(SquaredNorm(w), 1),
            is_zero((u.T * v)[0, 0]),
            is_zero((u.T * w)[0, 0]),
            is_zero((v.T * w)[0, 0]),
        ],
    ),
    "longer": (Ge(SquaredNorm(cross(f, g)), SquaredNorm(f) * SquaredNorm(g)), []),
    "Pythagoras": (Eq(SquaredNorm(x + y), SquaredNorm(x) + SquaredNorm(y)), []),
    "a symmetric turn": (Equation(turn(a), turn(-a)), []),
}

ALGEBRA = {
    "what is projected away": (Equation((one - P) * (one - P), one - P), IDEMPOTENT),
    "both parts": (Equation(P * (one - P), zero), IDEMPOTENT),
    "a projection as a reflection": (Equation((one - 2 * P) * (one - 2 * P), one), IDEMPOTENT),
    "all powers": (Equation(P ** (r + 1), P), IDEMPOTENT),
    "its transpose": (Equation(P.T * P.T, P.T), IDEMPOTENT),
    "Pythagoras": (Eq(SquaredNorm(P * x) + SquaredNorm(x - P * x), SquaredNorm(x)), IDEMPOTENT + SYMMETRIC),
    "no longer": (Le(SquaredNorm(P * x), SquaredNorm(x)), IDEMPOTENT + SYMMETRIC),
    "a projection is semidefinite": (PositiveSemidefinite(P), IDEMPOTENT + SYMMETRIC),
    "least squares": (
        Equation((Z * Inverse(Z.T * Z) * Z.T) * (Z * Inverse(Z.T * Z) * Z.T), Z * Inverse(Z.T * Z) * Z.T),
        [Invertible(Z.T * Z)],
    ),
    "normal equations": (Equation(Z.T * (b - Z * Inverse(Z.T * Z) * Z.T * b), ZeroMatrix(n, 1)), [Invertible(Z.T * Z)]),
    "commuting projections": (Equation(A * B * A * B, A * B), [Equation(A * A, A), Equation(B * B, B), *COMMUTE]),
    "a sum of projections": (
        Equation((A + B) * (A + B), A + B),
        [Equation(A * A, A), Equation(B * B, B), Equation(A * B, zero), Equation(B * A, zero)],
    ),
    "one pseudo-inverse": (Equation(G, K), penrose(Z, G) + penrose(Z, K)),
    "a pseudo-inverse projects": (Equation(Z * G * Z * G, Z * G), penrose(Z, G)),
    "its normal equations": (Equation(Z.T * Z * G, Z.T), penrose(Z, G)),
    "its least squares": (Le(SquaredNorm(Z * G * b - b), SquaredNorm(Z * x - b)), penrose(Z, G)),
    "an inverse by three terms": (Equation((one - N) * (one + N + N * N), one), NILPOTENT3),
    "a nilpotent power": (Equation((one + N) ** r, one + r * N), NILPOTENT2),
    "a nilpotent inverse": (Equation(Inverse(one - N), one + N), NILPOTENT2),
    "a nilpotent matrix and 1": (Invertible(one - N), NILPOTENT2),
    "powers of an eigenvalue": (Equation(A**r * v, lam**r * v), EIGEN),
    "polynomials of an eigenvalue": (Equation((A * A + a * A + c * one) * v, (lam**2 + a * lam + c) * v), EIGEN),
    "an eigenvalue of the inverse": (Equation(Inverse(A) * v, v / lam), [*EIGEN, Invertible(A), Ne(lam, 0)]),
    "an eigenvector moves": (Equation(A * (B * v), lam * (B * v)), [*EIGEN, *COMMUTE]),
    "orthogonal eigenvectors": (
        is_zero((u.T * v)[0, 0]),
        [*EIGEN, Equation(A * u, mu * u), Equation(A.T, A), Ne(lam, mu)],
    ),
    "an eigenvalue of a shift": (Equation((A - c * one) * v, (lam - c) * v), EIGEN),
    "the diagonal of a skew matrix": (is_zero(S[i, i]), SKEW),
    "a skew form": (is_zero((x.T * S * x)[0, 0]), SKEW),
    "skew and symmetric": (is_zero(Trace(S * A)), [*SKEW, Equation(A.T, A)]),
    "a skew square": (PositiveSemidefinite(-S * S), SKEW),
    "a square that commutes": (Equation((A + B) ** 2, A**2 + 2 * A * B + B**2), COMMUTE),
    "a cube that commutes": (Equation((A + B) ** 3, A**3 + 3 * A**2 * B + 3 * A * B**2 + B**3), COMMUTE),
    "powers that commute": (Equation((A * B) ** r, A**r * B**r), COMMUTE),
    "powers that pass": (Equation(A**r * B, B * A**r), COMMUTE),
    "Jacobi": (
        Equation(
            commutator(A, commutator(B, X)) + commutator(B, commutator(X, A)) + commutator(X, commutator(A, B)), zero
        ),
        [],
    ),
    "no commutator is 1": (Fails(Equation(X * Y - Y * X, one)), []),
    "no symmetric square is -1": (Fails(Equation(A * A, -one)), [Equation(A.T, A)]),
    "no Gram matrix is -1": (Fails(Equation(A.T * A, -one)), []),
    "entries of rank one": (Eq(A[i, j] * A[0, 0], A[i, 0] * A[0, j]), [Equation(A, u * v.T)]),
    "rank one squared": (Equation(A * A, Trace(A) * A), [Equation(A, u * v.T)]),
    "a rank-one inverse": (
        Equation((one + u * v.T) * (one - u * v.T / (1 + (v.T * u)[0, 0])), one),
        [Ne(1 + (v.T * u)[0, 0], 0)],
    ),
    "a definite matrix is invertible": (Invertible(A), [PositiveDefinite(A)]),
    "a sum that is the product": (Equation(A * B, B * A), [Equation(A + B, A * B)]),
    "a difference that is the product": (Equation(A * B, B * A), [Equation(A - B, A * B)]),
    "multiples that add up to the product": (Equation(A * B, B * A), [Equation(A * B, 2 * A + 3 * B)]),
    "one less from a sum that is the product": (Invertible(A - one), [Equation(A + B, A * B)]),
    "the length of an image": (Gt(SquaredNorm(A * x), 0), [Invertible(A), Gt(SquaredNorm(x), 0)]),
    "the length of an image, inside": (Gt(SquaredNorm(B * x), 0), [Equation(A * B * x, lam * x), Ne(lam, 0), LONG]),
    "ones beside what adds up to 0": (Equation(A * OneMatrix(n, n) * B, zero), [Equation(A * ONES, 0 * ONES)]),
    "ones between stochastic matrices": (
        Equation(A * OneMatrix(n, n) * A.T, OneMatrix(n, n)),
        [Equation(A * ONES, ONES)],
    ),
    "the pseudo-inverse of a Laplacian": (
        Equation(A * (Inverse(A + OneMatrix(n, n) / n) - OneMatrix(n, n) / n) * A, A),
        [Equation(A.T, A), Equation(A * ONES, 0 * ONES), Invertible(A + OneMatrix(n, n) / n)],
    ),
    "one less what is nilpotent": (Invertible(one - N), [Equation(N**k, zero)]),
    "a multiple of one and what is nilpotent": (Invertible(lam * one + 2 * N), [Equation(N**k, zero), Ne(lam, 0)]),
    "a unit and a nilpotent": (Invertible(A + N), [Invertible(A), Equation(A * N, N * A), Equation(N**k, zero)]),
    "the commutator of a power": (
        Equation(A ** (r + 1) * B - B * A ** (r + 1), (r + 1) * A**r * COMMUTATOR),
        [Equation(A * COMMUTATOR, COMMUTATOR * A)],
    ),
    "what commutes with a commutator": (
        Equation(A**r * COMMUTATOR, COMMUTATOR * A**r),
        [Equation(A * COMMUTATOR, COMMUTATOR * A)],
    ),
}

NO_ALGEBRA = {
    "a projection is symmetric": (Equation(P, P.T), IDEMPOTENT),
    "no square is -1": (Fails(Equation(A * A, -one)), []),
    "no orthogonal square is -1": (Fails(Equation(A * A, -one)), [Equation(A.T * A, one)]),
    "no square is 1": (Fails(Equation(A * A, one)), []),
    "no projection": (Fails(Equation(A * A, A)), []),
    "no fixed vector": (Fails(Equation(A * v, v)), [LENGTH]),
    "no skew matrix": (Fails(Equation(A.T, -A)), []),
    "matrices never commute": (Fails(Equation(A * B, B * A)), []),
    "no longer": (Le(SquaredNorm(P * x), SquaredNorm(x)), IDEMPOTENT),
    "a projection is 1": (Equation(P, one), IDEMPOTENT),
    "a projection is semidefinite": (PositiveSemidefinite(P), IDEMPOTENT),
    "Pythagoras": (Eq(SquaredNorm(P * x) + SquaredNorm(x - P * x), SquaredNorm(x)), IDEMPOTENT),
    "a sum of projections": (Equation((A + B) * (A + B), A + B), [Equation(A * A, A), Equation(B * B, B)]),
    "a product of projections": (Equation(A * B * A * B, A * B), [Equation(A * A, A), Equation(B * B, B)]),
    "commuting projections": (Equation(A * B, zero), [Equation(A * A, A), Equation(B * B, B), *COMMUTE]),
    "generalised inverses": (Equation(G, K), [Equation(Z * G * Z, Z), Equation(Z * K * Z, Z)]),
    "a pseudo-inverse is a left inverse": (Equation(G * Z, one), penrose(Z, G)),
    "a right inverse": (Equation(Z * G, Identity(m)), penrose(Z, G)),
    "an inverse by two terms": (Equation((one - N) * (one + N), one), NILPOTENT3),
    "a nilpotent square": (Equation(N * N, zero), NILPOTENT3),
    "a nilpotent power": (Equation((one + N) ** r, one + N), NILPOTENT2),
    "a sum of nilpotent matrices": (Equation((A + B) * (A + B), zero), [Equation(A * A, zero), Equation(B * B, zero)]),
    "a nilpotent matrix is 0": (Equation(N, zero), NILPOTENT2),
    "powers of an eigenvalue": (Equation(A**r * v, lam * v), EIGEN),
    "an eigenvalue of the transpose": (Equation(A.T * v, lam * v), EIGEN),
    "an eigenvector stays": (Equation(A * (B * v), lam * (B * v)), EIGEN),
    "orthogonal eigenvectors": (is_zero((u.T * v)[0, 0]), [*EIGEN, Equation(A * u, mu * u), Ne(lam, mu)]),
    "eigenvectors of one value": (is_zero((u.T * v)[0, 0]), [*EIGEN, Equation(A * u, lam * u), Equation(A.T, A)]),
    "an eigenvalue of a projection": (Eq(lam, 1), [*EIGEN, Equation(A * A, A), Ne(SquaredNorm(v), 0)]),
    "one eigenvalue": (Eq(lam, mu), [*EIGEN, Equation(A * u, mu * u), Ne(SquaredNorm(u), 0), Ne(SquaredNorm(v), 0)]),
    "the diagonal of a symmetric matrix": (is_zero(A[i, i]), [Equation(A.T, A)]),
    "a skew form of two": (is_zero((x.T * S * y)[0, 0]), SKEW),
    "two skew matrices": (is_zero(Trace(S * A)), [*SKEW, Equation(A.T, -A)]),
    "a square": (Equation((A + B) ** 2, A**2 + 2 * A * B + B**2), []),
    "powers": (Equation((A * B) ** r, A**r * B**r), []),
    "a commutator is 0": (Equation(commutator(A, B), zero), [Equation(A.T, A), Equation(B.T, B)]),
    "entries of rank two": (Eq(A[i, j] * A[0, 0], A[i, 0] * A[0, j]), [Equation(A, u * v.T + x * y.T)]),
    "definite matrices commute": (Equation(A * B, B * A), [PositiveDefinite(A), PositiveDefinite(B)]),
    "orthogonal matrices commute": (Equation(A * B, B * A), [Equation(A.T * A, one), Equation(B.T * B, one)]),
    "stochastic matrices commute": (
        Equation(A * B, B * A),
        [Equation(A * OneMatrix(n, 1), OneMatrix(n, 1)), Equation(B * OneMatrix(n, 1), OneMatrix(n, 1))],
    ),
    "unit vectors": (Eq((u.T * v)[0, 0] ** 2, 1), [*UNIT, Eq(SquaredNorm(u), 1)]),
    "orthogonal unit vectors": (is_zero(u[i, 0] * v[i, 0]), [*UNIT, Eq(SquaredNorm(u), 1), is_zero((u.T * v)[0, 0])]),
    "entries of a unit vector": (Eq(v[i, 0] ** 3, v[i, 0]), UNIT),
    "an anticommutator": (PositiveSemidefinite(A * B + B * A), [PositiveSemidefinite(A), PositiveSemidefinite(B)]),
    "orthogonal symmetric matrices commute": (
        Equation(A * B, B * A),
        [Equation(A.T, A), Equation(B.T, B), Equation(A * A, one), Equation(B * B, one)],
    ),
    "orthogonal projections commute": (
        Equation(A * B, B * A),
        [Equation(A.T, A), Equation(B.T, B), Equation(A * A, A), Equation(B * B, B)],
    ),
    "doubly stochastic matrices commute": (
        Equation(A * B, B * A),
        [Equation(e * OneMatrix(n, 1), OneMatrix(n, 1)) for e in (A, A.T, B, B.T)],
    ),
    "three orthogonal matrices": (Equation(A * B * X, X * B * A), [Equation(e.T * e, one) for e in (A, B, X)]),
    "the square of a sum of orthogonal matrices": (
        Equation((A + B).T * (A + B), 2 * one),
        [Equation(A.T * A, one), Equation(B.T * B, one)],
    ),
    "a product that is 0": (Equation(B * A, zero), [Equation(A * B, zero)]),
    "a square root of -1 is skew": (Equation(A.T, -A), [Equation(A * A, -one)]),
    "skew and nilpotent": (Equation(A * B, zero), [Equation(A * A, zero), Equation(B.T, -B)]),
    "a left inverse is a right inverse": (Equation(G * Z, one), [Equation(Z * G, Identity(m))]),
    "a sum that is another product": (Equation(A * B, B * A), [Equation(A + B, A * N)]),
    "a sum that is twice another product": (Equation(A * B, B * A), [Equation(A + B, 2 * A * N)]),
    "a product that is 0, turned round": (Equation(A * B, B * A), [Equation(A * B, zero)]),
    "a product of parts with one in common": (Equation(A * B, B * A), [Equation(A * B, A + B - one)]),
    "the length of any image": (Gt(SquaredNorm(A * x), 0), [LONG]),
    "the length of the image of any vector": (Gt(SquaredNorm(A * x), 0), [Invertible(A), Le(SquaredNorm(x), 1)]),
    "ones before what adds up to 0": (Equation(OneMatrix(n, n) * A, zero), [Equation(A * ONES, 0 * ONES)]),
    "ones between stochastic matrices turned": (
        Equation(A.T * OneMatrix(n, n) * A, OneMatrix(n, n)),
        [Equation(A * ONES, ONES)],
    ),
    "another inverse of a Laplacian": (
        Equation(Inverse(A + OneMatrix(n, n) / n) * A, one),
        [Equation(A.T, A), Equation(A * ONES, 0 * ONES), Invertible(A + OneMatrix(n, n) / n)],
    ),
    "one less a root of one": (Invertible(one - N), [Equation(N**k, one)]),
    "any multiple of one and what is nilpotent": (Invertible(lam * one + 2 * N), [Equation(N**k, zero)]),
    "any matrix and a nilpotent": (Invertible(A + N), [Equation(A * N, N * A), Equation(N**k, zero)]),
    "what commutes with any commutator": (Equation(A**r * COMMUTATOR, COMMUTATOR * A**r), []),
    "the commutator of any power": (Equation(A ** (r + 1) * B - B * A ** (r + 1), (r + 1) * A**r * COMMUTATOR), []),
}


VALUE = [*EIGEN, LENGTH]

EIGENVALUES = {
    "of a semidefinite matrix": (Ge(lam, 0), [*VALUE, PositiveSemidefinite(A)]),
    "of a Gram matrix": (Ge(lam, 0), [Equation(B.T * B * v, lam * v), LENGTH]),
    "of an orthogonal matrix": (Eq(lam**2, 1), [*VALUE, Equation(A.T * A, one)]),
    "of a nilpotent matrix": (is_zero(lam), [*VALUE, Equation(A * A, zero)]),
    "of a matrix whose cube is 0": (is_zero(lam), [*VALUE, Equation(A * A * A, zero)]),
    "of a projection": (Eq(lam**2, lam), [*VALUE, Equation(A * A, A)]),
    "of an involution": (Eq(lam**2, 1), [*VALUE, Equation(A * A, one)]),
    "of a skew matrix": (is_zero(lam), [*VALUE, Equation(A.T, -A)]),
    "of a multiple of 1": (Eq(lam, c), [*VALUE, Equation(A, c * one)]),
    "a bound": (Le(lam, mu), [*VALUE, Loewner(A, mu * one)]),
    "only one of a vector": (Eq(lam, mu), [*VALUE, Equation(A * v, mu * v)]),
    "Rayleigh": (Eq((v.T * A * v)[0, 0] / SquaredNorm(v), lam), VALUE),
    "a length": (Eq(SquaredNorm(A * v), lam**2 * SquaredNorm(v)), EIGEN),
    "of a square": (Equation(A * A * v, lam**2 * v), EIGEN),
    "of a multiple": (Equation((c * A) * v, c * lam * v), EIGEN),
    "of a sum": (Equation((A + B) * v, (lam + mu) * v), [*EIGEN, Equation(B * v, mu * v)]),
    "of a product": (Equation(A * B * v, lam * mu * v), [*EIGEN, Equation(B * v, mu * v)]),
    "of 1": (Eq(lam, 1), [Equation(one * v, lam * v), LENGTH]),
    "of a reflection": (Eq(lam**2, 1), [Equation(reflection(u) * v, lam * v), LENGTH, Eq(SquaredNorm(u), 1)]),
    "of a matrix and its transpose": (is_zero((lam - mu) * (u.T * v)[0, 0]), [*EIGEN, Equation(A.T * u, mu * u)]),
    "of a similar matrix": (
        Equation(Inverse(B) * A * B * x, lam * x),
        [Equation(A * (B * x), lam * (B * x)), Invertible(B)],
    ),
    "a vector of a similar matrix": (Equation(B * A * Inverse(B) * (B * v), lam * (B * v)), [*EIGEN, Invertible(B)]),
    "not 0 of an invertible matrix": (Ne(lam, 0), [*VALUE, Invertible(A)]),
    "a kernel": (Equation((A - lam * one) * v, ZeroMatrix(n, 1)), EIGEN),
    "of a rank-one matrix": (Equation((u * v.T) * u, (v.T * u)[0, 0] * u), []),
    "a multiple of the vector": (Equation(A * (c * v), lam * (c * v)), EIGEN),
    "the sum of two vectors": (Equation(A * (u + v), lam * (u + v)), [*EIGEN, Equation(A * u, lam * u)]),
    "a form": (Eq((v.T * A * v)[0, 0], lam * SquaredNorm(v)), EIGEN),
    "a unit vector": (Eq((v.T * A * v)[0, 0], lam), [*EIGEN, *UNIT]),
    "of a cube": (Equation(A * A * A * v, lam**3 * v), EIGEN),
    "rows of sum 1": (Equation(A * OneMatrix(n, 1), OneMatrix(n, 1)), [ForAll(i, Eq(Sum(A[i, s], (s, 0, n - 1)), 1))]),
    "AB and BA": (Equation(B * A * (B * v), lam * (B * v)), [Equation(A * B * v, lam * v)]),
    "at least the smallest": (Ge(lam, c), [*VALUE, PositiveSemidefinite(A - c * one)]),
}

NO_EIGENVALUES = {
    "of a symmetric matrix": (Ge(lam, 0), [*VALUE, Equation(A.T, A)]),
    "above 0": (Ge(lam, 1), [*VALUE, PositiveSemidefinite(A)]),
    "at most 1": (Le(lam, 1), [*VALUE, PositiveSemidefinite(A)]),
    "of an orthogonal matrix": (Eq(lam, 1), [*VALUE, Equation(A.T * A, one)]),
    "of a projection": (is_zero(lam), [*VALUE, Equation(A * A, A)]),
    "of any vector": (is_zero(lam), [*EIGEN, Equation(A * A, zero)]),
    "of any vector, semidefinite": (Ge(lam, 0), [*EIGEN, PositiveSemidefinite(A)]),
    "a bound of any vector": (Le(lam, mu), [*EIGEN, Loewner(A, mu * one)]),
    "a bound from below": (Ge(lam, mu), [*VALUE, Loewner(A, mu * one)]),
    "Rayleigh": (Eq((v.T * A * v)[0, 0], lam), VALUE),
    "of a square": (Equation(A * A * v, lam * v), EIGEN),
    "of a sum": (Equation((A + B) * v, lam * v), EIGEN),
    "of a product": (Equation(A * B * v, lam * mu * v), [*EIGEN, Equation(B * u, mu * u)]),
    "of a definite matrix": (Gt(lam, 1), [*VALUE, PositiveDefinite(A)]),
    "of a semidefinite matrix": (Gt(lam, 0), [*VALUE, PositiveSemidefinite(A)]),
    "of a reflection": (Eq(lam, -1), [Equation(reflection(u) * v, lam * v), LENGTH, Eq(SquaredNorm(u), 1)]),
    "a left vector": (Equation(A.T * v, lam * v), VALUE),
    "of a similar matrix": (Equation(B * A * Inverse(B) * v, lam * v), [*EIGEN, Invertible(B)]),
    "0 of an invertible matrix": (is_zero(lam), [*VALUE, Invertible(A)]),
    "an inverse": (Invertible(A - lam * one), EIGEN),
    "of a rank-one matrix": (Equation((u * v.T) * u, (u.T * u)[0, 0] * u), []),
    "the sum of two vectors": (Equation(A * (u + v), lam * (u + v)), [*EIGEN, Equation(A * u, mu * u)]),
    "a form": (Eq((v.T * A * v)[0, 0], lam), EIGEN),
    "a form of another vector": (Eq((u.T * A * u)[0, 0], lam * SquaredNorm(u)), EIGEN),
    "of a cube": (Equation(A * A * A * v, lam**2 * v), EIGEN),
    "columns of sum 1": (
        Equation(A * OneMatrix(n, 1), OneMatrix(n, 1)),
        [Equation(A.T * OneMatrix(n, 1), OneMatrix(n, 1))],
    ),
    "AB and BA": (Equation(B * A * v, lam * v), [Equation(A * B * v, lam * v)]),
    "one vector": (Equation(u, v), [*EIGEN, Equation(A * u, lam * u), *UNIT, Eq(SquaredNorm(u), 1)]),
    "below the largest": (Lt(lam, c), [*VALUE, PositiveSemidefinite(c * one - A)]),
    "of an involution": (Eq(lam, 1), [*VALUE, Equation(A * A, one)]),
    "of a skew matrix": (Eq(lam, 1), [*VALUE, Equation(A.T, -A)]),
    "of an orthogonal symmetric matrix": (Eq(lam, 1), [*EIGEN, *UNIT, Equation(A.T * A, one), Equation(A.T, A)]),
    "symmetric, of a unit vector": (Eq(lam**2, lam), [*EIGEN, *UNIT, Equation(A.T, A)]),
}


def family(name, table):
    return [pytest.param(*row, id=f"{name}: {key}") for key, row in table.items()]


@pytest.mark.parametrize(
    ("claimed", "given"),
    [
        *(*family("determinants", DETERMINANTS), *family("vectors", VECTORS)),
        *(*family("algebra", ALGEBRA), *family("eigenvalues", EIGENVALUES)),
    ],
)
def test_proved(claimed, given):
    verdict = decide(claimed, given=given)
    assert verdict.status == "proved", str(verdict)
    assert not verdict.possibly_vacuous


@pytest.mark.parametrize(
    ("claimed", "given"),
    family("determinants", {key: (claimed, []) for key, claimed in NO_DETERMINANTS.items()} | NO_DETERMINANTS_GIVEN)
    + family("vectors", NO_VECTORS)
    + family("algebra", NO_ALGEBRA)
    + family("eigenvalues", NO_EIGENVALUES),
)
def test_refuted(claimed, given):
    assert decide(claimed, given=given).status == "refuted"
