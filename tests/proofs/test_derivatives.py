"""The theorems on derivatives: softmax, logsumexp and the backward pass of attention, each also against NumPy."""

from pathlib import Path

import numpy as np
import pytest
from sympy import Derivative, Idx, KroneckerDelta, MatrixSymbol, Sum, Symbol, cos, exp, log, sin, sqrt

from symattn import Attention, Gradient, MaskSymbol, RowSoftmax, decide, dims, evaluate
from symattn.deciding.agreement import agreement
from symattn.scripts.claims import load, run_claim

SCRIPT = Path(__file__).resolve().parents[2] / "proofs" / "derivatives.py"
ENTRIES = {entry.id: entry for entry in load([SCRIPT]).entries.values()}
n = dims("n")
x, i, j, k = MatrixSymbol("x", 1, n), Idx("i", n), Idx("j", n), Symbol("k", integer=True)
t, c = Symbol("t", real=True), Symbol("c", positive=True)


@pytest.mark.parametrize("name", ENTRIES)
def test_each_claim_comes_out_as_declared_and_is_read_as_it_is_written(name):
    record = run_claim(ENTRIES[name]).record
    assert record.as_declared, record.reason


def test_nothing_about_softmax_is_assumed():
    record = run_claim(ENTRIES["A.grad.softmax"]).record
    assert {"deriv_exp", "deriv_inv", "deriv_sum", "deriv_chain"} <= set(record.axioms)
    assert not record.hypotheses


def test_the_hessian_of_logsumexp():
    lse, P = log(Sum(exp(x[0, k]), (k, 0, n - 1))), RowSoftmax(x)
    stated = (Derivative(lse, x[0, i], x[0, j]), P[0, i] * (KroneckerDelta(i, j) - P[0, j]))
    assert decide(*stated).status == "proved"


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (t**5 - 3 * t, 5 * t**4 - 3),
        (sin(t) * cos(t), cos(2 * t)),
        (1 / (1 + exp(-t)), exp(-t) / (1 + exp(-t)) ** 2),
        ((exp(t) - exp(-t)) / (exp(t) + exp(-t)), 1 - ((exp(t) - exp(-t)) / (exp(t) + exp(-t))) ** 2),
        (log(1 + exp(t)), 1 / (1 + exp(-t))),
        (sqrt(1 + t**2), t / sqrt(1 + t**2)),
        (exp(-(t**2) / 2), -t * exp(-(t**2) / 2)),
    ],
    ids=str,
)
def test_functions_of_one_number(function, slope):
    assert decide(Derivative(function, t), slope).status == "proved"
    assert decide(Derivative(function, t), slope + 1).status == "refuted"
    assert agreement((Derivative(function, t), slope)).agrees


@pytest.mark.parametrize("order", [2, 3, 4])
def test_higher_orders_by_repetition(order):
    assert decide(Derivative(sin(t), t, order), [-sin(t), -cos(t), sin(t)][order - 2]).status == "proved"
    assert decide(Derivative(c**4, c, order), [12 * c**2, 24 * c, 24][order - 2]).status == "proved"


def test_functions_of_a_positive_number():
    y = Symbol("y", real=True)
    assert decide(Derivative(c**y, c), y * c ** (y - 1)).status == "proved"
    assert decide(Derivative(c**y, y), c**y * log(c)).status == "proved"
    assert decide(Derivative(sqrt(c), c), 1 / (2 * sqrt(c))).status == "proved"
    assert decide(Derivative(log(c), c, 2), -1 / c**2).status == "proved"
    assert decide(Derivative(log(c), c) > 0).status == "proved"


def backward(Q, K, V, M, dO):
    """The backward pass of attention, by hand."""
    scores = Q @ K.T / np.sqrt(Q.shape[1]) + M
    P = np.exp(scores - scores.max(axis=1, keepdims=True))
    P /= P.sum(axis=1, keepdims=True)
    dS = P * (dO @ V.T - (dO * (P @ V)).sum(axis=1, keepdims=True))
    return dS @ K / np.sqrt(Q.shape[1]), dS.T @ Q / np.sqrt(Q.shape[1]), P.T @ dO


def test_evaluate_gives_the_gradients_of_attention():
    r, ell, d = dims("r ell d")
    symbols = [MatrixSymbol(*each) for each in (("Q", r, ell), ("K", n, ell), ("V", n, d), ("dO", r, d))]
    a, b = Symbol("a", integer=True), Symbol("b", integer=True)
    *QKV, dO = symbols
    M = MaskSymbol("M", r, n)
    rng = np.random.default_rng(0)
    values = dict(zip(symbols, (rng.normal(size=s) for s in ((2, 3), (4, 3), (4, 2), (2, 2))), strict=True))
    values[M] = np.array([[0, -np.inf, 0, 0], [-np.inf, 0, 0, -np.inf]])
    number = Sum(dO[a, b] * Attention(*QKV, M)[a, b], (b, 0, d - 1), (a, 0, r - 1))
    expected = backward(*(values[s] for s in QKV), values[M], values[dO])
    for matrix, gradient in zip(QKV, expected, strict=True):
        assert np.allclose(evaluate(Gradient(number, matrix), values), gradient, rtol=1e-8, atol=1e-9)


def test_a_gradient_is_a_matrix_like_any_other():
    number = Sum(x[0, k] ** 2, (k, 0, n - 1))
    assert decide(Gradient(number, x) * x.T, 2 * x * x.T).status == "proved"
    assert decide(Gradient(number, x)[0, i], 2 * x[0, i]).status == "proved"
    assert agreement((Gradient(number, x) * x.T, 2 * x * x.T)).agrees
