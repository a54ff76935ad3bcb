"""What stands at a place is what stands at the first one, and the steps up to it, of which hypotheses speak.

Where hypotheses say of n places what stands at each next one, a number t about a place j of 1 + n is written as
t(0) + Σ k < j. t(k + 1) − t(k).  The place may be the last one; then all steps are summed.  So a recurrence is solved
at any place, sums of its steps are compared with its values, and what is known of each step is known of their sum.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.rules import Theorem
from ....kernel.terms import Abs, App, Const, Size, Term, Type, Var, abstract, app, const, fin, lam
from ...library.facts import fact
from ...logic.conversions import fresh
from ...logic.derived_rules import right, strip
from ...logic.formulas import UNIT
from ...logic.parts import args_of, parts_of
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.normaliser import Normaliser


def steps_known(context: Context) -> list[Size]:
    """Return the sizes n of which hypotheses speak at each next one of n places."""
    found = set[Size]()
    for truth in context.truths:
        variables, _, stripped = strip(truth)
        sizes = {v.type.size for v in variables if v.type.size is not None}
        met = {part for part in parts_of(stripped.conclusion) if isinstance(part, Const) and part.name == "inr"}
        found |= {n for n in sizes if const("inr", UNIT, n) in met}
    return sorted(found, key=str)


def by_steps(normaliser: Normaliser, t: Term) -> Theorem | None:
    """Return ⊢ t = t' for a normal number, with one place of it by the steps up to it, or None where nothing changes."""
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
        if isinstance(part, App) and part.argument.type is ty and args_of(part, "pos", 1) is None:
            if isinstance(part.argument, Var | Const):
                yield part.argument


def _with(t: Term, place: Term, x: Var) -> Term:
    """Return a term with another place, where something stands at a place; its position stays."""
    if isinstance(t, Abs):
        return lam(t.binder, _with(t.body, place, x))
    if not isinstance(t, App) or args_of(t, "pos", 1) is not None:
        return t
    return app(_with(t.function, place, x), x if t.argument is place else _with(t.argument, place, x))
