"""Zeros inside exp and tanh, with which a recurrence is met exactly: of plain matrices alone."""

import pytest
from sympy import Abs, Idx, MatrixSymbol, Symbol, exp, tanh

from symattn import Equation, ForAll, InvertibleSymbol, OrthogonalSymbol, ProbabilitySymbol, decide, dims
from symattn.numeric.constructions import plan

n = dims("n")
s, t = Symbol("s", real=True), Idx("t", n)
h, z, u = MatrixSymbol("h", n + 1, 1), MatrixSymbol("z", n, 1), MatrixSymbol("u", n, 1)
GATE = ForAll(t, Equation(h[t + 1, 0], (1 - z[t, 0]) * h[t, 0] + z[t, 0] * tanh(u[t, 0])))


def test_a_gate_is_refuted_where_its_input_is_0():
    given = [Abs(h[0, 0]) <= 1, ForAll(n, lambda i: Abs(z[i, 0]) <= 1), GATE]
    assert decide(Abs(h[n, 0]) <= 1, given=given).status == "refuted"
    assert plan(tuple(given)).inside == {u}


@pytest.mark.parametrize("symbol", [OrthogonalSymbol("g", n), InvertibleSymbol("A", n), ProbabilitySymbol("p", n)])
def test_what_is_declared_of_a_symbol_is_kept(symbol):
    assert plan((Equation(s, exp(symbol[0, 0])),)).inside == set()
    assert plan((Equation(s, exp(symbol[0, 0] + u[0, 0])),)).inside == {u}


def test_what_is_given_a_value_is_no_zero():
    assert plan((Equation(u, z), Equation(s, exp(u[0, 0])))).inside == set()
