"""What is said of a derivative that it has not is refuted, at values and in general; what is true of it is not."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Derivative, Ge, Gt, Idx, Le, Lt, MatrixSymbol, Ne, Rational, exp, log, symbols, tanh

from symattn import Equation, RowSoftmax, Sigmoid, SiLU, Softplus, decide, dims

n = dims("n")
t, x, y = symbols("t x y", real=True)
q = symbols("q", positive=True)
X, i, j = MatrixSymbol("X", 1, n), Idx("i", n), Idx("j", n)
share = RowSoftmax(X)[0, i]
FALSE = {
    "t² rises everywhere": Gt(Derivative(t**2, t), 1),
    "t² rises or rests": Ge(Derivative(t**2, t), 0),
    "the sigmoid is less steep than 1/4 everywhere": Lt(Derivative(Sigmoid(t), t), Rational(1, 4)),
    "the sigmoid is less steep than 1/5": Le(Derivative(Sigmoid(t), t), Rational(1, 5)),
    "exp is less steep than 3": Lt(Derivative(exp(t), t), 3),
    "SiLU rises everywhere": Ge(Derivative(SiLU(t), t), 0),
    "SiLU is less steep than 1": Le(Derivative(SiLU(t), t), 1),
    "tanh is less steep than 1/2": Le(Derivative(tanh(t), t), Rational(1, 2)),
    "|t| is steeper than 1": Gt(Derivative(Abs(t), t), 1),
    "log is steeper than 1": Ge(Derivative(log(q), q), 1),
    "a second derivative": Le(Derivative(t**3, t, 2), 6),
    "two derivatives": Le(Derivative(x**2 * y, x), Derivative(x**2 * y, y)),
    "a share falls with every score": Le(Derivative(share, X[0, j]), 0),
    "a share rises with every score": Ge(Derivative(share, X[0, j]), 0),
    "no derivative is 0": Ne(Derivative(t**2, t), 0, evaluate=False),
    "twice as steep": Equation(t * Derivative(t**2, t), t**2),
}
TRUE = {
    "t² rises from 0 on": (Ge(Derivative(t**2, t), 0), [t >= 0]),
    "the sigmoid is at most as steep as 1/4": (Le(Derivative(Sigmoid(t), t), Rational(1, 4)), []),
    "the sigmoid rises": (Gt(Derivative(Sigmoid(t), t), 0), []),
    "softplus is less steep than 1": (Lt(Derivative(Softplus(t), t), 1), []),
    "tanh is at most as steep as 1": (Le(Derivative(tanh(t), t), 1), []),
    "SiLU falls by less than 1/10": (Ge(Derivative(SiLU(t), t), -Rational(1, 10)), []),
    "log rises": (Gt(Derivative(log(q), q), 0), []),
    "a second derivative": (Le(Derivative(t**3, t, 2), 6 * Abs(t)), []),
    "a share rises with its own score": (Ge(Derivative(share, X[0, i]), 0), []),
    "a share rises by at most 1/4": (Le(Derivative(share, X[0, i]), Rational(1, 4)), []),
    "t times its slope": (Equation(t * Derivative(t**2, t), 2 * t**2), []),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_a_derivative_is_not_is_refuted(name: str) -> None:
    verdict = decide(FALSE[name])
    assert verdict.status == "refuted", verdict.report
    assert not verdict.theorem.hypotheses


@pytest.mark.parametrize("name", TRUE)
def test_what_it_is_is_not_refuted(name: str) -> None:
    proposition, given = TRUE[name]
    assert decide(proposition, given=given).status in ("proved", "unknown")


def test_values_at_which_there_is_no_derivative_refute_nothing() -> None:
    statement: Any = Le(Derivative(Abs(t), t), 1)
    assert decide(statement).status != "refuted"
