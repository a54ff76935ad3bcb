"""Prove that a wave of one frequency c has the period 2π/c, and no shorter one.

A wave is F(t) = a·sin(c·t) + b·cos(c·t) + d.  Where F(t + q) = F(t) for all t, F(t + q) + F(t − q) − 2·F(t) is 0; and
it is 2·(cos(c·q) − 1)·(F(t) − d).  Multiplied by F(t) − F(t + π/c) = 2·(F(t) − d), and added up at t = 0 and
t = π/(2·c), this becomes 4·(a² + b²)·(cos(c·q) − 1), so that c·q is a whole turn.  The normal form finds a and b.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial, reduce

from ....kernel.rules import Theorem, eq_mp, instantiate
from ....kernel.terms import REAL, Abs, Term, Var, abstract, app, open_body, sides, substitute
from ...library.facts import fact
from ...library.search import said_of
from ...logic.cached_rules import refl, ring
from ...logic.conversions import beta_conclusion, beta_sides, fresh, replaced, to
from ...logic.derived_rules import ap_term, binary, chain, gen, left, match_forall, mp, right, spec, strip, symmetric
from ...logic.formulas import ADD, COS, LE, MUL, ONE, PI, TURN, ZERO, inv, lt, minus, number, plus, times
from ...logic.term_order import key
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, Polynomial, polynomial_term, read_polynomial
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
        shown = [known for premise in strip(found)[1] if (known := attempted(partial(prove, premise))) is not None]
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
    parts = _by_powers(angle, t, t)
    slope = {} if parts is None or max(parts, default=0) > 1 else parts.get(1, {})
    return [polynomial_term({m: sign * c for m, c in slope.items()}) for sign in (1, -1)] if slope else []


def _by_powers(polynomial: Polynomial, atom: Term, v: Var) -> dict[int, Polynomial] | None:
    """Return the factors of the powers of an atom in a polynomial, or None where some speak of a variable."""
    parts: dict[int, dict[Monomial, Fraction]] = {}
    for monomial, coefficient in polynomial.items():
        rest = tuple(pair for pair in monomial if pair[0] is not atom)
        if any(v in other.free for other, _ in rest):
            return None
        parts.setdefault(dict(monomial).get(atom, 0), {})[rest] = coefficient
    return dict(parts)


def _whole_turn(
    normaliser: Normaliser, every: Theorem, wave: Abs, frequency: Term, shift: Var, sign: Theorem
) -> Theorem | None:
    """Infer ⊢ cos (c·q) = 1, where the normal form of what is 0 is a·cos (c·q) − a for a number a that is not 0."""
    vanishes = _vanishing_sum(every, wave, frequency, shift)  # S(q) = 0
    total = vanishes.sides
    if total is None:
        return None
    y = fresh(REAL, total[0], every.conclusion, *normaliser.context.assumed)
    scaled = substitute(total[0], {shift: times(inv(frequency), y)})
    normal = normaliser.normal(scaled)
    amplitude = _amplitude(read_polynomial(right(normal)), y)
    apart = None if amplitude is None else nonzero(normaliser, amplitude)
    if amplitude is None or apart is None or any(y in h.free for h in normal.hypotheses):
        return None
    product = times(frequency, shift)
    known = instantiate({y: product}, normal)  # S(c⁻¹·(c·q)) = a·cos (c·q) − a
    one = fact("inv_mul", frequency, premises=(fact("pos_ne", frequency, premises=(sign,)),))
    back = to(
        replaced(ring(times(inv(frequency), product), times(times(frequency, inv(frequency)), shift)), one), shift
    )
    moved = beta_sides(ap_term(abstract(shift, total[0]), back))  # S(c⁻¹·(c·q)) = S(q)
    difference = plus(app(COS, product), minus(ONE))
    zero = chain(ring(times(amplitude, difference), right(known)), symmetric(known), moved, vanishes)
    nothing = fact("mul_zero", amplitude, difference, premises=(zero, apart))
    return to(replaced(ring(app(COS, product), plus(difference, ONE)), nothing), ONE)


def _vanishing_sum(every: Theorem, wave: Abs, frequency: Term, shift: Term) -> Theorem:
    """Infer ⊢ Σ (F(t + q) + F(t − q) − 2·F(t))·(F(t) − F(t + π/c)) = 0, the sum over t = 0 and t = π/(2·c)."""

    def value(t: Term) -> Term:
        return open_body(wave, t)

    half_turn = times(inv(frequency), PI)
    parts = []
    for t in (ZERO, times(number(Fraction(1, 2)), half_turn)):
        before = plus(t, minus(shift))
        here, later = value(t), value(plus(t, half_turn))
        forward = spec(every, t)  # F(t + q) = F(t)
        back = chain(  # F(t − q) = F(t)
            symmetric(spec(every, before)), beta_sides(ap_term(wave, ring(plus(before, shift), t)))
        )
        twice = binary(ADD, binary(ADD, forward, back), refl(minus(times(number(2), here))))
        nothing = to(twice, ZERO)
        factor = plus(here, minus(later))
        parts.append(to(binary(MUL, nothing, refl(factor)), ZERO))
    return to(binary(ADD, parts[0], parts[1]), ZERO)


def _amplitude(polynomial: Polynomial, y: Var) -> Term | None:
    """Return a for the polynomial a·cos y − a, or None for another one."""
    parts = _by_powers(polynomial, app(COS, y), y) or {}
    front, rest = parts.get(1, {}), parts.get(0, {})
    opposite = {m: -c for m, c in front.items()}
    return polynomial_term(front) if len(parts) == 2 and rest == opposite else None
