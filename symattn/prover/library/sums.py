"""Lemmas about finite sums: of zeros, of two terms, of nonnegative terms."""

from __future__ import annotations

from functools import cache

from ...kernel.rules import Theorem, abstraction
from ...kernel.terms import REAL, Term, Var, abstract, app, const, fin, fun, literal, var
from ..logic.cached_rules import beta, refl, ring
from ..logic.conversions import has_redex, replaced, to
from ..logic.derived_rules import ap_term, binary, chain, gen, is_refl, mp, right, spec, symmetric
from ..logic.formulas import ADD, MUL, TWO, UNIT, ZERO, n, times, total
from ..logic.parts import index_size
from .facts import fact, infer, lemma, unreduced

_I = var("i", fin(n))
_F = var("f", fun(fin(n), REAL))


@lemma("(Σ i:[n]. 0) = 0")
def sum_zero() -> Theorem:
    """A sum of zeros is zero."""
    f = abstract(_I, ZERO)
    scaled = fact("sum_mul", ZERO, f)  # (Σ 0·0) = 0·(Σ 0)
    return to(chain(replaced(refl(app(const("sum", n), f)), ring(ZERO, times(ZERO, ZERO))), scaled), ZERO)


@lemma("∀f:[2]→ℝ. (Σ i:[2]. f i) = f 0@[2] + f 1@[2]")
def sum_two() -> Theorem:
    """A sum of two terms."""
    f = var("f", fun(fin(TWO), REAL))
    first, second = var("i", fin(UNIT)), var("j", fin(UNIT))
    split = fact("sum_split", {"m": UNIT, "k": UNIT}, f)
    ones = [
        fact("sum_one", abstract(v, app(f, app(const(side, UNIT, UNIT), v))))
        for v, side in ((first, "inl"), (second, "inr"))
    ]
    return replaced(split, *ones, fact("fin_two_left"), fact("fin_two_right"))


@lemma("∀f:[n]→ℝ, w:[n]. (∀i:[n]. 0 ≤ f i) ⇒ 0 < f w ⇒ 0 < (Σ i:[n]. f i)")
def sum_pos() -> None:
    """A sum of nonnegative terms, one of them positive, is positive."""


@lemma("∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ 0 ≤ (Σ i:[n]. f i)")
def sum_nonneg(nonneg: Theorem) -> Theorem:
    """A sum of nonnegative terms is nonnegative: it is at least its first term."""
    first = literal(0, fin(n))
    ge = fact("sum_ge_term", _F, first, premises=(nonneg,))
    return infer("le_trans", spec(nonneg, first), ge)


@lemma("∀f g:[n]→ℝ. (∀i:[n]. 0 < f i) ⇒ (∀i:[n]. 0 ≤ g i) ⇒ (Σ i:[n]. g i) ≠ 0 ⇒ 0 < (Σ i:[n]. f i * g i)")
def sum_weighted_pos(weights: Theorem, nonneg: Theorem, apart: Theorem, below: Theorem) -> Theorem:
    """Positive weights leave a sum of nonnegative terms positive: where it is 0, every term is, and so is their sum."""
    g = var("g", fun(fin(n), REAL))
    product = times(app(_F, _I), app(g, _I))
    weight = spec(weights, _I)
    weak = infer("lt_le", weight)
    term = infer("le_mul", weak, spec(nonneg, _I))
    ge = fact("sum_ge_term", abstract(_I, product), _I, premises=(gen(_I, term),))
    small = infer("le_trans", ge, below)
    nothing = infer("le_antisym", small, term)
    unlike = infer("pos_ne", weight)
    each = infer("mul_zero", nothing, unlike)
    zero = chain(under_sum(_I, each), fact("sum_zero"))
    return mp(apart, zero)


def under_sum(x: Var, theorem: Theorem) -> Theorem:
    """Infer ⊢ Σ x. a = Σ x. b from ⊢ a = b."""
    if is_refl(theorem):
        return refl(total(index_size(x), abstract(x, right(theorem))))
    return ap_term(const("sum", index_size(x)), abstraction(x, theorem))


@cache
def sum_of_sum(x: Var, a: Term, b: Term) -> Theorem:
    """Infer ⊢ Σ x. a + b = Σ x. a + Σ x. b.

    It is the fact at λx. a and λx. b: these are reduced at x itself, of which all that is needed is there already.
    """
    f, g, sizes = abstract(x, a), abstract(x, b), {"n": index_size(x)}
    if has_redex(a) or has_redex(b):
        return fact("sum_add", sizes, f, g)
    inside = abstraction(x, binary(ADD, beta(app(f, x)), beta(app(g, x))))
    apart = binary(ADD, _sum_of_values(x, f), _sum_of_values(x, g))
    return chain(symmetric(ap_term(const("sum", index_size(x)), inside)), unreduced("sum_add", sizes, f, g), apart)


@cache
def sum_of_multiple(x: Var, c: Term, a: Term) -> Theorem:
    """Infer ⊢ Σ x. c·a = c·(Σ x. a) for a number c without x, as ``sum_of_sum`` does."""
    f, sizes, multiply = abstract(x, a), {"n": index_size(x)}, app(MUL, c)
    if has_redex(c) or has_redex(a) or x in c.free:
        return fact("sum_mul", sizes, c, f)
    inside = abstraction(x, ap_term(multiply, beta(app(f, x))))
    outside = ap_term(multiply, _sum_of_values(x, f))
    return chain(symmetric(ap_term(const("sum", index_size(x)), inside)), unreduced("sum_mul", sizes, c, f), outside)


@cache
def _sum_of_values(x: Var, f: Term) -> Theorem:
    """Infer ⊢ Σ x. f x = Σ f for an abstraction f."""
    return ap_term(const("sum", index_size(x)), abstraction(x, beta(app(f, x))))
