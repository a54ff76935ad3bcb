"""Allow deep recursion, which SymPy and the prover need for deeply nested expressions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DEPTH = 10_000  # nested calls, about two thousand layers; the C stack of 8 MB holds no more than 15,000
MANY = 500  # layers of an expression as it is written that are worth counting to a reader
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


def too_deep(*expressions: Any) -> str:
    """Say which expression is nested more deeply than can be followed: its outermost operators, and how deep it goes.

    No call is nested in this, so that it can be said of what nothing else can walk through.

    >>> from sympy import Symbol, exp
    >>> too_deep(exp(exp(Symbol("x"))))
    'exp(exp(x)) comes down to too many layers; name an inner part by a symbol, and prove what it needs as a lemma'
    """
    depths = [_depth(each) for each in expressions]
    deepest = max(depths)
    head = _head(expressions[depths.index(deepest)])
    mend = "name an inner part by a symbol, and prove what it needs as a lemma"
    what = f"is nested too deeply ({deepest:,} layers)" if deepest > MANY else "comes down to too many layers"
    return f"{head} {what}; {mend}"


def _depth(expression: Any) -> int:
    """Count the layers of an expression, each shared part once."""
    depths: dict[int, int] = {}
    waiting = [expression]
    while waiting:
        node = waiting[-1]
        below = [part for part in getattr(node, "args", ()) if id(part) not in depths]
        if below:
            waiting.extend(below)
            continue
        depths[id(node)] = 1 + max((depths[id(part)] for part in getattr(node, "args", ())), default=0)
        waiting.pop()
    return depths[id(expression)]


def _head(expression: Any, layers: int = 3) -> str:
    """Write the outermost operators of an expression, with … for what is further down."""
    arguments = getattr(expression, "args", ())
    name = type(expression).__name__
    if not arguments or name.endswith("Symbol"):
        return str(expression)
    inner = ", ".join(_head(part, layers - 1) for part in arguments) if layers > 1 else "…"
    return f"{getattr(expression, 'func', type(expression)).__name__}({inner})"
