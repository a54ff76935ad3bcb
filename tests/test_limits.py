"""Every question ends: what is long is given up after counted work, and what is deep is still shown, or said to be."""

import sys

import pytest
from flint import arb, fmpq
from sympy import Identity, MatMul, MatPow, MatrixSymbol, Symbol, exp, sin, symbols

from symattn import latex
from symattn.deciding.decide import decide, decided
from symattn.depth import TOO_DEEP
from symattn.language import (
    Attention,
    Epanechnikov,
    Equation,
    KernelMatrix,
    RowSoftmax,
    SelfAttention,
    SinusoidalVector,
    dims,
)
from symattn.numeric.enclosure import Encloser
from symattn.numeric.refute import Budget
from symattn.prover.normal.context import MOST_EFFORT, BudgetExceeded, Context
from symattn.render.text import text

n, d, r, h = dims("n d r h")
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
X, Y = MatrixSymbol("X", r, d), MatrixSymbol("Y", n, d)
x, y, z = symbols("x y z", real=True)
ORTHONORMAL = MatrixSymbol("q", d, d)
LARGE = {name: MatrixSymbol(name, 1000, 1000) for name in "WUV"}


def stack(rows, layers):
    """Return a stack of self-attention layers with weights of their own."""
    for layer in range(layers):
        rows = SelfAttention(rows, *(MatrixSymbol(f"S{name}{layer}", d, d) for name in "QKV"))
    return rows


def nested(depth):
    """Return a sine of a sine of …."""
    result = x
    for _ in range(depth):
        result = sin(result)
    return result


def layers(depth):
    """Return a softmax of a softmax of …."""
    result = A
    for _ in range(depth):
        result = RowSoftmax(result)
    return result


#: name: (left side, right side, hypotheses, what may come out)
LONG = {
    "a power of a sum of three matrices": (MatPow(A + B + C, 7), MatMul(*[A + B + C] * 7), (), "proved unknown"),
    "a power of a sum of numbers": ((x + y + z) ** 12, (x + y + z) ** 11 * (z + y + x), (), "proved unknown"),
    "products of commuting matrices": (MatMul(*[A, B] * 5), MatMul(*[B, A] * 5), (Equation(A * B, B * A),), "proved"),
    "a kernel and an orthonormal matrix": (
        KernelMatrix(Epanechnikov(), X * ORTHONORMAL * ORTHONORMAL, Y * ORTHONORMAL * ORTHONORMAL),
        KernelMatrix(Epanechnikov(), X, Y),
        (Equation(ORTHONORMAL.T * ORTHONORMAL, Identity(d)),),
        "proved unknown",
    ),
    "stacked self-attention": (
        stack(Y * ORTHONORMAL, 2),
        stack(Y, 2) * ORTHONORMAL,
        (Equation(ORTHONORMAL.T * ORTHONORMAL, Identity(d)),),
        "refuted unknown",
    ),
    "a large position": (SinusoidalVector(10**6, 2 * h), SinusoidalVector(10**6 + 1, 2 * h), (), "refuted unknown"),
    "large literal sizes": (Attention(*LARGE.values()), LARGE["V"], (), "refuted unknown"),
    "many layers": (layers(300), RowSoftmax(layers(300)), (), "refuted unknown"),
    "many numbers": (
        sum(Symbol(f"a{k}", real=True) * Symbol(f"b{k}", real=True) for k in range(200)),
        x,
        (),
        "refuted unknown",
    ),
    "a high power": (x**100_000, x**100_000 + y, (), "refuted unknown"),
}


@pytest.mark.parametrize("name", LONG)
def test_what_is_long_ends(name):
    left, right, given, allowed = LONG[name]
    assert decide(left, right, given).status in allowed.split()


def test_effort_is_counted_and_shared_by_what_is_extended():
    context = Context()
    context.charge_effort(MOST_EFFORT - 1)
    with pytest.raises(BudgetExceeded, match="too many, or too long"):
        context.extended().charge_effort(2)
    with pytest.raises(BudgetExceeded):
        context.charge_effort(0.5)


def test_no_clock_ends_a_search(monkeypatch):
    assert {*vars(Budget())} == {"candidates", "work", "held", "error", "begins"}  # what is left, what was seen
    monkeypatch.setattr("time.monotonic", lambda: 1e18)
    assert decide(A * B, B * A).status == "refuted"


def test_long_rationals_are_enclosed(monkeypatch):
    monkeypatch.setattr("symattn.numeric.enclosure.MOST_BITS", 8)
    value = Encloser({x: fmpq(1, 1009), y: fmpq(1, 1013)}).value(x * y)
    assert isinstance(value, arb) and value.contains(fmpq(1, 1009 * 1013))


@pytest.mark.parametrize("depth", [100, 300])
def test_what_is_deep_is_shown_or_said_to_be(depth):
    limit = sys.getrecursionlimit()
    verdict = decided(nested(depth), nested(depth) + exp(y), ())
    assert verdict.status in ("refuted", "unknown")
    for shown in (str(verdict), repr(verdict), latex(verdict), latex(verdict.claim), text(verdict.claim)):
        assert "sin" in shown or TOO_DEEP in shown
    assert sys.getrecursionlimit() == limit
