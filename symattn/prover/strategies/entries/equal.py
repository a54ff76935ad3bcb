"""Equations of numbers and of scores: both sides are normalised; where they differ, the ways of a table are tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ....kernel.rules import Theorem
from ....kernel.syntax import negation
from ....kernel.terms import EXTENDED, NAT, REAL, Term, app, const, equation, sides
from ...library.facts import fact, infer
from ...library.propositions import by_cases
from ...limits import LEAST_KEPT, LITTLE_EFFORT, MOST_INSTANCES, MOST_WRITTEN_OUT
from ...logic.derived_rules import ProofError, ap_term, binary, chain, is_refl, right, symmetric
from ...logic.formulas import COS, IND, LE, ONE, PI, TURN, ZERO, le, lt, minus, plus
from ...logic.matching import rule_from
from ...logic.numerals import real
from ...logic.parts import args_of, occurs, parts_of
from ...logic.term_order import key, size
from ...normal.context import Context, Stage
from ...normal.freed_functions import has_split_roots
from ...normal.glance import assumptions, differ
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ...normal.positivity import nonnegative, positive
from ...normal.real_conditions import has_real_conditions
from ..angles.common_angles import by_common_angles
from ..core.goals import Equal, Goal, NotProved
from ..core.search import Ask
from ..equations.denominators import equal_fractions
from ..hypotheses.adding import add_theorem
from ..hypotheses.masks import mask_entry
from ..induction.closed_sums import with_closed_sums
from ..induction.size_induction import Say, proved_over_sizes
from ..induction.steps import by_steps, steps_known
from ..orders.bounds_given import bounds_of_arguments, bounds_of_entries
from ..orders.contraries import by_contraposition
from ..orders.inequalities import is_inequality, prove_sign
from ..orders.kept import equal_with_kept, how_many
from ..orders.lifting import moved_to
from ..orders.maxima import maxima
from ..orders.nonlinear import Nonlinear
from ..orders.raised import logarithms_of_sums
from ..orders.signs_within import signs_of_squares, signs_within, squares_before_roots

EQUATIONS = "equations of numbers"


def sign_without_cases(ask: Ask, context: Context, t: Term, strict: bool) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term by what another context knows, or None."""
    inner = ask.knowing(context).at_most(cases=0, signs=0)
    found = prove_sign(inner.normaliser, t, strict)
    return found or Nonlinear(inner.normaliser, inner.prove).sign(t, strict)


def by_normal_forms(ask: Ask, goal: Term) -> Theorem:
    """Prove a = b by the normal forms of a and b or, of numbers where these differ, by a way of the table."""
    a, b = sides(goal) or (goal, goal)
    count = how_many(ask.context, a, b) if a.type is REAL else 0
    if count >= LEAST_KEPT:
        found = equal_with_kept(ask.context, a, b, partial(sign_without_cases, ask))
        if found is not None:
            return found
        if count > MOST_WRITTEN_OUT:
            raise NotProved(a, b)
    first, second = ask.normaliser.normal(a), ask.normaliser.normal(b)
    if right(first) is right(second):
        both = chain(first, symmetric(second))
        if not is_refl(first) or not is_refl(second):
            ask.context.stages.append(Stage(a, right(first), b, tuple(both.hypotheses)))
        return both
    equal, found, ran_out = Equal(a, b, first, second), None, False
    if a.type is REAL and not differ(*equal.normal, assumptions(ask.context)):
        found, ran_out = ask.proved_or_ran_out(EQUATIONS, equal)
    elif a.type is EXTENDED:
        found = equal.by_normal(_scores(ask, *equal.normal))
    elif a.type is NAT and (numbers := ask.attempt(equation(real(a), real(b)))) is not None:
        found = infer("real_injective", numbers)
    if found is None:
        raise NotProved(*equal.normal, ran_out=ran_out)
    return found


# ------------------------------------------------------------------------------------------------ the ways of the table


def has_another_form(ask: Ask, goal: Equal) -> bool:
    """Tell whether something in the normal forms may be written otherwise: a condition, or a root of factors."""
    return not ask.context.oriented and any(
        occurs(LE, t) or has_real_conditions(t) or has_split_roots(t) for t in goal.normal
    )


def in_one_form(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b with one form for conditions, where indices or numbers are compared.

    This is no part of every normal form: which of i ≤ j and j ≤ i is kept would depend on the order of nested sums.
    """
    normaliser = with_one_form(ask, goal.normal, freed=True).normaliser
    first, second = normaliser.normal(goal.a), normaliser.normal(goal.b)
    return chain(first, symmetric(second)) if right(first) is right(second) else None


def with_one_form(ask: Ask, normal: tuple[Term, ...], freed: bool) -> Ask:
    """Return an Ask with one form for conditions, also in hypotheses where normal terms have some on numbers."""
    context = replace(ask.context.extended(), oriented=True, freed=freed)
    if any(map(has_real_conditions, normal)):
        for truth in ask.context.truths[:MOST_INSTANCES]:
            if truth.hypotheses:
                try:
                    add_theorem(context, truth)
                except ProofError:
                    continue
    return ask.knowing(context)


def has_conditions_inside(_: Ask, goal: Equal) -> bool:
    """Tell whether there are conditions on numbers under sums or maxima, as in |x|."""
    return any(has_real_conditions(t, summed=True) for t in goal.normal)


def with_moduli(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b with |·| kept."""
    return equal_with_kept(ask.context, goal.a, goal.b, None)


def knows_inequalities(ask: Ask, _: Equal) -> bool:
    """Tell whether inequalities are known."""
    return any(is_inequality(truth.conclusion) for truth in ask.context.truths)


def squeezed(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b from a ≤ b and b ≤ a by linear arithmetic."""
    return _between_by(goal, ask.normaliser, lambda t: prove_sign(ask.normaliser, t, False))


def _between_by(goal: Equal, normaliser: Normaliser, nonnegative: Callable[[Term], Theorem | None]) -> Theorem | None:
    """Prove a = b from 0 ≤ b − a and 0 ≤ a − b, or return None."""
    both = []
    for low, high in ((goal.a, goal.b), (goal.b, goal.a)):
        difference = normaliser.normal(plus(high, minus(low)))
        found = nonnegative(right(difference))
        if found is None:
            return None
        both.append(fact("le_of_nonneg", low, high, premises=(moved_to(found, difference, False),)))
    return fact("le_antisym", goal.a, goal.b, premises=tuple(both))


def has_maxima(_: Ask, goal: Equal) -> bool:
    """Tell whether a largest number is met."""
    return bool(maxima(map(read_polynomial, goal.normal)))


def between(ask: Ask, goal: Equal) -> Theorem:
    """Prove a = b from a ≤ b and b ≤ a."""
    both = ask.prove(le(goal.a, goal.b)), ask.prove(le(goal.b, goal.a))
    return fact("le_antisym", goal.a, goal.b, premises=both)


def knows_of_pi(ask: Ask, _: Equal) -> bool:
    """Tell whether hypotheses speak of π."""
    return any(occurs(PI, truth.conclusion) for truth in ask.context.truths)


def within_one_turn(ask: Ask, goal: Equal) -> Theorem:
    """Prove a = b from cos (a − b) = 1 and |a − b| < 2π."""
    difference = goal.difference
    goals = equation(app(COS, difference), ONE), *(lt(size, TURN) for size in (difference, minus(difference)))
    premises = tuple(map(ask.less(turns=1).prove, goals))
    return goal.by_difference(fact("within_one_turn", difference, premises=premises))


def with_denominators_cleared(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b by clearing denominators."""
    return equal_fractions(ask.normaliser, goal.a, goal.b)


def knowing(richer: Callable[[Ask, Goal], Context | None]) -> Callable[[Ask, Goal], Theorem | None]:
    """Return the way to prove a goal from what another context knows, where there is one."""

    def prove(ask: Ask, goal: Goal) -> Theorem | None:
        context = richer(ask, goal)
        return None if context is None else ask.knowing(context).prove(goal.goal)

    return prove


def by_a_condition(ask: Ask, goal: Goal) -> Theorem | None:
    """Prove a goal where the first condition in its normal forms holds, and where it does not.

    What depends on a condition becomes plain once that is decided: a condition within another one comes first.
    """
    inside = (args_of(part, "ind", 1) for part in parts_of(*goal.normal) if not part.loose)
    conditions = {args[0] for args in inside if args is not None and args_of(args[0], "≤", 2) is not None}
    first = min(conditions, key=lambda condition: (size(condition), key(condition)), default=None)
    condition = first or next(iter(signs_of_squares(ask.normaliser, *goal.normal)), None)
    if condition is None:
        return None
    cases = (ask.assuming(case).less(cases=1).prove(goal.goal) for case in (condition, negation(condition)))
    return by_cases(condition, *cases)


def by_what_is_given(ask: Ask, goal: Goal) -> Theorem | None:
    """Prove a goal since its contrary would contradict what is given."""
    return by_contraposition(ask, goal.goal)


def with_more_known(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b by signs of what stands under roots, inverses and logarithms."""
    richer = with_bounds(ask, *goal.normal)
    return None if richer is None else richer.prove(goal.goal)


def with_bounds(ask: Ask, *terms: Term) -> Ask | None:
    """Return an Ask that knows more signs and bounds of what stands in some normal terms, or None."""
    context = ask.context.extended()
    context.truths += (entries := bounds_of_entries(context, context.truths))
    context.truths += (arguments := bounds_of_arguments(context.truths))
    more = bool(entries or arguments)
    inner = ask.knowing(context).at_most(signs=0)
    if ask.counters.signs:
        found = signs_within(inner.normaliser, terms, inner.prove)
        largest = [fact("le_refl", top) for top in maxima(map(read_polynomial, terms))]
        found += logarithms_of_sums(inner.normaliser, terms) + bounds_of_entries(context, largest)
        context.truths += found
        roots = squares_before_roots(inner.knowing(context).normaliser, terms, inner.prove)
        context.rules += map(rule_from, roots)
        more = more or bool(found or roots)
    return ask.knowing(context).at_most(signs=0) if more else None


def over_a_size(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b by induction over a size."""
    return goal.by_normal(by_size(ask, equation, *goal.normal))


def by_size(ask: Ask, say: Say, *normal: Term) -> Theorem | None:
    """Prove what is said of normal terms by induction over a size, or return None."""

    def sign(t: Term) -> Say | None:
        if positive(ask.normaliser, t) is not None:
            return lt
        return le if nonnegative(ask.normaliser, t) is not None else None

    return proved_over_sizes(say, normal, ask.at_most(cases=1, signs=0).prove, sign)


def with_sums_closed(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b with closed forms of the sums in the normal forms."""
    closed = closed_sums(ask, *goal.normal)
    if closed is None:
        return None
    same = ask.prove(equation(*map(right, closed)))
    return goal.by_normal(chain(closed[0], same, symmetric(closed[1])))


def closed_sums(ask: Ask, *normal: Term) -> tuple[Theorem, ...] | None:
    """Return ⊢ t = t′ with closed forms of the sums in normal terms, or None."""

    def prove(total: Term, form: Term) -> Theorem | None:
        return by_size(ask, equation, total, form) if ask.counters.signs else None

    return with_closed_sums(ask.normaliser, normal, prove)


def with_common_angles(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b with an angle as a multiple of another."""
    return goal.by_normal(by_common_angles(*goal.normal, ask.prove))


def is_no_short_attempt(ask: Ask, _: Equal) -> bool:
    """Tell whether there is time for more than a short attempt."""
    return ask.context.most_effort > 2 * LITTLE_EFFORT


def knows_recurrences(ask: Ask, _: Equal) -> bool:
    """Tell whether something given says what stands at each next place."""
    return bool(ask.context.recurrences)


def has_several_splits(ask: Ask, _: Equal) -> bool:
    """Tell whether a range is split in several ways."""
    return bool(ask.context.rivals or ask.context.ambiguous_splits)


def knows_of_steps(ask: Ask, _: object) -> bool:
    """Tell whether hypotheses speak of each next one of some places."""
    return bool(steps_known(ask.context))


def by_the_steps(ask: Ask, goal: Equal) -> Theorem | None:
    """Prove a = b from what stands at the first place and the steps to others."""
    difference = ask.normaliser.normal(goal.difference)
    found = by_steps(ask.normaliser, right(difference))
    return None if found is None else goal.by_difference(difference, found, ask.prove(equation(right(found), ZERO)))


def knows_anything(ask: Ask, _: object) -> bool:
    """Tell whether anything is known."""
    return bool(ask.context.truths)


# --------------------------------------------------------------------------------------------------------------- scores


def _scores(ask: Ask, a: Term, b: Term) -> Theorem | None:
    """Prove that two scores are equal by their numbers and by the indicators of their masks, or return None."""
    first, second = (args_of(side, "plus", 2) for side in (a, b))
    if first is not None and second is not None:
        parts = [_scores(ask, *both) for both in zip(first, second, strict=True)]
        return None if parts[0] is None or parts[1] is None else binary(const("plus"), parts[0], parts[1])
    x, y = (args_of(side, "emb", 1) for side in (a, b))
    if x is not None and y is not None:
        numbers = ask.attempt(equation(*x, *y))
        return None if numbers is None else ap_term(const("emb"), numbers)
    one, other = mask_entry(a), mask_entry(b)
    if one is None or other is None:
        return None
    equal = ask.attempt(equation(app(IND, one[0]), app(IND, other[0])))
    if equal is None:
        return None
    same = ap_term(const("allow"), fact("ind_injective", one[0], other[0], premises=(equal,)))
    return chain(one[1], same, symmetric(other[1]))
