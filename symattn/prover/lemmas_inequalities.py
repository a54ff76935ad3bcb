"""Lemmas about inequalities and conditions: differences, roots, and functions of an indicator times a number."""

from __future__ import annotations

from ..kernel.rules import Theorem, assume, eq_mp
from ..kernel.terms import REAL, Term, app, const, equation, fun, var
from .cached_rules import refl, ring
from .conversions import replaced
from .formulas import (
    ADD,
    LE,
    MUL,
    ONE,
    ZERO,
    close,
    ind,
    le,
    lt,
    minus,
    p,
    plus,
    rewrite_proposition,
    times,
    truth_values,
    x,
    y,
)
from .library import fact, lemma
from .logic import ap_term, ap_thm, binary, chain, discharge, mp, symmetric


def sqrt(t: Term) -> Term:
    """Return √t."""
    return app(const("sqrt"), t)


@lemma("∀x y:ℝ. x ≤ y ⇒ 0 ≤ y + -1 * x")
def sub_nonneg() -> Theorem:
    """Add −x to both sides."""
    known = assume(le(x, y))
    moved = fact("le_add", {}, x, y, minus(x), premises=(known,))
    return close(discharge(known.conclusion, rewrite_proposition(moved, ring(plus(x, minus(x)), ZERO))), x, y)


@lemma("∀x y:ℝ. x < y ⇒ 0 < y + -1 * x")
def sub_pos() -> Theorem:
    """Otherwise y − x ≤ 0, and adding x gives y ≤ x."""
    known, difference = assume(lt(x, y)), plus(y, minus(x))
    opposite = assume(le(difference, ZERO))
    back = fact("le_add", {}, difference, ZERO, x, premises=(opposite,))
    back = rewrite_proposition(back, ring(plus(difference, x), y), ring(plus(ZERO, x), x))
    negated = discharge(opposite.conclusion, mp(known, back))
    return close(discharge(known.conclusion, negated), x, y)


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ sqrt x ≤ sqrt y ⇒ x ≤ y")
def sqrt_le() -> Theorem:
    """y − x = (√y − √x)(√y + √x), a product of numbers that are not negative."""
    signs, known = [assume(le(ZERO, v)) for v in (x, y)], assume(le(sqrt(x), sqrt(y)))
    first, second = (fact("sqrt_nonneg", {}, v, premises=(sign,)) for v, sign in zip((x, y), signs, strict=True))
    difference, total = plus(sqrt(y), minus(sqrt(x))), plus(sqrt(y), sqrt(x))
    factors = (
        fact("sub_nonneg", {}, sqrt(x), sqrt(y), premises=(known,)),
        fact("add_nonneg", {}, sqrt(y), sqrt(x), premises=(second, first)),
    )
    product = fact("le_mul", {}, difference, total, premises=factors)
    squares = plus(times(sqrt(y), sqrt(y)), minus(times(sqrt(x), sqrt(x))))
    roots = [fact("sqrt_square", {}, v, premises=(sign,)) for v, sign in zip((x, y), signs, strict=True)]
    expanded = replaced(ring(times(difference, total), squares), *roots)
    result = fact("le_of_nonneg", {}, x, y, premises=(rewrite_proposition(product, expanded),))
    for premise in (known, signs[1], signs[0]):
        result = discharge(premise.conclusion, result)
    return close(result, x, y)


@lemma("∀p:𝔹. ind p ≤ 1")
def ind_le_one() -> Theorem:
    """An indicator is 0 or 1."""
    zero_le_one = fact("lt_le", {}, ZERO, ONE, premises=(fact("zero_lt_one"),))
    at_true = eq_mp(ap_thm(ap_term(LE, symmetric(fact("ind_true"))), ONE), fact("le_refl", {}, ONE))
    at_false = eq_mp(ap_thm(ap_term(LE, symmetric(fact("ind_false"))), ONE), zero_le_one)
    return close(truth_values(lambda b: le(ind(b), ONE), p, at_true, at_false), p)


@lemma("∀f:ℝ→ℝ, p:𝔹, x:ℝ. f (ind p * x) = f 0 + ind p * (f x + -1 * f 0)")
def function_of_indicator() -> Theorem:
    """Where the condition holds the value is f x, elsewhere it is f 0."""
    f = var("f", fun(REAL, REAL))
    at_zero = app(f, ZERO)
    change = plus(app(f, x), minus(at_zero))

    def statement(b: Term) -> Term:
        return equation(app(f, times(ind(b), x)), plus(at_zero, times(ind(b), change)))

    def at(indicator: Theorem, value: Term, argument: Term) -> Theorem:
        inside = ap_term(f, chain(ap_thm(ap_term(MUL, indicator), x), ring(times(value, x), argument)))
        blend = binary(ADD, refl(at_zero), ap_thm(ap_term(MUL, indicator), change))
        return chain(inside, symmetric(chain(blend, ring(plus(at_zero, times(value, change)), app(f, argument)))))

    return close(truth_values(statement, p, at(fact("ind_true"), ONE, x), at(fact("ind_false"), ZERO, ZERO)), f, p, x)
