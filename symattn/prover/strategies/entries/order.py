"""Inequalities between numbers, and numbers that differ: by the sign of the normal form of their difference."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from ....kernel.rules import Theorem
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Term, equation, sides
from ...library.derivatives import slope_of, with_slope
from ...library.facts import fact
from ...limits import LEAST_KEPT, MOST_WRITTEN_OUT
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import match_negation, right, swapped, symmetric
from ...logic.formulas import ONE, ZERO, le, lt, minus, plus
from ...logic.parts import args_of
from ...normal.conditions import proved_order
from ...normal.context import Context
from ...normal.glance import assumptions, fails
from ...normal.linear_arithmetic import follows, order_of
from ...normal.polynomials import factors, polynomial_term, product_term, read_polynomial, shared_and_rest
from ...normal.positivity import nonnegative, nonzero, positive
from ...normal.real_conditions import has_real_conditions
from ..core.goals import NotProved
from ..core.search import Ask
from ..derivatives.differentiation import Differentiator
from ..derivatives.rising import sign_by_derivative
from ..equations.divisors import nonzero_by_factors
from ..hypotheses.one_of_two import by_its_places
from ..induction.steps import by_steps
from ..orders.differences import sign_by_differences
from ..orders.ends import sign_at_both_ends
from ..orders.inequalities import prove_sign, terms_of_written_sums, with_heads
from ..orders.kept import how_many, order_with_kept
from ..orders.lifting import by_difference, moved_to, sign_of_multiple
from ..orders.maxima import at_the_largest, below_all, maxima
from ..orders.nonlinear import Nonlinear
from .equal import by_size, closed_sums, sign_without_cases, with_bounds, with_one_form

ORDERS, SIGNS, APART = "inequalities", "signs of numbers, with effort", "numbers that differ"


@dataclass(frozen=True)
class Order:
    """Hold the goal a ≤ b, or a < b where it is strict, with ⊢ b − a = t for the normal form t."""

    a: Term
    b: Term
    strict: bool
    difference: Theorem

    @property
    def t(self) -> Term:
        """The normal form of b − a."""
        return right(self.difference)

    @property
    def normal(self) -> tuple[Term]:
        """The normal form of b − a."""
        return (self.t,)

    @property
    def goal(self) -> Term:
        """What is to be proved."""
        return (lt if self.strict else le)(self.a, self.b)

    def by_sign(self, sign: Theorem | None) -> Theorem | None:
        """Infer the goal from ⊢ 0 ≤ t or ⊢ 0 < t."""
        return by_difference(self.a, self.b, sign, self.difference)


@dataclass(frozen=True)
class Sign:
    """Hold the goal 0 ≤ t, or 0 < t where it is strict, for a normal term t."""

    t: Term
    strict: bool


@dataclass(frozen=True)
class Apart:
    """Hold the goal a ≠ b, with ⊢ a − b = t for the normal form t."""

    a: Term
    b: Term
    difference: Theorem

    @property
    def normal(self) -> tuple[Term]:
        """The normal form of a − b."""
        return (right(self.difference),)

    @property
    def goal(self) -> Term:
        """What is to be proved."""
        return negation(equation(self.a, self.b))

    def by_difference(self, apart: Theorem | None) -> Theorem | None:
        """Infer ⊢ a ≠ b from ⊢ t ≠ 0."""
        if apart is None:
            return None
        moved = rewrite_proposition(apart, symmetric(self.difference))
        return fact("ne_of_sub", self.a, self.b, premises=(moved,))


# ------------------------------------------------------------------------------------------------- goals of these kinds


def is_order(_: Ask, goal: Term) -> bool:
    """Tell whether a goal is a ≤ b or a < b."""
    return order_of(goal) is not None


def is_apart(_: Ask, goal: Term) -> bool:
    """Tell whether a goal is a ≠ b for numbers."""
    denied = match_negation(goal)
    pair = None if denied is None else sides(denied)
    return pair is not None and pair[0].type is REAL


def is_known(ask: Ask, goal: Term) -> bool:
    """Tell whether a goal is known as it stands."""
    return any(truth.conclusion is goal for truth in ask.context.truths)


def is_derivative(_: Ask, goal: Term) -> bool:
    """Tell whether a goal says what a derivative is."""
    return args_of(goal, "deriv", 3) is not None


def by_the_sign_of_the_difference(ask: Ask, goal: Term) -> Theorem:
    """Prove a ≤ b or a < b from the sign of the normal form of b − a."""
    a, b, strict = order_of(goal) or (goal, goal, False)
    direct = (positive if strict else nonnegative)(ask.normaliser, b) if a is ZERO else None
    if direct is not None:
        return direct
    count = how_many(ask.context, a, b)
    if count >= LEAST_KEPT:
        found = order_with_kept(ask.context, a, b, strict, partial(sign_without_cases, ask))
        if found is not None:
            return found
        if count > MOST_WRITTEN_OUT:
            raise NotProved(a, b, "<" if strict else "≤")
    order = Order(a, b, strict, ask.normaliser.normal(plus(b, minus(a))))
    found, ran_out = None, False
    if not fails(order.t, assumptions(ask.context)):
        found, ran_out = ask.proved_or_ran_out(ORDERS, order)
    if found is None:
        raise NotProved(a, b, "<" if strict else "≤", order.t, ran_out)
    return found


def by_a_difference_that_is_not_0(ask: Ask, goal: Term) -> Theorem:
    """Prove a ≠ b by showing that the normal form of a − b is not 0.

    A normal form has squares of sums written out, so that the sign of a number may show before it alone.
    """
    a, b = sides(match_negation(goal) or goal) or (goal, goal)
    direct = nonzero(ask.normaliser, a) if b is ZERO else None
    if direct is not None:
        return direct
    found = ask.among(APART, Apart(a, b, ask.normaliser.normal(plus(a, minus(b)))))
    if found is None:
        raise NotProved(a, b, "≠")
    return found


def by_differentiation(ask: Ask, goal: Term) -> Theorem:
    """Prove that a function has a derivative by finding the one that it has."""
    function, x, slope = args_of(goal, "deriv", 3) or (goal, goal, goal)
    found = Differentiator(ask).derivative(function, x)
    found = with_slope(found, ask.normaliser.normal(slope_of(found)))
    return with_slope(found, ask.prove(equation(slope_of(found), slope)))


# ------------------------------------------------------------------------------------------------ ways to an inequality


def by_shape(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it where each monomial of b − a has the sign."""
    return goal.by_sign((positive if goal.strict else nonnegative)(ask.normaliser, goal.t))


def by_linear_arithmetic(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it by a combination of what is known."""
    return goal.by_sign(prove_sign(ask.normaliser, goal.t, goal.strict))


def is_strict(_: Ask, goal: Order) -> bool:
    """Tell whether a goal is a < b."""
    return goal.strict


def apart_and_ordered(ask: Ask, goal: Order) -> Theorem | None:
    """Prove a < b from a ≤ b and a ≠ b."""
    apart = nonzero(ask.normaliser, goal.t)
    sign = None if apart is None else nonnegative(ask.normaliser, goal.t) or prove_sign(ask.normaliser, goal.t, False)
    if sign is None or apart is None:
        return None
    return goal.by_sign(fact("nonneg_ne_pos", goal.t, premises=(sign, apart)))


def bounds_a_maximum(_: Ask, goal: Order) -> bool:
    """Tell whether a largest number stands in b − a."""
    return bool(maxima([read_polynomial(goal.t)]))


def has_moduli_and_a_maximum(ask: Ask, goal: Order) -> bool:
    """Tell whether there are conditions within a largest number, where there are no cases."""
    return bounds_a_maximum(ask, goal) and has_summed_conditions(ask, goal)


def has_moduli_alone(ask: Ask, goal: Order) -> bool:
    """Tell whether there are conditions under sums, and no largest number."""
    return not bounds_a_maximum(ask, goal) and has_summed_conditions(ask, goal)


def has_summed_conditions(_: Ask, goal: Order | Sign) -> bool:
    """Tell whether there are conditions on numbers under sums or maxima, as in |x|."""
    return has_real_conditions(goal.t, summed=True)


def with_moduli(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it with |·| kept, of which u ≤ |u| and the like are known."""
    return order_with_kept(ask.context, goal.a, goal.b, goal.strict, partial(sign_without_cases, ask))


def below_every_number(ask: Ask, goal: Order) -> Theorem | None:
    """Prove a bound of a largest number from that of every number."""
    return goal.by_sign(below_all(ask.normaliser, goal.t, goal.strict, ask.at_most(maxima=0).prove))


def as_conditions(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it as a condition of positions."""
    return proved_order(ask.normaliser, goal.a, goal.b, goal.strict)


def as_written(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it from the sums that are written.

    These have signs that normal forms do not show: those of squares, which are multiplied out and summed term by
    term, and where there are conditions under sums, as in |x|.
    """
    written, t = right(with_heads(ask.normaliser, plus(goal.b, minus(goal.a)))), goal.t
    conditions = has_real_conditions(t, summed=True)
    if not conditions and not _has_other_sums(written, t):
        return None
    known = terms_of_written_sums(ask.normaliser, written, t)
    found = follows(read_polynomial(t), goal.strict, known) if known else None
    if found is not None or goal.strict or not conditions:
        return goal.by_sign(found)
    return goal.by_sign(Nonlinear(ask.normaliser, ask.prove).term_by_term(t, written=written))


def _has_other_sums(written: Term, t: Term) -> bool:
    """Tell whether a sum is written, as a factor, that is none in a normal term."""
    atoms = {a for m in read_polynomial(t) for a, _ in m}
    met = (a for m in read_polynomial(written) for a, _ in m)
    return any(args_of(a, "sum", 1) is not None and a not in atoms for a in met)


def may_be_put_in_one_form(ask: Ask, goal: Order | Sign) -> bool:
    """Tell whether conditions under sums are not in one form yet."""
    return not ask.context.oriented and has_summed_conditions(ask, goal)


def in_one_form(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it with one form for conditions, by its shape, by linear arithmetic or term by term."""
    inner = with_one_form(ask, (goal.t,), freed=False)
    again = inner.normaliser.normal(goal.t)
    t, strict = right(again), goal.strict
    found = (positive if strict else nonnegative)(inner.normaliser, t) or prove_sign(inner.normaliser, t, strict)
    if found is None and not strict:
        found = Nonlinear(inner.normaliser, inner.prove).term_by_term(t)
    return None if found is None else goal.by_sign(moved_to(found, again, strict))


def by_effort(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it by the ways that take effort."""
    return goal.by_sign(ask.among(SIGNS, Sign(goal.t, goal.strict)))


def by_the_steps(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it from what stands at the first place and the steps to others."""
    found = by_steps(ask.normaliser, goal.t)
    if found is None:
        return None
    sign = ask.prove((lt if goal.strict else le)(ZERO, right(found)))
    return goal.by_sign(moved_to(sign, found, goal.strict))


def at_a_largest(ask: Ask, goal: Order) -> Theorem | None:
    """Prove it where a largest number is one of the numbers."""

    def prove(context: Context, inner: Term) -> Theorem:
        return ask.knowing(context).less(maxima=1).prove(inner)

    return at_the_largest(ask.context, goal.goal, goal.t, prove)


# ------------------------------------------------------------------------------------------------------- ways to a sign


def is_weak(_: Ask, goal: Sign) -> bool:
    """Tell whether a goal is 0 ≤ t."""
    return not goal.strict


def divided_where_order_is_open(ask: Ask, goal: Sign) -> Theorem | None:
    """Prove 0 ≤ t where a difference of two numbers divides t of which no order is known."""
    return _divided(ask, goal, ordered=False)


def divided_where_ordered(ask: Ask, goal: Sign) -> Theorem | None:
    """Prove 0 ≤ t or 0 < t where a difference of two numbers divides t of which the order is known."""
    return _divided(ask, goal, ordered=True)


def _divided(ask: Ask, goal: Sign, ordered: bool) -> Theorem | None:
    def is_wanted(x: Term, y: Term) -> bool:
        differences = (right(ask.normaliser.normal(plus(a, minus(b)))) for a, b in ((x, y), (y, x)))
        return ordered is any(prove_sign(ask.normaliser, difference, False) for difference in differences)

    def prove(case: Term | None, part: Term) -> Theorem:
        return (ask if case is None else ask.assuming(case)).less(cases=1).prove(part)

    return sign_by_differences(goal.t, goal.strict, prove, is_wanted)


def at_both_ends(ask: Ask, goal: Sign) -> Theorem | None:
    """Prove 0 ≤ t or 0 < t, linear in a number with bounds on both sides, at each of these."""
    return sign_at_both_ends(goal.t, goal.strict, ask.normaliser.context.truths, ask.prove)


def by_combinations(ask: Ask, goal: Sign) -> Theorem | None:
    """Prove it by squares, products, tangents and sums, with more known of the parts of t."""
    inner = with_bounds(ask, goal.t) or ask
    again = inner.normaliser.normal(goal.t)
    if inner is not ask and (sign := prove_sign(inner.normaliser, right(again), goal.strict)) is not None:
        return moved_to(sign, again, goal.strict)
    found = Nonlinear(inner.normaliser, inner.prove).sign(right(again), goal.strict)
    return None if found is None else moved_to(found, again, goal.strict)


def without_a_common_factor(ask: Ask, goal: Sign) -> Theorem | None:
    """Prove 0 ≤ h·q or 0 < h·q from the same of q, where a positive h stands in every term."""
    shared, rest = shared_and_rest(read_polynomial(goal.t))
    h = product_term(factors(shared))
    if h is ONE or len(rest) < 2 or positive(ask.normaliser, h) is None:
        return None
    sign = ask.prove((lt if goal.strict else le)(ZERO, polynomial_term(rest)))
    return sign_of_multiple(ask.normaliser, h, sign, goal.t)


def over_a_size(ask: Ask, goal: Sign) -> Theorem | None:
    """Prove it by induction over a size."""
    return by_size(ask, lt if goal.strict else le, ZERO, goal.t)


def with_sums_closed(ask: Ask, goal: Sign) -> Theorem | None:
    """Prove it with closed forms of the sums in t."""
    closed = closed_sums(ask, goal.t)
    found = None if closed is None else ask.among(SIGNS, Sign(right(closed[0]), goal.strict))
    return None if found is None or closed is None else moved_to(found, closed[0], goal.strict)


def by_a_derivative(ask: Ask, goal: Sign) -> Theorem | None:
    """Prove it by the value at an end and the sign of a derivative."""
    return sign_by_derivative(ask.less(slopes=1), goal.t, goal.strict)


# ------------------------------------------------------------------------------------------------- ways to what differs


def difference_not_0(ask: Ask, goal: Apart) -> Theorem | None:
    """Prove a ≠ b where the shape of a − b shows that it is not 0."""
    return goal.by_difference(nonzero(ask.normaliser, right(goal.difference)))


def difference_of_factors(ask: Ask, goal: Apart) -> Theorem | None:
    """Prove a ≠ b where no factor of a − b is 0."""
    return goal.by_difference(nonzero_by_factors(ask.normaliser, right(goal.difference)))


def below(ask: Ask, goal: Apart) -> Theorem:
    """Prove a ≠ b from a < b."""
    return fact("lt_ne", goal.a, goal.b, premises=(ask.prove(lt(goal.a, goal.b)),))


def above(ask: Ask, goal: Apart) -> Theorem:
    """Prove a ≠ b from b < a."""
    other = fact("lt_ne", goal.b, goal.a, premises=(ask.prove(lt(goal.b, goal.a)),))
    return rewrite_proposition(other, swapped(goal.b, goal.a))


def at_known_places(ask: Ask, goal: Apart) -> Theorem | None:
    """Prove a ≠ b at each of two places, at one of which something is known."""
    truths, assumed = ask.context.truths, ask.context.assumed
    return by_its_places(goal.goal, truths, assumed, lambda case: ask.assuming(case).prove(goal.goal))
