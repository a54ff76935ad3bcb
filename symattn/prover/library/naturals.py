"""Lemmas about natural numbers, proved by induction: their values in ℝ, and positions of indices as such numbers."""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import NAT, REAL, Term, Var, abstract, const, fin, fun, literal, var
from ..logic.cached_rules import ring
from ..logic.conversions import to
from ..logic.derived_rules import (
    ap_term,
    ap_thm,
    chain,
    discharge,
    gen,
)
from ..logic.formulas import ADD, ONE, minus, n, plus, pos_of
from .facts import Outline, fact, lemma
from .outlines import by_induction_on, claim, rewriting, through, use
from .values import by_value

a, b = var("a", NAT), var("b", NAT)
M = var("M", fun(fin(n), fun(fin(n), REAL)))


# ------------------------------------------------------------------------------------------------ natural numbers in ℝ


@lemma(
    "∀a:ℕ. 0 ≤ real a",
    by=by_induction_on(
        "a",
        through(use("real_zero"), use("le_refl", "0"), then=rewriting),
        through(
            use("real_suc", "a"),
            use("zero_lt_one"),
            use("lt_le", "0", "1"),
            use("add_nonneg", "real a", "1"),
            then=rewriting,
        ),
    ),
)
def real_nonneg() -> None:
    """A natural number is not negative."""


@lemma("∀a:ℕ. 0 < real (suc a)")
def real_suc_pos() -> None:
    """A successor is positive."""


@lemma(
    "∀a b:ℕ. real (nadd a b) = real a + real b",
    by=by_induction_on(
        "a",
        through(use("nadd_zero", "b"), use("real_zero"), then=rewriting),
        through(use("nadd_suc", "a", "b"), use("real_suc", "nadd a b"), use("real_suc", "a"), then=rewriting),
    ),
)
def real_nadd() -> None:
    """The value of a sum."""


def _impossible(number: str, same: str) -> Outline:
    """Prove what would follow if a successor had the value of 0: it is positive."""
    zero, successor = "real 0@ℕ", f"real (suc {number})"
    nothing = use(f"∀x y:ℝ. {same} ⇒ x = 0 ⇒ y = 0", zero, successor)
    return through(use("real_zero"), nothing, use("real_suc_pos", number), use("pos_ne", successor))


@lemma(
    "∀a b:ℕ. real a = real b ⇒ a = b",
    by=by_induction_on(
        "a",
        any="b",
        base=by_induction_on("b", rewriting, _impossible("b", "x = y")),
        step=by_induction_on(
            "b",
            _impossible("a", "y = x"),
            through(
                use("real_suc", "a"),
                use("real_suc", "b"),
                use(
                    "∀x y u v:ℝ. u = v ⇒ u = x + 1 ⇒ v = y + 1 ⇒ x = y",
                    "real a",
                    "real b",
                    "real (suc a)",
                    "real (suc b)",
                ),
                use(1, "b"),
                then=rewriting,
            ),
        ),
    ),
)
def real_injective() -> None:
    """Different natural numbers are different real numbers."""


@lemma(
    "∀a b:ℕ, r:𝔹. (∀c:ℕ. real c = real a * real b ⇒ r) ⇒ r",
    by=by_induction_on(
        "b",
        base=through(use(0, "0@ℕ")),
        step=through(claim("∀c:ℕ. real c = real a * real b ⇒ r", use(0, "nadd c a")), use(1)),
    ),
)
def product_exists() -> None:
    """The product of two natural numbers is one, by induction on the second."""


_FOLLOWS = "(∀c:ℕ. real c = {} ⇒ r)"
_IS_NATURAL = f"(∀r:𝔹. {_FOLLOWS} ⇒ r)"


@lemma(
    f"∀h:ℕ→ℝ, a:ℕ, r:𝔹. {_IS_NATURAL.format('h 0@ℕ')} ⇒ (∀k:ℕ. {_IS_NATURAL.format('h (suc k) + -1 * h k')})"
    f" ⇒ {_FOLLOWS.format('h a')} ⇒ r",
    by=by_induction_on(
        "a",
        any="r",
        base=through(use(0, "r")),
        step=through(
            claim(
                "∀c:ℕ. real c = h a ⇒ r",
                claim("∀e:ℕ. real e = h (suc a) + -1 * h a ⇒ r", use(2, "nadd c e")),
                use(1, "a", "r"),
            ),
            use(3, "r"),
        ),
    ),
)
def natural_by_steps() -> None:
    """What begins with a natural number and has natural steps is one at each place, by induction."""


@lemma("nat{n} 0@[n] = 0@ℕ", by=by_value)
def nat_first() -> None:
    """The position of the first index."""


@lemma("nat{2} 1@[2] = suc 0@ℕ", by=by_value)
def nat_one_of_two() -> None:
    """The position of the second of two indices."""


@lemma("∀i:[m]. nat{m+k} (inl{m,k} i) = nat{m} i", by=by_value)
def nat_left() -> None:
    """The position of an index among the first m."""


@lemma("pos{n} last{n} = #{n} + -1")
def last_position() -> Theorem:
    """The position of the last index."""
    last, size = pos_of(const("last", n)), const("#", n)
    shifted = ap_thm(ap_term(ADD, fact("pos_last")), minus(ONE))
    return to(chain(ring(last, plus(plus(last, ONE), minus(ONE))), shifted), plus(size, literal(-1, REAL)))


@lemma("real (suc (nat{n} last{n})) = #{n}")
def size_value() -> None:
    """A size as a natural number: one more than the last position."""


@lemma("∀j:[k]. nat{m+k} (inr{m,k} j) = nadd (suc (nat{m} last{m})) (nat{k} j)", by=by_value)
def nat_right() -> None:
    """The position of an index among the last k."""


@lemma("nat{m+k} last{m+k} = nadd (suc (nat{m} last{m})) (nat{k} last{k})", by=by_value)
def nat_last_of_sum() -> None:
    """The last position of m + k indices, by those of m and of k."""


def by_induction(variable: Var, proposition: Term, base: Theorem, step: Theorem) -> Theorem:
    """Infer Γ ⊢ p from Γ ⊢ p[0/n] and Γ, p ⊢ p[n+1/n], where n is not free in Γ."""
    every = gen(variable, discharge(proposition, step))
    return fact("nat_induction", abstract(variable, proposition), variable, premises=(base, every))
