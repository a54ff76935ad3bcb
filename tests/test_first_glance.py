"""What fails at first glance is searched for a counterexample first; that changes no answer."""

import sys

import pytest
from sympy import Eq, MatrixSymbol, OneMatrix, Symbol, exp, sin, symbols

from symattn import (
    Attention,
    CausalMask,
    Equation,
    Invertible,
    PermutationSymbol,
    RowSoftmax,
    claim,
    decide,
    dims,
)
from symattn.deciding import decide_claim
from symattn.numeric.spot_check import looks_false

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
c, w = MatrixSymbol("c", n, 1), MatrixSymbol("w", 1, n)
x, y = symbols("x y", real=True)
sigma = PermutationSymbol("sigma", n)

TRUE = [
    claim((A * B).T, B.T * A.T),
    claim(RowSoftmax(A + c * OneMatrix(1, n)), RowSoftmax(A)),
    claim(Attention(Q, sigma * K, sigma * V), Attention(Q, K, V)),
    claim(exp(x) >= 1 + x),
    claim(exp(x) * exp(y), exp(x + y)),
    claim(A * B * (A * B).I, A * A.I, given=[Invertible(A), Invertible(B)]),
    claim(x**2, x * y, given=[Eq(x, y)]),
]
FALSE = [
    claim(A * B, B * A),
    claim(RowSoftmax(A + OneMatrix(n, 1) * w), RowSoftmax(A)),
    claim(Attention(Q, sigma * K, V), Attention(Q, K, V)),
    claim(exp(x) >= 2 + x),
    claim(sin(x + y), sin(x) + sin(y)),
    claim((A * B).I, A.I * B.I, given=[Invertible(A), Invertible(B)]),
    claim(RowSoftmax(A + CausalMask(n)), RowSoftmax(A)),
]


@pytest.mark.parametrize("stated", TRUE, ids=str)
def test_what_is_true_does_not_look_false(stated):
    assert not any(looks_false(stated, seed) for seed in range(5))


@pytest.mark.parametrize("stated", FALSE, ids=str)
def test_what_fails_by_far_looks_false(stated):
    assert looks_false(stated)


def test_what_cannot_be_met_or_given_values_does_not_look_false():
    t = Symbol("t")  # of which nothing is declared
    assert not looks_false(claim(x, y, given=[Equation(x**2 + y**2, 1), Equation(x + y, 1)]))
    assert not looks_false(claim(x * t, x))


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("stated", [TRUE[0], TRUE[1], TRUE[5], FALSE[0], FALSE[4], FALSE[5]], ids=str)
def test_how_it_looks_decides_nothing(stated, looks, monkeypatch):
    expected = decide(stated)
    monkeypatch.setattr(decide_claim, "_looks_false", lambda _: looks)
    found = decide(stated)
    assert (found.status, found.inferences, found.counterexample) == (
        expected.status,
        expected.inferences,
        expected.counterexample,
    )


def test_a_fault_in_a_glance_costs_no_answer(monkeypatch):
    def fault(*_):
        raise TypeError("of the numerical side")

    monkeypatch.setattr(sys.modules["symattn.numeric.spot_check"], "_prepared", fault)
    assert not looks_false(FALSE[0])
    assert decide(FALSE[0]).status == "refuted" and decide(TRUE[0]).status == "proved"
