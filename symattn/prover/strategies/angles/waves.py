"""Prove that a wave of one frequency c has the period 2π/c, and no shorter one.

A wave is F(t) = a·sin(c·t) + b·cos(c·t) + d.  Its normal form at c⁻¹·y says what a, b and d are; where F(t + q) = F(t)
for all t, c·q is a whole turn, by a lemma about a·sin y + b·cos y + d.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from ....kernel.rules import Theorem, eq_mp, instantiate
from ....kernel.terms import REAL, Abs, Term, Var, abstract, app, open_body, sides
from ...library.facts import fact
from ...library.search import said_of
from ...logic.cached_rules import ring
from ...logic.conversions import beta_conclusion, beta_sides, fresh, replaced, rewrite_proposition, to
from ...logic.derived_rules import ap_term, binary, chain, gen, left, match_forall, mp, right, spec, strip, symmetric
from ...logic.formulas import COS, LE, SIN, TURN, ZERO, inv, lt, plus, times
from ...logic.term_order import key
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, parted, polynomial_term, read_polynomial
from ...normal.positivity import nonnegative, nonzero, positive
from ..core.goals import attempted
from .angles import entries_beside
from .common_angles import angles_in, same_number


def no_shorter_wave(
    normaliser: Normaliser, every: Theorem, above_zero: Theorem, period: Term, other: Term
) -> Theorem | None:
    """Infer p ≤ q from ⊢ ∀t. F (t + q) = F t and ⊢ 0 < q where F, or an entry of its columns, is a wave, or None."""
    quantified = match_forall(every.conclusion)
    if not isinstance(other, Var) or above_zero.conclusion is not lt(ZERO, other):
        return None
    if quantified is None or quantified.binder is not REAL:
        return None
    t = fresh(REAL, quantified, other)
    at = spec(every, t)
    entries = (entry for pair in entries_beside(normaliser.context, at) for entry in pair)
    for repeats in map(beta_conclusion, [at] if left(at).type is REAL else entries):
        wave = abstract(t, right(repeats))
        if not isinstance(wave, Abs) or other in wave.free or left(repeats) is not open_body(wave, plus(t, other)):
            continue
        for frequency in _frequencies(normaliser, wave):
            found = _at_least(normaliser, gen(t, repeats), wave, frequency, above_zero, period, other)
            if found is not None:
                return found
    return None


def with_a_period(normaliser: Normaliser, given: Theorem, prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Infer q from ⊢ ∀p. 0 < p ⇒ (∀t. F (t + p) = F t) ⇒ q by the period 2π/c of a frequency c of F, or return None."""
    _, premises, _ = strip(given)
    repeats = match_forall(premises[-1])
    if repeats is None or repeats.binder is not REAL or len(premises) != 2:
        return None
    t = fresh(REAL, repeats)
    pair = sides(open_body(repeats, t))
    wave = abstract(t, pair[1]) if pair is not None else None
    for frequency in _frequencies(normaliser, wave) if isinstance(wave, Abs) else ():
        found = spec(given, times(TURN, inv(frequency)))
        shown = [known for premise in strip(found)[1] if (known := attempted(prove, premise)) is not None]
        if len(shown) == len(premises):
            return reduce(mp, shown, found)
    return None


def _at_least(
    normaliser: Normaliser, every: Theorem, wave: Abs, frequency: Term, above_zero: Theorem, period: Term, other: Var
) -> Theorem | None:
    """Infer p ≤ q where c·q is a whole turn for the frequency c and p is 2·π/c, or return None."""
    share, product = inv(frequency), times(frequency, other)
    sign, weight = positive(normaliser, frequency), nonnegative(normaliser, share)
    low, high = (same_number(normaliser, times(share, a), b) for a, b in ((TURN, period), (product, other)))
    if sign is None or weight is None or low is None or high is None:
        return None
    turn = _whole_turn(normaliser, every, wave, frequency, other, sign)
    if turn is None:
        return None
    above = fact("mul_pos", frequency, other, premises=(sign, above_zero))
    least = fact("least_turn", product, premises=(turn, above))  # 2π ≤ c·q
    least = said_of("∀c x y:ℝ. 0 ≤ c ⇒ x ≤ y ⇒ c * x ≤ c * y", (share, TURN, product), weight, least)
    return eq_mp(binary(LE, low, high), least)


def _frequencies(normaliser: Normaliser, wave: Abs) -> list[Term]:
    """Return the factors c of t in the angles c·t + b of sines and cosines, or their opposites, in canonical order."""
    t = fresh(REAL, wave)
    value = open_body(wave, t)
    angles = angles_in(value, right(normaliser.normal(value)))  # entries of columns are waves in normal form
    found = {slope for angle in angles for slope in _slopes(read_polynomial(right(normaliser.normal(angle))), t)}
    return sorted(found, key=key)


def _slopes(angle: Polynomial, t: Var) -> list[Term]:
    """Return the factor of t in an angle, and its opposite; nothing where the angle is not linear in t."""
    slope, rest = parted(angle, t)
    if any(t in atom.free for m in (*slope, *rest) for atom, _ in m):
        return []
    return [polynomial_term({m: sign * c for m, c in slope.items()}) for sign in (1, -1)] if slope else []


def _whole_turn(
    normaliser: Normaliser, every: Theorem, wave: Abs, frequency: Term, shift: Var, sign: Theorem
) -> Theorem | None:
    """Infer ⊢ cos (c·q) = 1 where F(c⁻¹·y) is a·sin y + b·cos y + d and a² + b² is not 0, or return None."""
    y, product = fresh(REAL, wave, every.conclusion, *normaliser.context.assumed), times(frequency, shift)
    there = times(inv(frequency), y)
    normal = normaliser.normal(open_body(wave, there))
    slope, rest = parted(read_polynomial(right(normal)), app(SIN, y))
    a, b, d = map(polynomial_term, (slope, *parted(rest, app(COS, y))))
    square = normaliser.normal(plus(times(a, a), times(b, b)))
    apart = nonzero(normaliser, right(square))
    if apart is None or any(y in t.free for t in (a, b, d, *normal.hypotheses)):
        return None
    form = plus(plus(times(a, app(SIN, y)), times(b, app(COS, y))), d)
    here = chain(normal, ring(right(normal), form))
    one = fact("inv_mul", frequency, premises=(fact("pos_ne", frequency, premises=(sign,)),))
    split = plus(there, times(times(frequency, inv(frequency)), shift))
    moved = to(replaced(ring(times(inv(frequency), plus(y, product)), split), one), plus(there, shift))
    later = symmetric(instantiate({y: plus(y, product)}, here))
    repeats = chain(later, beta_sides(ap_term(wave, moved)), spec(every, there), here)
    premises = gen(y, repeats), rewrite_proposition(apart, symmetric(square))
    return fact("repeated_wave", a, b, d, product, premises=premises)
