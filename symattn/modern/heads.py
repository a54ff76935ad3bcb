"""Heads: grouped and multi-query attention, latent attention, low-rank adapters.

Sources: [Shazeer] N. Shazeer, *Fast Transformer Decoding: One Write-Head is All You Need*, arXiv 1911.02150.
[Ainslie] J. Ainslie et al., *GQA*, arXiv 2305.13245.  [DeepSeek] DeepSeek-AI, *DeepSeek-V2*, arXiv 2405.04434.
[Hu] E. Hu et al., *LoRA*, arXiv 2106.09685.
"""

from __future__ import annotations

from typing import Any

from sympy import BlockMatrix, Expr, Idx, MatrixSymbol, Symbol

from symattn import (
    Attention,
    HeadBlock,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    MatrixFamily,
    define,
    dims,
)

__all__ = [
    "GroupedQueryAttention",
    "LatentAttention",
    "LoRA",
    "MultiQueryAttention",
    "RepeatedHeads",
    "TiledHeads",
]

n, r, ell, d, e, p, q, c, G, H = dims("n r ell d e p q c G H")
X = MatrixSymbol("X", n, d)
W_Q, W_O = MatrixFamily("W_Q", G, d, H * p), MatrixFamily("W_O", G, H * p, d)
W_K, W_V = MatrixFamily("W_K", G, d, p), MatrixFamily("W_V", G, d, p)


@define(X, W_Q, W_K, W_V, W_O, source="Ainslie et al. 2023, fig. 2")
def GroupedQueryAttention(X: Any, W_Q: Any, W_K: Any, W_V: Any, W_O: Any) -> Expr:
    """Attend with G groups of H query heads each; the heads of group g share the keys X W_K[g] and the values X W_V[g].

    The query weights of a group stand side by side in W_Q[g], d×(Hp), its output weights below each other in W_O[g].
    """
    g, h = Idx("g", G), Idx("h", H)
    head = Attention(X * HeadBlock(W_Q[g].T, h, H).T, X * W_K[g], X * W_V[g]) * HeadBlock(W_O[g], h, H)
    return HeadSum(HeadFamily(HeadSum(HeadFamily(head, h)), g))


Q: Any = MatrixFamily("Q", H, r, ell)
K, V = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)


@define(Q, K, V, source="Shazeer 2019, §3")
def MultiQueryAttention(Q: Any, K: Any, V: Any) -> Expr:
    """Put the H heads Attention(Q[h], K, V), which share their keys and values, beside each other: r×(Hd)."""
    h = Idx("h", H)
    return HeadConcat(Attention(Q[h], K, V), h)


heads = MatrixFamily("K", G, n, ell)


@define(heads, H, source="torch.repeat_interleave over the heads, as in scaled_dot_product_attention(enable_gqa=True)")
def RepeatedHeads(K: Any, H: Any) -> Expr:
    """Stack each of the G heads H times before the next comes: K₀, …, K₀, K₁, …, K₁, …, (GHn)×ℓ."""
    g, h = Idx("g", G), Idx("h", H)
    return HeadStack(HeadStack(K[g], h), g)


@define(heads, H, source="torch.Tensor.repeat over the heads")
def TiledHeads(K: Any, H: Any) -> Expr:
    """Stack all G heads H times: K₀, …, K_(G−1), K₀, …, K_(G−1), …, (HGn)×ℓ. Not what grouped queries need."""
    g, h = Idx("g", G), Idx("h", H)
    return HeadStack(HeadStack(K[g], g), h)


Q_C, Q_R = MatrixFamily("Q_C", H, r, ell), MatrixFamily("Q_R", H, r, p)
C, K_R = MatrixSymbol("C", n, c), MatrixSymbol("K_R", n, p)
W_UK, W_UV, W = MatrixFamily("W_UK", H, c, ell), MatrixFamily("W_UV", H, c, q), MatrixSymbol("W_O", H * q, e)


@define(Q_C, Q_R, C, K_R, W_UK, W_UV, W, source="DeepSeek-V2 2024, eq. 41–47")
def LatentAttention(Q_C: Any, Q_R: Any, C: Any, K_R: Any, W_UK: Any, W_UV: Any, W_O: Any) -> Expr:
    """Attend with H heads whose keys and values are made of one latent C, n×c: keys [C W_UK[h], K_R], values C W_UV[h].

    Q_R and K_R are the queries and keys that carry positions, already rotated; the heads side by side times W_O.
    """
    h = Idx("h", H)
    query, key = BlockMatrix([[Q_C[h], Q_R[h]]]), BlockMatrix([[C * W_UK[h], K_R]])
    return HeadConcat(Attention(query, key, C * W_UV[h]), h) * W_O


W_0, B, A = MatrixSymbol("W_0", d, e), MatrixSymbol("B", d, r), MatrixSymbol("A", r, e)
alpha = Symbol("alpha", real=True)


@define(W_0, B, A, alpha, source="Hu et al. 2021, eq. 3 and §4.1")
def LoRA(W_0: Any, B: Any, A: Any, alpha: Any) -> Expr:
    """Adapt a weight by a product of rank r: W₀ + (α/r) B A."""
    return W_0 + alpha / r * B * A
