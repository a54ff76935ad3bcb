"""Lemmas about sine and cosine: their squares, and their period from cos π = −1 and the zeros of 1 − cos."""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import implication
from ...kernel.terms import NAT, REAL, Term, app, const, equation, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import absurd, ap_term, binary, chain, close, discharge, gen, right, symmetric
from ..logic.formulas import ADD, COS, MINUS, ONE, PI, SIN, TURN, ZERO, minus, number, plus, times, x
from ..logic.numerals import real, suc
from .facts import fact, infer, lemma
from .naturals import by_induction


@lemma("∀x:ℝ. sin x * sin x = 1 + -1 * (cos x * cos x)")
def sin_square() -> Theorem:
    """Pythagoras, from the addition theorem at x and −x."""
    sin, cos = app(const("sin"), x), app(const("cos"), x)
    at_zero = chain(ap_term(const("cos"), ring(plus(x, minus(x)), ZERO)), fact("cos_zero"))
    added = replaced(fact("cos_add", x, minus(x)), fact("cos_neg", x), fact("sin_neg", x))
    one = chain(symmetric(at_zero), added)  # 1 = cos·cos + −(sin·(−sin))
    square = times(sin, sin)
    rest = right(one)
    step = to(refl(square), plus(rest, minus(times(cos, cos))))
    return chain(step, binary(ADD, symmetric(one), refl(minus(times(cos, cos)))))


_X, _K, _NONE = var("x", REAL), var("k", NAT), literal(0, NAT)


def _turns(k: Term) -> Term:
    """Return 2·(π·k)."""
    return times(number(2), times(PI, real(k)))


@lemma("sin pi = 0")
def sin_pi() -> Theorem:
    """Sine at π, where the square of the cosine is 1."""
    square = to(replaced(fact("sin_square", PI), fact("cos_pi")), ZERO)
    return infer("square_zero", square)


@lemma("cos (1/2 * pi) = 0")
def cos_right_angle() -> Theorem:
    """Cosine at π/2, where twice its square is 1 + cos π."""
    right_angle = times(number(Fraction(1, 2)), PI)
    square = times(app(COS, right_angle), app(COS, right_angle))
    double = plus(times(number(2), square), MINUS)
    added = chain(ap_term(COS, ring(PI, plus(right_angle, right_angle))), fact("cos_add", right_angle, right_angle))
    added = to(replaced(added, fact("sin_square", right_angle)), double)
    nothing = chain(symmetric(added), fact("cos_pi"))  # 2·cos² − 1 = −1
    zero = to(replaced(ring(square, times(number(Fraction(1, 2)), plus(double, ONE))), nothing), ZERO)
    return infer("square_zero", zero)


def _at_one_turn(function: Term, rule: str, value: Term) -> Theorem:
    """Infer ⊢ f (2·π) = value from the addition theorem at π and π."""
    added = chain(ap_term(function, ring(TURN, plus(PI, PI))), fact(rule, PI, PI))
    return to(replaced(added, fact("cos_pi"), fact("sin_pi")), value)


def _period(function: Term, rule: str) -> Theorem:
    turn = (_at_one_turn(COS, "cos_add", ONE), _at_one_turn(SIN, "sin_add", ZERO))
    return close(to(replaced(fact(rule, _X, TURN), *turn), app(function, _X)), _X)


@lemma("∀x:ℝ. cos (x + 2 * pi) = cos x")
def cos_period() -> Theorem:
    """The period of the cosine."""
    return _period(COS, "cos_add")


@lemma("∀x:ℝ. sin (x + 2 * pi) = sin x")
def sin_period() -> Theorem:
    """The period of the sine."""
    return _period(SIN, "sin_add")


def _by_turns(function: Term, period: str, start: Theorem) -> Theorem:
    """Prove ∀k. f (2·(π·k)) = f 0 by induction."""
    value = start.conclusion.argument  # type: ignore[attr-defined]
    none = to(replaced(refl(_turns(_NONE)), fact("real_zero")), ZERO)
    more = to(replaced(refl(_turns(suc(_K))), fact("real_suc", _K)), plus(_turns(_K), TURN))
    here = assume(equation(app(function, _turns(_K)), value))
    step = chain(ap_term(function, more), fact(period, _turns(_K)), here)
    return close(by_induction(_K, here.conclusion, chain(ap_term(function, none), start), step), _K)


@lemma("∀k:ℕ. cos (2 * (pi * real k)) = 1")
def cos_turns() -> Theorem:
    """The cosine of whole turns."""
    return _by_turns(COS, "cos_period", fact("cos_zero"))


@lemma("∀k:ℕ. sin (2 * (pi * real k)) = 0")
def sin_turns() -> Theorem:
    """The sine of whole turns."""
    return _by_turns(SIN, "sin_period", fact("sin_zero"))


@lemma("∀x:ℝ. cos x = 1 ⇒ x < 2 * pi ⇒ -1 * x < 2 * pi ⇒ x = 0")
def within_one_turn(cosine: Theorem, below: Theorem, above: Theorem) -> Theorem:
    """Of the numbers with cosine 1, which are whole turns, only 0 lies within one turn of 0."""
    goal = equation(_X, ZERO)
    cases = (_no_turn(2, _X, below), _no_turn(-2, minus(_X), above))
    return fact("cos_one", _X, goal, premises=(cosine, *cases))


def _no_turn(sign: int, size: Term, bound: Theorem) -> Theorem:
    """Infer ∀k. x = ±2·(π·k) ⇒ x = 0 from ⊢ size < 2·π, where size is x or −x."""

    def turned(k: Term) -> Term:
        return equation(_X, times(number(sign), times(PI, real(k))))

    none, some = assume(turned(_NONE)), assume(turned(suc(_K)))
    base = to(replaced(none, fact("real_zero")), ZERO)
    beyond = to(replaced(refl(plus(size, minus(TURN))), some, fact("real_suc", _K)), _turns(_K))
    nonnegative = rewrite_proposition(_turns_nonnegative(), symmetric(beyond))
    far = infer("le_of_nonneg", nonnegative)
    step = absurd(far, bound, equation(_X, ZERO))
    proposition = implication(turned(_K), equation(_X, ZERO))
    cases = discharge(none.conclusion, base), discharge(some.conclusion, step)
    return gen(_K, by_induction(_K, proposition, *cases))


def _turns_nonnegative() -> Theorem:
    """Infer ⊢ 0 ≤ 2·(π·k)."""
    two = infer("lt_le", _positive_two())
    pi = infer("lt_le", fact("pi_pos"))
    inner = infer("le_mul", pi, fact("real_nonneg", _K))
    return infer("le_mul", two, inner)


def _positive_two() -> Theorem:
    one = fact("zero_lt_one")
    weak = infer("lt_le", one)
    return rewrite_proposition(infer("add_pos", one, weak), ring(plus(ONE, ONE), number(2)))
