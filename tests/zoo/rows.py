"""Functions of rows in NumPy, each with the bugs that can be planted in it: normalisation, the logarithm of a sum of
exponentials, linear attention.

As in ``kernels.py``, a function takes ``fault``, the name of a bug, and half types compute in float32 inside.
"""

import numpy as np

from tests.zoo.kernels import lifted, swapped

EPS = 1e-5


def rms(x, fault=""):
    """x / √(mean(x²) + ε)."""
    given = x.dtype
    (x,) = lifted(x)
    eps = x.dtype.type(1e-6 if fault == "a smaller ε" else EPS)
    mean = (x * x).sum(-1, keepdims=True) if fault == "sum of squares, not their mean" else None
    if fault == "mean taken away too":
        mean = ((x - x.mean(-1, keepdims=True)) ** 2).mean(-1, keepdims=True)
    if fault == "mean square of all tokens":
        mean = (x * x).mean((-1, -2), keepdims=True)
    if mean is None:
        mean = (x * x).mean(-1, keepdims=True)
    if fault == "ε outside of the root":
        return (x / (np.sqrt(mean) + eps)).astype(given)
    if fault == "squares in half precision":
        mean = (x.astype(np.float16) ** 2).astype(x.dtype).mean(-1, keepdims=True)
    return (x / np.sqrt(mean + eps)).astype(given)


def rms_by_norms(x):
    """The same by the norms of the rows."""
    given = x.dtype
    (x,) = lifted(x)
    root = x.dtype.type(x.shape[-1] ** 0.5)
    size = np.sqrt((x * x).sum(-1, keepdims=True) + x.dtype.type(EPS * x.shape[-1]))
    return (x * (root / size)).astype(given)


def layer(x, gamma, beta, fault=""):
    """γ (x − μ) / √(σ² + ε) + β."""
    given = x.dtype
    x, gamma, beta = lifted(x, gamma, beta)
    axis = -2 if fault == "normalised over the tokens" else -1
    mean = x.mean(axis, keepdims=True)
    away = x - mean
    squares = (away * away).mean(axis, keepdims=True)
    if fault == "variance of a sample" and x.shape[-1] > 1:
        squares = squares * x.dtype.type(x.shape[-1] / (x.shape[-1] - 1))
    if fault == "variance by the mean of squares":
        squares = np.maximum((x * x).mean(axis, keepdims=True) - mean * mean, 0)
    if fault == "mean not taken away":
        away = x
    if fault == "gain counted from 1":
        gamma = gamma + 1
    if fault == "ε beside the deviation":
        return (gamma * away / (np.sqrt(squares) + x.dtype.type(EPS)) + beta).astype(given)
    return (gamma * (away / np.sqrt(squares + x.dtype.type(EPS))) + beta).astype(given)


def log_sum(a, fault=""):
    """log Σ exp of each row."""
    given = a.dtype
    (a,) = lifted(a)
    top = a.max() if fault == "largest of all rows" else a.max(-1, keepdims=True)
    if fault == "nothing subtracted from the exponents":
        top = np.zeros_like(a.max(-1, keepdims=True))
    log = np.log(np.exp(a - top).sum(-1, keepdims=True))
    if fault == "logarithm in base 2":
        log = log / np.log(a.dtype.type(2))
    if fault == "largest not put back":
        top = 0
    return (top + log)[..., 0].astype(given)


def linear(q, k, v, fault="", tile=4):
    """Σ_(j ≤ i) (q_i·k_j) v_j, by a state that is taken from tile to tile."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    state, parts = np.zeros((*q.shape[:-2], q.shape[-1], v.shape[-1]), q.dtype), []
    for first in range(0, q.shape[-2], tile):
        queries, keys, values = (x[..., first : first + tile, :] for x in (q, k, v))
        scores = queries @ swapped(keys)
        if fault == "keys of its own tile all seen":
            inner = scores @ values
        else:
            inner = np.tril(scores, -1 if fault == "its own key left out" else 0) @ values
        before = queries @ state
        if fault == "state of the tile before alone" and first:
            state = np.zeros_like(state)
        parts.append(inner if fault == "tiles before left out" else inner + before)
        state = state + swapped(keys) @ values
    return np.concatenate(parts, axis=-2).astype(given)


def linear_by_scores(q, k, v):
    """The same with all scores at once."""
    given = q.dtype
    q, k, v = lifted(q, k, v)
    return (np.tril(q @ swapped(k)) @ v).astype(given)
