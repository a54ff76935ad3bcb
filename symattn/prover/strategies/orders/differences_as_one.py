"""Prove an inequality in which two matrices stand by their difference alone: S − W is one matrix, whatever they are.

With S = D + W what is compared has a normal form without W; it is proved of any D, where nothing is known of S and W.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.rules import Theorem, instantiate
from ....kernel.terms import Term, equation
from ...library.matrices import added, scaled
from ...library.search import search
from ...logic.conversions import fresh, rewrite_proposition
from ...logic.formulas import MINUS
from ...logic.parts import args_of, contains, flat, parts_of, with_parts
from ..core.search import Ask
from .comparisons import Compared


def with_a_difference_as_one(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a ≤ b or a < b for S − W as one matrix, or return None where it, or what is known, says more of S and W."""
    known = [truth.conclusion for truth in ask.context.truths]
    for s, w in _differences(goal.a, goal.b):
        if any((s.free | w.free) & each.free for each in known):
            continue
        d = fresh(s.type, goal.goal, stem="D")
        a, b = (with_parts(side, {s: added(d, w)}) for side in (goal.a, goal.b))
        moved = Compared(a, b, goal.relation, ask.normaliser)
        if contains(w, moved.t) or contains(s, moved.t):
            continue
        there = instantiate({d: added(s, scaled(MINUS, w))}, ask.prove(moved.goal))
        back = search(equation(added(added(s, scaled(MINUS, w)), w), s))
        return rewrite_proposition(there, back)
    return None


def has_a_difference(_: Ask, goal: Compared) -> bool:
    """Tell whether a goal speaks of the difference of two matrices."""
    return next(_differences(goal.a, goal.b), None) is not None


def _differences(*terms: Term) -> Iterator[tuple[Term, Term]]:
    """Yield S and W for each difference S − W in some terms, with S no sum or product of matrices."""
    met = dict[tuple[Term, Term], None]()
    for part in parts_of(*terms):
        summands = () if part.loose else flat(part, "matadd")
        for taken in filter(None, (args_of(each, "matscale", 2) for each in summands)):
            plain = (each for each in summands if not any(args_of(each, name, 2) for name in ("matscale", "matmul")))
            if taken[0] is MINUS:
                met |= dict.fromkeys((each, taken[1]) for each in plain if not contains(each, taken[1]))
    yield from met
