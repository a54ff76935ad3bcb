"""Lemmas of signs of determinants: that of a positive definite matrix is positive, from row to row."""

from __future__ import annotations

from .definite import NONNEGATIVE, POSITIVE, SYMMETRIC, ZEROS, written_form
from .determinants import inverse_term, with_row
from .determinants_row_by_row import so_far
from .facts import lemma
from .outlines import applied, by_contradiction, by_places, claim, in_cases, rewriting, through, use

_FIRST, _SO_FAR, _NEXT, _LAST = map(so_far, ("0@ℕ", "a", "(suc a)", "(nat{n} last{n})"))
MOVED = "(Σ j:[n]. A w j * C j w)"
_UNIT_WITH = "(λk l:[n]. ind (k = l) + ind (k = w) * ({} + -1 * ind (k = l)))"
_UNIT_BUT = _UNIT_WITH.format("matmul{n,n,n} A C w l")
ROW_OF_A = with_row("M", "w", "A w l")


@lemma(
    f"∀A M C:[n]→[n]→ℝ, w:[n]. matmul{{n,n,n}} M C = identity{{n}} ⇒ det{{n}} {ROW_OF_A} = det{{n}} M * {MOVED}",
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
        f"{_UNIT_BUT} w w = {MOVED}",
        use("det_one"),
        then=rewriting,
    ),
)
def det_of_other_row() -> None:
    """M with a row a is N·M, where N is 1 but for the row a·M⁻¹."""


_FORM = written_form("x", "x")
COLUMN = "(λi:[n], o:[1]. C i w)"


ROWS_BEFORE = "(∀i j:[n]. pos{n} i + 1 ≤ pos{n} w ⇒ M i j = A i j)"
UNIT_AFTER = "(∀i j:[n]. pos{n} w ≤ pos{n} i ⇒ M i j = ind (i = j))"
INVERSE = "matmul{n,n,n} M C = identity{n}"


@lemma(
    f"∀M C:[n]→[n]→ℝ, w i:[n]. {UNIT_AFTER} ⇒ {INVERSE} ⇒ pos{{n}} w ≤ pos{{n}} i ⇒ C i w = ind (i = w)",
    by=through(
        claim("(Σ j:[n]. M i j * C j w) = ind (i = w)", applied(1, "i", "w")),
        claim("∀j:[n]. M i j = ind (i = j)", use(0, "i", "j")),
        use(
            "∀m c:[n]→ℝ, i:[n], d:ℝ. (∀j:[n]. m j = ind (i = j)) ⇒ (Σ j:[n]. m j * c j) = d ⇒ c i = d",
            *("M i", "λj:[n]. C j w", "i", "ind (i = w)"),
        ),
    ),
)
def unit_rows_of_inverse() -> None:
    """The rows of M after a place are those of 1, and so are those of M⁻¹."""


@lemma(
    f"∀A M C:[n]→[n]→ℝ, w:[n]. {ROWS_BEFORE} ⇒ {UNIT_AFTER} ⇒ {INVERSE} ⇒ {written_form(COLUMN, COLUMN)} = {MOVED}",
    by=through(
        claim(
            "∀i:[n]. pos{n} i + 1 ≤ pos{n} w ⇒ (Σ j:[n]. A i j * C j w) = 0",
            claim("∀j:[n]. M i j = A i j", use(0, "i", "j")),
            claim("(Σ j:[n]. M i j * C j w) = ind (i = w)", applied(2, "i", "w")),
            use(
                "∀m a c:[n]→ℝ, d:ℝ. (∀j:[n]. m j = a j) ⇒ (Σ j:[n]. m j * c j) = d ⇒ (Σ j:[n]. a j * c j) = d",
                *("M i", "A i", "λj:[n]. C j w", "ind (i = w)"),
            ),
            "ind (i = w) = 0",
        ),
        claim(
            f"∀i:[n]. C i w * (Σ j:[n]. A i j * C j w) = ind (i = w) * {MOVED}",
            then=in_cases(
                "i = w",
                through(use("unit_rows_of_inverse", "M", "C", "w", "w")),
                in_cases(
                    "pos{n} w ≤ pos{n} i",
                    through(use("unit_rows_of_inverse", "M", "C", "w", "i"), "ind (i = w) = 0", then=rewriting),
                    through("pos{n} i + 1 ≤ pos{n} w", use(3, "i"), "ind (i = w) = 0", then=rewriting),
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
            *("λi:[n]. C i w * (Σ j:[n]. A i j * C j w)", "w", MOVED),
        ),
        then=rewriting,
    ),
)
def form_at_next_row() -> None:
    """For the column c of M⁻¹ that belongs to a row, A·c is 0 before it and c is 0 after it."""


@lemma(
    f"∀A M C:[n]→[n]→ℝ, w:[n]. {POSITIVE} ⇒ {ROWS_BEFORE} ⇒ {UNIT_AFTER} ⇒ {INVERSE}"
    f" ⇒ 0 < det{{n}} M ⇒ 0 < det{{n}} {ROW_OF_A}",
    by=through(
        use("form_at_next_row", "A", "M", "C", "w"),
        use("unit_rows_of_inverse", "M", "C", "w", "w"),
        claim(f"{COLUMN} ≠ {ZEROS}", then=by_contradiction(applied(-1, "w", "0@[1]"))),
        use(0, COLUMN),
        claim(f"0 < {MOVED}", then=rewriting),
        use("det_of_other_row", "A", "M", "C", "w"),
        use("mul_pos", "det{n} M", MOVED),
        then=rewriting,
    ),
)
def definite_next_row() -> None:
    """The factor of the next row is cᵀAc."""


@lemma(
    f"∀A:[n]→[n]→ℝ. {POSITIVE} ⇒ 0 < det{{n}} A",
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
    f"∀A:[n]→[n]→ℝ. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ det{{n}} A ≠ 0 ⇒ {POSITIVE}",
    by=through(
        use("inverse_by_adjugate", "A"),
        use("inverse_on_both_sides", "A", inverse_term("A")),
        claim(
            POSITIVE[1:-1],
            then=by_contradiction(
                use("column_of_form", "A", "x"),
                use(
                    "∀A B:[n]→[n]→ℝ, x:[n]→[1]→ℝ. matmul{n,n,n} B A = identity{n}"
                    f" ⇒ matmul{{n,n,1}} A x = {ZEROS} ⇒ x = {ZEROS}",
                    *("A", inverse_term("A"), "x"),
                ),
            ),
        ),
    ),
)
def definite_unless_singular() -> None:
    """A semidefinite form that is 0 at x has A·x = 0."""


DEFINITE = claim(POSITIVE[1:-1], use("definite_unless_singular", "A", "x"))


@lemma(
    f"∀A:[n]→[n]→ℝ. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ 0 ≤ det{{n}} A",
    by=in_cases("det{n} A = 0", otherwise=through(DEFINITE, use("det_definite", "A"))),
)
def det_semidefinite() -> None:
    """Where it is not 0 the matrix is definite."""
