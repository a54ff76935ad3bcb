"""Lemmas of determinants of a block beside an identity matrix, and of what is 1 but for a block off the diagonal."""

from __future__ import annotations

from .facts import Outline, lemma
from .outlines import claim, rewriting, through, use


def blocks(a: str, b: str, c: str, d: str) -> str:
    """Write a matrix of four blocks."""
    return f"(above{{m,k,m+k}} (beside{{m,m,k}} {a} {b}) (beside{{k,m,k}} {c} {d}))"


def _part(block: str, name: str, size: str) -> Outline:
    """Prove that det (block of A and the identity matrix) = det A, where A has the rows of this name."""
    place, row = f"{name}{{m,k}}", f"(λp l:[{size}]. X p l + ind (p = i) * (ind (l = j) + -1 * X p l))"
    replaced = f"(λp l:[m+k]. {block} p l + ind (p = {place} i) * (ind (l = q) + -1 * {block} p l))"
    return through(
        claim(
            f"∀X:[{size}]→[{size}]→ℝ, i:[{size}]. det{{m+k}} {block}"
            f" = (Σ j:[{size}]. X i j * det{{m+k}} {block.replace('X', row)})",
            claim(
                f"∀j:[{size}]. det{{m+k}} {replaced.replace('q', f'{place} j')} = det{{m+k}} {block.replace('X', row)}",
                f"{replaced.replace('q', f'{place} j')} = {block.replace('X', row)}",
                then=rewriting,
            ),
            use(
                f"∀X:[{size}]→[{size}]→ℝ, i:[{size}], f:[m+k]→ℝ."
                f" (Σ q:[m+k]. {block} ({place} i) q * f q) = (Σ j:[{size}]. X i j * f ({place} j))",
                *("X", "i", f"λq:[m+k]. det{{m+k}} {replaced}"),
            ),
            use("det_linear", "n=m+k", block, f"{place} i"),
        ),
        claim(
            f"∀X:[{size}]→[{size}]→ℝ, i j:[{size}]. i ≠ j ⇒ (∀l:[{size}]. X i l = X j l) ⇒ det{{m+k}} {block} = 0",
            f"∀l:[m+k]. {block} ({place} i) l = {block} ({place} j) l",
            claim(f"{place} i ≠ {place} j", use(f"{name}_equal", "i", "j"), then=rewriting),
            use("det_alternating", "n=m+k", block, f"{place} i", f"{place} j"),
        ),
        use("det_unique", f"n={size}", f"λX:[{size}]→[{size}]→ℝ. det{{m+k}} {block}", "A"),
        f"{block.replace('X', f'(λi j:[{size}]. ind (i = j))')} = identity{{m+k}}",
        use("det_one", "n=m+k"),
        then=rewriting,
    )


FIRST = blocks("X", "zeros{m,k}", "zeros{k,m}", "identity{k}")
SECOND = blocks("identity{m}", "zeros{m,k}", "zeros{k,m}", "X")


@lemma(f"∀A:[m]→[m]→ℝ. det{{m+k}} {FIRST.replace('X', 'A')} = det{{m}} A", by=_part(FIRST, "inl", "m"))
def det_first_block() -> None:
    """It is linear in each row of the block, and 0 where two of its rows are equal."""


@lemma(f"∀A:[k]→[k]→ℝ. det{{m+k}} {SECOND.replace('X', 'A')} = det{{k}} A", by=_part(SECOND, "inr", "k"))
def det_second_block() -> None:
    """It is linear in each row of the block, and 0 where two of its rows are equal."""


def _unitblocks(upper: str, lower: str, first: str, second: str, with_sign: tuple[str, str]) -> Outline:
    """Prove that det M = 1, where M is 1 but for a block: S M S⁻¹ = M M, where S doubles the rows or halves them."""
    block, other = (blocks("identity{m}", *each, "identity{k}") for each in ((upper, lower), with_sign))
    scale = "(λi j:[k]. {} * ind (i = j))"
    scaled = (blocks("identity{m}", "zeros{m,k}", "zeros{k,m}", scale.format(c)) for c in (first, second))
    return through(use("det_similar_to_square", "n=m+k", block, other, *scaled))


@lemma(
    f"∀C:[k]→[m]→ℝ. det{{m+k}} {blocks('identity{m}', 'zeros{m,k}', 'C', 'identity{k}')} = 1",
    by=_unitblocks("zeros{m,k}", "C", "2", "1/2", ("zeros{m,k}", "(λi:[k], j:[m]. -1 * C i j)")),
)
def det_unit_below() -> None:
    """The determinant of a matrix that is 1 but for the block below the diagonal."""


@lemma(
    f"∀B:[m]→[k]→ℝ. det{{m+k}} {blocks('identity{m}', 'B', 'zeros{k,m}', 'identity{k}')} = 1",
    by=_unitblocks("B", "zeros{k,m}", "1/2", "2", ("(λi:[m], j:[k]. -1 * B i j)", "zeros{k,m}")),
)
def det_unit_above() -> None:
    """The determinant of a matrix that is 1 but for the block above the diagonal."""
