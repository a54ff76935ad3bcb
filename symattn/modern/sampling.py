"""Speculative decoding: what a draft distribution q and a target p give together.

Sources: [Leviathan] Y. Leviathan, M. Kalman, Y. Matias, *Fast Inference from Transformers via Speculative
Decoding* (2023).
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, MatrixSymbol, Max, Min

from symattn import define, dims, from_entries, sum_over

__all__ = ["Accepted", "Residual", "SpeculativeSample"]

n = dims("n")
p, q = MatrixSymbol("p", 1, n), MatrixSymbol("q", 1, n)


@define(p, q, latex=r"\beta", source="[Leviathan, Theorem 3.5]")
def Accepted(p: Any, q: Any) -> Expr:
    """Take Σ_k min(p_k, q_k), the probability that a draft is accepted."""
    return sum_over(n, lambda k: Min(p[0, k], q[0, k]))


@define(p, q, latex=r"\rho", source="[Leviathan, §2.3]")
def Residual(p: Any, q: Any) -> Expr:
    """Take Σ_k max(0, p_k − q_k), by which what is drawn after a rejection is normalised."""
    return sum_over(n, lambda k: Max(0, p[0, k] - q[0, k]))


@define(p, q, latex=r"\operatorname{speculate}", source="[Leviathan, A.1]")
def SpeculativeSample(p: Any, q: Any) -> Expr:
    """Give the distribution of an accepted draft or, after a rejection, of a draw from max(0, p − q) normalised."""

    def entry(_: Any, k: Any) -> Expr:
        rejected = (1 - Accepted(p, q)) * Max(0, p[0, k] - q[0, k]) / Residual(p, q)
        return Min(p[0, k], q[0, k]) + rejected

    return from_entries(1, n, entry)
