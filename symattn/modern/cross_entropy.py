"""Cross-entropy of a row of logits, entropy and divergence of rows of probabilities, and what training makes of them.

Sources: [Boyd] S. Boyd, L. Vandenberghe, *Convex Optimization* (2004).  [Cover] T. Cover, J. Thomas, *Elements of
Information Theory*, 2nd ed.  [Goodfellow] I. Goodfellow, Y. Bengio, A. Courville, *Deep Learning* (2016).  [Szegedy]
C. Szegedy et al., *Rethinking the Inception architecture* (2016).  [Hinton] G. Hinton, O. Vinyals, J. Dean,
*Distilling the knowledge in a neural network* (2015).
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, MatrixSymbol, Symbol, exp, log

from symattn import RowSoftmax, define, dims, from_entries, sum_over

__all__ = ["CrossEntropy", "CrossEntropyOfLogits", "Divergence", "Entropy", "LogSum", "Smoothed", "SoftTargetLoss"]

n = dims("n")
x, y, p, q, z, v = (MatrixSymbol(name, 1, n) for name in ("x", "y", "p", "q", "z", "v"))
eps, T = Symbol("epsilon", real=True), Symbol("T", positive=True)


@define(x, latex=r"\operatorname{lse}", source="[Boyd, §3.1.5]")
def LogSum(x: Any) -> Expr:
    """Take log Σ_k exp(x_k) of a row, a number."""
    return log(sum_over(n, lambda k: exp(x[0, k])))


@define(p, q, latex="H", source="[Cover, §2.3]")
def CrossEntropy(p: Any, q: Any) -> Expr:
    """Take −Σ_k p_k log q_k of two rows."""
    return -sum_over(n, lambda k: p[0, k] * log(q[0, k]))


@define(y, x, latex=r"\operatorname{CE}", source="[Goodfellow, (6.30)]")
def CrossEntropyOfLogits(y: Any, x: Any) -> Expr:
    """Take the cross-entropy of targets y and the softmax of logits x: −Σ_k y_k log softmax(x)_k."""
    return CrossEntropy(y, RowSoftmax(x))


@define(p, latex="H", source="[Cover, (2.1)]")
def Entropy(p: Any) -> Expr:
    """Take −Σ_k p_k log p_k of a row."""
    return CrossEntropy(p, p)


@define(p, q, latex=r"\operatorname{KL}", source="[Cover, (2.26)]")
def Divergence(p: Any, q: Any) -> Expr:
    """Take Σ_k p_k (log p_k − log q_k) of two rows."""
    return sum_over(n, lambda k: p[0, k] * (log(p[0, k]) - log(q[0, k])))


@define(y, eps, latex=r"\operatorname{smooth}", source="[Szegedy, §7]")
def Smoothed(y: Any, eps: Any) -> Expr:
    """Mix targets with the uniform distribution: (1 − ε) y + ε/n."""
    return from_entries(1, n, lambda _, k: (1 - eps) * y[0, k] + eps / n)


@define(v, z, T, latex="C", source="[Hinton, §2]")
def SoftTargetLoss(v: Any, z: Any, T: Any) -> Expr:
    """Take the cross-entropy of a teacher's logits v and a student's z, both at temperature T."""
    return CrossEntropyOfLogits(RowSoftmax(v / T), z / T)
