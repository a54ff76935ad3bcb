"""A square matrix A with A·x = 0 only for x = 0 has an inverse, for any size.

By induction on a: some B has zero rows from a on, and B·A is the identity in the columns before a.  In the step w is
the column a and r = e_w − B·A·e_w, which is 1 at w and so not 0; hence A·r has an entry t that is not 0, and
B + r·(e_tᵀ − e_tᵀ·A·B)/(A·r)_t is as wanted.  Source: Horn and Johnson, *Matrix Analysis*, 0.5.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall, implication, negation, parse
from ...kernel.terms import NAT, REAL, Term, app, const, equation, fin, fun, var
from ..logic.cached_rules import refl
from ..logic.conversions import beta_conclusion, beta_normal_form, rewrite_proposition
from ..logic.derived_rules import (
    absurd,
    ap_term,
    ap_thm,
    chain,
    conjoin,
    contradiction,
    discharge,
    extensional,
    gen,
    mp,
    right,
    spec,
    symmetric,
)
from ..logic.formulas import ZERO, inv, le, n, p
from ..logic.numerals import NONE, real, suc
from .definite import COLUMNS, ZEROS, written_form
from .facts import fact, infer, lemma
from .naturals import by_induction
from .one_sided import at_place, product_entries
from .outlines import applied, claim, through, use
from .propositions import by_cases
from .search import implied, said_of

_MATRIX = fun(fin(n), fun(fin(n), REAL))
_A, _B = (var(name, _MATRIX) for name in "AB")
_COUNT = var("a", NAT)
_I, _J, _T, _W = (var(name, fin(n)) for name in "ijtw")

_ONE = "(∀i j:[n]. (Σ k:[n]. B i k * A k j) = ind (i = j))"
_PRODUCT = "(Σ k:[n]. B {0} k * A k {1})"
_REST = f"(ind ({{0}} = w) + -1 * {_PRODUCT.format('{0}', 'w')})"  # r
_MOVED = f"(Σ l:[n]. A t l * {_REST.format('l')})"  # (A·r)_t
_NEW = f"(B {{0}} {{1}} + {_REST.format('{0}')} * (c * (ind (t = {{1}}) + -1 * (Σ l:[n]. A t l * B l {{1}}))))"
_ALL = "∀A B:[n]→[n]→ℝ, t w:[n], c:ℝ, i j:[n]."
_AT_PLACE = f"{_ALL} {_MOVED} * c = 1 ⇒ j = w ⇒ (Σ k:[n]. {_NEW.format('i', 'k')} * A k j) = ind (i = j)"
_BEFORE = (
    f"{_ALL} (∀i:[n]. {_PRODUCT.format('i', 'j')} = ind (i = j))"
    f" ⇒ (Σ k:[n]. {_NEW.format('i', 'k')} * A k j) = ind (i = j)"
)
_BELOW = f"{_ALL} (∀j:[n]. B i j = 0) ⇒ i ≠ w ⇒ {_NEW.format('i', 'j')} = 0"
_AT_W = f"∀A B:[n]→[n]→ℝ, w:[n]. (∀j:[n]. B w j = 0) ⇒ {_REST.format('w')} = 0 ⇒ 1 = 0"


def _written(statement: str, *values: Term) -> Term:
    """Return a function that is written out, at some values."""
    return right(beta_normal_form(app(parse(statement), *values)))


def _position(index: Term) -> Term:
    return app(const("pos", n), index)


def _rows(bound: Term) -> Term:
    """Return the proposition that the rows of B from a position on are 0."""
    return forall(_I, forall(_J, implication(le(bound, _position(_I)), equation(app(_B, _I, _J), ZERO))))


def _columns(bound: Term) -> Term:
    """Return the proposition that the columns of B·A before a position are those of the identity."""
    same = _written(f"λA B:[n]→[n]→ℝ, i j:[n]. {_PRODUCT.format('i', 'j')} = ind (i = j)", _A, _B, _I, _J)
    return forall(_I, forall(_J, implication(negation(le(bound, _position(_J))), same)))


def _claim(bound: Term) -> Term:
    """Return the proposition that some B is so: what follows from each such B holds."""
    return implication(_from_each(bound), p)


def _from_each(bound: Term) -> Term:
    return forall(_B, implication(_rows(bound), implication(_columns(bound), p)))


def _of(every: Theorem, b: Term, rows: Theorem, columns: Theorem) -> Theorem:
    """Infer ⊢ p from what is known of a matrix B, entries of B at i and j."""
    return mp(mp(beta_conclusion(spec(every, b)), gen(_I, gen(_J, rows))), gen(_I, gen(_J, columns)))


def _before(later: Term) -> Theorem:
    """Infer ⊢ real a ≤ pos i from real (suc a) ≤ pos i."""
    return implied("∀x y:ℝ. x + 1 ≤ y ⇒ x ≤ y", rewrite_proposition(assume(later), fact("real_suc", _COUNT)))


def _column(every: Theorem, rows: Theorem, columns: Theorem, place: Theorem, injective: Theorem) -> Theorem:
    """Infer ⊢ p for the column w at the position a."""
    moved = _written(f"λA B:[n]→[n]→ℝ, t w:[n]. {_MOVED}", _A, _B, _T, _W)
    apart = assume(negation(equation(moved, ZERO)))
    values = _A, _B, _T, _W, inv(moved), _I, _J
    later = le(real(suc(_COUNT)), _position(_I))
    beyond = rewrite_proposition(assume(later), fact("real_suc", _COUNT))
    below = gen(_J, mp(spec(rows, _I, _J), _before(later)))
    same = assume(equation(_I, _W))
    further = implied("∀x y z:ℝ. x + 1 ≤ y ⇒ z = x ⇒ y ≠ z", beyond, place)
    other = discharge(same.conclusion, mp(further, ap_term(const("pos", n), same)))
    new_rows = discharge(later, said_of(_BELOW, values, below, other))
    early, inside = assume(negation(le(real(suc(_COUNT)), _position(_J)))), assume(le(real(_COUNT), _position(_J)))
    here = infer("pos_injective", chain(at_place(inside, early, _J), symmetric(place)))
    at_w = said_of(_AT_PLACE, values, infer("inv_mul", apart), here)
    before = assume(negation(inside.conclusion))
    known = gen(_I, mp(spec(columns, _I, _J), before))
    entry = by_cases(inside.conclusion, at_w, said_of(_BEFORE, values, known))
    new = _written(f"λA B:[n]→[n]→ℝ, t w:[n], c:ℝ, i j:[n]. {_NEW.format('i', 'j')}", *values[:-2])
    found = _of(every, new, new_rows, discharge(early.conclusion, entry))
    none = assume(negation(p))
    zero = infer("not_not", discharge(apart.conclusion, mp(none, found)))
    rest = _written(f"λA B:[n]→[n]→ℝ, w i:[n]. {_REST.format('i')}", _A, _B, _W)
    nothing = spec(mp(beta_conclusion(spec(injective, rest)), gen(_T, zero)), _W)
    at_least = implied("∀x y:ℝ. x = y ⇒ y ≤ x", place)
    empty = gen(_J, mp(spec(rows, _W, _J), at_least))
    absurdity = mp(fact("one_ne_zero"), said_of(_AT_W, (_A, _B, _W), empty, beta_conclusion(nothing)))
    return by_cases(p, assume(p), contradiction(absurdity, p))


@lemma(
    "∀A:[n]→[n]→ℝ, p:𝔹. (∀x:[n]→ℝ. (∀i:[n]. (Σ k:[n]. A i k * x k) = 0) ⇒ (∀i:[n]. x i = 0))"
    f" ⇒ (∀B:[n]→[n]→ℝ. {_ONE} ⇒ p) ⇒ p"
)
def left_inverse_of_injective(injective: Theorem, each: Theorem) -> Theorem:
    """By induction on the number of columns in which B·A is the identity."""
    equal = _written("λA:[n]→[n]→ℝ, i j:[n]. (Σ k:[n]. 0 * A k j) = ind (i = j)", _A, _I, _J)
    first, outside = assume(_from_each(real(NONE))), assume(negation(le(real(NONE), _position(_J))))
    natural = rewrite_proposition(fact("real_nonneg", app(const("nat", n), _J)), fact("real_nat", _J))
    natural = rewrite_proposition(natural, symmetric(fact("real_zero")))
    nowhere = discharge(outside.conclusion, contradiction(mp(outside, natural), equal))
    zero = discharge(le(real(NONE), _position(_I)), refl(ZERO))
    base = discharge(first.conclusion, _of(first, _written("λi j:[n]. 0"), zero, nowhere))

    claim, every = assume(_claim(real(_COUNT))), assume(_from_each(real(suc(_COUNT))))
    rows, columns = assume(_rows(real(_COUNT))), assume(_columns(real(_COUNT)))
    place, none = assume(equation(_position(_W), real(_COUNT))), assume(negation(p))
    column = _column(every, rows, columns, place, injective)
    column = gen(_W, discharge(place.conclusion, column))
    later = le(real(suc(_COUNT)), _position(_I))
    further = discharge(later, mp(spec(rows, _I, _J), _before(later)))
    early, inside = assume(negation(le(real(suc(_COUNT)), _position(_J)))), assume(le(real(_COUNT), _position(_J)))
    known = spec(columns, _I, _J)
    here = mp(spec(column, _J), at_place(inside, early, _J))
    before = mp(known, assume(negation(inside.conclusion)))
    entry = by_cases(inside.conclusion, absurd(here, none, before.conclusion), before)
    found = by_cases(p, assume(p), _of(every, _B, further, discharge(early.conclusion, entry)))
    each_b = gen(_B, discharge(rows.conclusion, discharge(columns.conclusion, found)))
    step = discharge(every.conclusion, mp(claim, each_b))
    always = gen(_COUNT, by_induction(_COUNT, _claim(real(_COUNT)), base, step))

    whole = suc(app(const("nat", n), const("last", n)))
    rows, columns = assume(_rows(real(whole))), assume(_columns(real(whole)))
    inside = implied("∀x y:ℝ. y + 1 ≤ x ⇒ ¬(x ≤ y)", fact("pos_less", _J))
    inside = rewrite_proposition(inside, symmetric(fact("size_value")))
    entries = gen(_I, gen(_J, mp(spec(columns, _I, _J), inside)))
    last = discharge(rows.conclusion, discharge(columns.conclusion, mp(spec(each, _B), entries)))
    return mp(beta_conclusion(spec(always, whole)), gen(_B, last))


@lemma(
    "∀A:[n]→[n]→ℝ, p:𝔹. (∀x:[n]→ℝ. (∀i:[n]. (Σ k:[n]. A i k * x k) = 0) ⇒ (∀i:[n]. x i = 0))"
    f" ⇒ (∀B:[n]→[n]→ℝ. ({_ONE.replace('B i k * A k j', 'A i k * B k j')} ∧ {_ONE}) ⇒ p) ⇒ p"
)
def inverse_of_injective(injective: Theorem, each: Theorem) -> Theorem:
    """A left inverse of a square matrix is its inverse."""
    (product, unit), (turned, _) = product_entries(_B, _A), product_entries(_A, _B)
    entries = assume(forall(_I, forall(_J, equation(right(product), right(unit)))))
    whole = extensional((_I, _J), chain(product, spec(entries, _I, _J), symmetric(unit)))
    other = infer("other_side_inverse", whole)
    others = gen(_I, gen(_J, chain(symmetric(turned), ap_thm(ap_thm(other, _I), _J), unit)))
    some = gen(_B, discharge(entries.conclusion, mp(spec(each, _B), conjoin(others, entries))))
    return fact("left_inverse_of_injective", _A, p, premises=(injective, some))


_FORM = written_form("x", "x")
_ONE_WAY = "(∀i j:[n]. (Σ k:[n]. {} i k * {} k j) = ind (i = j))"
_INVERTIBLE = f"(∀B:[n]→[n]→ℝ. ({_ONE_WAY.format('A', 'B')} ∧ {_ONE_WAY.format('B', 'A')}) ⇒ p) ⇒ p"


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
