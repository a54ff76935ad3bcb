"""Lemmas about even and odd natural numbers, their powers included.

"There is a k with a = 2k" is said as "every r follows that follows from each k with a = 2k".
"""

from __future__ import annotations

from .facts import lemma
from .outlines import by_induction_on, claim, in_cases, rewriting, some, through, use

# --------------------------------------------------------------------------------------------------------- even and odd


@lemma(
    "∀a:ℕ, r:𝔹. (∀k:ℕ. real a = 2 * real k ⇒ r) ⇒ (∀k:ℕ. real a = 2 * real k + 1 ⇒ r) ⇒ r",
    by=by_induction_on(
        "a",
        base=through(use(0, "0@ℕ")),
        step=through(
            claim("∀k:ℕ. real a = 2 * real k ⇒ r", use(1, "k")),
            claim("∀k:ℕ. real a = 2 * real k + 1 ⇒ r", use(0, "suc k")),
            use(2),
        ),
    ),
)
def even_or_odd() -> None:
    """A natural number is even or odd, by induction."""


@lemma("∀a b:ℕ. 2 * real a ≠ 2 * real b + 1", by=in_cases("real a ≤ real b"))
def even_not_odd() -> None:
    """Where a ≤ b, 2a is less than 2b + 1; elsewhere it is more, as b + 1 ≤ a."""


@lemma(
    "∀a b:ℕ, r:𝔹. (∀k:ℕ. (2 * real a + 1) * (2 * real b + 1) = 2 * real k + 1 ⇒ r) ⇒ r",
    by=through(
        some("m:ℕ", "real m = real a * real b", "product_exists", "a", "b"), use(0, "nadd (nadd m m) (nadd a b)")
    ),
)
def odd_product() -> None:
    """The product of two odd numbers is odd."""


# --------------------------------------------------------------------------------------------------------------- powers


@lemma(
    "∀x:ℝ, n c:ℕ, r:𝔹. x = 2 * real c + 1 ⇒ (∀k:ℕ. power x n = 2 * real k + 1 ⇒ r) ⇒ r",
    by=by_induction_on(
        "n",
        through(use("power_zero", "x"), use(1, "0@ℕ")),
        through(
            claim(
                "∀k:ℕ. power x n = 2 * real k + 1 ⇒ r",
                some("m:ℕ", "(2 * real c + 1) * (2 * real k + 1) = 2 * real m + 1", "odd_product", "c", "k"),
                use("power_suc", "x", "n"),
                claim("power x (suc n) = 2 * real m + 1", then=rewriting),
                use(1, "m"),
            ),
            use(2),
        ),
    ),
)
def power_of_odd() -> None:
    """A power of an odd number is odd, by induction."""


@lemma(
    "∀a n:ℕ, r:𝔹. (∀k:ℕ. power (real a) n = real k ⇒ r) ⇒ r",
    by=by_induction_on(
        "n",
        base=through(use("power_zero", "real a"), use(0, "suc 0@ℕ")),
        step=through(
            claim(
                "∀k:ℕ. power (real a) n = real k ⇒ r",
                some("c:ℕ", "real c = real a * real k", "product_exists", "a", "k"),
                use("power_suc", "real a", "n"),
                use(0, "c"),
            ),
            use(1),
        ),
    ),
)
def power_of_natural() -> None:
    """A power of a natural number is one, by induction."""
