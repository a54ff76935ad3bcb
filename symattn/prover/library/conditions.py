"""Lemmas about conditions on positions: order between natural numbers, and products of indicators of conditions."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, deduct_antisym, eq_mp
from ...kernel.syntax import negation
from ...kernel.terms import NAT, REAL, Term, app, const, equation, fin, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, chain, discharge, eq_mp_back, mp, right, symmetric
from ..logic.formulas import IND, LE, ONE, ZERO, ind, le, minus, n, p, plus, q, times
from ..logic.numerals import real
from .facts import fact, infer, lemma
from .outlines import (
    at_truth_values,
    both_ways,
    by_contradiction,
    by_induction_on,
    claim,
    equivalent,
    in_cases,
    rewriting,
    squeezed,
    through,
    use,
)

_A, _B = var("a", NAT), var("b", NAT)
_I, _J = var("i", fin(n)), var("j", fin(n))


# --------------------------------------------------------------------------------------------------------------- order


@lemma("∀x y u v:ℝ. y + -1 * x = v + -1 * u ⇒ (x ≤ y) = (u ≤ v)", by=both_ways)
def le_same_difference() -> None:
    """An inequality says that a difference is not negative."""


def same_order(a: Term, b: Term, c: Term, d: Term) -> Theorem:
    """Return ⊢ (a ≤ b) = (c ≤ d) where b − a = d − c in every commutative ring."""
    if a is c and b is d:
        return refl(le(a, b))
    equal = ring(plus(b, minus(a)), plus(d, minus(c)))
    return infer("le_same_difference", equal)


@lemma("∀x:ℝ. ¬(x + 1 ≤ x)")
def not_after_itself() -> None:
    """Otherwise 1 ≤ 0."""


@lemma(
    "∀a b:ℕ. ¬(real b + 1 ≤ real a) ⇒ real a ≤ real b",
    by=by_induction_on(
        "a",
        any="b",
        base=through(use("real_zero"), use("real_nonneg", "b"), then=rewriting),
        step=by_induction_on(
            "b",
            through(
                use("real_zero"),
                use("real_suc", "a"),
                use("real_nonneg", "a"),
                use("∀x:ℝ. 0 ≤ x ⇒ 0 + 1 ≤ x + 1", "real a"),
                claim("real 0@ℕ + 1 ≤ real (suc a)", then=rewriting),
            ),
            through(
                use("real_suc", "a"),
                use("real_suc", "b"),
                claim(
                    "¬(real b + 1 ≤ real a)",
                    then=by_contradiction(
                        use("∀x y:ℝ. x ≤ y ⇒ x + 1 ≤ y + 1", "real b + 1", "real a"),
                        claim("real (suc b) + 1 ≤ real (suc a)", then=rewriting),
                    ),
                ),
                use(1, "b"),
                use("∀x y:ℝ. x ≤ y ⇒ x + 1 ≤ y + 1", "real a", "real b"),
                then=rewriting,
            ),
        ),
    ),
)
def not_after_is_below() -> None:
    """Between two natural numbers there is a step of at least 1: by induction on a, with b = 0 apart in its step."""


@lemma("∀a b:ℕ. (real a ≤ real b) = (¬(real b + 1 ≤ real a))")
def le_or_after() -> Theorem:
    """Of two natural numbers one is at most the other, or comes after it by at least 1."""
    below, after = assume(le(real(_A), real(_B))), assume(le(plus(real(_B), ONE), real(_A)))
    around = infer("le_trans", after, below)
    never = discharge(after.conclusion, mp(fact("not_after_itself", real(_B)), around))
    back = infer("not_after_is_below", assume(never.conclusion))
    return deduct_antisym(back, never)


@lemma("∀a b:ℕ. ¬(real a ≤ real b) ⇒ real b + 1 ≤ real a")
def step_of_order(not_below: Theorem) -> Theorem:
    """A natural number above another one is above it by at least 1."""
    after = le(plus(real(_B), ONE), real(_A))
    same = fact("le_or_after", _A, _B)
    double = discharge(negation(after), mp(not_below, eq_mp_back(same, assume(negation(after)))))
    return infer("not_not", double)


@lemma("∀x y:ℝ. (x = y) = ((x ≤ y) ∧ (y ≤ x))", by=both_ways)
def equal_both_orders() -> None:
    """Numbers are equal when neither is above the other."""


@lemma("∀i j:[n]. (pos{n} i = pos{n} j) = (i = j)")
def pos_equal() -> Theorem:
    """An index is its position."""
    position = const("pos", n)
    same = assume(equation(app(position, _I), app(position, _J)))
    index = infer("pos_injective", same)
    return deduct_antisym(ap_term(position, assume(index.conclusion)), index)


@lemma(
    "∀i:[n]. (#{n} ≤ pos{n} i + 1) = (i = last{n})",
    by=equivalent(
        through("pos{n} i = pos{n} last{n}", use("pos_injective", "i", "last{n}")), through("pos{n} i + 1 = #{n}")
    ),
)
def only_last() -> None:
    """Only the last index has a position of at least n − 1."""


# ---------------------------------------------------------------------------------------------------------- indicators


@lemma("∀p q:𝔹. (p ⇒ q) ⇒ ind p * ind q = ind p", by=at_truth_values("q"))
def ind_implied() -> None:
    """A condition that follows from another one adds nothing to it."""


@lemma("∀p q u:𝔹. (p ⇒ q = u) ⇒ ind p * ind q = ind p * ind u")
def ind_where(known: Theorem) -> Theorem:
    """Beside a condition another one may be said as it is said where the former holds."""
    same = discharge(p, ap_term(IND, mp(known, assume(p))))
    return infer("ind_same", same)


@lemma("∀p q:𝔹. (p ⇒ ¬q) ⇒ ind p * ind q = 0")
def ind_excluded(premise: Theorem) -> Theorem:
    """Conditions that exclude each other do not hold together."""
    kept = infer("ind_implied", premise)  # p (1 − q) = p
    kept = chain(symmetric(replaced(refl(times(ind(p), ind(negation(q)))), fact("ind_not", q))), kept)
    product = times(ind(p), ind(q))
    rest = plus(ind(p), minus(times(ind(p), plus(ONE, minus(ind(q))))))
    return to(replaced(ring(product, rest), kept), ZERO)


@lemma("∀p q:𝔹. (¬p ⇒ q) ⇒ ind p * ind q = ind p + (ind q + -1)", by=at_truth_values("q"))
def ind_covering() -> None:
    """Of two conditions one of which always holds, both hold where their number is 2."""


@lemma("∀i j:[n]. ind (pos{n} j ≤ pos{n} i) = 1 + (ind (i = j) + -1 * ind (pos{n} i ≤ pos{n} j))", by=squeezed)
def ind_other_order() -> None:
    """Of two indices one is not before the other, and both are only where they are the same."""


@lemma("∀a b:ℕ. ind (real b + 1 ≤ real a) = 1 + -1 * ind (real a ≤ real b)")
def ind_after() -> Theorem:
    """A natural number comes after another one where it is not at most that."""
    after = le(plus(real(_B), ONE), real(_A))
    same = chain(ap_term(IND, fact("le_or_after", _A, _B)), fact("ind_not", after))
    target = plus(ONE, minus(right(same)))
    return replaced(ring(ind(after), target), symmetric(same))


@lemma("0 ≤ #{n} + -1")
def size_at_least_one() -> Theorem:
    """There is a first index."""
    first = rewrite_proposition(fact("within_range", literal(0, fin(n))), fact("pos_zero"))
    target = plus(const("#", n), literal(-1, REAL))
    whole = plus(const("#", n), minus(plus(ZERO, ONE)))
    return eq_mp(ap_term(app(LE, ZERO), ring(whole, target)), first)


# --------------------------------------------------------------------------------------------- conditions on numbers


@lemma("∀x y:ℝ. 0 < x ⇒ (0 ≤ x * y) = (0 ≤ y)", by=both_ways)
def nonneg_multiple() -> None:
    """A positive factor does not change a sign: it is taken away by its inverse."""


@lemma("∀x y:ℝ. x ≠ 0 ⇒ (0 = x * y) = (0 = y)", by=both_ways)
def zero_of_multiple() -> None:
    """A field has no zero divisors."""


@lemma("∀x:ℝ. ind (0 ≤ -1 * x) = 1 + (ind (0 = x) + -1 * ind (0 ≤ x))", by=in_cases("x = 0"))
def ind_other_sign() -> None:
    """A number is at least 0 or at most 0, and both where it is 0."""


@lemma("∀x y:ℝ. (exp x ≤ exp y) = (x ≤ y)", by=both_ways)
def exp_order() -> None:
    """The exponential is increasing, and so is its inverse."""


@lemma("∀x y:ℝ. (exp x = exp y) = (x = y)", by=both_ways)
def exp_equation() -> None:
    """The exponential is injective."""
