"""Limits at infinity: proved by the laws of limits, refuted by another limit; the temperature limits of softmax."""

from io import BytesIO

import pytest
from sympy import (
    Abs,
    Derivative,
    Identity,
    Idx,
    Inverse,
    KroneckerDelta,
    Limit,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Piecewise,
    Sum,
    Symbol,
    Trace,
    cos,
    cosh,
    exp,
    log,
    oo,
    sin,
    sqrt,
    symbols,
    tanh,
)

from symattn import (
    Attention,
    ColumnMean,
    Converges,
    Equation,
    ForAll,
    LogSumExp,
    RowMax,
    RowMean,
    RowSoftmax,
    Sigmoid,
    UnsupportedExpression,
    certificate,
    claim,
    decide,
    dims,
    latex,
)
from symattn.deciding.agreement import agreement
from symattn.elaborate import elaborate
from symattn.prover.logic.notation import show
from symattn.verifier import verify

n, m, d = dims("n m d")
t, a, b, c = symbols("t a b c", real=True)
i, j, k, q = Idx("i", n), Idx("j", n), Symbol("k", integer=True), Idx("q", d)
s, g, V = MatrixSymbol("s", 1, n), MatrixSymbol("g", 1, m + 1), MatrixSymbol("V", n, d)
f, pair = Idx("f", m), MatrixSymbol("p", 1, 2)
Q, K, r, ones = MatrixSymbol("Q", m, d), MatrixSymbol("K", n, d), Idx("r", m), OneMatrix(1, n)
hot, cold = RowSoftmax(s / t), RowSoftmax(t * s)
gap = ForAll(i, s[0, j] - s[0, i] >= a * (1 - KroneckerDelta(i, j)))
largest = ForAll(f, g[0, f] < g[0, m])


def limit(function, value, *given):
    return claim(Equation(Limit(function, t, oo), value), given=given)


PROVED = {
    "a constant": limit(a, a),
    "1/t": limit(1 / t, 0),
    "a/t + b": limit(a / t + b, b),
    "1/t**2": limit(1 / t**2, 0),
    "1/sqrt(t)": limit(1 / sqrt(t) * sqrt(1 / t), 0),
    "a quotient": limit((t + 1) / t, 1),
    "of lines": limit((a * t + b) / (c * t + 1), a / c, c > 0),
    "of a smaller degree": limit((t + a) / (t**2 + 1), 0),
    "of the same degree": limit((2 * t**2 + t) / (t**2 + 3), 2),
    "a falling exponential": limit(exp(-t), 0),
    "of any slope below 0": limit(exp(a * t + b), 0, a < 0),
    "a level one": limit(exp(a * t), 1, Equation(a, 0)),
    "exp(1/t)": limit(exp(a / t), 1),
    "log(1 + 1/t)": limit(log(1 + 1 / t), 0),
    "sqrt(4 + 1/t)": limit(sqrt(4 + 1 / t), 2),
    "an absolute value": limit(Abs(1 / t - 3), 3),
    "sin(t)/t": limit(sin(t) / t, 0),
    "a wave that fades": limit(exp(-t) * cos(t), 0),
    "a product": limit((a + 1 / t) * (b - exp(-t)), a * b),
    "sigmoid": limit(Sigmoid(t), 1),
    "sigmoid below": limit(1 / (1 + exp(t)), 0),
    "tanh": limit(tanh(t), 1),
    "1/cosh": limit(1 / cosh(t), 0),
    "a sum": limit(Sum(s[0, k] / t, (k, 0, n - 1)), 0),
    "a sum of exponentials": limit(Sum(exp(s[0, k] / t), (k, 0, n - 1)), n),
    "logsumexp of high temperature": limit(log(Sum(exp(s[0, k] / t), (k, 0, n - 1))), log(n)),
    "softmax becomes uniform": limit(hot[0, j], 1 / n),
    "attention becomes the mean": limit((hot * V)[0, q], ColumnMean(V)[0, q]),
    "softmax of two becomes uniform": limit(
        RowSoftmax(MatrixSymbol("p", 1, 2) / t)[0, 1], b, Equation(b, a), Equation(2 * a, 1)
    ),
    "softmax becomes one-hot": limit(cold[0, j], 1, gap, a > 0),
    "at the last place": limit(RowSoftmax(t * g)[0, m], 1, largest),
    "and 0 elsewhere": limit(RowSoftmax(t * g)[0, f], 0, largest),
    "logsumexp becomes the largest": limit(LogSumExp(t * s)[0, 0] / t, RowMax(s)[0, 0]),
    "logsumexp beside a constant": limit(LogSumExp(t * s + b * ones)[0, 0] / t, RowMax(s)[0, 0]),
    "logsumexp at a smaller scale": limit(LogSumExp(t * s)[0, 0] / t**2, 0),
    "log of a sum of exponentials": limit(log(Sum(exp(t * s[0, k] + b), (k, 0, n - 1))) / t, RowMax(s)[0, 0]),
    "attention at high temperature": limit(Attention(Q, K, V, scale=1 / t)[r, q], ColumnMean(V)[0, q]),
    "the largest of scaled numbers": limit(RowMax(t * s)[0, 0] / t, RowMax(s)[0, 0]),
    "a product of matrices": limit((s * V / t)[0, q], 0),
    "of equal scores": limit(cold[0, j], 1 / n, ForAll(i, Equation(s[0, i], a))),
}

REFUTED = {
    "a constant": limit(a, b),
    "1/t": limit(1 / t, 1),
    "a/t + b": limit(a / t + b, a + b),
    "1/t**2": limit(1 / t**2, 2),
    "a quotient": limit((t + 1) / t, 2),
    "of lines": limit((a * t + b) / (c * t + 1), b, c > 0),
    "of a smaller degree": limit((t + a) / (t**2 + 1), a),
    "of the same degree": limit((2 * t**2 + t) / (t**2 + 3), 1),
    "a falling exponential": limit(exp(-t), 1),
    "of any slope": limit(exp(a * t), 0),
    "of slopes up to 0": limit(exp(a * t), 0, a <= 0),
    "a level one": limit(exp(a * t), 1, a <= 0),
    "exp(1/t)": limit(exp(a / t), 0),
    "log(1 + 1/t)": limit(log(1 + 1 / t), 1),
    "sqrt(4 + 1/t)": limit(sqrt(4 + 1 / t), 4),
    "an absolute value": limit(Abs(1 / t - 3), -3),
    "sin(t)/t": limit(sin(t) / t, 1),
    "a wave that fades": limit(exp(-t) * cos(t), 1),
    "a product": limit((a + 1 / t) * (b - exp(-t)), a * b + a),
    "sigmoid": limit(Sigmoid(t), 0),
    "sigmoid below": limit(1 / (1 + exp(t)), 1),
    "tanh": limit(tanh(t), 0),
    "1/cosh": limit(1 / cosh(t), 1),
    "a sum": limit(Sum(s[0, k] / t, (k, 0, n - 1)), 1),
    "a sum of exponentials": limit(Sum(exp(s[0, k] / t), (k, 0, n - 1)), 1),
    "logsumexp of high temperature": limit(log(Sum(exp(s[0, k] / t), (k, 0, n - 1))), 0),
    "softmax of high temperature": limit(hot[0, j], 1),
    "attention is not the first row": limit((hot * V)[0, q], V[0, q]),
    "softmax of low temperature": limit(cold[0, j], 1),
    "softmax of low temperature is not uniform": limit(cold[0, j], 1 / n),
    "one-hot without a strict maximum": limit(cold[0, j], 1, ForAll(i, s[0, i] <= s[0, j])),
    "logsumexp is not the largest alone": limit(LogSumExp(t * s)[0, 0] - t * RowMax(s)[0, 0], 0),
    "its distance is not that of equal scores": limit(LogSumExp(t * s)[0, 0] - t * RowMax(s)[0, 0], log(n)),
    "logsumexp of -s": limit(LogSumExp(-t * s)[0, 0] / t, RowMax(s)[0, 0]),
    "of the wrong scale": limit(LogSumExp(2 * t * s)[0, 0] / t, RowMax(s)[0, 0]),
    "softmax does not share by all": limit(cold[0, j], Piecewise((1, s[0, j] >= RowMax(s)[0, 0]), (0, True))),
    "attention at high temperature is no sum": limit(Attention(Q, K, V, scale=1 / t)[r, q], n * ColumnMean(V)[0, q]),
    "the largest of scaled numbers": limit(RowMax(t * s)[0, 0] / t, RowMax(s)[0, 0] + 1),
    "elsewhere": limit(RowSoftmax(t * g)[0, f], 1, largest),
}

#: False, or true and out of reach.
NOT_PROVED = {
    "t": limit(t, 0),
    "a wave": limit(sin(t), 0),
    "a rising exponential": limit(exp(t), 1),
    "logsumexp becomes no mean": limit(LogSumExp(t * s)[0, 0] / t, RowMean(s)[0, 0]),
    "logsumexp grows": limit(LogSumExp(t * s)[0, 0], RowMax(s)[0, 0]),
    "the largest of numbers grows": limit(RowMax(t * s)[0, 0], RowMax(s)[0, 0]),
    "of any sign": limit(exp(-a * t), 0, a >= 0),
    "where it is not defined": limit((a * t + b) / (c * t + 1), a / c, Ne(c, 0)),
}


@pytest.mark.parametrize("name", PROVED)
def test_limits_are_proved(name):
    verdict = decide(PROVED[name])
    assert verdict.status == "proved", verdict


@pytest.mark.parametrize("name", REFUTED)
def test_other_limits_are_refuted(name):
    verdict = decide(REFUTED[name])
    assert verdict.status == "refuted", verdict


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_has_no_such_limit_is_not_proved(name):
    assert decide(NOT_PROVED[name]).status != "proved"


@pytest.mark.parametrize("name", ("1/t", "softmax becomes uniform"))
def test_the_verifier_replays_such_proofs(name):
    assert verify(BytesIO(certificate(decide(PROVED[name])).encode()))


def test_the_verifier_replays_a_refutation():
    verdict = decide(REFUTED["softmax of low temperature"])
    assert "n = 2" in str(verdict.counterexample)
    assert verify(BytesIO(certificate(verdict).encode()))


def test_what_it_says():
    stated = Equation(Limit(a / t, t, oo), b)
    assert stated == Converges(a / t, t, b) == Equation(b, Limit(a / t, t, oo))
    assert str(stated) == "a/t → b for t → ∞"
    assert latex(stated) == r"\lim_{t \to \infty} \frac{a}{t} = b"
    assert show(elaborate(stated).goal) == "tends (λx0:ℝ. a * inv x0) b"
    definition = certificate(decide(limit(1 / t, 0)))
    assert '"tends"' in definition and '"eventually"' in definition  # the definitions stand in the certificate
    assert agreement(limit((t + 1) / t, 1)).agrees


def test_the_symbol_is_bound():
    assert decide(limit(t / (t + 1), 1), given=[t < 0]).status == "proved"  # of another t
    assert decide(limit(t / (t + 1), a), given=[Equation(a, 1), Equation(t, 5)]).status == "proved"
    assert decide(limit(t / (t + 1), a), given=[Equation(a, 5), Equation(t, 5)]).status == "refuted"
    k_real = Symbol("k", real=True)
    assert decide(Converges(Sum(s[0, k] / k_real, (k, 0, n - 1)), k_real, 0)).status == "proved"


def test_small_sizes():
    row = MatrixSymbol("r", 1, 1)
    assert decide(limit(RowSoftmax(t * row)[0, 0], 1)).status == "proved"
    assert decide(limit(RowSoftmax(row / t)[0, 0], 0)).status == "refuted"


def test_what_has_to_be_defined():
    assert decide(limit(1 / (t - 1), 0)).missing  # it has no value at t = 1, and is read for all t > 0
    assert decide(limit(log(-t), 0)).missing


@pytest.mark.parametrize(
    "make",
    (
        lambda: Equation(Limit(1 / t, t, 0), a),
        lambda: Equation(Limit(1 / t, t, oo) + 1, a),
        lambda: Equation(Limit(1 / t, t, oo), Limit(2 / t, t, oo)),
        lambda: Equation(Limit(1 / t, t, oo), t),
        lambda: Equation(Limit(1 / n, n, oo), 0),
        lambda: Converges(V / t, t, V),
        lambda: Converges(Derivative(sin(t), t), t, 0),
        lambda: Converges(1 / t, t, oo),
        lambda: claim(Limit(1 / t, t, oo) < 1),
        lambda: elaborate(Converges(Trace(Inverse(MatrixSymbol("A", n, n) + t * Identity(n))), t, 0)),
    ),
)
def test_what_cannot_be_said_is_an_error(make):
    with pytest.raises(UnsupportedExpression):
        make()
