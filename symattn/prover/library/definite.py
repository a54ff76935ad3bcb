"""Lemmas of quadratic forms xᵀAx: signs, diagonals, and the Cauchy-Schwarz inequality.

Source: Horn and Johnson, *Matrix Analysis*, 7.1.
"""

from __future__ import annotations

from ...kernel.terms import Size, Term, app, fin, literal
from ..logic.formulas import UNIT
from .definitions import defined
from .facts import Outline, lemma
from .matrices import product, transposed
from .outlines import applied, by_contradiction, claim, in_cases, rewriting, through, use

_FIRST = literal(0, fin(UNIT))


def form(a: Term, x: Term, y: Term | None = None) -> Term:
    """Return the number xᵀAy, or xᵀAx, for columns x and y."""
    return app(product(transposed(x), product(a, x if y is None else y)), _FIRST, _FIRST)


def no_column(size: Size) -> Term:
    """Return the column of zeros."""
    return defined("zeros", size, UNIT)


def written_form(x: str, y: str) -> str:
    """Return the number xᵀAy, or xᵀAx, as the statements of lemmas write it."""
    return f"matmul{{1,n,1}} (transpose{{n,1}} {x}) (matmul{{n,n,1}} A {y}) 0@[1] 0@[1]"


COLUMNS, ZEROS = "∀x:[n]→[1]→ℝ.", "zeros{n,1}"
_MOVED = "(matmul{n,n,1} A x)"
_FORM, _MIXED = written_form("x", "x"), written_form("x", "y")
NONNEGATIVE, POSITIVE = f"({COLUMNS} 0 ≤ {_FORM})", f"({COLUMNS} x ≠ {ZEROS} ⇒ 0 < {_FORM})"
SYMMETRIC = "(∀i j:[n]. A i j = A j i)"


@lemma(
    f"∀A:[n]→[n]→ℝ. {POSITIVE} ⇒ {NONNEGATIVE}",
    by=claim(
        f"{COLUMNS} 0 ≤ {_FORM}",
        then=in_cases(
            f"x = {ZEROS}",
            through(use(f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. x = {ZEROS} ⇒ {_FORM} = 0", "A", "x")),
            through(use(0, "x")),
        ),
    ),
)
def definite_is_semidefinite() -> None:
    """At 0 the form is 0."""


@lemma(f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {POSITIVE} ⇒ {_FORM} ≤ 0 ⇒ x = {ZEROS}", by=by_contradiction(use(0, "x")))
def zero_of_form() -> None:
    """Elsewhere the form is positive."""


def _unit(index: str) -> str:
    """Return the column e_i."""
    return f"(λk:[n], o:[1]. ind (k = {index}))"


_ENTRY = f"∀A:[n]→[n]→ℝ, i j:[n]. {written_form(_unit('i'), _unit('j'))} = A i j"
_ENTRIES = tuple(use(_ENTRY, "A", *places) for places in ("ij", "ii", "jj"))


@lemma(
    f"∀A:[n]→[n]→ℝ, i:[n]. {NONNEGATIVE} ⇒ 0 ≤ A i i",
    by=through(use(0, _unit("i")), use(_ENTRY, "A", "i", "i"), then=rewriting),
)
def semidefinite_diagonal() -> None:
    """At a unit vector the form is an entry of the diagonal."""


@lemma(
    f"∀A:[n]→[n]→ℝ, i:[n]. {POSITIVE} ⇒ 0 < A i i",
    by=through(
        claim(f"{_unit('i')} ≠ {ZEROS}", then=by_contradiction(applied(-1, "i", "0@[1]"))),
        use(0, _unit("i")),
        use(_ENTRY, "A", "i", "i"),
        then=rewriting,
    ),
)
def definite_diagonal() -> None:
    """A unit vector is not 0."""


_CONGRUENT = "matmul{m,n,m} (transpose{n,m} B) (matmul{n,n,m} A B) k k"
_COLUMN = "(λi:[n], o:[1]. B i k)"


@lemma(
    f"∀A:[n]→[n]→ℝ, B:[n]→[m]→ℝ. {NONNEGATIVE} ⇒ 0 ≤ (Σ k:[m]. {_CONGRUENT})",
    by=through(
        claim(
            f"∀k:[m]. 0 ≤ {_CONGRUENT}",
            use(0, _COLUMN),
            use(f"∀A:[n]→[n]→ℝ, B:[n]→[m]→ℝ, k:[m]. {written_form(_COLUMN, _COLUMN)} = {_CONGRUENT}", "A", "B", "k"),
            then=rewriting,
        )
    ),
)
def trace_of_congruence() -> None:
    """Each entry on the diagonal of BᵀAB is the form at a column of B."""


_POLYNOMIAL = "0 ≤ {s} * {s} * a + (2 * ({s} * {t} * b) + {t} * {t} * c)"
_WITHOUT = f"∀a b c:ℝ. c = 0 ⇒ 0 ≤ a ⇒ {_POLYNOMIAL.format(s='b', t='(-1 * (a + 1))')} ⇒ b * b ≤ a * c"
_WITH = f"∀a b c:ℝ. 0 < c ⇒ {_POLYNOMIAL.format(s='c', t='(-1 * b)')} ⇒ b * b ≤ a * c"


def _combined(s: str, x: str, t: str, y: str) -> str:
    """Return the column s·x + t·y."""
    return f"(matadd{{n,1}} (matscale{{n,1}} {s} {x}) (matscale{{n,1}} {t} {y}))"


_COMBINED = _combined("s", "x", "t", "y")
_EXPANDED = (
    f"∀A:[n]→[n]→ℝ, x y:[n]→[1]→ℝ, s t:ℝ. {SYMMETRIC} ⇒ {written_form(_COMBINED, _COMBINED)}"
    f" = s * s * {_FORM} + (2 * (s * t * {_MIXED}) + t * t * {written_form('y', 'y')})"
)
_A, _B, _C = (f"({number})" for number in (_FORM, _MIXED, written_form("y", "y")))


def _at_combined(s: str, t: str) -> Outline:
    """Show that the form is not negative at s·x + t·y."""
    return claim(
        f"0 ≤ {s} * {s} * {_A} + (2 * ({s} * {t} * {_B}) + {t} * {t} * {_C})",
        use(_EXPANDED, "A", "x", "y", s, t),
        use(1, _combined(s, "x", t, "y")),
        then=rewriting,
    )


@lemma(
    f"∀A:[n]→[n]→ℝ, x y:[n]→[1]→ℝ. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ {_MIXED} * {_MIXED}"
    f" ≤ {_FORM} * {written_form('y', 'y')}",
    by=in_cases(
        f"{_C} = 0",
        through(_at_combined(_B, f"(-1 * ({_A} + 1))"), use(1, "x"), use(_WITHOUT, _A, _B, _C)),
        through(_at_combined(_C, f"(-1 * {_B})"), use(1, "y"), use("nonneg_ne_pos", _C), use(_WITH, _A, _B, _C)),
    ),
)
def form_squared() -> None:
    """The form is not negative at c·x − b·y, nor at b·x − (a + 1)·y, where a = xᵀAx, b = xᵀAy and c = yᵀAy."""


@lemma(
    f"∀A:[n]→[n]→ℝ, i j:[n]. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ A i j * A i j ≤ A i i * A j j",
    by=through(
        use("form_squared", "A", _unit("i"), _unit("j")),
        *_ENTRIES,
        then=rewriting,
    ),
)
def entry_squared() -> None:
    """The Cauchy-Schwarz inequality at unit vectors."""


_OF_INVERSE = "(λk:[n], o:[1]. B k i)"


@lemma(
    f"∀A B:[n]→[n]→ℝ, i:[n]. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ matmul{{n,n,n}} A B = identity{{n}} ⇒ 1 ≤ A i i * B i i",
    by=through(
        use("form_squared", "A", _unit("i"), _OF_INVERSE),
        use(_ENTRY, "A", "i", "i"),
        claim(
            f"matmul{{n,n,1}} A {_OF_INVERSE} = {_unit('i')}",
            use(
                "∀A B:[n]→[n]→ℝ, i:[n]. matmul{n,n,n} A B = identity{n}"
                f" ⇒ matmul{{n,n,1}} A {_OF_INVERSE} = {_unit('i')}",
                *("A", "B", "i"),
            ),
        ),
        use(
            f"∀x:[n]→[1]→ℝ, i:[n]. matmul{{1,n,1}} (transpose{{n,1}} x) {_unit('i')} 0@[1] 0@[1] = x i 0@[1]",
            *(_OF_INVERSE, "i"),
        ),
        use(
            f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ, i:[n]. matmul{{n,n,1}} A x = {_unit('i')}"
            f" ⇒ {written_form(_unit('i'), 'x')} = 1",
            *("A", _OF_INVERSE, "i"),
        ),
        claim("1 * 1 ≤ A i i * B i i", then=rewriting),
    ),
)
def entry_of_inverse() -> None:
    """The Cauchy-Schwarz inequality at a unit vector and a column of the inverse."""


@lemma(
    f"∀A B:[n]→[n]→ℝ, x:[n]→[1]→ℝ. (∀i j:[n]. B i j = A i j + A j i) ⇒ {_FORM} ≤ 0 ⇒ {_FORM.replace(' A ', ' B ')} ≤ 0"
)
def form_of_both() -> None:
    """The transpose has the same form; for a skew matrix the sum is 0."""


@lemma("∀x:[n]→[1]→ℝ. 0 ≤ matmul{1,n,1} (transpose{n,1} x) x 0@[1] 0@[1]")
def column_squared() -> None:
    """A sum of squares."""


@lemma(
    f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ {_FORM} ≤ 0 ⇒ matmul{{n,n,1}} A x = {ZEROS}",
    by=through(
        use("form_squared", "A", _MOVED, "x"),
        use(1, _MOVED),
        use(
            "∀s t u:ℝ. s * s ≤ t * u ⇒ 0 ≤ t ⇒ u ≤ 0 ⇒ s ≤ 0",
            written_form(_MOVED, "x"),
            written_form(_MOVED, _MOVED),
            _FORM,
        ),
        use(
            f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {written_form(_MOVED, 'x')} = (Σ i:[n]. Σ j:[1]. {_MOVED} i j * {_MOVED} i j)",
            "A",
            "x",
        ),
        use("zero_of_squares", _MOVED),
    ),
)
def column_of_form() -> None:
    """The Cauchy-Schwarz inequality at A·x and x says ‖Ax‖⁴ ≤ 0."""


@lemma(
    f"∀A:[n]→[n]→ℝ, i j:[n]. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ (∀i:[n]. A i i ≤ 0) ⇒ A i j = 0",
    by=through(
        use("entry_squared", "A", "i", "j"),
        use("semidefinite_diagonal", "A", "i"),
        use(2, "i"),
        use("∀s t u:ℝ. s * s ≤ t * u ⇒ t ≤ 0 ⇒ 0 ≤ t ⇒ s = 0", "A i j", "A i i", "A j j"),
    ),
)
def zero_of_diagonal() -> None:
    """The Cauchy-Schwarz inequality for entries."""


_WEIGHTED = "(Σ i:[n]. Σ j:[n]. W i j * (x i 0@[1] * x i 0@[1]))"
_LAPLACIAN = f"∀W:[n]→[n]→ℝ, x:[n]→[1]→ℝ, s:ℝ. {SYMMETRIC.replace('A', 'W')} ⇒"
_MIXED_SUM = "(Σ i:[n]. Σ j:[n]. x i 0@[1] * (W i j * x j 0@[1]))"
_APART = "(x i 0@[1] + -1 * (s * x j 0@[1]))"
_APART = f"(Σ i:[n]. Σ j:[n]. W i j * ({_APART} * {_APART}))"


@lemma(
    f"{_LAPLACIAN} (∀i j:[n]. 0 ≤ W i j) ⇒ s * s = 1 ⇒ s * {_MIXED_SUM} ≤ {_WEIGHTED}",
    by=through(
        f"{_APART} = (1 + s * s) * {_WEIGHTED} + -2 * (s * {_MIXED_SUM})",
        f"0 ≤ {_APART}",
        use(
            "∀s t u v:ℝ. s = (1 + v) * t + -2 * u ⇒ v = 1 ⇒ 0 ≤ s ⇒ u ≤ t",
            _APART,
            _WEIGHTED,
            f"s * {_MIXED_SUM}",
            "s * s",
        ),
    ),
)
def laplacian() -> None:
    """Twice the difference is Σ W_ij (x_i − s·x_j)²."""


@lemma(
    f"∀A:[n]→[n]→ℝ, i j:[n], s:ℝ. {SYMMETRIC} ⇒ {NONNEGATIVE} ⇒ 0 ≤ A i i + (2 * (s * A i j) + s * s * A j j)",
    by=through(
        use(_EXPANDED, "A", _unit("i"), _unit("j"), "1", "s"),
        use(1, _combined("1", _unit("i"), "s", _unit("j"))),
        *_ENTRIES,
        claim("0 ≤ 1 * 1 * A i i + (2 * (1 * s * A i j) + s * s * A j j)", then=rewriting),
    ),
)
def entries_of_form() -> None:
    """The form at e_i + s·e_j."""


_FORM_OF_TWO = _FORM.replace("n,", "2,").replace(",n", ",2")
_PLACES = "0@[2]", "1@[2]"
_X, _Y = (f"(x {place} 0@[1])" for place in _PLACES)
_A, _B, _C = (f"(A {i} {j})" for i, j in (_PLACES[:1] * 2, _PLACES, _PLACES[1:] * 2))


def _of_two(a: str, b: str, c: str, x: str, y: str) -> str:
    return f"({a} * {x} * {x} + 2 * {b} * {x} * {y} + {c} * {y} * {y})"


_FORM_IS = f"{_FORM_OF_TWO} = {_of_two(_A, _B, _C, _X, _Y)}"
_PLAIN = _of_two(*"abcxy")
_SYMMETRIC_TWO = f"∀A:[2]→[2]→ℝ, x:[2]→[1]→ℝ. {_B} = A 1@[2] 0@[2]"


@lemma(
    f"{_SYMMETRIC_TWO} ⇒ 0 ≤ {_A} ⇒ 0 ≤ {_C} ⇒ {_B} * {_B} ≤ {_A} * {_C} ⇒ 0 ≤ {_FORM_OF_TWO}",
    by=through(
        _FORM_IS,
        claim(
            f"∀a b c x y:ℝ. 0 ≤ a ⇒ 0 ≤ c ⇒ b * b ≤ a * c ⇒ 0 ≤ {_PLAIN}",
            then=in_cases("a = 0", through("b = 0"), through(f"0 ≤ a * {_PLAIN}")),
        ),
        use(-1, _A, _B, _C, _X, _Y),
        then=rewriting,
    ),
)
def semidefinite_of_two() -> None:
    """Where a > 0, a times the form is (ax + by)² + (ac − b²)y²."""


@lemma(
    f"{_SYMMETRIC_TWO} ⇒ 0 < {_A} ⇒ {_B} * {_B} < {_A} * {_C} ⇒ x ≠ zeros{{2,1}} ⇒ 0 < {_FORM_OF_TWO}",
    by=through(
        _FORM_IS,
        claim(
            f"∀a b c x y:ℝ. 0 < a ⇒ b * b < a * c ⇒ (y = 0 ⇒ x ≠ 0) ⇒ 0 < {_PLAIN}",
            then=in_cases("y = 0", through(use(-2), f"0 < a * {_PLAIN}"), through(f"0 < a * {_PLAIN}")),
        ),
        claim(f"{_Y} = 0 ⇒ {_X} ≠ 0", then=by_contradiction("x = zeros{2,1}")),
        use(-2, _A, _B, _C, _X, _Y),
        then=rewriting,
    ),
)
def definite_of_two() -> None:
    """The same, where y or x is not 0."""
