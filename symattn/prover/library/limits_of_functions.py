"""Limits at infinity of exponentials, logarithms, roots and absolute values.

Source: Rudin, *Principles of Mathematical Analysis*, 4.7 and 8.6.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ..logic.cached_rules import refl
from ..logic.conversions import replaced
from ..logic.derived_rules import eq_mp_back
from .facts import lemma
from .goals import Goal
from .limits import continuous, from_some_number, of_both, of_least, within
from .outlines import claim, in_cases, rewriting, through, use

_LOG, _FALL = "log (1 + e * exp (-1 * a))", "e * exp (-1 * a)"


@lemma("∀u v w e:ℝ. 0 < e ⇒ u * w = 1 ⇒ 0 < w ⇒ u < v * (1 + e * w) ⇒ u < v + e", by=in_cases("v * w ≤ 1"))
def above_by_less() -> None:
    """A number that is less than v + v e w, where w is its inverse, is less than v + e."""


@lemma(
    "∀f:ℝ→ℝ, a:ℝ. tends f a ⇒ tends (λt:ℝ. exp (f t)) (exp a)",
    by=continuous(
        "exp x",
        _LOG,
        f"0 < 1 + {_FALL}",
        use("∀x a z:ℝ. 0 < z ⇒ x + -1 * a < log z ⇒ exp x < exp a * z", "x", "a", f"1 + {_FALL}"),
        use("∀x a z:ℝ. 0 < z ⇒ x + -1 * a < log z ⇒ exp x < exp a * z", "a", "x", f"1 + {_FALL}"),
        use("∀a:ℝ. exp a * exp (-1 * a) = 1", "a"),
        use("exp_pos", "-1 * a"),
        use("above_by_less", "exp a", "exp x", "exp (-1 * a)", "e"),
        use("∀u w e:ℝ. u * w = 1 ⇒ u * (1 + e * w) = u + e", "exp a", "exp (-1 * a)", "e"),
        use("∀z u v:ℝ. z < u ⇒ u = v ⇒ z < v", "exp x", "exp a * (1 + e * exp (-1 * a))", "exp a + e"),
        of_both("exp x", "exp a"),
        positive=[f"0 < {_FALL}"],
    ),
)
def tends_exp() -> None:
    """The limit of an exponential."""


_BELOW = "a * (1 + -1 * exp (-1 * e))"


@lemma(
    "∀f:ℝ→ℝ, a:ℝ. 0 < a ⇒ tends f a ⇒ tends (λt:ℝ. log (f t)) (log a)",
    by=continuous(
        "log x",
        _BELOW,
        use("∀a x z:ℝ. a + -1 * x < a * (1 + -1 * z) ⇒ a * z < x", "a", "x", "exp (-1 * e)"),
        use("∀a x e:ℝ. 0 < a ⇒ a * exp (-1 * e) < x ⇒ 0 < x", "a", "x", "e"),
        use("∀a x e:ℝ. 0 < a ⇒ a * exp (-1 * e) < x ⇒ log a < log x + e", "a", "x", "e"),
        use("∀e:ℝ. 0 < e ⇒ 1 + -1 * exp (-1 * e) ≤ exp e + -1", "e"),
        use(
            "∀a x y z:ℝ. 0 < a ⇒ y ≤ z + -1 ⇒ x + -1 * a < a * y ⇒ x < a * z",
            "a",
            "x",
            "1 + -1 * exp (-1 * e)",
            "exp e",
        ),
        use("∀a x e:ℝ. 0 < a ⇒ 0 < x ⇒ x < a * exp e ⇒ log x < log a + e", "a", "x", "e"),
        of_both("log x", "log a"),
        positive=["exp (-1 * e) < 1"],
    ),
)
def tends_log() -> None:
    """The limit of a logarithm."""


@lemma(
    "∀f:ℝ→ℝ, a:ℝ. 0 < a ⇒ tends f a ⇒ tends (λt:ℝ. sqrt (f t)) (sqrt a)",
    by=continuous(
        "sqrt x",
        "min a (e * sqrt a)",
        *of_least("x", "a", "a", "e * sqrt a"),
        use("∀a x:ℝ. a + -1 * x < a ⇒ 0 < x", "a", "x"),
        use("∀x:ℝ. 0 < x ⇒ 0 < sqrt x", "x"),
        use("∀x:ℝ. 0 < x ⇒ 0 < sqrt x", "a"),
        use("∀x a:ℝ. 0 < x ⇒ 0 < a ⇒ x + -1 * a = (sqrt x + -1 * sqrt a) * (sqrt x + sqrt a)", "x", "a"),
        use("∀x a:ℝ. 0 < x ⇒ 0 < a ⇒ x + -1 * a = (sqrt x + -1 * sqrt a) * (sqrt x + sqrt a)", "a", "x"),
        use(
            "∀z u v w e:ℝ. 0 < e ⇒ 0 < v ⇒ 0 < w ⇒ z = u * (w + v) ⇒ z < e * v ⇒ u < e",
            "x + -1 * a",
            "sqrt x + -1 * sqrt a",
            "sqrt a",
            "sqrt x",
            "e",
        ),
        use(
            "∀z u v w e:ℝ. 0 < e ⇒ 0 < v ⇒ 0 < w ⇒ z = u * (v + w) ⇒ z < e * v ⇒ u < e",
            "a + -1 * x",
            "sqrt a + -1 * sqrt x",
            "sqrt a",
            "sqrt x",
            "e",
        ),
        within("sqrt x", "sqrt a", "e"),
        positive=[use("∀x:ℝ. 0 < x ⇒ 0 < sqrt x", "a")],
    ),
)
def tends_sqrt() -> None:
    """The limit of a square root."""


@lemma("∀f:ℝ→ℝ, a:ℝ. tends f a ⇒ tends (λt:ℝ. abs (f t)) (abs a)", by=continuous("abs x", "e"))
def tends_abs() -> None:
    """The limit of an absolute value."""


@lemma(
    "∀c:ℝ. c < 0 ⇒ tends (λt:ℝ. exp (c * t)) 0",
    by=from_some_number(
        "exp (c * t)",
        "0",
        "(log e + -1) * inv c",
        "c * t ≤ c * ((log e + -1) * inv c)",
        "c * ((log e + -1) * inv c) = log e + -1",
        "exp (c * t) ≤ exp (log e + -1)",
        "exp (log e + -1) < exp (log e)",
        "exp (log e) = e",
    ),
)
def tends_exponential() -> None:
    """An exponential that falls."""


def with_the_last(goal: Goal) -> Theorem:
    """Prove a goal by the last premise but one, after rewriting by the last one."""
    limit, same = map(assume, goal.premises[-2:])
    return eq_mp_back(replaced(refl(goal.conclusion), same), limit)


@lemma(
    "∀d:ℝ, p:𝔹. (p ⇒ d = 0) ⇒ (¬p ⇒ d < 0) ⇒ tends (λt:ℝ. exp (d * t)) (ind p)",
    by=in_cases(
        "p",
        through(
            use(0),
            claim("∀t:ℝ. 0 ≤ t ⇒ exp (d * t) = 1", use("∀t:ℝ. exp (0 * t) = 1", "t"), then=rewriting),
            use("tends_const", "1"),
            use("tends_same", "λt:ℝ. exp (d * t)", "λt:ℝ. 1", "1", "0"),
            use("∀p:𝔹. p ⇒ ind p = 1", "p"),
            then=with_the_last,
        ),
        through(use(1), use("tends_exponential", "d"), use("∀p:𝔹. ¬p ⇒ ind p = 0", "p"), then=with_the_last),
    ),
)
def tends_to_maxima() -> None:
    """An exponential that does not rise: 1 where it does not vary, and else 0."""
