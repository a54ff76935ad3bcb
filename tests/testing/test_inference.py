"""assert_attention: it finds the conventions of a function, says them, and finds what is wrong beside them."""

import numpy as np
import pytest

from symattn import UsageError
from symattn.testing import Violation, assert_attention


def attend(q, k, v, seen=None, scale=None):
    s = q @ k.swapaxes(-1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    s = s if seen is None else np.where(seen, s, -np.inf)
    top = s.max(-1, keepdims=True)
    p = np.exp(s - np.where(np.isfinite(top), top, 0))
    total = p.sum(-1, keepdims=True)
    return p / np.where(total == 0, 1, total) @ v


def tokens_first(query, key, value):
    return attend(*(x.swapaxes(1, 2) for x in (query, key, value))).swapaxes(1, 2)


def with_options(q, k, v, mask=None, is_causal=False, end=True):
    rows, keys = q.shape[-2], k.shape[-2]
    if is_causal:
        mask = np.arange(keys) <= np.arange(rows)[:, None] + (keys - rows if end else 0)
    return attend(q, k, v, mask)


def of_the_start(q, k, v, is_causal=False):
    return with_options(q, k, v, is_causal=is_causal, end=False)


def test_the_conventions_are_inferred_and_said():
    assert str(assert_attention(tokens_first, trials=4)).startswith("inferred: layout bnhd; scores divided by √ℓ\n")
    found = assert_attention(with_options, trials=6)
    assert (found.layout, found.mask, found.empty_rows, found.corner) == ("bhnd", "keep", "zero", "end")
    assert set(found.tested) == {"forward", "masked", "causal"}
    assert assert_attention(of_the_start, trials=4).corner == "start"
    assert assert_attention(lambda q, k, v: attend(q, k, v, scale=1.0), trials=4).scale == "none"


def test_sizes_that_are_asked_for_are_kept():
    def of_width_4(q, k, v, is_causal=False):
        assert q.shape[-1] == 4 and q.shape[-2] > 1
        return with_options(q, k, v, is_causal=is_causal)

    assert_attention(of_width_4, sizes={"ell": 4, "r": (2, 3), "n": 5}, trials=4)


def test_what_is_no_attention_says_what_is_nearest():
    with pytest.raises(Violation, match="f is attention in none of the layouts bhnd, bnhd, bnd, nd; of the nearest"):
        assert_attention(lambda q, k, v: attend(q, k, v, scale=0.3), trials=4)

    def of_matrices(q, k, v):
        assert q.ndim == 2
        return attend(q, k, v, scale=0.3)

    with pytest.raises(Violation, match=r"of the nearest:\nof_matrices does not compute .*: at entry"):
        assert_attention(of_matrices, trials=4)

    def always_causal(q, k, v):
        return of_the_start(q, k, v, is_causal=True)

    with pytest.raises(
        Violation, match=r"it is causal attention, Att\(Q, K, V, mask=TopLeftCausalMask\(r, k \+ r\)\) with"
    ):
        assert_attention(always_causal, trials=4)

    def one_too_many(q, k, v, is_causal=False):
        i, j = np.arange(k.shape[-2]), np.arange(q.shape[-2])[:, None]
        return attend(q, k, v, i <= j + k.shape[-2] - q.shape[-2] + 1 if is_causal else None)

    with pytest.raises(Violation, match="one_too_many is causal at neither corner; at the end"):
        assert_attention(one_too_many, trials=4)
    with pytest.raises(UsageError, match="has no three arguments for queries, keys and values: q, k"):
        assert_attention(lambda q, k: q)
