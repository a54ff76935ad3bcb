"""Lemmas on the order of powers with natural numbers as exponents: signs, monotony, tangents.

The tangents are what Bernoulli's inequality says of xᵃ⁺¹, for x ≥ 0 and, where the exponent is even, for any x.
Sources: Hardy, Littlewood and Pólya, *Inequalities*, §§2.4 and 2.15; Rudin, 1.21.
"""

from __future__ import annotations

from .facts import Outline, lemma
from .outlines import Step, by_induction_on, rewriting, through, use


def _by_steps(bases: str, base: tuple[Step, ...], step: tuple[Step, ...]) -> Outline:
    """Prove a goal by induction over a, from what is shown where the powers of some numbers are written out."""
    zeroth = (use("real_zero"), *(use("power_zero", v) for v in bases))
    later = (use("real_suc", "a"), *(use("power_suc", v, "a") for v in bases))
    return by_induction_on("a", through(*zeroth, *base, then=rewriting), through(*later, *step, then=rewriting))


@lemma(
    "∀x:ℝ, a:ℕ. 0 ≤ x ⇒ 0 ≤ power x a",
    by=_by_steps("x", (use("zero_lt_one"), use("lt_le", "0", "1")), (use("le_mul", "x", "power x a"),)),
)
def power_nonneg() -> None:
    """Products of numbers that are not negative are such numbers."""


@lemma("∀x y:ℝ, a:ℕ. 0 ≤ x ⇒ x ≤ y ⇒ power x a ≤ power y a", by=by_induction_on("a"))
def power_le() -> None:
    """The products of ordered numbers that are not negative are ordered."""


@lemma("∀x y:ℝ, a:ℕ. 0 ≤ x ⇒ 0 ≤ y ⇒ 0 ≤ (x + -1 * y) * (power x a + -1 * power y a)")
def powers_alike() -> None:
    """Powers of numbers that are not negative are ordered as these are."""


def _multiple_of_square(power: str, gap: str) -> tuple[Outline, ...]:
    """Show 0 ≤ u·g² and 0 ≤ a·(u·g²) for a power u that is not negative."""
    square = f"{gap} * {gap}"
    return (
        use("square_nonneg", gap),
        use("le_mul", power, square),
        use("real_nonneg", "a"),
        use("le_mul", "real a", f"{power} * ({square})"),
    )


_GAP = "(y + -1 * x)"


@lemma(
    "∀x y:ℝ, a:ℕ. 0 ≤ x ⇒ 0 ≤ y ⇒ x * power x a + (1 + real a) * (power x a * (y + -1 * x)) ≤ y * power y a",
    by=_by_steps(
        "xy",
        (use("∀x y:ℝ. x * 1 + (1 + 0) * (1 * (y + -1 * x)) ≤ y * 1", "x", "y"),),
        (
            use("power_nonneg", "x", "a"),
            *_multiple_of_square("power x a", _GAP),
            use(
                "∀x y u v a:ℝ. 0 ≤ y ⇒ x * u + (1 + a) * (u * (y + -1 * x)) ≤ y * v"
                " ⇒ 0 ≤ y * (y * v + -1 * (x * u + (1 + a) * (u * (y + -1 * x))))",
                *("x", "y", "power x a", "power y a", "real a"),
            ),
            use(
                f"∀x y u v a:ℝ. 0 ≤ u * ({_GAP} * {_GAP}) ⇒ 0 ≤ a * (u * ({_GAP} * {_GAP}))"
                " ⇒ 0 ≤ y * (y * v + -1 * (x * u + (1 + a) * (u * (y + -1 * x))))"
                " ⇒ x * (x * u) + (1 + (a + 1)) * (x * u * (y + -1 * x)) ≤ y * (y * v)",
                *("x", "y", "power x a", "power y a", "real a"),
            ),
        ),
    ),
)
def power_tangent() -> None:
    """From one exponent to the next, y times the inequality leaves (1 + a)·xᵃ·(y − x)² over."""


@lemma(
    "∀x y:ℝ, a:ℕ. (x * x) * power (x * x) a + (1 + real a) * (power (x * x) a * (2 * (x * (y + -1 * x))))"
    " ≤ (y * y) * power (y * y) a",
    by=through(
        use("square_nonneg", "x"),
        use("square_nonneg", "y"),
        use("power_tangent", "x * x", "y * y", "a"),
        use("power_nonneg", "x * x", "a"),
        *_multiple_of_square("power (x * x) a", _GAP),
        use(
            "∀x y u v a:ℝ. x * x * u + (1 + a) * (u * (y * y + -1 * (x * x))) ≤ y * y * v"
            f" ⇒ 0 ≤ u * ({_GAP} * {_GAP}) ⇒ 0 ≤ a * (u * ({_GAP} * {_GAP}))"
            " ⇒ x * x * u + (1 + a) * (u * (2 * (x * (y + -1 * x)))) ≤ y * y * v",
            *("x", "y", "power (x * x) a", "power (y * y) a", "real a"),
        ),
    ),
)
def even_power_tangent() -> None:
    """The tangent at x², where y² is not below its own tangent."""


@lemma(
    "∀x:ℝ, a:ℕ. 0 ≤ x ⇒ 1 + real a * (x + -1 * 1) ≤ power x a",
    by=_by_steps(
        "x",
        (use("∀x:ℝ. 1 + 0 * (x + -1 * 1) ≤ 1", "x"),),
        (
            use("real_nonneg", "a"),
            use("square_nonneg", "x + -1 * 1"),
            use("le_mul", "real a", "(x + -1 * 1) * (x + -1 * 1)"),
            use(
                "∀x u a:ℝ. 0 ≤ x ⇒ 1 + a * (x + -1 * 1) ≤ u ⇒ 0 ≤ a * ((x + -1 * 1) * (x + -1 * 1))"
                " ⇒ 1 + (a + 1) * (x + -1 * 1) ≤ x * u",
                *("x", "power x a", "real a"),
            ),
        ),
    ),
)
def power_at_one() -> None:
    """Bernoulli's inequality: from one exponent to the next, a·(x − 1)² is left over."""
