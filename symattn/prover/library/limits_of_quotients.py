"""Limits at infinity of quotients.

Source: Rudin, *Principles of Mathematical Analysis*, 4.4 and 4.9.
"""

from __future__ import annotations

from .facts import lemma
from .limits import continuous, from_some_number, of_least, within
from .outlines import use

_HALF, _FAR = "1/2 * abs a", "1/2 * e * (a * a)"


@lemma(
    "∀f:ℝ→ℝ, a:ℝ. a ≠ 0 ⇒ tends f a ⇒ tends (λt:ℝ. inv (f t)) (inv a)",
    by=continuous(
        "inv x",
        f"min ({_HALF}) ({_FAR})",
        *of_least("x", "a", _HALF, _FAR),
        within("x", "a", _HALF),
        within("x", "a", _FAR),
        use("∀a x:ℝ. a ≠ 0 ⇒ abs (x + -1 * a) < 1/2 * abs a ⇒ 1/2 * abs a ≤ abs x", "a", "x"),
        use("∀a x:ℝ. a ≠ 0 ⇒ 1/2 * abs a ≤ abs x ⇒ x ≠ 0", "a", "x"),
        use("∀a x:ℝ. a ≠ 0 ⇒ x ≠ 0 ⇒ a + -1 * x = (inv x + -1 * inv a) * (x * a)", "a", "x"),
        use("∀u v w d:ℝ. v = u * w ⇒ abs u * abs w = abs v", "inv x + -1 * inv a", "a + -1 * x", "x * a", "0"),
        use("∀x a d:ℝ. abs (x + -1 * a) < d ⇒ abs (a + -1 * x) < d", "x", "a", _FAR),
        use("∀a x:ℝ. 1/2 * abs a ≤ abs x ⇒ 1/2 * (a * a) ≤ abs x * abs a", "a", "x"),
        use("∀u v:ℝ. abs u * abs v = abs (u * v)", "x", "a"),
        use("∀z u v:ℝ. z ≤ u ⇒ u = v ⇒ z ≤ v", "1/2 * (a * a)", "abs x * abs a", "abs (x * a)"),
        use(
            "∀u v w z e:ℝ. 0 < w ⇒ 0 ≤ u ⇒ u * v = z ⇒ w ≤ v ⇒ z < e * w ⇒ u < e",
            "abs (inv x + -1 * inv a)",
            "abs (x * a)",
            "1/2 * (a * a)",
            "abs (a + -1 * x)",
            "e",
        ),
        positive=["0 < abs a", "0 < a * a"],
    ),
)
def tends_inv() -> None:
    """The limit of an inverse."""


@lemma(
    "tends (λt:ℝ. inv t) 0",
    by=from_some_number(
        "inv t",
        "0",
        "2 * inv e",
        "0 < inv e",
        "0 < t",
        "0 < inv t",
        "inv t ≤ inv (2 * inv e)",
        "inv (2 * inv e) = 1/2 * e",
    ),
)
def tends_inverse() -> None:
    """1/t for large t."""
