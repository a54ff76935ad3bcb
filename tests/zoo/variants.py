"""More functions of attention in NumPy, each with the bugs that can be planted in it: caps, biases by distance, rotary
pairs, parts under a mask, and backward passes.

As in ``kernels.py``, a function takes ``fault``, the name of a bug, and half types compute in float32 inside.
"""

import numpy as np

from tests.zoo.kernels import INF, lifted, swapped, weights_of


def softmaxed(scores):
    """Weights of scores; a row that sees nothing has none."""
    top = scores.max(-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = weights.sum(-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)


def scored(q, k):
    return q @ swapped(k) * q.dtype.type(q.shape[-1] ** -0.5)


def capped(q, k, v, mask, fault="", cap=4.0):
    """softmax(cap tanh(s / cap) + mask) v."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    s = scored(q, k)
    cap = s.dtype.type(cap)
    if fault == "cap after the mask":
        return (softmaxed(cap * np.tanh(np.where(mask, s, -INF) / cap)) @ v).astype(given)
    if fault == "scores times the cap's tanh":
        s = s * np.tanh(s / cap)
    elif fault == "cap before scaling":
        s = cap * np.tanh(q @ swapped(k) / cap) * s.dtype.type(q.shape[-1] ** -0.5)
    elif fault == "cap not multiplied back":
        s = np.tanh(s / cap)
    elif fault != "cap left out":
        s = cap * np.tanh(s / cap)
    return (softmaxed(np.where(mask, s, -INF)) @ v).astype(given)


def by_distance(q, k, v, fault="", slope=0.25):
    """Causal attention whose scores fall by a slope with the distance of the key."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    n = k.shape[-2]
    j, i = np.arange(n)[:, None], np.arange(n)
    distance = j - i
    if fault == "distance of the wrong sign":
        distance = -distance
    if fault == "distance counted from 1":
        distance = distance + (i < j)
    if fault == "distance of the key from the start":
        distance = np.broadcast_to(-i % 3, (n, n))
    if fault == "slope of the next head":
        slope = slope / 2
    if fault == "distance before scaling":
        slope = slope * q.shape[-1] ** -0.5
    if fault == "distances within a tile":
        distance = distance % 8
    s = scored(q, k) - q.dtype.type(slope) * distance.astype(q.dtype)
    return (softmaxed(np.where(i <= j, s, -INF)) @ v).astype(given)


def turned(x, theta, start, halves=False, sense=1):
    """Rows turned by their positions, the pairs side by side or in two halves."""
    angles = (np.arange(x.shape[-2]) + x.dtype.type(start))[:, None].astype(x.dtype) * theta[..., None, :]
    cosine, sine = np.cos(angles), sense * np.sin(angles)
    if halves:
        first, second = np.split(x, 2, axis=-1)
        return np.concatenate([cosine * first + sine * second, cosine * second - sine * first], axis=-1)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([cosine * first + sine * second, cosine * second - sine * first], axis=-1).reshape(x.shape)


def rotary(q, k, v, theta, start, fault=""):
    """Attention of queries and keys that are turned by their positions."""
    given = q.dtype
    q, k, v, theta = lifted(q, k, v, theta)
    if fault == "angles in half precision":
        theta = theta.astype(np.float16).astype(theta.dtype)
    halves = fault == "halves for pairs"
    q = turned(q, theta, start, halves)
    if fault == "keys are not turned":
        pass
    elif fault == "keys turned the other way":
        k = turned(k, theta, start, halves, sense=-1)
    elif fault == "keys turned from position 0":
        k = turned(k, theta, 0, halves)
    elif fault == "keys in halves":
        k = turned(k, theta, start, halves=True)
    else:
        k = turned(k, theta, start, halves)
    return (softmaxed(scored(q, k)) @ v).astype(given)


def masked_parts(q, k, v, mask, fault="", tile=4):
    """The keys in parts, each with its own softmax under its part of a mask, joined by the logarithms of their sums."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    s = np.where(mask, scored(q, k), -INF)
    results, logs, seen_before = [], [], np.zeros((*s.shape[:-1], 1), dtype=bool)
    for first in range(0, k.shape[-2], tile):
        part, values = s[..., first : first + tile], v[..., first : first + tile, :]
        top = part.max(-1, keepdims=True)
        safe = np.where(np.isfinite(top), top, 0)
        total = np.exp(part - safe).sum(-1, keepdims=True)
        log = safe + np.log(total)
        if fault == "parts after a hidden one left out":
            log = np.where(seen_before, -INF, log)
            seen_before = seen_before | ~np.isfinite(top)
        if fault == "hidden parts have the weight of a score 0":
            log = np.where(np.isfinite(top), log, 0)
        results.append(np.exp(part - safe) @ values / np.where(total == 0, 1, total))
        logs.append(log)
    logs = np.stack(logs)
    top = logs.max(0)
    if fault != "parts that see nothing are nan":
        top = np.where(np.isfinite(top), top, 0)
    else:
        top = logs[0] if logs.shape[0] > 1 else np.where(np.isfinite(top), top, 0)
    weights = np.exp(logs - top)
    total = weights.sum(0)
    return ((np.stack(results) * weights).sum(0) / np.where(total == 0, 1, total)).astype(given)


def queries_of_batch(q, k, v, fault=""):
    """Attention in which the queries lie in one array: those of sequence b begin at b·r."""
    b, r, ell = q.shape
    rows = q.reshape(b * r, ell)
    step = 1 if fault == "queries of sequence b begin at b" else r
    q = np.stack([rows[step * i : step * i + r] for i in range(b)])
    q_, k_, v_ = lifted(q, k, v)
    return (softmaxed(scored(q_, k_)) @ v_).astype(q.dtype)


def in_base_2(q, k, v, fault="", tile=4):
    """Online softmax in base 2, in which the scale is multiplied by log2 e."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    kind = q.dtype.type
    scale = kind(q.shape[-1] ** -0.5 * np.log2(np.e))
    m, l, o = -INF, kind(0), np.zeros((*q.shape[:-1], v.shape[-1]), q.dtype)
    for first in range(0, k.shape[-2], tile):
        keys, values = k[..., first : first + tile, :], v[..., first : first + tile, :]
        if fault == "log2 e in every tile" and first:
            scale = scale * kind(np.log2(np.e))
        s = q @ swapped(keys) * scale
        new = np.maximum(m, s.max(-1, keepdims=True))
        p, old = np.exp2(s - new), np.exp2(m - new)
        l, o, m = l * old + p.sum(-1, keepdims=True), o * old + p @ values, new
    return (o / l).astype(given)


def far_from_near(q, k, v, fault=""):
    """Attention with the largest score subtracted, or each score from the largest."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    s = scored(q, k)
    if fault == "scores subtracted from the largest":
        s = s.max(-1, keepdims=True) - s
    return (softmaxed(s) @ v).astype(given)


def score_gradient(q, k, v, do, mask=None):
    """Weights P and dS = P ∘ (dP − rowsum(dP ∘ P)) without the scale."""
    p = weights_of(q, k) if mask is None else softmaxed(np.where(mask, scored(q, k), -INF))
    dp = do @ swapped(v)
    return p, p * (dp - (p * dp).sum(-1, keepdims=True))


def keys_backward(q, k, v, do, fault=""):
    """dK = dSᵀ Q / √ℓ."""
    given = q.dtype
    q, k, v, do = lifted(q, k, v, do)
    p, ds = score_gradient(q, k, v, do)
    if fault == "sum of the row left out for the keys":
        ds = p * (do @ swapped(v))
    if fault == "gradient of the keys not transposed" and ds.shape[-1] == ds.shape[-2]:
        ds = swapped(ds)
    scale = q.dtype.type(1.0 if fault == "scale left out for the keys" else q.shape[-1] ** -0.5)
    if fault == "scale twice for the keys":
        scale = scale * scale
    if fault == "keys in place of queries" and q.shape == k.shape:
        q = k
    result = swapped(ds) @ q * scale
    if fault == "gradient of the first sequence for all":
        result = np.broadcast_to(result[:1], result.shape)
    if fault == "gradients of the last tile not added" and q.shape[-2] > 4:
        last = (q.shape[-2] - 1) // 4 * 4
        result = swapped(ds[..., :last, :]) @ q[..., :last, :] * scale
    return result.astype(given)


def masked_backward(q, k, v, do, mask, fault=""):
    """dQ under a mask."""
    given = q.dtype
    q, k, v, do = lifted(q, k, v, do)
    p, ds = score_gradient(q, k, v, do, mask)
    if fault == "row sums with the weights before the mask":
        before = weights_of(q, k)
        ds = p * (do @ swapped(v) - (before * (do @ swapped(v))).sum(-1, keepdims=True))
    if fault == "row sums with what is hidden":
        ds = p * (do @ swapped(v) - (do @ swapped(v) * np.where(mask, p, 1 / p.shape[-1])).sum(-1, keepdims=True))
    if fault == "mask left out in the backward pass":
        ds = score_gradient(q, k, v, do)[1]
    if fault == "causal in the backward pass":
        ds = np.tril(ds)
    return (ds @ k * q.dtype.type(q.shape[-1] ** -0.5)).astype(given)


def weights_backward(q, k, v, do, fault=""):
    """dS, the gradient of the scores before they are scaled: P ∘ (dP − rowsum(dP ∘ P)) / √ℓ."""
    given = q.dtype
    q, k, v, do = lifted(q, k, v, do)
    p, ds = score_gradient(q, k, v, do)
    if fault == "derivative of the logistic function":
        ds = (do @ swapped(v)) * p * (1 - p)
    if fault == "row sums in half precision":
        dp = do @ swapped(v)
        ds = p * (dp - (p * dp).sum(-1, keepdims=True).astype(np.float16).astype(p.dtype))
    if fault == "sum of the row added":
        dp = do @ swapped(v)
        ds = p * (dp + (p * dp).sum(-1, keepdims=True))
    return (ds * q.dtype.type(q.shape[-1] ** -0.5)).astype(given)
