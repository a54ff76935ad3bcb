"""Normalisation of tokens: LayerNorm and RMSNorm, with ε under the root as they are run, without as they are printed.

Sources: [Ba] J. L. Ba, J. R. Kiros, G. E. Hinton, *Layer Normalization*, arXiv 1607.06450.  [Zhang] B. Zhang,
R. Sennrich, *Root Mean Square Layer Normalization*, arXiv 1910.07467.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Identity, MatrixSymbol, OneMatrix, Symbol, sqrt

from symattn import define, dims, from_entries, sum_over

__all__ = ["Centring", "LayerNorm", "RMSNorm", "Standardise", "UnitRMS"]

n, d = dims("n d")
X = MatrixSymbol("X", n, d)
gamma, beta = MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
eps = Symbol("epsilon", positive=True)


@define(d, latex=r"C", source="Brody, Alon & Yahav 2023, §2: the projection along 1")
def Centring(d: Any) -> Expr:
    """Make the d×d matrix 1 − 11ᵀ/d, which takes the mean of a row away: row x becomes x − mean(x)."""
    return Identity(d) - OneMatrix(d, d) / d


@define(X, gamma, beta, eps, source="Ba, Kiros & Hinton 2016, eq. 4")
def LayerNorm(X: Any, gamma: Any, beta: Any, eps: Any) -> Expr:
    """Normalise each row of X to mean 0 and variance 1, times the gain γ, plus the bias β: γ (x − μ)/√(σ² + ε) + β."""

    def mean(i: Any) -> Expr:
        return sum_over(d, lambda k: X[i, k]) / d

    def variance(i: Any) -> Expr:
        return sum_over(d, lambda k: (X[i, k] - mean(i)) ** 2) / d

    return from_entries(n, d, lambda i, j: gamma[0, j] * (X[i, j] - mean(i)) / sqrt(variance(i) + eps) + beta[0, j])


@define(X, eps, latex=r"\operatorname{RMS}", source="Zhang & Sennrich 2019, eq. 4")
def RMSNorm(X: Any, eps: Any) -> Expr:
    """Divide each row of X by its root mean square: x/√(mean(x²) + ε). A gain γ is X ↦ RMSNorm(X, ε) diag(γ)."""
    return from_entries(n, d, lambda i, j: X[i, j] / sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d + eps))


@define(X, source="Ba, Kiros & Hinton 2016, eq. 4, as printed, without ε")
def Standardise(X: Any) -> Expr:
    """Normalise each row of X to mean 0 and variance 1, without ε; a row of equal entries has none."""

    def mean(i: Any) -> Expr:
        return sum_over(d, lambda k: X[i, k]) / d

    def variance(i: Any) -> Expr:
        return sum_over(d, lambda k: (X[i, k] - mean(i)) ** 2) / d

    return from_entries(n, d, lambda i, j: (X[i, j] - mean(i)) / sqrt(variance(i)))


@define(X, latex=r"\operatorname{RMS}_{0}", source="Zhang & Sennrich 2019, eq. 4, as printed, without ε")
def UnitRMS(X: Any) -> Expr:
    """Divide each row of X by its root mean square, without ε; a row of zeros has none."""
    return from_entries(n, d, lambda i, j: X[i, j] / sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d))
