"""Lemmas that rest on the sign of a derivative: eˣ and log x against their tangents, and their monotony.

What their proofs leave to a search speaks of numbers alone, not of exponentials: a search may use these very lemmas.
Sources: Rudin, 5.11 and 8.6; Hardy, Littlewood and Pólya, *Inequalities*, §§2.5 and 4.1.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem, assume
from ...kernel.terms import REAL, Term, app, equation, var
from ..logic.cached_rules import ring
from ..logic.conversions import rewrite_proposition
from ..logic.derived_rules import ap_term, chain, close, discharge, gen, mp, spec, symmetric
from ..logic.formulas import EXP, LOG, ONE, ZERO, le, lt, minus, number, plus, times, x, y
from .facts import fact, infer, lemma
from .outlines import claim, rewriting, through, use
from .propositions import by_cases
from .search import implied, searched

_T = var("t", REAL)


def _exp(t: Term) -> Term:
    return app(EXP, t)


def _log(t: Term) -> Term:
    return app(LOG, t)


def _above_zero(t: Term) -> Theorem:
    return fact("exp_pos", t)


def _rising(function: str, slope: str, sign: Theorem, low: Term, high: Term, order: Theorem) -> Theorem:
    """Infer f a ≤ f b from ⊢ 0 ≤ g t, under a ≤ t and t ≤ b, for the derivative g of f, and ⊢ a ≤ b."""
    known = spec(searched(f"∀s:ℝ. deriv (λt:ℝ. {function}) s ({slope.replace(' t', ' s')})"), _T)
    inside = (le(low, _T), le(_T, high))
    every, signs = (gen(_T, discharge(inside[0], discharge(inside[1], t))) for t in (known, sign))
    return infer("deriv_nonneg", order, every, signs)


@lemma("∀x:ℝ. 0 ≤ x ⇒ 1 ≤ exp x")
def exp_ge_one(order: Theorem) -> Theorem:
    """The derivative of exp is positive."""
    sign = infer("lt_le", _above_zero(_T))
    return rewrite_proposition(_rising("exp t", "exp t", sign, ZERO, x, order), fact("exp_zero"))


@lemma("∀x:ℝ. x ≤ 0 ⇒ exp x ≤ 1")
def exp_le_one(order: Theorem) -> Theorem:
    """The inverse of eˣ is e⁻ˣ, which is at least 1."""
    opposite = minus(x)
    above = implied("∀x:ℝ. x ≤ 0 ⇒ 0 ≤ -1 * x", order)
    above = infer("exp_ge_one", above)
    one = chain(symmetric(fact("exp_add", x, opposite)), ap_term(EXP, ring(plus(x, opposite), ZERO)), fact("exp_zero"))
    statement = "∀u v:ℝ. 0 < u ⇒ 1 ≤ v ⇒ u * v = 1 ⇒ u ≤ 1"
    return implied(statement, _above_zero(x), above, one)


@lemma("∀x:ℝ. 1 + x ≤ exp x")
def exp_above() -> Theorem:
    """The difference falls before 0 and rises behind it."""
    behind, before = assume(le(ZERO, x)), fact("le_total", ZERO, x)
    sign = infer("exp_ge_one", assume(le(ZERO, _T)))
    sign = implied("∀u:ℝ. 1 ≤ u ⇒ 0 ≤ u + -1", sign)
    rising = rewrite_proposition(_rising("exp t + -1 * t", "exp t + -1", sign, ZERO, x, behind), fact("exp_zero"))
    rising = implied("∀u x:ℝ. 1 + -1 * 0 ≤ u + -1 * x ⇒ 1 + x ≤ u", rising)
    sign = infer("exp_le_one", assume(le(_T, ZERO)))
    sign = implied("∀u:ℝ. u ≤ 1 ⇒ 0 ≤ 1 + -1 * u", sign)
    falling = rewrite_proposition(_rising("t + -1 * exp t", "1 + -1 * exp t", sign, x, ZERO, before), fact("exp_zero"))
    falling = implied("∀u x:ℝ. x + -1 * u ≤ 0 + -1 * 1 ⇒ 1 + x ≤ u", falling)
    return by_cases(behind.conclusion, rising, falling)


@lemma("∀x y:ℝ. exp x * (1 + (y + -1 * x)) ≤ exp y")
def exp_tangent() -> Theorem:
    """The tangent at x is nowhere above the exponential."""
    gap = plus(y, minus(x))
    product = chain(symmetric(fact("exp_add", x, gap)), ap_term(EXP, ring(plus(x, gap), y)))
    below = implied(
        "∀u v w:ℝ. 0 < u ⇒ v ≤ w ⇒ u * v ≤ u * w",
        _above_zero(x),
        fact("exp_above", gap),
    )
    return rewrite_proposition(below, product)


@lemma("∀x:ℝ. x ≠ 0 ⇒ 1 + x < exp x")
def exp_strictly_above(apart: Theorem) -> Theorem:
    """With u = e^(x/2) ≠ 1 it is 1 + x ≤ 2u − 1 < u²."""
    half = times(number(Fraction(1, 2)), x)
    gap = plus(_exp(half), minus(ONE))
    one = assume(equation(_exp(half), ONE))
    zero = chain(symmetric(fact("log_exp", half)), ap_term(LOG, one), fact("log_one"))
    unequal = discharge(one.conclusion, mp(apart, implied("∀x:ℝ. 1/2 * x = 0 ⇒ x = 0", zero)))
    square = chain(symmetric(fact("exp_add", half, half)), ap_term(EXP, ring(plus(half, half), x)))
    apart = implied("∀u:ℝ. u ≠ 1 ⇒ u + -1 * 1 ≠ 0", unequal)
    above = infer("nonneg_ne_pos", fact("square_nonneg", gap), infer("mul_ne", apart, apart))
    statement = "∀u h x:ℝ. 0 < (u + -1 * 1) * (u + -1 * 1) ⇒ 1 + 1/2 * x ≤ u ⇒ u * u = h ⇒ 1 + x < h"
    return implied(statement, above, fact("exp_above", half), square)


@lemma(
    "∀x y:ℝ. x ≤ y ⇒ exp x ≤ exp y",
    by=through(
        use("exp_pos", "x"),
        use("exp_tangent", "x", "y"),
        use("∀u v x y:ℝ. 0 < u ⇒ x ≤ y ⇒ u * (1 + (y + -1 * x)) ≤ v ⇒ u ≤ v", "exp x", "exp y", "x", "y"),
    ),
)
def exp_le() -> None:
    """The exponential is monotone."""


@lemma(
    "∀x y:ℝ. x < y ⇒ exp x < exp y",
    by=through(
        use("exp_pos", "x"),
        use("exp_tangent", "x", "y"),
        use("∀u v x y:ℝ. 0 < u ⇒ x < y ⇒ u * (1 + (y + -1 * x)) ≤ v ⇒ u < v", "exp x", "exp y", "x", "y"),
    ),
)
def exp_lt() -> None:
    """The exponential is strictly monotone."""


@lemma("∀x y:ℝ. exp x ≤ exp y ⇒ x ≤ y")
def le_of_exp() -> None:
    """Otherwise eʸ < eˣ."""


@lemma("∀x y:ℝ. exp x < exp y ⇒ x < y")
def lt_of_exp() -> None:
    """Otherwise eʸ ≤ eˣ."""


def _as_exponentials(signs: tuple[Theorem, Theorem]) -> tuple[Theorem, Theorem]:
    """Return ⊢ exp (log x) = x and ⊢ exp (log y) = y."""
    first, second = (infer("exp_log", sign) for v, sign in zip((x, y), signs, strict=True))
    return first, second


@lemma(
    "∀x y:ℝ. 0 < x ⇒ x ≤ y ⇒ log x ≤ log y",
    by=through(
        "0 < y",
        use("exp_log", "x"),
        use("exp_log", "y"),
        claim("exp (log x) ≤ exp (log y)", then=rewriting),
        use("le_of_exp", "log x", "log y"),
    ),
)
def log_le() -> None:
    """The logarithm is monotone, for the exponential is."""


@lemma(
    "∀x y:ℝ. 0 < x ⇒ x < y ⇒ log x < log y",
    by=through(
        "0 < y",
        use("exp_log", "x"),
        use("exp_log", "y"),
        claim("exp (log x) < exp (log y)", then=rewriting),
        use("lt_of_exp", "log x", "log y"),
    ),
)
def log_lt() -> None:
    """The logarithm is strictly monotone."""


@lemma("∀x y:ℝ. 0 < x ⇒ 0 < y ⇒ log y ≤ log x + (y * inv x + -1)")
def log_tangent() -> Theorem:
    """The tangent at x is nowhere below the logarithm."""
    signs = assume(lt(ZERO, x)), assume(lt(ZERO, y))
    gap = plus(_log(y), minus(_log(x)))
    of_inverse = fact("inv_exp", _log(x))  # inv (exp (log x)) = exp (−log x)
    product = fact("exp_add", _log(y), minus(_log(x)))
    below = rewrite_proposition(fact("exp_above", gap), product, symmetric(of_inverse), *_as_exponentials(signs))
    statement = "∀a b u:ℝ. 1 + (b + -1 * a) ≤ u ⇒ b ≤ a + (u + -1)"
    result = implied(statement, below)
    return close(discharge(signs[0].conclusion, discharge(signs[1].conclusion, result)), x, y)


@lemma(
    "∀x y:ℝ. 0 < x ⇒ 0 < y ⇒ log x ≤ log y + (2 * (sqrt x * sqrt y * inv y) + -2)",
    by=through("0 < sqrt x", "0 < sqrt y", "inv (sqrt y) = sqrt y * inv y", use("log_tangent", "sqrt y", "sqrt x")),
)
def log_tangent_of_roots() -> None:
    """The tangent of the logarithm at √y, at √x."""


@lemma("∀x:ℝ. 0 < x ⇒ x ≠ 1 ⇒ log x < x + -1")
def log_below(sign: Theorem, apart: Theorem) -> Theorem:
    """The tangent at 1 meets the logarithm at 1 alone."""
    above = fact("exp_strictly_above", _log(x), premises=(infer("log_ne", sign, apart),))
    return implied("∀u x:ℝ. 1 + u < x ⇒ u < x + -1", rewrite_proposition(above, infer("exp_log", sign)))


@lemma(
    "∀f g:[n]→ℝ. (∀i:[n]. 0 < f i) ⇒ (∀i:[n]. 0 < g i) ⇒"
    " log (Σ i:[n]. f i) + inv (Σ i:[n]. f i) * (Σ i:[n]. f i * (log (g i) + -1 * log (f i))) ≤ log (Σ i:[n]. g i)"
)
def log_sum() -> None:
    """The tangents of the logarithm at f·Σg/Σf, with the weights f/Σf: Gibbs' inequality."""


@lemma(
    "∀g:[n]→ℝ. (∀i:[n]. 0 < g i) ⇒ log #{n} + inv #{n} * (Σ i:[n]. log (g i)) ≤ log (Σ i:[n]. g i)",
    by=through(use("log_sum", "λi:[n]. 1", "g")),
)
def log_mean() -> None:
    """The same with equal weights: the geometric mean is at most the arithmetic one."""


@lemma(
    "∀x y:ℝ. 0 < x ⇒ x * (1 + (y + -1 * log x)) ≤ exp y",
    by=through(use("exp_log", "x"), use("exp_tangent", "log x", "y"), then=rewriting),
)
def exp_tangent_at_logarithm() -> None:
    """The tangent of the exponential function at log x: Young's inequality for x log x and the exponential."""


@lemma(
    "∀x y:ℝ. 0 < x ⇒ 0 < y ⇒ 1 + (log x + -1 * log y) ≤ x * inv y",
    by=through(use("log_tangent", "y", "x")),
)
def ratio_above_logarithms() -> None:
    """The tangent of the logarithm at 1, at a ratio."""


@lemma(
    "∀f:[n]→ℝ, i:[n]. (∀k:[n]. 0 < f k) ⇒ log (f i) ≤ log (Σ k:[n]. f k)", by=through(use("term_below_sum", "f", "i"))
)
def log_of_term() -> None:
    """The logarithm grows, and a term is at most the sum."""
