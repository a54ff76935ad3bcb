"""Evaluation over arrays: symattn's `evaluate` of attention against the same formula written by hand in NumPy.

Large arrays show the arithmetic, few rows what a call costs beside it: the same expression at arrays of the same shape,
again and again, as a user evaluates it in a loop.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.measure import Row, Say, Settings, duration, interleaved, seconds

WIDTH = 64


def by_hand(Q: Any, K: Any, V: Any) -> Any:
    """Compute attention as a careful person writes it: scores shifted by their largest, then exponentials in place."""
    import numpy as np

    weights = Q @ K.T / np.sqrt(Q.shape[1])
    weights -= weights.max(axis=1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ V


def run(settings: Settings, say: Say) -> list[Row]:
    """Compare on arrays of random numbers, first of all the results."""
    import numpy as np
    from sympy import MatrixSymbol

    from symattn.language import Attention, dims
    from symattn.numeric import evaluate

    r, n, ell, d = dims("r n ell d")
    symbols = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    attention = Attention(*symbols)
    random = np.random.default_rng(0)
    rows = []
    for size in (*settings.few_rows, settings.array_rows):
        arrays = [random.standard_normal((size, WIDTH)) for _ in symbols]
        values = dict(zip(symbols, arrays, strict=True))
        if not np.allclose(evaluate(attention, values), by_hand(*arrays), rtol=1e-12, atol=1e-12):
            raise RuntimeError("evaluate and the formula written by hand differ")
        say(f"attention of {size}×{WIDTH} arrays")
        large = size == settings.array_rows
        ours, theirs = interleaved(
            settings.array_repetitions if large else settings.calls,
            [partial(seconds, partial(evaluate, attention, values)), partial(seconds, partial(by_hand, *arrays))],
        )
        what, detail = f"evaluate, n = {size}, width {WIDTH}", f"{duration(ours)} : {duration(theirs)}"
        bound = 1.15 if large else None
        rows.append(Row(what, "NumPy by hand, same stable softmax", ours / theirs, detail, at_most=bound))
    return rows
