"""FlashAttention in tiles: the forward pass, the statistic L that it stores, and the backward pass from it.

The keys and values come in H tiles of b rows, as families K and V; the queries Q are one tile of r rows.

Sources: [Dao] T. Dao, D. Fu, S. Ermon, A. Rudra, C. Ré, *FlashAttention* (2022).  [Dao2] T. Dao, *FlashAttention-2*
(2023).
"""

from __future__ import annotations

from typing import Any

from sympy import DiagMatrix, Expr, HadamardPower, HadamardProduct, Idx, MatrixSymbol, OneMatrix, exp, log, sqrt

from symattn import HeadConcat, HeadFamily, HeadSum, MatrixFamily, RowMax, RowSum, define, dims
from symattn.modern.softmax import Normaliser, WeightedSum

__all__ = [
    "FlashAttention",
    "FlashDelta",
    "FlashKeyGradient",
    "FlashLogSumExp",
    "FlashMaximum",
    "FlashNormaliser",
    "FlashQueryGradient",
    "FlashScoreGradient",
    "FlashSum",
    "FlashValueGradient",
    "FlashWeights",
    "TileScores",
]

r, b, ell, d, H = dims("r b ell d H")
Q, dO, O = MatrixSymbol("Q", r, ell), MatrixSymbol("dO", r, d), MatrixSymbol("O", r, d)
K, V = MatrixFamily("K", H, b, ell), MatrixFamily("V", H, b, d)
K_j, V_j = MatrixSymbol("K_j", b, ell), MatrixSymbol("V_j", b, d)
L, D = MatrixSymbol("L", r, 1), MatrixSymbol("D", r, 1)
h = Idx("h", H)


def _sum(tile: Any) -> Expr:
    """Σ_h of what is said of tile h."""
    return HeadSum(HeadFamily(tile, h))


def _rescale(Q: Any, K: Any) -> Expr:
    """diag(exp(m_h − m)), which rescales tile h from its own maxima to those of all tiles."""
    return DiagMatrix((RowMax(TileScores(Q, K[h])) - FlashMaximum(Q, K)).applyfunc(exp))


@define(Q, K_j, latex="S", source="[Dao2, Algorithm 1, line 8], with the scale")
def TileScores(Q: Any, K_j: Any) -> Expr:
    """Take the scores of a tile of queries and one of keys: Q K_jᵀ/√ℓ."""
    return Q * K_j.T / sqrt(ell)


@define(Q, K, latex="m", source="[Dao2, Algorithm 1, line 9]")
def FlashMaximum(Q: Any, K: Any) -> Expr:
    """Take the largest score of each query over all tiles."""
    return RowMax(HeadConcat(HeadFamily(TileScores(Q, K[h]), h)))


@define(Q, K, latex=r"\ell", source="[Dao2, Algorithm 1, line 9]")
def FlashNormaliser(Q: Any, K: Any) -> Expr:
    """Add the normalisers of the tiles, each rescaled: Σ_h diag(exp(m_h − m)) rowsum(exp(S_h − m_h))."""
    return _sum(_rescale(Q, K) * Normaliser(TileScores(Q, K[h]), RowMax(TileScores(Q, K[h]))))


@define(Q, K, V, latex=r"\tilde{O}", source="[Dao2, Algorithm 1, line 10]")
def FlashSum(Q: Any, K: Any, V: Any) -> Expr:
    """Add the weighted sums of the tiles, each rescaled: Σ_h diag(exp(m_h − m)) exp(S_h − m_h) V_h."""
    return _sum(_rescale(Q, K) * WeightedSum(TileScores(Q, K[h]), V[h], RowMax(TileScores(Q, K[h]))))


@define(Q, K, V, latex=r"\operatorname{Flash}", source="[Dao2, Algorithm 1, line 12]")
def FlashAttention(Q: Any, K: Any, V: Any) -> Expr:
    """Form the output of a tile of queries from tiles of keys and values: diag(ℓ)⁻¹ Õ."""
    return DiagMatrix(HadamardPower(FlashNormaliser(Q, K), -1)) * FlashSum(Q, K, V)


@define(Q, K, latex="L", source="[Dao2, Algorithm 1, line 13]")
def FlashLogSumExp(Q: Any, K: Any) -> Expr:
    """Take the statistic that the forward pass stores: L = m + log ℓ."""
    return FlashMaximum(Q, K) + FlashNormaliser(Q, K).applyfunc(log)


@define(Q, K_j, L, latex="P", source="[Dao2, Algorithm 2, line 11]")
def FlashWeights(Q: Any, K_j: Any, L: Any) -> Expr:
    """Compute the weights of a tile anew from the stored L: exp(Q K_jᵀ/√ℓ − L)."""
    return (TileScores(Q, K_j) - L * OneMatrix(1, b)).applyfunc(exp)


@define(dO, O, latex="D", source="[Dao2, Algorithm 2, line 4], [Dao, B.2, (4)]")
def FlashDelta(dO: Any, O: Any) -> Expr:
    """Take rowsum(dO ∘ O), all that the gradient by a tile of scores needs to know of the other tiles."""
    return RowSum(HadamardProduct(dO, O))


@define(Q, K_j, V_j, dO, L, D, latex="dS", source="[Dao2, Algorithm 2, lines 13–14]")
def FlashScoreGradient(Q: Any, K_j: Any, V_j: Any, dO: Any, L: Any, D: Any) -> Expr:
    """Form the gradient by a tile of scores: P ∘ (dO V_jᵀ − D)."""
    return HadamardProduct(FlashWeights(Q, K_j, L), dO * V_j.T - D * OneMatrix(1, b))


@define(Q, K_j, V_j, dO, L, D, latex="dQ", source="[Dao2, Algorithm 2, line 15], with the scale")
def FlashQueryGradient(Q: Any, K_j: Any, V_j: Any, dO: Any, L: Any, D: Any) -> Expr:
    """Form what a tile of keys adds to the gradient by the queries: dS K_j/√ℓ."""
    return FlashScoreGradient(Q, K_j, V_j, dO, L, D) * K_j / sqrt(ell)


@define(Q, K_j, V_j, dO, L, D, latex="dK", source="[Dao2, Algorithm 2, line 16], with the scale")
def FlashKeyGradient(Q: Any, K_j: Any, V_j: Any, dO: Any, L: Any, D: Any) -> Expr:
    """Form the gradient by a tile of keys: dSᵀ Q/√ℓ."""
    return FlashScoreGradient(Q, K_j, V_j, dO, L, D).T * Q / sqrt(ell)


@define(Q, K_j, dO, L, latex="dV", source="[Dao2, Algorithm 2, line 12]")
def FlashValueGradient(Q: Any, K_j: Any, dO: Any, L: Any) -> Expr:
    """Form the gradient by a tile of values: Pᵀ dO."""
    return FlashWeights(Q, K_j, L).T * dO
