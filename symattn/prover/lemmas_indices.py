"""Lemmas about indicators, sums, and indices: pairs, the two parts of a sum of sizes, positions, bijections."""

from __future__ import annotations

from ..kernel.rules import Theorem, assume, deduct_antisym, eq_mp
from ..kernel.syntax import FALSE, TRUE, conjunction, forall, negation
from ..kernel.terms import (
    BOOL,
    REAL,
    Size,
    Term,
    abstract,
    app,
    const,
    equation,
    fin,
    fun,
    literal,
    var,
)
from .cached_rules import refl, ring
from .conversions import replaced, to
from .formulas import (
    ADD,
    IND,
    LE,
    MINUS,
    MUL,
    ONE,
    TWO,
    UNIT,
    ZERO,
    by_cases,
    close,
    ind,
    k,
    le,
    lt,
    m,
    minus,
    n,
    p,
    plus,
    q,
    rewrite_proposition,
    times,
    truth_values,
)
from .library import fact, lemma
from .logic import (
    TRUTH,
    ap_term,
    binary,
    chain,
    conjoin,
    contradiction,
    discharge,
    first_conjunct,
    gen,
    is_false,
    is_true,
    left,
    mp,
    right,
    second_conjunct,
    spec,
    symmetric,
)

# ----------------------------------------------------------------------------------------------------------- indicators


@lemma("∀p:𝔹. ind p * ind p = ind p")
def ind_square() -> Theorem:
    """An indicator is idempotent."""

    def at(value: Theorem) -> Theorem:
        square = replaced(refl(times(left(value), left(value))), value)
        return chain(to(square, right(value)), symmetric(value))

    return close(
        truth_values(lambda b: equation(times(ind(b), ind(b)), ind(b)), p, at(fact("ind_true")), at(fact("ind_false"))),
        p,
    )


@lemma("∀p:𝔹. 0 ≤ ind p")
def ind_nonneg() -> Theorem:
    """An indicator is nonnegative."""
    one = eq_mp(
        ap_term(app(LE, ZERO), symmetric(fact("ind_true"))),
        fact("lt_le", {}, ZERO, ONE, premises=(fact("zero_lt_one"),)),
    )
    nil = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("ind_false"))), fact("le_refl", {}, ZERO))
    return close(truth_values(lambda b: le(ZERO, ind(b)), p, one, nil), p)


@lemma("∀p q:𝔹. ind (p ∧ q) = ind p * ind q")
def ind_and() -> Theorem:
    """The indicator of a conjunction."""
    both = assume(conjunction(TRUE, q))
    second = second_conjunct(both)
    same = deduct_antisym(second, conjoin(TRUTH, assume(q)))  # q = (⊤ ∧ q)
    at_true = chain(
        ap_term(IND, symmetric(same)),
        ring(ind(q), times(ONE, ind(q))),
        binary(MUL, symmetric(fact("ind_true")), refl(ind(q))),
    )
    impossible = assume(conjunction(FALSE, q))
    nothing = first_conjunct(impossible)
    same = deduct_antisym(nothing, contradiction(assume(FALSE), impossible.conclusion))  # ⊥ = (⊥ ∧ q)
    at_false = chain(
        ap_term(IND, symmetric(same)),
        fact("ind_false"),
        ring(ZERO, times(ZERO, ind(q))),
        binary(MUL, symmetric(fact("ind_false")), refl(ind(q))),
    )
    body = lambda b: equation(ind(conjunction(b, q)), times(ind(b), ind(q)))  # noqa: E731
    return close(truth_values(body, p, at_true, at_false), p, q)


@lemma("∀p:𝔹. ind (¬p) = 1 + -1 * ind p")
def ind_not() -> Theorem:
    """The indicator of a negation."""
    not_true = discharge(negation(TRUE), mp(assume(negation(TRUE)), TRUTH))  # ¬⊤ ⇒ ⊥
    first = chain(
        ap_term(IND, is_false(not_true)),
        fact("ind_false"),
        ring(ZERO, plus(ONE, minus(ONE))),
        ap_term(app(ADD, ONE), ap_term(app(MUL, MINUS), symmetric(fact("ind_true")))),
    )
    not_false = discharge(FALSE, assume(FALSE))
    second = chain(
        ap_term(IND, is_true(not_false)),
        fact("ind_true"),
        ring(ONE, plus(ONE, minus(ZERO))),
        ap_term(app(ADD, ONE), ap_term(app(MUL, MINUS), symmetric(fact("ind_false")))),
    )
    body = lambda b: equation(ind(negation(b)), plus(ONE, minus(ind(b))))  # noqa: E731
    return close(truth_values(body, p, first, second), p)


_I, _J = var("i", fin(n)), var("j", fin(n))
_F = var("f", fun(fin(n), REAL))


@lemma("∀f:[n]→ℝ, i j:[n]. ind (i = j) * f i = ind (i = j) * f j")
def delta_subst() -> Theorem:
    """Under a Kronecker delta, one index may stand for the other."""
    same = equation(_I, _J)
    if_true = ap_term(app(MUL, ind(same)), ap_term(_F, assume(same)))
    nil = chain(ap_term(IND, is_false(assume(negation(same)))), fact("ind_false"))
    vanish = [to(replaced(refl(times(ind(same), app(_F, index))), nil), ZERO) for index in (_I, _J)]
    if_false = chain(vanish[0], symmetric(vanish[1]))
    return close(by_cases(same, if_true, if_false), _F, _I, _J)


@lemma("∀p:𝔹. eexp (allow p) = ind p")
def eexp_allow() -> Theorem:
    """The exponential of a mask entry is its indicator."""
    eexp, allow = const("eexp"), const("allow")
    first = chain(
        ap_term(eexp, fact("allow_true")), fact("eexp_emb", {}, ZERO), fact("exp_zero"), symmetric(fact("ind_true"))
    )
    second = chain(ap_term(eexp, fact("allow_false")), fact("eexp_ninf"), symmetric(fact("ind_false")))
    body = lambda b: equation(app(eexp, app(allow, b)), ind(b))  # noqa: E731
    return close(truth_values(body, p, first, second), p)


@lemma("∀c:ℝ, p:𝔹. 0 < c ⇒ times c (allow p) = allow p")
def times_allow() -> Theorem:
    """Scaling by a positive number leaves a mask entry as it is."""
    c = var("c", REAL)
    positive = assume(lt(ZERO, c))
    scale, allow = app(const("times"), c), const("allow")
    first = chain(
        ap_term(scale, fact("allow_true")),
        fact("times_emb", {}, c, ZERO, premises=(positive,)),
        ap_term(const("emb"), ring(times(c, ZERO), ZERO)),
        symmetric(fact("allow_true")),
    )
    second = chain(
        ap_term(scale, fact("allow_false")),
        fact("times_ninf", {}, c, premises=(positive,)),
        symmetric(fact("allow_false")),
    )
    body = lambda b: equation(app(scale, app(allow, b)), app(allow, b))  # noqa: E731
    return close(discharge(positive.conclusion, truth_values(body, p, first, second)), c, p)


# ----------------------------------------------------------------------------------------------------- indices and sums


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


@lemma("∀P:[2]→𝔹. P 0@[2] ⇒ P 1@[2] ⇒ (∀i:[2]. P i)")
def fin_two() -> Theorem:
    """An index below 2 is 0 or 1."""
    predicate = var("P", fun(fin(TWO), BOOL))
    premises = [assume(app(predicate, literal(value, fin(TWO)))) for value in (0, 1)]
    halves = []
    for premise, side, literal_fact in zip(premises, ("inl", "inr"), ("fin_two_left", "fin_two_right"), strict=True):
        index = var("i", fin(UNIT))
        moved = fact("fin_one", {}, index)  # i = 0
        placed = chain(ap_term(const(side, UNIT, UNIT), moved), fact(literal_fact))
        halves.append(gen(index, eq_mp(symmetric(ap_term(predicate, placed)), premise)))
    index = var("i", fin(TWO))
    every = fact("fin_split", {"m": UNIT, "k": UNIT}, predicate, index, premises=tuple(halves))
    every = gen(index, every)
    return close(discharge(premises[0].conclusion, discharge(premises[1].conclusion, every)), predicate)


@lemma("pos{2} 1@[2] = 1")
def pos_one_of_two() -> Theorem:
    """The second of two indices has the position 1."""
    one = fact("pos_right", {"m": UNIT, "k": UNIT}, literal(0, fin(UNIT)))
    one = chain(ap_term(const("pos", TWO), symmetric(fact("fin_two_right"))), one)
    return to(replaced(one, fact("size_one"), fact("pos_zero", {"n": UNIT})), ONE)


@lemma("0@[2] ≠ 1@[2]")
def zero_ne_one_index() -> Theorem:
    """The indices 0 and 1 have different positions."""
    same = assume(equation(literal(0, fin(TWO)), literal(1, fin(TWO))))
    first = fact("pos_zero", {"n": TWO})
    equal = chain(symmetric(fact("pos_one_of_two")), ap_term(const("pos", TWO), symmetric(same)), first)
    return discharge(same.conclusion, mp(fact("one_ne_zero"), equal))


@lemma("∀i k:[m], j l:[n]. (pair{m,n} i j = pair{m,n} k l) = ((i = k) ∧ (j = l))")
def pair_equal() -> Theorem:
    """Two pairs are equal when their components are."""
    i, i2, j, j2 = var("i", fin(m)), var("k", fin(m)), var("j", fin(n)), var("l", fin(n))
    pair, quo, rem = const("pair", m, n), const("quo", m, n), const("rem", m, n)
    same = assume(equation(app(pair, i, j), app(pair, i2, j2)))
    first = chain(symmetric(fact("quo_pair", {}, i, j)), ap_term(quo, same), fact("quo_pair", {}, i2, j2))
    second = chain(symmetric(fact("rem_pair", {}, i, j)), ap_term(rem, same), fact("rem_pair", {}, i2, j2))
    both = assume(conjunction(equation(i, i2), equation(j, j2)))
    back = binary(pair, first_conjunct(both), second_conjunct(both))
    return close(deduct_antisym(back, conjoin(first, second)), i, i2, j, j2)


def _injection(side: str, size: Size) -> Theorem:
    i, j = var("i", fin(size)), var("j", fin(size))
    embed, pos = const(side, m, k), const("pos", m + k)
    same = assume(equation(app(embed, i), app(embed, j)))
    rule = "pos_left" if side == "inl" else "pos_right"
    equal = chain(symmetric(fact(rule, {}, i)), ap_term(pos, same), fact(rule, {}, j))
    if side == "inr":  # cancel the shift by m
        shift, (a, b) = const("#", m), [app(const("pos", k), index) for index in (i, j)]
        cancel = [ring(plus(plus(shift, c), minus(shift)), c) for c in (a, b)]
        equal = chain(symmetric(cancel[0]), binary(ADD, equal, refl(minus(shift))), cancel[1])
    index = fact("pos_injective", {"n": size}, i, j, premises=(equal,))
    return close(deduct_antisym(ap_term(embed, assume(index.conclusion)), index), i, j)


@lemma("∀i j:[m]. (inl{m,k} i = inl{m,k} j) = (i = j)")
def inl_equal() -> Theorem:
    """The first embedding is injective."""
    return _injection("inl", m)


@lemma("∀i j:[k]. (inr{m,k} i = inr{m,k} j) = (i = j)")
def inr_equal() -> Theorem:
    """The second embedding is injective."""
    return _injection("inr", k)


@lemma("∀i:[m]. pos{m+k} (inl{m,k} i) < #{m}")
def inl_below() -> Theorem:
    """An index among the first m has a position below m."""
    i = var("i", fin(m))
    position, size = app(const("pos", m + k), app(const("inl", m, k), i)), const("#", m)
    below = assume(le(size, position))
    below_left = rewrite_proposition(below, fact("pos_left", {}, i))
    at = right(fact("pos_left", {}, i))
    premises = (fact("pos_less", {"n": m}, i), below_left)
    false = _no_larger(fact("le_trans", {}, plus(at, ONE), size, at, premises=premises), at)
    return close(discharge(below.conclusion, false), i)


def _no_larger(theorem: Theorem, value: Term) -> Theorem:
    """Infer ⊥ from ⊢ value + 1 ≤ value."""
    shifted = fact("le_add", {}, plus(value, ONE), value, minus(value), premises=(theorem,))
    shifted = rewrite_proposition(
        shifted, ring(plus(plus(value, ONE), minus(value)), ONE), ring(plus(value, minus(value)), ZERO)
    )
    return mp(fact("zero_lt_one"), shifted)


@lemma("∀i:[n]. (pos{n} i ≤ 0) = (i = 0@[n])")
def first_position() -> Theorem:
    """Only the first index has a position of at most 0."""
    position, first = const("pos", n), literal(0, fin(n))
    below, same = assume(le(app(position, _I), ZERO)), assume(equation(_I, first))
    zero = fact("le_antisym", {}, app(position, _I), ZERO, premises=(below, fact("pos_nonneg", {"n": n}, _I)))
    equal = chain(zero, symmetric(fact("pos_zero", {"n": n})))
    index = fact("pos_injective", {"n": n}, _I, first, premises=(equal,))
    at_first = chain(ap_term(position, same), fact("pos_zero", {"n": n}))
    not_above = eq_mp(binary(LE, symmetric(at_first), refl(ZERO)), fact("le_refl", {}, ZERO))
    return close(deduct_antisym(not_above, index), _I)


@lemma("∀i:[n]. 0 ≤ #{n} + -1 * (pos{n} i + 1)")
def within_range() -> Theorem:
    """No index has a position beyond the last one."""
    after = plus(app(const("pos", n), _I), ONE)
    return close(fact("sub_nonneg", {}, after, const("#", n), premises=(fact("pos_less", {"n": n}, _I),)), _I)


@lemma("∀j:[k]. ¬(pos{m+k} (inr{m,k} j) < #{m})")
def inr_not_below() -> Theorem:
    """An index among the last k has a position of at least m."""
    j = var("j", fin(k))
    position, size = app(const("pos", m + k), app(const("inr", m, k), j)), const("#", m)
    shift = app(const("pos", k), j)
    above = fact("le_add", {}, ZERO, shift, size, premises=(fact("pos_nonneg", {"n": k}, j),))
    above = rewrite_proposition(above, ring(plus(ZERO, size), size), ring(plus(shift, size), plus(size, shift)))
    above = eq_mp(ap_term(app(LE, size), symmetric(fact("pos_right", {}, j))), above)
    less = assume(lt(position, size))
    return close(discharge(less.conclusion, mp(less, above)), j)


@lemma("∀i:[m], j:[k]. inl{m,k} i ≠ inr{m,k} j")
def inl_ne_inr() -> Theorem:
    """The two embeddings have disjoint images."""
    i, j = var("i", fin(m)), var("j", fin(k))
    same = assume(equation(app(const("inl", m, k), i), app(const("inr", m, k), j)))
    below = rewrite_proposition(fact("inl_below", {}, i), same)
    return close(discharge(same.conclusion, mp(fact("inr_not_below", {}, j), below)), i, j)


@lemma("∀s:[m]→[n], t:[n]→[m], i:[m], j:[n]. (∀i:[m]. t (s i) = i) ⇒ (∀j:[n]. s (t j) = j) ⇒ (s i = j) = (i = t j)")
def bijection_moves() -> Theorem:
    """An equation is solved through a bijection."""
    s, t = var("s", fun(fin(m), fin(n))), var("t", fun(fin(n), fin(m)))
    i, j = var("i", fin(m)), var("j", fin(n))
    u, v = var("u", fin(m)), var("v", fin(n))
    one = assume(forall(u, equation(app(t, app(s, u)), u)))
    two = assume(forall(v, equation(app(s, app(t, v)), v)))
    forward = assume(equation(app(s, i), j))
    there = chain(symmetric(spec(one, i)), ap_term(t, forward))
    back = chain(ap_term(s, assume(there.conclusion)), spec(two, j))
    result = deduct_antisym(back, there)
    return close(discharge(one.conclusion, discharge(two.conclusion, result)), s, t, i, j)


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
