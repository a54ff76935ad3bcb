"""The determinant of a definite matrix grows with what is added to it in the Loewner order.

Source: Horn and Johnson, *Matrix Analysis*, 7.7.
"""

from __future__ import annotations

from .definite import COLUMNS, POSITIVE, SYMMETRIC, written_form
from .determinants import inverse_term
from .facts import lemma
from .hadamard import SQUARES
from .outlines import claim, rewriting, some, through, use

_FORM = written_form("x", "x")
_B = "(∀i j:[n]. B i j = B j i)", f"({COLUMNS} 0 ≤ {_FORM.replace(' A ', ' B ')})"
_SUM, _FACTORED = "(matadd{n,n} A B)", "matmul{n,n,n} (transpose{n,n} R) R"
_WHITENED = "(matmul{n,n,n} R (matmul{n,n,n} N (transpose{n,n} R)))"
_TURNED = "(matmul{n,n,1} (transpose{n,n} R) x)"
_POINT = f"(matmul{{n,n,1}} N {_TURNED})"
_FORM_AT_POINT = written_form(_POINT, _POINT).replace(" A ", " B ")


@lemma(
    f"∀A B R N:[n]→[n]→ℝ. {_B[0]} ⇒ {_B[1]} ⇒ A = {_FACTORED} ⇒ matmul{{n,n,n}} {_SUM} N = identity{{n}}"
    f" ⇒ det{{n}} {_WHITENED} ≤ 1",
    by=through(
        use("inverse_on_both_sides", _SUM, "N"),
        "transpose{n,n} B = B",
        use(
            f"∀A B R:[n]→[n]→ℝ. A = {_FACTORED} ⇒ transpose{{n,n}} B = B ⇒ transpose{{n,n}} {_SUM} = {_SUM}",
            *("A", "B", "R"),
        ),
        use(
            "∀M N:[n]→[n]→ℝ. transpose{n,n} M = M ⇒ matmul{n,n,n} M N = identity{n} ⇒ matmul{n,n,n} N M = identity{n}"
            " ⇒ transpose{n,n} N = N",
            _SUM,
            "N",
        ),
        claim(
            f"∀i j:[n]. {_WHITENED} i j = {_WHITENED} j i",
            use(
                f"∀R N:[n]→[n]→ℝ, i j:[n]. transpose{{n,n}} N = N ⇒ {_WHITENED} i j = {_WHITENED} j i",
                *("R", "N", "i", "j"),
            ),
        ),
        claim(
            f"{COLUMNS} {SQUARES.replace('A x', f'{_WHITENED} x')} ≤ {_FORM.replace(' A ', f' {_WHITENED} ')}",
            use(1, _POINT),
            use(
                "∀M N R:[n]→[n]→ℝ, x:[n]→[1]→ℝ. matmul{n,n,n} M N = identity{n}"
                f" ⇒ matmul{{n,n,1}} M {_POINT} = {_TURNED}",
                *(_SUM, "N", "R", "x"),
            ),
            use(
                "∀A B R:[n]→[n]→ℝ, x y:[n]→[1]→ℝ."
                f" A = {_FACTORED} ⇒ matmul{{n,n,1}} {_SUM} y = x ⇒ matmul{{1,n,1}} (transpose{{n,1}} y) x 0@[1] 0@[1]"
                f" = {SQUARES.replace('A x', 'R y')} + {written_form('y', 'y').replace(' A ', ' B ')}",
                *("A", "B", "R", _TURNED, _POINT),
            ),
            use(
                f"∀R N:[n]→[n]→ℝ, x:[n]→[1]→ℝ. matmul{{n,n,1}} {_WHITENED} x = matmul{{n,n,1}} R {_POINT}",
                "R",
                "N",
                "x",
            ),
            use(
                f"∀R N:[n]→[n]→ℝ, x:[n]→[1]→ℝ. transpose{{n,n}} N = N ⇒ {_FORM.replace(' A ', f' {_WHITENED} ')}"
                f" = matmul{{1,n,1}} (transpose{{n,1}} {_POINT}) {_TURNED} 0@[1] 0@[1]",
                *("R", "N", "x"),
            ),
            use(
                "∀s f b w:ℝ. 0 ≤ b ⇒ f = s + b ⇒ w = f ⇒ s ≤ w",
                SQUARES.replace("A x", f"R {_POINT}"),
                f"matmul{{1,n,1}} (transpose{{n,1}} {_POINT}) {_TURNED} 0@[1] 0@[1]",
                _FORM_AT_POINT,
                _FORM.replace(" A ", f" {_WHITENED} "),
            ),
            then=rewriting,
        ),
        use("det_of_contraction", _WHITENED),
    ),
)
def whitened() -> None:
    """With y = N·Rᵀx the form is |R·y|² + yᵀBy."""


_OTHER = "(matmul{n,n,n} N (transpose{n,n} R))"


@lemma(
    f"∀A B R N:[n]→[n]→ℝ. {_B[0]} ⇒ {_B[1]} ⇒ A = {_FACTORED} ⇒ matmul{{n,n,n}} {_SUM} N = identity{{n}}"
    f" ⇒ 0 < det{{n}} {_SUM} ⇒ det{{n}} A ≤ det{{n}} {_SUM}",
    by=through(
        use("whitened", "A", "B", "R", "N"),
        use("det_of_inverses", _SUM, "N"),
        use("det_matmul", "R", _OTHER),
        use("det_matmul", "N", "transpose{n,n} R"),
        use("det_matmul", "transpose{n,n} R", "R"),
        use("det_transpose", "R"),
        claim("det{n} A = det{n} (transpose{n,n} R) * det{n} R", then=rewriting),
        use(
            "∀a m k r t w q:ℝ. a = t * r ⇒ t = r ⇒ m * k = 1 ⇒ 0 < m ⇒ w = r * q ⇒ q = k * t ⇒ w ≤ 1 ⇒ a ≤ m",
            *("det{n} A", f"det{{n}} {_SUM}", "det{n} N", "det{n} R", "det{n} (transpose{n,n} R)"),
            *(f"det{{n}} {_WHITENED}", f"det{{n}} {_OTHER}"),
        ),
    ),
)
def grown_by_factors() -> None:
    """The quotient of the two is det R(A + B)⁻¹Rᵀ."""


@lemma(
    f"∀A B:[n]→[n]→ℝ. {SYMMETRIC} ⇒ {POSITIVE} ⇒ {_B[0]} ⇒ {_B[1]} ⇒ det{{n}} A ≤ det{{n}} {_SUM}",
    by=through(
        claim(f"{COLUMNS} 0 ≤ {_FORM}", use("definite_is_semidefinite", "A", "x")),
        claim(POSITIVE[1:-1].replace(" A ", f" {_SUM} "), use(1, "x"), use(3, "x")),
        use("det_definite", _SUM),
        use("inverse_by_adjugate", _SUM),
        some("R:[n]→[n]→ℝ", f"A = {_FACTORED}", "gram_matrix", "A"),
        use("grown_by_factors", "A", "B", "R", inverse_term(_SUM)),
    ),
)
def det_grows() -> None:
    """With A = RᵀR."""
