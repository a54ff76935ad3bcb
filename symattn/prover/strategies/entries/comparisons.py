"""Compare numbers: both sides or their difference are normalised; where that does not tell, a table is gone through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import negation
from ....kernel.terms import EXTENDED, NAT, REAL, Term, Var, app, const, equation, sides
from ...library.facts import fact, infer
from ...library.propositions import by_cases
from ...limits import LEAST_KEPT, LITTLE_EFFORT, MOST_INSTANCES, MOST_SEARCHES, MOST_WRITTEN_OUT
from ...logic.cached_rules import refl
from ...logic.conversions import replaced
from ...logic.derived_rules import ap_term, binary, chain, is_refl, left, right, strip, symmetric
from ...logic.formulas import COS, IND, LE, ONE, PI, TURN, ZERO, le, lt, minus, plus
from ...logic.matching import rule_from
from ...logic.numerals import real
from ...logic.parts import args_of, occurs, operand, parts_of
from ...logic.term_order import key, size
from ...normal.conditions import proved_order
from ...normal.context import Context, Stage, with_repeats
from ...normal.freed_functions import has_split_roots
from ...normal.glance import assumptions, differ, fails
from ...normal.linear_arithmetic import Inequality, follows, follows_by_simplex, order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    apart,
    atoms_of,
    factors,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled,
    shared_and_rest,
)
from ...normal.positivity import nonnegative, nonzero, positive
from ...normal.real_conditions import has_real_conditions
from ...normal.shifts import from_the_start
from ..core.goals import Goal, NotProved, attempted, first_proved
from ..core.search import Ask
from ..equations.denominators import equal_fractions
from ..hypotheses.adding import add_theorem
from ..hypotheses.masks import mask_entry
from ..induction.closed_sums import weights_summed, with_closed_sums
from ..induction.index_induction import along_an_index, at_a_last_place, ends_of_sums
from ..induction.size_induction import Say, proved_over_sizes
from ..induction.steps import steps_known
from ..orders.bounds_given import bounds_of_arguments, bounds_of_entries
from ..orders.comparisons import SAY, Compared
from ..orders.inequalities import (
    given_of,
    is_inequality,
    products_of_written_sums,
    prove_sign,
    terms_of_written_sums,
    with_heads,
)
from ..orders.kept import are_kept, how_many, keeping
from ..orders.maxima import maxima
from ..orders.nonlinear import Nonlinear
from ..orders.raised import logarithms_of_sums
from ..orders.signs_within import signs_of_squares, signs_within, squares_before_roots

EQUATIONS, ORDERS = "equations of numbers", "inequalities"


def by_normal_forms(ask: Ask, goal: Term) -> Theorem:
    """Prove a = b by the normal forms of a and b or, where these differ, by what they are made of or as numbers."""
    a, b = sides(goal) or (goal, goal)
    equal = Compared(a, b, "=", ask.normaliser)
    if a.type is REAL and (found := _with_many_kept(ask, equal)) is not None:
        return found
    if (found := equal.by_shape()) is not None:
        if not all(map(is_refl, equal.forms)):
            ask.context.stages.append(Stage(a, equal.normal[0], b, tuple(found.hypotheses)))
        return found
    ran_out = False
    if a.type is REAL and not differ(*equal.normal, assumptions(ask.context)):
        found, ran_out = ask.proved_or_ran_out(EQUATIONS, equal)
    elif a.type is EXTENDED:
        found = equal.by_forms(_scores(ask, *equal.normal))
    elif a.type is NAT and (numbers := ask.attempt(equation(real(a), real(b)))) is not None:
        found = infer("real_injective", numbers)
    if found is None:
        raise NotProved(*equal.normal, ran_out=ran_out)
    return found


def by_the_sign_of_the_difference(ask: Ask, goal: Term) -> Theorem:
    """Prove a ≤ b or a < b from the sign of the normal form of b − a."""
    a, b, strict = order_of(goal) or (goal, goal, False)
    direct = (positive if strict else nonnegative)(ask.normaliser, b) if a is ZERO else None
    if direct is not None:
        return direct
    order = Compared(a, b, "<" if strict else "≤", ask.normaliser)
    if (found := _with_many_kept(ask, order)) is not None:
        return found
    ran_out = False
    if not fails(order.t, assumptions(ask.context)):
        found, ran_out = ask.proved_or_ran_out(ORDERS, order)
    if found is None:
        raise NotProved(a, b, order.relation, order.t, ran_out)
    return found


def _with_many_kept(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a goal with |·|, max and min kept where there are so many that they would be long written out, or raise."""
    count = how_many(ask.context, goal.a, goal.b)
    if count < LEAST_KEPT:
        return None
    found = with_moduli(ask, goal)
    if found is None and count > MOST_WRITTEN_OUT:
        raise NotProved(goal.a, goal.b, goal.relation)
    return found


def _scores(ask: Ask, a: Term, b: Term) -> Theorem | None:
    """Prove that two scores are equal by their numbers and by the indicators of their masks, or return None."""
    first, second = (args_of(side, "plus", 2) for side in (a, b))
    if first is not None and second is not None:
        parts = [_scores(ask, *both) for both in zip(first, second, strict=True)]
        return None if parts[0] is None or parts[1] is None else binary(const("plus"), parts[0], parts[1])
    x, y = (operand(side, "emb") for side in (a, b))
    if x is not None and y is not None:
        numbers = ask.attempt(equation(x, y))
        return None if numbers is None else ap_term(const("emb"), numbers)
    one, other = mask_entry(a), mask_entry(b)
    if one is None or other is None:
        return None
    equal = ask.attempt(equation(app(IND, one[0]), app(IND, other[0])))
    if equal is None:
        return None
    same = ap_term(const("allow"), fact("ind_injective", one[0], other[0], premises=(equal,)))
    return chain(one[1], same, symmetric(other[1]))


# ------------------------------------------------------------------------------------- what tells whether a way applies


def is_strict(_: Ask, goal: Compared) -> bool:
    """Tell whether a goal is a < b."""
    return goal.strict


def is_weak(_: Ask, goal: Compared) -> bool:
    """Tell whether a goal is a ≤ b."""
    return not goal.strict


def keeps_moduli(ask: Ask, _: Compared) -> bool:
    """Tell whether |·|, max and min are numbers of their own."""
    return are_kept(ask.context)


def has_another_form(ask: Ask, goal: Compared) -> bool:
    """Tell whether something in the normal forms may be written otherwise: a condition, or a root of factors."""
    return not ask.context.oriented and any(
        occurs(LE, t) or has_real_conditions(t) or has_split_roots(t) for t in goal.normal
    )


def may_be_put_in_one_form(ask: Ask, goal: Compared) -> bool:
    """Tell whether conditions under sums are not in one form yet."""
    return not ask.context.oriented and has_conditions_inside(ask, goal)


def has_conditions_inside(_: Ask, goal: Compared) -> bool:
    """Tell whether there are conditions on numbers under sums or maxima, as in |x|."""
    return any(has_real_conditions(t, summed=True) for t in goal.normal)


def has_maxima(ask: Ask, goal: Compared) -> bool:
    """Tell whether a largest number is met, or |·|, max or min as a number of its own."""
    return bool(maxima(map(read_polynomial, goal.normal))) or are_kept(ask.context)


def has_moduli_in_maxima(ask: Ask, goal: Compared) -> bool:
    """Tell whether there are conditions within a largest number, where there are no cases."""
    return bool(maxima([read_polynomial(goal.t)])) and has_conditions_inside(ask, goal)


def has_products_with_conditions(_: Ask, goal: Compared) -> bool:
    """Tell whether there are conditions on numbers beside products, as in x·|y|, and no largest number."""
    polynomial = read_polynomial(goal.t)
    beside = (product_term(factors(m)) for m in polynomial if len(m) > 2)
    return not maxima([polynomial]) and any(map(has_real_conditions, beside))


def has_moduli_alone(ask: Ask, goal: Compared) -> bool:
    """Tell whether there are conditions under sums, and no largest number."""
    return not maxima([read_polynomial(goal.t)]) and has_conditions_inside(ask, goal)


def knows_inequalities(ask: Ask, _: Compared) -> bool:
    """Tell whether inequalities are known."""
    return any(is_inequality(truth.conclusion) for truth in ask.context.truths)


def knows_of_pi(ask: Ask, _: Compared) -> bool:
    """Tell whether hypotheses speak of π."""
    return any(occurs(PI, truth.conclusion) for truth in ask.context.truths)


def knows_recurrences(ask: Ask, _: Compared) -> bool:
    """Tell whether something given says what stands at each next place."""
    return bool(ask.context.recurrences)


def is_of_a_largest(ask: Ask, goal: Compared) -> bool:
    """Tell whether a recurrence says what the next value is, and the goal is of a largest number, or of all of them."""
    met = not ask.counters.maxima or any(operand(part, "top") is not None for part in parts_of(goal.t))
    return met and any(strip(assume(given))[-1].sides is not None for given in ask.context.recurrences)


def knows_of_steps(ask: Ask, _: Compared) -> bool:
    """Tell whether hypotheses speak of each next one of some places."""
    return bool(steps_known(ask.context))


def knows_anything(ask: Ask, _: Compared) -> bool:
    """Tell whether anything is known."""
    return bool(ask.context.truths)


def has_several_splits(ask: Ask, _: Compared) -> bool:
    """Tell whether a range is split in several ways."""
    return bool(ask.context.rivals or ask.context.ambiguous_splits)


def is_no_short_attempt(ask: Ask, _: Compared) -> bool:
    """Tell whether there is time for more than a short attempt."""
    return ask.context.most_effort > 2 * LITTLE_EFFORT


def is_near_the_goal(ask: Ask, _: Compared) -> bool:
    """Tell whether a goal is that of the search, or of one step on the way."""
    return ask.depth <= 2


# ---------------------------------------------------------------------------------------------- the same goal otherwise


def knowing(richer: Callable[[Ask, Goal], Context | None]) -> Callable[[Ask, Goal], Theorem | None]:
    """Return the way to prove a goal from what another context knows, where there is one."""

    def prove(ask: Ask, goal: Goal) -> Theorem | None:
        context = richer(ask, goal)
        return None if context is None else ask.knowing(context).prove(goal.goal)

    return prove


def in_one_form(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it with one form for conditions, where indices or numbers are compared.

    Where that leaves no condition on numbers under a sum, what is left is a goal of its own.  This is no part of every
    normal form: which of i ≤ j and j ≤ i is kept would depend on the order of nested sums.
    """
    inner = _with_one_form(ask, goal)
    again = replace(goal, normaliser=inner.normaliser)
    found = again.by_shape()
    if found is None and has_conditions_inside(ask, goal) and not has_conditions_inside(ask, again):
        found = again.by_forms(ask.attempt(goal.said_of(*again.normal)))
    if found is not None or goal.is_equation:
        return found
    sign = prove_sign(inner.normaliser, again.t, goal.strict)
    if sign is None and not goal.strict:
        sign = Nonlinear(inner.normaliser, inner.prove).term_by_term(again.t)
    return again.by_sign(sign)


def _with_one_form(ask: Ask, goal: Compared) -> Ask:
    """Return an Ask with one form for conditions, also in hypotheses where normal terms have some on numbers."""
    context = replace(ask.context.extended(), oriented=True, freed=goal.is_equation)
    if any(map(has_real_conditions, goal.normal)):
        for truth in ask.context.truths[:MOST_INSTANCES]:
            if truth.hypotheses:
                attempted(add_theorem, context, truth)
    return ask.knowing(context)


def with_moduli(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it with |·|, max and min kept, of which u ≤ |u| and the like are known; few of an equation are compared."""
    context = keeping(ask.context, goal.a, goal.b)
    if context is None:
        return None
    if goal.is_equation and how_many(ask.context, goal.a, goal.b) < LEAST_KEPT:
        return replace(goal, normaliser=Normaliser(context)).by_shape()
    return ask.knowing(context).at_most(cases=0, signs=0).attempt(goal.goal)


def by_a_condition(ask: Ask, goal: Goal) -> Theorem | None:
    """Prove a goal where the first condition in its normal forms holds, and where it does not.

    What depends on a condition becomes plain once that is decided: a condition within another one comes first.
    """
    conditions = {p for p in _conditions(goal) if args_of(p, "≤", 2) is not None}
    first = min(conditions, key=lambda condition: (size(condition), key(condition)), default=None)
    condition = first or next(iter(signs_of_squares(ask.normaliser, *goal.normal)), None)
    return None if condition is None else _in_both_cases(ask, goal, condition)


def by_equal_places(ask: Ask, goal: Goal) -> Theorem | None:
    """Prove a goal where two indices of which its normal forms ask whether they are equal are so, and where not."""
    asked = {p for p in _conditions(goal) if all(isinstance(each, Var) for each in sides(p) or (p,))}
    first = min(asked, key=key, default=None)
    return None if first is None else _in_both_cases(ask, goal, first)


def _conditions(goal: Goal) -> Iterator[Term]:
    """Yield the conditions of the indicators in the normal forms of a goal."""
    inside = (operand(part, "ind") for part in parts_of(*goal.normal) if not part.loose)
    yield from (p for p in inside if p is not None)


def _in_both_cases(ask: Ask, goal: Goal, condition: Term) -> Theorem:
    cases = (ask.assuming(case).less(cases=1).prove(goal.goal) for case in (condition, negation(condition)))
    return by_cases(condition, *cases)


def by_a_base(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b where the base y of a power y^(n − i) under a sum is 0, and where it is not: then it is yⁿ/yⁱ."""
    totals = [part for t in goal.normal for part in parts_of(t) if operand(part, "sum") is not None and not part.loose]
    bases = {
        args[0]
        for total in totals
        if any(sides(p) for part in parts_of(total) if (p := operand(part, "ind")) is not None)
        for part in parts_of(total)
        if (args := args_of(part, "power", 2)) is not None and args[1].loose and not args[0].loose
    }
    unknown = [base for base in sorted(bases, key=key) if base is not ZERO and nonzero(ask.normaliser, base) is None]
    if not unknown:
        return None
    return _in_both_cases(ask, goal, equation(unknown[0], ZERO))


def with_more_known(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b by signs of what stands under roots, inverses and logarithms."""
    richer = _with_bounds(ask, *goal.normal)
    return None if richer is None else richer.prove(goal.goal)


def _with_bounds(ask: Ask, *terms: Term) -> Ask | None:
    """Return an Ask that knows more signs and bounds of what stands in some normal terms, or None."""
    context = ask.context.extended()
    known = {truth.conclusion for truth in context.truths}
    context.truths += bounds_of_entries(context, context.truths)
    context.truths += (each for each in bounds_of_arguments(context.truths) if each.conclusion not in known)
    more = len(context.truths) > len(ask.context.truths)
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


def with_sums_closed(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it with closed forms of the sums in the normal forms, or of the weights in them."""

    def prove(total: Term, form: Term) -> Theorem | None:
        if not ask.counters.signs:
            return None
        at_an_end = _by_index(ask, equation(total, form), total)
        return at_an_end if at_an_end is not None else _by_size(ask, equation, total, form)

    closed = with_closed_sums(ask.normaliser, goal.normal, prove)
    if closed is not None:
        return goal.by_forms(ask.prove(goal.said_of(*map(right, closed))), *closed)
    context = ask.context.extended()
    known = {truth.conclusion for truth in context.truths}
    summed = [] if goal.is_equation else weights_summed(ask.normaliser, goal.normal, prove)
    weights = [same for same in summed if same.conclusion not in known]  # once, so that this ends
    for same in weights:
        add_theorem(context, same)
        powers = (part for part in parts_of(right(same)) if args_of(part, "power", 2))
        signs = (attempted(ask.at_most(cases=0, signs=0).prove, le(ZERO, power)) for power in powers)
        for sign in filter(None, signs):  # (1 − λ)ⁿ is multiplied out, so that its sign does not show
            add_theorem(context, sign)
    context.products += [rule_from(same) for same in weights if operand(left(same), "sum") is None]
    return ask.knowing(context).prove(goal.goal) if weights else None


def with_sums_from_the_start(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it with sums over the last n of m + n places as those over all of them without the first m."""
    sums = {size: same for t in goal.normal for size, same in from_the_start(ask.normaliser, t).items()}
    if not sums:
        return None
    context = ask.context.extended()
    context.splits = {size: split for size, split in context.splits.items() if size not in sums}
    forms = [replaced(refl(t), *sums.values()) for t in goal.normal]
    context = with_repeats(context, map(right, forms)) or context
    return goal.by_forms(ask.knowing(context).prove(goal.said_of(*map(right, forms))), *forms)


def over_a_size(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it by induction over a size."""
    return goal.by_forms(_by_size(ask, SAY[goal.relation], *goal.normal))


def _by_size(ask: Ask, say: Say, *normal: Term) -> Theorem | None:
    """Prove what is said of normal terms by induction over a size, or return None."""

    def sign(t: Term) -> Say | None:
        if positive(ask.normaliser, t) is not None:
            return lt
        return le if nonnegative(ask.normaliser, t) is not None else None

    told = [truth.conclusion for truth in ask.context.truths]
    return proved_over_sizes(say, normal, ask.at_most(cases=1, signs=0).prove, sign, told)


def over_an_index(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it by induction over an index at which sums end."""
    return goal.by_forms(_by_index(ask, goal.said_of(*goal.normal), *goal.normal))


def _by_index(ask: Ask, said: Term, *terms: Term) -> Theorem | None:
    """Prove what is said of some terms by induction over an index at which sums in them end, or return None."""
    inner = ask.at_most(cases=1, signs=0)
    return first_proved(partial(along_an_index, inner, said, index) for index in ends_of_sums(*terms))


def up_to_the_last(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it from what is so of the sums up to any index: whole sums are those up to the last one."""
    inner = ask.at_most(cases=1, signs=0)
    return goal.by_forms(at_a_last_place(inner, goal.said_of(*goal.normal))) or at_a_last_place(inner, goal.goal)


def without_a_common_factor(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it without what both sides have in common: 0 R h·(v − u) from u R v, where h > 0 unless R is =."""
    shared, rest = shared_and_rest(read_polynomial(goal.t))
    h, pair = product_term(factors(shared)), tuple(map(polynomial_term, apart(rest)))
    if goal.is_equation:
        if {*pair} == {*goal.normal}:
            return None
        inner = ask.at_most(cases=1, slopes=0)
    elif h is ONE or len(rest) < 2 or positive(ask.normaliser, h) is None:
        return None
    else:
        inner = ask
    return goal.by_multiple(h, inner.prove(goal.said_of(*pair)))


# -------------------------------------------------------------------------------------------------- ways to an equation


def between(ask: Ask, goal: Compared) -> Theorem:
    """Prove a = b from a ≤ b and b ≤ a."""
    return infer("le_antisym", ask.prove(le(goal.a, goal.b)), ask.prove(le(goal.b, goal.a)))


def within_one_turn(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b from cos (b − a) = 1 and |b − a| < 2π."""
    t = goal.t
    goals = equation(app(COS, t), ONE), lt(t, TURN), lt(minus(t), TURN)
    premises = tuple(map(ask.less(turns=1).prove, goals))
    return goal.by_zero(fact("within_one_turn", t, premises=premises))


def with_denominators_cleared(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b by clearing denominators."""
    return equal_fractions(ask.normaliser, goal.a, goal.b)


# ------------------------------------------------------------------------------------------------ ways to an inequality


def by_shape(_: Ask, goal: Compared) -> Theorem | None:
    """Prove it where each monomial of b − a has the sign."""
    return goal.by_shape()


def by_linear_arithmetic(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it by a combination of what is known; an equation from a ≤ b and b ≤ a."""
    if not goal.is_equation:
        return goal.by_sign(prove_sign(ask.normaliser, goal.t, goal.strict))
    below = by_linear_arithmetic(ask, replace(goal, relation="≤"))
    turned = Compared(goal.b, goal.a, "≤", ask.normaliser)
    above = None if below is None else by_linear_arithmetic(ask, turned)
    return None if below is None or above is None else infer("le_antisym", below, above)


def apart_and_ordered(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a < b from a ≤ b and a ≠ b."""
    different = nonzero(ask.normaliser, goal.t)
    if different is None:
        return None
    sign = nonnegative(ask.normaliser, goal.t) or prove_sign(ask.normaliser, goal.t, False)
    return None if sign is None else goal.by_sign(fact("nonneg_ne_pos", goal.t, premises=(sign, different)))


def as_conditions(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it as a condition of positions."""
    return proved_order(ask.normaliser, goal.a, goal.b, goal.strict)


def as_written(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it from the sums that are written.

    These have signs that normal forms do not show: those of squares, which are multiplied out and summed term by
    term, and where there are conditions under sums, as in |x|.
    """
    written, t = right(with_heads(ask.normaliser, plus(goal.b, minus(goal.a)))), goal.t
    conditions = has_real_conditions(t, summed=True)
    if not conditions and not _has_other_sums(written, t):
        return None
    known = terms_of_written_sums(ask.normaliser, written, t) + products_of_written_sums(ask.normaliser, written)
    found = follows(read_polynomial(t), goal.strict, known) if known else None
    if found is None and conditions and not goal.strict:
        found = Nonlinear(ask.normaliser, ask.prove).term_by_term(t, written=written)
    return goal.by_sign(found)


def _has_other_sums(written: Term, t: Term) -> bool:
    """Tell whether a sum is written, as a factor, that is none in a normal term."""
    atoms = {a for m in read_polynomial(t) for a, _ in m}
    met = (a for m in read_polynomial(written) for a, _ in m)
    return any(operand(a, "sum") is not None and a not in atoms for a in met)


def by_combinations(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it by squares, products, tangents and sums, with more known of the parts of b − a."""
    return _combined(ask, goal)


def by_seldom_facts(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove it in the same way, also by facts that seldom help and take long, as Chebyshev's inequality for sums."""
    return _combined(ask, goal, seldom=True)


def through_a_given_bound(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a ≤ b from c ≤ b, where a ≤ c is given and c speaks of what the goal does not speak of."""
    t = read_polynomial(goal.t)
    met, tried = set(atoms_of(t)), 0
    for known in given_of(ask.normaliser, t):
        new = set(atoms_of(known.polynomial)) - met
        atoms = [m[0][0] for m, c in known.polynomial.items() if len(m) == 1 and m[0][1] == 1 and t.get(m, 0) * c > 0]
        for atom in atoms if new else ():
            single = ((atom, 1),)
            less = scaled(known.polynomial, t[single] / known.polynomial[single])
            rest = read_polynomial(plus(goal.t, minus(polynomial_term(less))))
            if atom not in atoms_of(rest) and tried < MOST_SEARCHES:
                tried += 1
                sign = attempted(ask.prove, goal.said_of(ZERO, polynomial_term(rest)))
                if sign is not None:
                    return goal.by_sign(
                        follows_by_simplex(t, goal.strict, [known, Inequality(rest, goal.strict, sign)])
                    )
    return None


def _combined(ask: Ask, goal: Compared, seldom: bool = False) -> Theorem | None:
    inner = _with_bounds(ask, goal.t) or ask
    same = inner.normaliser.normal(goal.t)
    sign = None if inner is ask else prove_sign(inner.normaliser, right(same), goal.strict)
    sign = sign or Nonlinear(inner.normaliser, inner.prove, seldom=seldom).sign(right(same), goal.strict)
    return goal.by_sign(sign, same)
