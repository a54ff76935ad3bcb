"""Numbers that differ, by the normal form of their difference; and derivatives, by differentiation."""

from __future__ import annotations

from dataclasses import dataclass

from ....kernel.rules import Theorem
from ....kernel.syntax import negation
from ....kernel.terms import Term, equation, sides
from ...library.derivatives import slope_of, with_slope
from ...library.facts import fact
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import match_negation, right, swapped, symmetric
from ...logic.formulas import ZERO, lt, minus, plus
from ...logic.parts import args_of
from ...normal.positivity import nonzero
from ..core.goals import NotProved
from ..core.search import Ask
from ..derivatives.differentiation import Differentiator
from ..equations.divisors import nonzero_by_factors
from ..hypotheses.one_of_two import by_its_places

APART = "numbers that differ"


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


def by_shape(ask: Ask, goal: Apart) -> Theorem | None:
    """Prove a ≠ b where the shape of a − b shows that it is not 0."""
    return goal.by_difference(nonzero(ask.normaliser, *goal.normal))


def by_factors(ask: Ask, goal: Apart) -> Theorem | None:
    """Prove a ≠ b where no factor of a − b is 0."""
    return goal.by_difference(nonzero_by_factors(ask.normaliser, *goal.normal))


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


def by_differentiation(ask: Ask, goal: Term) -> Theorem:
    """Prove that a function has a derivative by finding the one that it has."""
    function, x, slope = args_of(goal, "deriv", 3) or (goal, goal, goal)
    found = Differentiator(ask).derivative(function, x)
    found = with_slope(found, ask.normaliser.normal(slope_of(found)))
    return with_slope(found, ask.prove(equation(slope_of(found), slope)))
