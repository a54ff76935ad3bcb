"""Statements about derivatives that fail: values are found, and a theorem that no derivative there is as stated."""

import pytest
from sympy import Derivative, Idx, MatrixSymbol, Ne, Rational, Symbol, exp, log

from symattn import Equation, RowSoftmax, Sigmoid, decide, dims

t, a = Symbol("t", real=True), Symbol("a", real=True)
n = dims("n")
z, i = MatrixSymbol("z", 1, n), Idx("i", n)
SIGMOID = Derivative(Sigmoid(t), t)

REFUTED = {
    "a line above 1": (Derivative(t**2, t) > 1, []),
    "strictly below a bound that is reached": (Rational(1, 4) > SIGMOID, []),
    "strictly above 0 at 0": (Derivative(t**2, t) > 0, [t >= 0]),
    "an exponential of any sign": (Derivative(exp(a * t), t) >= 0, []),
    "at most 1 near 0": (Derivative(log(t), t) <= 1, [t > 0]),
    "strictly below a bound that equal entries reach": (Derivative(RowSoftmax(z)[0, i], z[0, i]) < Rational(1, 4), []),
    "not 0": (Ne(Derivative(t**2, t), 0), []),
    "a product of two": (Derivative(t**2, t) * Derivative(t**3, t) >= 0, []),
    "an equation with a factor": (Equation(t * Derivative(t**2, t), 3 * t**2), []),
}
PROVED = {
    "a bound that is reached": (Rational(1, 4) >= SIGMOID, []),
    "not negative on one side": (Derivative(t**2, t) >= 0, [t >= 0]),
    "a bound that equal entries reach": (Derivative(RowSoftmax(z)[0, i], z[0, i]) <= Rational(1, 4), []),
    "a slope of a share": (Derivative(RowSoftmax(z)[0, 0], z[0, 0]) >= 0, []),
    "an equation with the right factor": (Equation(t * Derivative(t**2, t), 2 * t**2), []),
}


@pytest.mark.parametrize(("statement", "given"), REFUTED.values(), ids=REFUTED)
def test_what_fails_is_refuted(statement, given):
    assert decide(statement, given=given).status == "refuted"


@pytest.mark.parametrize(("statement", "given"), PROVED.values(), ids=PROVED)
def test_what_holds_is_proved(statement, given):
    assert decide(statement, given=given).status == "proved"


def test_nothing_is_refuted_where_there_may_be_no_derivative():
    """At 0 there is none, so that neither the statement nor its negation about the number is decided by values."""
    assert decide(Derivative(abs(t), t) <= 1).status != "proved"
    assert decide(Derivative(abs(t), t) <= 1, given=[Ne(t, 0)]).status == "proved"
