"""Lemmas about whole turns: π is irrational, so only the turn by 0 is rational; two turns have a rational quotient."""

from __future__ import annotations

from .facts import Outline, lemma
from .outlines import by_contradiction, claim, rewriting, some, through, use


@lemma("∀x y:ℝ. sin x = sin y ⇒ cos x = cos y ⇒ cos (x + -1 * y) = 1")
def same_direction() -> None:
    """Two angles with the same sine and cosine differ by whole turns."""


def _not_so_many(turn: str, multiple: str, a: str, b: str) -> Outline:
    """Show that x, of which a multiple is rational, is 0 where it is k turns of 2π or of −2π."""
    return claim(
        f"∀k:ℕ. x = {turn} * (pi * real k) ⇒ x = 0",
        some("m:ℕ", "real m = real n * real k", "product_exists", "n", "k"),
        use(
            f"∀x:ℝ, n k m p q:ℕ. x = {turn} * (pi * real k) ⇒ real m = real n * real k"
            f" ⇒ real n * x = real p + -1 * real q ⇒ pi * {multiple} = real p + -1 * real q",
            *("x", "n", "k", "m", "p", "q"),
        ),
        use("pi_irrational", a, b, "p", "q", back=a == "0@ℕ"),
        claim("real (nadd m m) = 0", use("real_zero"), then=rewriting),
        use("∀m:ℕ. real (nadd m m) = 0 ⇒ real m = 0", "m"),
        use("∀n k m:ℝ. n ≠ 0 ⇒ m = n * k ⇒ m = 0 ⇒ k = 0", "real n", "real k", "real m"),
        use(f"∀x p k:ℝ. k = 0 ⇒ x = {turn} * (p * k) ⇒ x = 0", "x", "pi", "real k"),
    )


@lemma(
    "∀x:ℝ, n p q:ℕ. real n ≠ 0 ⇒ real n * x = real p + -1 * real q ⇒ cos x = 1 ⇒ x = 0",
    by=through(
        _not_so_many("2", "(real (nadd m m) + -1 * real 0@ℕ)", "nadd m m", "0@ℕ"),
        _not_so_many("-2", "(real 0@ℕ + -1 * real (nadd m m))", "0@ℕ", "nadd m m"),
        use("cos_one", "x", "x = 0"),
    ),
)
def rational_turn() -> None:
    """A rational number whose cosine is 1 is 0."""


@lemma(
    "∀x y:ℝ. sin x = sin y ⇒ cos x ≠ cos y ⇒ cos (2 * (x + y)) = 1",
    by=through("sin x * sin x = sin y * sin y", "(cos x + -1 * cos y) * (cos x + cos y) = 0", "cos x + cos y = 0"),
)
def mirrored_direction() -> None:
    """Two angles with the same sine and different cosines have a sum that is an odd number of half turns."""


@lemma("∀n k:ℕ. real n + real k = 0 ⇒ n = k")
def zero_summands() -> None:
    """Two natural numbers with the sum 0 are both 0."""


@lemma("∀x:ℝ. cos x = 1 ⇒ 0 < x ⇒ 2 * pi ≤ x", by=by_contradiction(use("pi_pos"), use("within_one_turn", "x")))
def least_turn() -> None:
    """The least positive number whose cosine is 1 is a whole turn."""


_WAVE = "a * sin ({place}) + b * cos ({place}) + d"


@lemma(
    f"∀a b d p:ℝ. (∀y:ℝ. {_WAVE.format(place='y + p')} = {_WAVE.format(place='y')}) ⇒ ¬(a * a + b * b = 0) ⇒ cos p = 1",
    by=through(
        *(use(0, place) for place in ("0", "-1 * p", "1/2 * pi", "1/2 * pi + -1 * p")),
        "(a * a + b * b) * (cos p + -1 * 1) = 0",
        use("mul_zero", "a * a + b * b", "cos p + -1 * 1"),
        use("equal_of_difference", "cos p", "1"),
    ),
)
def repeated_wave() -> None:
    """A wave that is no constant repeats after whole turns only, from its values at 0 and a quarter turn on."""


@lemma("∀x:ℝ, a b:ℕ. 0 < x ⇒ real a = -1 * (x * real b) ⇒ real b = 0")
def opposite_signs() -> None:
    """A natural number is no negative multiple of one that is not 0."""


@lemma("∀x:ℝ, k:ℕ. cos x = 1 ⇒ cos (real k * x) = 1")
def turns_repeated() -> None:
    """A multiple of whole turns is one, by induction."""


def _unlike(turn: str, other: str) -> Outline:
    """Show that y is 0 where y is b turns of 2π or of −2π, and x·y is a such turns."""
    quotient = "x * b" if turn == other else "-1 * (x * b)"
    return claim(
        f"∀a:ℕ. x * y = {other} * (pi * real a) ⇒ y = 0",
        use("pi_pos"),
        use(
            f"∀x y p a b:ℝ. 0 < p ⇒ y = {turn} * (p * b) ⇒ x * y = {other} * (p * a) ⇒ a = {quotient}",
            *("x", "y", "pi", "real a", "real b"),
        ),
        use(1, "a", "b") if turn == other else use("opposite_signs", "x", "a", "b"),
        use(f"∀y p b:ℝ. b = 0 ⇒ y = {turn} * (p * b) ⇒ y = 0", "y", "pi", "real b"),
    )


@lemma(
    "∀x y:ℝ. 0 < x ⇒ (∀a b:ℕ. real a = x * real b ⇒ real b = 0) ⇒ cos y = 1 ⇒ cos (x * y) = 1 ⇒ y = 0",
    by=through(
        *(
            claim(
                f"∀b:ℕ. y = {turn} * (pi * real b) ⇒ y = 0",
                *(_unlike(turn, other) for other in ("2", "-2")),
                use("cos_one", "x * y", "y = 0"),
            )
            for turn in ("2", "-2")
        ),
        use("cos_one", "y", "y = 0"),
    ),
)
def incommensurable_turns() -> None:
    """Of two numbers with an irrational quotient not both are whole turns, but for 0."""
