"""Prove that a wave of one frequency c has no shorter period than 2π/c.

A wave is F(t) = a·sin(c·t) + b·cos(c·t) + d.  Where F(t + q) = F(t) for all t, F(t + q) + F(t − q) − 2·F(t) is 0; and
it is 2·(cos(c·q) − 1)·(F(t) − d).  Multiplied by F(t) − F(t + π/c) = 2·(F(t) − d), and added up at t = 0 and
t = π/(2·c), this becomes 4·(a² + b²)·(cos(c·q) − 1), so that c·q is a whole turn.  The normal form finds a and b.
"""

from __future__ import annotations

from fractions import Fraction

from ....kernel.rules import Theorem, instantiate
from ....kernel.terms import REAL, Abs, App, Term, Var, abstract, app, open_body, sides, substitute
from ...library.facts import fact
from ...logic.cached_rules import refl, ring
from ...logic.conversions import beta_sides, fresh, replaced, rewrite_proposition, to
from ...logic.derived_rules import ap_term, binary, chain, match_forall, right, spec, symmetric
from ...logic.formulas import ADD, COS, MUL, ONE, PI, TURN, ZERO, inv, lt, minus, number, plus, times
from ...logic.parts import args_of
from ...logic.term_order import key
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, polynomial_term, read_polynomial
from ...normal.positivity import nonnegative, nonzero, positive


def no_shorter_wave(
    normaliser: Normaliser, every: Theorem, above_zero: Theorem, period: Term, other: Term
) -> Theorem | None:
    """Infer p ≤ q from ⊢ ∀t. F (t + q) = F t and ⊢ 0 < q for a wave F, or return None."""
    wave = _wave(every, other)
    if wave is None or above_zero.conclusion is not lt(ZERO, other):
        return None
    for frequency in _frequencies(normaliser, wave):
        sign = positive(normaliser, frequency)
        turn = None if sign is None else _whole_turn(normaliser, every, wave, frequency, other, sign)
        if sign is None or turn is None:
            continue
        product = times(frequency, other)
        above = fact("mul_pos", {}, frequency, other, premises=(sign, above_zero))
        least = fact("least_turn", {}, product, premises=(turn, above))  # 2π ≤ c·q
        return _divided(normaliser, least, frequency, period, other)
    return None


def _wave(every: Theorem, shift: Term) -> Abs | None:
    """Return λt. F t from ⊢ ∀t. F (t + q) = F t for real numbers t and F t, or None."""
    quantified = match_forall(every.conclusion)
    if quantified is None or quantified.binder is not REAL or not isinstance(shift, Var):
        return None
    t = fresh(REAL, quantified, shift)
    pair = sides(open_body(quantified, t))
    if pair is None or pair[0].type is not REAL or shift in pair[1].free:
        return None
    wave = abstract(t, pair[1])
    return wave if isinstance(wave, Abs) and pair[0] is open_body(wave, plus(t, shift)) else None


def _frequencies(normaliser: Normaliser, wave: Abs) -> list[Term]:
    """Return the factors c of t in the angles c·t + b of sines and cosines, or their opposites, in canonical order."""
    t = fresh(REAL, wave)
    found: set[Term] = set()
    value = open_body(wave, t)
    stack, seen = [value, right(normaliser.normal(value))], set()  # entries of columns are waves in normal form
    while stack:
        part = stack.pop()
        if part in seen or t not in part.free:
            continue
        seen.add(part)
        for name in ("sin", "cos"):
            if (angle := args_of(part, name, 1)) is not None:
                found.update(_slopes(read_polynomial(right(normaliser.normal(angle[0]))), t))
        if isinstance(part, App):
            stack += (part.function, part.argument)
    return sorted(found, key=key)


def _slopes(angle: Polynomial, t: Var) -> list[Term]:
    """Return the factor of t in an angle, and its opposite; nothing where the angle is not linear in t."""
    slope: dict[tuple[tuple[Term, int], ...], Fraction] = {}
    for monomial, coefficient in angle.items():
        if not any(t in atom.free for atom, _ in monomial):
            continue
        rest = tuple((atom, e) for atom, e in monomial if atom is not t)
        if dict(monomial).get(t) != 1 or any(t in atom.free for atom, _ in rest):
            return []
        slope[rest] = coefficient
    return [polynomial_term({m: sign * c for m, c in slope.items()}) for sign in (1, -1)] if slope else []


def _whole_turn(
    normaliser: Normaliser, every: Theorem, wave: Abs, frequency: Term, shift: Term, sign: Theorem
) -> Theorem | None:
    """Infer ⊢ cos (c·q) = 1, where the normal form of what is 0 is a·cos (c·q) − a for a number a that is not 0."""
    if not isinstance(shift, Var):
        return None
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
    one = fact("inv_mul", {}, frequency, premises=(fact("pos_ne", {}, frequency, premises=(sign,)),))
    back = to(
        replaced(ring(times(inv(frequency), product), times(times(frequency, inv(frequency)), shift)), one), shift
    )
    moved = beta_sides(ap_term(abstract(shift, total[0]), back))  # S(c⁻¹·(c·q)) = S(q)
    difference = plus(app(COS, product), minus(ONE))
    zero = chain(ring(times(amplitude, difference), right(known)), symmetric(known), moved, vanishes)
    nothing = fact("mul_zero", {}, amplitude, difference, premises=(zero, apart))
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
    cosine = app(COS, y)
    front: dict[tuple[tuple[Term, int], ...], Fraction] = {}
    rest: dict[tuple[tuple[Term, int], ...], Fraction] = {}
    for monomial, coefficient in polynomial.items():
        others = tuple(pair for pair in monomial if pair[0] is not cosine)
        exponent = dict(monomial).get(cosine, 0)
        if exponent > 1 or any(y in atom.free for atom, _ in others):
            return None
        (front if exponent else rest)[others] = coefficient
    if not front or front != {m: -c for m, c in rest.items()}:
        return None
    return polynomial_term(front)


def _divided(normaliser: Normaliser, least: Theorem, frequency: Term, period: Term, other: Term) -> Theorem | None:
    """Infer p ≤ q from ⊢ 2·π ≤ c·q, where p is 2·π/c, or return None where it is not."""
    product = times(frequency, other)
    rest = plus(product, minus(TURN))
    beyond = fact("le_add", {}, TURN, product, minus(TURN), premises=(least,))
    beyond = rewrite_proposition(beyond, ring(plus(TURN, minus(TURN)), ZERO))
    share = nonnegative(normaliser, inv(frequency))
    first = normaliser.normal(times(inv(frequency), rest))
    second = normaliser.normal(plus(other, minus(period)))
    if share is None or right(first) is not right(second):
        return None
    scaled = fact("le_mul", {}, inv(frequency), rest, premises=(share, beyond))
    scaled = rewrite_proposition(scaled, chain(first, symmetric(second)))
    return fact("le_of_nonneg", {}, period, other, premises=(scaled,))
