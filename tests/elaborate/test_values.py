"""Every construct means in the kernel what ``evaluate`` computes, and its obligations are true there."""

import pytest
from sympy import (
    Abs,
    And,
    BlockMatrix,
    Eq,
    FunctionMatrix,
    HadamardProduct,
    Identity,
    Idx,
    ImmutableMatrix,
    KroneckerDelta,
    Lambda,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Not,
    OneMatrix,
    Or,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    ZeroMatrix,
    cos,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
)

from symattn.language import (
    Attention,
    BlockRotation,
    BoxCar,
    CausalMask,
    DotProduct,
    Epanechnikov,
    Euclidean,
    Frequencies,
    InvertibleSymbol,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixMask,
    RowMap,
    RowSoftmax,
    SelfAttention,
    ShiftMatrix,
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    SquaredEuclidean,
    SubsetMask,
    SubsetSymbol,
    dims,
)

r, n, ell, d, m, k, h = dims("r n ell d m k h")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B, C = MatrixSymbol("A", 1, m + k), MatrixSymbol("B", r, n), MatrixSymbol("C", n, n)
a1, angles = MatrixSymbol("a1", 1, n), MatrixSymbol("w", h, 1)
tau, sigma, rho = PermutationSymbol("tau", r), PermutationSymbol("sigma", n), PermutationSymbol("rho", n)
g, H = OrthogonalSymbol("g", ell), InvertibleSymbol("h_1", d)
M, S = MaskSymbol("M", r, n), SubsetSymbol("S", n)
alpha, f = KernelSymbol("alpha"), MapSymbol("f", ell)
x, t = symbols("x t", real=True)
i, i2, j, c = Idx("i", r), Idx("i2", r), Idx("j", n), Idx("c", m + k)
p, q = symbols("p q", integer=True)

ORDINARY = {"r": 2, "n": 3, "ell": 2, "d": 2, "m": 2, "k": 1, "h": 2}
ONES = dict.fromkeys(ORDINARY, 1)

MATRICES = [
    tau * Q * g,
    Q * g.T * K.T,
    3 * x * C - C.T / 2,
    C + Identity(n) + OneMatrix(n, n) + ZeroMatrix(n, n),
    C**3,
    HadamardProduct(C, C.T, C),
    H.I * H.T,
    (H.T).I * V.T,
    sigma.I * C * (sigma.T).I,
    g.I * Q.T,
    A[:, m:],
    A[:, :m],
    A[0, :1],
    C[j, :],
    C[:, j],
    MatrixSymbol("E", n, m + k + 1)[:, m : m + k],
    BlockMatrix([[A[:, m:], A[:, :m]]]),
    BlockMatrix([[A.T], [A[:, :m].T]]),
    BlockMatrix([[A, A], [A, A]]),
    FunctionMatrix(n, r, Lambda((p, q), 2 * p - KroneckerDelta(p, q) + C[p, 0])),
    ImmutableMatrix([[1, x], [0, 3]]),
    RowMap(f, Q),
    SineCosine(angles),
    BlockRotation(angles),
    Frequencies(2 * h),
    Frequencies(2 * h, first=1),
    SinusoidalVector(t, 2 * h),
    SinusoidalVector(t + 2, 2 * h + 4, first=1),
    SinusoidalEncoding(n, 2 * h),
    ShiftMatrix(-t, 2 * h),
    ShiftMatrix(t, 2 * h, first=2),
]

SOFTMAX = [
    RowSoftmax(B),
    RowSoftmax(B + M),
    RowSoftmax(2 * (B + M) / sqrt(n)),
    RowSoftmax(tau * M * sigma),
    RowSoftmax(tau.T * (B + M) * sigma.T * rho),
    RowSoftmax(A + PrefixMask(m, m + k)),
    RowSoftmax(A + PrefixMask(m + k, m + k)),
    RowSoftmax(C + CausalMask(n)),
    RowSoftmax(a1 + SubsetMask(S, n)),
    RowSoftmax(MatrixSymbol("A", 1, 3) + SubsetMask({0, 2}, 3)),
    RowSoftmax(M[:, :]),
    RowSoftmax(ImmutableMatrix([[1, -oo], [0, x]])),
    RowSoftmax(ImmutableMatrix([[0, -oo], [0, 0]])),
    Attention(tau * Q * g, sigma * K * g, sigma * V * H),
    Attention(Q, K, V, M),
    Attention(Q, K, V, tau * M * sigma.T),
    Attention(Q, K, V, 2 * M + B),
    Attention(Q, K, V, B, scale=False),
    Attention(Q, K, V, M, scale=False),
    SelfAttention(C, C, C, C),
    SelfAttention(C, C, C.T, C, CausalMask(n)),
    SelfAttention(C, C, C, C, C),
    KernelMatrix(SquaredEuclidean(), Q, K),
    *(KernelAttention(a, Q, K, V) for a in (alpha, DotProduct(), Euclidean(), SquaredEuclidean(), Epanechnikov())),
    KernelAttention(BoxCar(), Q, K, V),
]

SCALARS = [
    Rational(2, 3) * n - 1 + pi,
    n * (n + 1) / 2,
    1 / (n + m),
    sqrt(x**2 + 1) / x**2,
    x ** Rational(-3, 2),
    2**x,
    Rational(1, 3) ** (-x / n),
    Abs(x - 1) + Max(x, 1, n) + Min(x, 3),
    sin(x) * cos(pi * x) + log(x) + exp(1) + exp(x),
    C[0, 0] + C[j, 0] * C[0, j],
    (C * C)[0, 0],
    A[0, Idx("u", m)] + A[0, Idx("v", k) + m],
    Sum(C[p, 0] * C[0, p], (p, 0, n - 1)),
    Sum(C[p - 1, q] * p, (p, 1, n), (q, 0, n - 1)),
    Sum(p * q + Sum(p * q, (p, 0, n)), (p, 0, n - 1), (q, m, m + k)),
    Sum(A[0, p] * p, (p, m, m + k - 1)),
    Sum(A[0, p], (p, 0, m - 1)),
    Sum(x, (x, 0, 2)) + x,
    KroneckerDelta(i, 0) * x + KroneckerDelta(i, j) + KroneckerDelta(i, i2),
    Piecewise((1 / x, x > 0), (2, Eq(i, 0)), (x, True)),
    Piecewise((1, i <= i2), (2, i > j), (x, True)),
    Piecewise((x, S.contains(j)), (1, And(Ne(x, 1), Or(x < 0, i <= j))), (3, Not(S.contains(0))), (x, True)),
    alpha(Q[i, :], K[j, :]),
    alpha(Q[i, :].T, K[j, :].T),
    Euclidean()(Q[i, :], K[j, :]),
    exp(M[i, j]) + exp(2 * M[i, j] + B[i, j]),
    exp(B[i, j] + M[i, j]) / Sum(exp(B[i, p] + M[i, p]), (p, 0, n - 1)),
    exp(Piecewise((x, S.contains(j)), (-oo, True))),
    exp(Piecewise((-oo, S.contains(j)), (x, True))),
    Sum(exp(PrefixMask(m, m + k)[0, c]), (c, 0, m + k - 1)),
    SinusoidalEncoding(n, 2 * h)[j, 0],
]


@pytest.mark.parametrize("expression", MATRICES + SOFTMAX + SCALARS, ids=str)
def test_the_term_has_the_value_of_the_expression(expression, means_the_same):
    for seed in range(3):
        means_the_same(expression, ORDINARY, seed=seed)
    means_the_same(expression, ONES)


def test_a_symbol_named_like_notation_keeps_its_value(means_the_same):
    x1, x2 = Symbol("x_{1}", real=True), Symbol("λ", real=True)
    size = dims("d_{k}")
    means_the_same(x1 - 2 * x2 + size + MatrixSymbol("W_{Q}", size, 1)[0, 0], {"d_{k}": 3})
