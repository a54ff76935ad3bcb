"""Encodings against references that are written by hand from the sources, and in statements."""

import math
from fractions import Fraction

import numpy as np
import pytest
from sympy import Idx, MatrixSymbol, Symbol

from symattn import (
    AdditiveEncoding,
    MapSymbol,
    PositionMap,
    RotaryEncoding,
    SinusoidalEncoding,
    SinusoidalVector,
    calc,
    decide,
    dims,
    evaluate,
    prove,
    refute,
    spot_check,
)

n, h, p = dims("n h p")
X = MatrixSymbol("X", n, 2 * h)
theta = MatrixSymbol("theta", h, 1)
start = Symbol("s", real=True)
rng = np.random.default_rng(5)


def sinusoidal(positions: int, width: int, first: int = 0) -> np.ndarray:
    """Vaswani et al., §3.5: PE(pos, 2i) and PE(pos, 2i + 1); ``first=1`` is Denk's (1) and (2)."""
    result = np.zeros((positions, width))
    for position in range(positions):
        for i in range(width // 2):
            angle = position / 10000 ** (2 * (i + first) / width)
            result[position, 2 * i], result[position, 2 * i + 1] = math.sin(angle), math.cos(angle)
    return result


def rotary(data: np.ndarray, frequencies: np.ndarray, first_position: float = 0) -> np.ndarray:
    """The handwritten sheet: R_m with blocks [[cos mθ, sin mθ], [−sin mθ, cos mθ]], as a full matrix."""
    rows, width = data.shape
    result = np.zeros_like(data)
    for m in range(rows):
        R = np.zeros((width, width))
        for i, frequency in enumerate(frequencies):
            angle = (first_position + m) * frequency
            R[2 * i, 2 * i] = R[2 * i + 1, 2 * i + 1] = math.cos(angle)
            R[2 * i, 2 * i + 1], R[2 * i + 1, 2 * i] = math.sin(angle), -math.sin(angle)
        result[m] = R @ data[m]
    return result


@pytest.mark.parametrize(("rows", "half"), [(1, 1), (3, 1), (2, 3), (5, 4)])
def test_definitions_against_references(rows, half):
    data = rng.normal(size=(rows, 2 * half))
    frequencies = rng.normal(size=half)
    usual = np.array([10000 ** (-2 * i / (2 * half)) for i in range(half)])
    np.testing.assert_allclose(evaluate(RotaryEncoding(X), {X: data}), rotary(data, usual), atol=1e-14)
    given = {X: data, theta: frequencies[:, None], start: 1.5}
    for node in (RotaryEncoding(X, theta, start), RotaryEncoding(X, theta, start).definition()):
        np.testing.assert_allclose(evaluate(node, given), rotary(data, frequencies, 1.5), atol=1e-14)
    added = AdditiveEncoding(X, SinusoidalEncoding(n, 2 * h))
    np.testing.assert_allclose(evaluate(added, {X: data}), data + sinusoidal(rows, 2 * half), atol=1e-14)
    odd, wider = MatrixSymbol("X", n, 2 * h + 1), rng.normal(size=(rows, 2 * half + 1))
    dropped = AdditiveEncoding(odd, SinusoidalEncoding(n, 2 * h + 2))
    expected = wider + sinusoidal(rows, 2 * half + 2)[:, :-1]
    np.testing.assert_allclose(evaluate(dropped, {odd: wider, h: half}), expected, atol=1e-14)


@pytest.mark.parametrize("first", [0, 1])
def test_vectors_against_the_rows_of_the_reference(first):
    t = Symbol("t", real=True)
    for position, row in enumerate(sinusoidal(4, 6, first)):
        found = evaluate(SinusoidalVector(t, 2 * h, first=first), {t: position, h: 3})
        np.testing.assert_allclose(found[:, 0], row, atol=1e-14)


def test_position_map_sees_row_and_position():
    f, data = MapSymbol("f", p + 1), MatrixSymbol("X", n, p)
    values = rng.normal(size=(4, 3))
    found = evaluate(PositionMap(f, data), {data: values, f: lambda row: np.cumsum(row) ** 2})
    expected = np.array([np.cumsum([*values[m], m]) ** 2 for m in range(4)])
    np.testing.assert_allclose(found, expected)


def test_rotary_in_statements():
    m = Idx("m", n)
    node = RotaryEncoding(X, theta)
    statement = node[m, :].T, node.rotation(m) * X[m, :].T
    assert decide(statement).status == "proved"
    assert spot_check(statement).max_error < 1e-12
    wrong = node[m, :].T, node.rotation(m).T * X[m, :].T
    refuted = decide(wrong)
    assert refuted.status == "refuted"
    assert refuted.counterexample.sizes == {"h": 1, "n": 2}


def test_encodings_are_unfolded_only_where_named():
    m = Idx("m", n)
    node = RotaryEncoding(X, theta)
    turned = node.rotation(m) * X[m, :].T
    assert prove(calc(node[m, :].T, (turned, RotaryEncoding))).notes == ()
    assert decide(calc(node[m, :].T, (turned, ()))).status == "unknown"
    added = AdditiveEncoding(X, SinusoidalEncoding(n, 2 * h))
    assert prove(calc(added, (X + SinusoidalEncoding(n, 2 * h), AdditiveEncoding))).notes == ()


def test_rigorous_and_plain_evaluation_agree_on_a_counterexample():
    node = RotaryEncoding(X, theta, start)
    counterexample = refute((node, RotaryEncoding(X, -theta, start)))
    assert counterexample is not None
    rows, frequencies, first_position = (counterexample.values[name] for name in ("X", "theta", "s"))
    data, angles = (np.array([[float(Fraction(x)) for x in row] for row in part]) for part in (rows, frequencies))
    expected = rotary(data, angles[:, 0], float(Fraction(first_position)))[counterexample.entry]
    assert abs(float(counterexample.lhs.strip("[]").split(" ")[0]) - expected) < 1e-12
