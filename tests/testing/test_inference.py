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
    with pytest.raises(Violation, match=r"f is attention in none of the layouts bhnd, bnhd, bnd, nd\. This is what"):
        assert_attention(lambda q, k, v: attend(q, k, v, scale=0.3), trials=4)

    def of_matrices(q, k, v):
        assert q.ndim == 2
        return attend(q, k, v, scale=0.3)

    with pytest.raises(Violation, match=r"This is what comes nearest:\nof_matrices does not compute .*: at entry"):
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

    with pytest.raises(Violation, match=r"one_too_many is causal at neither corner\. This is what comes nearest:"):
        assert_attention(one_too_many, trials=4)
    with pytest.raises(UsageError, match="has no three arguments for queries, keys and values: q, k"):
        assert_attention(lambda q, k: q)


def grouped(q, k, v, tiled=False):
    heads, groups = q.shape[1], k.shape[1]
    served = [i % groups if tiled else i * groups // heads for i in range(heads)]
    return attend(q, k[:, served], v[:, served])


WHAT = "fewer key heads than query heads"


def test_fewer_key_heads_are_tested_where_the_function_takes_them():
    assert set(assert_attention(grouped, trials=6).tested) == {"forward", f"{WHAT}, (g rep)"}
    found = assert_attention(attend, trials=4)
    assert found.not_tested[WHAT] == "it raised ValueError" and set(found.tested) == {"forward"}
    assert "\nnot tested: fewer key heads than query heads (it raised ValueError); masks (no argument is" in str(found)
    assert assert_attention(grouped, trials=4, groups=False).not_tested[WHAT] == "groups=False"
    assert assert_attention(lambda q, k, v: attend(q, k, v), trials=4, sizes={"h": 2}).not_tested[WHAT] == (
        "sizes= fixes h"
    )


@pytest.mark.parametrize("seed", range(3))
def test_key_heads_that_serve_other_query_heads_are_found(seed):
    def tiled(q, k, v):
        return grouped(q, k, v, tiled=True)

    said = rf"tiled is no attention with {WHAT} in the order \(g rep\); groups='tiled' declares the other order"
    with pytest.raises(Violation, match=rf"(?s){said}.*it is right where arrays lie otherwise: Q: b \(rep g\) r ell"):
        assert_attention(tiled, trials=8, seed=seed)
    assert f"{WHAT}, (rep g)" in assert_attention(tiled, trials=4, groups="tiled", seed=seed).tested
    with pytest.raises(Violation, match="groups='repeated' declares the other order"):
        assert_attention(grouped, trials=4, groups="tiled", seed=seed)
    with pytest.raises(UsageError, match="groups= is 'repeated', 'tiled' or False, not 'mod'"):
        assert_attention(grouped, groups="mod")


def test_first_head_for_all_is_found():
    with pytest.raises(Violation, match="is no attention with fewer key heads"):
        assert_attention(lambda q, k, v: attend(q, *((x if x.shape[1] == q.shape[1] else x[:, :1]) for x in (k, v))))
