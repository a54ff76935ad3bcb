"""Prove a goal by contraposition: where it failed, something that is given would fail.

So x ≤ y follows from eˣ ≤ eʸ, since y < x would give eʸ < eˣ, and x = y from x³ = y³, since neither is below the other.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....kernel.rules import Theorem
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Term, sides
from ...library.facts import infer
from ...limits import MOST_SEARCHES
from ...logic.derived_rules import ProofError, discharge, match_negation, mp
from ...logic.formulas import le
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ..core.search import Ask


def by_contraposition(ask: Ask, goal: Term) -> Theorem | None:
    """Prove a ≤ b, a < b, a ≠ b or a = b of numbers, or return None."""
    if (pair := sides(goal)) is not None and pair[0].type is REAL:
        both = [found for a, b in (pair, pair[::-1]) if (found := by_contraposition(ask, le(a, b))) is not None]
        return infer("le_antisym", *both) if len(both) == 2 else None
    contrary = _denied(goal)
    for truth in _given(ask.context, goal):
        denied = _denied(truth.conclusion)
        try:
            fails = ask.knowing(_without(ask.context, truth)).less(contraries=1).assuming(contrary).prove(denied)
        except ProofError:
            continue
        found = discharge(contrary, mp(fails, truth) if denied is negation(truth.conclusion) else mp(truth, fails))
        return infer("not_not", found) if contrary is negation(goal) else found
    return None


def _denied(proposition: Term) -> Term:
    """Return the negation of a proposition, without two of them in a row."""
    return match_negation(proposition) or negation(proposition)


def _given(context: Context, goal: Term) -> Iterable[Theorem]:
    """Return the last hypotheses that compare numbers and speak of something that the goal speaks of."""
    found = [
        truth
        for truth in context.truths
        if truth.hypotheses == (truth.conclusion,) and truth.conclusion.free & goal.free and _compares(truth)
    ]
    return list(dict.fromkeys(reversed(found)))[:MOST_SEARCHES]


def _compares(truth: Theorem) -> bool:
    pair = sides(_denied(_denied(truth.conclusion))) or sides(_denied(truth.conclusion))
    return order_of(truth.conclusion) is not None or (pair is not None and pair[0].type is REAL)


def _without(context: Context, truth: Theorem) -> Context:
    """Return a context that does not know a hypothesis: by an equation its own sides would be the same."""
    said = set(truth.hypotheses)
    kept = context.extended()
    kept.truths = [known for known in kept.truths if not said & set(known.hypotheses)]
    for name in ("rules", "contractions", "moments", "products"):
        setattr(kept, name, [rule for rule in getattr(kept, name) if not said & set(rule.theorem.hypotheses)])
    return kept
