"""Variants of the softmax in attention: a null key, sinks, sigmoids, differences, cosines, caps, temperature.

Sources: [Miller] E. Miller, *Attention Is Off By One*, 2023.  [Xiao] G. Xiao et al., *Efficient Streaming Language
Models with Attention Sinks*, arXiv 2309.17453.  [Ramapuram] J. Ramapuram et al., *Theory, Analysis, and Best
Practices for Sigmoid Self-Attention*, arXiv 2409.04431.  [Ye] T. Ye et al., *Differential Transformer*, arXiv
2410.05258. [Henry] A. Henry et al., *Query-Key Normalization for Transformers*, arXiv 2010.04245.  [Gemma] *Gemma 2*,
arXiv 2408.00118.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, MatrixSymbol, Symbol, exp, sqrt, tanh

from symattn import RowSoftmax, define, dims, from_entries, sum_over

__all__ = [
    "CosineAttention",
    "DifferentialAttention",
    "SigmoidAttention",
    "SinkSoftmax",
    "SoftCap",
    "SoftmaxOne",
    "UnitRows",
]

r, n, ell, d = dims("r n ell d")
A = MatrixSymbol("A", r, n)
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
x, z, b, g, lam = (Symbol(name, real=True) for name in ("x", "z", "b", "g", "lambda"))
c = Symbol("c", positive=True)


@define(A, latex=r"\operatorname{SoftMax}_{1}", source="Miller 2023: softmax-off-by-one")
def SoftmaxOne(A: Any) -> Expr:
    """Apply exp(A_ji) / (1 + Σ_s exp(A_js)) to each row of a matrix of scores: its weights may all be small."""
    return from_entries(r, n, lambda i, j: exp(A[i, j]) / (1 + sum_over(n, lambda s: exp(A[i, s]))))


@define(
    A, z, latex=r"\operatorname{SoftMax}_{\text{sink}}", source="OpenAI 2025, gpt-oss: a learned logit for each head"
)
def SinkSoftmax(A: Any, z: Any) -> Expr:
    """Apply exp(A_ji) / (e^z + Σ_s exp(A_js)) to each row of a matrix of scores: z is the logit of a sink."""
    return from_entries(r, n, lambda i, j: exp(A[i, j]) / (exp(z) + sum_over(n, lambda s: exp(A[i, s]))))


@define(Q, K, V, b, source="Ramapuram et al. 2024, eq. 3")
def SigmoidAttention(Q: Any, K: Any, V: Any, b: Any) -> Expr:
    """Attend with the weights σ(q·k/√ℓ + b): each key by itself, in place of the softmax."""
    return from_entries(r, n, lambda i, j: 1 / (1 + exp(-((Q * K.T)[i, j] / sqrt(ell) + b)))) * V


Q_1, K_1 = MatrixSymbol("Q_1", r, ell), MatrixSymbol("K_1", n, ell)
Q_2, K_2 = MatrixSymbol("Q_2", r, ell), MatrixSymbol("K_2", n, ell)


@define(Q_1, K_1, Q_2, K_2, V, lam, latex=r"\operatorname{DiffAttn}", source="Ye et al. 2024, eq. 1")
def DifferentialAttention(Q_1: Any, K_1: Any, Q_2: Any, K_2: Any, V: Any, lam: Any) -> Expr:
    """Attend with the difference of two softmaxes: (softmax(Q₁K₁ᵀ/√ℓ) − λ softmax(Q₂K₂ᵀ/√ℓ)) V."""
    return (RowSoftmax(Q_1 * K_1.T / sqrt(ell)) - lam * RowSoftmax(Q_2 * K_2.T / sqrt(ell))) * V


@define(A, latex=r"\operatorname{unit}", source="Henry et al. 2020, eq. 2")
def UnitRows(A: Any) -> Expr:
    """Divide each row of a matrix by its Euclidean norm; a row of zeros has none."""
    return from_entries(r, n, lambda i, j: A[i, j] / sqrt(sum_over(n, lambda s: A[i, s] ** 2)))


@define(Q, K, V, g, source="Henry et al. 2020, eq. 3")
def CosineAttention(Q: Any, K: Any, V: Any, g: Any) -> Expr:
    """Attend with the cosines of queries and keys, times a learned g in place of 1/√ℓ."""
    return RowSoftmax(g * UnitRows(Q) * UnitRows(K).T) * V


@define(x, c, latex=r"\operatorname{cap}", source="Gemma 2 2024, §2: logits ← soft_cap · tanh(logits/soft_cap)")
def SoftCap(x: Any, c: Any) -> Expr:
    """Take c tanh(x/c), which lies between −c and c and is nearly x for a small x."""
    return c * tanh(x / c)
