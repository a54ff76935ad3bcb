"""A word made by ``define`` against the same expression spelled out, each pair in processes of their own.

The statement is that rows may be permuted before or after they are normalised. A word has its definedness proved once,
and its definition elaborated once, so that it gains where it occurs more than once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sympy import MatrixSymbol, Symbol, sqrt

from benchmarks.measure import Row, Say, Settings, cold_seconds, duration, fresh, interleaved
from symattn import PermutationSymbol, decide, define, dims, from_entries, sum_over


def run(settings: Settings, say: Say) -> list[Row]:
    """Take the medians of first decisions in fresh processes, word and expression in turn."""
    rows = []
    for times, called, bound in (("1", "once", 1.2), ("3", "three times", 1.0)):
        say(f"a word that occurs {called} on each side, and its expression")
        pair = [partial(fresh, cold_seconds, f"words:{kind}", times) for kind in ("word", "spelled_out")]
        ours, theirs = interleaved(settings.slow_repetitions, pair)
        detail = f"{duration(ours)} : {duration(theirs)}"
        rows.append(Row(f"a word {called}, cold", "spelled out", ours / theirs, detail, at_most=bound))
    return rows


def word(suffix: str, times: str) -> None:
    """Decide the statement about a word."""
    n, d = dims("n d")
    X, eps = MatrixSymbol("X", n, d), Symbol("epsilon", positive=True)
    _decided(define("RMSNorm", (X, eps), _normalised(X, eps)), int(times))


def spelled_out(suffix: str, times: str) -> None:
    """Decide the statement about the expression."""
    _decided(_normalised, int(times))


def _normalised(X: Any, eps: Any) -> Any:
    n, d = X.shape
    return from_entries(n, d, lambda i, j: X[i, j] / sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d + eps))


def _decided(norm: Callable[[Any, Any], Any], times: int) -> None:
    n, d = dims("n d")
    X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    before, after = sigma * X, X
    left, right = norm(before, 1), norm(after, 1)
    for eps in range(2, times + 1):
        left, right = left + norm(before, eps), right + norm(after, eps)
    verdict = decide(left, sigma * right)
    if verdict.status != "proved":
        raise ValueError(str(verdict))
