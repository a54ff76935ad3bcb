"""Theorems about rotary encodings, caches, windows, heads and backward passes: only right functions have them.

Each function takes ``fault``, the name of a bug, or none.
"""

from functools import partial

import numpy as np
import pytest
from sympy import MatrixSymbol, Symbol

from symattn import (
    Attention,
    BottomRightCausalMask,
    MatrixFamily,
    MultiHeadAttention,
    RotaryEncoding,
    SlidingWindowMask,
    dims,
)
from symattn.modern import ALiBi, GroupedQueryAttention, MultiQueryAttention
from symattn.testing import Violation, assert_satisfies, gradients_of, theorems_about

pytestmark = pytest.mark.sampled

r, n, ell, d, h, k, w, H, G, e, p, q = dims("r n ell d h k w H G e p q")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
X = MatrixSymbol("Q", n, ell)
TX, TY, theta = MatrixSymbol("Q", n, 2 * h), MatrixSymbol("K", n, 2 * h), MatrixSymbol("theta", h, 1)
start, slope = Symbol("s", integer=True, nonnegative=True), Symbol("s", positive=True)
A, B, C, T = MatrixSymbol("Q", r, e), MatrixSymbol("K", n, e), MatrixSymbol("V", n, e), MatrixSymbol("X", n, e)
W_Q, W_K = MatrixFamily("W_Q", H, e, p), MatrixFamily("W_K", H, e, p)
W_V, W_O = MatrixFamily("W_V", H, e, q), MatrixFamily("W_O", H, q, e)
GQ, GO = MatrixFamily("W_Q", G, e, H * p), MatrixFamily("W_O", G, H * p, e)
GK, GV = MatrixFamily("W_K", G, e, p), MatrixFamily("W_V", G, e, p)
FQ = MatrixFamily("Q", H, r, ell)


def softmax(s):
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def attend(q, k, v, seen=None, bias=0.0):
    s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + bias
    return softmax(s if seen is None else np.where(seen, s, -np.inf)) @ v


def turned(x, theta, start, fault):
    m = np.arange(x.shape[-2]) + start
    if fault == "positions from 1 for some":
        m = m + (m > 2)
    angle = m[:, None] * theta[..., None, :]
    if fault == "angle doubled":
        angle = 2 * angle
    if fault == "angles in float32":
        angle = angle.astype(np.float32).astype(float)
    if fault == "halves for pairs":
        a, b = np.split(x, 2, axis=-1)
    else:
        a, b = x[..., ::2], x[..., 1::2]
    if fault == "no sine":
        return np.stack([a * np.cos(angle), b * np.cos(angle)], -1).reshape(x.shape)
    sign = -1 if fault == "other sense for queries" else 1
    parts = [a * np.cos(angle) + sign * b * np.sin(angle), b * np.cos(angle) - sign * a * np.sin(angle)]
    return np.concatenate(parts, -1) if fault == "halves for pairs" else np.stack(parts, -1).reshape(x.shape)


def rotary(q, k, v, theta, s, fault=""):
    keys = "" if fault in ("other sense for queries",) else fault
    base = 0 if fault == "keys from position 0" else s
    if fault == "start ignored and one later":
        return attend(turned(q, theta, s + 1, ""), turned(k, theta, s, ""), v)
    return attend(turned(q, theta, s, fault), turned(k, theta, base, keys), v)


def decoding(q, k, v, fault=""):
    i, j = np.arange(k.shape[-2]), np.arange(q.shape[-2])[:, None]
    offset = k.shape[-2] - q.shape[-2]
    seen = {
        "": i <= j + offset,
        "from the start": i <= j,
        "one key too many": i <= j + offset + 1,
        "one key too few": (i < j + offset) | (i == 0),
        "no mask": i <= j + offset + len(i),
        "cache alone for the first": (i <= j + offset) & ((j > 0) | (i < max(offset, 1))),
    }[fault]
    return attend(q, k, v, seen)


def window(q, k, v, w, fault=""):
    i, j = np.arange(k.shape[-2]), np.arange(k.shape[-2])[:, None]
    w = {"one more": w + 1, "always three": 3}.get(fault, w)
    seen = (abs(i - j) < w) if fault == "both sides" else (i <= j) & (j - i < w)
    return attend(q, k, v, seen)


def alibi(q, k, v, s, fault=""):
    i, j = np.arange(k.shape[-2]), np.arange(k.shape[-2])[:, None]
    slopes = np.broadcast_to(np.mean(s), s.shape) if fault == "one slope for all" else s
    bias = slopes[:, None, None] * (i - j) * (-1 if fault == "other sign" else 1)
    return attend(q, k, v, i <= j, bias)


def heads(x, y, z, wq, wk, wv, wo, fault=""):
    count = len(wq)
    order = np.roll(np.arange(count), 1) if fault == "output of the next head" else np.arange(count)
    keys = np.zeros(count, int) if fault == "keys of the first head" else np.arange(count)
    width = count * wq.shape[-1] if fault == "width of all heads" else wq.shape[-1]
    total = 0
    for i in range(count):
        scale = np.sqrt(wq.shape[-1] / width)
        total = total + attend(x @ wq[i] * scale, y @ wk[keys[i]], z @ wv[i]) @ wo[order[i]]
    return total / count if fault == "mean of the heads" else total


def self_heads(x, wq, wk, wv, wo, fault=""):
    return heads(x, x, x, wq, wk, wv, wo, fault)


def grouped(x, wq, wk, wv, wo, fault=""):
    groups, width = len(wq), wk.shape[-1]
    count = wq.shape[-1] // width
    total = 0
    for g in range(groups):
        for i in range(count):
            at = slice(i * width, (i + 1) * width)
            own = i % groups if fault == "tiled groups" else g
            other = 0 if fault == "values of the first group" else own
            total = total + attend(x @ wq[g][:, at], x @ wk[own], x @ wv[other]) @ wo[g][at]
    return total


def shared(q, k, v, fault=""):
    parts = [attend(x, k, v) for x in np.moveaxis(q, -3, 0)]
    if fault == "entry by entry":
        return np.stack(parts, -1).reshape(*parts[0].shape[:-1], -1)
    return np.concatenate(parts[::-1] if fault == "without keys" else parts, -1)


def backward(q, k, v, do, fault=""):
    scale = 1 / np.sqrt(q.shape[-1])
    p = softmax(q @ k.swapaxes(-1, -2) * scale)
    dp = do @ v.swapaxes(-1, -2)
    delta = (p * dp).sum(-1, keepdims=True)
    if fault == "no row sums":
        delta = 0
    if fault == "sums of columns":
        delta = (p * dp).sum(-2, keepdims=True)
    ds = p * (dp - delta) * (1 if fault == "scale left out" else scale)
    if fault == "first key left out":
        ds = ds * (np.arange(k.shape[-2]) > 0)
    return ds.swapaxes(-1, -2) @ (k[..., :1, :] if fault == "keys for queries" else q)


HEADS = "W_Q: H e p, W_K: H e p, W_V: H e q, W_O: H q e"
WORDS = {
    "rotary": (
        rotary,
        Attention(RotaryEncoding(TX, theta, start), RotaryEncoding(TY, theta, start), V),
        "Q: b n (h 2), K: b n (h 2), V: b n d, theta: h, s: () -> b n d",
        [
            "positions from 1 for some",
            "angle doubled",
            "angles in float32",
            "halves for pairs",
            "no sine",
            "other sense for queries",
            "keys from position 0",
            "start ignored and one later",
        ],
    ),
    "decoding": (
        decoding,
        Attention(Q, MatrixSymbol("K", r + k, ell), MatrixSymbol("V", r + k, d), BottomRightCausalMask(r, r + k)),
        "Q: b r ell, K: b r+k ell, V: b r+k d -> b r d",
        ["from the start", "one key too many", "one key too few", "no mask", "cache alone for the first"],
    ),
    "window": (
        window,
        Attention(X, K, V, SlidingWindowMask(n, w)),
        "Q: b n ell, K: b n ell, V: b n d, w: () -> b n d",
        ["one more", "always three", "both sides"],
    ),
    "alibi": (
        alibi,
        ALiBi(X, K, V, slope),
        "Q: b h n ell, K: b h n ell, V: b h n d, s: h -> b h n d",
        ["one slope for all", "other sign"],
    ),
    "heads": (
        heads,
        MultiHeadAttention(A, B, C, W_Q, W_K, W_V, W_O),
        f"Q: b r e, K: b n e, V: b n e, {HEADS} -> b r e",
        ["output of the next head", "keys of the first head", "width of all heads", "mean of the heads"],
    ),
    "self-attention": (
        self_heads,
        MultiHeadAttention(T, T, T, W_Q, W_K, W_V, W_O),
        f"X: b n e, {HEADS} -> b n e",
        ["output of the next head", "keys of the first head", "width of all heads", "mean of the heads"],
    ),
    "groups": (
        grouped,
        GroupedQueryAttention(T, GQ, GK, GV, GO),
        "X: b n e, W_Q: G e (H p), W_K: G e p, W_V: G e p, W_O: G (H p) e -> b n e",
        ["tiled groups", "values of the first group"],
    ),
    "shared keys": (
        shared,
        MultiQueryAttention(FQ, K, V),
        "Q: b H r ell, K: b n ell, V: b n d -> b r (H d)",
        ["entry by entry"],
    ),
    "backward": (
        backward,
        gradients_of(Attention(Q, K, V))["K"],
        "Q: b r ell, K: b n ell, V: b n d, dO: b r d -> b n ell",
        ["no row sums", "sums of columns", "first key left out", "keys for queries", "scale left out"],
    ),
}
BUGS = [(name, fault) for name, word in WORDS.items() for fault in word[3]]


def satisfies(name, fault, trials, seed=0, widths=(1, 2, 3, 4, 5, 6, 8, 12)):
    function, expr, signature, _ = WORDS[name]
    sizes = {str(size): widths for size in (e, p, q, ell, d, h)} | {"H": (1, 2, 3), "G": (1, 2)}
    known = {part.partition(":")[0].strip(): part for part in signature.split(",")}
    mentioned = set(" ".join(known.values()).replace("(", " ").replace(")", " ").replace("+", " ").split())
    own = {size: values for size, values in sizes.items() if size in mentioned}
    made = partial(function, fault=fault)
    options = {"of": expr, "signature": signature, "trials": trials, "seed": seed, "sizes": own, "shrink": False}
    return assert_satisfies(made, theorems_about(expr), **options)


@pytest.mark.parametrize("name", WORDS)
def test_a_right_function_has_every_theorem_about_its_word(name):
    assert set(satisfies(name, "", 3, widths=(1, 2, 4))) == {"proved"}


@pytest.mark.parametrize(("name", "fault"), BUGS, ids=[f"{name}-{fault}".replace(" ", "-") for name, fault in BUGS])
def test_a_wrong_one_lacks_one_of_them(name, fault):
    with pytest.raises(Violation):
        satisfies(name, fault, 8)


@pytest.mark.long
@pytest.mark.parametrize(("name", "fault"), BUGS, ids=[f"{name}-{fault}".replace(" ", "-") for name, fault in BUGS])
def test_it_is_found_with_every_seed(name, fault):
    for seed in range(1, 10):
        with pytest.raises(Violation):
            satisfies(name, fault, 12, seed)
