"""Attention functions in NumPy as they are written in practice, each with the bugs that can be planted in it.

A function takes ``fault``, the name of a bug, beside its arguments; without one it is correct. Half types compute in
float32 inside, as fused kernels do.
"""

import numpy as np

INF = np.inf
#: What a function with the bug "keys of an earlier call" keeps, by shape.
EARLIER = {}


def inner(x):
    """The type that sums are taken in."""
    return np.float64 if x.dtype == np.float64 else np.float32


def lifted(*arrays):
    return [x.astype(inner(x)) for x in arrays]


def swapped(x):
    return x.swapaxes(-1, -2)


def contiguous_memory(x):
    """What lies at the address of an array, read as if its strides were those of its shape: the bug of many kernels."""
    strides = np.cumprod([x.itemsize, *x.shape[:0:-1]])[::-1]
    base = x
    while base.base is not None:
        base = base.base
    low, high = np.lib.array_utils.byte_bounds(base)
    start, last = np.lib.array_utils.byte_bounds(x)[0], sum(s * (k - 1) for s, k in zip(strides, x.shape, strict=True))
    if start + last + x.itemsize > high or start < low:
        return np.zeros_like(x)
    return np.lib.stride_tricks.as_strided(x, x.shape, tuple(int(s) for s in strides))


def textbook(q, k, v, mask=None, bias=None, fault="", scale=None):
    """softmax(q kᵀ / √ℓ) v with all scores at once; a mask says what is seen."""
    kind, given = inner(q), q.dtype
    if fault == "changes its queries":
        q *= np.asarray(1 / np.sqrt(q.shape[-1]), dtype=q.dtype)
        scale = 1.0
    if fault == "takes memory for contiguous":
        q, k, v = map(contiguous_memory, (q, k, v))
    if fault == "one key head for all":
        k, v = np.broadcast_to(k[:1], k.shape), np.broadcast_to(v[:1], v.shape)
    q, k, v = lifted(q, k, v)
    if fault == "single precision inside":
        q, k, v = (x.astype(np.float32) for x in (q, k, v))
    width = q.shape[-1]
    by = {
        "scale of the number of keys": k.shape[-2],
        "scale of the width of the values": v.shape[-1],
        "scale of a fixed width": 64,
        "scale of the width of all heads": 2 * width,
        "scale 1/width": width**2,
        "no scale": 1,
    }.get(fault, width)
    scale = 1 / np.sqrt(by) if scale is None else scale
    if fault == "root of the width cut to an integer":
        scale = 1 / int(np.sqrt(width))
    if fault == "scaled after softmax":
        return (weights_of(q * np.sqrt(kind(width)), k) / np.sqrt(kind(width)) @ v).astype(given)
    if fault == "keys of an earlier call":
        k = EARLIER.setdefault(k.shape, k)
    if fault == "scaled twice":
        scale /= np.sqrt(width)
    if fault == "rest of the width left out":
        q, k = q[..., : max(1, width // 8 * 8)], k[..., : max(1, width // 8 * 8)]
    if fault == "keys reshaped, not transposed":
        scores = q @ k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
    else:
        scores = q @ swapped(k)
    if fault == "bias before scaling" and bias is not None:
        scores = scores + bias.astype(kind)
    scores = scores * scores.dtype.type(scale)
    if bias is not None and fault != "bias before scaling":
        added = bias.astype(kind)
        if fault == "bias of the wrong sign":
            added = -added
        if fault == "bias of the first batch":
            added = added[:1]
        if fault == "bias left out in the last tile":
            added = np.where(
                np.arange(added.shape[-1]) < (added.shape[-1] - 1) // 4 * 4 + (added.shape[-1] < 5) * 9, added, 0
            )
        if fault == "bias clipped":
            added = np.clip(added, -8, 8)
        scores = scores + added
    if fault == "scores capped":
        scores = 50 * np.tanh(scores / 50)
    if fault == "scores clipped":
        scores = np.clip(scores, -80, 80)
    if fault == "scores in half precision":
        scores = scores.astype(np.float16 if given != np.float64 else np.float32).astype(scores.dtype)
    seen = np.ones(scores.shape, dtype=bool) if mask is None else np.broadcast_to(mask, scores.shape)
    if mask is not None:
        if fault == "mask inverted":
            seen = ~seen
        if fault == "mask of the first batch":
            seen = np.broadcast_to(seen[:1], seen.shape)
        if fault == "mask of the first query":
            seen = np.broadcast_to(seen[..., :1, :], seen.shape)
        if fault == "mask transposed" and seen.shape[-1] == seen.shape[-2]:
            seen = swapped(seen)
        if fault == "mask moved by one key":
            seen = np.roll(seen, 1, axis=-1)
        low = {
            "hidden scores are 0": 0.0,
            "hidden scores are -100": -100.0,
            "hidden scores are -10000": -1e4,
            "hidden scores are 1e-9": 1e-9,
        }.get(fault)
        if fault == "mask by a product":
            scores = scores * seen
        elif fault == "hidden scores lowered by 10000":
            scores = np.where(seen, scores, scores - scores.dtype.type(1e4))
        elif low is not None:
            scores = np.where(seen, scores, scores.dtype.type(low))
        elif fault == "largest of hidden scores too" or fault == "hidden after softmax":
            pass
        elif fault == "lowest number for hidden scores":
            scores = np.where(seen, scores, np.finfo(scores.dtype).min)
        else:
            scores = np.where(seen, scores, -INF)
    axis = {"softmax over the queries": -2, "softmax over the batch": 0}.get(fault, -1)
    top = scores.max(axis, keepdims=True)
    if fault == "largest of all scores":
        top = scores.max()
    if fault == "largest size of a score":
        top = np.abs(np.where(np.isfinite(scores), scores, 0)).max(axis, keepdims=True)
    if fault == "mean subtracted, not the largest":
        top = np.where(np.isfinite(scores), scores, 0).mean(axis, keepdims=True)
    if fault == "nothing subtracted":
        top = np.zeros_like(top)
    top = np.where(np.isfinite(top), top, 0) if fault != "empty rows are nan" else top
    shifted = scores - top
    weights = np.exp(shifted)
    if fault == "coarse exponential":
        weights = np.where(shifted > -20, np.maximum(1 + shifted / 256, 0) ** 256, weights)
    if fault == "eight largest scores alone" and scores.shape[-1] > 8:
        weights = np.where(scores >= np.sort(scores, -1)[..., -8:-7], weights, 0)
    if fault == "small weights left out":
        weights = np.where(weights < 1e-3, 0, weights)
    if fault == "exponential in half precision":
        weights = weights.astype(np.float16).astype(weights.dtype)
    if mask is not None and fault == "largest of hidden scores too":
        weights = weights * seen
    total = weights.sum(axis, keepdims=True)
    if mask is not None and fault == "hidden after softmax":
        weights = weights * seen
    if fault == "a small number added to the sum":
        total = total + total.dtype.type(1e-6)
    if fault == "one more in the sum":
        total = total + np.exp(-top)
    if fault == "sum of the weights squared":
        total = np.sqrt((weights**2).sum(axis, keepdims=True))
    if fault == "padded keys counted":
        total = total + (-k.shape[-2] % 4) * np.exp(-top)
    safe = np.where(total == 0, 1, total)
    weights = weights / safe
    if fault == "empty rows are means" and mask is not None:
        weights = np.where(seen.any(-1, keepdims=True), weights, weights.dtype.type(1 / k.shape[-2]))
    if fault == "weights in 8 bits":
        weights = np.rint(weights * 255) / 255
    if fault == "weights in half precision" and given != np.float16:
        weights = weights.astype(np.float16).astype(weights.dtype)
    if fault == "dropout left on":
        weights = weights * (np.random.default_rng().random(weights.shape) < 0.9) / 0.9
    if fault == "last key left out":
        weights = weights * (np.arange(k.shape[-2]) < max(1, k.shape[-2] - 1))
    result = weights @ v
    if fault == "as wide as the keys":
        kept = min(width, v.shape[-1])
        result = np.concatenate([result[..., :kept], np.zeros_like(result[..., kept:])], axis=-1)
    if fault == "last tile of queries not written":
        result = np.where(np.arange(result.shape[-2])[:, None] < max(1, result.shape[-2] // 4 * 4), result, 0)
    if fault == "first value for an empty row" and mask is not None:
        result = np.where(seen.any(-1, keepdims=True), result, v[..., :1, :])
    if fault == "returns single precision":
        return result.astype(np.float32)
    return result.astype(given)


def tiled(q, k, v, mask=None, fault="", tile=4, base2=False):
    """Online softmax over tiles of keys, as in FlashAttention."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    kind = q.dtype.type
    scale = kind(1 / np.sqrt(q.shape[-1]))
    power = np.exp2 if base2 else np.exp
    if base2:
        scale *= kind({"log2 e left out": 1.0, "log2 e cut short": 1.44}.get(fault, np.log2(np.e)))
    n = k.shape[-2]
    q = q * scale
    batch = np.broadcast_shapes(q.shape[:-2], k.shape[:-2])
    start = {"largest begins at 0": 0.0, "largest begins at -10000": -1e4}.get(fault, -INF)
    m = np.full((*batch, q.shape[-2], 1), start, dtype=q.dtype)
    l = np.zeros_like(m)
    o = np.zeros((*batch, q.shape[-2], v.shape[-1]), dtype=q.dtype)
    stop = n // tile * tile if fault == "rest of the keys left out" and n >= tile else n
    for first in range(0, stop, tile):
        keys, values = k[..., first : first + tile, :], v[..., first : first + tile, :]
        s = q @ swapped(keys)
        if mask is not None:
            seen = np.broadcast_to(mask, (*batch, q.shape[-2], n))[..., first : first + tile]
            if fault == "tile skipped by its first key" and not seen[..., 0].any():
                continue
            if fault == "tile skipped by its last key" and not seen[..., -1].any():
                continue
            if fault == "mask of the first tile":
                seen = np.broadcast_to(mask, (*batch, q.shape[-2], n))[..., : s.shape[-1]]
            s = np.where(seen, s, -INF)
        if fault == "last tile padded with scores 0":
            padding = tile - s.shape[-1]
            s = np.concatenate([s, np.zeros((*s.shape[:-1], padding), s.dtype)], axis=-1)
            values = np.concatenate(
                [values, np.zeros((*values.shape[:-2], padding, values.shape[-1]), s.dtype)], axis=-2
            )
        new = s.max(-1, keepdims=True) if fault == "largest of the tile" else np.maximum(m, s.max(-1, keepdims=True))
        safe = new if fault == "hidden first tile is nan" else np.where(np.isfinite(new), new, 0)
        p = power(s - (np.where(np.isfinite(m), m, safe) if fault == "weights by the largest before" else safe))
        old = power(m - safe) if fault != "rescaled the wrong way" else power(np.where(np.isfinite(m), safe - m, -INF))
        if fault == "hidden first tile is nan":
            old = power(m - new)
        added = p.sum(-1, keepdims=True)
        if fault == "sum in half precision":
            l = (l * old + added).astype(np.float16).astype(l.dtype)
        else:
            l = l * (1 if fault == "sum not rescaled" else old) + added
        if fault == "weights in 8 bits":
            p = np.rint(p * 255) / 255
        o = o * (1 if fault == "result not rescaled" else old) + p @ values
        if fault == "divided in every tile":
            o = o / np.where(l == 0, 1, l)
        m = new
    if fault == "divided in every tile":
        return o.astype(given)
    return (o / np.where(l == 0, 1, l)).astype(given)


def split(q, k, v, fault="", parts=2):
    """The keys in parts, each with its own softmax, joined by the logarithms of their sums."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    scale = q.dtype.type(1 / np.sqrt(q.shape[-1]))
    results, logs = [], []
    for places in np.array_split(np.arange(k.shape[-2]), parts):
        if not places.size:
            continue
        s = (q @ swapped(k[..., places, :])) * scale
        m = s.max(-1, keepdims=True)
        p = np.exp(s - m)
        total = p.sum(-1, keepdims=True)
        results.append(p @ v[..., places, :] / total)
        logs.append(m if fault == "joined by the largest alone" else m + np.log(total))
    logs = np.stack(logs)
    if fault == "joined by a plain mean":
        weights = np.ones_like(logs)
    elif fault == "joined without the largest":
        weights = np.exp(logs)
    elif fault == "joined by the logarithms":
        weights = np.abs(logs)
    else:
        weights = np.exp(logs - logs.max(0))
    weights = weights / weights.sum(0)
    if fault == "first part alone":
        return results[0].astype(given)
    return (np.stack(results) * weights).sum(0).astype(given)


def causal(q, k, v, fault="", attention=textbook):
    """Query j sees the keys 0, …, j + n − r."""
    r, n = q.shape[-2], k.shape[-2]
    j, i = np.arange(r)[:, None] + (n - r), np.arange(n)
    seen = i <= j
    if fault == "one later key":
        seen = i <= j + 1
    if fault == "its own key hidden":
        seen = (i < j) | (i == 0) & (j == 0)
    if fault == "the first key is hidden":
        seen = (i <= j) & ((i > 0) | (j == 0))
    if fault == "turned the other way":
        seen = i >= j
    if fault == "aligned with the first key":
        seen = i <= j - (n - r)
    if fault == "counted within tiles":
        seen = (i % 4 <= j % 4) & (i // 4 <= j // 4) | (i == 0)
    if fault == "no tiles before its own":
        seen = (i <= j) & (i // 4 == j // 4)
    if fault == "whole tile of its own":
        seen = i // 4 <= j // 4
    if fault == "tile of its own left out":
        seen = (i <= j) & ((i // 4 < j // 4) | (j < 4))
    if fault == "nothing hidden for one query" and r == 1:
        seen = np.ones((r, n), dtype=bool)
    if fault == "one query sees the first key" and r == 1:
        seen = i == 0
    if fault == "hides nothing":
        seen = np.ones((r, n), dtype=bool)
    if fault == "newest key not yet stored" and n > 1:
        seen = seen & (i < n - 1) | (i == 0)
    return attention(q, k, v, np.broadcast_to(seen, (r, n)))


def causal_by_prefixes(q, k, v):
    """Causal attention one query at a time."""
    rows = [textbook(q[..., j : j + 1, :], k[..., : j + 1, :], v[..., : j + 1, :]) for j in range(q.shape[-2])]
    return np.concatenate(rows, axis=-2)


def window(q, k, v, fault="", w=3):
    """Query j sees the keys j − w + 1, …, j."""
    n = k.shape[-2]
    j, i = np.arange(n)[:, None], np.arange(n)
    seen = {
        "one key too many": (i <= j) & (i >= j - w),
        "one key too few": (i <= j) & (i > j - w + 1),
        "window on both sides": np.abs(i - j) < w,
        "window not causal at its end": (i <= j + 1) & (i > j - w),
        "windows are blocks": (i <= j) & (i // w == j // w),
        "window left out": i <= j,
    }.get(fault, (i <= j) & (i > j - w))
    return textbook(q, k, v, seen)


def window_by_slices(q, k, v, w=3):
    """The same, from slices of the keys."""
    parts = []
    for j in range(q.shape[-2]):
        seen = slice(max(0, j - w + 1), j + 1)
        parts.append(textbook(q[..., j : j + 1, :], k[..., seen, :], v[..., seen, :]))
    return np.concatenate(parts, axis=-2)


def grouped(q, k, v, fault=""):
    """b (g rep) r ell queries, b g n ell keys: head h reads the keys of the group h // rep."""
    heads, groups = q.shape[1], k.shape[1]
    rep = heads // groups
    source = np.arange(heads) // rep
    if fault == "groups tiled, not repeated":
        source = np.arange(heads) % groups
    if fault == "first group for all":
        source = np.zeros(heads, dtype=int)
    if fault == "values of the tiled group":
        return textbook(q, k[:, source], v[:, np.arange(heads) % groups])
    if fault == "groups counted from the end":
        source = source[::-1]
    return textbook(q, k[:, source], v[:, source])


def grouped_by_axes(q, k, v):
    """The same by an axis for the group."""
    b, heads, r, ell = q.shape
    g = k.shape[1]
    result = textbook(q.reshape(b, g, heads // g, r, ell), k[:, :, None], v[:, :, None])
    return result.reshape(b, heads, r, -1)


def heads(q, k, v, H, fault=""):
    """b r (H ell): heads beside each other in the width."""

    def apart(x):
        b, rows, width = x.shape
        if fault == "heads cut from the rows":
            return x.reshape(b, H, rows, width // H)
        if fault == "heads are the inner axis":
            return x.reshape(b, rows, width // H, H).transpose(0, 3, 1, 2)
        return x.reshape(b, rows, H, width // H).transpose(0, 2, 1, 3)

    result = textbook(apart(q), apart(k), apart(v))
    b, _, rows, width = result.shape
    if fault == "heads not put back":
        return result.reshape(b, rows, H * width)
    if fault == "heads put back in the other order":
        return result.transpose(0, 2, 3, 1).reshape(b, rows, H * width)
    if fault in ("heads are the inner axis",):
        return result.transpose(0, 2, 1, 3).reshape(b, rows, H * width)
    if fault == "heads cut from the rows":
        return result.reshape(b, rows, H * width)
    return result.transpose(0, 2, 1, 3).reshape(b, rows, H * width)


def padded(q, k, v, mask, fault=""):
    """A padding mask b n, of the keys that are there."""
    if fault == "padding counted in the sum":
        kept = mask[..., None]
        return textbook(q, np.where(kept, k, 0).astype(k.dtype), np.where(kept, v, 0).astype(v.dtype))
    if fault == "padding hidden in the queries":
        r = q.shape[-2]
        rows = np.resize(mask, (*mask.shape[:-1], r))
        return np.where(rows[..., None], textbook(q, k, v), 0).astype(q.dtype)
    if fault == "padding taken for a prefix":
        mask = np.arange(mask.shape[-1]) < mask.sum(-1, keepdims=True)
    if fault == "padding of the first sequence":
        mask = np.broadcast_to(mask[:1], mask.shape)
    return textbook(q, k, v, mask[..., None, :])


def padded_by_taking(q, k, v, mask):
    """The same by taking the keys that are there, one sequence after the other."""
    return np.stack([textbook(q[b], k[b][mask[b]], v[b][mask[b]]) for b in range(q.shape[0])])


def softmax(a, fault=""):
    given = a.dtype
    (a,) = lifted(a)
    if fault == "over columns":
        return (
            np.exp(a - a.max(-2, keepdims=True)) / np.exp(a - a.max(-2, keepdims=True)).sum(-2, keepdims=True)
        ).astype(given)
    top = 0 if fault == "nothing subtracted" else a.max(-1, keepdims=True)
    e = np.exp(a - top)
    if fault == "logarithm returned":
        return (a - top - np.log(e.sum(-1, keepdims=True))).astype(given)
    if fault == "one more in the sum":
        return (e / (1 + e.sum(-1, keepdims=True))).astype(given)
    if fault == "largest subtracted after":
        return (np.exp(a) / np.exp(a).sum(-1, keepdims=True)).astype(given)
    if fault == "temperature left in":
        e = np.exp((a - top) * a.dtype.type(0.99))
    return (e / e.sum(-1, keepdims=True)).astype(given)


def softmax_by_logarithms(a):
    given = a.dtype
    (a,) = lifted(a)
    top = a.max(-1, keepdims=True)
    return np.exp(a - top - np.log(np.exp(a - top).sum(-1, keepdims=True))).astype(given)


def weights_of(q, k):
    s = q @ swapped(k) / q.dtype.type(np.sqrt(q.shape[-1]))
    p = np.exp(s - s.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True)


def values_backward(q, k, do, fault=""):
    """dV = Pᵀ dO."""
    given = q.dtype
    q, k, do = lifted(q, k, do)
    p = weights_of(q, k)
    if fault == "weights of the keys":
        return (weights_of(k, q) @ do).astype(given)
    if fault == "accumulated in half precision":
        total = np.zeros((*p.shape[:-2], p.shape[-1], do.shape[-1]), np.float16)
        for j in range(p.shape[-2]):
            total = (total + p[..., j, :, None] * do[..., j, None, :]).astype(np.float16)
        return total.astype(given)
    return (swapped(p) @ do).astype(given)


def queries_backward(q, k, v, do, fault="", tiles=False):
    """dQ = (P ∘ (dO Vᵀ − rows of P ∘ dO Vᵀ summed)) K / √ℓ."""
    given = q.dtype
    q, k, v, do = lifted(q, k, v, do)
    p, dp = weights_of(q, k), do @ swapped(v)
    rows = (do * (p @ v)).sum(-1, keepdims=True) if tiles else (p * dp).sum(-1, keepdims=True)
    if fault == "sum of the row left out":
        rows = rows * 0
    if fault == "sum of the row without weights":
        rows = dp.sum(-1, keepdims=True)
    if fault == "sum of the columns":
        rows = (p * dp).sum(-2, keepdims=True)
    scale = 1.0 if fault == "scale left out" else 1 / np.sqrt(q.shape[-1])
    return ((p * (dp - rows)) @ k * q.dtype.type(scale)).astype(given)
