"""Evaluation over arrays: symattn's `evaluate` of attention against the same formula written by hand in NumPy.

Large arrays show the arithmetic, few rows what a call costs beside it: the same expression at arrays of the same shape,
again and again, as a user evaluates it in a loop.  Where PyTorch is installed, its own attention is the peer for many
rows of its tensors, in time on one thread and in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time
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
        bound = 2 if size < 100 else 1.15
        rows.append(Row(what, "NumPy by hand, same stable softmax", ours / theirs, detail, at_most=bound))
    return rows + beside_pytorch(settings, say)


def beside_pytorch(settings: Settings, say: Say) -> list[Row]:
    """Compare on PyTorch's tensors with its own attention, both on one thread; no row where it is not installed."""
    try:
        import torch
    except ImportError:
        return []
    from sympy import MatrixSymbol

    from symattn.language import Attention, dims
    from symattn.numeric import evaluate

    n, ell, d = dims("n ell d")
    Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(settings.tensor_rows, WIDTH, generator=generator) for _ in range(3))

    def ours() -> Any:
        return evaluate(Attention(Q, K, V), {Q: q, K: k, V: v})

    def theirs() -> Any:
        return torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None])[0]

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        if not torch.allclose(ours(), theirs(), rtol=1e-4, atol=1e-5):
            raise RuntimeError("evaluate and PyTorch's attention differ")
        say(f"attention of {settings.tensor_rows}×{WIDTH} tensors")
        first, second = interleaved(
            settings.repetitions, [partial(processor_seconds, ours), partial(processor_seconds, theirs)]
        )
    finally:
        torch.set_num_threads(threads)
    what, peer = f"evaluate, n = {settings.tensor_rows}, PyTorch's tensors", "scaled_dot_product_attention"
    taken, inputs = largest_allocation(ours), 4 * 3 * settings.tensor_rows * WIDTH
    return [
        Row(f"{what}, one thread", peer, first / second, f"{duration(first)} : {duration(second)}", at_most=1.5),
        Row(
            f"{what}, largest memory", "its inputs", taken / inputs, f"{taken / 2**20:.3g} MB : {inputs / 2**20:.3g} MB"
        ),
    ]


def processor_seconds(action: Callable[[], Any]) -> float:
    """Return how long one call keeps a processor."""
    start = process_time()
    action()
    return process_time() - start


def largest_allocation(action: Callable[[], Any]) -> float:
    """Return the largest number of bytes that tensors made during a call held at once."""
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as record:
        action()
    held = largest = 0
    for event in sorted(record.profiler.kineto_results.events(), key=lambda event: event.start_ns()):
        if event.name() == "[memory]":
            held += event.nbytes()
            largest = max(largest, held)
    return float(largest)
