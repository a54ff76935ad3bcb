"""Limits at infinity of products.

Source: Rudin, *Principles of Mathematical Analysis*, 4.4 and 4.9.
"""

from __future__ import annotations

from .facts import lemma
from .limits import continuous, of_least, within
from .outlines import claim, rewriting, through, use

_SUM = "(1 + abs a + abs b)"


@lemma(
    "∀f g:ℝ→ℝ, a b:ℝ. tends f a ⇒ tends g b ⇒ tends (λt:ℝ. f t * g t) (a * b)",
    by=continuous(
        "x * y",
        f"min 1 (e * inv {_SUM})",
        *of_least("x", "a", "1", f"e * inv {_SUM}"),
        *of_least("y", "b", "1", f"e * inv {_SUM}"),
        within("x", "a", "1"),
        within("x", "a", f"e * inv {_SUM}"),
        within("y", "b", f"e * inv {_SUM}"),
        use(
            "∀a b x y:ℝ. abs (x * y + -1 * (a * b))"
            " ≤ abs (x + -1 * a) * abs (y + -1 * b) + abs a * abs (y + -1 * b) + abs b * abs (x + -1 * a)",
            "a",
            "b",
            "x",
            "y",
        ),
        use("∀u v d:ℝ. abs u < 1 ⇒ abs v < d ⇒ abs u * abs v < d", "x + -1 * a", "y + -1 * b", f"e * inv {_SUM}"),
        use("∀a v d:ℝ. abs v < d ⇒ abs a * abs v ≤ abs a * d", "a", "y + -1 * b", f"e * inv {_SUM}"),
        use("∀a v d:ℝ. abs v < d ⇒ abs a * abs v ≤ abs a * d", "b", "x + -1 * a", f"e * inv {_SUM}"),
        use(
            "∀z u v w a b d:ℝ. z ≤ u + v + w ⇒ u < d ⇒ v ≤ a * d ⇒ w ≤ b * d ⇒ z < (1 + a + b) * d",
            "abs (x * y + -1 * (a * b))",
            "abs (x + -1 * a) * abs (y + -1 * b)",
            "abs a * abs (y + -1 * b)",
            "abs b * abs (x + -1 * a)",
            "abs a",
            "abs b",
            f"e * inv {_SUM}",
        ),
        use("∀e a b:ℝ. (1 + abs a + abs b) * (e * inv (1 + abs a + abs b)) = e", "e", "a", "b"),
        use("∀z u e:ℝ. z < u ⇒ u = e ⇒ z < e", "abs (x * y + -1 * (a * b))", f"{_SUM} * (e * inv {_SUM})", "e"),
        positive=[f"0 < {_SUM}", f"0 < e * inv {_SUM}"],
    ),
)
def tends_mul() -> None:
    """The limit of a product."""


@lemma(
    "∀f g:ℝ→ℝ. (∀t:ℝ. 0 ≤ t ⇒ abs (g t) ≤ 1) ⇒ tends f 0 ⇒ tends (λt:ℝ. f t * g t) 0",
    by=through(
        use("tends_abs", "f", "0"),
        use("∀x:ℝ. abs 0 = 0", "0"),
        claim(
            "∀t:ℝ. 0 ≤ t ⇒ abs (f t * g t + -1 * 0) ≤ abs (f t)",
            use(0, "t"),
            then=use("∀x y:ℝ. abs y ≤ 1 ⇒ abs (x * y + -1 * 0) ≤ abs x", "f t", "g t"),
        ),
        claim("tends (λt:ℝ. abs (f t)) 0", then=rewriting),
        then=use("tends_squeezed", "λt:ℝ. f t * g t", "λt:ℝ. abs (f t)", "0", "0"),
    ),
)
def tends_bounded() -> None:
    """A product of what becomes 0 and what lies between −1 and 1."""
