"""Lemmas about tables that rise at each step: they rise from any place to a later one, and two of them do so alike."""

from __future__ import annotations

from .facts import lemma
from .outlines import claim, in_cases, through, use


def _step(place: str) -> str:
    return f"ind (pos{{n}} k + 1 ≤ pos{{1+n}} {place}) * (f (inr{{1,n}} k) + -1 * f (inl{{n,1}} k))"


_RISES = "(∀i:[n]. {0} (inl{{n,1}} i) ≤ {0} (inr{{1,n}} i))"


@lemma(
    f"∀f:[1+n]→ℝ, x y:[1+n]. {_RISES.format('f')} ⇒ pos{{1+n}} x ≤ pos{{1+n}} y ⇒ f x ≤ f y",
    by=through(
        claim(
            f"∀k:[n]. {_step('x')} ≤ {_step('y')}",
            use(0, "k"),
            then=in_cases("pos{n} k + 1 ≤ pos{1+n} x", through("pos{n} k + 1 ≤ pos{1+n} y")),
        ),
        claim(f"(Σ k:[n]. {_step('x')}) ≤ (Σ k:[n]. {_step('y')})"),
        *(use("value_by_steps", "n=n", "f", place) for place in "xy"),
        use(
            "∀a b c d e:ℝ. c ≤ d ⇒ a = e + c ⇒ b = e + d ⇒ a ≤ b",
            *("f x", "f y", f"Σ k:[n]. {_step('x')}", f"Σ k:[n]. {_step('y')}", "f 0@[1+n]"),
        ),
    ),
)
def rising_by_steps() -> None:
    """What rises at each step is no less at a later place."""


@lemma("∀i:[n]. pos{n+1} (inl{n,1} i) ≤ pos{1+n} (inr{1,n} i)")
def position_rises() -> None:
    """The positions themselves rise."""


_GAPS = "0 ≤ (f x + -1 * f y) * (g x + -1 * g y)"


@lemma(
    f"∀f g:[1+n]→ℝ, x y:[1+n]. {_RISES.format('f')} ⇒ {_RISES.format('g')} ⇒ {_GAPS}",
    by=in_cases(
        "pos{1+n} x ≤ pos{1+n} y",
        through(*(use("rising_by_steps", "n=n", f, "x", "y") for f in "fg"), "f x ≤ f y", "g x ≤ g y"),
        through(*(use("rising_by_steps", "n=n", f, "y", "x") for f in "fg")),
    ),
)
def rising_alike() -> None:
    """Two tables that rise at each step rise or fall alike between any two places."""
