"""Sums, means and norms of matrices: values against NumPy, theorems, near misses."""

import io

import numpy as np
import pytest
from sympy import (
    Abs,
    Derivative,
    DiagMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Idx,
    KroneckerDelta,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    Trace,
    ZeroMatrix,
    exp,
)

from symattn import (
    ColumnMean,
    ColumnSum,
    FrobeniusNorm,
    Gradient,
    InnerProduct,
    InvertibleSymbol,
    LogSumExp,
    MaskSymbol,
    Norm1,
    OrthogonalSymbol,
    PermutationSymbol,
    RowMean,
    RowSoftmax,
    RowSum,
    ShapeError,
    SquaredNorm,
    UnsupportedExpression,
    certificate,
    cost,
    decide,
    dims,
    evaluate,
    refutation_verifier,
    verifier,
)
from symattn.language.plain import plain

n, d, m = dims("n d m")
X, Y, S = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), MatrixSymbol("S", n, n)
row = MatrixSymbol("x", 1, d)
c = Symbol("c", real=True)
a, b = Idx("a", d), Idx("b", d)
g, sigma, tau = OrthogonalSymbol("g", n), PermutationSymbol("sigma", n), PermutationSymbol("tau", d)
ones, right = OneMatrix(n, d), OneMatrix(1, d)

VALUES = [
    (RowSum(X), lambda x: x.sum(axis=1, keepdims=True)),
    (ColumnSum(X), lambda x: x.sum(axis=0, keepdims=True)),
    (RowMean(X), lambda x: x.mean(axis=1, keepdims=True)),
    (ColumnMean(X), lambda x: x.mean(axis=0, keepdims=True)),
    (LogSumExp(X), lambda x: np.log(np.exp(x).sum(axis=1, keepdims=True))),
    (InnerProduct(X, 2 * X), lambda x: 2 * (x * x).sum()),
    (SquaredNorm(X), lambda x: (x * x).sum()),
    (FrobeniusNorm(X), np.linalg.norm),
    (Norm1(X), lambda x: np.abs(x).sum()),
]


@pytest.mark.parametrize(("word", "function"), VALUES, ids=lambda value: plain(value) if hasattr(value, "args") else "")
def test_the_values_are_those_of_numpy(word, function):
    rng = np.random.default_rng(2)
    for shape in ((1, 1), (3, 4), (1, 5), (6, 1)):
        values = rng.normal(size=shape)
        assert np.allclose(evaluate(word, {X: values}), function(values))


TRUE = [
    (RowSum(X), X * OneMatrix(d, 1)),
    (ColumnSum(X), OneMatrix(1, n) * X),
    (ColumnSum(X), RowSum(X.T).T),
    (ColumnSum(RowSum(X)), RowSum(ColumnSum(X))),
    (RowSum(X * tau), RowSum(X)),
    (RowSum(sigma * X), sigma * RowSum(X)),
    (RowSum(RowSoftmax(X)), OneMatrix(n, 1)),
    (RowMean(X - RowMean(X) * right), ZeroMatrix(n, 1)),
    (ColumnMean(X), RowMean(X.T).T),
    (RowSoftmax(X), (X - LogSumExp(X) * right).applyfunc(exp)),
    (RowSoftmax(X), DiagMatrix(HadamardPower(RowSum(X.applyfunc(exp)), -1)) * X.applyfunc(exp)),
    (LogSumExp(X + c * ones), LogSumExp(X) + c * OneMatrix(n, 1)),
    (LogSumExp(X * tau), LogSumExp(X)),
    (InnerProduct(X, Y), Trace(X.T * Y)),
    (InnerProduct(X, Y), InnerProduct(Y, X)),
    (InnerProduct(X, S * Y), InnerProduct(S.T * X, Y)),
    (FrobeniusNorm(X) ** 2, Trace(X.T * X)),
    (FrobeniusNorm(g * X), FrobeniusNorm(X)),
    (SquaredNorm(X + Y), SquaredNorm(X) + 2 * InnerProduct(X, Y) + SquaredNorm(Y)),
    (SquaredNorm(X + Y) + SquaredNorm(X - Y), 2 * SquaredNorm(X) + 2 * SquaredNorm(Y)),
    (Norm1(sigma * X), Norm1(X)),
    (Norm1(X.T), Norm1(X)),
    (Gradient(SquaredNorm(X), X), 2 * X),
    (Gradient(InnerProduct(Y, X), X), Y),
    (Gradient(LogSumExp(row)[0, 0], row), RowSoftmax(row)),
    (
        Derivative(LogSumExp(row)[0, 0], row[0, a], row[0, b]),
        RowSoftmax(row)[0, a] * (KroneckerDelta(a, b) - RowSoftmax(row)[0, b]),
    ),
]


@pytest.mark.parametrize(("left", "right"), TRUE, ids=plain)
def test_theorems_are_proved(left, right):
    verdict = decide(left, right)
    assert verdict.status == "proved", verdict
    verifier.verify(io.BytesIO(certificate(verdict).encode()))


FALSE = [
    (RowSum(X), X * OneMatrix(d, 1) + OneMatrix(n, 1)),
    (RowSum(sigma * X), RowSum(X)),
    (ColumnSum(RowSoftmax(X)), OneMatrix(1, d)),
    (ColumnMean(RowMean(X)), ColumnSum(RowSum(X))),
    (RowMean(HadamardProduct(X, X)), HadamardProduct(RowMean(X), RowMean(X))),
    (RowSoftmax(X), (X + LogSumExp(X) * right).applyfunc(exp)),
    (LogSumExp(X + c * ones), LogSumExp(X) - c * OneMatrix(n, 1)),
    (LogSumExp(2 * X), 2 * LogSumExp(X)),
    (InnerProduct(X, S * Y), InnerProduct(S * X, Y)),
    (InnerProduct(X, Y), SquaredNorm(X)),
    (FrobeniusNorm(InvertibleSymbol("T", n) * X), FrobeniusNorm(X)),
    (FrobeniusNorm(X + Y), FrobeniusNorm(X) + FrobeniusNorm(Y)),
    (FrobeniusNorm(c * X), c * FrobeniusNorm(X)),
    (SquaredNorm(X + Y), SquaredNorm(X) + SquaredNorm(Y)),
    (Norm1(g * X), Norm1(X)),
    (Norm1(X), ColumnSum(RowSum(X))[0, 0]),
    (FrobeniusNorm(Identity(n)), 1),
    (Gradient(LogSumExp(row)[0, 0], row), row),
]


@pytest.mark.parametrize(("left", "right"), FALSE, ids=plain)
def test_near_misses_are_refuted(left, right):
    assert decide(left, right).status == "refuted"


def test_a_refutation_is_checked_by_the_other_verifier(tmp_path):
    path = tmp_path / "norm.cert"
    path.write_text(certificate(decide(Norm1(X), ColumnSum(RowSum(X))[0, 0])))
    refutation_verifier.verify(str(path))


def test_inequalities_of_norms():
    assert decide(SquaredNorm(X) >= 0).status == "proved"
    assert decide(Norm1(X) >= Abs(X[0, 0])).status == "proved"
    assert decide(Norm1(X) >= 2 * Abs(X[0, 0])).status == "refuted"
    assert decide(Norm1(X) > Abs(X[0, 0])).status == "refuted"
    assert decide(Norm1(X) < SquaredNorm(X)).status == "refuted"


def test_shapes_and_masks():
    with pytest.raises(ShapeError, match="InnerProduct: B = Z"):
        InnerProduct(X, MatrixSymbol("Z", d, n))
    with pytest.raises(UnsupportedExpression, match="must be real"):
        RowSum(MaskSymbol("M", n, n))
    assert RowSum(X).shape == (n, 1)
    assert ColumnSum(X).shape == (1, d)


def test_what_they_cost():
    assert cost(RowSum(X)).operations.additions == n * d - n
    assert cost(InnerProduct(X, Y)).operations.multiply_adds == n * d
