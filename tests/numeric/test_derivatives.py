"""Derivatives in numbers: central differences that refuse kinks, rigorous jets, and refutations that are confirmed."""

import math

import pytest
from flint import arb, fmpq
from sympy import (
    Abs,
    Derivative,
    Idx,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Piecewise,
    Sum,
    Symbol,
    cos,
    exp,
    log,
    sin,
    sqrt,
)

from symattn import (
    Equation,
    Gradient,
    InnerProduct,
    RowSoftmax,
    UnsupportedExpression,
    UsageError,
    certificate,
    decide,
    dims,
    evaluate,
    spot_check,
)
from symattn.language.base.substitution import substituted
from symattn.numeric.enclosure import enclose
from symattn.numeric.exact import Undefined
from symattn.numeric.reduction import along_a_line
from symattn.refutation_verifier import verify

n = dims("n")
x, y = Symbol("x", real=True), Symbol("y", real=True)
X, i, j, k = MatrixSymbol("X", 1, n), Idx("i", n), Idx("j", n), Symbol("k", integer=True)
HALF = fmpq(1, 2)
FUNCTIONS = [
    (x**3 * exp(x), lambda t: (3 * t**2 + t**3) * math.exp(t)),
    (sqrt(x) * log(x) / cos(x), None),
    (x**x, lambda t: t**t * (1 + math.log(t))),
    (1 / (1 + exp(-x)), lambda t: math.exp(-t) / (1 + math.exp(-t)) ** 2),
    (Abs(x), lambda t: 1.0),
    (Max(x, 1), lambda t: 0.0),
    (Piecewise((x**2, x < 2), (0, True)), lambda t: 2 * t),
]


@pytest.mark.parametrize(("function", "slope"), FUNCTIONS, ids=[str(function) for function, _ in FUNCTIONS])
def test_differences_and_jets_agree(function, slope):
    near, sure = evaluate(Derivative(function, x), {x: 0.5}), enclose(Derivative(function, x), {x: HALF})
    assert near == pytest.approx(float(arb(sure).mid()), rel=1e-8, abs=1e-9)
    if slope is not None:
        assert near == pytest.approx(slope(0.5), rel=1e-8, abs=1e-9)


@pytest.mark.parametrize(
    "function", [Abs(x), Max(x, 0), Piecewise((0, x < 0), (1, True)), x * KroneckerDelta(x, 0) + Abs(x)], ids=str
)
def test_there_is_no_number_at_a_kink_or_a_jump(function):
    with pytest.raises(UsageError, match="has no value"):
        evaluate(Derivative(function, x), {x: 0})
    with pytest.raises(Undefined):
        enclose(Derivative(function, x), {x: fmpq(0)})


@pytest.mark.parametrize(("function", "at"), [(sqrt(x), 0), (log(x), 0), (log(x), -1), (1 / x, 0), (x**x, 0)])
def test_there_is_no_number_at_the_end_of_a_domain(function, at):
    with pytest.raises(UsageError, match="has no value"):
        evaluate(Derivative(function, x), {x: at})
    with pytest.raises(Undefined):
        enclose(Derivative(function, x), {x: fmpq(at)})


def test_derivatives_inside_others_are_not_confused():
    mixed = Derivative(y * Derivative(x**2 * y**3, x), y)  # ∂/∂y (2 x y⁴) = 8 x y³
    assert enclose(mixed, {x: HALF, y: HALF}) == HALF
    assert enclose(Derivative(x * Derivative(x * y, y), x), {x: HALF, y: HALF}) == 1
    assert evaluate(mixed, {x: 0.5, y: 0.5}) == pytest.approx(0.5, rel=1e-7)
    assert enclose(Derivative(sin(x), x, 4), {x: HALF}).overlaps(arb(HALF).sin())


def test_a_gradient_encloses_the_derivatives_by_the_entries():
    lse = log(Sum(exp(X[0, k]), (k, 0, n - 1)))
    values = {X: ((HALF, fmpq(1), fmpq(0)),), n: fmpq(3)}
    (row,) = enclose(Gradient(lse, X) - RowSoftmax(X), values)
    assert all(entry.contains(0) and entry.rad() < 1e-15 for entry in row)


def test_an_index_outside_is_refused():
    with pytest.raises(UsageError, match="j cannot be 2: it runs from 0 to 1"):
        evaluate(Derivative(X[0, 0], X[0, j]), {X: [[1.0, 2.0]], j: 2})
    with pytest.raises(UnsupportedExpression, match="lies outside"):
        evaluate(Derivative(X[0, 0], X[0, k]), {X: [[1.0, 2.0]], k: 2})


def test_spot_checks_find_a_wrong_entry_of_a_gradient():
    number = Sum(X[0, k] ** 2, (k, 0, n - 1))
    assert spot_check(Gradient(number, X), 2 * X).max_error < 1e-9
    assert spot_check(Gradient(number, X), X).max_error > 1e-3
    assert spot_check(2 * X, Gradient(number, X)).max_error < 1e-9
    assert spot_check(InnerProduct(X, Gradient(number, X)), 2 * number).max_error < 1e-9, "within a sum too"
    assert spot_check(InnerProduct(X, Gradient(number, X)), number).max_error > 1e-3
    assert spot_check(Gradient(number, X), 2 * X, given=[Equation(X[0, 0], 1)]).max_error < 1e-9


def test_a_gradient_along_a_line_captures_nothing():
    E, t = MatrixSymbol("E", 1, n), Symbol("t", real=True)
    stated = along_a_line(Equation(Gradient(t * Sum(X[0, k] * E[0, k], (k, 0, n - 1)), X), t * E))
    assert {"E'", "t'"} <= {str(atom) for atom in stated.free_symbols}
    assert spot_check(stated).max_error < 1e-9


def test_substitution_captures_nothing_under_a_derivative():
    assert substituted(Derivative(x * y, x), {y: 3}) == Derivative(3 * x, x)
    z = Symbol("z", real=True)
    assert substituted(Derivative(x * y, x), {x: z}) == Derivative(z * y, z)
    for values in ({y: x}, {y: x + 1}, {x: 2}, {x: y}, {x: y + 1}):
        with pytest.raises(UnsupportedExpression, match="varies there"):
            substituted(Derivative(x * y, x), values)
    with pytest.raises(UnsupportedExpression, match="varies there"):
        substituted(Gradient(X[0, 0] * x, X), {x: X[0, 0]})


# ---------------------------------------------------------------------------------------------------------- refutations


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [
        (Derivative(x**2, x), x),
        (x, Derivative(x**2, x)),
        (Derivative(exp(x) * sin(x), x), exp(x) * cos(x)),
        (Derivative(1 / (1 + exp(-x)), x), 1 / (1 + exp(-x))),
        (Derivative(Abs(x), x), 1),
        (Derivative(sqrt(1 + x**2), x), x),
        (Derivative(log(1 + x**2), x), 2 * x),
        (Derivative(RowSoftmax(X)[0, i], X[0, j]), RowSoftmax(X)[0, i]),
        (Gradient(Sum(X[0, k] ** 2, (k, 0, n - 1)), X), X),
        (2 * X, Gradient(Sum(X[0, k], (k, 0, n - 1)), X)),
    ],
    ids=str,
)
def test_every_refuted_derivative_is_confirmed_by_the_verifier(lhs, rhs, tmp_path):
    verdict = decide(lhs, rhs)
    assert verdict.status == "refuted"
    path = tmp_path / "refutation.cert"
    path.write_text(certificate(verdict), "utf-8")
    found = verify(str(path))
    assert len(found["sides"]) == 2


@pytest.mark.parametrize(
    "stated",
    [Derivative(x**2, x) < -1, Equation(Derivative(x**2, x, 2), 3), Equation(x * Derivative(x, x), 0)],
    ids=str,
)
def test_where_no_certificate_confirms_values_the_negation_is_a_theorem(stated):
    verdict = decide(stated, verify=True)
    assert verdict.status == "refuted"
    assert verdict.counterexample.kind == "values"
    assert not verdict.theorem.hypotheses
