"""Lemmas about the places 0, …, n−1 of an index: what passes from each place to the next holds at all of them.

An index type has n elements, at different places below n, so that none is left free: the indices at the places up to
each one are counted.  Hence induction over a size: what holds up to the first place, and up to the next one where it
holds up to one, holds up to each.  A sum up to a place is the sum of what stands at the indices up to it.
"""

from __future__ import annotations

from functools import reduce

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import forall, implication, negation, parse
from ...kernel.terms import BOOL, NAT, Term, abstract, app, const, equation, fin, fun, literal, var
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import ap_term, chain, contradiction, discharge, gen, mp, spec, symmetric
from ..logic.formulas import ONE, UNIT, ind, le, n, p, plus, total
from ..logic.numerals import NONE, real, suc
from .facts import fact, infer, lemma
from .naturals import by_induction
from .propositions import by_cases
from .search import implied, said_of, search, searched
from .sums import under_sum

_I, _J, _W = (var(name, fin(n)) for name in "ijw")
_K = var("k", NAT)
_P = var("P", fun(NAT, BOOL))
_NEXT_COUNT = (
    "(Σ i:[n]. ind (pos{n} i ≤ real (suc k))) = (Σ i:[n]. ind (pos{n} i ≤ real k))"
    " + (Σ i:[n]. ind (pos{n} i = real (suc k)))"
)


def _position(index: Term) -> Term:
    return app(const("pos", n), index)


def _at(k: Term) -> Term:
    """Return the number of indices at the place k."""
    return total(n, abstract(_I, ind(equation(_position(_I), real(k)))))


def _up_to(k: Term) -> Term:
    """Return the number of indices at the places up to k."""
    return total(n, abstract(_I, ind(le(_position(_I), real(k)))))


_FIRST_TERM = "∀f:[n]→ℝ. (Σ i:[n]. ind (pos{n} i ≤ real 0@ℕ) * f i) = f 0@[n]"
_NEXT_TERM = (
    "∀f:[n]→ℝ, w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ (Σ i:[n]. ind (pos{n} i ≤ real (suc k)) * f i)"
    " = (Σ i:[n]. ind (pos{n} i ≤ real k) * f i) + f w"
)
_WHOLE_SUM = "∀f:[n]→ℝ. (Σ i:[n]. ind (pos{n} i ≤ real (nat{n} last{n})) * f i) = (Σ i:[n]. f i)"


@lemma("∀k:ℕ. (∀i:[n]. pos{n} i ≠ real k) ⇒ (Σ i:[n]. ind (pos{n} i = real k)) = 0")
def none_at_a_free_place(free: Theorem) -> Theorem:
    """No index is counted at a place where none is."""
    zero = implied("∀k:ℕ, i:[n]. pos{n} i ≠ real k ⇒ ind (pos{n} i = real k) = 0", spec(free, _I))
    return chain(under_sum(_I, zero), fact("sum_zero"))


@lemma("∀k:ℕ. real k + 1 ≤ #{n} ⇒ (Σ i:[n]. ind (pos{n} i ≤ real k)) = real k + 1")
def count_to_a_place() -> None:
    """There are k + 1 indices up to the place k."""


@lemma("∀k:ℕ, p:𝔹. real k + 1 ≤ #{n} ⇒ (∀w:[n]. real k = pos{n} w ⇒ p) ⇒ p")
def place_taken() -> Theorem:
    """Each place below the size is that of an index: 0 is, and one more is counted at each place than before."""

    def inside(k: Term) -> Theorem:
        return assume(le(plus(real(k), ONE), const("#", n)))

    def use(k: Term) -> Theorem:
        return assume(forall(_W, implication(equation(real(k), _position(_W)), p)))

    def at(k: Term, found: Theorem) -> Theorem:
        return discharge(inside(k).conclusion, discharge(use(k).conclusion, found))

    first = literal(0, fin(n))
    base = at(NONE, mp(spec(use(NONE), first), searched("real 0@ℕ = pos{n} 0@[n]")))
    later, no = suc(_K), assume(negation(p))
    here = assume(equation(_position(_I), real(later)))
    absent = gen(_I, discharge(here.conclusion, mp(no, mp(spec(use(later), _I), symmetric(here)))))
    before = implied("∀k:ℕ. real (suc k) + 1 ≤ #{n} ⇒ real k + 1 ≤ #{n}", inside(later))
    known = (
        said_of(f"∀k:ℕ. {_NEXT_COUNT}", (_K,)),
        infer("count_to_a_place", before),
        infer("count_to_a_place", inside(later)),
        infer("none_at_a_free_place", absent),
    )
    rule = searched("∀u v e:ℝ, k:ℕ. v = u + e ⇒ u = real k + 1 ⇒ v = real (suc k) + 1 ⇒ ¬(e = 0)")
    rule = spec(rule, _up_to(_K), _up_to(later), _at(later), _K)
    never = reduce(mp, known, rule)
    step = at(later, by_cases(p, assume(p), contradiction(never, p)))
    goal = implication(inside(_K).conclusion, implication(use(_K).conclusion, p))
    return by_induction(_K, goal, base, step)


@lemma("∀P:ℕ→𝔹. P 0@ℕ ⇒ (∀w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ P k ⇒ P (suc k)) ⇒ (∀j:[n]. P (nat{n} j))")
def size_induction(base: Theorem, every: Theorem) -> Theorem:
    """What holds at the first place, and at the next one where it holds at one, holds at each."""

    def goal(k: Term) -> Term:
        return implication(le(plus(real(k), ONE), app(const("#", n))), app(_P, k))

    first = discharge(le(plus(real(NONE), ONE), app(const("#", n))), base)
    known, inside = assume(goal(_K)), assume(le(plus(real(suc(_K)), ONE), app(const("#", n))))
    before = implied("∀k:ℕ. real (suc k) + 1 ≤ #{n} ⇒ real k + 1 ≤ #{n}", inside)
    at = assume(equation(real(suc(_K)), _position(_W)))
    there = chain(symmetric(fact("real_suc", _K)), at)
    passed = mp(mp(spec(every, _W, _K), there), mp(known, before))
    found = gen(_W, discharge(at.conclusion, passed))
    step = infer("place_taken", inside, found)
    step = discharge(inside.conclusion, step)
    here = spec(gen(_K, by_induction(_K, goal(_K), first, step)), app(const("nat", n), _J))
    inside = rewrite_proposition(fact("pos_less", _J), symmetric(fact("real_nat", _J)))
    return gen(_J, mp(here, inside))


@lemma("∀P:[1+n]→𝔹. P 0@[1+n] ⇒ (∀t:[n]. P (inl{n,1} t) ⇒ P (inr{1,n} t)) ⇒ (∀i:[1+n]. P i)")
def index_induction(base: Theorem, every: Theorem) -> Theorem:
    """What holds at the first of 1 + n indices, and at t + 1 where it holds at t, holds at each."""
    more = UNIT + n
    says = var("P", fun(fin(more), BOOL))
    i, t, z = var("i", fin(more)), var("t", fin(n)), var("z", fin(UNIT))
    before, after = app(const("inl", n, UNIT), t), app(const("inr", UNIT, n), t)

    def at(place: Term, index: Term) -> Term:
        return equation(app(const("pos", more), index), real(place))

    def goal(place: Term) -> Term:
        return forall(i, implication(at(place, i), app(says, i)))

    here = assume(at(NONE, i))
    zero = chain(fact("pos_zero", {"n": more}), symmetric(fact("real_zero")), symmetric(here))
    same = infer("pos_injective", zero, sizes={"n": more})
    start = gen(i, discharge(here.conclusion, eq_mp(ap_term(says, same), base)))

    known, later = assume(goal(_K)), suc(_K)
    no_first = said_of("∀z:[1], k:ℕ. ¬(pos{1+n} (inl{1,n} z) = real (suc k))", (z, _K))
    front = app(const("inl", UNIT, n), z)
    none = gen(z, discharge(at(later, front), contradiction(mp(no_first, assume(at(later, front))), app(says, front))))
    moved = "∀t:[n], k:ℕ. pos{1+n} (inr{1,n} t) = real (suc k) ⇒ pos{1+n} (inl{n,1} t) = real k"
    there = implied(moved, assume(at(later, after)))
    reached = mp(spec(every, t), mp(spec(known, before), there))
    next_ones = gen(t, discharge(at(later, after), reached))
    predicate = abstract(i, implication(at(later, i), app(says, i)))
    step = gen(i, fact("fin_split", {"m": UNIT, "k": n}, predicate, i, premises=(none, next_ones)))

    whole = spec(gen(_K, by_induction(_K, goal(_K), start, step)), app(const("nat", more), i), i)
    return gen(i, mp(whole, symmetric(fact("real_nat", i))))


_FROM = "pos{1+n} i"


@lemma(
    f"∀P:[1+n]→𝔹, i:[1+n]. P i ⇒ (∀t:[n]. {_FROM} ≤ pos{{n}} t ⇒ P (inl{{n,1}} t) ⇒ P (inr{{1,n}} t))"
    f" ⇒ (∀j:[1+n]. {_FROM} ≤ pos{{1+n}} j ⇒ P j)"
)
def induction_from(start: Theorem, every: Theorem) -> Theorem:
    """What holds at one of 1 + n indices, and from there on at t + 1 where it holds at t, holds at all later ones."""
    more = UNIT + n
    says = var("P", fun(fin(more), BOOL))
    i, j, t = var("i", fin(more)), var("j", fin(more)), var("t", fin(n))

    def at(index: Term) -> Term:
        return implication(from_here(index), app(says, index))

    def from_here(index: Term) -> Term:
        return le(app(const("pos", more), i), app(const("pos", more), index))

    def here(index: Term, same_place: Theorem) -> Theorem:
        same = infer("pos_injective", same_place, sizes={"n": more})
        return eq_mp(ap_term(says, same), start)

    first = literal(0, fin(more))
    only = implied(f"∀i:[1+n]. {_FROM} ≤ pos{{1+n}} 0@[1+n] ⇒ {_FROM} = pos{{1+n}} 0@[1+n]", assume(from_here(first)))
    base = discharge(from_here(first), here(first, only))

    before, after = app(const("inl", n, UNIT), t), app(const("inr", UNIT, n), t)
    earlier = le(app(const("pos", more), i), app(const("pos", n), t))
    there = implied(f"∀i:[1+n], t:[n]. {_FROM} ≤ pos{{n}} t ⇒ {_FROM} ≤ pos{{1+n}} (inl{{n,1}} t)", assume(earlier))
    passed = mp(mp(spec(every, t), assume(earlier)), mp(assume(at(before)), there))
    now = f"{_FROM} ≤ pos{{1+n}} (inr{{1,n}} t) ⇒ {_FROM} = pos{{1+n}} (inr{{1,n}} t)"
    now = f"∀i:[1+n], t:[n]. ¬({_FROM} ≤ pos{{n}} t) ⇒ {now}"
    begun = here(after, implied(now, assume(negation(earlier)), assume(from_here(after))))
    step = discharge(at(before), discharge(from_here(after), by_cases(earlier, passed, begun)))
    return gen(j, fact("index_induction", abstract(j, at(j)), j, premises=(base, gen(t, step))))


@lemma("∀i:[n]. pos{n} 0@[n] ≤ pos{n} i")
def none_before_first() -> None:
    """No index lies before the first."""


@lemma("∀i:[n]. pos{n} i ≤ pos{n} last{n}")
def none_after_last() -> Theorem:
    """No index lies after the last."""
    i = var("i", fin(n))
    least = search(parse("∀i:[n]. pos{n} i ≤ #{n} + -1"))
    return gen(i, rewrite_proposition(spec(least, i), symmetric(fact("last_position", {"n": n}))))


def _steps(place: str, step: str = "(f (inr{1,n} k) + -1 * f (inl{n,1} k))") -> str:
    return f"(Σ k:[n]. ind (pos{{n}} k + 1 ≤ pos{{1+n}} {place}) * {step})"


@lemma(f"∀f:[1+n]→ℝ, j:[1+n]. f j = f 0@[1+n] + {_steps('j')}")
def value_by_steps() -> None:
    """What stands at an index is what stands at the first one and the steps up to it, by induction over the index."""


@lemma("∀w:[n], k:ℕ. real k + 1 = pos{n} w ⇒ nat{n} w = suc k")
def next_place() -> None:
    """The place after k, as a natural number."""


@lemma(_FIRST_TERM)
def sum_to_first() -> Theorem:
    """A sum up to the first place is its first term."""
    return searched(_FIRST_TERM)


@lemma(_NEXT_TERM)
def sum_to_next() -> Theorem:
    """A sum up to the next place has the term there besides."""
    return searched(_NEXT_TERM)


@lemma(_WHOLE_SUM)
def sum_to_last() -> Theorem:
    """A sum up to the last place is the whole sum."""
    return searched(_WHOLE_SUM)


_HERE = "pos{n} i + 1 ≤ pos{1 + n} last{1 + n}"


@lemma(f"∀f:[n]→ℝ. (Σ i:[n]. f i) = (Σ i:[n]. ind ({_HERE}) * f i)")
def sum_before_last() -> None:
    """All n indices lie before the last of 1 + n places."""


@lemma(f"∀f:[n]→ℝ. product{{n}} f = product{{n}} (λi:[n]. 1 + ind ({_HERE}) * (f i + -1))")
def product_before_last() -> None:
    """All n indices lie before the last of 1 + n places; any other factor would be 1."""


_BEFORE_NEXT, _BEFORE_THIS = (f"pos{{n}} i + 1 ≤ pos{{1 + n}} ({place})" for place in ("inr{1,n} t", "inl{n,1} t"))


@lemma(f"∀f:[n]→ℝ, t:[n]. (Σ i:[n]. ind ({_BEFORE_NEXT}) * f i) = (Σ i:[n]. ind ({_BEFORE_THIS}) * f i) + f t")
def sum_before_next() -> None:
    """The sum before t + 1 has the term at t besides those before t."""


@lemma(
    f"∀f:[n]→ℝ, t:[n]. product{{n}} (λi:[n]. 1 + ind ({_BEFORE_NEXT}) * (f i + -1))"
    f" = product{{n}} (λi:[n]. 1 + ind ({_BEFORE_THIS}) * (f i + -1)) * f t"
)
def product_before_next() -> None:
    """The product before t + 1 has the factor at t besides those before t."""


@lemma("∀f:ℕ→ℝ. (Σ i:[n]. f (nat{n} i)) = f 0@ℕ + (Σ i:[n]. f (suc (nat{n} i))) + -1 * f (suc (nat{n} last{n}))")
def sum_one_place_on() -> None:
    """A sum over n places is the sum over the next ones, with the first term and without the one at n."""
