"""Entries −∞ may be added, scaled, permuted, transposed, sliced, put into exp and a softmax, and nothing else."""

import pytest
from sympy import (
    FunctionMatrix,
    Idx,
    Lambda,
    MatMul,
    Matrix,
    MatrixSymbol,
    Piecewise,
    S,
    Symbol,
    Transpose,
    exp,
    nan,
    oo,
    sin,
    sqrt,
    symbols,
)

from symattn.errors import UnsupportedExpression
from symattn.language import (
    Attention,
    CausalMask,
    KernelSymbol,
    LogSumExp,
    MaskSymbol,
    PermutationSymbol,
    PrefixMask,
    RowSoftmax,
    SubsetMask,
    SubsetSymbol,
    dims,
    is_extended,
)

m, k, n, ell = dims("m k n ell")
A, M = MatrixSymbol("A", n, n), MaskSymbol("M", n, n)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", n)
c = Symbol("c", real=True)
i, j = Idx("i", n), Idx("j", n)


@pytest.mark.parametrize(
    "expression",
    [
        M,
        CausalMask(n),
        PrefixMask(m, m + k),
        SubsetMask(SubsetSymbol("S", n), n),
        A + M,
        (A + M) / sqrt(ell),
        c * M,
        tau * M * sigma.T,
        sigma.I * (A + M),
        M[i, :],
        Transpose(M),
        M[i, j],
        A[i, j] + M[i, j],
        CausalMask(n)[i, j] / sqrt(ell),
        Matrix([[0, -oo]]).as_immutable(),
        FunctionMatrix(n, n, Lambda(symbols("x y"), Piecewise((0, symbols("x") <= symbols("y")), (-oo, True)))),
        S.NegativeInfinity,
    ],
    ids=str,
)
def test_extended(expression):
    assert is_extended(expression)


@pytest.mark.parametrize(
    "expression",
    [
        *(A, A * A.T, sigma, A[i, j], c, exp(M[i, j]), exp(A[i, j] + M[i, j])),
        *(RowSoftmax(A + M), Attention(A, A, A, M), (A + M.T).applyfunc(exp), LogSumExp(A + M)),
    ],
    ids=str,
)
def test_real(expression):
    assert not is_extended(expression)


@pytest.mark.parametrize(
    "expression",
    [
        A * M,
        M * A,
        -M,
        MatMul(0, M),
        -2 * M[i, j],
        M * M,
        (A + M).applyfunc(sin),
        sqrt(M[i, j]),
        M[i, j] ** 2,
        M[i, j] * M[j, i],
        A * M[i, j],
        Matrix([[oo, 0]]).as_immutable(),
        Matrix([[nan, 0]]).as_immutable(),
        S.ComplexInfinity,
    ],
    ids=str,
)
def test_refused(expression):
    with pytest.raises(UnsupportedExpression):
        is_extended(expression)


def test_a_kernel_takes_real_rows():
    with pytest.raises(UnsupportedExpression):
        KernelSymbol("alpha")(M[i, :], A[i, :])
