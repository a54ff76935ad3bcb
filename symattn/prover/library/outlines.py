"""Outlines of the proofs of lemmas: they split ∀x…. p ⇒ … ⇒ q into goals that the search proves.

A lemma names its outline beside its statement: ``@lemma("∀x y:ℝ. (exp x ≤ exp y) = (x ≤ y)", by=both_ways)``.
"""

from __future__ import annotations

from functools import reduce

from ...kernel.rules import Theorem, assume, deduct_antisym
from ...kernel.syntax import FALSE, TRUE, forall, implication
from ...kernel.terms import Term, Var, abstract, sides, substitute
from ..logic.derived_rules import close, discharge, gen, match_implication, mp, spec
from ..logic.formulas import le
from ..logic.numerals import NONE, suc
from .facts import Outline, fact, infer, opened
from .search import search


class _Opened:
    """Hold the variables, the premises and the conclusion of a statement."""

    def __init__(self, statement: str) -> None:
        self.variables, self.conclusion = opened(statement)
        self.premises: list[Term] = []
        while (pair := match_implication(self.conclusion)) is not None and pair[1] is not FALSE:
            self.premises.append(pair[0])
            self.conclusion = pair[1]

    @property
    def pair(self) -> tuple[Term, Term]:
        """The sides of the conclusion a = b."""
        pair = sides(self.conclusion)
        assert pair is not None
        return pair

    def searched(self, goal: Term) -> Theorem:
        """Return premises ⊢ goal, found by the search for all values of the variables."""
        whole = reduce(lambda said, premise: implication(premise, said), reversed(self.premises), goal)
        return reduce(mp, map(assume, self.premises), _for_all(self.variables, whole))

    def concluded(self, theorem: Theorem) -> Theorem:
        """Infer the statement from premises ⊢ conclusion."""
        whole = reduce(lambda said, premise: discharge(premise, said), reversed(self.premises), theorem)
        return close(whole, *self.variables)


def _for_all(variables: tuple[Var, ...], goal: Term) -> Theorem:
    """Return ⊢ goal, found by the search for all values of the variables."""
    return spec(search(reduce(lambda said, v: forall(v, said), reversed(variables), goal)), *variables)


def both_ways(statement: str) -> Theorem:
    """Prove that propositions are equal: each follows from the other."""
    goal = _Opened(statement)
    p, q = goal.pair
    back, there = (mp(goal.searched(implication(a, b)), assume(a)) for a, b in ((q, p), (p, q)))
    return goal.concluded(deduct_antisym(back, there))


def squeezed(statement: str) -> Theorem:
    """Prove that numbers are equal: neither is above the other."""
    goal = _Opened(statement)
    a, b = goal.pair
    return goal.concluded(infer("le_antisym", goal.searched(le(a, b)), goal.searched(le(b, a))))


def by_induction_on(name: str) -> Outline:
    """Prove a statement about a natural number of this name by induction, for any values of the other variables."""

    def prove(statement: str) -> Theorem:
        variables, goal = opened(statement)
        a = next(v for v in variables if v.name == name)
        base = _for_all(variables, substitute(goal, {a: NONE}))
        step = _for_all(variables, implication(goal, substitute(goal, {a: suc(a)})))
        whole = fact("nat_induction", abstract(a, goal), a, premises=(base, gen(a, step)))
        return close(whole, *variables)

    return prove


def at_truth_values(name: str) -> Outline:
    """Prove a statement about a proposition of this name for what is true and for what is false."""

    def prove(statement: str) -> Theorem:
        variables, goal = opened(statement)
        at = next(v for v in variables if v.name == name)
        true, false = (_for_all(variables, substitute(goal, {at: value})) for value in (TRUE, FALSE))
        return close(fact("bool_cases", abstract(at, goal), at, premises=(true, false)), *variables)

    return prove
