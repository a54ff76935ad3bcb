"""What is tried where a goal has failed as it stands: cuts elsewhere, free indices, small inverses, places."""

import pytest
from sympy import (
    BlockMatrix,
    Determinant,
    Eq,
    FunctionMatrix,
    Identity,
    Idx,
    Inverse,
    KroneckerProduct,
    Lambda,
    MatrixSymbol,
    Mod,
    Ne,
    OneMatrix,
    Piecewise,
    Product,
    Sum,
    Symbol,
    Trace,
    Transpose,
    exp,
    floor,
    symbols,
)
from sympy.matrices.expressions.slice import MatrixSlice

from symattn import Equation, Flip, Invertible, Vec, decide, dims

pytestmark = pytest.mark.sampled

n, m, k, d, q = dims("n m k d q")
i, place = Idx("i", n), Idx("i", n * m)
a, r, c = symbols("a r c", integer=True)
x = Symbol("x", real=True)
A, B, X = MatrixSymbol("A", n, d), MatrixSymbol("B", k, d), MatrixSymbol("X", n + k, d)
C, D, W = MatrixSymbol("C", n, k), MatrixSymbol("D", n, m), MatrixSymbol("W", d, q)
f, g, u = MatrixSymbol("f", n + 1, 1), MatrixSymbol("g", n + k, 1), MatrixSymbol("u", n, 1)
P, Q, R = (MatrixSymbol(name, 3, 3) for name in "PQR")
S, T = (MatrixSymbol(name, 2, 2) for name in "ST")
E = MatrixSymbol("E", n, n)
exchange = FunctionMatrix(n + k, n + k, Lambda((r, c), Piecewise((1, Eq(r + c, n + k - 1)), (0, True))))
counting = FunctionMatrix(n, 1, Lambda((r, c), r))


def up_to(end, power=1):
    return Sum(f[a, 0] ** power, (a, 0, end))


def rows(matrix, start, stop):
    return MatrixSlice(matrix, (start, stop), (0, matrix.shape[1]))


TRUE = [
    (exchange * BlockMatrix([[A], [B]]), BlockMatrix([[Flip(B)], [Flip(A)]]), []),
    (rows(Flip(X), 0, n), Flip(rows(X, k, n + k)), []),
    (rows(Flip(X), k, n + k), Flip(rows(X, 0, n)), []),
    (Sum(Flip(g)[a, 0], (a, 0, n - 1)), Sum(g[a + k, 0], (a, 0, n - 1)), []),
    (Flip(f)[0, 0], f[n, 0], []),
    (Flip(counting), (n - 1) * OneMatrix(n, 1) - counting, []),
    (Sum(a * u[n - 1 - a, 0], (a, 0, n - 1)), Sum((n - 1 - a) * u[a, 0], (a, 0, n - 1)), []),
    (Sum(exp(a) * u[n - 1 - a, 0], (a, 0, n - 1)), Sum(exp(n - 1 - a) * u[a, 0], (a, 0, n - 1)), []),
    (up_to(i + 1) - up_to(i), f[i + 1, 0], []),
    (up_to(i + 1, 2), up_to(i, 2) + f[i + 1, 0] ** 2, []),
    (m * floor(place / m) + Mod(place, m), place, []),
    (KroneckerProduct(BlockMatrix([[C, D]]), W), BlockMatrix([[KroneckerProduct(C, W), KroneckerProduct(D, W)]]), []),
    (
        KroneckerProduct(BlockMatrix([[A], [B]]), W),
        BlockMatrix([[KroneckerProduct(A, W)], [KroneckerProduct(B, W)]]),
        [],
    ),
    (Vec(BlockMatrix([[C, D]])), BlockMatrix([[Vec(C)], [Vec(D)]]), []),
    (Product(f[a, 0], (a, 0, n)), Product(f[a, 0], (a, 0, n - 1)) * f[n, 0], []),
    (Product(g[a, 0], (a, 0, n + k - 1)), Product(g[a, 0], (a, 0, n - 1)) * Product(g[n + a, 0], (a, 0, k - 1)), []),
    (Determinant(P * Q), Determinant(P) * Determinant(Q), []),
    (P**3 - Trace(P) * P**2 + (Trace(P) ** 2 - Trace(P * P)) / 2 * P, Determinant(P) * Identity(3), []),
    (Determinant(Inverse(S)) * Determinant(S), 1, [Invertible(S)]),
    (Determinant(Inverse(P)), 1 / Determinant(P), [Invertible(P)]),
    (Determinant(T * S * Inverse(T)), Determinant(S), [Invertible(T)]),
    (Determinant(P) ** 2, 1, [Equation(Transpose(P) * P, Identity(3))]),
    (Determinant(P) * Determinant(Q), 1, [Equation(P * Q, Identity(3))]),
]


@pytest.mark.parametrize(("left", "right", "given"), TRUE)
def test_it_is_proved(left, right, given):
    assert decide(left, right, given=given).status == "proved"


@pytest.mark.parametrize("matrix", [S, P])
def test_the_determinant_of_an_invertible_matrix_is_not_zero(matrix):
    assert decide(Ne(Determinant(matrix), 0), given=[Invertible(matrix)]).status == "proved"
    assert decide(Ne(Determinant(matrix), 0)).status == "refuted"


NEARLY = [
    (exchange * BlockMatrix([[A], [B]]), BlockMatrix([[Flip(A)], [Flip(B)]]), []),
    (rows(Flip(X), 0, n), Flip(rows(X, 0, n)), []),
    (rows(Flip(X), k, n + k), Flip(rows(X, k, n + k)), []),
    (Flip(f)[0, 0], f[n - 1, 0], []),
    (Flip(counting), n * OneMatrix(n, 1) - counting, []),
    (Sum(a * u[n - 1 - a, 0], (a, 0, n - 1)), Sum((n - a) * u[a, 0], (a, 0, n - 1)), []),
    (up_to(i + 1) - up_to(i), f[i, 0], []),
    (up_to(i + 1, 2), up_to(i, 2) + f[i + 1, 0], []),
    (n * floor(place / m) + Mod(place, m), place, []),
    (KroneckerProduct(W, BlockMatrix([[C, D]])), BlockMatrix([[KroneckerProduct(W, C), KroneckerProduct(W, D)]]), []),
    (Vec(BlockMatrix([[E], [E]])), BlockMatrix([[Vec(E)], [Vec(E)]]), []),
    (Product(f[a, 0], (a, 0, n)), Product(f[a, 0], (a, 0, n - 1)) * f[0, 0], []),
    (Product(g[a, 0], (a, 0, n + k - 1)), Product(g[a, 0], (a, 0, n - 1)) + Product(g[n + a, 0], (a, 0, k - 1)), []),
    (P**3 - Trace(P) * P**2 + (Trace(P) ** 2 - Trace(P * P)) / 2 * P, -Determinant(P) * Identity(3), []),
    (Determinant(Inverse(S)), Determinant(S), [Invertible(S)]),
    (Determinant(T * S * Inverse(T)), Determinant(T), [Invertible(T)]),
    (Determinant(S), 1, [Equation(Transpose(S) * S, Identity(2))]),
]


@pytest.mark.parametrize(("left", "right", "given"), NEARLY)
def test_what_is_nearly_true_is_refuted(left, right, given):
    assert decide(left, right, given=given).status == "refuted"


A_, B_ = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)


@pytest.mark.parametrize(
    "matrix", [A_ + A_ * Inverse(B_) * A_, A_ * B_ + A_ * A_, A_ * B_ * A_ + A_ * A_ * A_, Inverse(A_) + Inverse(B_)]
)
def test_a_sum_is_invertible_that_is_a_known_one_times_units(matrix):
    units = [Invertible(A_), Invertible(B_)]
    assert decide(Invertible(matrix), given=[*units, Invertible(A_ + B_)]).status == "proved"
    assert decide(Invertible(matrix), given=units).status != "proved"
    assert decide(Invertible(matrix), given=[*units, Invertible(A_ - B_)]).status != "proved"
