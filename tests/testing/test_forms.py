"""Theorems about other forms than attention of queries, keys and values: what has them, and what nearly has."""

from functools import partial

import numpy as np
import pytest
from sympy import (
    BlockMatrix,
    DiagMatrix,
    FunctionMatrix,
    HadamardProduct,
    Lambda,
    MatrixSymbol,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
    sqrt,
    tanh,
)

from symattn import Attention, LogSumExp, RowSoftmax, SlidingWindowMask, UsageError, dims
from symattn.language.inspection import declarations
from symattn.modern import ALiBi, RMSNorm
from symattn.testing import Violation, assert_implements, assert_satisfies, theorems_about
from symattn.testing.bounds import bounds
from symattn.testing.forms import known_of
from symattn.testing.number_types import Throughout
from symattn.testing.settings import SETTINGS
from tests.zoo import kernels
from tests.zoo.entries import CORRECT, FAMILIES, PLANTED

r, n, ell, d, w = dims("r n ell d w")
Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A = MatrixSymbol("A", r, n)
NEW = ("window", "decoding", "biased", "softmax", "by distance")
NEW = (*NEW, "root mean square", "layer", "logarithm of a sum", "linear")


def named(entry):
    return entry.name.replace(" ", "-")


def satisfies(entry, relations, trials):
    """Assert theorems at small sizes: the exact side of a normalisation takes the cube of the width."""
    family = FAMILIES[entry.family]
    options = {name: value for name, value in family.options.items() if name != "empty_rows"}
    names = map(str, declarations(family.expr).sizes)
    sizes = {name: (1, 2, 3, 5, 6, 9) if name == "n" else (1, 2, 3, 4, 5, 12) for name in names}
    options |= {"of": family.expr, "signature": family.signature, "sizes": sizes, "trials": trials}
    return assert_satisfies(entry.function, relations, **options)


@pytest.mark.parametrize("family", NEW)
def test_a_correct_function_has_every_theorem_of_its_form(family):
    entry = next(each for each in CORRECT if each.family == family)
    assert set(satisfies(entry, FAMILIES[family].relations, 2)) == {"proved"}


NEAR = [entry for entry in PLANTED if entry.family in NEW[5:]]


@pytest.mark.parametrize("entry", NEAR, ids=named)
def test_a_function_that_is_nearly_of_the_form_lacks_a_theorem(entry, monkeypatch):
    monkeypatch.setattr(SETTINGS, "shrink", False)
    with pytest.raises(Violation):
        satisfies(entry, FAMILIES[entry.family].relations, 12)


def of_scores(q, k, v, extra=None, fault=""):
    """Attention with capped scores, with a sink in each head, or with a dropout that is given."""
    scale = 1 / np.sqrt(q.shape[-1])
    s = q @ k.swapaxes(-1, -2) * (scale if fault != "scaled twice" else scale**2)
    if extra is None:
        s = (2 if fault == "another cap" else 4) * np.tanh(s / (2 if fault == "another cap" else 4))
    sink = extra[..., None, None] if np.ndim(extra) == 1 else -np.inf
    sink = sink * scale if fault == "sink scaled" else sink
    top = np.maximum(s.max(-1, keepdims=True), sink)
    p = np.exp(s - top)
    if np.ndim(extra) > 1 and fault == "dropped before the sum":
        p = p * extra
    total = p.sum(-1, keepdims=True) + (0 if fault == "sink left out" else np.exp(sink - top))
    p = p / np.where(total == 0, 1, total)
    return (p * extra / 0.75 if np.ndim(extra) > 1 and fault != "dropped before the sum" else p) @ v


j, i, c = (Symbol(name, integer=True) for name in ("j", "i", "c"))
R, D, z = MatrixSymbol("Q", r, ell), MatrixSymbol("D", r, n), Symbol("z", real=True)
CAPPED = FunctionMatrix(r, n, Lambda((j, i), 4 * tanh(Sum(R[j, c] * K[i, c], (c, 0, ell - 1)) / sqrt(ell) / 4)))
WITH_SINK = BlockMatrix([[R * K.T / sqrt(ell), z * OneMatrix(r, 1)]])
SCORES = {
    "cap": (RowSoftmax(CAPPED) * V, "", ("scaled twice", "another cap")),
    "sink": (
        RowSoftmax(WITH_SINK) * BlockMatrix([[V], [ZeroMatrix(1, d)]]),
        ", z: b",
        ("sink scaled", "sink left out"),
    ),
    "dropout": (
        HadamardProduct(RowSoftmax(R * K.T / sqrt(ell)), D) * V * Rational(4, 3),
        ", D: b r n",
        ("scaled twice", "dropped before the sum"),
    ),
}


@pytest.mark.parametrize("name", SCORES)
def test_theorems_about_caps_sinks_and_dropout_find_what_is_wrong(name, monkeypatch):
    monkeypatch.setattr(SETTINGS, "shrink", False)
    of, extra, faults = SCORES[name]
    options = {"of": of, "signature": f"Q: b r ell, K: b n ell, V: b n d{extra} -> b r d", "trials": 6}
    decided = assert_satisfies(of_scores, theorems_about(of), **options)
    assert set(decided) == {"proved"} and len(decided) > 6
    for fault in faults:
        with pytest.raises(Violation):
            assert_satisfies(partial(of_scores, fault=fault), theorems_about(of), **options)


X, eps = MatrixSymbol("X", n, d), Symbol("epsilon", positive=True)
GAINS = {"row": MatrixSymbol("gamma", 1, d), "column": MatrixSymbol("gamma", d, 1)}


def with_gain(x, gain, eps, fault=""):
    """RMSNorm with a gain, with one thing wrong."""
    centred = x - x.mean(-1, keepdims=True) if fault == "mean taken away" else x
    square = (centred**2).mean(-1, keepdims=True)
    root = np.sqrt(square) + eps if fault == "ε outside of the root" else np.sqrt(square + eps)
    gain = {"gain counted from 1": 1 + gain, "gain turned round": gain[::-1]}.get(fault, gain)
    return centred / root + gain if fault == "gain added" else centred / root * gain


@pytest.mark.parametrize("kind", GAINS)
def test_theorems_about_a_norm_with_a_gain_find_what_is_wrong(kind, monkeypatch):
    monkeypatch.setattr(SETTINGS, "shrink", False)
    gain = GAINS[kind]
    of = RMSNorm(X, eps) * DiagMatrix(gain if kind == "column" else gain.T)
    signature = "X: b n d, gamma: d, epsilon: () -> b n d"
    options = {"signature": signature, "trials": 6, "sizes": {"d": (1, 2, 3, 5)}}
    relations = theorems_about(of)
    assert [each.name for each in relations] == [each.name for each in known_of(of)] and len(relations) == 9
    assert set(assert_satisfies(with_gain, relations, **options)) == {"proved"}
    assert assert_implements(with_gain, of, signature, trials=12).passed_over == 0
    faults = "ε outside of the root", "gain counted from 1", "gain turned round", "gain added", "mean taken away"
    for fault in faults:
        with pytest.raises(Violation):
            assert_satisfies(partial(with_gain, fault=fault), relations, **options)


def test_a_gain_that_is_no_symbol_or_stands_elsewhere_has_no_theorems():
    gain = GAINS["row"]
    for of in (RMSNorm(X, eps) * DiagMatrix(2 * gain.T), DiagMatrix(MatrixSymbol("a", n, 1)) * RMSNorm(X, eps)):
        with pytest.raises(UsageError, match="no theorems are kept about"):
            theorems_about(of)


def test_what_is_not_proved_of_an_expression_is_not_kept():
    of = Attention(Q, K, V, SlidingWindowMask(n, 3))
    assert {each.name for each in known_of(of)} - {each.name for each in theorems_about(of)} == {
        "value shift",
        "constant values",
    }


def test_the_symbols_of_a_theorem_are_not_those_of_the_expression():
    names = [str(each.sides()[0]) for each in known_of(Attention(Q, K, V, SlidingWindowMask(n, w)))]
    assert any("w_1" in name and "SlidingWindowMask(n, w)" in name for name in names)


@pytest.mark.parametrize(
    "of",
    [
        Attention(Q, Q, V),
        RowSoftmax(A) * A.T,
        RowSoftmax(2 * A),
        LogSumExp(2 * A),
        (Q * K.T) * V,
        Attention(2 * Q, K, V, bias=Q * K.T),
    ],
    ids=str,
)
def test_of_another_form_nothing_is_claimed_that_is_not_proved(of):
    try:
        found = theorems_about(of)
    except UsageError as error:
        assert "no theorems are kept about" in str(error)
    else:
        assert {each.name for each in found} <= {"value shift", "constant values", "value map"}


def test_only_what_is_changed_needs_to_be_written():
    signature = "Q: n ell, K: n ell, V: n d -> n d"
    causal = FAMILIES["causal"].expr
    doubled = lambda F: (F({Q: 2 * Q}), F({K: 2 * K}))  # noqa: E731
    assert assert_satisfies(kernels.causal, doubled, of=causal, signature=signature, trials=2) == ("proved",)
    with pytest.raises(UsageError, match="A is no argument of F, which takes Q, K, V"):
        assert_satisfies(kernels.causal, lambda F: (F({A: A}), F({})), of=causal, signature=signature)


def test_a_slope_that_is_rounded_is_found():
    def rounded(q, k, v, s):
        i = np.arange(k.shape[-2])
        distance = (np.float16(s) * (i - i[:, None])).astype(q.dtype)
        scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + distance
        p = kernels.np.exp(np.where(i <= i[:, None], scores, -np.inf) - scores.max(-1, keepdims=True))
        return p / p.sum(-1, keepdims=True) @ v

    with pytest.raises(Violation):
        of, signature = ALiBi(Q, K, V, Symbol("s", real=True)), "Q: n ell, K: n ell, V: n d, s: () -> n d"
        assert_implements(rounded, of, signature)


# The logarithm of a sum, and weights by it


@pytest.mark.parametrize("largest", [1.0, 30.0, 1000.0])
def test_the_logarithm_of_a_sum_is_within_its_bounds(largest):
    a = np.random.default_rng(0).normal(size=(3, 7)).astype(np.float32) * np.float32(largest)
    low, high, _ = bounds(LogSumExp(A), {A: a.astype(float), r: 3, n: 7}, Throughout("float32"))
    top = a.max(1, keepdims=True)
    found = (top + np.log(np.exp(a - top).sum(1, keepdims=True))).astype(float)
    assert ((low <= found) & (found <= high)).all()
    assert not ((low <= found * (1 + 1e-5) + 1e-5) & (found * (1 + 1e-5) + 1e-5 <= high)).any()


def test_the_rule_for_the_logarithm_says_what_it_is_defined_as():
    a = np.random.default_rng(1).normal(size=(2, 3))
    at = {A: a, r: 2, n: 3}
    _, _, true = bounds(LogSumExp(A), at, Throughout("float64"))
    _, _, written = bounds(LogSumExp(A).definition(), at, Throughout("float64"))
    assert np.abs(true - written).max() < 1e-15
    assert np.abs(true - np.log(np.exp(a).sum(1, keepdims=True))).max() < 1e-14


def test_weights_by_the_logarithm_of_their_sum_are_accepted_but_not_a_wrong_one():
    def by_logarithm(q, k, v, base=np.e):
        s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
        top = s.max(-1, keepdims=True)
        return np.exp(s - (top + np.log(np.exp(s - top).sum(-1, keepdims=True)) / np.log(base))) @ v

    signature = "Q: b n ell, K: b n ell, V: b n d -> b n d"
    assert assert_implements(by_logarithm, Attention(Q, K, V), signature, trials=12).calls == 12
    with pytest.raises(Violation):
        assert_implements(partial(by_logarithm, base=np.e * (1 + 1e-9)), Attention(Q, K, V), signature, trials=12)


# Inputs


def test_a_function_that_keeps_what_it_once_computed_is_found():
    kept = {}

    def attention(q, k, v):
        return kernels.textbook(q, kept.setdefault(k.shape, k.copy()), v)

    with pytest.raises(Violation):
        assert_implements(attention, Attention(Q, K, V), "Q: n ell, K: n ell, V: n d -> n d", trials=2)


def test_the_largest_of_all_rows_is_found_by_rows_at_different_levels():
    def softmax(a):
        e = np.exp(a - a.max())
        return e / e.sum(-1, keepdims=True)

    with pytest.raises(Violation, match="profile 'levels'"):
        assert_implements(softmax, RowSoftmax(A), "A: r n -> r n")


def test_every_axis_of_a_batch_is_longer_than_one_when_slices_are_compared():
    signature = "Q: b (g rep) r ell, K: b g n ell, V: b g n d -> b (g rep) r d"

    def tiled(q, k, v):
        rep = q.shape[1] // k.shape[1]
        return kernels.textbook(q, np.tile(k, (1, rep, 1, 1)), np.tile(v, (1, rep, 1, 1)))

    with pytest.raises(Violation):
        assert_satisfies(tiled, theorems_about(Attention)[1], signature=signature)


def test_exponentials_of_scores_as_they_are_have_no_theorem():
    assert known_of(A.applyfunc(exp)) == ()


def test_what_cannot_be_said_of_sizes_that_coincide_is_left_out():
    A = MatrixSymbol("A", n, n)
    of = RowSoftmax(A)
    assert [each.name for each in theorems_about(of)] == ["shift", "sum", "permutation", "rows", "equal scores"]
    assert [each.name for each in theorems_about(LogSumExp(A))] == ["shift", "permutation", "rows", "equal scores"]

    def softmax(a):
        e = np.exp(a - a.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    options = {"of": of, "signature": "A: n n' -> n n'", "trials": 2}
    assert set(assert_satisfies(softmax, theorems_about(of), **options)) == {"proved"}


@pytest.mark.parametrize("width", [ell, n, 3])
def test_a_map_of_values_whose_width_is_another_size_is_square(width):
    queries, keys = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell)
    of = Attention(queries, keys, MatrixSymbol("V", n, width))
    found = {each.name: each for each in theorems_about(of)}
    left, right = found["value map"].sides()
    assert left.shape == right.shape == (n, width)
    assert ("width padding" in found) == (width != ell)
    if width != 3:

        def attention(q, k, v):
            s = q @ k.T / np.sqrt(q.shape[-1])
            e = np.exp(s - s.max(-1, keepdims=True))
            return e / e.sum(-1, keepdims=True) @ v

        axes = "n ell" if width == ell else "n n'"
        signature = f"Q: n ell, K: n ell, V: {axes} -> {axes}"
        assert assert_satisfies(attention, found.values(), of=of, signature=signature, trials=2)
