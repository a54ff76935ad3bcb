"""Nearly true statements about blocks, layouts, entries under conditions, powers and inverses: none is proved."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    BlockMatrix,
    DiagMatrix,
    FunctionMatrix,
    HadamardProduct,
    Identity,
    Idx,
    ImmutableMatrix,
    Inverse,
    KroneckerProduct,
    MatPow,
    MatrixSymbol,
    Mod,
    Ne,
    OneMatrix,
    Sum,
    Transpose,
    ZeroMatrix,
    cos,
    floor,
    sin,
    symbols,
)

from symattn import (
    BlockRotation,
    Equation,
    HeadBlock,
    HeadFamily,
    HeadStack,
    HeadSum,
    Invertible,
    MatrixFamily,
    RowSoftmax,
    SymattnError,
    Vec,
    decide,
    dims,
)
from tests.written import circulant, lower, made, power, where

pytestmark = pytest.mark.sampled

n, m, k, d, r, h, p, ell, G, H = dims("n m k d r h p ell G H")
u, v = symbols("u v", integer=True)
j, t = symbols("j t", integer=True, nonnegative=True)
a, b, c, e = symbols("a b c e", real=True)
A, B, C, E = (MatrixSymbol(name, n, n) for name in "ABCE")
D = MatrixSymbol("D", k, m)
x, y = (MatrixSymbol(name, n, 1) for name in "xy")
one, nothing = Identity(n), ZeroMatrix(n, n)


def upper(column: Any) -> FunctionMatrix:
    return made(n, n, lambda i, l: where(column[l - i, 0], i <= l))


S, dP, Q = MatrixSymbol("S", r, n), MatrixSymbol("dP", r, n), MatrixSymbol("Q", r, ell)
P = RowSoftmax(S)
centred = HadamardProduct(P, dP - HadamardProduct(P, dP) * OneMatrix(n, n))
total_ = OneMatrix(1, n)

SUMS = {
    "the mean is not taken off": (total_ * (HadamardProduct(P, dP).T * Q), ZeroMatrix(1, ell)),
    "the mean is added": (
        total_ * (HadamardProduct(P, dP + HadamardProduct(P, dP) * OneMatrix(n, n)).T * Q),
        ZeroMatrix(1, ell),
    ),
    "summed over the queries": (OneMatrix(1, r) * centred, ZeroMatrix(1, n)),
    "the weights of another matrix": (
        total_ * (HadamardProduct(P, dP - HadamardProduct(RowSoftmax(dP), dP) * OneMatrix(n, n)).T * Q),
        ZeroMatrix(1, ell),
    ),
    "weights twice": (total_ * (HadamardProduct(P, centred).T * Q), ZeroMatrix(1, ell)),
    "the mean by another weight": (
        total_ * (HadamardProduct(P, dP - dP * OneMatrix(n, n) / n).T * Q),
        ZeroMatrix(1, ell),
    ),
    "half of the mean": (
        total_ * (HadamardProduct(P, dP - HadamardProduct(P, dP) * OneMatrix(n, n) / 2).T * Q),
        ZeroMatrix(1, ell),
    ),
    "columns in place of rows": (
        total_ * (HadamardProduct(RowSoftmax(S.T).T, dP - HadamardProduct(P, dP) * OneMatrix(n, n)).T * Q),
        ZeroMatrix(1, ell),
    ),
    "weights of weights": (P * OneMatrix(n, 1), 2 * OneMatrix(r, 1)),
    "squares of weights": (HadamardProduct(P, P) * OneMatrix(n, 1), OneMatrix(r, 1)),
}

theta, group, head, every = MatrixSymbol("theta", h, 1), Idx("g", G), Idx("f", H), Idx("e", G * H)
W, big = MatrixFamily("W", G, d, p), MatrixSymbol("B", G * H * d, p)
tiled = HeadStack(HeadFamily(HeadStack(HeadFamily(W[group], group)), head))
weight = MatrixFamily("F", G * H, p, d)
R_, T_ = MatrixSymbol("R", H, r), MatrixSymbol("T", d, p)
cosines, sines = (DiagMatrix(theta.applyfunc(f)) for f in (cos, sin))
PAIRS = BlockRotation(theta)
HALVES = BlockMatrix([[cosines, sines], [-sines, cosines]])
whole = MatrixSymbol("w", 2 * h, 1)

BLOCKS = {
    "Kronecker products do not commute": (KroneckerProduct(A, B), KroneckerProduct(B, A)),
    "two factors of three change places": (
        KroneckerProduct(A, KroneckerProduct(B, C)),
        KroneckerProduct(KroneckerProduct(A, C), B),
    ),
    "repeated is not tiled": (KroneckerProduct(R_, OneMatrix(d, 1)), KroneckerProduct(OneMatrix(d, 1), R_)),
    "blocks and places change places": (
        made(H * d, r, lambda i, l: R_[floor(i / d), l]),
        made(H * d, r, lambda i, l: R_[Mod(i, H), l]),
    ),
    "one block too far": (
        made(H * d, 1, lambda i, l: floor(i / d)),
        made(H * d, 1, lambda i, l: floor((i + 1) / d)),
    ),
    "the group of another head": (
        HeadSum(HeadFamily(weight[every] * HeadBlock(tiled, every, G * H), every)),
        HeadSum(HeadFamily(weight[every] * HeadBlock(big, every, G * H), every)),
    ),
    "the rows of blocks for the blocks of rows": (
        HeadBlock(HeadBlock(big, group, G), head, H),
        HeadBlock(HeadBlock(big, head, H), group, G),
    ),
    "vec of a transpose": (Vec(D), Vec(D.T)),
    "the layouts of pairs and of halves differ": (PAIRS * whole, HALVES * whole),
    "the layouts turn the same vectors otherwise": (whole.T * PAIRS * whole, whole.T * HALVES * whole),
    "a rotation of halves the other way": (HALVES, HALVES.T),
    "pairs are no halves": (PAIRS, HALVES),
}

ENTRIES = {
    "a Toeplitz matrix is not symmetric": (lower(x), upper(x)),
    "lower and upper do not commute": (lower(x) * upper(y), upper(y) * lower(x)),
    "the diagonal is left out": (lower(x), made(n, n, lambda i, l: where(x[i - l, 0], l < i))),
    "one place too far": (lower(x), made(n, n, lambda i, l: where(x[i - l - 1, 0], l < i))),
    "constants above and below": (
        made(k + k, m, lambda i, l: where(a, i < k, D[i - k, l])),
        made(k + k, m, lambda i, l: where(D[i, l], i < k, a)),
    ),
    "a cut that is one off": (
        made(k + n, m, lambda i, l: where(D[i, l], i < k, a)),
        made(k + n, m, lambda i, l: where(D[i, l], i + 1 < k, a)),
    ),
    "a circulant matrix is not lower triangular": (circulant(x), lower(x)),
    "turned the other way": (circulant(x), made(n, n, lambda i, l: x[Mod(l - i, n), 0])),
    "a remainder is not negative": (
        made(n, n, lambda i, l: Mod(i - l, n)),
        made(n, n, lambda i, l: where(i - l, l <= i, l - i)),
    ),
    "floor of what is below 0": (made(n, n, lambda i, l: floor((i - l) / n)), nothing),
    "a convolution up to the place before": (
        lower(x) * y,
        made(n, 1, lambda i, _: Sum(x[i - t, 0] * y[t, 0], (t, 0, i)) - x[0, 0] * y[i, 0]),
    ),
    "outside by one": (made(n, n, lambda i, l: where(x[i - l, 0], l <= i + 1)), lower(x)),
    "outside, and multiplied by 0": (made(n, n, lambda i, l: where(0 * a + x[i - l, 0], l <= n)), lower(x)),
    "below the first": (made(n, 1, lambda i, l: where(x[i - 1, 0], i >= 0)), x),
    "beyond the last": (made(n, 1, lambda i, l: where(x[i + 1, 0], i < n)), x),
}

POWERS = {
    "exponents add": (power(power(A, n), m), power(A, n + m)),
    "a square of an exponent is not twice it": (power(power(A, n), n), power(A, 2 * n)),
    "the power of a product": (power(A * B, j), power(A, j) * power(B, j)),
    "another matrix inside": (power(power(A, j) * B, t), power(power(A, t) * B, j)),
    "one factor too few": (power(A * A, j), power(A, j + 2)),
    "the inverse of another matrix": (power(A, j) * power(Inverse(B), j), one, Invertible(B)),
    "an inverse that is not given": (Inverse(power(A, j)), power(Inverse(A), j)),
    "an exponent too many": (power(A, j + 1) * power(Inverse(A), j), one, Invertible(A)),
    "exponents change places with matrices": (power(A, j) * power(B, t), power(A, t) * power(B, j)),
    "a power of a transpose": (power(power(A, n), m), power(Transpose(A), n * m)),
    "a root of the identity": (power(power(A, j), 2), one, Equation(A * A, A)),
    "commuting with a power is not commuting": (A * B, B * A, Equation(A * A * B, B * A * A)),
}

INVERSES = {
    "a singular matrix of numbers": (Invertible(ImmutableMatrix([[1, 2], [2, 4]])),),
    "another inverse": (Inverse(ImmutableMatrix([[2, 1], [1, 1]])), ImmutableMatrix([[1, -1], [-1, 1]])),
    "a determinant that may be 0": (Invertible(ImmutableMatrix([[a, b], [c, e]])), Ne(a, 0)),
    "the permanent is not 0": (Invertible(ImmutableMatrix([[a, b], [c, e]])), Ne(a * e + b * c, 0)),
    "a diagonal that may have a 0": (Invertible(DiagMatrix(x)),),
    "one less an idempotent": (Invertible(one - A), Equation(A * A, A)),
    "a nilpotent": (Invertible(A), Equation(A * A, nothing)),
    "one less an involution": (Invertible(one - A), Equation(A * A, one)),
    "twice one less an idempotent": (Inverse(2 * one - A), one - A / 2, Equation(A * A, A)),
    "a geometric sum with a term too many": (
        (power(A, p) - one) * Inverse(A - one),
        HeadSum(HeadFamily(MatPow(A, Idx("q", p + 1)), Idx("q", p + 1))),
        Invertible(A - one),
    ),
    "a geometric sum with another sign": (
        (power(A, p) + one) * Inverse(A + one),
        HeadSum(HeadFamily(MatPow(A, Idx("q", p)), Idx("q", p))),
        Invertible(A + one),
    ),
    "Sylvester's equation with the factors exchanged": (
        Vec(C),
        Inverse(KroneckerProduct(A, one) + KroneckerProduct(one, B)) * Vec(E),
        Invertible(KroneckerProduct(A, one) + KroneckerProduct(one, B)),
        Equation(A * C + C * B, E),
    ),
    "an inverse from the wrong side": (Inverse(A) * B, B * Inverse(A), Invertible(A)),
    "cancelled without a reason": (A, B, Equation(A * C, B * C)),
}

FALSE = {**SUMS, **BLOCKS, **ENTRIES, **POWERS, **INVERSES}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_nearly_true_of_places_and_inverses_is_not_proved(name: str) -> None:
    statement = FALSE[name]
    try:
        if isinstance(statement[0], Invertible):
            verdict = decide(statement[0], given=list(statement[1:]))
        else:
            verdict = decide(*statement[:2], given=list(statement[2:]))
    except SymattnError:
        return  # it cannot even be said
    assert verdict.status != "proved", verdict
