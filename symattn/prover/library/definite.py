"""Lemmas of quadratic forms xᵀAx: inverses, diagonals, and the Cauchy-Schwarz inequality.

Source: Horn and Johnson, *Matrix Analysis*, 7.1.
"""

from __future__ import annotations

from ...kernel.terms import Size, Term, app, fin, literal
from ..logic.formulas import UNIT
from .definitions import defined, definition_of
from .facts import Outline, lemma
from .matrices import product, transposed
from .outlines import apart, applied, by_contradiction, claim, in_cases, rewriting, through, use

_FIRST = literal(0, fin(UNIT))


def form(a: Term, x: Term, y: Term | None = None) -> Term:
    """Return the number xᵀAy, or xᵀAx, for columns x and y."""
    return app(product(transposed(x), product(a, x if y is None else y)), _FIRST, _FIRST)


def no_column(size: Size) -> Term:
    """Return the column of zeros."""
    return defined("zeros", size, UNIT)


def _form(x: str, y: str) -> str:
    for name in ("matmul", "transpose", "zeros", "matadd", "matscale"):
        definition_of(name)
    return f"matmul{{1,n,1}} (transpose{{n,1}} {x}) (matmul{{n,n,1}} A {y}) 0@[1] 0@[1]"


_COLUMNS, _ZEROS = "∀x:[n]→[1]→ℝ.", "zeros{n,1}"
_MOVED = "(matmul{n,n,1} A x)"
_FORM, _MIXED = _form("x", "x"), _form("x", "y")
_NONNEGATIVE, _POSITIVE = f"({_COLUMNS} 0 ≤ {_FORM})", f"({_COLUMNS} x ≠ {_ZEROS} ⇒ 0 < {_FORM})"
_SYMMETRIC = "(∀i j:[n]. A i j = A j i)"
_ONE_WAY = "(∀i j:[n]. (Σ k:[n]. {} i k * {} k j) = ind (i = j))"
_INVERTIBLE = f"(∀B:[n]→[n]→ℝ. ({_ONE_WAY.format('A', 'B')} ∧ {_ONE_WAY.format('B', 'A')}) ⇒ p) ⇒ p"


@lemma(
    f"∀A:[n]→[n]→ℝ, p:𝔹. ({_COLUMNS} matmul{{n,n,1}} A x = {_ZEROS} ⇒ x = {_ZEROS}) ⇒ {_INVERTIBLE}",
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
    f"∀A:[n]→[n]→ℝ, p:𝔹. ({_COLUMNS} {_FORM} ≤ 0 ⇒ x = {_ZEROS}) ⇒ {_INVERTIBLE}",
    by=through(
        claim(f"{_COLUMNS} matmul{{n,n,1}} A x = {_ZEROS} ⇒ x = {_ZEROS}", f"{_FORM} = 0", use(0, "x")),
        use("inverse_by_columns", "A", "p"),
    ),
)
def inverse_by_form() -> None:
    """Where A·x is 0, so is xᵀAx."""


@lemma(
    f"∀A:[n]→[n]→ℝ. {_POSITIVE} ⇒ {_NONNEGATIVE}",
    by=claim(f"{_COLUMNS} 0 ≤ {_FORM}", then=in_cases(f"x = {_ZEROS}", through(f"{_FORM} = 0"), through(use(0, "x")))),
)
def definite_is_semidefinite() -> None:
    """At 0 the form is 0."""


@lemma(f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {_POSITIVE} ⇒ {_FORM} ≤ 0 ⇒ x = {_ZEROS}", by=by_contradiction(use(0, "x")))
def zero_of_form() -> None:
    """Elsewhere the form is positive."""


def _unit(index: str) -> str:
    """Return the column e_i."""
    return f"(λk:[n], o:[1]. ind (k = {index}))"


@lemma(
    f"∀A:[n]→[n]→ℝ, i:[n]. {_NONNEGATIVE} ⇒ 0 ≤ A i i",
    by=through(use(0, _unit("i")), f"{_form(_unit('i'), _unit('i'))} = A i i"),
)
def semidefinite_diagonal() -> None:
    """At a unit vector the form is an entry of the diagonal."""


@lemma(
    f"∀A:[n]→[n]→ℝ, i:[n]. {_POSITIVE} ⇒ 0 < A i i",
    by=through(
        claim(f"{_unit('i')} ≠ {_ZEROS}", then=by_contradiction(applied(-1, "i", "0@[1]"))),
        use(0, _unit("i")),
        f"{_form(_unit('i'), _unit('i'))} = A i i",
    ),
)
def definite_diagonal() -> None:
    """A unit vector is not 0."""


_POLYNOMIAL = "0 ≤ {s} * {s} * a + (2 * ({s} * {t} * b) + {t} * {t} * c)"
_WITHOUT = f"∀a b c:ℝ. c = 0 ⇒ 0 ≤ a ⇒ {_POLYNOMIAL.format(s='b', t='(-1 * (a + 1))')} ⇒ b * b ≤ a * c"
_WITH = f"∀a b c:ℝ. 0 < c ⇒ {_POLYNOMIAL.format(s='c', t='(-1 * b)')} ⇒ b * b ≤ a * c"


def _combined(s: str, x: str, t: str, y: str) -> str:
    """Return the column s·x + t·y."""
    return f"(matadd{{n,1}} (matscale{{n,1}} {s} {x}) (matscale{{n,1}} {t} {y}))"


_COMBINED = _combined("s", "x", "t", "y")
_EXPANDED = apart(
    f"∀A:[n]→[n]→ℝ, x y:[n]→[1]→ℝ, s t:ℝ. {_SYMMETRIC} ⇒ {_form(_COMBINED, _COMBINED)}"
    f" = s * s * {_FORM} + (2 * (s * t * {_MIXED}) + t * t * {_form('y', 'y')})"
)
_A, _B, _C = (f"({number})" for number in (_FORM, _MIXED, _form("y", "y")))


def _at_combined(s: str, t: str) -> Outline:
    """Show that the form is not negative at s·x + t·y."""
    return claim(
        f"0 ≤ {s} * {s} * {_A} + (2 * ({s} * {t} * {_B}) + {t} * {t} * {_C})",
        _EXPANDED,
        use(-1, "A", "x", "y", s, t),
        use(1, _combined(s, "x", t, "y")),
        then=rewriting,
    )


@lemma(
    f"∀A:[n]→[n]→ℝ, x y:[n]→[1]→ℝ. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ {_MIXED} * {_MIXED} ≤ {_FORM} * {_form('y', 'y')}",
    by=in_cases(
        f"{_C} = 0",
        through(_at_combined(_B, f"(-1 * ({_A} + 1))"), use(1, "x"), apart(_WITHOUT), use(-1, _A, _B, _C)),
        through(
            _at_combined(_C, f"(-1 * {_B})"), use(1, "y"), use("nonneg_ne_pos", _C), apart(_WITH), use(-1, _A, _B, _C)
        ),
    ),
)
def form_squared() -> None:
    """The form is not negative at c·x − b·y, nor at b·x − (a + 1)·y, where a = xᵀAx, b = xᵀAy and c = yᵀAy."""


@lemma(
    f"∀A:[n]→[n]→ℝ, i j:[n]. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ A i j * A i j ≤ A i i * A j j",
    by=through(
        use("form_squared", "A", _unit("i"), _unit("j")),
        *(f"{_form(_unit(a), _unit(b))} = A {a} {b}" for a, b in ("ij", "ii", "jj")),
    ),
)
def entry_squared() -> None:
    """The Cauchy-Schwarz inequality at unit vectors."""


@lemma(
    f"∀A B:[n]→[n]→ℝ, x:[n]→[1]→ℝ. (∀i j:[n]. B i j = A i j + A j i) ⇒ {_FORM} ≤ 0 ⇒ {_FORM.replace(' A ', ' B ')} ≤ 0"
)
def form_of_both() -> None:
    """The transpose has the same form; for a skew matrix the sum is 0."""


@lemma("∀x:[n]→[1]→ℝ. 0 ≤ matmul{1,n,1} (transpose{n,1} x) x 0@[1] 0@[1]")
def column_squared() -> None:
    """A sum of squares."""


@lemma(
    f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ {_FORM} ≤ 0 ⇒ matmul{{n,n,1}} A x = {_ZEROS}",
    by=through(
        use("form_squared", "A", _MOVED, "x"),
        use(1, _MOVED),
        apart("∀s t u:ℝ. s * s ≤ t * u ⇒ 0 ≤ t ⇒ u ≤ 0 ⇒ s ≤ 0"),
        use(-1, _form(_MOVED, "x"), _form(_MOVED, _MOVED), _FORM),
        f"{_form(_MOVED, 'x')} = (Σ i:[n]. Σ j:[1]. matmul{{n,n,1}} A x i j * matmul{{n,n,1}} A x i j)",
        use("zero_of_squares", _MOVED),
    ),
)
def column_of_form() -> None:
    """The Cauchy-Schwarz inequality at A·x and x says ‖Ax‖⁴ ≤ 0."""


@lemma(
    f"∀A:[n]→[n]→ℝ, i j:[n]. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ (∀i:[n]. A i i ≤ 0) ⇒ A i j = 0",
    by=through(
        use("entry_squared", "A", "i", "j"), use("semidefinite_diagonal", "A", "i"), use(2, "i"), "A i j * A i j ≤ 0"
    ),
)
def zero_of_diagonal() -> None:
    """The Cauchy-Schwarz inequality for entries."""


_WEIGHTED = "(Σ i:[n]. Σ j:[n]. W i j * (x i 0@[1] * x i 0@[1]))"
_LAPLACIAN = f"∀W:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {_SYMMETRIC.replace('A', 'W')} ⇒"
_MIXED_SUM = "(Σ i:[n]. Σ j:[n]. x i 0@[1] * (W i j * x j 0@[1]))"
_APART = "(x i 0@[1] + -1 * x j 0@[1])"
_APART = f"(Σ i:[n]. Σ j:[n]. W i j * ({_APART} * {_APART}))"


@lemma(
    f"{_LAPLACIAN} (∀i j:[n]. 0 ≤ W i j) ⇒ {_MIXED_SUM} ≤ {_WEIGHTED}",
    by=through(
        f"{_APART} = 2 * {_WEIGHTED} + -2 * {_MIXED_SUM}",
        f"0 ≤ {_APART}",
        apart("∀s t u:ℝ. s = 2 * t + -2 * u ⇒ 0 ≤ s ⇒ u ≤ t"),
        use(-1, _APART, _WEIGHTED, _MIXED_SUM),
    ),
)
def laplacian() -> None:
    """Twice the difference is Σ W_ij (x_i − x_j)²."""


@lemma(
    f"∀A:[n]→[n]→ℝ, i j:[n], s:ℝ. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ 0 ≤ A i i + (2 * (s * A i j) + s * s * A j j)",
    by=through(
        _EXPANDED,
        use(-1, "A", _unit("i"), _unit("j"), "1", "s"),
        use(1, _combined("1", _unit("i"), "s", _unit("j"))),
        *(f"{_form(_unit(a), _unit(b))} = A {a} {b}" for a, b in ("ij", "ii", "jj")),
        claim("0 ≤ 1 * 1 * A i i + (2 * (1 * s * A i j) + s * s * A j j)", then=rewriting),
    ),
)
def entries_of_form() -> None:
    """The form at e_i + s·e_j."""
