"""Lemmas about the places 0, …, n−1 of an index: each is taken, so that what passes from place to place holds at all.

An index type has n elements, at different places below n, so that none is left free: the indices at the places up to
each one are counted.  Hence induction over a size: what holds up to the first place, and up to the next one where it
holds up to one, holds up to each.  A sum up to a place is the sum of what stands at the indices up to it.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import FALSE, forall, implication, negation, parse
from ...kernel.terms import BOOL, NAT, Term, abstract, app, const, equation, fin, fun, var
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import absurd, chain, close, contradiction, discharge, gen, mp, spec, symmetric
from ..logic.formulas import ONE, ZERO, ind, le, n, p, plus, total
from ..logic.numerals import NONE, real, suc
from .facts import fact, lemma
from .naturals import by_induction
from .propositions import by_cases
from .search import search
from .sums import under_sum

_I, _J, _W = (var(name, fin(n)) for name in "ijw")
_A, _K = var("a", NAT), var("k", NAT)
_P = var("P", fun(NAT, BOOL))
_SIZE = {"n": n}
_END = app(const("nat", n), const("last", n))


def _position(index: Term) -> Term:
    return app(const("pos", n), index)


def _at(k: Term) -> Term:
    """Return the number of indices at the place k."""
    return total(n, abstract(_I, ind(equation(_position(_I), real(k)))))


def _up_to(k: Term) -> Term:
    """Return the number of indices at the places up to k."""
    return total(n, abstract(_I, ind(le(_position(_I), real(k)))))


def _found(statement: str) -> Theorem:
    """Return a closed theorem that the search finds by itself."""
    return search(parse(statement))


_FIRST_TERM = "∀f:[n]→ℝ. (Σ i:[n]. ind (pos{n} i ≤ real 0@ℕ) * f i) = f 0@[n]"
_NEXT_TERM = (
    "∀f:[n]→ℝ, w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ (Σ i:[n]. ind (pos{n} i ≤ real (suc k)) * f i)"
    " = (Σ i:[n]. ind (pos{n} i ≤ real k) * f i) + f w"
)
_WHOLE_SUM = "∀f:[n]→ℝ. (Σ i:[n]. ind (pos{n} i ≤ real (nat{n} last{n})) * f i) = (Σ i:[n]. f i)"


@lemma("∀k:ℕ, w:[n]. real k = pos{n} w ⇒ (Σ i:[n]. ind (pos{n} i = real k)) ≤ 1")
def one_at_its_place() -> Theorem:
    """Only one index is at the place of an index."""
    return _found("∀k:ℕ, w:[n]. real k = pos{n} w ⇒ (Σ i:[n]. ind (pos{n} i = real k)) ≤ 1")


@lemma("∀k:ℕ. (∀i:[n]. pos{n} i ≠ real k) ⇒ (Σ i:[n]. ind (pos{n} i = real k)) = 0")
def none_at_a_free_place() -> Theorem:
    """No index is counted at a place where none is."""
    free = assume(forall(_I, negation(equation(_position(_I), real(_K)))))
    zero = mp(spec(_found("∀k:ℕ, i:[n]. pos{n} i ≠ real k ⇒ ind (pos{n} i = real k) = 0"), _K, _I), spec(free, _I))
    nothing = chain(under_sum(_I, zero), fact("sum_zero", _SIZE))
    return close(discharge(free.conclusion, nothing), _K)


@lemma("∀k:ℕ. (Σ i:[n]. ind (pos{n} i = real k)) ≤ 1")
def one_at_a_place() -> Theorem:
    """At most one index is at a place."""
    taken = equation(_position(_W), real(_K))
    here = fact("one_at_its_place", _SIZE, _K, _W, premises=(symmetric(assume(taken)),))
    more = negation(here.conclusion)
    free = gen(_W, discharge(taken, absurd(here, assume(more), FALSE)))
    nothing = fact("none_at_a_free_place", _SIZE, _K, premises=(free,))
    least = fact("lt_le", {}, ZERO, ONE, premises=(fact("zero_lt_one"),))
    below = rewrite_proposition(least, symmetric(nothing))
    return close(by_cases(here.conclusion, assume(here.conclusion), below), _K)


@lemma("∀k:ℕ. (Σ i:[n]. ind (pos{n} i ≤ real (suc k))) ≤ (Σ i:[n]. ind (pos{n} i ≤ real k)) + 1")
def count_next() -> Theorem:
    """Up to the next place there is at most one index more."""
    more = spec(_found(f"∀k:ℕ. {_NEXT_COUNT}"), _K)
    arithmetic = _found("∀u v e:ℝ. v = u + e ⇒ e ≤ 1 ⇒ v ≤ u + 1")
    below = spec(arithmetic, _up_to(_K), _up_to(suc(_K)), _at(suc(_K)))
    return close(mp(mp(below, more), fact("one_at_a_place", _SIZE, suc(_K))), _K)


_NEXT_COUNT = (
    "(Σ i:[n]. ind (pos{n} i ≤ real (suc k))) = (Σ i:[n]. ind (pos{n} i ≤ real k))"
    " + (Σ i:[n]. ind (pos{n} i = real (suc k)))"
)


@lemma("∀k:ℕ. (Σ i:[n]. ind (pos{n} i ≤ real k)) ≤ real k + 1")
def count_bound() -> Theorem:
    """There are at most k + 1 indices up to the place k."""
    known = assume(le(_up_to(_K), plus(real(_K), ONE)))
    base = _found("(Σ i:[n]. ind (pos{n} i ≤ real 0@ℕ)) ≤ real 0@ℕ + 1")
    arithmetic = _found("∀u v:ℝ, k:ℕ. u ≤ real k + 1 ⇒ v ≤ u + 1 ⇒ v ≤ real (suc k) + 1")
    step = mp(mp(spec(arithmetic, _up_to(_K), _up_to(suc(_K)), _K), known), fact("count_next", _SIZE, _K))
    return close(by_induction(_K, known.conclusion, base, step), _K)


@lemma("∀a k:ℕ. (∀i:[n]. pos{n} i ≠ real a) ⇒ real a ≤ real k ⇒ (Σ i:[n]. ind (pos{n} i ≤ real k)) ≤ real k")
def count_past_a_free_place() -> Theorem:
    """Where a place is left free, there are at most k indices up to each place k from it on."""
    free = assume(forall(_I, negation(equation(_position(_I), real(_A)))))
    nothing = fact("none_at_a_free_place", _SIZE, _A, premises=(free,))

    def goal(k: Term) -> Term:
        return implication(le(real(_A), real(k)), le(_up_to(k), real(k)))

    first = assume(le(real(_A), real(NONE)))
    same = fact("real_injective", {}, _A, NONE, premises=(mp(spec(_found(_LEAST), _A), first),))
    counted = rewrite_proposition(nothing, same)
    never = mp(_found("¬((Σ i:[n]. ind (pos{n} i = real 0@ℕ)) = 0)"), counted)
    base = discharge(first.conclusion, contradiction(never, le(_up_to(NONE), real(NONE))))

    before, here = assume(goal(_K)), assume(le(real(_A), real(suc(_K))))
    early = assume(le(real(_A), real(_K)))
    arithmetic = _found("∀u v:ℝ, k:ℕ. u ≤ real k ⇒ v ≤ u + 1 ⇒ v ≤ real (suc k)")
    by_count = spec(arithmetic, _up_to(_K), _up_to(suc(_K)), _K)
    by_count = mp(mp(by_count, mp(before, early)), fact("count_next", _SIZE, _K))
    late = assume(negation(early.conclusion))
    after = rewrite_proposition(
        fact("step_of_order", {}, _A, _K, premises=(late,)), symmetric(fact("real_suc", {}, _K))
    )
    place = fact("le_antisym", {}, real(_A), real(suc(_K)), premises=(here, after))
    counted = rewrite_proposition(nothing, fact("real_injective", {}, _A, suc(_K), premises=(place,)))
    arithmetic = _found("∀u v e:ℝ, k:ℕ. u ≤ real k + 1 ⇒ v = u + e ⇒ e = 0 ⇒ v ≤ real (suc k)")
    by_place = spec(arithmetic, _up_to(_K), _up_to(suc(_K)), _at(suc(_K)), _K)
    by_place = mp(by_place, fact("count_bound", _SIZE, _K))
    by_place = mp(mp(by_place, spec(_found(f"∀k:ℕ. {_NEXT_COUNT}"), _K)), counted)
    step = discharge(here.conclusion, by_cases(early.conclusion, by_count, by_place))
    result = by_induction(_K, goal(_K), base, step)
    return close(discharge(free.conclusion, result), _A, _K)


_LEAST = "∀a:ℕ. real a ≤ real 0@ℕ ⇒ real a = real 0@ℕ"


@lemma("∀k:ℕ, p:𝔹. real k + 1 ≤ #{n} ⇒ (∀w:[n]. real k = pos{n} w ⇒ p) ⇒ p")
def place_taken() -> Theorem:
    """Each place below the size is that of an index: one left free would leave too few for all."""
    inside = assume(le(plus(real(_K), ONE), app(const("#", n))))
    use = assume(forall(_W, implication(equation(real(_K), _position(_W)), p)))
    no = assume(negation(p))
    here = assume(equation(_position(_I), real(_K)))
    absent = gen(_I, discharge(here.conclusion, mp(no, mp(spec(use, _I), symmetric(here)))))
    arithmetic = _found("∀k:ℕ. real k + 1 ≤ #{n} ⇒ real k ≤ real (nat{n} last{n})")
    before = mp(spec(arithmetic, _K), inside)
    few = fact("count_past_a_free_place", _SIZE, _K, _END, premises=(absent, before))
    never = mp(_found("¬((Σ i:[n]. ind (pos{n} i ≤ real (nat{n} last{n}))) ≤ real (nat{n} last{n}))"), few)
    result = by_cases(p, assume(p), contradiction(never, p))
    return close(discharge(inside.conclusion, discharge(use.conclusion, result)), _K, p)


@lemma("∀P:ℕ→𝔹. P 0@ℕ ⇒ (∀w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ P k ⇒ P (suc k)) ⇒ (∀j:[n]. P (nat{n} j))")
def size_induction() -> Theorem:
    """What holds at the first place, and at the next one where it holds at one, holds at each."""
    base = assume(app(_P, NONE))
    place = equation(plus(real(_K), ONE), _position(_W))
    every = assume(forall(_W, forall(_K, implication(place, implication(app(_P, _K), app(_P, suc(_K)))))))

    def goal(k: Term) -> Term:
        return implication(le(plus(real(k), ONE), app(const("#", n))), app(_P, k))

    first = discharge(le(plus(real(NONE), ONE), app(const("#", n))), base)
    known, inside = assume(goal(_K)), assume(le(plus(real(suc(_K)), ONE), app(const("#", n))))
    before = mp(spec(_found("∀k:ℕ. real (suc k) + 1 ≤ #{n} ⇒ real k + 1 ≤ #{n}"), _K), inside)
    at = assume(equation(real(suc(_K)), _position(_W)))
    there = chain(symmetric(fact("real_suc", {}, _K)), at)
    passed = mp(mp(spec(every, _W, _K), there), mp(known, before))
    found = gen(_W, discharge(at.conclusion, passed))
    step = fact("place_taken", _SIZE, suc(_K), app(_P, suc(_K)), premises=(inside, found))
    step = discharge(inside.conclusion, step)
    here = spec(gen(_K, by_induction(_K, goal(_K), first, step)), app(const("nat", n), _J))
    inside = rewrite_proposition(fact("pos_less", _SIZE, _J), symmetric(fact("real_nat", _SIZE, _J)))
    here = gen(_J, mp(here, inside))
    return close(discharge(base.conclusion, discharge(every.conclusion, here)), _P)


@lemma("∀w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ nat{n} w = suc k")
def next_place() -> Theorem:
    """The place after k, as a natural number."""
    at = assume(equation(plus(real(_K), ONE), _position(_W)))
    same = chain(fact("real_nat", _SIZE, _W), symmetric(at), symmetric(fact("real_suc", {}, _K)))
    found = fact("real_injective", {}, app(const("nat", n), _W), suc(_K), premises=(same,))
    return close(discharge(at.conclusion, found), _W, _K)


@lemma(_FIRST_TERM)
def sum_to_first() -> Theorem:
    """A sum up to the first place is its first term."""
    return _found(_FIRST_TERM)


@lemma(_NEXT_TERM)
def sum_to_next() -> Theorem:
    """A sum up to the next place has the term there besides."""
    return _found(_NEXT_TERM)


@lemma(_WHOLE_SUM)
def sum_to_last() -> Theorem:
    """A sum up to the last place is the whole sum."""
    return _found(_WHOLE_SUM)
