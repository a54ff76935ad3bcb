"""Prove a goal about a place that has one or two values, at each of them.

A mask with two columns has a 0 in each row, at a place that has a name: M i (w i).  Sums over two places are written
out, so that nothing is met at w i in them; at 0 and at 1 it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product

from ....kernel.rules import Theorem, eq_mp
from ....kernel.syntax import implication
from ....kernel.terms import BOOL, Lit, Term, Var, abstract, literal, open_body, var
from ...library.facts import fact
from ...limits import MOST_SEARCHES
from ...logic.conversions import beta_conclusion
from ...logic.derived_rules import ap_term, discharge, mp, spec, strip
from ...logic.formulas import TWO, UNIT
from ...logic.parts import head_and_arguments, with_parts

_PLACE = "·place"


def by_its_places(
    goal: Term, truths: Sequence[Theorem], assumed: Sequence[Term], prove: Callable[[Term], Theorem]
) -> Theorem | None:
    """Prove a goal from what is known at a place of one or two, or return None.

    ``prove`` proves the goal under one more assumption, or raises.
    """
    for known, place in islice(_instances(goal, truths), MOST_SEARCHES):
        here = abstract(v := var(_PLACE, place.type), with_parts(known.conclusion, {place: v}))
        there = [open_body(here, literal(k, place.type)) for k in range(1 if place.type.size == UNIT else 2)]
        if any(each in assumed for each in there):
            continue  # this very case is being proved
        shown = [discharge(each, prove(each)) for each in there]
        if place.type.size == UNIT:
            moved = beta_conclusion(ap_term(here, fact("fin_one", place)))
            return mp(shown[0], eq_mp(moved, known))
        follows = abstract(v, implication(open_body(here, v), goal))
        return mp(fact("fin_two", follows, place, premises=tuple(shown)), known)
    return None


def _instances(goal: Term, truths: Sequence[Theorem]) -> Iterator[tuple[Theorem, Term]]:
    """Yield what is known at the indices of a goal, each with the place of one or two at which it is."""
    indices = sorted((v for v in goal.free if v.type.size is not None), key=lambda v: v.name)
    for truth in truths:
        variables, premises, stripped = strip(truth)
        place = None if premises else _place(stripped.conclusion)
        if place is None:
            continue
        choices = [_values(v, indices) for v in variables]
        for values in product(*choices):
            known = spec(truth, *values)
            if (found := _place(known.conclusion)) is not None:
                yield known, found


def _values(variable: Var, indices: Sequence[Var]) -> list[Term]:
    size = variable.type.size
    literals = [literal(k, variable.type) for k in range(1 if size == UNIT else 2)] if size in (UNIT, TWO) else []
    return [*literals, *(index for index in indices if index.type is variable.type)]


def _place(known: Term) -> Term | None:
    """Return the place of one or two, not a number, at which a truth value is that of a function; None for others."""
    head, arguments = head_and_arguments(known)
    if known.type is not BOOL or not isinstance(head, Var) or not arguments:
        return None
    last = arguments[-1]
    return last if last.type.size in (UNIT, TWO) and not isinstance(last, Lit) else None
