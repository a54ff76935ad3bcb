"""Transformer blocks: feed-forward layers, pre-norm blocks of attention and a gated layer.

Sources: [Vaswani] A. Vaswani et al., *Attention Is All You Need*, arXiv 1706.03762.  [Shazeer] N. Shazeer, *GLU
Variants Improve Transformer*, arXiv 2002.05202.  [Touvron] H. Touvron et al., *LLaMA*, arXiv 2302.13971.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, HadamardProduct, MatrixSymbol, OneMatrix, Symbol

from symattn import ReLU, SelfAttention, SiLU, define, dims
from symattn.modern.normalisation import RMSNorm

__all__ = ["FeedForward", "GatedFeedForward", "TransformerBlock"]

n, d, e, p = dims("n d e p")
X = MatrixSymbol("X", n, d)
W_1, W_2, W_3 = MatrixSymbol("W_1", d, e), MatrixSymbol("W_2", e, d), MatrixSymbol("W_3", d, e)
b_1, b_2 = MatrixSymbol("b_1", 1, e), MatrixSymbol("b_2", 1, d)


@define(X, W_1, b_1, W_2, b_2, latex=r"\operatorname{FFN}", source="Vaswani et al. 2017, eq. 2")
def FeedForward(X: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Expr:
    """Apply max(0, x W₁ + b₁) W₂ + b₂ to each token."""
    return (X * W_1 + OneMatrix(n, 1) * b_1).applyfunc(ReLU) * W_2 + OneMatrix(n, 1) * b_2


@define(X, W_1, W_3, W_2, latex=r"\operatorname{FFN}_{\text{SwiGLU}}", source="Shazeer 2020, eq. 6")
def GatedFeedForward(X: Any, W_1: Any, W_3: Any, W_2: Any) -> Expr:
    """Apply (SiLU(x W₁) ∘ x W₃) W₂ to each token: W₁ makes the gate."""
    return HadamardProduct((X * W_1).applyfunc(SiLU), X * W_3) * W_2


S_Q, S_K = MatrixSymbol("S_Q", d, p), MatrixSymbol("S_K", d, p)
S_V = MatrixSymbol("S_V", d, d)
eps = Symbol("epsilon", positive=True)


@define(
    X, S_Q, S_K, S_V, W_1, W_3, W_2, eps, latex=r"\operatorname{Block}", source="Touvron et al. 2023, §2.2: pre-norm"
)
def TransformerBlock(X: Any, S_Q: Any, S_K: Any, S_V: Any, W_1: Any, W_3: Any, W_2: Any, eps: Any) -> Expr:
    """Add self-attention of the normalised tokens, then the gated layer of the normalised sum; S_V has W_O in it."""
    Y = X + SelfAttention(RMSNorm(X, eps), S_Q, S_K, S_V)
    return Y + GatedFeedForward(RMSNorm(Y, eps), W_1, W_3, W_2)
