"""Lemmas about the period of sine and cosine, from cos π = −1 and the zeros of 1 − cos."""

from __future__ import annotations

from ..kernel.rules import Theorem, assume
from ..kernel.syntax import implication, negation
from ..kernel.terms import NAT, REAL, Term, app, const, equation, literal, var
from .cached_rules import refl, ring
from .conversions import replaced, to
from .formulas import ONE, ZERO, absurd, by_cases, close, lt, minus, number, plus, rewrite_proposition, times
from .induction import by_induction
from .library import fact, lemma
from .logic import ap_term, chain, discharge, gen, symmetric
from .naturals import real, suc

SIN, COS, PI = const("sin"), const("cos"), const("pi")
_X, _K, _NONE = var("x", REAL), var("k", NAT), literal(0, NAT)
_TWO = number(2)
_TURN = times(_TWO, PI)


def _turns(k: Term) -> Term:
    """Return 2·(π·k)."""
    return times(_TWO, times(PI, real(k)))


@lemma("∀x:ℝ. x * x = 0 ⇒ x = 0")
def square_zero() -> Theorem:
    """A number is 0 when its square is."""
    square, zero = assume(equation(times(_X, _X), ZERO)), assume(equation(_X, ZERO))
    otherwise = fact("mul_zero", {}, _X, _X, premises=(square, assume(negation(zero.conclusion))))
    return close(discharge(square.conclusion, by_cases(zero.conclusion, zero, otherwise)), _X)


@lemma("sin pi = 0")
def sin_pi() -> Theorem:
    """Sine at π, where the square of the cosine is 1."""
    square = to(replaced(fact("sin_square", {}, PI), fact("cos_pi")), ZERO)
    return fact("square_zero", {}, app(SIN, PI), premises=(square,))


def _at_one_turn(function: Term, rule: str, value: Term) -> Theorem:
    """Infer ⊢ f (2·π) = value from the addition theorem at π and π."""
    added = chain(ap_term(function, ring(_TURN, plus(PI, PI))), fact(rule, {}, PI, PI))
    return to(replaced(added, fact("cos_pi"), fact("sin_pi")), value)


def _period(function: Term, rule: str) -> Theorem:
    turn = (_at_one_turn(COS, "cos_add", ONE), _at_one_turn(SIN, "sin_add", ZERO))
    return close(to(replaced(fact(rule, {}, _X, _TURN), *turn), app(function, _X)), _X)


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
    more = to(replaced(refl(_turns(suc(_K))), fact("real_suc", {}, _K)), plus(_turns(_K), _TURN))
    here = assume(equation(app(function, _turns(_K)), value))
    step = chain(ap_term(function, more), fact(period, {}, _turns(_K)), here)
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
def within_one_turn() -> Theorem:
    """Of the numbers with cosine 1, which are whole turns, only 0 lies within one turn of 0."""
    cosine, goal = assume(equation(app(COS, _X), ONE)), equation(_X, ZERO)
    below, above = assume(lt(_X, _TURN)), assume(lt(minus(_X), _TURN))
    cases = (_no_turn(2, _X, below), _no_turn(-2, minus(_X), above))
    result = fact("cos_one", {}, _X, goal, premises=(cosine, *cases))
    for premise in (above, below, cosine):
        result = discharge(premise.conclusion, result)
    return close(result, _X)


def _no_turn(sign: int, size: Term, bound: Theorem) -> Theorem:
    """Infer ∀k. x = ±2·(π·k) ⇒ x = 0 from ⊢ size < 2·π, where size is x or −x."""

    def turned(k: Term) -> Term:
        return equation(_X, times(number(sign), times(PI, real(k))))

    none, some = assume(turned(_NONE)), assume(turned(suc(_K)))
    base = to(replaced(none, fact("real_zero")), ZERO)
    beyond = to(replaced(refl(plus(size, minus(_TURN))), some, fact("real_suc", {}, _K)), _turns(_K))
    nonnegative = rewrite_proposition(_turns_nonnegative(), symmetric(beyond))
    far = fact("le_of_nonneg", {}, _TURN, size, premises=(nonnegative,))
    step = absurd(far, bound, equation(_X, ZERO))
    proposition = implication(turned(_K), equation(_X, ZERO))
    cases = discharge(none.conclusion, base), discharge(some.conclusion, step)
    return gen(_K, by_induction(_K, proposition, *cases))


def _turns_nonnegative() -> Theorem:
    """Infer ⊢ 0 ≤ 2·(π·k)."""
    two = fact("lt_le", {}, ZERO, _TWO, premises=(_positive_two(),))
    pi = fact("lt_le", {}, ZERO, PI, premises=(fact("pi_pos"),))
    inner = fact("le_mul", {}, PI, real(_K), premises=(pi, fact("real_nonneg", {}, _K)))
    return fact("le_mul", {}, _TWO, times(PI, real(_K)), premises=(two, inner))


def _positive_two() -> Theorem:
    one = fact("zero_lt_one")
    weak = fact("lt_le", {}, ZERO, ONE, premises=(one,))
    return rewrite_proposition(fact("add_pos", {}, ONE, ONE, premises=(one, weak)), ring(plus(ONE, ONE), _TWO))
