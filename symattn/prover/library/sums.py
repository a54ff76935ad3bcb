"""Lemmas about finite sums: of zeros, of two terms, of nonnegative terms."""

from __future__ import annotations

from ...kernel.rules import Theorem, abstraction, assume, eq_mp
from ...kernel.syntax import forall, negation
from ...kernel.terms import REAL, Var, abstract, app, const, equation, fin, fun, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ap_term, chain, close, discharge, gen, is_refl, mp, right, spec
from ..logic.formulas import LE, TWO, UNIT, ZERO, le, lt, n, times, total
from ..logic.parts import index_size
from .facts import fact, lemma

_I = var("i", fin(n))
_F = var("f", fun(fin(n), REAL))


@lemma("(Σ i:[n]. 0) = 0")
def sum_zero() -> Theorem:
    """A sum of zeros is zero."""
    f = abstract(_I, ZERO)
    scaled = fact("sum_mul", {}, ZERO, f)  # (Σ 0·0) = 0·(Σ 0)
    return to(chain(replaced(refl(app(const("sum", n), f)), ring(ZERO, times(ZERO, ZERO))), scaled), ZERO)


@lemma("∀f:[2]→ℝ. (Σ i:[2]. f i) = f 0@[2] + f 1@[2]")
def sum_two() -> Theorem:
    """A sum of two terms."""
    f = var("f", fun(fin(TWO), REAL))
    first, second = var("i", fin(UNIT)), var("j", fin(UNIT))
    split = fact("sum_split", {"m": UNIT, "k": UNIT}, f)
    ones = [
        fact("sum_one", {}, abstract(v, app(f, app(const(side, UNIT, UNIT), v))))
        for v, side in ((first, "inl"), (second, "inr"))
    ]
    return close(replaced(split, *ones, fact("fin_two_left"), fact("fin_two_right")), f)


@lemma("∀f:[n]→ℝ, w:[n]. (∀i:[n]. 0 ≤ f i) ⇒ 0 < f w ⇒ 0 < (Σ i:[n]. f i)")
def sum_pos() -> Theorem:
    """A sum of nonnegative terms, one of them positive, is positive."""
    w = var("w", fin(n))
    nonneg = assume(forall(_I, le(ZERO, app(_F, _I))))
    positive = assume(lt(ZERO, app(_F, w)))
    total = app(const("sum", n), abstract(_I, app(_F, _I)))
    below = assume(le(total, ZERO))
    ge = fact("sum_ge_term", {}, _F, w, premises=(nonneg,))
    small = fact("le_trans", {}, app(_F, w), total, ZERO, premises=(ge, below))
    result = discharge(below.conclusion, mp(positive, small))
    return close(discharge(nonneg.conclusion, discharge(positive.conclusion, result)), _F, w)


@lemma("∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ 0 ≤ (Σ i:[n]. f i)")
def sum_nonneg() -> Theorem:
    """A sum of nonnegative terms is nonnegative: it is at least its first term."""
    nonneg = assume(forall(_I, le(ZERO, app(_F, _I))))
    first = literal(0, fin(n))
    total = app(const("sum", n), abstract(_I, app(_F, _I)))
    ge = fact("sum_ge_term", {}, _F, first, premises=(nonneg,))
    result = fact("le_trans", {}, ZERO, app(_F, first), total, premises=(spec(nonneg, first), ge))
    return close(discharge(nonneg.conclusion, result), _F)


@lemma("∀f g:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. 0 < g i) ⇒ (Σ i:[n]. f i) ≠ 0 ⇒ (Σ i:[n]. f i * g i) ≠ 0")
def weighted_sum_nonzero() -> Theorem:
    """Positive weights do not make a sum of terms that are not negative 0: where it is 0, all its terms are."""
    g = var("g", fun(fin(n), REAL))
    a, b = app(_F, _I), app(g, _I)
    nonneg, weights = assume(forall(_I, le(ZERO, a))), assume(forall(_I, lt(ZERO, b)))
    some = assume(negation(equation(total(n, abstract(_I, a)), ZERO)))
    weighted = abstract(_I, times(a, b))
    none = assume(equation(total(n, weighted), ZERO))
    sign, weight = spec(nonneg, _I), spec(weights, _I)
    product = fact("le_mul", {}, a, b, premises=(sign, fact("lt_le", {}, ZERO, b, premises=(weight,))))
    below = fact("sum_ge_term", {}, weighted, _I, premises=(gen(_I, product),))
    below = eq_mp(ap_term(app(LE, times(a, b)), none), below)
    zero = fact("le_antisym", {}, times(a, b), ZERO, premises=(below, product))
    nonzero = fact("pos_ne", {}, b, premises=(weight,))
    term = fact("mul_zero", {}, b, a, premises=(chain(ring(times(b, a), times(a, b)), zero), nonzero))
    nothing = mp(some, chain(under_sum(_I, term), fact("sum_zero")))
    result = discharge(none.conclusion, nothing)
    for premise in (some, weights, nonneg):
        result = discharge(premise.conclusion, result)
    return close(result, _F, g)


def under_sum(x: Var, theorem: Theorem) -> Theorem:
    """Infer ⊢ Σ x. a = Σ x. b from ⊢ a = b."""
    if is_refl(theorem):
        return refl(total(index_size(x), abstract(x, right(theorem))))
    return ap_term(const("sum", index_size(x)), abstraction(x, theorem))
