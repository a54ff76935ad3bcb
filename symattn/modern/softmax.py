"""Softmax with a reference subtracted from the scores, the state (m, ℓ, O) of a block of keys, and how states merge.

Sources: [Milakov] M. Milakov, N. Gimelshein, *Online normalizer calculation for softmax* (2018).  [Dao] T. Dao, D. Fu,
S. Ermon, A. Rudra, C. Ré, *FlashAttention* (2022).  [Ye] Z. Ye et al., *FlashInfer* (2025).
"""

from __future__ import annotations

from typing import Any

from sympy import DiagMatrix, Expr, HadamardPower, HadamardProduct, MatrixSymbol, Max, OneMatrix, exp, log

from symattn import RowMax, RowSum, define, dims, from_entries

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
m, m_1, m_2 = (MatrixSymbol(name, r, 1) for name in ("m", "m_1", "m_2"))
l, l_1, l_2 = (MatrixSymbol(name, r, 1) for name in ("l", "l_1", "l_2"))
O_1, O_2 = MatrixSymbol("O_1", r, d), MatrixSymbol("O_2", r, d)


def _exponentials(S: Any, c: Any) -> Expr:
    """exp(S_ij − c_i)."""
    return (S - c * OneMatrix(1, n)).applyfunc(exp)


def _factor(old: Any, new: Any) -> Expr:
    """diag(exp(old − new)), which rescales rows to a new reference."""
    return DiagMatrix((old - new).applyfunc(exp))


@define(S, c, latex=r"\ell", source="[Milakov, Algorithm 2, line 7], [Dao, §3.1]")
def Normaliser(S: Any, c: Any) -> Expr:
    """Take Σ_s exp(S_is − c_i) of each row, the normaliser from a reference: the ℓ of a state when c is the maximum."""
    return RowSum(_exponentials(S, c))


@define(S, c, latex=r"\operatorname{softmax}", source="[Milakov, §2] with any reference in place of the maximum")
def SoftmaxFrom(S: Any, c: Any) -> Expr:
    """Take the softmax of each row after a reference c_i is taken off: exp(S_ij − c_i) / Σ_s exp(S_is − c_i)."""
    return HadamardProduct(_exponentials(S, c), HadamardPower(Normaliser(S, c) * OneMatrix(1, n), -1))


@define(S, latex=r"\operatorname{safesoftmax}", source="[Milakov, (3) and Algorithm 2]")
def SafeSoftmax(S: Any) -> Expr:
    """Take the softmax of each row after its maximum is taken off, so that no exponential is above 1."""
    return SoftmaxFrom(S, RowMax(S))


@define(S, V, c, latex=r"\tilde{O}", source="[Dao, Algorithm 1, line 10]")
def WeightedSum(S: Any, V: Any, c: Any) -> Expr:
    """Take Σ_s exp(S_is − c_i) V_sj, the output before it is divided by the normaliser."""
    return _exponentials(S, c) * V


@define(m_1, m_2, latex=r"m", source="[Milakov, (4)], [Dao, Algorithm 1, line 11]")
def MergedMax(m_1: Any, m_2: Any) -> Expr:
    """Take the larger of two references in each row, as ⊕ does."""
    return from_entries(r, 1, lambda i, _: Max(m_1[i, 0], m_2[i, 0]))


@define(m, m_1, l_1, m_2, l_2, latex=r"\ell", source="[Milakov, (4)], [Dao, Algorithm 1, line 11]")
def MergedNormaliser(m: Any, m_1: Any, l_1: Any, m_2: Any, l_2: Any) -> Expr:
    """Add two normalisers after each is rescaled to the new reference m: exp(m_1 − m) l_1 + exp(m_2 − m) l_2."""
    return _factor(m_1, m) * l_1 + _factor(m_2, m) * l_2


@define(m, m_1, O_1, m_2, O_2, latex=r"\tilde{O}", source="[Dao, Algorithm 1, line 12], before the division")
def MergedSum(m: Any, m_1: Any, O_1: Any, m_2: Any, O_2: Any) -> Expr:
    """Add two weighted sums after each is rescaled to the new reference m: exp(m_1 − m) O_1 + exp(m_2 − m) O_2."""
    return _factor(m_1, m) * O_1 + _factor(m_2, m) * O_2


@define(m, l, m_1, l_1, O_1, m_2, l_2, O_2, latex=r"O", source="[Dao, Algorithm 1, line 12]")
def MergedOutput(m: Any, l: Any, m_1: Any, l_1: Any, O_1: Any, m_2: Any, l_2: Any, O_2: Any) -> Expr:
    """Merge two normalised outputs to the new (m, l): (exp(m_1 − m) l_1 O_1 + exp(m_2 − m) l_2 O_2) / l."""
    first, second = DiagMatrix(l_1) * O_1, DiagMatrix(l_2) * O_2
    return DiagMatrix(HadamardPower(l, -1)) * (_factor(m_1, m) * first + _factor(m_2, m) * second)


@define(l_1, l_2, latex=r"\operatorname{lse}", source="[Ye, §2.2]")
def MergedLSE(l_1: Any, l_2: Any) -> Expr:
    """Merge two logarithms of normalisers: log(exp(l_1) + exp(l_2))."""
    return (l_1.applyfunc(exp) + l_2.applyfunc(exp)).applyfunc(log)


@define(O_1, l_1, O_2, l_2, latex=r"O", source="[Ye, §2.2]")
def MergedOutputByLSE(O_1: Any, l_1: Any, O_2: Any, l_2: Any) -> Expr:
    """Merge two outputs by the logarithms of their normalisers: exp(l_1 − l) O_1 + exp(l_2 − l) O_2 with l merged."""
    return _factor(l_1, MergedLSE(l_1, l_2)) * O_1 + _factor(l_2, MergedLSE(l_1, l_2)) * O_2
