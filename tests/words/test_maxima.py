"""The largest entry of a row: values against NumPy, theorems, near misses, and what is proved of it."""

import io

import numpy as np
import pytest
from sympy import (
    Abs,
    DiagMatrix,
    HadamardPower,
    Idx,
    MatrixSymbol,
    Max,
    OneMatrix,
    Symbol,
    exp,
)

from symattn import (
    ColumnMax,
    Flip,
    LogSumExp,
    MaskSymbol,
    MaxNorm,
    PermutationSymbol,
    RowMax,
    RowSoftmax,
    RowSum,
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

n, d = dims("n d")
X, Y, u, q = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), MatrixSymbol("u", n, 1), MatrixSymbol("q", 1, 3)
c, e = Symbol("c", real=True), Symbol("e", positive=True)
i, j = Idx("i", n), Idx("j", d)
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", d)
ones, column, right = OneMatrix(n, d), OneMatrix(n, 1), OneMatrix(1, d)
shifted = X - RowMax(X) * right


@pytest.mark.parametrize(
    ("word", "function"),
    [
        (RowMax(X), lambda x: x.max(axis=1, keepdims=True)),
        (ColumnMax(X), lambda x: x.max(axis=0, keepdims=True)),
        (MaxNorm(X), lambda x: np.abs(x).max()),
    ],
    ids=lambda value: plain(value) if hasattr(value, "args") else "",
)
def test_the_values_are_those_of_numpy(word, function):
    rng = np.random.default_rng(4)
    for values in (rng.normal(size=(3, 4)), rng.normal(size=(1, 1)), -np.ones((2, 3)), rng.normal(size=(5, 1))):
        assert np.allclose(evaluate(word, {X: values}), function(values))


TRUE = [
    (RowMax(X * tau), RowMax(X)),
    (RowMax(sigma * X), sigma * RowMax(X)),
    (RowMax(X + c * ones), RowMax(X) + c * column),
    (RowMax(2 * X), 2 * RowMax(X)),
    (RowMax(ones), column),
    (RowMax(c * ones), c * column),
    (RowMax(u), u),
    (RowMax(MatrixSymbol("p", 1, 2))[0, 0], Max(*MatrixSymbol("p", 1, 2))),
    (RowMax(RowMax(X) * right), RowMax(X)),
    (RowSoftmax(X), RowSoftmax(shifted)),
    (RowSoftmax(X), DiagMatrix(HadamardPower(RowSum(shifted.applyfunc(exp)), -1)) * shifted.applyfunc(exp)),
    (LogSumExp(X), RowMax(X) + LogSumExp(shifted)),
    (ColumnMax(X), RowMax(X.T).T),
    (ColumnMax(X * tau), ColumnMax(X) * tau),
]


@pytest.mark.parametrize(("left", "right"), TRUE, ids=plain)
def test_theorems_are_proved(left, right):
    verdict = decide(left, right)
    assert verdict.status == "proved", verdict
    verifier.verify(io.BytesIO(certificate(verdict).encode()))


@pytest.mark.parametrize(
    "proposition",
    [
        X[i, j] <= RowMax(X)[i, 0],
        RowMax(X + Y)[i, 0] <= RowMax(X)[i, 0] + RowMax(Y)[i, 0],
        RowMax(RowSoftmax(X))[i, 0] <= 1,
        RowMax(X)[i, 0] < RowMax(X)[i, 0] + e,
        RowMax(X)[i, 0] < RowMax(X + e * ones)[i, 0],
        Abs(X[i, j]) <= RowMax(X.applyfunc(Abs))[i, 0],
    ],
    ids=plain,
)
def test_inequalities_are_proved(proposition):
    verdict = decide(proposition)
    assert verdict.status == "proved", verdict
    verifier.verify(io.BytesIO(certificate(verdict).encode()))


FALSE = [
    (RowMax(X + Y), RowMax(X) + RowMax(Y)),
    (RowMax(-X), -RowMax(X)),
    (RowMax(c * X), c * RowMax(X)),
    (RowMax(X.applyfunc(exp)), RowMax(X)),
    (RowMax(sigma * X), RowMax(X)),
    (RowMax(X), RowSum(X)),
    (RowMax(X.applyfunc(Abs)), RowMax(X)),
    (RowMax(X + c * ones), RowMax(X) - c * column),
    (RowMax(X) * right, X),
    (LogSumExp(X), RowMax(X)),
    (RowMax(q)[0, 0], Max(q[0, 0], q[0, 1])),
    (MaxNorm(X), RowMax(X)[0, 0]),
    (RowSoftmax(X), shifted.applyfunc(exp)),
]


@pytest.mark.parametrize(("left", "right"), FALSE, ids=plain)
def test_near_misses_are_refuted(left, right, tmp_path):
    verdict = decide(left, right)
    assert verdict.status == "refuted", verdict
    path = tmp_path / "near.cert"
    path.write_text(certificate(verdict))
    refutation_verifier.verify(str(path))


@pytest.mark.parametrize(
    "proposition",
    [
        X[i, j] < RowMax(X)[i, 0],
        RowMax(X)[i, 0] <= X[i, j],
        RowMax(X)[i, 0] + RowMax(Y)[i, 0] <= RowMax(X + Y)[i, 0],
        RowMax(X)[i, 0] <= 1,
        RowMax(RowSoftmax(X))[i, 0] < 1,
        RowMax(X)[i, 0] >= 0,
    ],
    ids=plain,
)
def test_false_inequalities_are_refuted(proposition):
    assert decide(proposition).status == "refuted"


def test_a_bound_that_is_given_for_all_entries_is_none_of_another_matrix():
    assert decide(RowMax(X)[i, 0] <= c, given=[RowMax(Y)[i, 0] <= c]).status == "refuted"
    assert decide(X[i, j] <= c, given=[RowMax(X)[i, 0] <= c]).status == "proved"


def test_entries_of_a_mask_are_refused():
    with pytest.raises(UnsupportedExpression, match="without entries -oo"):
        RowMax(MaskSymbol("M", n, n))


def test_what_it_costs():
    assert cost(RowMax(X)).operations.comparisons == n * d - n


def test_what_was_left_is_said_without_the_names_of_the_kernel():
    report = str(decide(RowMax(Flip(X.T).T), RowMax(X)))
    assert "max((j ↦ " in report and "max(X[i])" in report
    assert "top" not in report
