"""Lemmas on the order of powers with natural numbers as exponents: signs, monotony, tangents.

The tangents are what Bernoulli's inequality says of xᵃ⁺¹, for x ≥ 0 and, where the exponent is even, for any x.
Sources: Hardy, Littlewood and Pólya, *Inequalities*, §§2.4 and 2.15; Rudin, 1.21.
"""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.terms import NAT, Term, var
from ..logic.conversions import rewrite
from ..logic.derived_rules import close, discharge, left, symmetric
from ..logic.formulas import ONE, ZERO, le, minus, plus, times, x, y
from ..logic.numerals import NONE, real, suc
from .facts import fact, infer, lemma
from .naturals import by_induction
from .powers import power_term
from .search import implied, said_of

_A = var("a", NAT)
_FIRST, _SECOND = assume(le(ZERO, x)), assume(le(ZERO, y))


def _by_induction(goal: Callable[[Term], Term], base: Theorem, step: Theorem) -> Theorem:
    """Infer ⊢ goal a from goal 0 and from goal a ⊢ goal (a + 1), where these have their powers written out."""
    first = [fact("real_zero"), *(fact("power_zero", v) for v in (x, y))]
    later = [fact("real_suc", _A), *(fact("power_suc", v, _A) for v in (x, y))]
    cases = []
    for place, theorem, equations in ((NONE, base, first), (suc(_A), step, later)):
        written_out = rewrite(goal(place), {left(equation): equation for equation in equations})
        cases.append(eq_mp(symmetric(written_out), theorem))
    return by_induction(_A, goal(_A), *cases)


@lemma("∀x:ℝ, a:ℕ. 0 ≤ x ⇒ 0 ≤ power x a")
def power_nonneg() -> Theorem:
    """Products of numbers that are not negative are such numbers."""
    base = infer("lt_le", fact("zero_lt_one"))
    before = le(ZERO, power_term(x, _A))
    step = infer("le_mul", _FIRST, assume(before))
    result = _by_induction(lambda a: le(ZERO, power_term(x, a)), base, step)
    return close(discharge(_FIRST.conclusion, result), x, _A)


@lemma("∀x y:ℝ, a:ℕ. 0 ≤ x ⇒ x ≤ y ⇒ power x a ≤ power y a")
def power_le() -> Theorem:
    """The products of ordered numbers that are not negative are ordered."""
    order, powers = assume(le(x, y)), (power_term(x, _A), power_term(y, _A))
    statement = "∀x y u v:ℝ. 0 ≤ x ⇒ x ≤ y ⇒ 0 ≤ u ⇒ u ≤ v ⇒ x * u ≤ y * v"
    sign = fact("power_nonneg", x, _A, premises=(_FIRST,))
    step = implied(statement, _FIRST, order, sign, assume(le(*powers)))
    result = _by_induction(lambda a: le(power_term(x, a), power_term(y, a)), fact("le_refl", ONE), step)
    return close(discharge(_FIRST.conclusion, discharge(order.conclusion, result)), x, y, _A)


@lemma("∀x y:ℝ, a:ℕ. 0 ≤ x ⇒ 0 ≤ y ⇒ 0 ≤ (x + -1 * y) * (power x a + -1 * power y a)")
def powers_alike() -> None:
    """Powers of numbers that are not negative are ordered as these are."""


def _tangent(a: Term) -> Term:
    """Return that the tangent of xᵃ⁺¹ at x is not above it at y."""
    slope = times(plus(ONE, real(a)), times(power_term(x, a), plus(y, minus(x))))
    return le(plus(times(x, power_term(x, a)), slope), times(y, power_term(y, a)))


@lemma("∀x y:ℝ, a:ℕ. 0 ≤ x ⇒ 0 ≤ y ⇒ x * power x a + (1 + real a) * (power x a * (y + -1 * x)) ≤ y * power y a")
def power_tangent() -> Theorem:
    """From one exponent to the next, y times the inequality leaves (1 + a)·xᵃ·(y − x)² over."""
    gap = plus(y, minus(x))
    sign = fact("power_nonneg", x, _A, premises=(_FIRST,))
    square = infer("le_mul", sign, fact("square_nonneg", gap))
    signs = fact("real_nonneg", _A), square
    more = infer("le_mul", *signs)
    before = assume(_tangent(_A))
    times_y = infer("sub_nonneg", before)
    times_y = infer("le_mul", _SECOND, times_y)
    statement = (
        "∀x y u v a:ℝ. 0 ≤ u * ((y + -1 * x) * (y + -1 * x)) ⇒ 0 ≤ a * (u * ((y + -1 * x) * (y + -1 * x))) ⇒"
        " 0 ≤ y * (y * v + -1 * (x * u + (1 + a) * (u * (y + -1 * x)))) ⇒"
        " x * (x * u) + (1 + (a + 1)) * ((x * u) * (y + -1 * x)) ≤ y * (y * v)"
    )
    step = implied(statement, square, more, times_y)
    base = said_of("∀x y:ℝ. x * 1 + (1 + 0) * (1 * (y + -1 * x)) ≤ y * 1", (x, y))
    result = _by_induction(_tangent, base, step)
    return close(discharge(_FIRST.conclusion, discharge(_SECOND.conclusion, result)), x, y, _A)


@lemma(
    "∀x y:ℝ, a:ℕ. (x * x) * power (x * x) a + (1 + real a) * (power (x * x) a * (2 * (x * (y + -1 * x))))"
    " ≤ (y * y) * power (y * y) a"
)
def even_power_tangent() -> Theorem:
    """The tangent at x², where y² is not below its own tangent."""
    squares, gap = (times(x, x), times(y, y)), plus(y, minus(x))
    signs = [fact("square_nonneg", v) for v in (x, y)]
    below = fact("power_tangent", *squares, _A, premises=tuple(signs))
    sign = fact("power_nonneg", squares[0], _A, premises=(signs[0],))
    rest = infer("le_mul", sign, fact("square_nonneg", gap))
    more = infer("le_mul", fact("real_nonneg", _A), rest)
    statement = (
        "∀x y u v a:ℝ. (x * x) * u + (1 + a) * (u * (y * y + -1 * (x * x))) ≤ (y * y) * v ⇒"
        " 0 ≤ u * ((y + -1 * x) * (y + -1 * x)) ⇒ 0 ≤ a * (u * ((y + -1 * x) * (y + -1 * x))) ⇒"
        " (x * x) * u + (1 + a) * (u * (2 * (x * (y + -1 * x)))) ≤ (y * y) * v"
    )
    return implied(statement, below, rest, more)


@lemma("∀x:ℝ, a:ℕ. 0 ≤ x ⇒ 1 + real a * (x + -1 * 1) ≤ power x a")
def power_at_one() -> Theorem:
    """Bernoulli's inequality: from one exponent to the next, a·(x − 1)² is left over."""
    gap = plus(x, minus(ONE))

    def goal(a: Term) -> Term:
        return le(plus(ONE, times(real(a), gap)), power_term(x, a))

    signs = fact("real_nonneg", _A), fact("square_nonneg", gap)
    square = infer("le_mul", *signs)
    statement = (
        "∀x u a:ℝ. 0 ≤ x ⇒ 1 + a * (x + -1 * 1) ≤ u ⇒ 0 ≤ a * ((x + -1 * 1) * (x + -1 * 1)) ⇒"
        " 1 + (a + 1) * (x + -1 * 1) ≤ x * u"
    )
    step = implied(statement, _FIRST, assume(goal(_A)), square)
    result = _by_induction(goal, said_of("∀x:ℝ. 1 + 0 * (x + -1 * 1) ≤ 1", (x,)), step)
    return close(discharge(_FIRST.conclusion, result), x, _A)
