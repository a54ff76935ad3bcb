"""What fails at first glance is searched for a counterexample first; that changes no answer."""

import sys

import numpy as np
import pytest
from sympy import Eq, FunctionMatrix, Lambda, MatrixSymbol, OneMatrix, Piecewise, Sum, Symbol, exp, sin, symbols

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
from symattn.numeric.evaluator import Evaluator, TooMuchWork, at_most
from symattn.numeric.spot_check import looks_false

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
c, w = MatrixSymbol("c", n, 1), MatrixSymbol("w", 1, n)
x, y = symbols("x y", real=True)
i, j = symbols("i j", integer=True)
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


def nested(of_all):
    """Return a matrix of n·r rows whose entries take sums in sums, which are computed number by number."""
    u, v, a, b, c, e = (Symbol(name, integer=True) for name in "uvabce")
    size = n * r
    Y, Z = MatrixSymbol("Y", size, 1), MatrixSymbol("Z", size, size)

    def below(last):
        return Sum(Y[e, 0], (e, 0, last))

    def decayed(column, rest, index):
        inner = Piecewise((exp(below(column) - below(index)) * Z[index, column] * rest, column >= index), (0, True))
        return Sum(inner, (index, 0, size - 1))

    entry = decayed(v, decayed(v, Z[u, v] * decayed(u, Z[v, u], c), b), a)
    return of_all * FunctionMatrix(size, size, Lambda((u, v), entry))


def test_a_glance_takes_no_more_than_so_much_work(monkeypatch):
    computed = []
    compute = Evaluator._compute
    monkeypatch.setattr(Evaluator, "_compute", lambda self, node: computed.append(node) or compute(self, node))
    stated = claim(nested(1), nested(2))
    monkeypatch.setattr(sys.modules["symattn.numeric.spot_check"], "WORK_AT_A_GLANCE", 5_000)
    assert not looks_false(stated)
    assert 4_000 < len(computed) <= 5_001


def test_what_is_computed_beside_each_other_counts_too():
    values, total = {A: np.ones((300, 300)), n: 300}, Sum(A[i, j], (i, 0, n - 1), (j, 0, n - 1))
    with pytest.raises(TooMuchWork), at_most(80):
        Evaluator(values).value(total)
    with at_most(200):
        assert Evaluator(values).value(total) == 90_000
    assert Evaluator(values).value(total) == 90_000


@pytest.mark.parametrize("side", [A * B, nested(1), x**2 + y], ids=("a product", "nested sums", "a number"))
def test_two_sides_that_are_the_same_are_not_glanced_at(side, monkeypatch):
    monkeypatch.setattr(decide_claim, "_looks_false", lambda _: pytest.fail("numbers are computed"))
    assert decide(side, side).status == "proved"


def test_a_fault_in_a_glance_costs_no_answer(monkeypatch):
    def fault(*_):
        raise TypeError("of the numerical side")

    monkeypatch.setattr(sys.modules["symattn.numeric.spot_check"], "_prepared", fault)
    assert not looks_false(FALSE[0])
    assert decide(FALSE[0]).status == "refuted" and decide(TRUE[0]).status == "proved"
