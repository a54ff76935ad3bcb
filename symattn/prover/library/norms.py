"""Lemmas of norms of matrices: ⟨A, B⟩² ≤ ‖A‖²‖B‖², ⟨A, B⟩ ≤ ‖A‖‖B‖, ‖AB‖² ≤ ‖A‖²‖B‖²; rotations are orthogonal."""

from __future__ import annotations

from itertools import permutations

from ...kernel.rules import Theorem
from ...kernel.terms import Term, abstract, app, fin, var
from ..logic.derived_rules import beta_spine, right
from ..logic.formulas import times, total
from .facts import fact, lemma
from .matrices import shape
from .outlines import through
from .search import said_of
from .traces import squares

_ROTATIONS = tuple(
    f"∀a:[h]→[1]→ℝ. matmul{{h*2,h*2,h*2}} {first} {second} = identity{{h*2}}"
    for first, second in permutations(
        ("(block_rotation{h} a)", "(transpose{h*2,h*2} (block_rotation{h} a))"),
    )
)
_SQUARED = (
    "∀A B:[r]→[n]→ℝ. (Σ i:[r]. Σ j:[n]. A i j * B i j) * (Σ i:[r]. Σ j:[n]. A i j * B i j)"
    " ≤ (Σ i:[r]. Σ j:[n]. A i j * A i j) * (Σ i:[r]. Σ j:[n]. B i j * B i j)"
)
_ROOTS = "∀a x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ a * a ≤ x * y ⇒ a ≤ sqrt x * sqrt y"
_PRODUCT = (
    "∀A:[r]→[m]→ℝ, B:[m]→[n]→ℝ."
    " (Σ i:[r]. Σ j:[n]. (Σ k:[m]. A i k * B k j) * (Σ k:[m]. A i k * B k j))"
    " ≤ (Σ i:[r]. Σ k:[m]. A i k * A i k) * (Σ k:[m]. Σ j:[n]. B k j * B k j)"
)


@lemma(_SQUARED)
def inner_product_squared() -> None:
    """The inequality of Cauchy and Schwarz, for matrices."""


def inner_product_below_norms(a: Term, b: Term) -> Theorem:
    """Return ⊢ ⟨A, B⟩ ≤ √‖A‖²·√‖B‖² for two matrices of one shape."""
    i, j = var("i", fin(shape(a)[0])), var("j", fin(shape(a)[1]))
    entries = times(*(right(beta_spine(app(m, i, j))) for m in (a, b)))
    mixed = total(i.type.size, abstract(i, total(j.type.size, abstract(j, entries))))  # type: ignore[arg-type]
    values = mixed, squares(a, *shape(a)), squares(b, *shape(b))
    signs = (fact("squares_nonneg", m) for m in (a, b))
    return said_of(_ROOTS, values, *signs, fact("inner_product_squared", a, b))


@lemma(_PRODUCT)
def norm_of_product() -> None:
    """Each entry of a product is an inner product of a row and a column."""


@lemma(
    "∀A:[r]→[n]→ℝ. (Σ i:[r]. Σ j:[n]. A i j * A i j) = 0 ⇒ A = zeros{r,n}",
    by=through("∀i:[r], j:[n]. A i j = 0"),
)
def zero_of_norm() -> None:
    """Squares with the sum 0 are 0."""


@lemma(
    "∀A B:[r]→[n]→ℝ. (Σ i:[r]. Σ j:[n]. (A i j + -1 * B i j) * (A i j + -1 * B i j)) = 0 ⇒ A = B",
    by=through("∀i:[r], j:[n]. A i j + -1 * B i j = 0"),
)
def equal_of_norm() -> None:
    """Matrices whose difference has the norm 0 are equal."""


@lemma(_ROTATIONS[0])
def rotation_and_transpose() -> None:
    """A rotation by blocks is orthogonal: its rows."""


@lemma(_ROTATIONS[1])
def transpose_and_rotation() -> None:
    """A rotation by blocks is orthogonal: its columns."""
