"""Lemmas of columns of determinants: Cramer's rule, the expansion by a column, and so the transpose."""

from __future__ import annotations

from .determinants import UNIT, inverse_term, with_row
from .facts import Outline, lemma
from .outlines import applied, by_contradiction, claim, rewriting, through, use


def _column(matrix: str, j: str, entry: str) -> str:
    """Write a matrix with another column j, whose entry in row k is given."""
    return f"(λk l:[n]. {matrix} k l + ind (l = {j}) * ({entry} + -1 * {matrix} k {j}))"


_ONE_COLUMN = _column("identity{n}", "j", "z k 0@[1]")
_FROM_UNIT, _UNIT_ROW = "(λk:[n], o:[1]. z k o + -1 * ind (k = j))", "(λo:[1], l:[n]. ind (l = j))"


@lemma(
    f"∀z:[n]→[1]→ℝ, j:[n]. det{{n}} {_ONE_COLUMN} = z j 0@[1]",
    by=through(
        f"{_ONE_COLUMN} = matadd{{n,n}} identity{{n}} (matmul{{n,1,n}} {_FROM_UNIT} {_UNIT_ROW})",
        use("sylvester", "m=n", "k=1", _FROM_UNIT, _UNIT_ROW),
        use("det_one_entry", f"matadd{{1,1}} identity{{1}} (matmul{{1,n,1}} {_UNIT_ROW} {_FROM_UNIT})"),
        f"matadd{{1,1}} identity{{1}} (matmul{{1,n,1}} {_UNIT_ROW} {_FROM_UNIT}) 0@[1] 0@[1] = z j 0@[1]",
        then=rewriting,
    ),
)
def det_unit_column() -> None:
    """The identity matrix with another column is 1 + z′·eᵀ for a unit vector e, of which Sylvester's law speaks."""


_OTHER = _column("B", "j", "w k 0@[1]")


@lemma(
    "∀B C:[n]→[n]→ℝ, w:[n]→[1]→ℝ, j:[n]. matmul{n,n,n} B C = identity{n}"
    f" ⇒ det{{n}} {_OTHER} = det{{n}} B * matmul{{n,n,1}} C w j 0@[1]",
    by=through(
        "matmul{n,n,1} B (matmul{n,n,1} C w) = w",
        claim("∀k:[n]. (Σ m:[n]. B k m * matmul{n,n,1} C w m 0@[1]) = w k 0@[1]", applied(-1, "k", "0@[1]")),
        claim(
            f"{_OTHER} = matmul{{n,n,n}} B {_ONE_COLUMN.replace('z', '(matmul{n,n,1} C w)')}",
            use(
                "∀B:[n]→[n]→ℝ, v:[n]→ℝ, w:[n]→[1]→ℝ, j:[n]. (∀k:[n]. (Σ m:[n]. B k m * v m) = w k 0@[1])"
                f" ⇒ {_OTHER} = matmul{{n,n,n}} B {_ONE_COLUMN.replace('z k 0@[1]', 'v k')}",
                *("B", "λm:[n]. matmul{n,n,1} C w m 0@[1]", "w", "j"),
            ),
        ),
        use("det_matmul", "B", _ONE_COLUMN.replace("z", "(matmul{n,n,1} C w)")),
        use("det_unit_column", "matmul{n,n,1} C w", "j"),
        then=rewriting,
    ),
)
def det_of_column() -> None:
    """Cramer's rule."""


@lemma(
    "∀B:[n]→[n]→ℝ, w:[n]→[1]→ℝ, j:[n]. det{n} B ≠ 0"
    f" ⇒ det{{n}} {_OTHER} = (Σ m:[n]. w m 0@[1] * det{{n}} {_column('B', 'j', 'ind (k = m)')})",
    by=through(
        use("inverse_by_adjugate", "B"),
        use("det_of_column", "B", inverse_term("B"), "w", "j"),
        claim(
            f"∀m:[n]. det{{n}} {_column('B', 'j', 'ind (k = m)')} = det{{n}} B * {inverse_term('B')} j m",
            use("det_of_column", "B", inverse_term("B"), "λk:[n], o:[1]. ind (k = m)", "j"),
            use(
                "∀C:[n]→[n]→ℝ, j m:[n]. matmul{n,n,1} C (λk:[n], o:[1]. ind (k = m)) j 0@[1] = C j m",
                inverse_term("B"),
                "j",
                "m",
            ),
            then=rewriting,
        ),
    ),
)
def det_linear_in_column() -> None:
    """By Cramer's rule."""


_UNIT_COLUMN = _column("A", "j", "ind (k = m)")
_OWN_COLUMN = "(λk:[n], o:[1]. A k j)"
_EXPANDED = f"det{{n}} A = (Σ m:[n]. A m j * det{{n}} {_UNIT_COLUMN})"


def _expanded_from(matrix: str) -> Outline:
    """Prove the expansion by a column where a matrix that is A but for this column has a determinant other than 0."""
    whole, part = _column(matrix, "j", "A k j"), _column(matrix, "j", "ind (k = m)")
    return by_contradiction(
        use("det_linear_in_column", matrix, _OWN_COLUMN, "j"),
        claim(f"det{{n}} {whole} = det{{n}} A", f"{whole} = A", then=rewriting),
        claim(f"∀m:[n]. det{{n}} {part} = det{{n}} {_UNIT_COLUMN}", f"{part} = {_UNIT_COLUMN}", then=rewriting),
        _EXPANDED,
    )


@lemma(
    f"∀A:[n]→[n]→ℝ, j:[n]. {_EXPANDED}",
    by=by_contradiction(
        claim("det{n} A = 0", then=_expanded_from("A")),
        claim(
            f"∀p:[n]. det{{n}} {_UNIT_COLUMN.replace('m', 'p')} = 0",
            then=_expanded_from(_UNIT_COLUMN.replace("m", "p")),
        ),
        use(
            "∀d:ℝ, a b:[n]→ℝ. d = 0 ⇒ (∀m:[n]. b m = 0) ⇒ d = (Σ m:[n]. a m * b m)",
            *("det{n} A", "λm:[n]. A m j", f"λm:[n]. det{{n}} {_UNIT_COLUMN}"),
        ),
    ),
)
def det_by_column() -> None:
    """It follows from Cramer's rule, unless this determinant and all those in the sum are 0, and then from 0 = 0."""


@lemma(
    "∀A:[n]→[n]→ℝ. det{n} (transpose{n,n} A) = det{n} A",
    by=through(
        claim(
            "∀X:[n]→[n]→ℝ, i:[n]. det{n} (transpose{n,n} X)"
            f" = (Σ j:[n]. X i j * det{{n}} (transpose{{n,n}} {with_row('X', 'i', UNIT)}))",
            use("det_by_column", "transpose{n,n} X", "i"),
        ),
        claim(
            "∀X:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. X i k = X j k) ⇒ det{n} (transpose{n,n} X) = 0",
            "∀k:[n]. transpose{n,n} X k i = transpose{n,n} X k j",
            use("det_equal_columns", "transpose{n,n} X", "i", "j"),
        ),
        use("det_unique", "λX:[n]→[n]→ℝ. det{n} (transpose{n,n} X)", "A"),
        "transpose{n,n} (λi j:[n]. ind (i = j)) = identity{n}",
        use("det_one"),
        then=rewriting,
    ),
)
def det_transpose() -> None:
    """The determinant of the transpose is linear in each row and 0 where two rows are equal."""
