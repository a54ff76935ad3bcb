"""Attention that sees a window, its own block, or what a rule shows, and how far layers of windows see.

Sources: [Beltagy] I. Beltagy, M. Peters, A. Cohan, *Longformer* (2020).  [Jiang] A. Jiang et al., *Mistral 7B* (2023).
[Child] R. Child et al., *Generating Long Sequences with Sparse Transformers* (2019).
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, MatrixSymbol

from symattn import Attention, BlockDiagonalMask, SlidingWindowMask, define, dims

__all__ = ["BlockAttention", "WindowAttention"]

n, w, ell, d = dims("n w ell d")
Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)


@define(Q, K, V, w, latex=r"\operatorname{window}", source="[Jiang, §2], [Beltagy, §3.1]")
def WindowAttention(Q: Any, K: Any, V: Any, w: Any) -> Expr:
    """Form causal attention to the last w keys, the query's own among them."""
    return Attention(Q, K, V, SlidingWindowMask(n, w))


@define(Q, K, V, w, latex=r"\operatorname{block}", source="[Child, §4.2]")
def BlockAttention(Q: Any, K: Any, V: Any, w: Any) -> Expr:
    """Form attention of each query to the keys of its own block of w."""
    return Attention(Q, K, V, BlockDiagonalMask(n, w))
