"""Lemmas of inner products: Σ A_ij B_ij is the trace of A Bᵀ; traces of products turn round; what has norm 0 is 0."""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.syntax import parse
from ...kernel.terms import Size, Term, abstract, app, fin, var
from ..logic.cached_rules import ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import beta_spine, chain, extensional, gen, right, symmetric
from ..logic.formulas import ZERO, inv, minus, n, plus, times, total, x, y
from .definitions import definition_of, from_definition
from .facts import fact, infer, lemma
from .matrices import matrix
from .search import search

r = Size.variable("r")
_I, _J = var("i", fin(r)), var("j", fin(n))
_X = matrix("X", r, n)
_ENTRY = app(_X, _I, _J)
_ROW = total(n, abstract(_J, times(_ENTRY, _ENTRY)))  # Σ_j X_ij²


def squares(a: Term, rows: Size, columns: Size) -> Term:
    """Return Σ_i Σ_j a_ij² for a matrix."""
    i, j = var("i", fin(rows)), var("j", fin(columns))
    entry = right(beta_spine(app(a, i, j)))
    return total(rows, abstract(i, total(columns, abstract(j, times(entry, entry)))))


def _searched(statement: str) -> Theorem:
    """Return what the search finds, when the operations that the statement names are defined."""
    for name in ("matmul", "transpose", "identity"):
        definition_of(name)
    return search(parse(statement))


@lemma("∀A B:[r]→[n]→ℝ. (Σ i:[r]. Σ j:[n]. A i j * B i j) = (Σ i:[r]. matmul{r,n,r} A (transpose{r,n} B) i i)")
def inner_product_trace() -> Theorem:
    """An inner product is a trace."""
    return _searched(
        "∀A B:[r]→[n]→ℝ. (Σ i:[r]. Σ j:[n]. A i j * B i j) = (Σ i:[r]. matmul{r,n,r} A (transpose{r,n} B) i i)"
    )


@lemma("∀A:[m]→[n]→ℝ, B:[n]→[m]→ℝ. (Σ i:[m]. matmul{m,n,m} A B i i) = (Σ j:[n]. matmul{n,m,n} B A j j)")
def trace_of_product() -> Theorem:
    """The factors under a trace may change places."""
    return _searched("∀A:[m]→[n]→ℝ, B:[n]→[m]→ℝ. (Σ i:[m]. matmul{m,n,m} A B i i) = (Σ j:[n]. matmul{n,m,n} B A j j)")


@lemma("∀A:[n]→[n]→ℝ. (Σ i:[n]. transpose{n,n} A i i) = (Σ i:[n]. A i i)")
def trace_of_transpose() -> Theorem:
    """The transpose has the same trace."""
    return _searched("∀A:[n]→[n]→ℝ. (Σ i:[n]. transpose{n,n} A i i) = (Σ i:[n]. A i i)")


@lemma("(Σ i:[n]. identity{n} i i) = #{n}")
def trace_of_identity() -> Theorem:
    """The trace of the identity matrix is its width."""
    return _searched("(Σ i:[n]. identity{n} i i) = #{n}")


@lemma("identity{1} 0@[1] 0@[1] = 1")
def identity_one() -> Theorem:
    """The only entry of the identity matrix of width 1."""
    return _searched("identity{1} 0@[1] 0@[1] = 1")


def _row_nonneg() -> Theorem:
    """Return ⊢ ∀i. 0 ≤ Σ_j X_ij²."""
    each = gen(_J, fact("square_nonneg", {}, _ENTRY))
    return gen(_I, infer("sum_nonneg", each))


@lemma("∀X:[r]→[n]→ℝ. 0 ≤ (Σ i:[r]. Σ j:[n]. X i j * X i j)")
def squares_nonneg() -> None:
    """A sum of squares is nonnegative."""


@lemma("∀X:[r]→[n]→ℝ. (Σ i:[r]. Σ j:[n]. X i j * X i j) ≤ 0 ⇒ X = zeros{r,n}")
def zero_of_squares(known: Theorem) -> Theorem:
    """Each square is at most their sum, and so is 0."""
    square = times(_ENTRY, _ENTRY)
    in_row = fact(
        "sum_ge_term",
        {},
        abstract(_J, square),
        _J,
        premises=(gen(_J, fact("square_nonneg", {}, _ENTRY)),),
    )
    in_all = fact("sum_ge_term", {"n": r}, abstract(_I, _ROW), _I, premises=(_row_nonneg(),))
    below = infer("le_trans", in_row, in_all)
    below = infer("le_trans", below, known)
    nothing = infer("le_antisym", below, fact("square_nonneg", {}, _ENTRY))
    entry = infer("square_zero", nothing)
    zero = symmetric(from_definition("zeros", (r, n), _I, _J))
    return extensional((_I, _J), chain(entry, zero))


@lemma("∀x y:ℝ. 0 < x ⇒ x * y ≤ 0 ⇒ y ≤ 0")
def positive_factor(sign: Theorem, known: Theorem) -> Theorem:
    """A positive factor may be left out: c⁻¹·(−c·y) = −y."""
    one = infer("inv_mul", infer("pos_ne", sign))
    inverse = infer("lt_le", infer("inv_pos", sign))
    opposite = plus(ZERO, minus(times(x, y)))
    nonneg = infer("sub_nonneg", known)
    product = infer("le_mul", inverse, nonneg)
    there = ring(times(inv(x), opposite), times(minus(y), times(x, inv(x))))
    back = to(replaced(there, one), plus(ZERO, minus(y)))
    return infer("le_of_nonneg", rewrite_proposition(product, back))
