"""Linear attention as a recurrence: causal, with decay, with the delta rule, normalised, as a state-space model.

Sources: [Katharopoulos] A. Katharopoulos et al., *Transformers are RNNs*, arXiv 2006.16236.  [Sun] Y. Sun et al.,
*Retentive Network*, arXiv 2307.08621.  [Schlag] I. Schlag, K. Irie, J. Schmidhuber, *Linear Transformers Are Secretly
Fast Weight Programmers*, arXiv 2102.11174.  [Dao] T. Dao, A. Gu, *Transformers are SSMs*, arXiv 2405.21060.

Queries and keys are rows of features, already mapped; states are p×d.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, HadamardProduct, MatrixSymbol, Piecewise, Sum, Symbol, exp

from symattn import define, dims, from_entries, sum_over

__all__ = [
    "CausalLinearAttention",
    "CausalOnes",
    "Decay",
    "DecayedState",
    "DeltaStep",
    "LinearState",
    "NormalizedLinearAttention",
    "Retention",
    "SSMState",
    "ScalarSSM",
    "Semiseparable",
]

n, p, d = dims("n p d")
Q, K, V = MatrixSymbol("Q", n, p), MatrixSymbol("K", n, p), MatrixSymbol("V", n, d)
gamma, beta = Symbol("gamma", positive=True), Symbol("beta", real=True)


@define(n, latex=r"L", source="Katharopoulos et al. 2020, §3.3: the sum goes up to i")
def CausalOnes(n: Any) -> Expr:
    """Make the n×n matrix with 1 where key j is not after query i, 0 elsewhere."""
    return from_entries(n, n, lambda i, j: Piecewise((1, j <= i), (0, True)))


@define(Q, K, V, source="Katharopoulos et al. 2020, eq. 8, without the normaliser")
def CausalLinearAttention(Q: Any, K: Any, V: Any) -> Expr:
    """Attend linearly to the past: row i is Σ_(j ≤ i) (q_i·k_j) v_j."""
    return HadamardProduct(Q * K.T, CausalOnes(n)) * V


@define(K, V, latex=r"S", source="Katharopoulos et al. 2020, eq. 10")
def LinearState(K: Any, V: Any) -> Expr:
    """Sum up k_j v_jᵀ over all tokens: the p×d state after the last one."""
    return K.T * V


@define(Q, K, V, source="Katharopoulos et al. 2020, eq. 8")
def NormalizedLinearAttention(Q: Any, K: Any, V: Any) -> Expr:
    """Attend linearly to the past with weights that sum to 1: row i is Σ_(j ≤ i) (q_i·k_j) v_j / Σ_(j ≤ i) q_i·k_j."""
    weights = HadamardProduct(Q * K.T, CausalOnes(n))
    return from_entries(n, d, lambda i, c: (weights * V)[i, c] / sum_over(n, lambda j: weights[i, j]))


@define(n, gamma, latex=r"D", source="Sun et al. 2023, eq. 5")
def Decay(n: Any, gamma: Any) -> Expr:
    """Make the n×n matrix with γ^(i−j) where key j is not after query i, 0 elsewhere."""
    return from_entries(n, n, lambda i, j: Piecewise((gamma ** (i - j), j <= i), (0, True)))


@define(Q, K, V, gamma, source="Sun et al. 2023, eq. 5")
def Retention(Q: Any, K: Any, V: Any, gamma: Any) -> Expr:
    """Attend linearly with exponential decay: (QKᵀ ∘ D) V."""
    return HadamardProduct(Q * K.T, Decay(n, gamma)) * V


@define(K, V, gamma, latex=r"S_{\gamma}", source="Sun et al. 2023, eq. 6")
def DecayedState(K: Any, V: Any, gamma: Any) -> Expr:
    """Sum up γ^(n−1−j) k_j v_jᵀ over n tokens: the state of retention after the last one."""
    return from_entries(p, d, lambda a, c: sum_over(n, lambda j: gamma ** (n - 1 - j) * K[j, a] * V[j, c]))


S, k, v = MatrixSymbol("S", d, p), MatrixSymbol("k", p, 1), MatrixSymbol("v", d, 1)


@define(S, k, v, beta, latex=r"\Delta", source="Schlag et al. 2021, eq. 24")
def DeltaStep(S: Any, k: Any, v: Any, beta: Any) -> Expr:
    """Write the value v at the key k by the delta rule: S + β (v − S k) kᵀ, for a d×p state."""
    return S + beta * (v - S * k) * k.T


A = MatrixSymbol("A", n, 1)
C, B, X = MatrixSymbol("C", n, p), MatrixSymbol("B", n, p), MatrixSymbol("X", n, d)


def _up_to(A: Any, i: Any) -> Expr:
    """Return A_0 + … + A_i, the logarithm of a_0 ⋯ a_i."""
    t = Symbol("t", integer=True)
    return Sum(A[t, 0], (t, 0, i))


@define(A, latex=r"L", source="Dao & Gu 2024, eq. 6 and listing 1: exp(segsum(A)), a 1-semiseparable matrix")
def Semiseparable(A: Any) -> Expr:
    """Make the n×n matrix with a_(j+1) ⋯ a_i where j ≤ i, 0 elsewhere, from the logarithms A of the decays, n×1."""
    return from_entries(n, n, lambda i, j: Piecewise((exp(_up_to(A, i) - _up_to(A, j)), j <= i), (0, True)))


@define(
    A, C, B, X, latex=r"\operatorname{SSD}", source="Dao & Gu 2024, eq. 7: the dual form with a scalar for each step"
)
def ScalarSSM(A: Any, C: Any, B: Any, X: Any) -> Expr:
    """Attend linearly with a decay at each step: (L ∘ CBᵀ) X, where C are queries, B keys and X values."""
    return HadamardProduct(Semiseparable(A), C * B.T) * X


@define(A, B, X, latex=r"h", source="Dao & Gu 2024, eq. 2: h_t = a_t h_(t−1) + B_t x_t")
def SSMState(A: Any, B: Any, X: Any) -> Expr:
    """Sum up a_(j+1) ⋯ a_n B_jᵀ x_j over n tokens: the p×d state after the last one."""
    whole = sum_over(n, lambda t: A[t, 0])
    return from_entries(p, d, lambda u, c: sum_over(n, lambda j: exp(whole - _up_to(A, j)) * B[j, u] * X[j, c]))
