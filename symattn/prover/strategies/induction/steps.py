"""Write the value at a place as the first value and the steps up to it, which hypotheses give.

Where hypotheses say of n places what stands at each next one, a number t about a place j of 1 + n is written as
t(0) + Σ k < j. t(k + 1) − t(k).  The place may be the last one; then all steps are summed.  So a recurrence is solved
at any place, sums of its steps are compared with its values, and what is known of each step is known of their sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Abs, App, Const, Size, Term, Type, Var, abstract, app, const, fin, lam
from ...library.facts import fact
from ...logic.conversions import fresh
from ...logic.derived_rules import left, right, strip
from ...logic.formulas import UNIT
from ...logic.matching import rule_of
from ...logic.parts import head_and_arguments, operand, parts_of
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ..hypotheses.adding import isolated, plain_of


def steps_known(context: Context) -> list[Size]:
    """Return the sizes n of which hypotheses speak at each next one of n places."""
    found = set[Size]()
    for truth in context.truths:
        variables, _, stripped = strip(truth)
        found |= _sizes_of_steps(variables, stripped.conclusion)
    return sorted(found, key=str)


def _sizes_of_steps(variables: tuple[Var, ...], said: Term) -> set[Size]:
    sizes = {v.type.size for v in variables if v.type.size is not None}
    met = {part for part in parts_of(said) if isinstance(part, Const) and part.name == "inr"}
    return {n for n in sizes if const("inr", UNIT, n) in met}


def with_steps_solved(context: Context) -> Context | None:
    """Return a context in which recurrences say what their steps are, not what stands next; None where none does.

    So a[t + 1] = a[t] − η·g[t] rewrites g[t], and sums of g telescope.
    """
    found = context.extended()
    for truth in context.truths:
        variables, premises, stripped = strip(truth)
        pair = stripped.sides
        if premises or pair is None or pair[0].type is not REAL or not _sizes_of_steps(variables, stripped.conclusion):
            continue
        solved = isolated(plain_of(context), stripped, partial(_is_entry_at, variables))
        if solved is None or any(rule.pattern is left(solved) for rule in context.rules):
            continue
        found.rules = [rule for rule in found.rules if rule.theorem.hypotheses != truth.hypotheses]
        found.rules.append(rule_of(frozenset(variables), solved))
    return None if found.rules == context.rules else found


def _is_entry_at(variables: tuple[Var, ...], t: Term, _: Term) -> bool:
    """Tell whether a number is an entry at all of some indices, and at no other place that varies."""
    head, places = head_and_arguments(t)
    return isinstance(head, Var) and {place for place in places if place.free} == set(variables)


def by_steps(normaliser: Normaliser, t: Term) -> Theorem | None:
    """Return ⊢ t = t' for a normal number, with a place of it by the steps up to it, or None where nothing changes."""
    for n in steps_known(normaliser.context):
        for place in sorted(set(_places(t, fin(UNIT + n))), key=key):
            x = fresh(place.type, t)
            f = abstract(x, _with(t, place, x))
            found = normaliser.then(fact("value_by_steps", {"n": n}, f, place))
            if place not in _places(right(found), place.type):
                return found
    return None


def _places(t: Term, ty: Type) -> Iterator[Term]:
    """Yield the places of a range at which something stands in a term: variables, and the last place."""
    for part in parts_of(t):
        if not isinstance(part, App) or part.argument.type is not ty or operand(part, "pos") is not None:
            continue
        if isinstance(part.argument, Var | Const):
            yield part.argument


def _with(t: Term, place: Term, x: Var) -> Term:
    """Return a term with another place, where something stands at a place; its position stays."""
    if isinstance(t, Abs):
        return lam(t.binder, _with(t.body, place, x))
    if not isinstance(t, App) or operand(t, "pos") is not None:
        return t
    return app(_with(t.function, place, x), x if t.argument is place else _with(t.argument, place, x))
