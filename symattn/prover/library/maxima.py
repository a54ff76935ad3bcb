"""Lemmas about the largest of finitely many numbers: there is one, it is an upper bound, and the least one."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import forall, negation
from ...kernel.terms import NAT, REAL, Term, abstract, app, equation, fin, fun, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import (
    ap_term,
    binary,
    chain,
    discharge,
    gen,
    is_true,
    spec,
    symmetric,
)
from ..logic.formulas import IND, LE, ONE, ind, inv, le, minus, n, plus, times, total
from .definitions import from_definition
from .facts import fact, infer, lemma
from .outlines import by_contradiction, by_induction_on, claim, in_cases, rewriting, some, through, use
from .propositions import by_cases
from .sums import under_sum

a, b, c = var("a", NAT), var("b", NAT), var("c", REAL)
_J, _K, _W = (var(name, fin(n)) for name in "jkw")
_F = var("f", fun(fin(n), REAL))


def _at(index: Term) -> Term:
    return app(_F, index)


def _same_at(same: Theorem, index: Term) -> Theorem:
    """Infer ⊢ f i ≤ f j from ⊢ f i = f j."""
    reflexive = fact("le_refl", _at(index))
    return eq_mp(binary(LE, symmetric(same), refl(_at(index))), reflexive)


@lemma(
    "∀f:[n]→ℝ, a:ℕ, p:𝔹. (∀w:[n]. (∀j:[n]. pos{n} j ≤ real a ⇒ f j ≤ f w) ⇒ p) ⇒ p",
    by=by_induction_on(
        "a",
        through(
            claim(
                "∀j:[n]. pos{n} j ≤ real 0@ℕ ⇒ f j ≤ f 0@[n]",
                "pos{n} j = pos{n} 0@[n]",
                use("pos_injective", "j", "0@[n]"),
            ),
            use(0, "0@[n]"),
        ),
        step=by_contradiction(
            claim(
                "∀w:[n]. (∀j:[n]. pos{n} j ≤ real a ⇒ f j ≤ f w) ⇒ p",
                claim(
                    "∀j:[n]. pos{n} j ≤ real (suc a) ⇒ f j ≤ f w",
                    then=by_contradiction(
                        claim("¬(pos{n} j ≤ real a)", then=by_contradiction(use(3, "j"))),
                        claim(
                            "∀i:[n]. pos{n} i ≤ real (suc a) ⇒ f i ≤ f j",
                            then=in_cases(
                                "pos{n} i ≤ real a",
                                through(use(3, "i")),
                                through("pos{n} i = pos{n} j", use("pos_injective", "i", "j")),
                            ),
                        ),
                        use(0, "j"),
                    ),
                ),
                use(0, "w"),
            ),
            use(1),
        ),
    ),
)
def largest_up_to() -> None:
    """Of the numbers at the first positions one is the largest, by induction."""


@lemma(
    "∀f:[n]→ℝ, p:𝔹. (∀w:[n]. (∀j:[n]. f j ≤ f w) ⇒ p) ⇒ p",
    by=through(
        claim(
            "∀w:[n]. (∀j:[n]. pos{n} j ≤ real (nat{n} last{n}) ⇒ f j ≤ f w) ⇒ p",
            claim("∀j:[n]. f j ≤ f w", use("none_after_last", "j"), use("real_nat", "last{n}"), use(1, "j")),
            use(0, "w"),
        ),
        use("largest_up_to", "f", "nat{n} last{n}", "p"),
    ),
)
def largest() -> None:
    """Of finitely many numbers one is the largest."""


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


@lemma(
    "∀f:[n]→ℝ, i:[n]. f i ≤ top{n} f",
    by=through(some("w:[n]", "∀j:[n]. f j ≤ f w", "largest", "f"), use("top_is", "f", "w"), use(0, "i")),
)
def top_ge() -> None:
    """The largest number is an upper bound."""


@lemma("∀f:[n]→ℝ. (Σ i:[n]. f i) ≤ #{n} * top{n} f")
def sum_below_largest() -> None:
    """Each term is at most the largest."""


@lemma(
    "∀f:[n]→ℝ, c:ℝ. (∀i:[n]. f i ≤ c) ⇒ top{n} f ≤ c",
    by=through(
        some("w:[n]", "∀j:[n]. f j ≤ f w", "largest", "f"), use("top_is", "f", "w"), use(0, "w"), then=rewriting
    ),
)
def top_le() -> None:
    """The largest number is the least upper bound."""


@lemma(
    "∀f:[n]→ℝ, c:ℝ. (∀i:[n]. f i < c) ⇒ top{n} f < c",
    by=through(
        some("w:[n]", "∀j:[n]. f j ≤ f w", "largest", "f"), use("top_is", "f", "w"), use(0, "w"), then=rewriting
    ),
)
def top_lt() -> None:
    """The largest number is one of them."""


@lemma(
    "∀f:[n]→ℝ, c:ℝ. 0 ≤ c ⇒ top{n} (λi:[n]. c * f i) = c * top{n} f",
    by=through(
        some("w:[n]", "∀j:[n]. f j ≤ f w", "largest", "f"),
        claim("∀j:[n]. c * f j ≤ c * f w", use(1, "j")),
        use("top_is", "f", "w"),
        use("top_is", "λi:[n]. c * f i", "w"),
        then=rewriting,
    ),
)
def top_of_multiple() -> None:
    """A factor that is not negative keeps the order: the largest is at the same place."""
