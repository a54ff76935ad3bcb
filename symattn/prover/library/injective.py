"""A square matrix A with A·x = 0 only for x = 0 has an inverse, for any size.

By induction on a: some B has zero rows from a on, and B·A is the identity in the columns before a.  In the step w is
the column a and r = e_w − B·A·e_w, which is 1 at w and so not 0; hence A·r has an entry t that is not 0, and
B + r·(e_tᵀ − e_tᵀ·A·B)/(A·r)_t is as wanted.  Source: Horn and Johnson, *Matrix Analysis*, 0.5.
"""

from __future__ import annotations

from .definite import COLUMNS, ZEROS, written_form
from .facts import lemma
from .outlines import applied, by_contradiction, by_induction_on, claim, in_cases, rewriting, through, unfold, use

_PRODUCT = "(Σ k:[n]. {} i k * A k j)"
_ENTRY = f"{_PRODUCT} = ind (i = j)"
_REST = "(λi:[n]. ind (i = w) + -1 * (Σ k:[n]. B i k * A k w))"  # r
_MOVED = f"(Σ l:[n]. A t l * {_REST} l)"  # (A·r)_t
_NEW = f"(λi j:[n]. B i j + {_REST} i * (c * (ind (t = j) + -1 * (Σ l:[n]. A t l * B l j))))"
_ALL = "∀A B:[n]→[n]→ℝ, t w:[n], c:ℝ, i j:[n]."
_VALUES = "A", "B", "t", "w", "c", "i", "j"
_INJECTIVE = "(∀x:[n]→ℝ. (∀i:[n]. (Σ k:[n]. A i k * x k) = 0) ⇒ (∀i:[n]. x i = 0))"


def _rows(a: str, b: str) -> str:
    """Return the statement that the rows of B from a position on are 0."""
    return f"∀i j:[n]. real {a} ≤ pos{{n}} i ⇒ {b} i j = 0"


def _columns(a: str, b: str) -> str:
    """Return the statement that the columns of B·A before a position are those of the identity."""
    return f"∀i j:[n]. ¬(real {a} ≤ pos{{n}} j) ⇒ {_ENTRY.format(b)}"


def _each(a: str) -> str:
    """Return the statement that p follows from each such B."""
    return f"∀B:[n]→[n]→ℝ. ({_rows(a, 'B')}) ⇒ ({_columns(a, 'B')}) ⇒ p"


_ONE_WAY = "∀i j:[n]. (Σ k:[n]. {} i k * {} k j) = ind (i = j)"


@lemma(
    f"∀A:[n]→[n]→ℝ, p:𝔹. {_INJECTIVE} ⇒ (∀B:[n]→[n]→ℝ. ({_ONE_WAY.format('B', 'A')}) ⇒ p) ⇒ p",
    by=through(
        claim(
            f"∀a:ℕ. ({_each('a')}) ⇒ p",
            then=by_induction_on(
                "a",
                base=through(use(2, "λi j:[n]. 0")),
                step=through(
                    claim(
                        _each("a"),
                        then=by_contradiction(
                            claim(
                                f"∀w t:[n], c:ℝ. pos{{n}} w = real a ⇒ {_MOVED} * c ≠ 1",
                                then=by_contradiction(
                                    claim(
                                        _rows("(suc a)", _NEW),
                                        claim("i ≠ w", then=by_contradiction("pos{n} i = pos{n} w")),
                                        claim("∀j:[n]. B i j = 0", use(4, "i", "j")),
                                        use(f"{_ALL} (∀j:[n]. B i j = 0) ⇒ i ≠ w ⇒ {_NEW} i j = 0", *_VALUES),
                                    ),
                                    claim(
                                        _columns("(suc a)", _NEW),
                                        then=in_cases(
                                            "real a ≤ pos{n} j",
                                            through(
                                                use("index_at", "a", "w", "j"),
                                                use(
                                                    f"{_ALL} {_MOVED} * c = 1 ⇒ j = w ⇒ {_ENTRY.format(_NEW)}", *_VALUES
                                                ),
                                            ),
                                            through(
                                                claim(f"∀i:[n]. {_ENTRY.format('B')}", use(5, "i", "j")),
                                                use(
                                                    f"{_ALL} (∀i:[n]. {_ENTRY.format('B')}) ⇒ {_ENTRY.format(_NEW)}",
                                                    *_VALUES,
                                                ),
                                            ),
                                        ),
                                    ),
                                    use(2, _NEW),
                                ),
                            ),
                            claim(
                                "∀w:[n]. pos{n} w ≠ real a",
                                then=by_contradiction(
                                    claim(
                                        f"∀t:[n]. {_MOVED} = 0",
                                        then=by_contradiction(
                                            use("inv_mul", _MOVED), use(7, "w", "t", f"inv {_MOVED}")
                                        ),
                                    ),
                                    use(0, _REST),
                                    claim("∀j:[n]. B w j = 0", use(4, "w", "j")),
                                    claim(f"{_REST} w = 0", use(-2, "w")),
                                    use(
                                        f"∀A B:[n]→[n]→ℝ, w:[n]. (∀j:[n]. B w j = 0) ⇒ {_REST} w = 0 ⇒ 1 = 0",
                                        "A",
                                        "B",
                                        "w",
                                    ),
                                ),
                            ),
                            claim(_rows("(suc a)", "B"), use(4, "i", "j")),
                            claim(
                                _columns("(suc a)", "B"),
                                then=in_cases(
                                    "real a ≤ pos{n} j",
                                    through(use("position_at", "a", "j"), use(8, "j")),
                                    through(use(5, "i", "j")),
                                ),
                            ),
                            use(2, "B"),
                        ),
                    ),
                    use(3),
                ),
            ),
        ),
        claim(
            _each("(suc (nat{n} last{n}))"),
            claim(_ONE_WAY.format("B", "A"), use("pos_less", "j"), use("size_value"), use(4, "i", "j")),
            use(1, "B"),
        ),
        use(2, "suc (nat{n} last{n})"),
    ),
)
def left_inverse_of_injective() -> None:
    """By induction on the number of columns in which B·A is the identity."""


_INVERTIBLE = f"(∀B:[n]→[n]→ℝ. (({_ONE_WAY.format('A', 'B')}) ∧ ({_ONE_WAY.format('B', 'A')})) ⇒ p) ⇒ p"


@lemma(
    f"∀A:[n]→[n]→ℝ, p:𝔹. {_INJECTIVE} ⇒ {_INVERTIBLE}",
    by=through(
        claim(
            f"∀B:[n]→[n]→ℝ. ({_ONE_WAY.format('B', 'A')}) ⇒ p",
            use(f"∀A B:[n]→[n]→ℝ. ({_ONE_WAY.format('B', 'A')}) ⇒ matmul{{n,n,n}} B A = identity{{n}}", "A", "B"),
            use("other_side_inverse", "B", "A"),
            claim(
                _ONE_WAY.format("A", "B"),
                applied(-1, "i", "j"),
                unfold("matmul{n,n,n} A B i j"),
                unfold("identity{n} i j"),
                then=rewriting,
            ),
            claim(f"({_ONE_WAY.format('A', 'B')}) ∧ ({_ONE_WAY.format('B', 'A')})", then=rewriting),
            use(1, "B"),
        ),
        use("left_inverse_of_injective", "A", "p"),
    ),
)
def inverse_of_injective() -> None:
    """A left inverse of a square matrix is its inverse."""


_FORM = written_form("x", "x")


@lemma(
    f"∀A:[n]→[n]→ℝ, p:𝔹. ({COLUMNS} matmul{{n,n,1}} A x = {ZEROS} ⇒ x = {ZEROS}) ⇒ {_INVERTIBLE}",
    by=through(
        claim(
            "∀v:[n]→ℝ. (∀i:[n]. (Σ k:[n]. A i k * v k) = 0) ⇒ (∀i:[n]. v i = 0)",
            "matmul{n,n,1} A (λi:[n], o:[1]. v i) = zeros{n,1}",
            use(0, "λi:[n], o:[1]. v i"),
            claim("∀i:[n]. v i = 0", applied(-1, "i", "0@[1]")),
        ),
        use("inverse_of_injective", "A", "p"),
    ),
)
def inverse_by_columns() -> None:
    """A vector is the only column of a matrix."""


@lemma(
    f"∀A:[n]→[n]→ℝ, p:𝔹. ({COLUMNS} {_FORM} ≤ 0 ⇒ x = {ZEROS}) ⇒ {_INVERTIBLE}",
    by=through(
        claim(
            f"{COLUMNS} matmul{{n,n,1}} A x = {ZEROS} ⇒ x = {ZEROS}",
            use(f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. matmul{{n,n,1}} A x = {ZEROS} ⇒ {_FORM} = 0", "A", "x"),
            use(0, "x"),
        ),
        use("inverse_by_columns", "A", "p"),
    ),
)
def inverse_by_form() -> None:
    """Where A·x is 0, so is xᵀAx."""
