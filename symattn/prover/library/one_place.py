"""Lemmas about the one index at a position b − a: it is counted once, and functions of what stands there."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import parse
from ...kernel.terms import NAT, REAL, Term, abstract, app, const, equation, fin, fun, var
from ..logic.cached_rules import ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ap_term, chain, close, discharge, mp, right, spec, symmetric
from ..logic.formulas import ONE, ind, le, minus, n, plus, times, total
from ..logic.numerals import real
from .facts import infer, lemma
from .search import search
from .sums import under_sum

_I = var("i", fin(n))
_A, _B = var("a", NAT), var("b", NAT)
_SIZE = {"n": n}
_BEFORE = "Σ i:[n]. ind (pos{n} i + real a ≤ real b)"


def _found(statement: str, *values: Term) -> Theorem:
    """Return an instance of a closed statement that the search proves by itself."""
    return spec(search(parse(statement)), *values)


_AT = "Σ i:[n]. ind (pos{n} i + real a = real b)"


@lemma(f"∀a b:ℕ. real a ≤ real b ⇒ real b + 1 ≤ #{{n}} + real a ⇒ ({_AT}) = 1")
def count_at() -> Theorem:
    """One index has the position b − a: as many as there are up to b − a, without those up to b − a − 1."""
    some = assume(le(real(_A), real(_B)))
    few = assume(le(plus(real(_B), ONE), plus(const("#", n), real(_A))))
    low = mp(_found("∀a b:ℕ. real a ≤ real b ⇒ real a ≤ real b + 1", _A, _B), some)
    upper = infer("count_up_to", low, few)
    low = mp(_found("∀a b:ℕ. real a ≤ real b ⇒ real (suc a) ≤ real b + 1", _A, _B), some)
    high = mp(_found("∀a b:ℕ. real b + 1 ≤ #{n} + real a ⇒ real b + 1 ≤ #{n} + real (suc a)", _A, _B), few)
    lower = infer("count_up_to", low, high)
    split = f"({_AT}) = ({_BEFORE}) + -1 * (Σ i:[n]. ind (pos{{n}} i + real (suc a) ≤ real b))"
    found = replaced(_found(f"∀a b:ℕ. {split}", _A, _B), upper, lower)
    one = _found("∀a b:ℕ. real b + 1 + -1 * real a + -1 * (real b + 1 + -1 * real (suc a)) = 1", _A, _B)
    return close(discharge(some.conclusion, discharge(few.conclusion, chain(found, one))), _A, _B)


@lemma(
    "∀g:ℝ→ℝ, f:[n]→ℝ, a b:ℕ. real a ≤ real b ⇒ real b + 1 ≤ #{n} + real a"
    " ⇒ g (Σ i:[n]. ind (pos{n} i + real a = real b) * f i) = (Σ i:[n]. ind (pos{n} i + real a = real b) * g (f i))"
)
def function_at() -> Theorem:
    """A function of what stands at one place is what stands there of its values."""
    f, g = var("f", fun(fin(n), REAL)), var("g", fun(REAL, REAL))
    some = assume(le(real(_A), real(_B)))
    few = assume(le(plus(real(_B), ONE), plus(const("#", n), real(_A))))
    here = equation(plus(app(const("pos", n), _I), real(_A)), real(_B))
    value = total(n, abstract(_I, times(ind(here), app(f, _I))))
    at = f"∀f:[n]→ℝ, i:[n], a b:ℕ. real b = pos{{n}} i + real a ⇒ ({_AT} * f i) = f i"
    at = at.replace("Σ i:[n]. ind (pos{n} i", "Σ j:[n]. ind (pos{n} j").replace("* f i) =", "* f j) =")
    stands = mp(_found(at, f, _I, _A, _B), symmetric(assume(here)))
    same = discharge(here, ap_term(g, stands))
    each = infer("ind_same", same)
    one = infer("count_at", some, few)
    kept = replaced(_found(f"∀a b:ℕ, y:ℝ. ({_AT} * y) = y * ({_AT})", _A, _B, app(g, value)), one)
    whole = chain(ring(app(g, value), right(kept)), symmetric(kept), under_sum(_I, each))
    return close(discharge(some.conclusion, discharge(few.conclusion, whole)), g, f, _A, _B)


@lemma(
    "∀g:ℝ→ℝ, a b:ℕ. real a ≤ real b ⇒ real b + 1 ≤ #{n} + real a"
    " ⇒ (Σ i:[n]. ind (pos{n} i + real a = real b) * g (pos{n} i)) = g (real b + -1 * real a)"
)
def value_at() -> Theorem:
    """A function of the position is, at one place, its value there."""
    g, position = var("g", fun(REAL, REAL)), app(const("pos", n), _I)
    some = assume(le(real(_A), real(_B)))
    few = assume(le(plus(real(_B), ONE), plus(const("#", n), real(_A))))
    here, there = equation(plus(position, real(_A)), real(_B)), plus(real(_B), minus(real(_A)))
    same = ring(position, plus(plus(position, real(_A)), minus(real(_A))))
    same = discharge(here, ap_term(g, replaced(same, assume(here))))
    each = infer("ind_same", same)
    one = infer("count_at", some, few)
    kept = replaced(_found(f"∀a b:ℕ, y:ℝ. ({_AT} * y) = y * ({_AT})", _A, _B, app(g, there)), one)
    whole = to(chain(under_sum(_I, each), kept), app(g, there))
    return close(discharge(some.conclusion, discharge(few.conclusion, whole)), g, _A, _B)


@lemma("∀f:[n]→ℝ, e:[n]. f e = (Σ i:[n]. ind (pos{n} i = pos{n} e) * f i)")
def at_position() -> Theorem:
    """What stands at an index is the sum of what stands where that is."""
    f, e = var("f", fun(fin(n), REAL)), var("e", fin(n))
    found = _found("∀f:[n]→ℝ, e:[n]. (Σ i:[n]. ind (pos{n} i = pos{n} e) * f i) = f e", f, e)
    return close(symmetric(found), f, e)
