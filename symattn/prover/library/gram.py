"""A semidefinite matrix is RᵀR, for any size.

Row by row: some R has no rows after a place, and A − RᵀR is semidefinite with no entries up to it.  In the step w is
the next place and B = A − RᵀR; the row B_w/√B_ww takes the place of w in R, which leaves B − B_wᵀB_w/B_ww.
Source: Horn and Johnson, *Matrix Analysis*, 7.2.
"""

from __future__ import annotations

from .definite import COLUMNS, NONNEGATIVE, SYMMETRIC, written_form
from .facts import lemma
from .outlines import by_contradiction, by_places, claim, in_cases, rewriting, through, use

_FORM = written_form("x", "x")
_LESS, _LEFT = (f"(λi j:[n]. {a} i j + -1 * ({a} w i * {a} w j * inv ({a} w w)))" for a in "AB")
_ROW, _UNIT = "(Σ j:[n]. A w j * x j 0@[1])", "(λk:[n], o:[1]. ind (k = w))"


def _form_of(matrix: str) -> str:
    return f"({COLUMNS} 0 ≤ {_FORM.replace(' A ', f' {matrix} ')})"


@lemma(
    f"∀A:[n]→[n]→ℝ, w:[n]. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ {_form_of(_LESS)}",
    by=claim(
        _form_of(_LESS)[1:-1],
        use("form_squared", "A", _UNIT, "x"),
        use(f"∀A:[n]→[n]→ℝ, w:[n], x:[n]→[1]→ℝ. {written_form(_UNIT, 'x')} = {_ROW}", "A", "w", "x"),
        use(f"∀A:[n]→[n]→ℝ, w:[n]. {written_form(_UNIT, _UNIT)} = A w w", "A", "w"),
        use("semidefinite_diagonal", "A", "w"),
        use(1, "x"),
        use(
            f"∀A:[n]→[n]→ℝ, w:[n], x:[n]→[1]→ℝ. {_FORM.replace(' A ', f' {_LESS} ')}"
            f" = {_FORM} + -1 * ({_ROW} * {_ROW} * inv (A w w))",
            *("A", "w", "x"),
        ),
        claim(
            "∀s t u r:ℝ. s * s ≤ t * u ⇒ 0 ≤ t ⇒ 0 ≤ u ⇒ r = u + -1 * (s * s * inv t) ⇒ 0 ≤ r",
            then=in_cases("t = 0", otherwise=through(use("nonneg_ne_pos", "t"))),
        ),
        use(
            -1,
            *(_ROW, "A w w", _FORM, _FORM.replace(" A ", f" {_LESS} ")),
        ),
    ),
)
def form_less_row() -> None:
    """The Cauchy-Schwarz inequality at e_w and x."""


_GRAM = "(Σ k:[n]. {0} k i * {0} k j)"
_ROOT = "inv (sqrt (B w w))"
_NEXT = f"(λk i:[n]. R k i + ind (k = w) * (B w i * {_ROOT}))"


def _so_far(t: str, r: str, b: str) -> tuple[str, ...]:
    """Return what is said of R and B after t places: A = RᵀR + B, and B is semidefinite and has no such rows."""
    return (
        f"∀i j:[n]. A i j = {_GRAM.format(r)} + {b} i j",
        f"∀k i:[n]. {t} ≤ pos{{n}} k ⇒ {r} k i = 0",
        f"∀i j:[n]. pos{{n}} i + 1 ≤ {t} ⇒ {b} i j = 0",
        f"∀i j:[n]. {b} i j = {b} j i",
        _form_of(b)[1:-1],
    )


def _each(t: str) -> str:
    """Return the statement that p follows from each such R and B."""
    return "∀R B:[n]→[n]→ℝ. " + " ⇒ ".join(f"({said})" for said in _so_far(t, "R", "B")) + " ⇒ p"


@lemma(
    "∀A R B:[n]→[n]→ℝ, w:[n], t u:ℝ, p:𝔹. t = pos{n} w ⇒ u = t + 1 ⇒ "
    + " ⇒ ".join(f"({said})" for said in _so_far("t", "R", "B"))
    + f" ⇒ ({_each('u')}) ⇒ p",
    by=through(
        use("semidefinite_diagonal", "B", "w"),
        use("∀d:ℝ. 0 ≤ d ⇒ inv (sqrt d) * inv (sqrt d) = inv d", "B w w"),
        claim("∀i:[n]. R w i = 0", use(3, "w", "i")),
        claim(
            _so_far("u", _NEXT, _LEFT)[0],
            use(2, "i", "j"),
            use(
                "∀R:[n]→[n]→ℝ, b:[n]→ℝ, w i j:[n], c:ℝ. (∀i:[n]. R w i = 0) ⇒ (Σ k:[n]. (R k i + ind (k = w)"
                " * (b i * c)) * (R k j + ind (k = w) * (b j * c))) = (Σ k:[n]. R k i * R k j) + b i * b j * (c * c)",
                *("R", "B w", "w", "i", "j", _ROOT),
            ),
            then=rewriting,
        ),
        claim(_so_far("u", _NEXT, _LEFT)[1], use(3, "k", "i"), "ind (k = w) = 0"),
        claim(
            _so_far("u", _NEXT, _LEFT)[2],
            then=in_cases(
                "i = w",
                in_cases(
                    "B w w = 0",
                    through(use("entry_squared", "B", "w", "j"), "B w j = 0", then=rewriting),
                ),
                through(
                    claim(
                        "pos{n} i + 1 ≤ t", then=by_contradiction("pos{n} i = pos{n} w", use("pos_injective", "i", "w"))
                    ),
                    *(use(4, "i", "j"), use(4, "i", "w"), use(5, "i", "w"), "B w i = 0"),
                    then=rewriting,
                ),
            ),
        ),
        claim(_form_of(_LEFT)[1:-1], use("form_less_row", "B", "w", "x")),
        use(7, _NEXT, _LEFT),
    ),
)
def gram_next() -> None:
    """The row B_w/√B_ww of the next place w joins R."""


@lemma(
    f"∀A:[n]→[n]→ℝ, p:𝔹. {SYMMETRIC} ⇒ {NONNEGATIVE}"
    " ⇒ (∀R:[n]→[n]→ℝ. A = matmul{n,n,n} (transpose{n,n} R) R ⇒ p) ⇒ p",
    by=by_places(
        "a:ℕ, w:[n]",
        f"({_each('(real a + 1)')}) ⇒ p",
        claim(
            f"({_each('(real 0@ℕ + 1)')}) ⇒ p",
            use("gram_next", "A", "(λk i:[n]. 0)", "A", "0@[n]", "0", "real 0@ℕ + 1", "p"),
        ),
        claim(
            f"({_each('(real (suc a) + 1)')}) ⇒ p",
            claim(_each("(real a + 1)"), use("gram_next", "A", "R", "B", "w", "real a + 1", "real (suc a) + 1", "p")),
            use(4),
        ),
        through(
            claim(
                _each("(real (nat{n} last{n}) + 1)"),
                claim(
                    f"∀i j:[n]. A i j = {_GRAM.format('R')}",
                    use(4, "i", "j"),
                    use("size_value"),
                    use("pos_less", "i"),
                    use(6, "i", "j"),
                ),
                "A = matmul{n,n,n} (transpose{n,n} R) R",
                use(2, "R"),
            ),
            use(3),
        ),
    ),
)
def gram_matrix() -> None:
    """Row by row."""
