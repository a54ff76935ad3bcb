"""Whatever a step of a calc is told to use besides can be named as its reason."""

import pytest
from sympy import ImmutableMatrix, MatPow, MatrixSymbol, OneMatrix, Piecewise, Symbol, log, sqrt, symbols

import symattn
from symattn import (
    BlockRotation,
    ClaimError,
    HypothesisError,
    MapSymbol,
    MaskSymbol,
    PermutationSymbol,
    RowMap,
    RowSoftmax,
    SequentialEncoding,
    SineCosine,
    calc,
    decide,
    dims,
)
from symattn.language import Node
from symattn.language.propositions import ALWAYS_OPEN, _as_reason

n, d = dims("n d")
t = Symbol("t", real=True)
x, y = symbols("x y", positive=True)
j, k = symbols("j k", integer=True, nonnegative=True)
X, M = MatrixSymbol("X", n, d), MaskSymbol("M", n, n)
phi, f, sigma = SequentialEncoding("phi", n), MapSymbol("f", d), PermutationSymbol("sigma", n)
angle, back = ImmutableMatrix([t]), ImmutableMatrix([-t])

STEPS = {
    "signs": (log(x * y, evaluate=False), log(x) + log(y), (x, y)),
    "a sign": (sqrt(x) * sqrt(x + 0) / x, 1, (x,)),
    "a sequential encoding": (phi(j + k) * X, phi(j) * phi(k) * X, (phi,)),
    "a mask and the softmax": (RowSoftmax(M) * OneMatrix(n, 1), OneMatrix(n, 1), (M, RowSoftmax)),
    "a rotation": (BlockRotation(angle) * BlockRotation(back), symattn.ShiftMatrix(0, 2) * 1, ()),
    "a permutation and a map of rows": (sigma * RowMap(f, X), RowMap(f, sigma * X), (sigma, RowMap)),
    "sines and cosines": (SineCosine(angle), SineCosine(angle + 0 * angle), ()),
}


@pytest.mark.parametrize("name", [name for name in STEPS if STEPS[name][2]])
def test_a_step_holds_by_the_reasons_that_it_is_told(name):
    start, end, reasons = STEPS[name]
    without = decide(calc(start, (end, ())))
    if without.status != "proved":
        assert "it also uses" in without.report
    assert decide(calc(start, (end, reasons))).status == "proved"


@pytest.mark.parametrize("name", symattn.__all__)
def test_every_word_that_is_a_matrix_can_be_named(name):
    word = getattr(symattn, name)
    if isinstance(word, type) and issubclass(word, Node):
        assert _as_reason(word, ()) is word


@pytest.mark.parametrize("reason", [t, X, f, Symbol("m", integer=True), n, j, Node, symattn.Claim, MatrixSymbol])
def test_what_has_no_property_and_no_definition_is_refused(reason):
    with pytest.raises((ClaimError, HypothesisError)):
        calc(t, (t, reason))


@pytest.mark.parametrize("word", sorted(ALWAYS_OPEN, key=lambda kind: kind.__name__))
def test_every_operation_of_algebra_can_be_named(word):
    assert _as_reason(word, ()) is word


def test_an_operation_that_stands_there_may_be_named_and_another_is_idle():
    square = MatrixSymbol("A", n, n)
    power = MatPow(square, j) * MatPow(square, k)
    named = decide(calc(power, (MatPow(square, j + k), MatPow)))
    assert (named.status, named.notes) == ("proved", ())
    idle = decide(calc(power, (MatPow(square, j + k), Piecewise)))
    assert idle.notes == ("step 1: Piecewise is named but not needed",)
    assert decide(calc(power, (MatPow(square, j + k + 1), MatPow))).status != "proved"
