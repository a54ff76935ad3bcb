"""`evaluate` refuses what has no value, naming the part; what left the reach of floating point is computed anew."""

import math
from fractions import Fraction

import array_api_strict
import numpy as np
import pytest
from sympy import (
    Abs,
    Derivative,
    Idx,
    Integer,
    MatrixSymbol,
    Mod,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    conjugate,
    cos,
    exp,
    floor,
    log,
    sqrt,
    symbols,
)

from symattn import (
    CausalMask,
    DefinitionError,
    FrobeniusNorm,
    Gradient,
    HypothesisError,
    RowSoftmax,
    SquaredNorm,
    UnsupportedExpression,
    UsageError,
    define,
    dims,
    evaluate,
    from_entries,
    spot_check,
)
from symattn.primitives.kernels.word import KernelMatrix, KernelSymbol, SimilarityKernel
from symattn.primitives.maps.word import MapSymbol

n = dims("n")
x, y, z = *symbols("x y", real=True), Symbol("z", complex=True)
k, m = symbols("k m", integer=True)
A, q, i = MatrixSymbol("A", n, n), MatrixSymbol("q", 1, n), Idx("i", n)
NONE = "has no value at the supplied values"
NO_VALUE = {
    "a quotient": (1 / x, {x: 0}, "1/x has no value at the supplied values: x is 0"),
    "a quotient within": (exp(-1 / x**2), {x: 0}, "x**(-2) has no value at the supplied values: x is 0"),
    "a pole of a sum": (y / (x + 1), {x: -1, y: 2}, "1/(x + 1) has no value at the supplied values: x + 1 is 0"),
    "a logarithm of 0": (log(x), {x: 0}, "log(x) has no value at the supplied values: x is 0"),
    "a logarithm below 0": (1 + log(x), {x: -2}, "log(x) has no value at the supplied values: x is -2"),
    "a root": (sqrt(x), {x: -1}, "sqrt(x) has no value at the supplied values: x is -1"),
    "a power": (x ** Rational(-1, 3), {x: -8}, "x**(-1/3) has no value at the supplied values: x is -8"),
    "no case": (
        Piecewise((1, x < 0)),
        {x: 1},
        "Piecewise((1, x < 0)) has no value at the supplied values: none of its cases holds",
    ),
    "a range": (Sum(x, (k, 3, 0)), {x: 1}, "Sum(x, (k, 3, 0)) has no value at the supplied values"),
    "a kink": (Derivative(Abs(x), x), {x: 0}, "Derivative(Abs(x), x) has no value at the supplied values"),
    "a place in a sum": (
        Sum(1 / A[0, i], (i, 0, n - 1)),
        {A: np.eye(2)},
        "1/A[0, i] has no value at the supplied values: A[0, i] is 0 where i = 1",
    ),
    "a place in a matrix": (
        from_entries(n, n, lambda a, b: log(A[a, b])),
        {A: np.eye(2)},
        "log(A[a, b]) has no value at the supplied values: A[a, b] is 0 where a = 0, b = 1",
    ),
    "a complex number": (conjugate(z) / (z - 1), {z: 1}, f"1/(z - 1) {NONE}"),
    "a gradient": (Gradient(FrobeniusNorm(A), A), {A: [[0]]}, f"Gradient(FrobeniusNorm(A), A) {NONE}"),
    "what is hidden": (
        A * A,
        {A: [[-math.inf, 0], [0, 0]]},
        f"A**2 {NONE}: infinite numbers meet in it",
    ),
    "out of reach": (
        cos(exp(exp(x))),
        {x: 10},
        f"cos(exp(exp(x))) {NONE}: infinite numbers meet in it",
    ),
}


@pytest.mark.parametrize(("expr", "values", "said"), NO_VALUE.values(), ids=list(NO_VALUE))
def test_what_has_no_value_is_named(expr, values, said):
    with pytest.raises(UsageError) as caught:
        evaluate(expr, values)
    assert str(caught.value) == said


@pytest.mark.parametrize("expr", [Mod(k, m), floor(k / m)], ids=str)
def test_a_whole_number_is_not_divided_by_zero(expr):
    with pytest.raises(HypothesisError, match=r"Ne\(m, 0\): it is 0 at the supplied values, and is divided by"):
        evaluate(expr, {k: 3, m: 0})


def test_a_case_that_is_not_taken_may_have_no_value():
    inverse = from_entries(n, n, lambda a, b: Piecewise((1 / A[a, b], Ne(A[a, b], 0)), (0, True)))
    assert evaluate(inverse, {A: [[2, 0], [0, 4]]}).tolist() == [[0.5, 0], [0, 0.25]]
    assert evaluate(Piecewise((1 / x, x > 0), (0, True)), {x: 0}) == 0


def test_masks_hold_what_is_infinite():
    assert evaluate(CausalMask(n), {n: 2}).tolist() == [[0, -math.inf], [0, 0]]
    assert evaluate(CausalMask(n)[0, 1], {n: 2}) == -math.inf
    assert evaluate(RowSoftmax(A), {A: [[-math.inf, 0], [0, 0]]}).tolist() == [[0, 1], [0.5, 0.5]]


def test_what_leaves_the_reach_of_floating_point_only_on_the_way_has_its_value():
    assert evaluate(FrobeniusNorm(A), {A: [[3e200, 0], [0, 4e200]]}) == pytest.approx(5e200)
    normed = from_entries(1, n, lambda _, j: q[0, j] / sqrt(SquaredNorm(q)))
    for scale in (1e200, 1e-200, 1.0):
        assert evaluate(normed, {q: [[3 * scale, -4 * scale]]}) == pytest.approx(np.array([[0.6, -0.8]]))
    assert evaluate(log(RowSoftmax(q)[0, 0]), {q: [[0, 1000]]}) == pytest.approx(-1000)
    assert evaluate(exp(x) / (1 + exp(x)), {x: 800}) == 1
    assert evaluate(exp(x), {x: 1000}) == evaluate(SquaredNorm(A), {A: [[1e200]]}) == math.inf
    assert evaluate(1 / (1 + exp(-x)), {x: -800}) == pytest.approx(0)


def test_an_array_keeps_its_type():
    found = evaluate(A / FrobeniusNorm(A), {A: np.array([[3e30]], dtype=np.float32)})
    assert found.dtype == np.float32 and found == pytest.approx(np.ones((1, 1)))


@pytest.mark.parametrize(
    "expr", [1 / q[0, 0], from_entries(1, n, lambda _, j: 1 / sqrt(q[0, j])), log(q[0, 0])], ids=str
)
def test_arrays_of_other_libraries_are_looked_at_too(expr):
    array = array_api_strict.asarray([[0.0, 4.0]], dtype=array_api_strict.float32)
    with pytest.raises(UsageError, match=r"q\[0, .\] is 0"):
        evaluate(expr, {q: array})
    found = evaluate(expr, {q: array + 1})
    assert not hasattr(found, "dtype") or found.dtype == array.dtype


def test_tensors_are_looked_at_too():
    torch = pytest.importorskip("torch")
    with pytest.raises(UsageError, match=r"log\(q\[0, 0\]\) has no value at the supplied values: q\[0, 0\] is 0"):
        evaluate(log(q[0, 0]), {q: torch.tensor([[0.0]])})


# Functions that were supplied


@pytest.mark.parametrize("wrong", [math.nan, math.inf, "x", 1j, None, np.ones(2)], ids=str)
def test_a_kernel_returns_a_real_number(wrong):
    alpha = KernelSymbol("alpha")
    for expr in (alpha(q, q), KernelMatrix(alpha, q, q)):
        with pytest.raises(UsageError, match="the function given for alpha must return a real number, not"):
            evaluate(expr, {q: [[1, 2]], alpha: lambda a, b: wrong})


@pytest.mark.parametrize("right", [2, 2.0, np.float32(2), np.array(2.0), Fraction(2), Integer(2)], ids=repr)
def test_a_kernel_may_return_any_real_number(right):
    alpha = KernelSymbol("alpha")
    assert evaluate(alpha(q, q), {q: [[1, 2]], alpha: lambda a, b: right}) == 2


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda row: row[:1], "must return 2 numbers, not an array of 1"),
        (lambda row: row @ row, "must return 2 numbers, not an array of one number"),
        (lambda row: row * math.inf, "returned .* which are no numbers"),
        (lambda row: [math.nan, 0], "must return a real number, not nan"),
    ],
    ids=["too few", "no row", "an array", "a list"],
)
def test_a_map_returns_a_row_of_its_width(function, said):
    f = MapSymbol("f", n)
    with pytest.raises(UsageError, match=f"the function given for f {said}"):
        evaluate(f(q), {q: [[1, 2]], f: function})


def test_a_function_of_a_word_that_gives_no_number_is_told():
    Half = define("HalfOfRow", (q,), q / 2, numpy=lambda row: np.where(row > 1e9, np.nan, row / 2))
    assert evaluate(Half(q), {q: [[1, 2]]}).tolist() == [[0.5, 1]]
    with pytest.raises(DefinitionError, match=r"HalfOfRow: the function numpy= gives \[\[nan\]\], which is no number"):
        evaluate(Half(q), {q: [[1e10]]})


# What changes between two calls

factor = 2


class Scaled(SimilarityKernel):
    def formula(self, value):
        return factor * value.sum_over_coordinates(lambda a, b: a * b)


def test_a_kernel_whose_formula_has_changed_is_refused(monkeypatch):
    expr, values = Scaled()(q, q), {q: [[1, 2]]}
    assert evaluate(expr, values) == evaluate(Scaled()(q, q), values) == 10
    monkeypatch.setitem(globals(), "factor", 3)
    for again in (expr, Scaled()(q, q), KernelMatrix(Scaled(), q, q)):
        with pytest.raises(UnsupportedExpression, match="Scaled: its formula has changed since it was first used"):
            evaluate(again, values)
        with pytest.raises(UnsupportedExpression, match="Scaled: its formula has changed since it was first used"):
            spot_check(again, again)


def test_a_function_of_a_word_that_reads_what_has_changed_is_held_against_its_definition_again(monkeypatch):
    Twice = define("TwiceOfRow", (q,), 2 * q, numpy=lambda row: factor * row)
    assert evaluate(Twice(q), {q: [[1, 2]]}).tolist() == [[2, 4]]
    monkeypatch.setitem(globals(), "factor", 3)
    with pytest.raises(DefinitionError, match=r"TwiceOfRow: entry .* by the definition and .* by numpy="):
        evaluate(Twice(q), {q: [[1, 2]]})
