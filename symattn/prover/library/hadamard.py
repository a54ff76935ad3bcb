"""Hadamard's inequality: the determinant of a semidefinite matrix is at most the product of its diagonal.

Source: Horn and Johnson, *Matrix Analysis*, 7.8.
"""

from __future__ import annotations

from .definite import COLUMNS, NONNEGATIVE, POSITIVE, SYMMETRIC, written_form
from .determinants import inverse_term, with_row
from .determinants_of_forms import (
    COLUMN,
    DEFINITE,
    INVERSE,
    MOVED,
    ROW_OF_A,
    ROWS_BEFORE,
    UNIT_AFTER,
)
from .determinants_row_by_row import so_far
from .facts import lemma
from .outlines import by_places, claim, in_cases, rewriting, through, use

_FIRST, _SO_FAR, _NEXT, _LAST = map(so_far, ("0@ℕ", "a", "(suc a)", "(nat{n} last{n})"))
_FORM = written_form("x", "x")
_UNIT_COLUMN = "(λk:[n], o:[1]. ind (k = w))"


@lemma(
    f"∀A M C:[n]→[n]→ℝ, w:[n]. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ {ROWS_BEFORE} ⇒ {UNIT_AFTER} ⇒ {INVERSE}"
    f" ⇒ 0 ≤ det{{n}} M ⇒ det{{n}} {ROW_OF_A} ≤ det{{n}} M * A w w",
    by=through(
        use("form_at_next_row", "A", "M", "C", "w"),
        use("form_squared", "A", _UNIT_COLUMN, COLUMN),
        use(f"∀A:[n]→[n]→ℝ, w:[n]. {written_form(_UNIT_COLUMN, _UNIT_COLUMN)} = A w w", "A", "w"),
        use(f"∀A C:[n]→[n]→ℝ, w:[n]. {written_form(_UNIT_COLUMN, COLUMN)} = {MOVED}", "A", "C", "w"),
        use(1, COLUMN),
        claim(f"{MOVED} * {MOVED} ≤ A w w * {MOVED}", then=rewriting),
        claim(f"0 ≤ {MOVED}", then=rewriting),
        use("semidefinite_diagonal", "A", "w"),
        use("∀s t:ℝ. s * s ≤ t * s ⇒ 0 ≤ s ⇒ 0 ≤ t ⇒ s ≤ t", MOVED, "A w w"),
        use("det_of_other_row", "A", "M", "C", "w"),
        use("∀s t d e:ℝ. s ≤ t ⇒ 0 ≤ d ⇒ e = d * s ⇒ e ≤ d * t", MOVED, "A w w", "det{n} M", f"det{{n}} {ROW_OF_A}"),
    ),
)
def next_row_at_most() -> None:
    """By the Cauchy-Schwarz inequality at e_w and c, cᵀAc is at most A_ww."""


_DIAGONAL = "(λi:[n]. A i i)"
_INVERSE_TERM = inverse_term(_SO_FAR)
_FIRST_ROW, _NEXT_ROW = with_row("identity{n}", "0@[n]", "A 0@[n] l"), with_row(_SO_FAR, "w", "A w l")


@lemma(
    f"∀A:[n]→[n]→ℝ. {SYMMETRIC} ⇒ {POSITIVE} ⇒ det{{n}} A ≤ product{{n}} {_DIAGONAL}",
    by=through(
        claim(f"{COLUMNS} 0 ≤ {_FORM}", use("definite_is_semidefinite", "A", "x")),
        by_places(
            "a:ℕ, w:[n]",
            f"(0 < det{{n}} {_SO_FAR}) ∧ (det{{n}} {_SO_FAR} ≤ product_to{{n}} {_DIAGONAL} a)",
            through(
                use("det_one"),
                "matmul{n,n,n} identity{n} identity{n} = identity{n}",
                claim("0 < det{n} identity{n}", "0 < 1", then=rewriting),
                use("definite_next_row", "A", "identity{n}", "identity{n}", "0@[n]"),
                use("next_row_at_most", "A", "identity{n}", "identity{n}", "0@[n]"),
                use("product_to_first", _DIAGONAL),
                use(
                    "∀d e a:ℝ. d = 1 ⇒ e ≤ d * a ⇒ e ≤ a",
                    "det{n} identity{n}",
                    f"det{{n}} {_FIRST_ROW}",
                    "A 0@[n] 0@[n]",
                ),
                f"{_FIRST_ROW} = {_FIRST}",
                then=rewriting,
            ),
            through(
                use("inverse_by_adjugate", _SO_FAR),
                use("definite_next_row", "A", _SO_FAR, _INVERSE_TERM, "w"),
                use("next_row_at_most", "A", _SO_FAR, _INVERSE_TERM, "w"),
                use("definite_diagonal", "A", "w"),
                use("product_to_next", _DIAGONAL, "w", "a"),
                use(
                    "∀e d p a:ℝ. e ≤ d * a ⇒ 0 < d ∧ d ≤ p ⇒ 0 < a ⇒ e ≤ p * a",
                    *(f"det{{n}} {_NEXT_ROW}", f"det{{n}} {_SO_FAR}", f"product_to{{n}} {_DIAGONAL} a", "A w w"),
                ),
                f"{_NEXT_ROW} = {_NEXT}",
                then=rewriting,
            ),
            through(
                f"{_LAST} = A",
                use("product_to_last", _DIAGONAL),
                claim(f"det{{n}} {_LAST} = det{{n}} A", then=rewriting),
                use(
                    "∀d e p q:ℝ. p = q ⇒ d = e ⇒ 0 < d ∧ d ≤ p ⇒ e ≤ q",
                    *(f"det{{n}} {_LAST}", "det{n} A", f"product_to{{n}} {_DIAGONAL} (nat{{n}} last{{n}})"),
                    f"product{{n}} {_DIAGONAL}",
                ),
            ),
        ),
    ),
)
def det_of_definite_at_most() -> None:
    """Hadamard's inequality: each row brings at most its entry on the diagonal."""


@lemma(
    f"∀A:[n]→[n]→ℝ. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ det{{n}} A ≤ product{{n}} {_DIAGONAL}",
    by=through(
        claim("∀i:[n]. 0 ≤ A i i", use("semidefinite_diagonal", "A", "i")),
        use("∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ 0 ≤ product{n} f", _DIAGONAL),
        then=in_cases(
            "det{n} A = 0",
            otherwise=through(DEFINITE, use("det_of_definite_at_most", "A")),
        ),
    ),
)
def det_at_most_diagonal() -> None:
    """Hadamard's inequality, also where the determinant is 0."""


SQUARES = "(Σ i:[n]. matmul{n,n,1} A x i 0@[1] * matmul{n,n,1} A x i 0@[1])"


@lemma(
    f"∀A:[n]→[n]→ℝ. {SYMMETRIC} ⇒ ({COLUMNS} {SQUARES} ≤ {_FORM}) ⇒ det{{n}} A ≤ 1",
    by=through(
        claim(f"{COLUMNS} 0 ≤ {_FORM}", f"0 ≤ {SQUARES}", use(1, "x")),
        claim("∀i:[n]. 0 ≤ A i i", use("semidefinite_diagonal", "A", "i")),
        claim(
            "∀w:[n]. A w w ≤ 1",
            use(1, _UNIT_COLUMN),
            use(f"∀A:[n]→[n]→ℝ, w:[n]. {written_form(_UNIT_COLUMN, _UNIT_COLUMN)} = A w w", "A", "w"),
            use(f"∀A:[n]→[n]→ℝ, w:[n]. A w w * A w w ≤ {SQUARES.replace('A x', f'A {_UNIT_COLUMN}')}", "A", "w"),
            use(3, "w"),
            use(
                "∀a s f:ℝ. a * a ≤ s ⇒ s ≤ f ⇒ f = a ⇒ 0 ≤ a ⇒ a ≤ 1",
                "A w w",
                SQUARES.replace("A x", f"A {_UNIT_COLUMN}"),
                written_form(_UNIT_COLUMN, _UNIT_COLUMN),
            ),
        ),
        use("∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. f i ≤ 1) ⇒ product{n} f ≤ 1", _DIAGONAL),
        use("det_at_most_diagonal", "A"),
    ),
)
def det_of_contraction() -> None:
    """By Hadamard's inequality, for no entry on the diagonal is above 1."""
