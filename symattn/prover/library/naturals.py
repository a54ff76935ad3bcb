"""Lemmas about natural numbers, proved by induction: their values in ℝ, and positions of indices as such numbers."""

from __future__ import annotations

from functools import lru_cache

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import forall, implication
from ...kernel.terms import BOOL, NAT, REAL, Term, Var, abstract, app, const, equation, fin, fun, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import (
    absurd,
    ap_term,
    ap_thm,
    binary,
    chain,
    discharge,
    gen,
    left,
    mp,
    right,
    spec,
    symmetric,
)
from ..logic.formulas import ADD, LE, ONE, TWO, ZERO, k, le, m, minus, n, plus, times
from ..logic.numerals import NONE, nadd, real, suc
from ..logic.parts import args_of, head_and_arguments
from .facts import fact, infer, lemma

a, b = var("a", NAT), var("b", NAT)
M = var("M", fun(fin(n), fun(fin(n), REAL)))


# ------------------------------------------------------------------------------------------------ natural numbers in ℝ


@lemma("∀a:ℕ. 0 ≤ real a")
def real_nonneg() -> Theorem:
    """A natural number is not negative."""
    nonneg = assume(le(ZERO, real(a)))
    base = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("real_zero"))), fact("le_refl", {}, ZERO))
    one = infer("lt_le", fact("zero_lt_one"))
    step = infer("add_nonneg", nonneg, one)
    step = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("real_suc", {}, a))), step)
    return by_induction(a, nonneg.conclusion, base, step)


@lemma("∀a:ℕ. 0 < real (suc a)")
def real_suc_pos() -> None:
    """A successor is positive."""


@lemma("∀a b:ℕ. real (nadd a b) = real a + real b")
def real_nadd() -> Theorem:
    """The value of a sum."""
    same = assume(equation(real(nadd(a, b)), plus(real(a), real(b))))
    base = chain(ap_term(const("real"), fact("nadd_zero", {}, b)), ring(real(b), plus(ZERO, real(b))))
    base = chain(base, ap_thm(ap_term(ADD, symmetric(fact("real_zero"))), real(b)))
    step = chain(ap_term(const("real"), fact("nadd_suc", {}, a, b)), fact("real_suc", {}, nadd(a, b)))
    step = to(replaced(step, same), plus(plus(real(a), ONE), real(b)))
    step = chain(step, ap_thm(ap_term(ADD, symmetric(fact("real_suc", {}, a))), real(b)))
    return by_induction(a, same.conclusion, base, step)


@lemma("∀a b:ℕ. real a = real b ⇒ a = b")
def real_injective() -> Theorem:
    """Different natural numbers are different real numbers."""

    def goal(s: Term, t: Term) -> Term:
        return implication(equation(real(s), real(t)), equation(s, t))

    def impossible(zero: Theorem, predecessor: Term, conclusion: Term) -> Theorem:
        """Infer anything from ⊢ real (suc n) = 0."""
        nonzero = infer("pos_ne", fact("real_suc_pos", {}, predecessor))
        return absurd(zero, nonzero, conclusion)

    nothing = discharge(equation(real(NONE), real(NONE)), refl(NONE))
    same = assume(equation(real(NONE), real(suc(b))))
    never = impossible(chain(symmetric(same), fact("real_zero")), b, equation(NONE, suc(b)))
    base = gen(b, by_induction(b, goal(NONE, b), nothing, discharge(same.conclusion, never)))
    every = assume(forall(b, goal(a, b)))
    same = assume(equation(real(suc(a)), real(NONE)))
    never = impossible(chain(same, fact("real_zero")), a, equation(suc(a), NONE))
    same_next = assume(equation(real(suc(a)), real(suc(b))))
    values = chain(symmetric(fact("real_suc", {}, a)), same_next, fact("real_suc", {}, b))
    less = ap_thm(ap_term(ADD, values), minus(ONE))
    less = chain(ring(real(a), left(less)), less, ring(right(less), real(b)))
    next_one = discharge(same_next.conclusion, ap_term(const("suc"), mp(spec(every, b), less)))
    step = gen(b, by_induction(b, goal(suc(a), b), discharge(same.conclusion, never), next_one))
    return spec(by_induction(a, every.conclusion, base, step), b)


@lemma("∀a b:ℕ, r:𝔹. (∀c:ℕ. real c = real a * real b ⇒ r) ⇒ r")
def product_exists() -> Theorem:
    """The product of two natural numbers is one, by induction on the second."""
    c, r = var("c", NAT), var("r", BOOL)

    def each(number: Term) -> Term:
        return forall(c, implication(equation(real(c), times(real(a), real(number))), r))

    def goal(number: Term) -> Term:
        return implication(each(number), r)

    none = assume(each(NONE))
    zero = to(replaced(refl(times(real(a), real(NONE))), fact("real_zero")), ZERO)
    base = mp(spec(none, NONE), chain(fact("real_zero"), symmetric(zero)))
    before, some = assume(goal(b)), assume(each(suc(b)))
    product = assume(equation(real(c), times(real(a), real(b))))
    more = replaced(fact("real_nadd", {}, c, a), product)
    target = to(replaced(refl(times(real(a), real(suc(b)))), fact("real_suc", {}, b)), right(more))
    inner = mp(spec(some, nadd(c, a)), chain(more, symmetric(target)))
    step = mp(before, gen(c, discharge(product.conclusion, inner)))
    return by_induction(b, goal(b), discharge(none.conclusion, base), discharge(some.conclusion, step))


@lemma("nat{n} 0@[n] = 0@ℕ")
def nat_first() -> Theorem:
    """The position of the first index."""
    index = literal(0, fin(n))
    steps = fact("real_nat", {}, index), fact("pos_zero"), symmetric(fact("real_zero"))
    return infer("real_injective", chain(*steps))


@lemma("nat{2} 1@[2] = suc 0@ℕ")
def nat_one_of_two() -> Theorem:
    """The position of the second of two indices."""
    index = literal(1, fin(TWO))
    one = symmetric(to(replaced(fact("real_suc", {}, NONE), fact("real_zero")), ONE))
    return infer("real_injective", chain(fact("real_nat", {"n": TWO}, index), fact("pos_one_of_two"), one))


@lemma("∀i:[m]. nat{m+k} (inl{m,k} i) = nat{m} i")
def nat_left() -> Theorem:
    """The position of an index among the first m."""
    i = var("i", fin(m))
    index = app(const("inl", m, k), i)
    steps = fact("real_nat", {"n": m + k}, index), fact("pos_left", {}, i), symmetric(fact("real_nat", {"n": m}, i))
    return infer("real_injective", chain(*steps))


@lemma("pos{n} last{n} = #{n} + -1")
def last_position() -> Theorem:
    """The position of the last index."""
    last, size = app(const("pos", n), const("last", n)), const("#", n)
    shifted = ap_thm(ap_term(ADD, fact("pos_last")), minus(ONE))
    return to(chain(ring(last, plus(plus(last, ONE), minus(ONE))), shifted), plus(size, literal(-1, REAL)))


@lemma("real (suc (nat{n} last{n})) = #{n}")
def size_value() -> None:
    """A size as a natural number: one more than the last position."""


@lemma("∀j:[k]. nat{m+k} (inr{m,k} j) = nadd (suc (nat{m} last{m})) (nat{k} j)")
def nat_right() -> Theorem:
    """The position of an index among the last k."""
    j = var("j", fin(k))
    index, shift = app(const("inr", m, k), j), suc(app(const("nat", m), const("last", m)))
    there = chain(fact("real_nat", {"n": m + k}, index), fact("pos_right", {}, j))
    target = nadd(shift, app(const("nat", k), j))
    back = replaced(fact("real_nadd", {}, *head_and_arguments(target)[1]), fact("size_value", {"n": m}))
    back = replaced(back, fact("real_nat", {"n": k}, j))
    return infer("real_injective", chain(there, symmetric(back)))


@lemma("nat{m+k} last{m+k} = nadd (suc (nat{m} last{m})) (nat{k} last{k})")
def nat_last_of_sum() -> Theorem:
    """The last position of m + k indices, by those of m and of k."""
    one, other = (app(const("nat", size), const("last", size)) for size in (m, k))
    there = replaced(fact("real_nat", {"n": m + k}, const("last", m + k)), fact("last_position", {"n": m + k}))
    there = replaced(there, fact("size_add", {"m": m, "n": k}))
    back = replaced(fact("real_nadd", {}, suc(one), other), fact("size_value", {"n": m}))
    back = replaced(back, fact("real_nat", {"n": k}, const("last", k)), fact("last_position", {"n": k}))
    return infer("real_injective", chain(to(there, right(back)), symmetric(back)))


@lru_cache(maxsize=4096)
def value(t: Term) -> Theorem:
    """Return ⊢ real t = a polynomial in the values of the atoms of t and positions of indices."""
    if t is NONE:
        return fact("real_zero")
    if (args := args_of(t, "suc", 1)) is not None:
        return chain(fact("real_suc", {}, *args), ap_thm(ap_term(ADD, value(args[0])), ONE))
    if (args := args_of(t, "nadd", 2)) is not None:
        return chain(fact("real_nadd", {}, *args), binary(ADD, *map(value, args)))
    if (args := args_of(t, "nat", 1)) is not None and args[0].type.size is not None:
        return fact("real_nat", {"n": args[0].type.size}, *args)
    return refl(real(t))


def same_natural(s: Term, t: Term) -> Theorem:
    """Return ⊢ s = t for natural numbers whose values are the same polynomial; raises KernelError for others."""
    if s is t:
        return refl(s)
    first, second = value(s), value(t)
    equal = chain(first, ring(right(first), right(second)), symmetric(second))
    return infer("real_injective", equal)


def by_induction(variable: Var, proposition: Term, base: Theorem, step: Theorem) -> Theorem:
    """Infer Γ ⊢ p from Γ ⊢ p[0/n] and Γ, p ⊢ p[n+1/n], where n is not free in Γ."""
    every = gen(variable, discharge(proposition, step))
    return fact("nat_induction", {}, abstract(variable, proposition), variable, premises=(base, every))
