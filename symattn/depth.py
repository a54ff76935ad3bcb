"""Room for deep recursion: the walks of SymPy and of the prover follow deep compositions, call by call."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

DEPTH = 10_000  # nested calls, about two thousand layers; the C stack of 8 MB holds no more than 15,000
TOO_DEEP = "(nested too deeply to be shown)"


@contextmanager
def deep() -> Iterator[None]:
    """Allow deeper recursion than Python does by itself, for the length of a with-block."""
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(max(depth, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(depth)
