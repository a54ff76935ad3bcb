"""Generalisation: what holds of a compound argument often holds of every argument, and is proved sooner of a variable.

That the softmax of a matrix of similarities is positive has nothing to do with the kernel: with a variable for the
matrix it is the same as for any scores, where unfolding the kernel would bring its cases into every exponential.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....kernel.terms import Abs, App, Const, Term, Var, app, lam, var
from ...library.definitions import definition_of
from ...logic.parts import head_and_arguments, is_matrix
from ...normal.linear_arithmetic import order_of


def is_order(goal: Term) -> bool:
    """Tell whether a goal is an inequality."""
    return order_of(goal) is not None


def generalised(goal: Term, known_facts: Iterable[Term] = ()) -> tuple[Term, dict[Var, Term]]:
    """Return a goal with variables in place of the compound real matrices that its defined functions are applied to.

    The variables occur neither in the goal nor in what is known.
    """
    taken = {variable.name for t in (goal, *known_facts) for variable in t.free}
    variables: dict[Term, Var] = {}
    known: dict[Term, Term] = {}

    def stands_for(t: Term) -> Var:
        if t not in variables:
            name = next(name for k in range(len(taken) + 1) if (name := f"any_{k}") not in taken)
            taken.add(name)
            variables[t] = var(name, t.type)
        return variables[t]

    def walk(t: Term) -> Term:
        if t not in known:
            known[t] = rebuilt(t)
        return known[t]

    def rebuilt(t: Term) -> Term:
        if isinstance(t, Abs):
            return lam(t.binder, walk(t.body))
        if not isinstance(t, App):
            return t
        head, arguments = head_and_arguments(t)
        if isinstance(head, Const) and definition_of(head.name) is not None:
            return app(head, *(stands_for(a) if _is_compound(a) else walk(a) for a in arguments))
        return app(walk(t.function), walk(t.argument))

    return walk(goal), {variable: t for t, variable in variables.items()}


def _is_compound(t: Term) -> bool:
    return isinstance(t, App) and not t.loose and is_matrix(t.type)
