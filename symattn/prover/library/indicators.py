"""Lemmas about indicators of propositions, Kronecker deltas and entries of masks."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, deduct_antisym
from ...kernel.syntax import FALSE, TRUE, conjunction, implication, negation
from ...kernel.terms import BOOL, REAL, Term, app, const, equation, fin, fun, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import (
    TRUTH,
    absurd,
    ap_term,
    ap_thm,
    binary,
    chain,
    conjoin,
    contradiction,
    discharge,
    first_conjunct,
    is_false,
    is_true,
    mp,
    right,
    second_conjunct,
    spec,
    symmetric,
)
from ..logic.formulas import ADD, IND, MINUS, MUL, ONE, ZERO, ind, le, minus, n, p, plus, pos_of, q, times, x
from ..logic.parts import head_and_arguments
from .facts import fact, infer, lemma
from .outlines import at_truth_values, rewriting, through, use
from .propositions import by_cases, truth_values
from .search import implied, said_of
from .sums import under_sum

_I, _J = var("i", fin(n)), var("j", fin(n))
_F = var("f", fun(fin(n), REAL))
_TABLE = var("f", fun(fin(n), fun(fin(n), REAL)))


@lemma("∀p:𝔹. ind p * ind p = ind p", by=at_truth_values("p"))
def ind_square() -> None:
    """An indicator is idempotent."""


@lemma(
    "∀p:𝔹. 0 ≤ ind p",
    by=at_truth_values(
        "p",
        through(use("ind_true"), use("zero_lt_one"), use("lt_le", "0", "1"), then=rewriting),
        through(use("ind_false"), use("le_refl", "0"), then=rewriting),
    ),
)
def ind_nonneg() -> None:
    """An indicator is nonnegative."""


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
    return truth_values(body, p, at_true, at_false)


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
    return truth_values(body, p, first, second)


@lemma("∀f:[n]→ℝ, i j:[n]. ind (i = j) * f i = ind (i = j) * f j")
def delta_subst() -> Theorem:
    """Under a Kronecker delta, one index may stand for the other."""
    same, at_i, at_j = equation(_I, _J), app(_F, _I), app(_F, _J)

    def weighted(p: Term) -> Term:
        return implication(implication(p, equation(at_i, at_j)), equation(times(ind(p), at_i), times(ind(p), at_j)))

    if_true = assume(implication(TRUE, equation(at_i, at_j)))
    if_true = discharge(if_true.conclusion, ap_term(app(MUL, ind(TRUE)), mp(if_true, TRUTH)))
    nothing = [to(ap_thm(ap_term(MUL, fact("ind_false")), at), ZERO) for at in (at_i, at_j)]
    if_false = discharge(implication(FALSE, equation(at_i, at_j)), chain(nothing[0], symmetric(nothing[1])))
    return mp(truth_values(weighted, same, if_true, if_false), discharge(same, ap_term(_F, assume(same))))


@lemma(
    "∀p:𝔹. eexp (allow p) = ind p",
    by=at_truth_values(
        "p",
        *[
            through(
                *map(use, ("allow_true", "allow_false", "ind_true", "ind_false", "exp_zero", "eexp_ninf")),
                use("eexp_emb", "0"),
                then=rewriting,
            )
        ]
        * 2,
    ),
)
def eexp_allow() -> None:
    """The exponential of a mask entry is its indicator."""


@lemma("∀p:𝔹, q:𝔹. ind p = ind q ⇒ p = q")
def ind_injective(equal: Theorem) -> Theorem:
    """Equal indicators are those of equal truth values."""

    def follows(truth: Theorem, other: Term, indicators: Theorem) -> Theorem:
        """Infer the other truth value from one that holds, where ⊢ ind of the one = ind of the other."""
        is_one = chain(symmetric(indicators), ap_term(IND, is_true(truth)), fact("ind_true"))  # ind other = 1
        is_zero = chain(ap_term(IND, is_false(assume(negation(other)))), fact("ind_false"))
        return by_cases(other, assume(other), absurd(chain(symmetric(is_one), is_zero), fact("one_ne_zero"), other))

    first, second = follows(assume(p), q, equal), follows(assume(q), p, symmetric(equal))
    return deduct_antisym(second, first)


@lemma("∀p:𝔹, q:𝔹. allow p = allow q ⇒ p = q")
def allow_injective(same: Theorem) -> Theorem:
    """Equal entries of masks have equal truth values."""
    equal = chain(symmetric(fact("eexp_allow", p)), ap_term(const("eexp"), same), fact("eexp_allow", q))
    return infer("ind_injective", equal)


@lemma("∀p q:𝔹. plus (allow p) (allow q) = allow (p ∧ q)")
def plus_allow() -> Theorem:
    """Two masks together hide what one of them hides."""
    add, allow = const("plus"), const("allow")
    other = app(allow, q)
    zero = ap_thm(ap_term(add, fact("allow_true")), other)  # 0 + allow q
    none = chain(ap_thm(ap_term(add, fact("allow_false")), other), fact("plus_ninf", other))

    def nothing_added(b: Term) -> Term:
        return equation(app(add, app(const("emb"), ZERO), app(allow, b)), app(allow, b))

    sums = fact("plus_emb", ZERO, ZERO), fact("allow_true"), fact("allow_false")
    sum_of_zeros = chain(sums[0], ap_term(const("emb"), ring(plus(ZERO, ZERO), ZERO)))
    at_zero = ap_term(app(add, app(const("emb"), ZERO)), sums[1])
    at_zero = chain(at_zero, sum_of_zeros, symmetric(sums[1]))
    below = ap_term(app(add, app(const("emb"), ZERO)), sums[2])
    below = chain(
        below,
        fact("plus_comm", *head_and_arguments(right(below))[1]),
        fact("plus_ninf", app(const("emb"), ZERO)),
    )
    below = chain(below, symmetric(sums[2]))
    kept = chain(zero, truth_values(nothing_added, q, at_zero, below))

    both = assume(conjunction(TRUE, q))
    same = deduct_antisym(conjoin(TRUTH, assume(q)), second_conjunct(both))  # (⊤ ∧ q) = q
    never = assume(conjunction(FALSE, q))
    false = deduct_antisym(contradiction(assume(FALSE), never.conclusion), first_conjunct(never))  # (⊥ ∧ q) = ⊥
    first = chain(kept, symmetric(ap_term(allow, same)))
    second = chain(none, symmetric(chain(ap_term(allow, false), sums[2])))
    body = lambda b: equation(app(add, app(allow, b), other), app(allow, conjunction(b, q)))  # noqa: E731
    return truth_values(body, p, first, second)


@lemma(
    "∀c:ℝ, p:𝔹. 0 < c ⇒ times c (allow p) = allow p",
    by=at_truth_values(
        "p",
        through(use("allow_true"), use("times_emb", "c", "0"), "c * 0 = 0", then=rewriting),
        through(use("allow_false"), use("times_ninf", "c"), then=rewriting),
    ),
)
def times_allow() -> None:
    """Scaling by a positive number leaves a mask entry as it is."""


@lemma("∀p:𝔹, a b:ℝ. (p ⇒ a = b) ⇒ ind p * a = ind p * b")
def ind_same(known: Theorem) -> Theorem:
    """An indicator keeps of a number only what it is where the condition holds."""
    p, a, b = var("p", BOOL), var("a", REAL), var("b", REAL)
    where_true = ap_term(app(MUL, ind(p)), mp(known, assume(p)))
    zero = chain(ap_term(IND, is_false(assume(negation(p)))), fact("ind_false"))
    first, second = (to(replaced(refl(times(ind(p), side)), zero), ZERO) for side in (a, b))
    return by_cases(p, where_true, chain(first, symmetric(second)))


@lemma("∀p:𝔹, g:ℝ. 0 < g ⇒ 0 < 1 + ind p * (g + -1)", by=at_truth_values("p"))
def positive_where_it_holds() -> None:
    """What is g where a condition holds, and 1 elsewhere, is positive as g is."""


@lemma("∀p:𝔹, g:ℝ. 0 ≤ g ⇒ 0 ≤ 1 + ind p * (g + -1)", by=at_truth_values("p"))
def nonnegative_where_it_holds() -> None:
    """What is g where a condition holds, and 1 elsewhere, is not negative as g is not."""


@lemma("∀p:𝔹. ind p ≤ 1", by=at_truth_values("p"))
def ind_le_one() -> None:
    """An indicator is 0 or 1."""


@lemma("∀f:ℝ→ℝ, p:𝔹, x:ℝ. f (ind p * x) = f 0 + ind p * (f x + -1 * f 0)", by=at_truth_values("p"))
def function_of_indicator() -> None:
    """Where the condition holds the value is f x, elsewhere it is f 0."""


@lemma("∀x:ℝ. x * x = x ⇒ ind (x = 1) = x")
def idempotent_is_indicator(same: Theorem) -> Theorem:
    """A number that is its own square is 0 or 1."""
    zero, one = assume(equation(x, ZERO)), equation(x, ONE)
    apart = discharge(one, mp(fact("one_ne_zero"), chain(symmetric(assume(one)), zero)))
    at_zero = chain(ap_term(IND, is_false(apart)), fact("ind_false"), symmetric(zero))
    difference = plus(x, MINUS)
    product = replaced(ring(times(x, difference), plus(times(x, x), minus(x))), same)
    nothing = infer("mul_zero", to(product, ZERO), assume(negation(zero.conclusion)))
    equal = to(chain(ring(x, plus(difference, ONE)), ap_thm(ap_term(ADD, nothing), ONE)), ONE)
    otherwise = chain(ap_term(IND, is_true(equal)), fact("ind_true"), symmetric(equal))
    return by_cases(zero.conclusion, at_zero, otherwise)


_PAIRS = "(Σ i:[n]. Σ j:[n]. ind (pos{n} i ≤ pos{n} j) * f i j)"
_MIRRORED = "(Σ j:[n]. Σ i:[n]. ind (pos{n} j ≤ pos{n} i) * f i j)"
_ALL = "(Σ i:[n]. Σ j:[n]. f i j) + (Σ i:[n]. f i i)"


@lemma(f"∀f:[n]→[n]→ℝ. (∀i j:[n]. f i j = f j i) ⇒ {_PAIRS} = 1/2 * ({_ALL})")
def half_of_pairs(same: Theorem) -> Theorem:
    """The pairs in order and those in the other order are all, and those of equals twice."""
    both = said_of(f"∀f:[n]→[n]→ℝ. {_PAIRS} + {_MIRRORED} = {_ALL}", (_TABLE,))
    condition = ind(le(*map(pos_of, (_J, _I))))
    mirrored = under_sum(_J, under_sum(_I, ap_term(app(MUL, condition), spec(same, _I, _J))))
    return implied("∀s u t:ℝ. s + u = t ⇒ u = s ⇒ s = 1/2 * t", both, mirrored)
