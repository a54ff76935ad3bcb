"""Lemmas about natural numbers, proved by induction: their values in ℝ, and positions of indices as such numbers."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import forall, implication
from ...kernel.terms import NAT, REAL, Term, Var, abstract, app, const, equation, fin, fun, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import to
from ..logic.derived_rules import (
    absurd,
    ap_term,
    ap_thm,
    chain,
    discharge,
    gen,
    left,
    mp,
    right,
    spec,
    symmetric,
)
from ..logic.formulas import ADD, LE, ONE, ZERO, le, minus, n, plus
from ..logic.numerals import NONE, real, suc
from .facts import fact, infer, lemma
from .outlines import by_induction_on, claim, rewriting, through, use
from .values import by_value

a, b = var("a", NAT), var("b", NAT)
M = var("M", fun(fin(n), fun(fin(n), REAL)))


# ------------------------------------------------------------------------------------------------ natural numbers in ℝ


@lemma("∀a:ℕ. 0 ≤ real a")
def real_nonneg() -> Theorem:
    """A natural number is not negative."""
    nonneg = assume(le(ZERO, real(a)))
    base = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("real_zero"))), fact("le_refl", ZERO))
    one = infer("lt_le", fact("zero_lt_one"))
    step = infer("add_nonneg", nonneg, one)
    step = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("real_suc", a))), step)
    return by_induction(a, nonneg.conclusion, base, step)


@lemma("∀a:ℕ. 0 < real (suc a)")
def real_suc_pos() -> None:
    """A successor is positive."""


@lemma(
    "∀a b:ℕ. real (nadd a b) = real a + real b",
    by=by_induction_on(
        "a",
        through(use("nadd_zero", "b"), use("real_zero"), then=rewriting),
        through(use("nadd_suc", "a", "b"), use("real_suc", "nadd a b"), use("real_suc", "a"), then=rewriting),
    ),
)
def real_nadd() -> None:
    """The value of a sum."""


@lemma("∀a b:ℕ. real a = real b ⇒ a = b")
def real_injective() -> Theorem:
    """Different natural numbers are different real numbers."""

    def goal(s: Term, t: Term) -> Term:
        return implication(equation(real(s), real(t)), equation(s, t))

    def impossible(zero: Theorem, predecessor: Term, conclusion: Term) -> Theorem:
        """Infer anything from ⊢ real (suc n) = 0."""
        nonzero = infer("pos_ne", fact("real_suc_pos", predecessor))
        return absurd(zero, nonzero, conclusion)

    nothing = discharge(equation(real(NONE), real(NONE)), refl(NONE))
    same = assume(equation(real(NONE), real(suc(b))))
    never = impossible(chain(symmetric(same), fact("real_zero")), b, equation(NONE, suc(b)))
    base = gen(b, by_induction(b, goal(NONE, b), nothing, discharge(same.conclusion, never)))
    every = assume(forall(b, goal(a, b)))
    same = assume(equation(real(suc(a)), real(NONE)))
    never = impossible(chain(same, fact("real_zero")), a, equation(suc(a), NONE))
    same_next = assume(equation(real(suc(a)), real(suc(b))))
    values = chain(symmetric(fact("real_suc", a)), same_next, fact("real_suc", b))
    less = ap_thm(ap_term(ADD, values), minus(ONE))
    less = chain(ring(real(a), left(less)), less, ring(right(less), real(b)))
    next_one = discharge(same_next.conclusion, ap_term(const("suc"), mp(spec(every, b), less)))
    step = gen(b, by_induction(b, goal(suc(a), b), discharge(same.conclusion, never), next_one))
    return spec(by_induction(a, every.conclusion, base, step), b)


@lemma(
    "∀a b:ℕ, r:𝔹. (∀c:ℕ. real c = real a * real b ⇒ r) ⇒ r",
    by=by_induction_on(
        "b",
        base=through(use(0, "0@ℕ")),
        step=through(claim("∀c:ℕ. real c = real a * real b ⇒ r", use(0, "nadd c a")), use(1)),
    ),
)
def product_exists() -> None:
    """The product of two natural numbers is one, by induction on the second."""


@lemma("nat{n} 0@[n] = 0@ℕ", by=by_value)
def nat_first() -> None:
    """The position of the first index."""


@lemma("nat{2} 1@[2] = suc 0@ℕ", by=by_value)
def nat_one_of_two() -> None:
    """The position of the second of two indices."""


@lemma("∀i:[m]. nat{m+k} (inl{m,k} i) = nat{m} i", by=by_value)
def nat_left() -> None:
    """The position of an index among the first m."""


@lemma("pos{n} last{n} = #{n} + -1")
def last_position() -> Theorem:
    """The position of the last index."""
    last, size = app(const("pos", n), const("last", n)), const("#", n)
    shifted = ap_thm(ap_term(ADD, fact("pos_last")), minus(ONE))
    return to(chain(ring(last, plus(plus(last, ONE), minus(ONE))), shifted), plus(size, literal(-1, REAL)))


@lemma("real (suc (nat{n} last{n})) = #{n}")
def size_value() -> None:
    """A size as a natural number: one more than the last position."""


@lemma("∀j:[k]. nat{m+k} (inr{m,k} j) = nadd (suc (nat{m} last{m})) (nat{k} j)", by=by_value)
def nat_right() -> None:
    """The position of an index among the last k."""


@lemma("nat{m+k} last{m+k} = nadd (suc (nat{m} last{m})) (nat{k} last{k})", by=by_value)
def nat_last_of_sum() -> None:
    """The last position of m + k indices, by those of m and of k."""


def by_induction(variable: Var, proposition: Term, base: Theorem, step: Theorem) -> Theorem:
    """Infer Γ ⊢ p from Γ ⊢ p[0/n] and Γ, p ⊢ p[n+1/n], where n is not free in Γ."""
    every = gen(variable, discharge(proposition, step))
    return fact("nat_induction", abstract(variable, proposition), variable, premises=(base, every))
