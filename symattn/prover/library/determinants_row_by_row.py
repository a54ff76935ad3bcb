"""Lemmas of determinants row by row: the rows of a matrix take the place of those of 1, one after the other.

So the determinant of a triangular matrix is the product of its diagonal.
"""

from __future__ import annotations

from .determinants import UNIT, with_row
from .facts import lemma
from .outlines import applied, by_contradiction, by_places, claim, in_cases, rewriting, through, use

_UNIT_ROW = with_row("A", "r", "ind (l = r)")
_OTHER_ROW = with_row("A", "r", UNIT)


@lemma(
    "∀A:[n]→[n]→ℝ, r:[n]. (∀l:[n]. A r l = 0) ⇒ det{n} A = 0",
    by=through(
        use("det_linear", "A", "r"),
        use(
            "∀a d:[n]→ℝ. (∀l:[n]. a l = 0) ⇒ (Σ j:[n]. a j * d j) = 0",
            *("A r", f"λj:[n]. det{{n}} {_OTHER_ROW}"),
        ),
        then=rewriting,
    ),
)
def det_zero_row() -> None:
    """The determinant is linear in the row."""


@lemma(
    f"∀A:[n]→[n]→ℝ, r:[n]. (∀k:[n]. k ≠ r ⇒ A k r = 0) ⇒ det{{n}} A = A r r * det{{n}} {_UNIT_ROW}",
    by=through(
        claim(
            f"∀j:[n]. det{{n}} {_OTHER_ROW} = ind (j = r) * det{{n}} {_UNIT_ROW}",
            then=in_cases(
                "j = r",
                through(f"{_OTHER_ROW} = {_UNIT_ROW}", "ind (j = r) = 1", then=rewriting),
                through(
                    "ind (r = j) = 0",
                    claim(
                        f"∀k:[n]. transpose{{n,n}} {_OTHER_ROW} r k = 0",
                        then=in_cases("k = r", otherwise=through(use(0, "k"))),
                    ),
                    use("det_zero_row", f"transpose{{n,n}} {_OTHER_ROW}", "r"),
                    use("det_transpose", _OTHER_ROW, back=True),
                    "ind (j = r) = 0",
                    then=rewriting,
                ),
            ),
        ),
        use("det_linear", "A", "r"),
        use(
            "∀a d:[n]→ℝ, c:ℝ, r:[n]. (∀j:[n]. d j = ind (j = r) * c) ⇒ (Σ j:[n]. a j * d j) = a r * c",
            *("A r", f"λj:[n]. det{{n}} {_OTHER_ROW}", f"det{{n}} {_UNIT_ROW}", "r"),
        ),
        then=rewriting,
    ),
)
def det_one_in_column() -> None:
    """Laplace's expansion by a column with one entry: with a unit vector for any other row the column is 0."""


@lemma(
    "∀A:[n]→[n]→ℝ. matmul{n,n,1} A ones{n,1} = zeros{n,1} ⇒ det{n} A = 0",
    by=through(
        claim("ones{n,1} ≠ zeros{n,1}", then=by_contradiction(applied(-1, "0@[n]", "0@[1]"))),
        use("det_with_kernel", "A", "ones{n,1}"),
    ),
)
def det_of_no_sums() -> None:
    """A matrix whose rows have the sum 0 maps ones to 0."""


def so_far(place: str) -> str:
    """Write a matrix with the rows of A up to a place, and those of 1 after it."""
    return f"(λi j:[n]. ind (i = j) + ind (pos{{n}} i ≤ real {place}) * (A i j + -1 * ind (i = j)))"


_FIRST, _SO_FAR, _NEXT, _LAST = map(so_far, ("0@ℕ", "a", "(suc a)", "(nat{n} last{n})"))
_DIAGONAL = "(λi:[n]. A i i)"


@lemma(
    "∀A:[n]→[n]→ℝ. (∀i j:[n]. pos{n} i + 1 ≤ pos{n} j ⇒ A i j = 0) ⇒ det{n} A = product{n} (λi:[n]. A i i)",
    by=by_places(
        "a:ℕ, w:[n]",
        f"det{{n}} {_SO_FAR} = product_to{{n}} {_DIAGONAL} a",
        through(
            claim(f"∀i:[n]. i ≠ 0@[n] ⇒ {_FIRST} i 0@[n] = 0"),
            use("det_one_in_column", _FIRST, "0@[n]"),
            f"{with_row(_FIRST, '0@[n]', 'ind (l = 0@[n])')} = identity{{n}}",
            f"{_FIRST} 0@[n] 0@[n] = A 0@[n] 0@[n]",
            use("det_one"),
            use("product_to_first", _DIAGONAL),
            then=rewriting,
        ),
        through(
            claim(
                f"∀i:[n]. i ≠ w ⇒ {_NEXT} i w = 0",
                then=in_cases("pos{n} i + 1 ≤ pos{n} w", through(use(0, "i", "w"))),
            ),
            use("det_one_in_column", _NEXT, "w"),
            f"{with_row(_NEXT, 'w', 'ind (l = w)')} = {_SO_FAR}",
            f"{_NEXT} w w = A w w",
            use("product_to_next", _DIAGONAL, "w", "a"),
            then=rewriting,
        ),
        through(f"{_LAST} = A", use("product_to_last", _DIAGONAL), then=rewriting),
    ),
)
def det_triangular() -> None:
    """Each row of a triangular matrix brings its entry of the diagonal."""


_TWO, _HALF = "(suc (suc 0@ℕ))", "(block_rotation{h} (λi:[h], j:[1]. 1/2 * a i j))"


@lemma(
    "∀a:[h]→[1]→ℝ. det{h*2} (block_rotation{h} a) = 1",
    by=through(
        claim(
            f"power (det{{h*2}} {_HALF}) {_TWO} = 1",
            use("rotation_and_transpose", "λi:[h], j:[1]. 1/2 * a i j"),
            use("det_of_inverses", "n=h*2", _HALF, f"transpose{{h*2,h*2}} {_HALF}"),
            use("det_transpose", "n=h*2", _HALF),
            use(
                "∀d e:ℝ. d * e = 1 ⇒ e = d ⇒ power d (suc (suc 0@ℕ)) = 1",
                *(f"det{{h*2}} {_HALF}", f"det{{h*2}} (transpose{{h*2,h*2}} {_HALF})"),
            ),
        ),
        use("rotation_power", "λi:[h], j:[1]. 1/2 * a i j", _TWO),
        f"(λi:[h], j:[1]. real {_TWO} * (1/2 * a i j)) = a",
        use("det_matpow", "n=h*2", _HALF, _TWO),
        then=rewriting,
    ),
)
def det_block_rotation() -> None:
    """It is the square of the rotation by half of the angles, whose determinant squared is 1."""
