"""Prove that positions have different encodings: equal sines and cosines at rational angles mean equal angles.

Where two vectors are equal, entries sin u = sin v and cos u = cos v beside each other give cos (u − v) = 1.  If u − v
is a rational combination of natural numbers, π being irrational makes it 0.
"""

from __future__ import annotations

from functools import partial

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import FALSE, negation
from ....kernel.terms import BOOL, NAT, REAL, Term, Var, app, const, equation, literal, open_body, sides
from ...library.facts import fact
from ...library.propositions import by_cases
from ...logic.cached_rules import refl, ring
from ...logic.conversions import beta_conclusion, replaced, to
from ...logic.derived_rules import (
    ap_term,
    ap_thm,
    chain,
    conjoin,
    discharge,
    gen,
    left,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    right,
    spec,
    symmetric,
)
from ...logic.formulas import ZERO, minus, number, plus, times
from ...logic.numerals import numeral, real
from ...logic.parts import args_of
from ...logic.term_order import next_opened
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import quotient, read_polynomial
from ...normal.positivity import nonzero
from ..core.goals import Prove, attempted
from .angles import is_equation, zero_angles, zero_of_rational
from .waves import no_shorter_wave


def proved_by_turns(goal: Term, context: Context, prove: Prove) -> Theorem | None:
    """Return ⊢ ∀a b. F a = F b ⇒ a = b, ⊢ ¬(F = G), or that F is not periodic or not injective; None otherwise."""
    both = match_conjunction(goal)
    if both is not None:
        parts = [attempted(partial(prove, context, p)) or proved_by_turns(p, context, prove) for p in both]
        return conjoin(parts[0], parts[1]) if parts[0] is not None and parts[1] is not None else None
    normaliser = Normaliser(context)
    opened: list[Var] = []
    statement = goal
    while (quantified := match_forall(statement)) is not None:
        opened.append(next_opened(quantified.binder, statement, *opened))
        statement = open_body(quantified, opened[-1])
    pair = match_implication(statement)
    if pair is None:
        return None
    premise, conclusion = pair
    if (inner := match_implication(conclusion)) is not None and inner[1] is not FALSE:
        result = _no_shorter_period(normaliser, assume(premise), *inner)
    elif conclusion is FALSE:
        result = _never(normaliser, premise, prove)
    else:
        found = (_concluded(normaliser, zero, conclusion) for zero in zero_angles(normaliser, assume(premise)))
        result = next((theorem for theorem in found if theorem is not None), None)
        result = result or _by_sine(normaliser, assume(premise), conclusion)
    if result is None:
        return None
    theorem = discharge(premise, result)
    for variable in reversed(opened):
        theorem = gen(variable, theorem)
    return theorem


def _no_shorter_period(normaliser: Normaliser, above_zero: Theorem, repeats: Term, goal: Term) -> Theorem | None:
    """Infer (∀t. F (t + q) = F t) ⇒ p ≤ q from ⊢ 0 < q."""
    order = args_of(goal, "≤", 2)
    shortest = order and no_shorter_wave(normaliser, assume(repeats), above_zero, *order)
    return discharge(repeats, shortest) if shortest else None


def _never(normaliser: Normaliser, premise: Term, prove: Prove) -> Theorem | None:
    """Infer p ⊢ ⊥ for an equation of vectors, for injectivity, or for the existence of a period."""
    assumed = assume(premise)
    quantified = match_forall(premise)
    if quantified is None:
        found = (_absurd(normaliser, zero) for zero in zero_angles(normaliser, assumed))
        return next((theorem for theorem in found if theorem is not None), None)
    if quantified.binder is BOOL:
        return _no_period(normaliser, assumed)
    return _repeated(normaliser, assumed, prove) if quantified.binder is NAT else None


def _no_period(normaliser: Normaliser, exists: Theorem) -> Theorem | None:
    """Infer ⊥ from ⊢ ∀q. (∀p. p > 0 ⇒ (∀t. F (t + p) = F t) ⇒ q) ⇒ q, by the period that F has at 0."""
    at = spec(exists, FALSE)
    pair = match_implication(at.conclusion)
    every = match_forall(pair[0]) if pair is not None else None
    if every is None or every.binder not in (NAT, REAL):
        return None
    period, nothing = next_opened(every.binder, exists.conclusion), literal(0, every.binder)
    statement = match_implication(open_body(every, period))
    inner = match_implication(statement[1]) if statement is not None else None
    if statement is None or inner is None:
        return None
    above, repeats = assume(statement[0]), assume(inner[0])
    goal = equation(period, nothing)
    different = above if every.binder is NAT else fact("pos_ne", {}, period, premises=(above,))
    for zero in zero_angles(normaliser, beta_conclusion(spec(repeats, nothing))):
        same = _concluded(normaliser, zero, goal)
        if same is not None:
            never = discharge(statement[0], discharge(inner[0], mp(different, same)))
            return mp(at, gen(period, never))
    return None


def _repeated(normaliser: Normaliser, injective: Theorem, prove: Prove) -> Theorem | None:
    """Infer ⊥ from ⊢ ∀a b. F a = F b ⇒ a = b by two small numbers at which F is the same."""
    for a, b in ((0, 1), (0, 2), (1, 2)):
        at = beta_conclusion(spec(injective, numeral(a), numeral(b)))
        pair = match_implication(at.conclusion)
        alike = None if pair is None else attempted(partial(prove, normaliser.context, pair[0]))
        if alike is not None:
            zero = chain(ap_term(const("real"), mp(at, alike)))
            difference = to(replaced(refl(plus(left(zero), minus(right(zero)))), zero), ZERO)
            return _absurd(normaliser, difference)
    return None


# ---------------------------------------------------------------------------------------------------------- conclusions


def _concluded(normaliser: Normaliser, zero: Theorem, goal: Term) -> Theorem | None:
    """Infer a = b from ⊢ x = 0 where a − b is a multiple of x."""
    pair = sides(goal)
    if pair is None or pair[0].type not in (NAT, REAL):
        return None
    first, second = map(real, pair) if pair[0].type is NAT else pair
    nothing = _multiple_of_zero(normaliser, zero, plus(first, minus(second)))
    if nothing is None:
        return None
    same = to(replaced(ring(first, plus(plus(first, minus(second)), second)), nothing), second)
    return fact("real_injective", {}, *pair, premises=(same,)) if pair[0].type is NAT else same


def _multiple_of_zero(normaliser: Normaliser, zero: Theorem, t: Term) -> Theorem | None:
    """Infer ⊢ t = 0 from ⊢ x = 0 where t is a multiple of x."""
    normal, x = normaliser.normal(t), left(zero)
    factor = quotient(read_polynomial(right(normal)), read_polynomial(x))
    return None if factor is None else to(replaced(to(normal, times(number(factor), x)), zero), ZERO)


def _by_sine(normaliser: Normaliser, same: Theorem, goal: Term) -> Theorem | None:
    """Infer a = b for natural numbers from a single entry sin u = sin v, whether or not the cosines are equal too."""
    pair = sides(goal)
    if pair is None or pair[0].type is not NAT or not is_equation(same):
        return None
    ty = left(same).type
    while ty.domain is not None and ty.codomain is not None:
        if ty.domain.size is None:
            return None
        same, ty = ap_thm(same, literal(0, ty.domain)), ty.codomain
    if ty is not REAL:
        return None
    first, second = normaliser.normal(left(same)), normaliser.normal(right(same))
    sines = chain(symmetric(first), same, second)
    angles = [args_of(side, "sin", 1) or [] for side in (left(sines), right(sines))]
    if not all(angles):
        return None
    (u,), (v,) = angles
    cosines = equation(app(const("cos"), u), app(const("cos"), v))
    turn = fact("same_direction", {}, u, v, premises=(sines, assume(cosines)))
    zero = zero_of_rational(normaliser, turn, plus(u, minus(v)))
    alike = _concluded(normaliser, zero, goal) if zero is not None else None
    turn = fact("mirrored_direction", {}, u, v, premises=(sines, assume(negation(cosines))))
    zero = zero_of_rational(normaliser, turn, times(number(2), plus(u, v)))
    total = _multiple_of_zero(normaliser, zero, plus(*map(real, pair))) if zero is not None else None
    if alike is None or total is None:
        return None
    return by_cases(cosines, alike, fact("zero_summands", {}, *pair, premises=(total,)))


def _absurd(normaliser: Normaliser, zero: Theorem) -> Theorem | None:
    """Infer ⊥ from ⊢ x = 0 where x is another number, or where numbers are known to differ."""
    plain = normaliser.normal(left(zero))
    premise = nonzero(normaliser, right(plain))
    if premise is not None:
        return mp(premise, chain(symmetric(plain), zero))
    for truth in normaliser.context.truths:
        negated = match_implication(truth.conclusion)
        if negated is not None and negated[1] is FALSE:
            same = _concluded(normaliser, zero, negated[0])
            if same is not None:
                return mp(truth, same)
    return None
