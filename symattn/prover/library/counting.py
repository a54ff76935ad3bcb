"""Lemmas that count indices: the positions of n indices are 0, …, n−1, so that conditions on them have closed sums.

No two indices have one position, so at most one more is counted with each step.  All n are counted at the last
position: hence each step counts one more.
"""

from __future__ import annotations

from functools import reduce

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall, implication, negation, parse
from ...kernel.terms import BOOL, NAT, REAL, Term, abstract, app, const, equation, fin, var
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import (
    ap_term,
    ap_thm,
    chain,
    discharge,
    gen,
    match_implication,
    mp,
    spec,
    symmetric,
)
from ..logic.formulas import LE, ONE, ind, le, minus, n, plus, times, total
from ..logic.numerals import NONE, nadd, real, suc
from .facts import fact, infer, lemma
from .naturals import by_induction
from .outlines import by_induction_on
from .propositions import by_cases
from .search import implied, said_of, search, searched
from .sums import under_sum
from .values import same_natural

_I = var("i", fin(n))
_A, _B, _E = var("a", NAT), var("b", NAT), var("e", NAT)
_X, _P = var("x", REAL), var("p", BOOL)
_COUNT = "(Σ i:[n]. ind (pos{{n}} i ≤ real {}))"
_ONE_AFTER = "¬(real a ≤ real b) ⇒ real a ≤ real b + 1"
_SIZE = {"n": n}


def _squeezed(variables: str, premises: str, a: str, b: str, *values: Term) -> Theorem:
    """Return an instance of ⊢ premises ⇒ a = b, where the search proves that neither is above the other."""
    above, below = (search(parse(f"∀{variables}. {premises} ⇒ {low} ≤ {high}")) for low, high in ((a, b), (b, a)))
    goal = spec(above, *values).conclusion
    names = []
    while (pair := match_implication(goal)) is not None:
        names.append(pair[0])
        goal = pair[1]
    known = [assume(name) for name in names]
    both = tuple(reduce(mp, known, spec(theorem, *values)) for theorem in (above, below))
    result = infer("le_antisym", *both)
    return reduce(lambda theorem, name: discharge(name, theorem), reversed(names), result)


def _count(a: Term) -> Term:
    return total(n, abstract(_I, ind(le(app(const("pos", n), _I), real(a)))))


@lemma("∀x:ℝ. (Σ i:[n]. ind (pos{n} i = x)) ≤ 1")
def one_index_at_most() -> Theorem:
    """The number s of indices at a position has s·s = s: where there is one, s is 1."""
    here = equation(app(const("pos", n), _I), _X)
    s = total(n, abstract(_I, ind(here)))
    one = implied("∀x:ℝ, i:[n]. x = pos{n} i ⇒ (Σ j:[n]. ind (pos{n} j = x)) = 1", symmetric(assume(here)))
    same = infer("ind_same", discharge(here, one))
    square = said_of("∀x s:ℝ. (Σ i:[n]. ind (pos{n} i = x) * s) = s * (Σ i:[n]. ind (pos{n} i = x))", (_X, s))
    square = chain(symmetric(square), under_sum(_I, same))
    single = said_of("∀x:ℝ. (Σ i:[n]. ind (pos{n} i = x) * 1) = (Σ i:[n]. ind (pos{n} i = x))", (_X,))
    square = chain(square, single)
    nonneg = fact("square_nonneg", plus(s, minus(ONE)))
    below = said_of("∀s t:ℝ. 0 ≤ t + -2 * s + 1 ⇒ t = s ⇒ s ≤ 1", (s, times(s, s)))
    opened = said_of("∀s:ℝ. 0 ≤ (s + -1 * 1) * (s + -1 * 1) ⇒ 0 ≤ s * s + -2 * s + 1", (s,))
    return mp(mp(below, mp(opened, nonneg)), square)


@lemma(f"∀a b:ℕ. {_COUNT.format('(nadd b a)')} ≤ {_COUNT.format('a')} + real b")
def count_ahead() -> Theorem:
    """With each of b steps at most one index more is counted."""
    known = assume(le(_count(nadd(_B, _A)), plus(_count(_A), real(_B))))
    base = ap_term(const("real"), fact("nadd_zero", _A))
    equal = said_of(f"∀a:ℕ. {_COUNT.format('a')} ≤ {_COUNT.format('a')} + real 0@ℕ", (_A,))
    base = rewrite_proposition(equal, ap_thm(ap_term(LE, _counts(symmetric(base))), right_of(equal)))
    both = nadd(_B, _A)
    one = fact("one_index_at_most", _SIZE, plus(real(both), ONE))
    next_count = said_of(
        f"∀a:ℕ. {_COUNT.format('(suc a)')} = {_COUNT.format('a')} + (Σ i:[n]. ind (pos{{n}} i = real a + 1))", (both,)
    )
    rule = "∀u v w s:ℝ, b:ℕ. v ≤ w + real b ⇒ u = v + s ⇒ s ≤ 1 ⇒ u ≤ w + real (suc b)"
    step = implied(rule, known, next_count, one)
    moved = ap_term(const("real"), symmetric(fact("nadd_suc", _B, _A)))
    step = rewrite_proposition(step, ap_thm(ap_term(LE, _counts(moved)), right_of(step)))
    return by_induction(_B, known.conclusion, base, step)


def right_of(theorem: Theorem) -> Term:
    """Return b of ⊢ a ≤ b."""
    return theorem.conclusion.argument  # type: ignore[attr-defined, no-any-return]


def _counts(same: Theorem) -> Theorem:
    """Infer that two counts are equal from ⊢ real a = real b."""
    position = app(const("pos", n), _I)
    return under_sum(_I, ap_term(const("ind"), ap_term(app(LE, position), same)))


@lemma(f"∀a e:ℕ. real a + real e + 1 = #{{n}} ⇒ {_COUNT.format('a')} = real a + 1")
def count_exact(last: Theorem) -> Theorem:
    """Where e steps lead to the last position, a + 1 indices are counted: fewer would leave fewer than n in the end."""
    above = fact("count_ahead", _SIZE, NONE, _A)
    above = rewrite_proposition(above, _counts(ap_term(const("real"), same_natural(nadd(_A, NONE), _A))))
    first = searched(f"{_COUNT.format('0@ℕ')} = 1")
    upper = implied("∀u v:ℝ, a:ℕ. u ≤ v + real a ⇒ v = 1 ⇒ u ≤ real a + 1", above, first)
    whole = said_of(f"∀a e:ℕ. real a + real e + 1 = #{{n}} ⇒ {_COUNT.format('(nadd e a)')} = #{{n}}", (_A, _E))
    rule = "∀u v:ℝ, a e:ℕ. real a + real e + 1 = #{n} ⇒ v = #{n} ⇒ v ≤ u + real e ⇒ real a + 1 ≤ u"
    lower = implied(rule, last, mp(whole, last), fact("count_ahead", _SIZE, _A, _E))
    return infer("le_antisym", upper, lower)


@lemma("∀a b:ℕ, p:𝔹. real a ≤ real b ⇒ (∀e:ℕ. real b = real a + real e ⇒ p) ⇒ p")
def difference_exists() -> Theorem:
    """From a natural number to one that is not below it leads a natural number: by induction on the latter."""

    def use(b: Term) -> Term:
        return forall(_E, implication(equation(real(b), plus(real(_A), real(_E))), _P))

    def goal(b: Term) -> Term:
        return implication(le(real(_A), real(b)), implication(use(b), _P))

    def at(b: Term, e: Term, here: Theorem) -> Theorem:
        """Infer the goal at b from ⊢ real b = real a + real e, which may use real a ≤ real b."""
        found = mp(spec(assume(use(b)), e), here)
        return discharge(le(real(_A), real(b)), discharge(use(b), found))

    at_zero = _squeezed("a:ℕ", "real a ≤ real 0@ℕ", "real 0@ℕ", "real a + real 0@ℕ", _A)
    base = at(NONE, NONE, mp(at_zero, assume(le(real(_A), real(NONE)))))
    known, below = assume(goal(_B)), le(real(_A), real(_B))
    inside = assume(le(real(_A), real(suc(_B))))
    before = assume(equation(real(_B), plus(real(_A), real(_E))))
    later = implied("∀a b e:ℕ. real b = real a + real e ⇒ real (suc b) = real a + real (suc e)", before)
    later = mp(spec(assume(use(suc(_B))), suc(_E)), later)
    every = gen(_E, discharge(before.conclusion, later))
    first = mp(mp(known, assume(below)), every)
    last = _squeezed("a b:ℕ", _ONE_AFTER, "real b + 1", "real a", _A, _B)
    next_b = fact("real_suc", _B)
    last = mp(mp(last, assume(negation(below))), rewrite_proposition(inside, next_b))
    last = chain(next_b, last, said_of("∀a:ℕ. real a = real a + real 0@ℕ", (_A,)))
    second = mp(spec(assume(use(suc(_B))), NONE), last)
    step = discharge(inside.conclusion, discharge(use(suc(_B)), by_cases(below, first, second)))
    return by_induction(_B, goal(_B), base, step)


_BEFORE = "Σ i:[n]. ind (pos{n} i + real a ≤ real b)"


@lemma(f"∀a b:ℕ. real a ≤ real b + 1 ⇒ real b + 1 ≤ #{{n}} + real a ⇒ ({_BEFORE}) = real b + 1 + -1 * real a")
def count_up_to(some: Theorem, few: Theorem) -> Theorem:
    """There are b − a + 1 positions up to b − a."""
    end, up = app(const("nat", n), const("last", n)), var("u", NAT)

    shift = assume(equation(real(_B), plus(real(_A), real(_E))))
    rest = assume(equation(real(end), plus(real(_E), real(up))))
    to_end = implied("∀e u:ℕ. real (nat{n} last{n}) = real e + real u ⇒ real e + real u + 1 = #{n}", rest)
    counted = infer("count_exact", to_end)
    same = said_of(f"∀a b e:ℕ. real b = real a + real e ⇒ ({_BEFORE}) = {_COUNT.format('e')}", (_A, _B, _E))
    equal = chain(mp(same, shift), counted)
    equal = chain(
        equal,
        implied("∀a b e:ℕ. real b = real a + real e ⇒ real e + 1 = real b + 1 + -1 * real a", shift),
    )
    inner = gen(up, discharge(rest.conclusion, equal))
    within = "real b + 1 ≤ #{n} + real a ⇒ real b = real a + real e ⇒ real e ≤ real (nat{n} last{n})"
    small = implied(f"∀a b e:ℕ. {within}", few, shift)
    outer = gen(_E, discharge(shift.conclusion, infer("difference_exists", small, inner)))

    below = le(real(_A), real(_B))
    if_below = infer("difference_exists", assume(below), outer)
    nothing = implied(f"∀a b:ℕ. ¬(real a ≤ real b) ⇒ ({_BEFORE}) = 0", assume(negation(below)))
    zero = _squeezed("a b:ℕ", _ONE_AFTER, "0", "real b + 1 + -1 * real a", _A, _B)
    if_after = chain(nothing, mp(mp(zero, assume(negation(below))), some))
    return by_cases(below, if_below, if_after)


@lemma(
    f"∀a b:ℕ. real a ≤ real b + 1 ⇒ ({_BEFORE}) = real b + 1 + -1 * real a"
    " + -1 * ind (#{n} + real a ≤ real b) * (real b + 1 + -1 * real a + -1 * #{n})"
)
def count_up_to_all() -> None:
    """There are b − a + 1 positions up to b − a, and no more than n."""


_FROM = "Σ i:[n]. ind (real a ≤ pos{n} i + real b)"


@lemma(
    f"∀a b:ℕ. real b ≤ real a ⇒ real a ≤ #{{n}} + real b ⇒ ({_FROM}) = #{{n}} + real b + -1 * real a",
    by=by_induction_on("a"),
)
def count_from() -> None:
    """There are n − (a − b) positions from a − b on: all but those before."""


@lemma(
    f"∀a b:ℕ. real a ≤ #{{n}} + real b ⇒ ({_FROM}) = #{{n}} + real b + -1 * real a"
    " + -1 * ind (real a + 1 ≤ real b) * (real b + -1 * real a)"
)
def count_from_all() -> None:
    """There are n − (a − b) positions from a − b on, and no more than n."""
