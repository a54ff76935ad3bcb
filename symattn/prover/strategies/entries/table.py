"""The entry level as tables: ways to prove propositions, equations of numbers, inequalities, signs, what differs."""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.syntax import TRUE
from ....kernel.terms import Term
from ...logic.derived_rules import TRUTH, match_conjunction, match_forall
from ..core.search import PROPOSITIONS, Ask, Table, Way, supply_tables
from ..derivatives.descriptions import is_denied, is_described, prove_denied, prove_described
from ..equations.combination import by_combination
from ..equations.common_factors import without_common_factors
from ..equations.equal_exponents import by_exponents
from ..equations.logarithms_compared import by_exponentials
from ..equations.named_places import at_named_places
from ..equations.other_places import at_other_places
from ..equations.squares import by_no_distance, by_squares
from ..equations.summands import summand_by_summand
from ..hypotheses.same_places import with_same_places
from ..hypotheses.summed import with_sums_of_equations
from ..induction.recurrences import by_recurrences
from ..induction.steps import with_steps_solved
from . import equal, opening, order
from .equal import EQUATIONS
from .order import APART, ORDERS, SIGNS


def _is(test: Callable[[Term], bool]) -> Callable[[Ask, Term], bool]:
    """Tell of a proposition alone whether a way applies."""
    return lambda ask, goal: test(goal)


_SUMMED = equal.knowing(lambda ask, goal: with_sums_of_equations(ask.context))
_SAME_PLACES = equal.knowing(lambda ask, goal: with_same_places(ask.normaliser, *goal.normal))
_STEPS_SOLVED = equal.knowing(lambda ask, goal: with_steps_solved(ask.context))

#: Of a proposition the first way that applies is the only one.
_PROPOSITIONS = (
    Way("truth", 1, "⊤ holds", lambda ask, goal: TRUTH, _is(lambda goal: goal is TRUE)),
    Way("derivatives described", 2, "find the derivatives that are spoken of", prove_described, _is(is_described)),
    Way("derivatives denied", 3, "find the derivatives, and deny what is said", prove_denied, _is(is_denied)),
    Way("for all", 4, "take an arbitrary value", opening.for_every_value, _is(lambda p: match_forall(p) is not None)),
    Way("and", 5, "prove both parts", opening.both_parts, _is(lambda goal: match_conjunction(goal) is not None)),
    Way("premise", 6, "assume the premise", opening.under_its_premise, opening.is_premise),
    Way("functions", 7, "take an arbitrary argument", opening.at_every_argument, opening.is_equation_of_functions),
    Way("normal forms", 8, "compare normal forms", equal.by_normal_forms, opening.is_equation),
    Way("known", 9, "it is known as it stands", opening.as_known_or_true, order.is_known),
    Way("difference", 10, "the sign of b − a", order.by_the_sign_of_the_difference, order.is_order),
    Way("apart", 11, "a − b is not 0", order.by_a_difference_that_is_not_0, order.is_apart),
    Way("derivative", 12, "differentiate, and compare", order.by_differentiation, order.is_derivative),
    Way("normal form", 13, "it normalises to ⊤", opening.as_known_or_true),
)
_EQUATIONS = (
    Way("one form", 1, "one form for conditions", equal.in_one_form, equal.has_another_form),
    Way("moduli", 2, "|·| kept as a function", equal.with_moduli, equal.has_conditions_inside, ("signs",)),
    Way("squeezed", 3, "a ≤ b ≤ a by linear arithmetic", equal.squeezed, equal.knows_inequalities),
    Way("maxima", 4, "a ≤ b ≤ a, of largest numbers", equal.between, equal.has_maxima),
    Way("combination", 5, "a combination of given equations", by_combination),
    Way("named places", 6, "a name for the place of which positions speak", at_named_places, None, ("places",)),
    Way("one turn", 6, "cos (a − b) = 1 within a turn", equal.within_one_turn, equal.knows_of_pi, ("turns",)),
    Way("cases", 7, "by the first condition", equal.by_a_condition, None, ("cases",)),
    Way("fractions", 8, "denominators cleared", equal.with_denominators_cleared),
    Way("squares", 9, "a² = b², with signs", by_squares),
    Way("exponentials", 10, "exp (k·a) = exp (k·b)", by_exponentials),
    Way("exponents", 11, "equal exponents", by_exponents),
    Way("no distance", 12, "(a − b)² ≤ 0", by_no_distance),
    Way("signs inside", 13, "signs under roots, inverses, logarithms", equal.with_more_known, None, ("signs",)),
    Way("induction", 14, "over a size", equal.over_a_size, None, ("signs",)),
    Way("closed sums", 15, "closed forms of sums", equal.with_sums_closed),
    Way("angles", 16, "one angle as a multiple of another", equal.with_common_angles),
    Way("factors", 17, "h·u + c = h·v + c from u = v", without_common_factors, equal.is_no_short_attempt),
    Way("summands", 18, "sums by their summands", summand_by_summand, equal.is_no_short_attempt),
    Way("recurrences", 19, "by induction along recurrences", by_recurrences, equal.knows_recurrences, ("recurrences",)),
    Way("other places", 19, "an index of another split as a sum", at_other_places, equal.has_several_splits),
    Way("equations summed", 20, "given equations, summed over an index", _SUMMED),
    Way("steps", 21, "a place from the first one, by the steps to it", equal.by_the_steps, equal.knows_of_steps),
    Way("same places", 22, "places that positions show to be one", _SAME_PLACES, equal.knows_anything),
    Way("contraposition", 23, "something given would fail", equal.by_what_is_given, None, ("contraries",)),
)
_ORDERS = (
    Way("shape", 1, "each monomial has the sign", order.by_shape),
    Way("linear arithmetic", 2, "a combination of what is known", order.by_linear_arithmetic),
    Way("ordered and apart", 3, "a ≤ b and a ≠ b", order.apart_and_ordered, order.is_strict),
    Way("moduli in maxima", 4, "|·| kept as a function", order.with_moduli, order.has_moduli_and_a_maximum, ("signs",)),
    Way("every number", 5, "max f ≤ b from f i ≤ b", order.below_every_number),
    Way("conditions", 6, "as a condition of positions", order.as_conditions),
    Way("named places", 6, "a name for the place of which positions speak", at_named_places, None, ("places",)),
    Way("as written", 7, "from the sums as they are written", order.as_written),
    Way("one form", 8, "one form for conditions", order.in_one_form, order.may_be_put_in_one_form),
    Way("cases", 9, "by the first condition", equal.by_a_condition, None, ("cases",)),
    Way("moduli", 10, "|·| kept as a function", order.with_moduli, order.has_moduli_alone, ("signs",)),
    Way("effort", 11, "the sign of b − a, with effort", order.by_effort),
    Way("largest", 12, "max f is one of the f i", order.at_a_largest, None, ("signs", "maxima")),
    Way("equations summed", 13, "given equations, summed over an index", _SUMMED),
    Way("steps", 14, "a place from the first one, by the steps to it", order.by_the_steps, equal.knows_of_steps),
    Way("steps written", 16, "steps as differences", _STEPS_SOLVED, equal.knows_of_steps),
    Way("contraposition", 17, "something given would fail", equal.by_what_is_given, None, ("contraries",)),
)
_SIGNS = (
    Way("difference divides", 1, "t = (x − y)·q", order.divided_where_order_is_open, order.is_weak, ("cases",)),
    Way("combinations", 2, "squares, products, tangents, sums", order.by_combinations),
    Way("ordered difference", 3, "t = (x − y)·q, x ≤ y", order.divided_where_ordered, None, ("cases",)),
    Way("common factor", 4, "t = h·q with h > 0", order.without_a_common_factor),
    Way("induction", 5, "over a size", order.over_a_size, None, ("signs",)),
    Way("closed sums", 6, "closed forms of sums", order.with_sums_closed),
    Way("derivative", 7, "an end and a slope", order.by_a_derivative, None, ("signs", "slopes")),
    Way("ends", 8, "at both ends of what a number lies between", order.at_both_ends, None, ("signs",)),
)
_APART = (
    Way("shape", 1, "a − b shows that it is not 0", order.difference_not_0),
    Way("factors", 2, "no factor of a − b is 0", order.difference_of_factors),
    Way("below", 3, "a < b", order.below),
    Way("above", 4, "b < a", order.above),
    Way("places", 5, "at each of two places of which something is known at one", order.at_known_places),
    Way("contraposition", 6, "something given would fail", equal.by_what_is_given, None, ("contraries",)),
)

supply_tables(
    Table(PROPOSITIONS, _PROPOSITIONS),
    Table(EQUATIONS, _EQUATIONS),
    Table(ORDERS, _ORDERS),
    Table(SIGNS, _SIGNS),
    Table(APART, _APART),
)
