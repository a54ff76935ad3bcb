"""Outlines of the proofs of lemmas: how a statement ∀x…. p ⇒ … ⇒ q comes apart into what the search proves.

A lemma names its outline beside its statement: ``@lemma("∀x y:ℝ. (exp x ≤ exp y) = (x ≤ y)", by=both_ways)``.  An
outline takes a goal and returns premises ⊢ conclusion; what it leaves to be proved the search proves, or the outline
that ``then`` names.
"""

from __future__ import annotations

from functools import reduce

from ...kernel.rules import Theorem, assume, deduct_antisym
from ...kernel.syntax import FALSE, TRUE, forall, implication, negation
from ...kernel.terms import Term, abstract, sides, substitute
from ..logic.derived_rules import cut, discharge, gen, mp, spec
from ..logic.formulas import le
from ..logic.numerals import NONE, suc
from .facts import Outline, fact, found, infer
from .goals import Goal
from .propositions import by_cases


def _sides(goal: Goal) -> tuple[Term, Term]:
    pair = sides(goal.conclusion)
    assert pair is not None
    return pair


def both_ways(goal: Goal) -> Theorem:
    """Prove that propositions are equal: each follows from the other."""
    p, q = _sides(goal)
    back, there = (goal.knowing(a).showing(b).searched() for a, b in ((q, p), (p, q)))
    return deduct_antisym(back, there)


def squeezed(goal: Goal) -> Theorem:
    """Prove that numbers are equal: neither is above the other."""
    a, b = _sides(goal)
    return infer("le_antisym", goal.showing(le(a, b)).searched(), goal.showing(le(b, a)).searched())


def through(*steps: str | tuple[str, ...], then: Outline = found) -> Outline:
    """Prove one statement after the other, each with those before it among the premises, and then the conclusion.

    A step is a statement in the variables of the goal, or the name of a fact with the values at which it is used.
    """

    def prove(goal: Goal) -> Theorem:
        if not steps:
            return then(goal)
        if isinstance(steps[0], str):
            known = goal.showing(goal.read(steps[0])).searched()
        else:
            name, *values = steps[0]
            known = fact(name, *map(goal.read, values))
            for premise in known.hypotheses:
                known = cut(assume(premise) if premise in goal.premises else goal.showing(premise).searched(), known)
        return cut(known, through(*steps[1:], then=then)(goal.knowing(known.conclusion)))

    return prove


def in_cases(condition: str, then: Outline = found, otherwise: Outline = found) -> Outline:
    """Prove a goal where a condition holds, and where it does not."""

    def prove(goal: Goal) -> Theorem:
        p = goal.read(condition)
        return by_cases(p, then(goal.knowing(p)), otherwise(goal.knowing(negation(p))))

    return prove


def by_contradiction(then: Outline = found) -> Outline:
    """Prove a goal p by ⊥ from ¬p."""

    def prove(goal: Goal) -> Theorem:
        denied = negation(goal.conclusion)
        return infer("not_not", discharge(denied, then(goal.knowing(denied).showing(FALSE))))

    return prove


def by_induction_on(name: str, any: str = "", base: Outline = found, step: Outline = found) -> Outline:
    """Prove a goal by induction on a natural number of this name, for ``any`` values of some other variables."""

    def prove(goal: Goal) -> Theorem:
        a, others = goal.variable(name), tuple(map(goal.variable, any.split()))
        moving = tuple(p for p in goal.premises if p.free & {a, *others})
        fixed = tuple(p for p in goal.premises if p not in moving)

        def whole(theorem: Theorem, at: Goal) -> Theorem:
            for premise in reversed(at.premises):
                theorem = discharge(premise, theorem)
            for v in reversed(others):
                theorem = gen(v, theorem)
            return theorem

        at_zero, at_next = (
            Goal(goal.written, goal.variables, moving, goal.conclusion).at({a: v}) for v in (NONE, suc(a))
        )
        before = reduce(lambda said, p: implication(p, said), reversed(moving), goal.conclusion)
        before = reduce(lambda said, v: forall(v, said), reversed(others), before)
        first = whole(base(at_zero.knowing(*fixed)), at_zero)
        later = whole(step(at_next.knowing(*fixed, before)), at_next)
        every = fact("nat_induction", abstract(a, before), a, premises=(first, gen(a, discharge(before, later))))
        return reduce(mp, map(assume, moving), spec(every, *others))

    return prove


def by_places(
    written: str, statement: str, base: Outline = found, step: Outline = found, end: Outline = found
) -> Outline:
    """Prove a statement about a place k of an index w, "k:ℕ, w:[n]", at the first place and from each to the next.

    The conclusion follows from what it says of the last place.
    """

    def prove(goal: Goal) -> Theorem:
        inner = goal.more(written)
        k, w = inner.variables[-2:]
        said = inner.read(statement)
        size = w.type.size
        next_one = inner.read(f"real {k.name} + 1 = pos{{{size}}} {w.name}")
        first = base(inner.showing(substitute(said, {k: NONE})))
        later = step(inner.knowing(next_one, said).showing(substitute(said, {k: suc(k)})))
        later = gen(w, gen(k, discharge(next_one, discharge(said, later))))
        last = inner.read(f"last{{{size}}}")
        known = fact("size_induction", abstract(k, said), last, premises=(first, later))
        return cut(known, end(inner.knowing(known.conclusion)))

    return prove


def at_truth_values(name: str, true: Outline = found, false: Outline = found) -> Outline:
    """Prove a statement about a proposition of this name for what is true and for what is false."""

    def prove(goal: Goal) -> Theorem:
        at, whole = goal.variable(name), goal.folded()
        cases = tuple(by(whole.at({at: value})) for value, by in ((TRUE, true), (FALSE, false)))
        return reduce(
            mp, map(assume, goal.premises), fact("bool_cases", abstract(at, whole.conclusion), at, premises=cases)
        )

    return prove
