"""Lemmas of signs of determinants: that of a positive definite matrix is positive, from row to row."""

from __future__ import annotations

from .definite import COLUMNS, ZEROS, written_form
from .determinants import inverse_term, with_row
from .determinants_row_by_row import so_far
from .facts import lemma
from .outlines import applied, by_contradiction, by_places, claim, in_cases, rewriting, through, use

_FIRST, _SO_FAR, _NEXT, _LAST = map(so_far, ("0@ℕ", "a", "(suc a)", "(nat{n} last{n})"))
_MOVED = "(Σ j:[n]. A w j * C j w)"
_UNIT_WITH = "(λk l:[n]. ind (k = l) + ind (k = w) * ({} + -1 * ind (k = l)))"
_UNIT_BUT = _UNIT_WITH.format("matmul{n,n,n} A C w l")
_ROW_OF_A = with_row("M", "w", "A w l")


@lemma(
    f"∀A M C:[n]→[n]→ℝ, w:[n]. matmul{{n,n,n}} M C = identity{{n}} ⇒ det{{n}} {_ROW_OF_A} = det{{n}} M * {_MOVED}",
    by=through(
        use("inverse_on_both_sides", "M", "C"),
        "matmul{n,n,n} (matmul{n,n,n} A C) M = A",
        claim("∀q:[n]. (Σ l:[n]. matmul{n,n,n} A C w l * M l q) = A w q", applied(-1, "w", "q")),
        use(
            "∀M:[n]→[n]→ℝ, a u:[n]→ℝ, w:[n]. (∀q:[n]. (Σ l:[n]. u l * M l q) = a q)"
            f" ⇒ matmul{{n,n,n}} {_UNIT_WITH.format('u l')} M = {with_row('M', 'w', 'a l')}",
            *("M", "A w", "matmul{n,n,n} A C w", "w"),
            back=True,
        ),
        use("det_matmul", _UNIT_BUT, "M"),
        claim(f"∀i:[n]. i ≠ w ⇒ {_UNIT_BUT} i w = 0"),
        use("det_one_in_column", _UNIT_BUT, "w"),
        f"{with_row(_UNIT_BUT, 'w', 'ind (l = w)')} = identity{{n}}",
        f"{_UNIT_BUT} w w = {_MOVED}",
        use("det_one"),
        then=rewriting,
    ),
)
def det_of_other_row() -> None:
    """M with a row a is N·M, where N is 1 but for the row a·M⁻¹."""


_FORM = written_form("x", "x")
_POSITIVE = f"({COLUMNS} x ≠ {ZEROS} ⇒ 0 < {_FORM})"
_SYMMETRIC, _NONNEGATIVE = "(∀i j:[n]. A i j = A j i)", f"({COLUMNS} 0 ≤ {_FORM})"
_COLUMN = "(λi:[n], o:[1]. C i w)"


@lemma(
    f"∀A M C:[n]→[n]→ℝ, w:[n]. {_POSITIVE} ⇒ (∀i j:[n]. pos{{n}} i + 1 ≤ pos{{n}} w ⇒ M i j = A i j)"
    " ⇒ (∀i j:[n]. pos{n} w ≤ pos{n} i ⇒ M i j = ind (i = j)) ⇒ matmul{n,n,n} M C = identity{n}"
    f" ⇒ 0 < det{{n}} M ⇒ 0 < det{{n}} {_ROW_OF_A}",
    by=through(
        claim("∀i:[n]. (Σ j:[n]. M i j * C j w) = ind (i = w)", applied(3, "i", "w")),
        claim(
            "∀i:[n]. pos{n} w ≤ pos{n} i ⇒ C i w = ind (i = w)",
            claim("∀j:[n]. M i j = ind (i = j)", use(2, "i", "j")),
            use(5, "i"),
            use(
                "∀m c:[n]→ℝ, i:[n], d:ℝ. (∀j:[n]. m j = ind (i = j)) ⇒ (Σ j:[n]. m j * c j) = d ⇒ c i = d",
                *("M i", "λj:[n]. C j w", "i", "ind (i = w)"),
            ),
        ),
        claim(
            "∀i:[n]. pos{n} i + 1 ≤ pos{n} w ⇒ (Σ j:[n]. A i j * C j w) = 0",
            claim("∀j:[n]. M i j = A i j", use(1, "i", "j")),
            use(5, "i"),
            use(
                "∀m a c:[n]→ℝ, d:ℝ. (∀j:[n]. m j = a j) ⇒ (Σ j:[n]. m j * c j) = d ⇒ (Σ j:[n]. a j * c j) = d",
                *("M i", "A i", "λj:[n]. C j w", "ind (i = w)"),
            ),
            "ind (i = w) = 0",
        ),
        claim(
            f"∀i:[n]. C i w * (Σ j:[n]. A i j * C j w) = ind (i = w) * {_MOVED}",
            then=in_cases(
                "i = w",
                through(use(6, "w")),
                in_cases(
                    "pos{n} w ≤ pos{n} i",
                    through(use(6, "i"), "ind (i = w) = 0", then=rewriting),
                    through("pos{n} i + 1 ≤ pos{n} w", use(7, "i"), "ind (i = w) = 0", then=rewriting),
                ),
            ),
        ),
        use(
            "∀A:[n]→[n]→ℝ, c:[n]→ℝ. "
            + written_form("(λi:[n], o:[1]. c i)", "(λi:[n], o:[1]. c i)")
            + " = (Σ i:[n]. c i * (Σ j:[n]. A i j * c j))",
            *("A", "λi:[n]. C i w"),
        ),
        use(
            "∀f:[n]→ℝ, w:[n], d:ℝ. (∀i:[n]. f i = ind (i = w) * d) ⇒ (Σ i:[n]. f i) = d",
            *("λi:[n]. C i w * (Σ j:[n]. A i j * C j w)", "w", _MOVED),
        ),
        use(6, "w"),
        claim(f"{_COLUMN} ≠ {ZEROS}", then=by_contradiction(applied(-1, "w", "0@[1]"))),
        use(0, _COLUMN),
        claim(f"0 < {_MOVED}", then=rewriting),
        use("det_of_other_row", "A", "M", "C", "w"),
        use("mul_pos", "det{n} M", _MOVED),
        then=rewriting,
    ),
)
def definite_next_row() -> None:
    """For the column c of M⁻¹ that belongs to the row, A·c is 0 before it and c is 0 after it: the factor is cᵀAc."""


@lemma(
    f"∀A:[n]→[n]→ℝ. {_POSITIVE} ⇒ 0 < det{{n}} A",
    by=by_places(
        "a:ℕ, w:[n]",
        f"0 < det{{n}} {_SO_FAR}",
        through(
            use("det_one"),
            "matmul{n,n,n} identity{n} identity{n} = identity{n}",
            claim("0 < det{n} identity{n}", "0 < 1", then=rewriting),
            use("definite_next_row", "A", "identity{n}", "identity{n}", "0@[n]"),
            f"{with_row('identity{n}', '0@[n]', 'A 0@[n] l')} = {_FIRST}",
            then=rewriting,
        ),
        through(
            use("inverse_by_adjugate", _SO_FAR),
            use("definite_next_row", "A", _SO_FAR, inverse_term(_SO_FAR), "w"),
            f"{with_row(_SO_FAR, 'w', 'A w l')} = {_NEXT}",
            then=rewriting,
        ),
        through(f"{_LAST} = A", then=rewriting),
    ),
)
def det_definite() -> None:
    """From row to row, each determinant is a positive multiple of the one before."""


@lemma(
    f"∀A:[n]→[n]→ℝ. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ 0 ≤ det{{n}} A",
    by=in_cases(
        "det{n} A = 0",
        otherwise=through(
            use("inverse_by_adjugate", "A"),
            use("inverse_on_both_sides", "A", inverse_term("A")),
            claim(
                f"{COLUMNS} x ≠ {ZEROS} ⇒ 0 < {_FORM}",
                then=by_contradiction(
                    use("column_of_form", "A", "x"),
                    use(
                        "∀A B:[n]→[n]→ℝ, x:[n]→[1]→ℝ. matmul{n,n,n} B A = identity{n}"
                        f" ⇒ matmul{{n,n,1}} A x = {ZEROS} ⇒ x = {ZEROS}",
                        *("A", inverse_term("A"), "x"),
                    ),
                ),
            ),
            use("det_definite", "A"),
        ),
    ),
)
def det_semidefinite() -> None:
    """Where it is not 0 the form is 0 only at 0, so that the matrix is definite."""
