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
    close,
    conjoin,
    discharge,
    left,
    match_conjunction,
    match_forall,
    match_implication,
    match_negation,
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
from ..hypotheses.adding import add_hypothesis
from .angles import is_equation, zero_angles, zero_of_rational
from .waves import no_shorter_wave, with_a_period


def proved_by_turns(goal: Term, context: Context, prove: Prove) -> Theorem | None:
    """Return ⊢ ∀a b. F a = F b ⇒ a = b, ⊢ ¬(F = G), or that F is not periodic or not injective; None otherwise."""
    both = match_conjunction(goal)
    if both is not None:
        parts = [attempted(prove, context, p) or proved_by_turns(p, context, prove) for p in both]
        return conjoin(parts[0], parts[1]) if parts[0] is not None and parts[1] is not None else None
    opened: list[Var] = []
    premises: list[Term] = []
    while (quantified := match_forall(goal)) is not None:
        opened.append(next_opened(quantified.binder, goal, *opened))
        goal = open_body(quantified, opened[-1])
    while (pair := match_implication(goal)) is not None:
        premises.append(pair[0])
        goal = pair[1]
    theorem = _inferred(context, premises, goal, prove) if premises else None
    if theorem is None:
        return None
    for premise in reversed(premises):
        theorem = discharge(premise, theorem)
    return close(theorem, *opened)


def _inferred(context: Context, premises: list[Term], conclusion: Term, prove: Prove) -> Theorem | None:
    """Infer a conclusion from premises, of which the last says that two vectors are equal, or some at all places."""
    *others, last = premises
    given, quantified = assume(last), match_forall(last)
    binder = None if quantified is None else quantified.binder
    order = args_of(conclusion, "≤", 2)
    if isinstance(conclusion, Var) and conclusion.type is BOOL and binder is REAL:  # that there is a period
        return with_a_period(Normaliser(context), given, partial(prove, context))
    if binder is BOOL:  # that there is none
        none = spec(given, conclusion)
        never = match_implication(none.conclusion)
        denied = None if never is None else proved_by_turns(never[0], context, prove)
        return None if denied is None else mp(none, denied)
    if binder is NAT and conclusion is FALSE and not others:
        return _repeated(Normaliser(context), given, prove)
    if order is not None and others:
        return no_shorter_wave(Normaliser(context), given, assume(others[0]), *order)
    if binder is not None and binder in (NAT, REAL):
        given = beta_conclusion(spec(given, literal(0, binder)))
    known = context.extended()
    for premise in others:
        add_hypothesis(known, premise)
    normaliser = Normaliser(known)
    for zero in zero_angles(normaliser, given):
        found = _absurd(normaliser, zero) if conclusion is FALSE else _concluded(normaliser, zero, conclusion)
        if found is not None:
            return found
    return _by_sine(normaliser, given, conclusion)


def _repeated(normaliser: Normaliser, injective: Theorem, prove: Prove) -> Theorem | None:
    """Infer ⊥ from ⊢ ∀a b. F a = F b ⇒ a = b by two small numbers at which F is the same."""
    for a, b in ((0, 1), (0, 2), (1, 2)):
        at = beta_conclusion(spec(injective, numeral(a), numeral(b)))
        pair = match_implication(at.conclusion)
        alike = None if pair is None else attempted(prove, normaliser.context, pair[0])
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
    return fact("real_injective", *pair, premises=(same,)) if pair[0].type is NAT else same


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
    turn = fact("same_direction", u, v, premises=(sines, assume(cosines)))
    zero = zero_of_rational(normaliser, turn, plus(u, minus(v)))
    alike = _concluded(normaliser, zero, goal) if zero is not None else None
    turn = fact("mirrored_direction", u, v, premises=(sines, assume(negation(cosines))))
    zero = zero_of_rational(normaliser, turn, times(number(2), plus(u, v)))
    total = _multiple_of_zero(normaliser, zero, plus(*map(real, pair))) if zero is not None else None
    if alike is None or total is None:
        return None
    return by_cases(cosines, alike, fact("zero_summands", *pair, premises=(total,)))


def _absurd(normaliser: Normaliser, zero: Theorem) -> Theorem | None:
    """Infer ⊥ from ⊢ x = 0 where x is another number, or where numbers are known to differ."""
    plain = normaliser.normal(left(zero))
    premise = nonzero(normaliser, right(plain))
    if premise is not None:
        return mp(premise, chain(symmetric(plain), zero))
    for truth in normaliser.context.truths:
        denied = match_negation(truth.conclusion)
        same = None if denied is None else _concluded(normaliser, zero, denied)
        if same is not None:
            return mp(truth, same)
    return None
