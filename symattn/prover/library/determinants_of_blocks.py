"""Lemmas of determinants of blocks: they are products where a block is 0, and det (1 + A B) = det (1 + B A)."""

from __future__ import annotations

from .determinants_beside_one import FIRST, SECOND, blocks
from .facts import Outline, lemma
from .outlines import claim, rewriting, through, use


def _of_two_parts(block: str, middle: str, fact: str, value: str, first: str, last: str) -> Outline:
    """Prove what the determinant of blocks is from three factors: one block, the middle, the other block."""
    product = "matmul{m+k,m+k,m+k}"
    one, other = FIRST.replace("X", "A"), SECOND.replace("X", "D")
    factors = {"A": one, "D": other}
    return through(
        f"{block} = {product} {factors[first]} ({product} {middle} {factors[last]})",
        use("det_matmul", "n=m+k", factors[first], f"{product} {middle} {factors[last]}"),
        use("det_matmul", "n=m+k", middle, factors[last]),
        use(fact, value),
        use("det_first_block", "A"),
        use("det_second_block", "D"),
        then=rewriting,
    )


_BELOW = blocks("A", "zeros{m,k}", "C", "D")
_ABOVE = blocks("A", "B", "zeros{k,m}", "D")


@lemma(
    f"∀A:[m]→[m]→ℝ, C:[k]→[m]→ℝ, D:[k]→[k]→ℝ. det{{m+k}} {_BELOW} = det{{m}} A * det{{k}} D",
    by=_of_two_parts(_BELOW, blocks("identity{m}", "zeros{m,k}", "C", "identity{k}"), "det_unit_below", "C", "A", "D"),
)
def det_blocks_below() -> None:
    """[A, 0; C, D] = [A, 0; 0, 1]·[1, 0; C, 1]·[1, 0; 0, D]."""


@lemma(
    f"∀A:[m]→[m]→ℝ, B:[m]→[k]→ℝ, D:[k]→[k]→ℝ. det{{m+k}} {_ABOVE} = det{{m}} A * det{{k}} D",
    by=_of_two_parts(_ABOVE, blocks("identity{m}", "B", "zeros{k,m}", "identity{k}"), "det_unit_above", "B", "D", "A"),
)
def det_blocks_above() -> None:
    """[A, B; 0, D] = [1, 0; 0, D]·[1, B; 0, 1]·[A, 0; 0, 1]."""


_SUM = "(matadd{{{0},{0}}} identity{{{0}}} (matmul{{{0},{1},{0}}} {2} {3}))"
_AB, _BA = _SUM.format("m", "k", "A", "B"), _SUM.format("k", "m", "B", "A")
_MINUS_A = "(λi:[m], j:[k]. -1 * A i j)"
_WAYS = (
    (
        blocks("identity{m}", "zeros{m,k}", "B", "identity{k}"),
        blocks("identity{m}", _MINUS_A, "zeros{k,m}", _BA),
    ),
    (
        blocks("identity{m}", _MINUS_A, "zeros{k,m}", "identity{k}"),
        blocks(_AB, "zeros{m,k}", "B", "identity{k}"),
    ),
)


@lemma(
    f"∀A:[m]→[k]→ℝ, B:[k]→[m]→ℝ. det{{m}} {_AB} = det{{k}} {_BA}",
    by=through(
        "matmul{{m+k,m+k,m+k}} {} {} = matmul{{m+k,m+k,m+k}} {} {}".format(*_WAYS[0], *_WAYS[1]),
        claim(
            "det{{k}} {} = det{{m+k}} (matmul{{m+k,m+k,m+k}} {} {})".format(_BA, *_WAYS[0]),
            use("det_one", "n=m"),
            use("det_unit_below", "B"),
            use("det_blocks_above", "identity{m}", _MINUS_A, _BA),
            use("det_matmul", "n=m+k", *_WAYS[0]),
            then=rewriting,
        ),
        claim(
            "det{{m}} {} = det{{m+k}} (matmul{{m+k,m+k,m+k}} {} {})".format(_AB, *_WAYS[1]),
            use("det_one", "n=k"),
            use("det_unit_above", _MINUS_A),
            use("det_blocks_below", _AB, "B", "identity{k}"),
            use("det_matmul", "n=m+k", *_WAYS[1]),
            then=rewriting,
        ),
        then=rewriting,
    ),
)
def sylvester() -> None:
    """Both are the determinant of [1, −A; B, 1], written as a product in two ways."""
