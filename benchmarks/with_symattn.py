"""State and decide with symattn: the equivariance lemma, and a stack of self-attention layers.

A suffix on every symbol's name makes each statement a new one, so that no answer can come from an earlier decision.
"""

from __future__ import annotations

import numpy.random  # noqa: F401
from sympy import Basic, MatrixSymbol

# Named one by one, so that all that a decision needs is imported before any time is taken: the prover, and the
# comparison of both readings with the array library it stands on, are imported by the first decision.
import symattn.deciding.agreement.proved
import symattn.deciding.decision  # noqa: F401
from symattn.deciding.decide import decide
from symattn.language import Attention, InvertibleSymbol, OrthogonalSymbol, PermutationSymbol, SelfAttention, dims


def equivariance(suffix: str = "") -> None:
    """Decide Att(τQg, σKg, σVh) = τ Att(Q, K, V) h for every size, from the definition of softmax."""
    r, n, ell, d = dims("r n ell d")
    Q = MatrixSymbol(f"Q{suffix}", r, ell)
    K = MatrixSymbol(f"K{suffix}", n, ell)
    V = MatrixSymbol(f"V{suffix}", n, d)
    sigma = PermutationSymbol(f"sigma{suffix}", n)
    tau = PermutationSymbol(f"tau{suffix}", r)
    g = OrthogonalSymbol(f"g{suffix}", ell)
    h = InvertibleSymbol(f"h{suffix}", d)
    require_proved(Attention(tau * Q * g, sigma * K * g, sigma * V * h), tau * Attention(Q, K, V) * h)


def layers(depth: int, suffix: str) -> tuple[Basic, Basic]:
    """State that a stack of self-attention layers, each with its own weights, commutes with a permutation of rows."""
    n, ell, d = dims("n ell d")
    X = MatrixSymbol(f"X{suffix}", n, d)
    sigma = PermutationSymbol(f"sigma{suffix}", n)
    left, right = sigma * X, X
    for layer in range(depth):
        S_Q, S_K = (MatrixSymbol(f"{name}{layer}_{suffix}", d, ell) for name in ("A", "B"))
        S_V = MatrixSymbol(f"C{layer}_{suffix}", d, d)
        left, right = SelfAttention(left, S_Q, S_K, S_V), SelfAttention(right, S_Q, S_K, S_V)
    return left, sigma * right


def require_proved(left: Basic, right: Basic) -> None:
    """Decide an equation, and accept no answer but "proved"."""
    verdict = decide(left, right)
    if verdict.status != "proved":
        raise RuntimeError(f"a true equation came out as {verdict}")
