"""Lemmas of determinants, from what characterises them: linear in each row, 0 where two rows are equal, 1 at 1.

Every function of matrices that is linear in each row and alternating is a multiple of the determinant; so det (X B) is
det X · det B, and the determinant of blocks that of the parts.
"""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import app
from ..logic.derived_rules import ap_term, ap_thm, chain, symmetric
from ..logic.formulas import n
from .definitions import defined
from .facts import fact, lemma
from .matrices import matrix
from .outlines import (
    applied,
    by_contradiction,
    by_induction_on,
    by_places,
    claim,
    in_cases,
    rewriting,
    through,
    unfold,
    use,
)


def with_row(matrix: str, i: str, row: str) -> str:
    """Write a matrix with another row i, whose entry in column l is given."""
    return f"(λk l:[n]. {matrix} k l + ind (k = {i}) * ({row} + -1 * {matrix} k l))"


@lemma("det{n} identity{n} = 1", by=through(use("det_identity"), unfold("identity{n}"), then=rewriting))
def det_one() -> None:
    """The determinant of the identity matrix."""


UNIT = "ind (l = j)"


@lemma(
    "∀A:[n]→[n]→ℝ, i:[n], u:[n]→ℝ."
    f" det{{n}} {with_row('A', 'i', 'u l')} = (Σ j:[n]. u j * det{{n}} {with_row('A', 'i', UNIT)})",
    by=through(use("det_linear", with_row("A", "i", "u l"), "i")),
)
def det_of_row() -> None:
    """The determinant is linear in each row."""


_IS_LINEAR = (
    "(∀B:[n]→[n]→ℝ, i:[n]. f B = (Σ j:[n]. B i j * f (λk l:[n]. B k l + ind (k = i) * (ind (l = j) + -1 * B k l))))"
)
_PRODUCT = "(λX:[n]→[n]→ℝ. det{n} (matmul{n,n,n} X B))"


@lemma(
    "∀X B:[n]→[n]→ℝ, i:[n]. det{n} (matmul{n,n,n} X B)"
    f" = (Σ j:[n]. X i j * det{{n}} (matmul{{n,n,n}} {with_row('X', 'i', UNIT)} B))",
    by=through(
        use("det_linear", "matmul{n,n,n} X B", "i"),
        claim(
            f"∀j:[n]. det{{n}} (matmul{{n,n,n}} {with_row('X', 'i', UNIT)} B)"
            f" = (Σ m:[n]. B j m * det{{n}} {with_row('(matmul{n,n,n} X B)', 'i', 'ind (l = m)')})",
            use("det_of_row", "matmul{n,n,n} X B", "i", "B j"),
        ),
    ),
)
def det_linear_in_factor() -> None:
    """The determinant of a product is linear in each row of the first factor."""


@lemma(
    "∀A B:[n]→[n]→ℝ. det{n} (matmul{n,n,n} A B) = det{n} A * det{n} B",
    by=through(
        claim(
            "∀X:[n]→[n]→ℝ, i:[n]. det{n} (matmul{n,n,n} X B)"
            f" = (Σ j:[n]. X i j * det{{n}} (matmul{{n,n,n}} {with_row('X', 'i', UNIT)} B))",
            use("det_linear_in_factor", "X", "B", "i"),
        ),
        claim(
            "∀X:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. X i k = X j k) ⇒ det{n} (matmul{n,n,n} X B) = 0",
            "∀k:[n]. matmul{n,n,n} X B i k = matmul{n,n,n} X B j k",
            use("det_alternating", "matmul{n,n,n} X B", "i", "j"),
        ),
        use("det_unique", _PRODUCT, "A"),
        "matmul{n,n,n} (λi j:[n]. ind (i = j)) B = B",
        then=rewriting,
    ),
)
def det_matmul() -> None:
    """Det (X B) is linear in each row of X and 0 where two rows of X are equal."""


# the determinant of one entry, of inverses and of powers


@lemma(
    "∀A:[1]→[1]→ℝ. det{1} A = A 0@[1] 0@[1]",
    by=through(
        use("det_linear", "n=1", "A", "0@[1]"),
        use("det_identity", "n=1"),
        "(λk l:[1]. A k l + ind (k = 0@[1]) * (ind (l = 0@[1]) + -1 * A k l)) = (λi j:[1]. ind (i = j))",
        use("sum_one", "λj:[1]. A 0@[1] j * det{1} (λk l:[1]. A k l + ind (k = 0@[1]) * (ind (l = j) + -1 * A k l))"),
        then=rewriting,
    ),
)
def det_one_entry() -> None:
    """The determinant of a 1×1 matrix is its entry."""


@lemma(
    "∀A B:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ det{n} A * det{n} B = 1",
    by=through(use("det_matmul", "A", "B", back=True), use("det_one"), then=rewriting),
)
def det_of_inverses() -> None:
    """The determinants of inverse matrices are inverse."""


@lemma(
    "∀A B:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ det{n} A ≠ 0",
    by=through(use("det_of_inverses", "A", "B")),
)
def det_of_invertible() -> None:
    """Their product is 1."""


@lemma(
    "∀A:[n]→[n]→ℝ, k:ℕ. det{n} (matpow{n} A k) = power (det{n} A) k",
    by=by_induction_on(
        "k",
        through(use("matpow_zero", "A"), use("power_zero", "det{n} A"), use("det_one"), then=rewriting),
        through(
            use("matpow_suc", "A", "k"),
            use("power_suc", "det{n} A", "k"),
            use("det_matmul", "A", "matpow{n} A k"),
            then=rewriting,
        ),
    ),
)
def det_matpow() -> None:
    """The determinant of a power, by induction."""


@lemma(
    "det{n} zeros{n,n} = 0",
    by=through(
        use("det_linear", "zeros{n,n}", "0@[n]"),
        use(
            "∀f:[n]→ℝ. (Σ j:[n]. zeros{n,n} 0@[n] j * f j) = 0",
            "λj:[n]. det{n} " + with_row("zeros{n,n}", "0@[n]", UNIT),
        ),
        then=rewriting,
    ),
)
def det_zeros() -> None:
    """The determinant of a matrix of zeros, which has at least one row."""


@lemma(
    "∀M N S T:[n]→[n]→ℝ. matmul{n,n,n} M N = identity{n} ⇒ matmul{n,n,n} S T = identity{n}"
    " ⇒ matmul{n,n,n} S (matmul{n,n,n} M T) = matmul{n,n,n} M M ⇒ det{n} M = 1",
    by=through(
        use("det_of_inverses", "M", "N"),
        use("det_of_inverses", "S", "T"),
        claim(
            "det{n} S * (det{n} M * det{n} T) = det{n} M * det{n} M",
            use("det_matmul", "S", "matmul{n,n,n} M T", back=True),
            use("det_matmul", "M", "T", back=True),
            use("det_matmul", "M", "M", back=True),
            then=rewriting,
        ),
        use(
            "∀d e s t:ℝ. d * e = 1 ⇒ s * t = 1 ⇒ s * (d * t) = d * d ⇒ d = 1",
            *("det{n} M", "det{n} N", "det{n} S", "det{n} T"),
        ),
    ),
)
def det_similar_to_square() -> None:
    """What is invertible and similar to its square has the determinant 1."""


# multiples of rows


def _scaled_to(place: str) -> str:
    """Write a matrix with a factor for each row up to a place."""
    return f"(λk l:[n]. (1 + ind (pos{{n}} k ≤ real {place}) * (d k + -1)) * A k l)"


@lemma(
    "∀A:[n]→[n]→ℝ, i:[n], c:ℝ. det{n} (λk l:[n]. (1 + ind (k = i) * (c + -1)) * A k l) = c * det{n} A",
    by=through(use("det_linear", "A", "i"), use("det_of_row", "A", "i", "λl:[n]. c * A i l")),
)
def det_row_scaled() -> None:
    """A multiple of a row has the multiple of the determinant."""


@lemma(
    "∀A:[n]→[n]→ℝ, d:[n]→ℝ. det{n} (λk l:[n]. d k * A k l) = product{n} d * det{n} A",
    by=by_places(
        "a:ℕ, w:[n]",
        f"det{{n}} {_scaled_to('a')} = product_to{{n}} d a * det{{n}} A",
        through(
            f"{_scaled_to('0@ℕ')} = (λk l:[n]. (1 + ind (k = 0@[n]) * (d 0@[n] + -1)) * A k l)",
            use("product_to_first", "d"),
            use("det_row_scaled", "A", "0@[n]", "d 0@[n]"),
            then=rewriting,
        ),
        through(
            f"{_scaled_to('(suc a)')} = (λk l:[n]. (1 + ind (k = w) * (d w + -1)) * {_scaled_to('a')} k l)",
            use("product_to_next", "d", "w", "a"),
            use("det_row_scaled", _scaled_to("a"), "w", "d w"),
            then=rewriting,
        ),
        through(
            f"{_scaled_to('(nat{n} last{n})')} = (λk l:[n]. d k * A k l)",
            use("product_to_last", "d"),
            then=rewriting,
        ),
    ),
)
def det_rows_scaled() -> None:
    """Each factor of a row is one of the determinant, row by row."""


@lemma(
    "∀c:ℝ. product{n} (λi:[n]. c) = power c (suc (nat{n} last{n}))",
    by=by_places(
        "k:ℕ, w:[n]",
        "product_to{n} (λi:[n]. c) k = power c (suc k)",
        through(
            use("product_to_first", "λi:[n]. c"),
            use("power_suc", "c", "0@ℕ"),
            use("power_zero", "c"),
            then=rewriting,
        ),
        through(
            use("product_to_next", "λi:[n]. c", "w", "k"),
            use("power_suc", "c", "suc k"),
            then=rewriting,
        ),
        through(use("product_to_last", "λi:[n]. c"), then=rewriting),
    ),
)
def product_const() -> None:
    """The product of equal numbers is a power."""


@lemma(
    "∀c:ℝ, A:[n]→[n]→ℝ. det{n} (matscale{n,n} c A) = power c (suc (nat{n} last{n})) * det{n} A",
    by=through(
        "matscale{n,n} c A = (λi j:[n]. c * A i j)",
        use("det_rows_scaled", "A", "λi:[n]. c"),
        use("product_const", "c"),
        then=rewriting,
    ),
)
def det_matscale() -> None:
    """A factor of all n rows is one of the determinant n times."""


# a matrix whose determinant is not 0 has an inverse: the adjugate, divided by the determinant


@lemma(
    "∀A:[n]→[n]→ℝ, k j:[n]."
    " (Σ i:[n]. A k i * det{n} (λm l:[n]. A m l + ind (m = j) * (ind (l = i) + -1 * A m l))) = ind (k = j) * det{n} A",
    by=in_cases(
        "k = j",
        through(use("det_linear", "A", "j")),
        through(
            use("det_of_row", "A", "j", "A k"),
            use("det_alternating", "λm l:[n]. A m l + ind (m = j) * (A k l + -1 * A m l)", "k", "j"),
        ),
    ),
)
def det_adjugate() -> None:
    """Laplace's expansion, by another row of a matrix with two equal rows."""


def inverse_term(matrix: str) -> str:
    """Write the inverse of a matrix by its adjugate."""
    entry = f"{matrix} k l + ind (k = j) * (ind (l = i) + -1 * {matrix} k l)"
    return f"(λi j:[n]. inv (det{{n}} {matrix}) * det{{n}} (λk l:[n]. {entry}))"


@lemma(
    f"∀A:[n]→[n]→ℝ. det{{n}} A ≠ 0 ⇒ matmul{{n,n,n}} A {inverse_term('A')} = identity{{n}}",
    by=through(
        claim(
            f"∀k j:[n]. matmul{{n,n,n}} A {inverse_term('A')} k j = ind (k = j)",
            use("det_adjugate", "A", "k", "j"),
            use("inv_mul", "det{n} A"),
        ),
    ),
)
def inverse_by_adjugate() -> None:
    """A matrix times its adjugate is the determinant times the identity matrix."""


@lemma(
    "∀A B C:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} B C = identity{n} ⇒ A = C",
)
def inverses_agree(first: Theorem, second: Theorem) -> Theorem:
    """A = A B C = C."""
    A, B, C = (matrix(name, n, n) for name in "ABC")
    times = defined("matmul", n, n, n)
    inside = ap_term(app(times, A), symmetric(second))
    apart = chain(symmetric(fact("matmul_identity", A)), inside, symmetric(fact("matmul_assoc", A, B, C)))
    return chain(apart, ap_thm(ap_term(times, first), C), fact("identity_matmul", C))


@lemma(
    "∀A B:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} B A = identity{n}",
    by=through(
        use("det_of_inverses", "A", "B"),
        claim("det{n} B ≠ 0"),
        use("inverse_by_adjugate", "B"),
        use("inverses_agree", "A", "B", inverse_term("B")),
        then=rewriting,
    ),
)
def inverse_on_both_sides() -> None:
    """B has an inverse on the right, as its determinant is not 0: it is A."""


@lemma(
    "∀A:[n]→[n]→ℝ, z:[n]→[1]→ℝ. matmul{n,n,1} A z = zeros{n,1} ⇒ z ≠ zeros{n,1} ⇒ det{n} A = 0",
    by=by_contradiction(
        use("inverse_by_adjugate", "A"),
        use("inverse_on_both_sides", "A", inverse_term("A")),
        use(
            "∀A B:[n]→[n]→ℝ, z:[n]→[1]→ℝ. matmul{n,n,n} B A = identity{n} ⇒ matmul{n,n,1} A z = zeros{n,1}"
            " ⇒ z = zeros{n,1}",
            "A",
            inverse_term("A"),
            "z",
        ),
    ),
)
def det_with_kernel() -> None:
    """A matrix that maps a vector other than 0 to 0 has no inverse."""


_DIFFERENCE = "(λl:[n], o:[1]. ind (l = i) + -1 * ind (l = j))"


@lemma(
    "∀A:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. A k i = A k j) ⇒ det{n} A = 0",
    by=through(
        f"matmul{{n,n,1}} A {_DIFFERENCE} = zeros{{n,1}}",
        claim(
            f"{_DIFFERENCE} ≠ zeros{{n,1}}",
            then=by_contradiction(
                claim("ind (i = i) + -1 * ind (i = j) = 0", applied(-1, "i", "0@[1]")),
                "ind (i = i) + -1 * ind (i = j) ≠ 0",
            ),
        ),
        use("det_with_kernel", "A", _DIFFERENCE),
    ),
)
def det_equal_columns() -> None:
    """The difference of the two unit vectors is mapped to 0."""
