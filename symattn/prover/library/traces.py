"""Lemmas of inner products: Σ A_ij B_ij is the trace of A Bᵀ; traces of products turn round; what has norm 0 is 0."""

from __future__ import annotations

from ...kernel.terms import Size, Term, app, fin, var
from ..logic.derived_rules import beta_spine, right
from ..logic.formulas import times, total_over
from .facts import lemma

r = Size.variable("r")


def squares(a: Term, rows: Size, columns: Size) -> Term:
    """Return Σ_i Σ_j a_ij² for a matrix."""
    i, j = var("i", fin(rows)), var("j", fin(columns))
    entry = right(beta_spine(app(a, i, j)))
    return total_over(i, total_over(j, times(entry, entry)))


@lemma("∀A B:[r]→[n]→ℝ. (Σ i:[r]. Σ j:[n]. A i j * B i j) = (Σ i:[r]. matmul{r,n,r} A (transpose{r,n} B) i i)")
def inner_product_trace() -> None:
    """An inner product is a trace."""


@lemma("∀A:[m]→[n]→ℝ, B:[n]→[m]→ℝ. (Σ i:[m]. matmul{m,n,m} A B i i) = (Σ j:[n]. matmul{n,m,n} B A j j)")
def trace_of_product() -> None:
    """The factors under a trace may change places."""


@lemma("∀A:[n]→[n]→ℝ. (Σ i:[n]. transpose{n,n} A i i) = (Σ i:[n]. A i i)")
def trace_of_transpose() -> None:
    """The transpose has the same trace."""


@lemma("(Σ i:[n]. identity{n} i i) = #{n}")
def trace_of_identity() -> None:
    """The trace of the identity matrix is its width."""


@lemma("identity{1} 0@[1] 0@[1] = 1")
def identity_one() -> None:
    """The only entry of the identity matrix of width 1."""


@lemma("∀X:[r]→[n]→ℝ. 0 ≤ (Σ i:[r]. Σ j:[n]. X i j * X i j)")
def squares_nonneg() -> None:
    """A sum of squares is nonnegative."""


@lemma("∀X:[r]→[n]→ℝ. (Σ i:[r]. Σ j:[n]. X i j * X i j) ≤ 0 ⇒ X = zeros{r,n}")
def zero_of_squares() -> None:
    """Each square is at most their sum, and so is 0."""


@lemma("∀x y:ℝ. 0 < x ⇒ x * y ≤ 0 ⇒ y ≤ 0")
def positive_factor() -> None:
    """A positive factor may be left out: c⁻¹·(−c·y) = −y."""
