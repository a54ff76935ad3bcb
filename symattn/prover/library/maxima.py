"""Lemmas about the largest of finitely many numbers: there is one, it is an upper bound, and the least one."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import forall, implication, negation
from ...kernel.terms import NAT, REAL, Term, Var, abstract, app, const, equation, fin, fun, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import (
    absurd,
    ap_term,
    binary,
    chain,
    contradiction,
    discharge,
    gen,
    is_true,
    mp,
    spec,
    symmetric,
)
from ..logic.formulas import IND, LE, MUL, ONE, ind, inv, le, minus, n, p, plus, times, total
from ..logic.numerals import NONE, real, suc
from .definitions import from_definition
from .facts import fact, infer, lemma, opened
from .naturals import by_induction
from .propositions import by_cases
from .search import implied
from .sums import under_sum

a, b, c = var("a", NAT), var("b", NAT), var("c", REAL)
_I, _J, _K, _W = (var(name, fin(n)) for name in "ijkw")
_F = var("f", fun(fin(n), REAL))


def _at(index: Term) -> Term:
    return app(_F, index)


def _position(index: Term) -> Term:
    return app(const("pos", n), index)


def _same_at(same: Theorem, index: Term) -> Theorem:
    """Infer ⊢ f i ≤ f j from ⊢ f i = f j."""
    reflexive = fact("le_refl", _at(index))
    return eq_mp(binary(LE, symmetric(same), refl(_at(index))), reflexive)


def _up_to(bound: Term, w: Term) -> Term:
    """Return the proposition that f w is the largest of the f j whose position is at most a bound."""
    return forall(_J, implication(le(_position(_J), real(bound)), le(_at(_J), _at(w))))


@lemma("∀f:[n]→ℝ, a:ℕ, p:𝔹. (∀w:[n]. (∀j:[n]. pos{n} j ≤ real a ⇒ f j ≤ f w) ⇒ p) ⇒ p")
def largest_up_to() -> Theorem:
    """Of the numbers at the first positions one is the largest, by induction."""

    def premise(bound: Term) -> Theorem:
        return assume(forall(_W, implication(_up_to(bound, _W), p)))

    def goal(bound: Term) -> Term:
        return forall(p, implication(premise(bound).conclusion, p))

    first, only = literal(0, fin(n)), assume(le(_position(_J), real(NONE)))
    at_first = eq_mp(fact("first_position", _J), rewrite_proposition(only, fact("real_zero")))
    alone = gen(_J, discharge(only.conclusion, _same_at(ap_term(_F, at_first), first)))
    base = gen(p, discharge(premise(NONE).conclusion, mp(spec(premise(NONE), first), alone)))
    before, here = assume(goal(a)), premise(suc(a))
    known = assume(_up_to(a, _W))
    still = assume(_up_to(suc(a), _W))
    beaten = assume(negation(still.conclusion))
    found = by_cases(still.conclusion, mp(spec(here, _W), still), _another(known, here, beaten))
    step = mp(spec(before, p), gen(_W, discharge(known.conclusion, found)))
    step = gen(p, discharge(here.conclusion, step))
    return spec(by_induction(a, goal(a), base, step), p)


def _another(known: Theorem, here: Theorem, beaten: Theorem) -> Theorem:
    """Infer ⊢ p where the largest number so far is not the largest with the next one: then the next one is."""
    near, smaller = assume(le(_position(_J), real(suc(a)))), assume(le(_at(_J), _at(_W)))
    bigger = assume(negation(smaller.conclusion))
    weakly = infer("le_total", bigger)
    old = assume(le(_position(_J), real(a)))
    new_j = discharge(old.conclusion, mp(bigger, mp(spec(known, _J), old)))
    near_i, early = assume(le(_position(_I), real(suc(a)))), assume(le(_position(_I), real(a)))
    first = infer("le_trans", mp(spec(known, _I), early), weakly)
    late = assume(negation(early.conclusion))
    places = chain(_last(_I, near_i, late), symmetric(_last(_J, near, new_j)))
    same = infer("pos_injective", places)
    every = by_cases(early.conclusion, first, _same_at(ap_term(_F, same), _J))
    every = gen(_I, discharge(near_i.conclusion, every))
    no_p = assume(negation(p))
    false = mp(no_p, mp(spec(here, _J), every))
    inner = by_cases(smaller.conclusion, smaller, contradiction(false, smaller.conclusion))
    kept = gen(_J, discharge(near.conclusion, inner))
    return by_cases(p, assume(p), absurd(kept, beaten, p))


def _last(index: Var, near: Theorem, late: Theorem) -> Theorem:
    """Infer ⊢ pos i = real (suc a) from ⊢ pos i ≤ real (suc a) and ⊢ ¬(pos i ≤ real a)."""
    as_natural = fact("real_nat", index)
    above = infer("step_of_order", rewrite_proposition(late, symmetric(as_natural)))
    above = rewrite_proposition(above, symmetric(fact("real_suc", a)), as_natural)
    return infer("le_antisym", near, above)


@lemma("∀f:[n]→ℝ, p:𝔹. (∀w:[n]. (∀j:[n]. f j ≤ f w) ⇒ p) ⇒ p")
def largest(premise: Theorem) -> Theorem:
    """Of finitely many numbers one is the largest."""
    end = app(const("nat", n), const("last", n))
    known = assume(_up_to(end, _W))
    inside = fact("pos_less", _J)
    shifted = fact("le_add", plus(_position(_J), ONE), const("#", n), minus(ONE), premises=(inside,))
    last = chain(fact("real_nat", const("last", n)), fact("last_position"))
    before = rewrite_proposition(shifted, ring(plus(plus(_position(_J), ONE), minus(ONE)), _position(_J)))
    before = eq_mp(binary(LE, refl(_position(_J)), symmetric(to(last, plus(const("#", n), minus(ONE))))), before)
    every = gen(_J, mp(spec(known, _J), before))
    found = gen(_W, discharge(known.conclusion, mp(spec(premise, _W), every)))
    return infer("largest_up_to", found)


def _is_largest(k: Term) -> Term:
    """Return what the definition of the largest number says of one: it is at least as large as every other."""
    other = ind(negation(equation(_J, k)))
    return forall(_J, le(times(other, _at(_J)), times(other, _at(k))))


@lemma("∀f:[n]→ℝ, w:[n]. (∀j:[n]. f j ≤ f w) ⇒ top{n} f = f w")
def top_is(every: Theorem) -> Theorem:
    """The largest number is the one that is at least as large as all."""
    unfolded = from_definition("top", (n,), _F)
    chosen = abstract(_K, ind(_is_largest(_K)))
    count, at_w = total(n, chosen), _at(_W)
    as_largest = infer("ind_same", _equal_to(every))
    terms = under_sum(_K, to(as_largest, times(at_w, ind(_is_largest(_K)))))
    terms = chain(terms, fact("sum_mul", at_w, chosen))
    one = chain(ap_term(IND, is_true(_holds(every))), fact("ind_true"))
    positive = rewrite_proposition(fact("zero_lt_one"), symmetric(one))
    nonneg = gen(_K, fact("ind_nonneg", _is_largest(_K)))
    positive = fact("sum_pos", chosen, _W, premises=(nonneg, positive))
    product = infer("inv_mul", infer("pos_ne", positive))
    result = replaced(to(replaced(unfolded, terms), times(at_w, times(count, inv(count)))), product)
    return to(result, at_w)


def _equal_to(every: Theorem) -> Theorem:
    """Infer ⊢ (f k is at least as large as every other) ⇒ f k = f w."""
    best = assume(_is_largest(_K))
    there, apart = spec(best, _W), assume(negation(equation(_W, _K)))
    one = chain(ap_term(IND, is_true(apart)), fact("ind_true"))
    below = rewrite_proposition(there, one)
    below = rewrite_proposition(below, *(ring(times(ONE, _at(v)), _at(v)) for v in (_W, _K)))
    same = _same_at(ap_term(_F, assume(equation(_W, _K))), _K)
    at_most = by_cases(equation(_W, _K), same, below)
    equal = infer("le_antisym", spec(every, _K), at_most)
    return discharge(best.conclusion, equal)


def _holds(every: Theorem) -> Theorem:
    """Infer ⊢ f w is at least as large as every other."""
    other = ind(negation(equation(_J, _W)))
    gap = infer("sub_nonneg", spec(every, _J))
    weight = fact("ind_nonneg", negation(equation(_J, _W)))
    product = infer("le_mul", weight, gap)
    left, right = times(other, _at(_J)), times(other, _at(_W))
    spread = ring(times(other, plus(_at(_W), minus(_at(_J)))), plus(right, minus(left)))
    return gen(_J, infer("le_of_nonneg", rewrite_proposition(product, spread)))


@lemma("∀f:[n]→ℝ, i:[n]. f i ≤ top{n} f")
def top_ge() -> Theorem:
    """The largest number is an upper bound."""
    every = assume(forall(_J, le(_at(_J), _at(_W))))
    same = symmetric(infer("top_is", every))
    at_most = eq_mp(binary(LE, refl(_at(_I)), same), spec(every, _I))
    found = gen(_W, discharge(every.conclusion, at_most))
    return infer("largest", found)


@lemma("∀f:[n]→ℝ. (Σ i:[n]. f i) ≤ #{n} * top{n} f")
def sum_below_largest() -> None:
    """Each term is at most the largest."""


@lemma("∀f:[n]→ℝ, c:ℝ. (∀i:[n]. f i ≤ c) ⇒ top{n} f ≤ c")
def top_le(bounded: Theorem) -> Theorem:
    """The largest number is the least upper bound."""
    every = assume(forall(_J, le(_at(_J), _at(_W))))
    same = symmetric(infer("top_is", every))
    at_most = eq_mp(binary(LE, same, refl(c)), spec(bounded, _W))
    found = gen(_W, discharge(every.conclusion, at_most))
    return infer("largest", found)


@lemma("∀f:[n]→ℝ, c:ℝ. (∀i:[n]. f i < c) ⇒ top{n} f < c")
def top_lt(bounded: Theorem) -> Theorem:
    """The largest number is one of them."""
    every = assume(forall(_J, le(_at(_J), _at(_W))))
    same = symmetric(infer("top_is", every))
    below = rewrite_proposition(spec(bounded, _W), same)
    found = gen(_W, discharge(every.conclusion, below))
    return infer("largest", found)


@lemma("∀f:[n]→ℝ, c:ℝ. 0 ≤ c ⇒ top{n} (λi:[n]. c * f i) = c * top{n} f")
def top_of_multiple(sign: Theorem) -> Theorem:
    """A factor that is not negative keeps the order: the largest is at the same place."""
    every = assume(opened("∀f:[n]→ℝ, w:[n]. ∀j:[n]. f j ≤ f w")[1])
    order = implied("∀c x y:ℝ. 0 ≤ c ⇒ x ≤ y ⇒ c * x ≤ c * y", sign, spec(every, _J))
    multiple = fact("top_is", abstract(_J, times(c, app(_F, _J))), _W, premises=(gen(_J, order),))
    same = chain(multiple, symmetric(ap_term(app(MUL, c), fact("top_is", _F, _W, premises=(every,)))))
    return infer("largest", gen(_W, discharge(every.conclusion, same)))
