"""Softmax with a reference that is taken off the scores, the state (m, ℓ, O) of a block of keys, and how states merge.

Sources: [Milakov] M. Milakov, N. Gimelshein, *Online normalizer calculation for softmax* (2018).  [Dao] T. Dao, D. Fu,
S. Ermon, A. Rudra, C. Ré, *FlashAttention* (2022).  [Ye] Z. Ye et al., *FlashInfer* (2025).
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, MatrixSymbol, Max, exp, log

from symattn import RowMax, define, dims, from_entries, sum_over

__all__ = [
    "MergedLSE",
    "MergedMax",
    "MergedNormaliser",
    "MergedOutput",
    "MergedOutputByLSE",
    "MergedSum",
    "Normaliser",
    "SafeSoftmax",
    "SoftmaxFrom",
    "WeightedSum",
]

r, n, d = dims("r n d")
S, V, c = MatrixSymbol("S", r, n), MatrixSymbol("V", n, d), MatrixSymbol("c", r, 1)
m_1, m_2, l_1, l_2 = (MatrixSymbol(name, r, 1) for name in ("m_1", "m_2", "l_1", "l_2"))
O_1, O_2 = MatrixSymbol("O_1", r, d), MatrixSymbol("O_2", r, d)


@define(S, c, latex=r"\operatorname{softmax}", source="[Milakov, §2] with any reference in place of the maximum")
def SoftmaxFrom(S: Any, c: Any) -> Expr:
    """Take the softmax of each row after a reference c_i is taken off: exp(S_ij − c_i) / Σ_s exp(S_is − c_i)."""
    total = lambda i: sum_over(n, lambda s: exp(S[i, s] - c[i, 0]))  # noqa: E731
    return from_entries(r, n, lambda i, j: exp(S[i, j] - c[i, 0]) / total(i))


@define(S, latex=r"\operatorname{safesoftmax}", source="[Milakov, (3) and Algorithm 2]")
def SafeSoftmax(S: Any) -> Expr:
    """Take the softmax of each row after its maximum is taken off, so that no exponential is above 1."""
    return SoftmaxFrom(S, RowMax(S))


@define(S, c, latex=r"\ell", source="[Milakov, Algorithm 2, line 7], [Dao, §3.1]")
def Normaliser(S: Any, c: Any) -> Expr:
    """Take Σ_s exp(S_is − c_i) of each row, the normaliser from a reference: the ℓ of a state when c is the maximum."""
    return from_entries(r, 1, lambda i, _: sum_over(n, lambda s: exp(S[i, s] - c[i, 0])))


@define(S, V, c, latex=r"\tilde{O}", source="[Dao, Algorithm 1, line 10]")
def WeightedSum(S: Any, V: Any, c: Any) -> Expr:
    """Take Σ_s exp(S_is − c_i) V_sj, the output before it is divided by the normaliser."""
    return from_entries(r, d, lambda i, j: sum_over(n, lambda s: exp(S[i, s] - c[i, 0]) * V[s, j]))


@define(m_1, m_2, latex=r"m", source="[Milakov, (4)], [Dao, Algorithm 1, line 11]")
def MergedMax(m_1: Any, m_2: Any) -> Expr:
    """Take the larger of two references in each row, as ⊕ does."""
    return from_entries(r, 1, lambda i, _: Max(m_1[i, 0], m_2[i, 0]))


@define(m_1, l_1, m_2, l_2, latex=r"\ell", source="[Milakov, (4)], [Dao, Algorithm 1, line 11]")
def MergedNormaliser(m_1: Any, l_1: Any, m_2: Any, l_2: Any) -> Expr:
    """Add two normalisers after each is rescaled to the larger reference m: exp(m_1 − m) l_1 + exp(m_2 − m) l_2."""
    m = MergedMax(m_1, m_2)
    return from_entries(r, 1, lambda i, _: exp(m_1[i, 0] - m[i, 0]) * l_1[i, 0] + exp(m_2[i, 0] - m[i, 0]) * l_2[i, 0])


@define(m_1, O_1, m_2, O_2, latex=r"\tilde{O}", source="[Dao, Algorithm 1, line 12], before the division")
def MergedSum(m_1: Any, O_1: Any, m_2: Any, O_2: Any) -> Expr:
    """Add two weighted sums after each is rescaled to the larger reference m: exp(m_1 − m) O_1 + exp(m_2 − m) O_2."""
    m = MergedMax(m_1, m_2)
    return from_entries(r, d, lambda i, j: exp(m_1[i, 0] - m[i, 0]) * O_1[i, j] + exp(m_2[i, 0] - m[i, 0]) * O_2[i, j])


@define(m_1, l_1, O_1, m_2, l_2, O_2, latex=r"O", source="[Dao, Algorithm 1, line 12]")
def MergedOutput(m_1: Any, l_1: Any, O_1: Any, m_2: Any, l_2: Any, O_2: Any) -> Expr:
    """Merge two normalised outputs by their states: (exp(m_1 − m) l_1 O_1 + exp(m_2 − m) l_2 O_2) / l."""
    m, new = MergedMax(m_1, m_2), MergedNormaliser(m_1, l_1, m_2, l_2)

    def entry(i: Any, j: Any) -> Expr:
        first = exp(m_1[i, 0] - m[i, 0]) * l_1[i, 0] * O_1[i, j]
        return (first + exp(m_2[i, 0] - m[i, 0]) * l_2[i, 0] * O_2[i, j]) / new[i, 0]

    return from_entries(r, d, entry)


@define(l_1, l_2, latex=r"\operatorname{lse}", source="[Ye, §2.2]")
def MergedLSE(l_1: Any, l_2: Any) -> Expr:
    """Merge two logarithms of normalisers: log(exp(l_1) + exp(l_2))."""
    return from_entries(r, 1, lambda i, _: log(exp(l_1[i, 0]) + exp(l_2[i, 0])))


@define(O_1, l_1, O_2, l_2, latex=r"O", source="[Ye, §2.2]")
def MergedOutputByLSE(O_1: Any, l_1: Any, O_2: Any, l_2: Any) -> Expr:
    """Merge two outputs by the logarithms of their normalisers: exp(l_1 − l) O_1 + exp(l_2 − l) O_2 with l merged."""
    new = MergedLSE(l_1, l_2)
    return from_entries(
        r, d, lambda i, j: exp(l_1[i, 0] - new[i, 0]) * O_1[i, j] + exp(l_2[i, 0] - new[i, 0]) * O_2[i, j]
    )
