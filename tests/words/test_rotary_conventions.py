"""Both senses and both layouts of rotary encodings: what they are, and that they agree as they should."""

import numpy as np
import pytest
from sympy import Idx, MatrixSymbol, Symbol

from symattn import Attention, BlockRotation, RotaryEncoding, UnsupportedExpression, decide, dims, evaluate
from symattn.modern import HalfRotary, Interleaving, Rotary

n, h, d = dims("n h d")
X, Y, V = MatrixSymbol("X", n, 2 * h), MatrixSymbol("Y", n, 2 * h), MatrixSymbol("V", n, d)
theta, s, row = MatrixSymbol("theta", h, 1), Symbol("s", real=True), Idx("a", n)
COUNTER = {"sense": "counterclockwise"}
HALVES = {"layout": "halves"}


def llama(x, angles, start):
    """Turn rows as transformers' `apply_rotary_pos_emb` does: x*cos + rotate_half(x)*sin."""
    turned = (start + np.arange(len(x)))[:, None] * np.concatenate([angles, angles])
    first, second = np.split(x, 2, axis=1)
    return x * np.cos(turned) + np.concatenate([-second, first], axis=1) * np.sin(turned)


def values():
    rng = np.random.default_rng(0)
    return {X: rng.normal(size=(5, 6)), theta: rng.normal(size=(3, 1)), s: 2.5}


def test_counterclockwise_halves_are_those_of_llama():
    given = values()
    found = evaluate(RotaryEncoding(X, theta, s, **COUNTER, **HALVES), given)
    np.testing.assert_allclose(found, llama(given[X], given[theta][:, 0], 2.5), rtol=1e-12)


def test_the_permutation_of_columns_takes_one_layout_to_the_other():
    given = values()
    for sense in ({}, COUNTER):
        halves = RotaryEncoding(X, theta, s, **sense, **HALVES) * Interleaving(h)
        np.testing.assert_allclose(
            evaluate(halves, given), evaluate(RotaryEncoding(X * Interleaving(h), theta, s, **sense), given), rtol=1e-12
        )


@pytest.mark.parametrize(
    ("lhs", "rhs", "status"),
    [
        (RotaryEncoding(X, theta, s, **COUNTER), Rotary(X, theta, s), "proved"),
        (RotaryEncoding(X, theta, s, **COUNTER, **HALVES), HalfRotary(X, theta, s), "proved"),
        (RotaryEncoding(X, theta, s, **HALVES), HalfRotary(X, -theta, s), "proved"),
        (
            RotaryEncoding(X, theta, s, **COUNTER)[row, :].T,
            BlockRotation((s + row) * theta).T * X[row, :].T,
            "proved",
        ),
        (RotaryEncoding(X, theta, s, **HALVES), HalfRotary(X, theta, s), "refuted"),
        (RotaryEncoding(X, theta, s, **COUNTER), RotaryEncoding(X, theta, s), "refuted"),
        (RotaryEncoding(X, theta, s, **HALVES), RotaryEncoding(X, theta, s), "refuted"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_senses_and_layouts_are_decided(lhs, rhs, status):
    assert decide(lhs, rhs).status == status


def test_attention_sees_no_sense_where_both_sides_turn_alike():
    def attended(**options):
        return Attention(RotaryEncoding(X, theta, s, **options), RotaryEncoding(Y, theta, s, **options), V)

    assert decide(attended(**COUNTER), Attention(Rotary(X, theta, 0), Rotary(Y, theta, 0), V)).status == "proved"


@pytest.mark.parametrize("options", [{"sense": "left"}, {"layout": "half"}])
def test_other_conventions_are_refused(options):
    with pytest.raises(UnsupportedExpression, match="is '"):
        RotaryEncoding(X, theta, **options)
