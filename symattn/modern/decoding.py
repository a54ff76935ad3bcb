"""Decoding: one query on a cache of keys and values, a chunk of queries on it, and a cache in pages.

Sources: [Shazeer] N. Shazeer, *Fast Transformer Decoding* (2019).  [Pope] R. Pope et al., *Efficiently Scaling
Transformer Inference* (2022).  [Agrawal] A. Agrawal et al., *Sarathi* (2023).  [Kwon] W. Kwon et al., *PagedAttention*
(2023).
"""

from __future__ import annotations

from typing import Any

from sympy import BlockMatrix, Expr, Identity, KroneckerProduct, MatrixSymbol

from symattn import Attention, BottomRightCausalMask, CausalMask, PermutationSymbol, define, dims

__all__ = ["CachedAttention", "CausalAttention", "ChunkedPrefill", "PagedAttention"]

n, c, k, ell, d, H, b = dims("n c k ell d H b")
Q, K, V = MatrixSymbol("Q", n, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
q, key, value = MatrixSymbol("q", 1, ell), MatrixSymbol("k", 1, ell), MatrixSymbol("v", 1, d)
K_c, V_c = MatrixSymbol("K_c", c, ell), MatrixSymbol("V_c", c, d)  # the cache
Q_k, K_k, V_k = MatrixSymbol("Q_k", k, ell), MatrixSymbol("K_k", k, ell), MatrixSymbol("V_k", k, d)  # a chunk
K_p, V_p, sigma = MatrixSymbol("K_p", H * b, ell), MatrixSymbol("V_p", H * b, d), PermutationSymbol("sigma", H)


@define(Q, K, V, latex=r"\operatorname{causal}", source="[Shazeer, §2.3]")
def CausalAttention(Q: Any, K: Any, V: Any) -> Expr:
    """Form causal attention of n tokens to each other."""
    return Attention(Q, K, V, CausalMask(n))


@define(q, K_c, key, V_c, value, latex=r"\operatorname{decode}", source="[Shazeer, §2.3], [Pope, §2]")
def CachedAttention(q: Any, K_c: Any, key: Any, V_c: Any, value: Any) -> Expr:
    """Attend with the newest query to the cache and the newest key and value, without a mask."""
    return Attention(q, BlockMatrix([[K_c], [key]]), BlockMatrix([[V_c], [value]]))


@define(Q_k, K_c, K_k, V_c, V_k, latex=r"\operatorname{prefill}", source="[Agrawal, §4.1]")
def ChunkedPrefill(Q_k: Any, K_c: Any, K_k: Any, V_c: Any, V_k: Any) -> Expr:
    """Attend with a chunk of k queries to the cache and to the chunk, under the bottom-right mask."""
    keys, values = BlockMatrix([[K_c], [K_k]]), BlockMatrix([[V_c], [V_k]])
    return Attention(Q_k, keys, values, BottomRightCausalMask(k, c + k))


@define(q, sigma, K_p, V_p, latex=r"\operatorname{paged}", source="[Kwon, (4)]")
def PagedAttention(q: Any, sigma: Any, K_p: Any, V_p: Any) -> Expr:
    """Attend to H pages of b tokens each that lie in any order: page h of the sequence is page σ(h) of the memory."""
    table = KroneckerProduct(sigma.T, Identity(b))
    return Attention(q, table * K_p, table * V_p)
