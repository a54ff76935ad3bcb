"""The entry level as tables: ways to prove propositions, equations of numbers, inequalities, signs, what differs."""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem
from ....kernel.syntax import TRUE
from ....kernel.terms import Term
from ...logic.derived_rules import TRUTH, match_conjunction, match_forall
from ..angles.common_angles import by_common_angles
from ..core.goals import Goal
from ..core.search import PROPOSITIONS, Ask, Table, Way, supply_tables
from ..derivatives.descriptions import is_denied, is_described, prove_denied, prove_described
from ..derivatives.rising import by_a_derivative
from ..equations.combination import by_combination
from ..equations.logarithms_compared import by_exponentials
from ..equations.named_places import at_named_places
from ..equations.other_places import at_other_places
from ..equations.squares import by_no_distance, by_squares
from ..equations.summands import summand_by_summand
from ..hypotheses.same_places import with_same_places
from ..hypotheses.summed import with_sums_of_equations
from ..induction.recurrences import by_recurrences
from ..induction.remainders import by_remainders, has_remainders
from ..induction.steps import with_order_by_steps, with_steps_solved
from ..orders.contraries import by_contraposition
from ..orders.differences import divided
from ..orders.differences_as_one import has_a_difference, with_a_difference_as_one
from ..orders.ends import at_both_ends, at_one_end
from ..orders.exponents_compared import by_exponents
from ..orders.kept import at_each_of_two, is_modulus, with_both_signs, with_moduli_inside
from ..orders.maxima import at_a_largest, below_every_number
from . import comparisons as compare
from . import differing, opening
from .comparisons import EQUATIONS, ORDERS, knowing
from .differing import APART


def _is(test: Callable[[Term], bool]) -> Callable[[Ask, Term], bool]:
    """Tell of a proposition alone whether a way applies."""
    return lambda ask, goal: test(goal)


_SUMMED = knowing(lambda ask, goal: with_sums_of_equations(ask.context))
_SAME_PLACES = knowing(lambda ask, goal: with_same_places(ask.normaliser, *goal.normal))
_ORDERED = knowing(lambda ask, goal: with_order_by_steps(ask.context))
_STEPS_SOLVED = knowing(lambda ask, goal: with_steps_solved(ask.context))


def _by_contraposition(ask: Ask, goal: Goal) -> Theorem | None:
    return by_contraposition(ask, goal.goal)


#: Of a proposition the first way that applies is the only one.
_PROPOSITIONS = (
    Way("truth", 1, "⊤ holds", lambda ask, goal: TRUTH, _is(lambda goal: goal is TRUE)),
    Way("derivatives described", 2, "find the derivatives that are spoken of", prove_described, _is(is_described)),
    Way("derivatives denied", 3, "find the derivatives, and deny what is said", prove_denied, _is(is_denied)),
    Way("for all", 4, "take an arbitrary value", opening.for_every_value, _is(lambda p: match_forall(p) is not None)),
    Way("and", 5, "prove both parts", opening.both_parts, _is(lambda goal: match_conjunction(goal) is not None)),
    Way("premise", 6, "assume the premise", opening.under_its_premise, opening.is_premise),
    Way("functions", 7, "take an arbitrary argument", opening.at_every_argument, opening.is_equation_of_functions),
    Way("normal forms", 8, "compare normal forms", compare.by_normal_forms, opening.is_equation),
    Way("known", 9, "it is known as it stands", opening.as_known_or_true, opening.is_known),
    Way("difference", 10, "the sign of b − a", compare.by_the_sign_of_the_difference, opening.is_order),
    Way("apart", 11, "a − b is not 0", differing.by_a_difference_that_is_not_0, opening.is_apart),
    Way("derivative", 12, "differentiate, and compare", differing.by_differentiation, opening.is_derivative),
    Way("normal form", 13, "it normalises to ⊤", opening.as_known_or_true),
)
_EQUATIONS = (
    Way("one form", 1, "one form for conditions", compare.in_one_form, compare.has_another_form),
    Way("remainders", 2, "where powers stand in their cycles of remainders", by_remainders, has_remainders, ("cases",)),
    Way("moduli", 2, "|·| kept as a function", compare.with_moduli, compare.has_conditions_inside, ("signs",)),
    Way("squeezed", 3, "a ≤ b ≤ a by linear arithmetic", compare.by_linear_arithmetic, compare.knows_inequalities),
    Way("maxima", 4, "a ≤ b ≤ a, of largest numbers", compare.between, compare.has_maxima),
    Way("combination", 5, "a combination of given equations", by_combination),
    Way("named places", 6, "a name for the place of which positions speak", at_named_places, None, ("places",)),
    Way("one turn", 6, "cos (a − b) = 1 within a turn", compare.within_one_turn, compare.knows_of_pi, ("turns",)),
    Way("bases", 7, "y^(n − i) for y = 0 and for y ≠ 0", compare.by_a_base, None, ("cases",)),
    Way("cases", 7, "by the first condition", compare.by_a_condition, None, ("cases",)),
    Way("fractions", 8, "denominators cleared", compare.with_denominators_cleared),
    Way("squares", 9, "a² = b², with signs", by_squares),
    Way("exponentials", 10, "exp (k·a) = exp (k·b)", by_exponentials),
    Way("exponents", 11, "equal exponents", by_exponents),
    Way("no distance", 12, "(a − b)² ≤ 0", by_no_distance),
    Way("signs inside", 13, "signs under roots, inverses, logarithms", compare.with_more_known, None, ("signs",)),
    Way("induction", 14, "over a size", compare.over_a_size, None, ("signs",)),
    Way("index", 14, "over an index at which sums end", compare.over_an_index, None, ("signs",)),
    Way("last place", 14, "from the sums up to any index", compare.up_to_the_last, None, ("signs",)),
    Way("closed sums", 15, "closed forms of sums", compare.with_sums_closed),
    Way("sums from the start", 15, "Σ over the last places as all without the first", compare.with_sums_from_the_start),
    Way("angles", 16, "one angle as a multiple of another", by_common_angles),
    Way("factors", 17, "h·u + c = h·v + c from u = v", compare.without_a_common_factor, compare.is_no_short_attempt),
    Way("summands", 18, "sums by their summands", summand_by_summand, compare.is_no_short_attempt),
    Way("recurrences", 19, "along recurrences", by_recurrences, compare.knows_recurrences, ("recurrences",)),
    Way("other places", 19, "an index of another split as a sum", at_other_places, compare.has_several_splits),
    Way("equations summed", 20, "given equations, summed over an index", _SUMMED),
    Way("same places", 22, "places that positions show to be one", _SAME_PLACES, compare.knows_anything),
    Way("contraposition", 23, "something given would fail", _by_contraposition, None, ("contraries",)),
)
_ORDERS = (
    Way("shape", 1, "each monomial has the sign", compare.by_shape),
    Way("remainders", 2, "where powers stand in their cycles of remainders", by_remainders, has_remainders, ("cases",)),
    Way("larger of two", 2, "max a b is a or b", at_each_of_two, compare.keeps_moduli, ("larger",)),
    Way("linear arithmetic", 3, "a combination of what is known", compare.by_linear_arithmetic),
    Way("ordered and apart", 4, "a ≤ b and a ≠ b", compare.apart_and_ordered, compare.is_strict),
    Way(
        "moduli in maxima",
        5,
        "|·| kept as a function",
        compare.with_moduli,
        compare.has_moduli_in_maxima,
        ("signs",),
    ),
    Way("every number", 6, "max f ≤ b from f i ≤ b", below_every_number),
    Way("conditions", 7, "as a condition of positions", compare.as_conditions),
    Way("named places", 7, "a name for the place of which positions speak", at_named_places, None, ("places",)),
    Way("as written", 8, "from the sums as they are written", compare.as_written),
    Way(
        "few moduli", 9, "|·| kept as a function", compare.with_moduli, compare.has_products_with_conditions, ("signs",)
    ),
    Way("one form", 11, "one form for conditions", compare.in_one_form, compare.may_be_put_in_one_form),
    Way("cases", 10, "by the first condition", compare.by_a_condition, None, ("cases",)),
    Way("moduli", 11, "|·| kept as a function", compare.with_moduli, compare.has_moduli_alone, ("signs",)),
    Way("difference divides", 12, "b − a = (x − y)·q", divided(ordered=False), compare.is_weak, ("cases",)),
    Way("both signs", 4, "|u| ≤ b from u ≤ b and −u ≤ b", with_both_signs, is_modulus),
    Way("moduli inside", 3, "|Σ f| ≤ b from Σ |f| ≤ b", with_moduli_inside, is_modulus),
    Way("combinations", 13, "squares, products, tangents, sums", compare.by_combinations),
    Way("ordered difference", 14, "b − a = (x − y)·q, x ≤ y", divided(ordered=True), None, ("cases",)),
    Way("common factor", 15, "b − a = h·q with h > 0", compare.without_a_common_factor),
    Way("induction", 16, "over a size", compare.over_a_size, None, ("signs",)),
    Way("index", 16, "over an index at which sums end", compare.over_an_index, None, ("signs",)),
    Way("last place", 16, "from the sums up to any index", compare.up_to_the_last, None, ("signs",)),
    Way("closed sums", 12, "closed forms of sums", compare.with_sums_closed),
    Way("equal places", 17, "where two indices are equal, and where not", compare.by_equal_places, None, ("cases",)),
    Way("derivative", 18, "an end and a slope", by_a_derivative, None, ("signs", "slopes")),
    Way("ends", 19, "at both ends of what a number lies between", at_both_ends, None, ("signs",)),
    Way("largest", 20, "max f is one of the f i", at_a_largest, None, ("signs", "maxima")),
    Way("equations summed", 21, "given equations, summed over an index", _SUMMED),
    Way("places in order", 12, "tables that rise or fall at each step", _ORDERED, compare.knows_of_steps, ("signs",)),
    Way("steps written", 23, "steps as differences", _STEPS_SOLVED, compare.knows_of_steps),
    Way("contraposition", 24, "something given would fail", _by_contraposition, None, ("contraries",)),
    Way(
        "one end",
        24,
        "at the bound of a number with which b − a grows",
        at_one_end,
        compare.is_near_the_goal,
        ("signs",),
    ),
    Way("a difference as one", 9, "S − W as one matrix", with_a_difference_as_one, has_a_difference),
    Way(
        "through a bound",
        25,
        "a ≤ b from c ≤ b, where a ≤ c is given",
        compare.through_a_given_bound,
        compare.is_near_the_goal,
        ("signs",),
    ),
    Way("seldom", 25, "Chebyshev, tangents at roots and logarithms", compare.by_seldom_facts, compare.is_near_the_goal),
    Way(
        "recurrences",
        26,
        "largest numbers along recurrences",
        by_recurrences,
        compare.is_of_a_largest,
        ("recurrences",),
    ),
)
_APART = (
    Way("shape", 1, "a − b shows that it is not 0", differing.by_shape),
    Way("remainders", 2, "where powers stand in their cycles of remainders", by_remainders, has_remainders, ("cases",)),
    Way("factors", 2, "no factor of a − b is 0", differing.by_factors),
    Way("below", 3, "a < b", differing.below),
    Way("above", 4, "b < a", differing.above),
    Way("places", 5, "at each of two places of which something is known at one", differing.at_known_places),
    Way("contraposition", 6, "something given would fail", _by_contraposition, None, ("contraries",)),
)

supply_tables(
    Table(PROPOSITIONS, _PROPOSITIONS),
    Table(EQUATIONS, _EQUATIONS),
    Table(ORDERS, _ORDERS),
    Table(APART, _APART),
)
