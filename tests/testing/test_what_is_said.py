"""What is declared in another way is understood, and what cannot be meant is told with what to write."""

import re
import warnings

import numpy as np
import pytest
from sympy import MatrixSymbol, Symbol

from symattn import Attention, MaskSymbol, RotaryEncoding, UsageError, dims
from symattn.testing import (
    Fused,
    Stored,
    Violation,
    assert_attention,
    assert_gradients,
    assert_implements,
    assert_satisfies,
    theorems_about,
)

r, n, ell, d, h = dims("r n ell d h")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
X, theta, start = MatrixSymbol("X", n, 2 * h), MatrixSymbol("theta", h, 1), Symbol("s", integer=True)
SIGNATURE, MASKED = "Q: r ell, K: n ell, V: n d -> r d", "Q: r ell, K: n ell, V: n d, M: r n -> r d"
FEW = {"trials": 4, "shrink": False}


def attention(q, k, v, m=None):
    q, k, v = (each.astype(np.promote_types(each.dtype, np.float32)) for each in (q, k, v))
    s = q @ k.T / np.sqrt(q.shape[-1]).astype(q.dtype)
    s = s if m is None else np.where(m, s, -np.inf)
    with np.errstate(invalid="ignore"):
        p = np.exp(s - s.max(-1, keepdims=True))
        return p / p.sum(-1, keepdims=True) @ v


def half(q, k, v):
    return attention(q, k, v).astype(q.dtype)


@pytest.mark.parametrize("arithmetic", [Fused, Fused("float16"), [Stored, Fused], [Fused("float16")]])
def test_an_arithmetic_may_be_one_for_all_types(arithmetic):
    found = assert_implements(half, Attention(Q, K, V), SIGNATURE, dtypes="float16", arithmetic=arithmetic, **FEW)
    assert found.calls == 4


@pytest.mark.parametrize("arithmetic", ["float16", np.float16, 3])
def test_what_is_no_arithmetic_shows_how_one_is_written(arithmetic):
    with pytest.raises(UsageError, match=re.escape('an arithmetic is Fused("float16"), Stored(…) or Throughout(…)')):
        assert_implements(half, Attention(Q, K, V), SIGNATURE, dtypes="float16", arithmetic=arithmetic, **FEW)


@pytest.mark.parametrize("dtypes", [np.float32, np.dtype("float32"), [np.float64, "float32"]])
def test_types_may_be_those_of_a_library(dtypes):
    assert assert_implements(attention, Attention(Q, K, V), SIGNATURE, dtypes=dtypes, **FEW).calls in (4, 8)
    with pytest.raises(UsageError, match="the number types are float64, float32"):
        assert_implements(attention, Attention(Q, K, V), SIGNATURE, dtypes=np.int8)


def test_rows_without_keys_that_are_not_tested_are_told_once_a_call():
    expr, options = Attention(Q, K, V, M), {"mask": "keep", **FEW}
    with pytest.warns(UserWarning, match=r"rows that see no key: not tested; empty_rows= says what") as found:
        assert_implements(attention, expr, MASKED, **options)
    assert len(found) == 1 and found[0].filename == __file__
    with pytest.warns(UserWarning, match="rows that see no key: not tested") as found:
        assert_satisfies(attention, theorems_about(expr)[:2], MASKED, **options)
    assert len(found) == 1 and found[0].filename == __file__


def test_nothing_is_told_of_rows_without_keys_that_are_declared_or_cannot_be():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert_implements(attention, Attention(Q, K, V, M), MASKED, mask="keep", empty_rows="nan", **FEW)
        assert_implements(attention, Attention(Q, K, V), SIGNATURE, **FEW)


def rotary(x, angles, first, halves=False, sign=1):
    angle = sign * (first + np.arange(len(x)))[:, None] * angles
    one, other = (slice(0, len(angles)), slice(len(angles), None)) if halves else (slice(0, None, 2), slice(1, None, 2))
    turned = np.empty_like(x)
    turned[:, one] = x[:, one] * np.cos(angle) - x[:, other] * np.sin(angle)
    turned[:, other] = x[:, one] * np.sin(angle) + x[:, other] * np.cos(angle)
    return turned


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_rotary_positions_of_the_other_sense_are_named(layout):
    hint = "it is right with sense='counterclockwise'"
    signature = "X: n (h 2), theta: h, s: () -> n (h 2)"

    def right(x, angles, first):
        return rotary(x, angles, first, layout == "halves")

    def wrong(x, angles, first):
        return 2 * right(x, angles, first)

    for function, said in ((right, True), (wrong, False)):
        with pytest.raises(Violation) as found:
            assert_implements(function, RotaryEncoding(X, theta, start, layout=layout), signature, **FEW)
        assert (hint in str(found.value)) == said
    other = RotaryEncoding(X, theta, start, layout=layout, sense="counterclockwise")
    assert assert_implements(right, other, signature, **FEW).calls == 4

    def clockwise(x, angles, first):
        return rotary(x, angles, first, layout == "halves", -1)

    option = ", layout='halves'" if layout == "halves" else ""
    with pytest.raises(Violation) as found:
        assert_implements(clockwise, other, signature, **FEW)
    assert "it is right with sense='clockwise' in RotaryEncoding\n" in str(found.value)
    shown = f"clockwise does not compute RotaryEncoding(X, θ, s, sense='counterclockwise'{option}) in float64"
    assert str(found.value).startswith(shown)
    with pytest.raises(Violation) as found:  # the pairs lie otherwise, too
        assert_implements(clockwise, other, "X: n (2 h), theta: h, s: () -> n (2 h)", **FEW)
    assert "it is right with sense='clockwise' in RotaryEncoding and where arrays lie otherwise: X: n (h 2)\n" in str(
        found.value
    )


@pytest.mark.parametrize(
    ("signs", "said"),
    [
        ((-1, -1), "it is right with sense='clockwise' in RotaryEncoding\n"),
        ((1, -1), "it is right with sense='clockwise' in RotaryEncoding of K\n"),
        ((-1, 1), "it is right with sense='clockwise' in RotaryEncoding of Q\n"),
    ],
)
def test_the_encoding_that_turns_the_other_way_is_named(signs, said):
    queries, keys = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h)
    encoded = [RotaryEncoding(each, theta, start, sense="counterclockwise") for each in (queries, keys)]

    def turned(q, k, v, angles, first):
        return attention(rotary(q, angles, first, sign=signs[0]), rotary(k, angles, first, sign=signs[1]), v)

    signature = "Q: n (h 2), K: n (h 2), V: n d, theta: h, s: () -> n d"
    with pytest.raises(Violation) as found:
        assert_implements(turned, Attention(*encoded, V), signature, **FEW)
    assert said in str(found.value)
    with pytest.raises(Violation) as found:
        assert_satisfies(turned, theorems_about(Attention(*encoded, V)), signature, **FEW)
    assert said in str(found.value)


def test_theorems_name_the_layout_and_the_arithmetic_as_the_other_assertion_does():
    def neighbours(x, angles, first):
        return rotary(x, angles, first)

    expr = RotaryEncoding(X, theta, start, sense="counterclockwise")
    with pytest.raises(Violation, match=r"it is right where arrays lie otherwise: X: n \(h 2\)\n"):
        assert_satisfies(neighbours, theorems_about(expr), "X: n (2 h), theta: h, s: () -> n (2 h)", **FEW)

    def eager(q, k, v):  # each result is rounded to the type of the inputs
        wide = [each.astype(np.float32) for each in (q, k, v)]
        s = (wide[0] @ wide[1].T / np.sqrt(np.float32(q.shape[-1]))).astype(q.dtype).astype(np.float32)
        p = np.exp(s - s.max(-1, keepdims=True))
        return (p / p.sum(-1, keepdims=True) @ wide[2]).astype(q.dtype)

    def later_keys_count_more(q, k, v):
        return eager(q, k * np.arange(1, len(k) + 1, dtype=k.dtype)[:, None], v)

    options = {"dtypes": "float16", "arithmetic": Fused, "trials": 12, "shrink": False}
    for function, is_said in ((eager, True), (later_keys_count_more, False)):
        with pytest.raises(Violation) as found:
            assert_satisfies(function, theorems_about(Attention)[:14], SIGNATURE, **options)
        assert ("it is within Stored('float16')\n" in str(found.value)) == is_said


def test_theorems_about_rotary_positions_name_the_other_sense():
    queries, keys = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h)
    expr = Attention(RotaryEncoding(queries, theta, start), RotaryEncoding(keys, theta, start), V)

    def turned(q, k, v, angles, first):
        return attention(rotary(q, angles, first), rotary(k, angles, first), v)

    signature = "Q: n (h 2), K: n (h 2), V: n d, theta: h, s: () -> n d"
    with pytest.raises(Violation, match="it is right with sense='counterclockwise' in RotaryEncoding"):
        assert_satisfies(turned, theorems_about(expr), signature, **FEW)


def test_a_wrong_number_of_gradients_is_what_was_returned():
    for returned, said in (((1, 2), "it returned 2 results"), (np.ones(2), "it returned one ndarray")):
        with pytest.raises(Violation) as found:
            assert_gradients(lambda q, k, v, do, found=returned: found, Attention(Q, K, V), SIGNATURE, backward=True)
        assert f"{said}; a backward pass returns 3 gradients in a tuple, by Q, K, V in this order" in str(found.value)
        assert "raised" not in str(found.value)


def test_what_is_no_function_is_told_before_anything_else():
    with pytest.raises(UsageError, match="what is tested is a function of arrays, not 3"):
        assert_attention(3)
    with pytest.raises(UsageError) as found:
        assert_satisfies(theorems_about(Attention), attention, SIGNATURE)
    assert str(found.value) == (
        "what is tested is a function of arrays, not a tuple: first stands the function, then the theorems, then the"
        " signature"
    )


def test_the_signature_stands_third_in_both_assertions():
    assert assert_satisfies(attention, theorems_about(Attention)[0], SIGNATURE, trials=2) == ("proved",)
    assert assert_implements(attention, Attention(Q, K, V), SIGNATURE, trials=2).calls == 2
