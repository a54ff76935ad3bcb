"""Lemmas about the largest of the numbers at two parts of indices, or at pairs: it is the largest of the largest."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import negation
from ...kernel.terms import REAL, Size, Term, abstract, app, const, fin, fun, literal, var
from ..logic.cached_rules import refl
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ap_term, binary, chain, gen, is_false, is_true, spec, symmetric
from ..logic.formulas import IND, LE, UNIT, ind, k, le, m, minus, n, plus, times
from .facts import fact, infer, lemma
from .propositions import by_cases

_MANY, _PAIRS, _ONE = (var("f", fun(fin(size), REAL)) for size in (m + k, m * n, UNIT))
_I, _J, _K = var("i", fin(m)), var("j", fin(k)), var("j", fin(n))
_IN_ONE, _IN_BOTH, _IN_PAIRS = (var("l", fin(size)) for size in (UNIT, m + k, m * n))


def _top(size: Size, f: Term) -> Term:
    return app(const("top", size), f)


def _at_most_top(f: Term, index: Term) -> Theorem:
    """Return ⊢ f i ≤ top f."""
    return fact("top_ge", f, index)


@lemma("∀f:[1]→ℝ. top{1} f = f 0@[1]")
def top_one() -> Theorem:
    """The largest of one number is this number."""
    first = literal(0, fin(UNIT))
    only = app(_ONE, first)
    same = ap_term(_ONE, fact("fin_one", _IN_ONE))
    bounded = eq_mp(binary(LE, symmetric(same), refl(only)), fact("le_refl", only))
    every = gen(_IN_ONE, bounded)
    both = (infer("top_le", every, sizes={"n": UNIT}), _at_most_top(_ONE, first))
    return infer("le_antisym", *both)


_LEFT = abstract(_I, app(_MANY, app(const("inl", m, k), _I)))
_RIGHT = abstract(_J, app(_MANY, app(const("inr", m, k), _J)))


@lemma(
    "∀f:[m+k]→ℝ. top{m+k} f = top{k} (λj:[k]. f (inr{m,k} j)) + ind (top{k} (λj:[k]. f (inr{m,k} j)) ≤ "
    "top{m} (λi:[m]. f (inl{m,k} i))) * (top{m} (λi:[m]. f (inl{m,k} i)) + -1 * top{k} (λj:[k]. f (inr{m,k} j)))"
)
def top_split() -> Theorem:
    """The largest number of two parts is the larger one of the largest of each."""
    a, b = _top(m, _LEFT), _top(k, _RIGHT)
    value = plus(b, times(ind(le(b, a)), plus(a, minus(b))))
    in_a, in_b = app(const("inl", m, k), _I), app(const("inr", m, k), _J)
    a_below = infer("top_le", gen(_I, _at_most_top(_MANY, in_a)), sizes={"n": m})
    b_below = infer("top_le", gen(_J, _at_most_top(_MANY, in_b)), sizes={"n": k})
    below_a, below_b = _at_most_top(_LEFT, _I), _at_most_top(_RIGHT, _J)
    first = assume(le(b, a))
    second = infer("le_total", assume(negation(first.conclusion)))

    def case(larger: Term, known: Theorem, left: Theorem, right: Theorem, truth: Theorem) -> Theorem:
        everywhere = app(_MANY, _IN_BOTH)
        predicate = abstract(_IN_BOTH, le(everywhere, larger))
        every = fact("fin_split", {"m": m, "k": k}, predicate, _IN_BOTH, premises=(gen(_I, left), gen(_J, right)))
        both = (infer("top_le", gen(_IN_BOTH, every), sizes={"n": m + k}), known)
        same = infer("le_antisym", *both)
        return chain(same, symmetric(to(replaced(refl(value), truth), larger)))

    one = chain(ap_term(IND, is_true(first)), fact("ind_true"))
    zero = chain(ap_term(IND, is_false(assume(negation(first.conclusion)))), fact("ind_false"))
    if_first = case(a, a_below, below_a, infer("le_trans", below_b, first), one)
    if_second = case(b, b_below, infer("le_trans", below_a, second), below_b, zero)
    return by_cases(first.conclusion, if_first, if_second)


@lemma("∀f:[m*n]→ℝ. top{m*n} f = top{m} (λi:[m]. top{n} (λj:[n]. f (pair{m,n} i j)))")
def top_pair() -> Theorem:
    """The largest number of blocks is the largest of the largest of each block."""
    pair = app(const("pair", m, n), _I, _K)
    row = abstract(_K, app(_PAIRS, pair))
    rows = abstract(_I, _top(n, row))
    nested = _top(m, rows)
    in_row = infer("top_le", gen(_K, _at_most_top(_PAIRS, pair)), sizes={"n": n})
    above = infer("top_le", gen(_I, in_row), sizes={"n": m})
    here = infer("le_trans", _at_most_top(row, _K), _at_most_top(rows, _I))
    place = app(const("quo", m, n), _IN_PAIRS), app(const("rem", m, n), _IN_PAIRS)
    there = spec(gen(_I, gen(_K, here)), *place)
    back = fact("pair_quo_rem", {"m": m, "n": n}, _IN_PAIRS)
    there = eq_mp(binary(LE, ap_term(_PAIRS, back), refl(nested)), there)
    below = infer("top_le", gen(_IN_PAIRS, there), sizes={"n": m * n})
    return infer("le_antisym", below, above)
