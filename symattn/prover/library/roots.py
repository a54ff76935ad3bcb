"""Lemmas about roots that are irrational: no power of a quotient of natural numbers is twice an odd number.

Where xⁿ = 2·(2c + 1) with n ≥ 2 and a = x·b, both a and b are even, and their halves are another solution: descent
leaves only b = 0.
"""

from __future__ import annotations

from .facts import lemma
from .outlines import by_induction_on, claim, in_cases, rewriting, some, through, use

_EXPONENT = "(suc (suc n))"  # at least 2
_SOLUTION = f"power (real {{}}) {_EXPONENT} = 2 * (2 * real c + 1) * power (real {{}}) {_EXPONENT}"


@lemma(
    "∀a b c n:ℕ, r:𝔹. power (real a) (suc (suc n)) = 2 * (2 * real c + 1) * power (real b) (suc (suc n))"
    " ⇒ (∀p q:ℕ. real a = 2 * real p ⇒ real b = 2 * real q"
    " ⇒ power (real p) (suc (suc n)) = 2 * (2 * real c + 1) * power (real q) (suc (suc n)) ⇒ r) ⇒ r",
    by=through(
        claim(
            "∀p:ℕ. real a = 2 * real p + 1 ⇒ r",
            some("k:ℕ", f"power (real a) {_EXPONENT} = 2 * real k + 1", "power_of_odd", "real a", _EXPONENT, "p"),
            some("m:ℕ", f"power (real b) {_EXPONENT} = real m", "power_of_natural", "b", _EXPONENT),
            some("t:ℕ", "real t = real c * real m", "product_exists", "c", "m"),
            use(
                "∀x y:ℝ, t c m k:ℕ. x = 2 * (2 * real c + 1) * y ⇒ x = 2 * real k + 1 ⇒ y = real m"
                " ⇒ real t = real c * real m ⇒ 2 * real (nadd (nadd t t) m) = 2 * real k + 1",
                f"power (real a) {_EXPONENT}",
                f"power (real b) {_EXPONENT}",
                "t",
                "c",
                "m",
                "k",
            ),
            use("even_not_odd", "nadd (nadd t t) m", "k"),
        ),
        some("p:ℕ", "real a = 2 * real p", "even_or_odd", "a"),
        use("power_of_product", "2", "real p", _EXPONENT),
        claim(f"power (real a) {_EXPONENT} = power 2 {_EXPONENT} * power (real p) {_EXPONENT}", then=rewriting),
        claim(
            "∀q:ℕ. real b = 2 * real q + 1 ⇒ r",
            some("k:ℕ", f"power (real b) {_EXPONENT} = 2 * real k + 1", "power_of_odd", "real b", _EXPONENT, "q"),
            some("m:ℕ", "power (real (suc (suc 0@ℕ))) n = real m", "power_of_natural", "suc (suc 0@ℕ)", "n"),
            some("s:ℕ", f"power (real p) {_EXPONENT} = real s", "power_of_natural", "p", _EXPONENT),
            some("t:ℕ", "real t = real m * real s", "product_exists", "m", "s"),
            some("u:ℕ", "(2 * real c + 1) * (2 * real k + 1) = 2 * real u + 1", "odd_product", "c", "k"),
            "real (suc (suc 0@ℕ)) = 2",
            use("power_suc", "2", "suc n"),
            use("power_suc", "2", "n"),
            claim("power 2 n = real m"),
            claim("2 * (2 * (real m * real s)) = 2 * ((2 * real c + 1) * (2 * real k + 1))"),
            "2 * real t = 2 * real u + 1",
            use("even_not_odd", "t", "u"),
        ),
        some("q:ℕ", "real b = 2 * real q", "even_or_odd", "b"),
        use("power_of_product", "2", "real q", _EXPONENT),
        claim(f"power (real b) {_EXPONENT} = power 2 {_EXPONENT} * power (real q) {_EXPONENT}", then=rewriting),
        use(
            "∀x y t u v c:ℝ. x = c * y ⇒ x = t * u ⇒ y = t * v ⇒ 0 < t ⇒ u = c * v",
            f"power (real a) {_EXPONENT}",
            f"power (real b) {_EXPONENT}",
            f"power 2 {_EXPONENT}",
            f"power (real p) {_EXPONENT}",
            f"power (real q) {_EXPONENT}",
            "2 * (2 * real c + 1)",
        ),
        use(1, "p", "q"),
    ),
)
def halved_solution() -> None:
    """Both numbers of a solution of aⁿ = 2·(2c + 1)·bⁿ are even, and their halves are a solution."""


@lemma("∀a:ℕ. real a ≠ 0 ⇒ 1 ≤ real a", by=by_induction_on("a", through(use("real_zero"))))
def one_le_natural() -> None:
    """A natural number other than 0 is at least 1."""


@lemma(
    "∀n c k a b:ℕ. real b ≤ real k"
    " ⇒ power (real a) (suc (suc n)) = 2 * (2 * real c + 1) * power (real b) (suc (suc n)) ⇒ real b = 0",
    by=by_induction_on(
        "k",
        any="a b",
        step=through(
            claim(
                f"∀p q:ℕ. real a = 2 * real p ⇒ real b = 2 * real q ⇒ {_SOLUTION.format('p', 'q')} ⇒ real b = 0",
                then=in_cases(
                    "real q = 0", otherwise=through(use("one_le_natural", "q"), "real q ≤ real k", use(2, "p", "q"))
                ),
            ),
            use("halved_solution", "a", "b", "c", "n", "real b = 0"),
        ),
    ),
)
def descent() -> None:
    """Only b = 0 solves aⁿ = 2·(2c + 1)·bⁿ, by induction on a bound of b."""


@lemma(
    "∀x:ℝ, n c a b:ℕ. power x (suc (suc n)) = 2 * (2 * real c + 1) ⇒ real a = x * real b ⇒ real b = 0",
    by=through(
        use("power_of_product", "x", "real b", _EXPONENT),
        claim(_SOLUTION.format("a", "b")),
        use("descent", "n", "c", "b", "a", "b"),
    ),
)
def irrational_root() -> None:
    """A number with a power that is twice an odd number is no quotient of natural numbers."""


@lemma(
    "∀x y:ℝ, s t n c a b:ℕ. real t ≠ 0 ⇒ power x s = real t * y ⇒ power y (suc (suc n)) = 2 * (2 * real c + 1)"
    " ⇒ real a = x * real b ⇒ real b = 0",
    by=through(
        some("p:ℕ", "power (real a) s = real p", "power_of_natural", "a", "s"),
        some("q:ℕ", "power (real b) s = real q", "power_of_natural", "b", "s"),
        some("u:ℕ", "real u = real t * real q", "product_exists", "t", "q"),
        use("power_of_product", "x", "real b", "s"),
        "real p = y * real u",
        use("irrational_root", "y", "n", "c", "p", "u"),
        "real q = 0",
        "power (real b) s = 0",
        use("power_is_zero", "real b", "s"),
    ),
)
def irrational_power() -> None:
    """A number is no quotient of natural numbers if one of its powers is a multiple of an irrational root."""
