"""Attention that sees a window of keys.

Sources: [Beltagy] I. Beltagy, M. Peters, A. Cohan, *Longformer* (2020).  [Jiang] A. Jiang et al., *Mistral 7B* (2023).
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, MatrixSymbol

from symattn import Attention, SlidingWindowMask, define, dims

__all__ = ["WindowAttention"]

n, w, ell, d = dims("n w ell d")
Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)


@define(Q, K, V, w, latex=r"\operatorname{window}", source="[Jiang, §2], [Beltagy, §3.1]")
def WindowAttention(Q: Any, K: Any, V: Any, w: Any) -> Expr:
    """Form causal attention to the last w keys, the query's own among them."""
    return Attention(Q, K, V, SlidingWindowMask(n, w))
