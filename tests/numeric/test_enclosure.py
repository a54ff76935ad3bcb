"""Ball evaluation: exact where it can be, enclosing always, and undefined where a formula has no value."""

import numpy as np
import pytest
import sympy as sp
from flint import arb, ctx, fmpq
from sympy import BlockMatrix, Identity, Idx, MatrixSymbol, OneMatrix, Piecewise, Sum, Symbol, exp, sqrt

from symattn.errors import UndeclaredSymbol, UnsupportedExpression
from symattn.language import (
    Attention,
    BlockRotation,
    BoxCar,
    CausalMask,
    DotProduct,
    Epanechnikov,
    Euclidean,
    Frequencies,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    KernelValue,
    MapSymbol,
    MaskSymbol,
    PermutationSymbol,
    PrefixMask,
    RowMap,
    RowSoftmax,
    SelfAttention,
    ShiftMatrix,
    SinusoidalEncoding,
    SinusoidalVector,
    SquaredEuclidean,
    SubsetMask,
    SubsetSymbol,
    dims,
    product,
)
from symattn.numeric import exact
from symattn.numeric.enclosure import enclose
from symattn.numeric.evaluate import evaluate
from symattn.numeric.exact import MINUS_INFINITY, Imprecise, Undefined
from symattn.numeric.functions import KERNELS, MAPS, is_invariant, times

r, n, ell, d, h, m, k = dims("r n ell d h m k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, M = MatrixSymbol("A", n, n), MaskSymbol("M", r, n)
sigma, alpha, g, S = PermutationSymbol("sigma", n), KernelSymbol("alpha"), MapSymbol("g", ell), SubsetSymbol("S", n)
t = Symbol("t", real=True)
a, i = Symbol("a", integer=True), Idx("i", n)


def rational(rows):
    return tuple(tuple(fmpq(*x) if isinstance(x, tuple) else fmpq(x) for x in row) for row in rows)


SIZES = {r: 2, n: 3, ell: 2, d: 2, h: 2, m: 1, k: 2}
EXACT = {
    **{size: fmpq(value) for size, value in SIZES.items()},
    Q: rational([[1, (1, 2)], [0, -1]]),
    K: rational([[1, 0], [(1, 3), 2], [-1, 1]]),
    V: rational([[1, 2], [3, (-1, 2)], [0, 1]]),
    A: rational([[2, 1, 0], [0, 1, (1, 2)], [1, 0, 3]]),
    M: ((fmpq(0), MINUS_INFINITY, fmpq(0)), (MINUS_INFINITY, MINUS_INFINITY, fmpq(0))),
    sigma: rational([[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    alpha: KERNELS[3],
    g: MAPS[1],
    S: frozenset({0, 2}),
    t: fmpq(3, 2),
    i: fmpq(1),
}


def as_float(value):
    if isinstance(value, tuple):
        return [as_float(part) for part in value]
    if value is MINUS_INFINITY:
        return -np.inf
    if isinstance(value, fmpq):
        return int(value.p) / int(value.q)
    return value if callable(value) or isinstance(value, frozenset) else float(value)


FLOATS = {symbol: as_float(value) for symbol, value in EXACT.items()}

EXPRESSIONS = [
    Attention(Q, K, V),
    Attention(Q, K, V, mask=M, scale=False),
    SelfAttention(K, OneMatrix(ell, ell), Identity(ell), Identity(ell), CausalMask(n)),
    RowSoftmax(A),
    RowSoftmax(A).definition(),
    *(KernelAttention(kernel, Q, K, V) for kernel in (DotProduct(), SquaredEuclidean(), Euclidean(), Epanechnikov())),
    KernelMatrix(BoxCar(), Q, K),
    KernelMatrix(Euclidean(), Q, K).definition(),
    KernelAttention(alpha, RowMap(g, Q), K, V),
    KernelValue(alpha, K[i, :], Q[Idx("j", r), :]),
    sigma * A * sigma.T - 2 * A.T,
    product(A, A.I) + sp.MatPow(A, 2),
    sp.HadamardProduct(A, A.T),
    2 * M * sigma,
    M[:1, :],
    BlockMatrix([[A, A.T], [Identity(n), A]]),
    PrefixMask(m, m + k),
    SubsetMask(S, n),
    SubsetMask(S, n).definition(),
    SinusoidalEncoding(n, 2 * h, first=1),
    ShiftMatrix(t, 2 * h) * SinusoidalVector(t, 2 * h),
    BlockRotation(Frequencies(2 * h)),
    Sum(exp(A[a, 0]) * sp.sin(A[0, a]), (a, 0, n - 1)) / sqrt(ell),
    Sum(Piecewise((A[a, a], S.contains(a)), (0, True)), (a, 0, n - 1)),
    sp.Max(t, 2, -t) + sp.Min(t, 0) + sp.Abs(-t) + sp.log(7) * sp.pi + sp.KroneckerDelta(i, 1) + sp.E + 2**t,
    Piecewise((1, sp.And(t > 1, sp.Not(sp.Ne(i, 1)))), (0, True)),
    sp.Matrix([[1, t], [0, sp.Rational(1, 3)]]).as_immutable(),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_the_enclosure_agrees_with_evaluate(expression):
    index = {Idx("j", r): fmpq(0)}
    enclosed = enclose(expression, {**EXACT, **index}, 100)
    expected = evaluate(expression, {**FLOATS, Idx("j", r): 0})
    np.testing.assert_allclose(np.array(as_float(enclosed)), expected, rtol=1e-12, atol=1e-13)


def test_a_wide_ball_still_contains_the_value():
    narrow = enclose(Attention(Q, K, V), EXACT, 200)
    wide = enclose(Attention(Q, K, V), EXACT, 12)
    for row, wider in zip(narrow, wide, strict=True):
        for x, y in zip(row, wider, strict=True):
            assert y.contains(x) and float(y.rad()) > 1e-4 > 1e-50 > float(x.rad())


def test_rational_arithmetic_stays_exact():
    assert enclose(product(A, A.I), EXACT) == rational(np.eye(3, dtype=int).tolist())
    assert enclose(sqrt(t * t + sp.Rational(7, 4)), EXACT) == fmpq(2)
    assert enclose(sqrt(n + 1), EXACT) == fmpq(2)
    assert enclose(Sum(K[a, 0] ** 2, (a, 0, n - 1)), EXACT) == fmpq(19, 9)
    assert enclose(RowSoftmax(sp.ZeroMatrix(r, n)), EXACT)[0][0] == fmpq(1, 3)


def test_masked_weights_are_exactly_zero():
    weights = enclose(RowSoftmax(Q * K.T + M), EXACT)
    assert weights[0][1] == fmpq(0) and weights[1][:2] == (fmpq(0), fmpq(0))
    assert arb(weights[1][2]).contains(1)
    assert enclose(exp(M[0, 1]), EXACT) == fmpq(0)


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        (1 / t, {t: fmpq(0)}),
        (sqrt(t), {t: fmpq(-1)}),
        (t ** sp.Rational(1, 3), {t: fmpq(0)}),
        (sp.log(t), {t: fmpq(0)}),
        (Piecewise((1, t > 0)), {t: fmpq(0)}),
        (A.inverse(), {n: fmpq(1), A: rational([[0]])}),
        (RowSoftmax(A), {n: fmpq(1), A: ((MINUS_INFINITY,),)}),
        (A[i, 0], {n: fmpq(1), A: rational([[1]]), i: fmpq(1)}),
        (Sum(a, (a, 0, t)), {t: fmpq(-2)}),
    ],
    ids=str,
)
def test_what_has_no_value_is_undefined(expression, values):
    with pytest.raises(Undefined):
        enclose(expression, values)


def test_minus_infinity_is_added_and_scaled_by_positive_numbers_only():
    assert exact.add(MINUS_INFINITY, fmpq(3)) is MINUS_INFINITY
    assert exact.multiply(fmpq(1, 2), MINUS_INFINITY) is MINUS_INFINITY
    for factor in (fmpq(0), fmpq(-1), MINUS_INFINITY):
        with pytest.raises(Undefined):
            exact.multiply(factor, MINUS_INFINITY)
    with pytest.raises(Undefined):
        exact.matrix_product(rational([[1, 1], [0, 1]]), ((MINUS_INFINITY, fmpq(0)), (fmpq(0), fmpq(0))))


def test_a_sign_that_the_ball_does_not_show_is_imprecise():
    zero = sp.sin(t) ** 2 + sp.cos(t) ** 2 - 1
    with pytest.raises(Imprecise):
        enclose(1 / zero, EXACT)
    with pytest.raises(Imprecise):
        enclose(Piecewise((1, zero > 0), (0, True)), EXACT)


def test_missing_values_and_unknown_nodes():
    with pytest.raises(UndeclaredSymbol, match="V"):
        enclose(V, {n: fmpq(1)})
    with pytest.raises(UnsupportedExpression, match="Permanent"):
        enclose(sp.Permanent(A), EXACT)


def test_the_precision_is_restored():
    before = ctx.prec
    enclose(sp.sin(t), EXACT, 333)
    assert ctx.prec == before


def test_invariance_of_polynomial_kernels_is_decided():
    quarter = times(rational([[0, 1], [-1, 0]]))
    shear = times(rational([[1, 1], [0, 1]]))
    by_name = {kernel.text: kernel for kernel in KERNELS}
    assert is_invariant(by_name["sum(q*k)"], quarter, 2) and not is_invariant(by_name["sum(q*k)"], shear, 2)
    weighted = by_name["sum((a + 1)*q[a]*k[a])"]
    assert not is_invariant(weighted, quarter, 2) and is_invariant(weighted, MAPS[0], 2)
    translation = next(map for map in MAPS if map.text == "q + 1")
    assert is_invariant(by_name["-sum((q - k)**2)"], translation, 3)
    assert not is_invariant(by_name["sum(q*k)"], translation, 3)
    assert all(is_invariant(by_name["0"], map, 2) for map in MAPS)
