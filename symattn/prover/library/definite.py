"""Lemmas of quadratic forms xᵀAx: inverses, diagonals, and the Cauchy-Schwarz inequality.

Source: Horn and Johnson, *Matrix Analysis*, 7.1.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall, negation
from ...kernel.terms import REAL, Size, Term, abstract, app, equation, fin, fun, literal, var
from ..logic.cached_rules import refl
from ..logic.conversions import beta_conclusion, replaced, rewrite_proposition
from ..logic.derived_rules import ap_thm, chain, discharge, gen, left, match_implication, mp, right, spec, symmetric
from ..logic.formulas import ONE, UNIT, ZERO, ind, minus, n, plus
from .definitions import defined, definition_of, from_definition
from .facts import fact, infer, lemma
from .matrices import product, transposed
from .propositions import by_cases
from .search import implied, said_of, search
from .traces import squares

_COLUMN = fun(fin(n), fun(fin(UNIT), REAL))
_A, _X, _Y = var("A", fun(fin(n), fun(fin(n), REAL))), var("x", _COLUMN), var("y", _COLUMN)
_I, _J, _K, _ONLY = var("i", fin(n)), var("j", fin(n)), var("k", fin(n)), var("o", fin(UNIT))
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
_FORM, _MIXED = _form("x", "x"), _form("x", "y")
_NONNEGATIVE, _POSITIVE = f"({_COLUMNS} 0 ≤ {_FORM})", f"({_COLUMNS} x ≠ {_ZEROS} ⇒ 0 < {_FORM})"
_SYMMETRIC = "(∀i j:[n]. A i j = A j i)"
_ONE_WAY = "(∀i j:[n]. (Σ k:[n]. {} i k * {} k j) = ind (i = j))"
_INVERTIBLE = f"(∀B:[n]→[n]→ℝ. ({_ONE_WAY.format('A', 'B')} ∧ {_ONE_WAY.format('B', 'A')}) ⇒ p) ⇒ p"


@lemma(f"∀A:[n]→[n]→ℝ, p:𝔹. ({_COLUMNS} matmul{{n,n,1}} A x = {_ZEROS} ⇒ x = {_ZEROS}) ⇒ {_INVERTIBLE}")
def inverse_by_columns(injective: Theorem, each: Theorem) -> Theorem:
    """A vector is the only column of a matrix."""
    vector = var("v", fun(fin(n), REAL))
    column = abstract(_I, abstract(_ONLY, app(vector, _I)))
    statement = (
        "∀A:[n]→[n]→ℝ, v:[n]→ℝ. (∀i:[n]. (Σ k:[n]. A i k * v k) = 0)"
        f" ⇒ matmul{{n,n,1}} A (λi:[n], o:[1]. v i) = {_ZEROS}"
    )
    entries = right(from_definition("matmul", (n, n, UNIT), _A, column, _I, _FIRST))
    known = assume(forall(_I, equation(entries, ZERO)))
    nothing = mp(spec(injective, column), said_of(statement, (_A, vector), known))
    entry = beta_conclusion(ap_thm(ap_thm(nothing, _I), _FIRST))
    zero = gen(_I, chain(entry, from_definition("zeros", (n, UNIT), _I, _FIRST)))
    return infer("inverse_of_injective", gen(vector, discharge(known.conclusion, zero)), each)


def _nothing(x: Term) -> Theorem:
    """Return ⊢ xᵀAx = 0 where A·x or x is 0."""
    same = replaced(refl(form(_A, _X)), assume(equation(x, no_column(n))))
    return chain(same, search(equation(right(same), ZERO)))


@lemma(f"∀A:[n]→[n]→ℝ, p:𝔹. ({_COLUMNS} {_FORM} ≤ 0 ⇒ x = {_ZEROS}) ⇒ {_INVERTIBLE}")
def inverse_by_form(definite: Theorem, each: Theorem) -> Theorem:
    """Where A·x is 0, so is xᵀAx."""
    nothing = product(_A, _X)
    zero = mp(spec(definite, _X), infer("le_of_eq", _nothing(nothing)))
    return infer("inverse_by_columns", gen(_X, discharge(equation(nothing, no_column(n)), zero)), each)


@lemma(f"∀A:[n]→[n]→ℝ. {_POSITIVE} ⇒ {_NONNEGATIVE}")
def definite_is_semidefinite(positive: Theorem) -> Theorem:
    """At 0 the form is 0."""
    zero = equation(_X, no_column(n))
    elsewhere = mp(spec(positive, _X), assume(negation(zero)))
    return gen(_X, by_cases(zero, infer("le_of_eq", symmetric(_nothing(_X))), infer("lt_le", elsewhere)))


@lemma(f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {_POSITIVE} ⇒ {_FORM} ≤ 0 ⇒ x = {_ZEROS}")
def zero_of_form(positive: Theorem, below: Theorem) -> Theorem:
    """Elsewhere the form is positive."""
    zero = equation(_X, no_column(n))
    other = mp(spec(positive, _X), assume(negation(zero)))
    return infer("not_not", discharge(negation(zero), mp(other, below)))


def _unit(index: Term) -> Term:
    """Return the column e_i."""
    return abstract(_K, abstract(_ONLY, ind(equation(_K, index))))


def _entry(i: Term, j: Term) -> Theorem:
    """Return ⊢ e_iᵀAe_j = A i j."""
    unit = "(λk:[n], o:[1]. ind (k = {}))"
    return said_of(f"∀A:[n]→[n]→ℝ, i j:[n]. {_form(unit.format('i'), unit.format('j'))} = A i j", (_A, i, j))


@lemma(f"∀A:[n]→[n]→ℝ, i:[n]. {_NONNEGATIVE} ⇒ 0 ≤ A i i")
def semidefinite_diagonal(nonnegative: Theorem) -> Theorem:
    """At a unit vector the form is an entry of the diagonal."""
    return rewrite_proposition(spec(nonnegative, _unit(_I)), _entry(_I, _I))


@lemma(f"∀A:[n]→[n]→ℝ, i:[n]. {_POSITIVE} ⇒ 0 < A i i")
def definite_diagonal(positive: Theorem) -> Theorem:
    """A unit vector is not 0."""
    at_unit = spec(positive, _unit(_I))
    nothing = assume((match_implication((match_implication(at_unit.conclusion) or (ZERO,))[0]) or (ZERO,))[0])
    entry = beta_conclusion(ap_thm(ap_thm(nothing, _I), _FIRST))
    one = search(equation(left(entry), ONE))
    absurdity = mp(fact("one_ne_zero"), chain(symmetric(one), entry, from_definition("zeros", (n, UNIT), _I, _FIRST)))
    return rewrite_proposition(mp(at_unit, discharge(nothing.conclusion, absurdity)), _entry(_I, _I))


_COMBINED = "(matadd{n,1} (matscale{n,1} s x) (matscale{n,1} t y))"
_EXPANDED = f"s * s * {_FORM} + (2 * (s * t * {_MIXED}) + t * t * {_form('y', 'y')})"
_AT_COMBINED = f"∀A:[n]→[n]→ℝ, x y:[n]→[1]→ℝ, s t:ℝ. {_SYMMETRIC} ⇒ {_form(_COMBINED, _COMBINED)} = {_EXPANDED}"
_POLYNOMIAL = "0 ≤ {s} * {s} * a + (2 * ({s} * {t} * b) + {t} * {t} * c)"
_WITHOUT = f"∀a b c:ℝ. c = 0 ⇒ 0 ≤ a ⇒ {_POLYNOMIAL.format(s='b', t='(-1 * (a + 1))')} ⇒ b * b ≤ a * c"
_WITH = f"∀a b c:ℝ. 0 < c ⇒ {_POLYNOMIAL.format(s='c', t='(-1 * b)')} ⇒ b * b ≤ a * c"


@lemma(
    f"∀A:[n]→[n]→ℝ, x y:[n]→[1]→ℝ. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ {_MIXED} * {_MIXED} ≤ {_FORM} * {_form('y', 'y')}"
)
def form_squared(symmetric_entries: Theorem, nonnegative: Theorem) -> Theorem:
    """The form is not negative at c·x − b·y, nor at b·x − (a + 1)·y, where a = xᵀAx, b = xᵀAy and c = yᵀAy."""
    a, b, c = form(_A, _X), form(_A, _X, _Y), form(_A, _Y)

    def at(s: Term, t: Term) -> Theorem:
        same = said_of(_AT_COMBINED, (_A, _X, _Y, s, t), symmetric_entries)
        terms = [app(defined("matscale", n, UNIT), number, column) for number, column in ((s, _X), (t, _Y))]
        return rewrite_proposition(spec(nonnegative, app(defined("matadd", n, UNIT), *terms)), same)

    zero, values = assume(equation(c, ZERO)), (a, b, c)
    first = said_of(_WITHOUT, values, zero, spec(nonnegative, _X), at(b, minus(plus(a, ONE))))
    positive = infer("nonneg_ne_pos", spec(nonnegative, _Y), assume(negation(zero.conclusion)))
    return by_cases(zero.conclusion, first, said_of(_WITH, values, positive, at(c, minus(b))))


@lemma(f"∀A:[n]→[n]→ℝ, i j:[n]. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ A i j * A i j ≤ A i i * A j j")
def entry_squared(symmetric_entries: Theorem, nonnegative: Theorem) -> Theorem:
    """The Cauchy-Schwarz inequality at unit vectors."""
    values, premises = (_A, _unit(_I), _unit(_J)), (symmetric_entries, nonnegative)
    entries = (_entry(_I, _J), _entry(_I, _I), _entry(_J, _J))
    return rewrite_proposition(fact("form_squared", *values, premises=premises), *entries)


@lemma(
    f"∀A B:[n]→[n]→ℝ, x:[n]→[1]→ℝ. (∀i j:[n]. B i j = A i j + A j i) ⇒ {_FORM} ≤ 0 ⇒ {_FORM.replace(' A ', ' B ')} ≤ 0"
)
def form_of_both() -> None:
    """The transpose has the same form; for a skew matrix the sum is 0."""


@lemma("∀x:[n]→[1]→ℝ. 0 ≤ matmul{1,n,1} (transpose{n,1} x) x 0@[1] 0@[1]")
def column_squared() -> None:
    """A sum of squares."""


@lemma(f"∀A:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ {_FORM} ≤ 0 ⇒ matmul{{n,n,1}} A x = {_ZEROS}")
def column_of_form(symmetric_entries: Theorem, nonnegative: Theorem, below: Theorem) -> Theorem:
    """The Cauchy-Schwarz inequality at A·x and x says ‖Ax‖⁴ ≤ 0."""
    moved = product(_A, _X)
    bound = fact("form_squared", _A, moved, _X, premises=(symmetric_entries, nonnegative))
    values = form(_A, moved, _X), form(_A, moved), form(_A, _X)
    nothing = said_of("∀s t u:ℝ. s * s ≤ t * u ⇒ 0 ≤ t ⇒ u ≤ 0 ⇒ s ≤ 0", values, bound, spec(nonnegative, moved), below)
    squared = search(equation(values[0], squares(moved, n, UNIT)))
    premise = rewrite_proposition(nothing, squared)
    return fact("zero_of_squares", moved, premises=(premise,))


@lemma(f"∀A:[n]→[n]→ℝ, i j:[n]. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ (∀i:[n]. A i i ≤ 0) ⇒ A i j = 0")
def zero_of_diagonal(symmetric_entries: Theorem, nonnegative: Theorem, diagonal: Theorem) -> Theorem:
    """The Cauchy-Schwarz inequality for entries."""
    bound = fact("entry_squared", _A, _I, _J, premises=(symmetric_entries, nonnegative))
    first = fact("semidefinite_diagonal", _A, _I, premises=(nonnegative,))
    nothing = infer("le_antisym", spec(diagonal, _I), first)
    below = implied("∀s t u:ℝ. t = 0 ⇒ s * s ≤ t * u ⇒ s * s ≤ 0", nothing, bound)
    return infer("square_zero", infer("le_antisym", below, fact("square_nonneg", app(_A, _I, _J))))


_WEIGHTED = "(Σ i:[n]. Σ j:[n]. W i j * (x i 0@[1] * x i 0@[1]))"
_LAPLACIAN = f"∀W:[n]→[n]→ℝ, x:[n]→[1]→ℝ. {_SYMMETRIC.replace('A', 'W')} ⇒"
_MIXED_SUM = "(Σ i:[n]. Σ j:[n]. x i 0@[1] * (W i j * x j 0@[1]))"
_APART = "(x i 0@[1] + -1 * x j 0@[1])"
_APART = f"(Σ i:[n]. Σ j:[n]. W i j * ({_APART} * {_APART}))"


@lemma(f"{_LAPLACIAN} (∀i j:[n]. 0 ≤ W i j) ⇒ {_MIXED_SUM} ≤ {_WEIGHTED}")
def laplacian(symmetric_entries: Theorem, nonnegative: Theorem) -> Theorem:
    """Twice the difference is Σ W_ij (x_i − x_j)²."""
    weights = var("W", _A.type)
    same = said_of(f"{_LAPLACIAN} {_APART} = 2 * {_WEIGHTED} + -2 * {_MIXED_SUM}", (weights, _X), symmetric_entries)
    statement = f"∀W:[n]→[n]→ℝ, x:[n]→[1]→ℝ. (∀i j:[n]. 0 ≤ W i j) ⇒ 0 ≤ {_APART}"
    apart = said_of(statement, (weights, _X), nonnegative)
    return implied("∀s t u:ℝ. s = 2 * t + -2 * u ⇒ 0 ≤ s ⇒ u ≤ t", same, apart)


@lemma(f"∀A:[n]→[n]→ℝ, i j:[n], s:ℝ. {_SYMMETRIC} ⇒ {_NONNEGATIVE} ⇒ 0 ≤ A i i + (2 * (s * A i j) + s * s * A j j)")
def entries_of_form(symmetric_entries: Theorem, nonnegative: Theorem) -> Theorem:
    """The form at e_i + s·e_j."""
    s = var("s", REAL)
    values = _A, _unit(_I), _unit(_J), ONE, s
    terms = [app(defined("matscale", n, UNIT), number, column) for number, column in ((ONE, values[1]), (s, values[2]))]
    same = beta_conclusion(said_of(_AT_COMBINED, values, symmetric_entries))
    at = beta_conclusion(spec(nonnegative, app(defined("matadd", n, UNIT), *terms)))
    entries = (_entry(_I, _J), _entry(_I, _I), _entry(_J, _J))
    below = rewrite_proposition(at, same, *entries)
    return implied(
        "∀a b c s:ℝ. 0 ≤ 1 * 1 * a + (2 * (1 * s * b) + s * s * c) ⇒ 0 ≤ a + (2 * (s * b) + s * s * c)", below
    )
