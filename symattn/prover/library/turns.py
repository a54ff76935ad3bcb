"""Lemmas about whole turns: π is irrational, so only the turn by 0 is rational; two turns have a rational quotient."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall, implication, negation
from ...kernel.terms import NAT, REAL, Term, app, const, equation, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import absurd, ap_term, binary, chain, discharge, gen, left, mp, right, spec, symmetric
from ..logic.formulas import COS, MUL, ONE, PI, ZERO, le, lt, minus, number, plus, times
from ..logic.numerals import NONE, nadd, real
from .facts import fact, infer, lemma
from .parity import from_each, moved
from .propositions import by_cases
from .search import implied, search

_X, _Y = var("x", REAL), var("y", REAL)
_N, _K, _A, _B = (var(name, NAT) for name in "nkab")


@lemma("∀x y:ℝ. sin x = sin y ⇒ cos x = cos y ⇒ cos (x + -1 * y) = 1")
def same_direction() -> None:
    """Two angles with the same sine and cosine differ by whole turns."""


def _no_turn(sign: int, scaled: Theorem, nonzero: Theorem) -> Theorem:
    """Infer ∀k. x = ±2·(π·k) ⇒ x = 0 from ⊢ n·x = p − q and ⊢ n ≠ 0."""
    turn = assume(equation(_X, times(number(sign), times(PI, real(_K)))))
    product = assume(equation(real(_A), times(real(_N), real(_K))))
    double = nadd(_A, _A)
    value = replaced(fact("real_nadd", _A, _A), product)  # 2a = n·k + n·k
    first, second = (double, NONE) if sign > 0 else (NONE, double)
    left_side = times(PI, plus(real(first), minus(real(second))))
    reduced = replaced(refl(left_side), value, fact("real_zero"))
    multiple = to(replaced(refl(times(real(_N), _X)), turn), right(reduced))
    rational = chain(reduced, symmetric(multiple), scaled)
    same = infer("pi_irrational", rational)
    values = ap_term(const("real"), same)
    nothing = chain(symmetric(value), values if sign > 0 else symmetric(values), fact("real_zero"))  # 2·n·k = 0
    half = to(ap_term(app(const("*"), number(Fraction(1, 2))), nothing), ZERO)
    zero = chain(ring(times(real(_N), real(_K)), left(half)), half)
    count = infer("mul_zero", zero, nonzero)
    result = to(replaced(turn, count), ZERO)
    inner = gen(_A, discharge(product.conclusion, result))
    exists = infer("product_exists", inner)
    return gen(_K, discharge(turn.conclusion, exists))


@lemma("∀x:ℝ, n p q:ℕ. real n ≠ 0 ⇒ real n * x = real p + -1 * real q ⇒ cos x = 1 ⇒ x = 0")
def rational_turn(nonzero: Theorem, scaled: Theorem, cosine: Theorem) -> Theorem:
    """A rational number whose cosine is 1 is 0."""
    cases = tuple(_no_turn(sign, scaled, nonzero) for sign in (2, -2))
    return fact("cos_one", _X, equation(_X, ZERO), premises=(cosine, *cases))


@lemma("∀x y:ℝ. sin x = sin y ⇒ cos x ≠ cos y ⇒ cos (2 * (x + y)) = 1")
def mirrored_direction(sines: Theorem, different: Theorem) -> Theorem:
    """Two angles with the same sine and different cosines have a sum that is an odd number of half turns."""
    product = implied(
        "∀x y:ℝ. sin x * sin x = sin y * sin y ⇒ (cos x + -1 * cos y) * (cos x + cos y) = 0", binary(MUL, sines, sines)
    )
    apart = implied("∀u v:ℝ. u ≠ v ⇒ u + -1 * v ≠ 0", different)
    opposite = infer("mul_zero", product, apart)
    return implied("∀x y:ℝ. sin x = sin y ⇒ cos x + cos y = 0 ⇒ cos (2 * (x + y)) = 1", sines, opposite)


@lemma("∀n k:ℕ. real n + real k = 0 ⇒ n = k")
def zero_summands() -> None:
    """Two natural numbers with the sum 0 are both 0."""


@lemma("∀x:ℝ. cos x = 1 ⇒ 0 < x ⇒ 2 * pi ≤ x")
def least_turn(cosine: Theorem, positive: Theorem) -> Theorem:
    """The least positive number whose cosine is 1 is a whole turn."""
    goal = le(times(number(2), PI), _X)
    below = assume(negation(goal))  # x < 2π
    other = implied("∀x y:ℝ. 0 < x ⇒ 0 < y ⇒ -1 * x < 2 * y", positive, fact("pi_pos"))
    zero = infer("within_one_turn", cosine, below, other)
    never = absurd(zero, infer("pos_ne", positive), goal)
    return by_cases(goal, assume(goal), never)


_WAVE = "a * sin ({place}) + b * cos ({place}) + d"


@lemma(
    f"∀a b d p:ℝ. (∀y:ℝ. {_WAVE.format(place='y + p')} = {_WAVE.format(place='y')}) ⇒ ¬(a * a + b * b = 0) ⇒ cos p = 1"
)
def repeated_wave(every: Theorem, apart: Theorem) -> Theorem:
    """A wave that is no constant repeats after whole turns only, from its values at 0 and a quarter turn on."""
    a, b, p = (var(name, REAL) for name in "abp")
    quarter = times(number(Fraction(1, 2)), PI)
    known = [spec(every, place) for place in (ZERO, minus(p), quarter, plus(quarter, minus(p)))]
    amplitude = plus(times(a, a), times(b, b))
    goal = equation(times(amplitude, plus(app(COS, p), minus(ONE))), ZERO)
    zero = search(reduce(lambda said, each: implication(each.conclusion, said), reversed(known), goal))
    return infer("equal_of_difference", infer("mul_zero", reduce(mp, known, zero), apart))


@lemma("∀x:ℝ, a b:ℕ. 0 < x ⇒ real a = -1 * (x * real b) ⇒ real b = 0")
def opposite_signs() -> None:
    """A natural number is no negative multiple of one that is not 0."""


@lemma("∀x:ℝ, k:ℕ. cos x = 1 ⇒ cos (real k * x) = 1")
def turns_repeated() -> None:
    """A multiple of whole turns is one, by induction."""


@lemma("∀x y:ℝ. 0 < x ⇒ (∀a b:ℕ. real a = x * real b ⇒ real b = 0) ⇒ cos y = 1 ⇒ cos (x * y) = 1 ⇒ y = 0")
def incommensurable_turns() -> Theorem:
    """Of two numbers with an irrational quotient not both are whole turns, but for 0."""
    above = assume(lt(ZERO, _X))
    quotients = implication(equation(real(_A), times(_X, real(_B))), equation(real(_B), ZERO))
    irrational = assume(forall(_A, forall(_B, quotients)))
    cosines = [assume(equation(app(COS, angle), ONE)) for angle in (_Y, times(_X, _Y))]

    def whole_turns(angle: Term, sign: int, k: Term) -> Theorem:
        return assume(equation(angle, times(number(sign), times(PI, real(k)))))

    def both(sign: int, other: int) -> Theorem:
        """Infer ∀a. x·y = ±2·(π·a) ⇒ y = 0 where y = ±2·(π·b)."""
        same_sign = sign == other
        turn, scaled = whole_turns(_Y, sign, _B), whole_turns(times(_X, _Y), other, _A)
        multiple = times(_X, real(_B)) if same_sign else minus(times(_X, real(_B)))
        gap = plus(real(_A), minus(multiple))
        same = chain(symmetric(ap_term(app(MUL, _X), turn)), scaled)
        zero = moved(same, times(PI, gap), ZERO, Fraction(-1, other))
        zero = infer("mul_zero", zero, infer("pos_ne", fact("pi_pos")))
        quotient = moved(zero, real(_A), multiple)
        count = mp(spec(irrational, _A, _B), quotient) if same_sign else infer("opposite_signs", above, quotient)
        return from_each(_A, scaled, to(replaced(turn, count), ZERO))

    goal, cases = equation(_Y, ZERO), []
    for sign in (2, -2):
        premises = (cosines[1], both(sign, 2), both(sign, -2))
        inner = infer("cos_one", *premises)
        cases.append(from_each(_B, whole_turns(_Y, sign, _B), inner))
    result = fact("cos_one", _Y, goal, premises=(cosines[0], *cases))
    for premise in (*reversed(cosines), irrational, above):
        result = discharge(premise.conclusion, result)
    return result
