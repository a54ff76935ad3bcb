"""Lemmas about indices: pairs, the two parts of a sum of sizes, positions, bijections."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, deduct_antisym, eq_mp
from ...kernel.syntax import conjunction
from ...kernel.terms import BOOL, Size, Term, app, const, equation, fin, fun, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import (
    ap_term,
    binary,
    chain,
    close,
    conjoin,
    discharge,
    eq_mp_back,
    first_conjunct,
    gen,
    mp,
    right,
    second_conjunct,
    spec,
    symmetric,
)
from ..logic.formulas import ADD, LE, ONE, TWO, UNIT, ZERO, k, m, minus, n, plus, pos_of
from ..logic.parts import head_and_arguments
from .facts import fact, infer, lemma
from .outlines import equivalent, through, use
from .values import by_value

_I = var("i", fin(n))


@lemma("∀P:[2]→𝔹. P 0@[2] ⇒ P 1@[2] ⇒ (∀i:[2]. P i)")
def fin_two() -> Theorem:
    """An index below 2 is 0 or 1."""
    predicate = var("P", fun(fin(TWO), BOOL))
    premises = [assume(app(predicate, literal(value, fin(TWO)))) for value in (0, 1)]
    halves = []
    for premise, side, literal_fact in zip(premises, ("inl", "inr"), ("fin_two_left", "fin_two_right"), strict=True):
        index = var("i", fin(UNIT))
        moved = fact("fin_one", index)  # i = 0
        placed = chain(ap_term(const(side, UNIT, UNIT), moved), fact(literal_fact))
        halves.append(gen(index, eq_mp_back(ap_term(predicate, placed), premise)))
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


@lemma("∀i k:[m], j l:[n]. (pair{m,n} i j = pair{m,n} k l) = ((i = k) ∧ (j = l))")
def pair_equal() -> Theorem:
    """Two pairs are equal when their components are."""
    i, i2, j, j2 = var("i", fin(m)), var("k", fin(m)), var("j", fin(n)), var("l", fin(n))
    pair, quo, rem = const("pair", m, n), const("quo", m, n), const("rem", m, n)
    same = assume(equation(app(pair, i, j), app(pair, i2, j2)))
    first = chain(symmetric(fact("quo_pair", i, j)), ap_term(quo, same), fact("quo_pair", i2, j2))
    second = chain(symmetric(fact("rem_pair", i, j)), ap_term(rem, same), fact("rem_pair", i2, j2))
    both = assume(conjunction(equation(i, i2), equation(j, j2)))
    back = binary(pair, first_conjunct(both), second_conjunct(both))
    return deduct_antisym(back, conjoin(first, second))


def _injection(side: str, size: Size) -> Theorem:
    i, j = var("i", fin(size)), var("j", fin(size))
    embed, pos = const(side, m, k), const("pos", m + k)
    same = assume(equation(app(embed, i), app(embed, j)))
    rule = "pos_left" if side == "inl" else "pos_right"
    equal = chain(symmetric(fact(rule, i)), ap_term(pos, same), fact(rule, j))
    if side == "inr":  # cancel the shift by m
        shift, (a, b) = const("#", m), map(pos_of, (i, j))
        cancel = [ring(plus(plus(shift, c), minus(shift)), c) for c in (a, b)]
        equal = chain(symmetric(cancel[0]), binary(ADD, equal, refl(minus(shift))), cancel[1])
    index = infer("pos_injective", equal, sizes={"n": size})
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
def inl_below(below: Theorem) -> Theorem:
    """An index among the first m has a position below m."""
    i = var("i", fin(m))
    below_left = rewrite_proposition(below, fact("pos_left", i))
    at = right(fact("pos_left", i))
    premises = (fact("pos_less", i), below_left)
    return mp(fact("not_after_itself", at), infer("le_trans", *premises))


@lemma(
    "∀i:[n]. (pos{n} i ≤ 0) = (i = 0@[n])",
    by=equivalent(through("pos{n} i = pos{n} 0@[n]", use("pos_injective", "i", "0@[n]"))),
)
def first_position() -> None:
    """Only the first index has a position of at most 0."""


@lemma("∀i:[n]. 0 ≤ #{n} + -1 * (pos{n} i + 1)")
def within_range() -> Theorem:
    """No index has a position beyond the last one."""
    return infer("sub_nonneg", fact("pos_less", _I))


@lemma("∀j:[k]. ¬(pos{m+k} (inr{m,k} j) < #{m})")
def inr_not_below(less: Theorem) -> Theorem:
    """An index among the last k has a position of at least m."""
    j = var("j", fin(k))
    size = const("#", m)
    shift = pos_of(j)
    above = fact("le_add", ZERO, shift, size, premises=(fact("pos_nonneg", j),))
    above = rewrite_proposition(above, ring(plus(ZERO, size), size), ring(plus(shift, size), plus(size, shift)))
    above = eq_mp(ap_term(app(LE, size), symmetric(fact("pos_right", j))), above)
    return mp(less, above)


@lemma("∀i:[m], j:[k]. inl{m,k} i ≠ inr{m,k} j")
def inl_ne_inr(same: Theorem) -> Theorem:
    """The two embeddings have disjoint images."""
    i, j = var("i", fin(m)), var("j", fin(k))
    below = rewrite_proposition(fact("inl_below", i), same)
    return mp(fact("inr_not_below", j), below)


@lemma("∀i:[m]. inl{m+k,n} (inl{m,k} i) = inl{m,k+n} i", by=by_value)
def first_of_first() -> None:
    """The first part of the first two of three parts."""


@lemma("∀i:[k]. inl{m+k,n} (inr{m,k} i) = inr{m,k+n} (inl{k,n} i)", by=by_value)
def last_of_first() -> None:
    """The second of three parts."""


@lemma("∀i:[n]. inr{m+k,n} i = inr{m,k+n} (inr{k,n} i)", by=by_value)
def last_of_last() -> None:
    """The last of three parts."""


@lemma("∀i:[m], j:[k], l:[n]. pair{m*k,n} (pair{m,k} i j) l = pair{m,k*n} i (pair{k,n} j l)", by=by_value)
def pair_of_pair() -> None:
    """Blocks of blocks: the place is the same, wherever the blocks are cut first."""


@lemma("∀i:[m], j:[n]. pair{m+k,n} (inl{m,k} i) j = inl{m*n,k*n} (pair{m,n} i j)", by=by_value)
def block_inl() -> None:
    """A place in one of the first m blocks is among the first places."""


@lemma("∀i:[k], j:[n]. pair{m+k,n} (inr{m,k} i) j = inr{m*n,k*n} (pair{k,n} i j)", by=by_value)
def block_inr() -> None:
    """A place in one of the last k blocks is among the last places."""


@lemma("∀i:[m*k], l:[n]. quo{m,k*n} (pair{m*k,n} i l) = quo{m,k} i")
def quo_of_blocks() -> None:
    """The large block of a place in a small one is that of the small one."""


@lemma("∀i:[m*k], l:[n]. rem{m,k*n} (pair{m*k,n} i l) = pair{k,n} (rem{m,k} i) l")
def rem_of_blocks() -> None:
    """The place in a large block is a place in one of its small ones."""


def _in_blocks(i: Term, l: Term) -> Theorem:
    """Return ⊢ pair{m,k·n} i l = pair{m·k,n} (pair i (quo l)) (rem l) for an index l of [k·n]."""
    parts = app(const("quo", k, n), l), app(const("rem", k, n), l)
    apart = symmetric(fact("pair_quo_rem", {"m": k, "n": n}, l))
    whole = ap_term(app(const("pair", m, k * n), i), apart)
    return chain(whole, symmetric(fact("pair_of_pair", i, *parts)))


@lemma("∀i:[m], l:[k*n]. quo{m*k,n} (pair{m,k*n} i l) = pair{m,k} i (quo{k,n} l)")
def quo_in_blocks() -> Theorem:
    """The small block of a place in a large one is a block of that."""
    i, l = var("i", fin(m)), var("l", fin(k * n))
    placed = _in_blocks(i, l)
    step = ap_term(const("quo", m * k, n), placed)
    return chain(step, fact("quo_pair", *head_and_arguments(right(placed))[1]))


@lemma("∀i:[m], l:[k*n]. rem{m*k,n} (pair{m,k*n} i l) = rem{k,n} l")
def rem_in_blocks() -> Theorem:
    """The place in a small block does not depend on the large one."""
    i, l = var("i", fin(m)), var("l", fin(k * n))
    placed = _in_blocks(i, l)
    step = ap_term(const("rem", m * k, n), placed)
    return chain(step, fact("rem_pair", *head_and_arguments(right(placed))[1]))


@lemma("∀s:[m]→[n], t:[n]→[m], i:[m], j:[n]. (∀i:[m]. t (s i) = i) ⇒ (∀j:[n]. s (t j) = j) ⇒ (s i = j) = (i = t j)")
def bijection_moves(one: Theorem, two: Theorem) -> Theorem:
    """An equation is solved through a bijection."""
    s, t = var("s", fun(fin(m), fin(n))), var("t", fun(fin(n), fin(m)))
    i, j = var("i", fin(m)), var("j", fin(n))
    forward = assume(equation(app(s, i), j))
    there = chain(symmetric(spec(one, i)), ap_term(t, forward))
    back = chain(ap_term(s, assume(there.conclusion)), spec(two, j))
    return deduct_antisym(back, there)


def _with_pair_of_parts(rule: str, i: Term, blocks: Size, width: Size) -> Theorem:
    """Infer what the block or the place of an index is from what a pair of both is."""
    parts = app(const("quo", blocks, width), i), app(const("rem", blocks, width), i)
    return chain(symmetric(fact(rule, {}, *parts)), fact("pair_quo_rem", {"m": blocks, "n": width}, i))


@lemma("∀i:[n]. rem{1,n} i = i")
def rem_of_one() -> Theorem:
    """With one block, the place of an index in its block is the index itself."""
    return _with_pair_of_parts("pair_in_one_block", var("i", fin(n)), UNIT, n)


@lemma("∀i:[1], j:[n]. pair{1,n} i j = j", by=by_value)
def pair_in_one_block() -> None:
    """With one block, an index is its place in the block."""


@lemma("∀i:[m], j:[1]. pair{m,1} i j = i", by=by_value)
def pair_in_blocks_of_one() -> None:
    """With blocks of one place, an index is its block."""


@lemma("∀i:[m]. quo{m,1} i = i")
def quo_in_blocks_of_one() -> Theorem:
    """With blocks of one place, the block of an index is the index itself."""
    return _with_pair_of_parts("pair_in_blocks_of_one", var("i", fin(m)), m, UNIT)


@lemma("pair{m,n} 0@[m] 0@[n] = 0@[m*n]", by=by_value)
def first_pair() -> None:
    """The first place in the first block is the first one of all."""


def _part_of_first(part: str, rule: str) -> Theorem:
    """Infer the block or the place of the index 0, which is the pair of 0 and 0."""
    places = literal(0, fin(m)), literal(0, fin(n))
    return chain(ap_term(const(part, m, n), symmetric(fact("first_pair"))), fact(rule, *places))


@lemma("quo{m,n} 0@[m*n] = 0@[m]")
def quo_first() -> Theorem:
    """The first index lies in the first block."""
    return _part_of_first("quo", "quo_pair")


@lemma("rem{m,n} 0@[m*n] = 0@[n]")
def rem_first() -> Theorem:
    """The first index is the first in its block."""
    return _part_of_first("rem", "rem_pair")
