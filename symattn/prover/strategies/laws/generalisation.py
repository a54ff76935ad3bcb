"""Generalisation: what holds of a compound argument often holds of every argument, and is proved sooner of a variable.

That the softmax of a matrix of similarities is positive has nothing to do with the kernel: with a variable for the
matrix it is the same as for any scores, where unfolding the kernel would bring its cases into every exponential.  So a
matrix stands for the difference of two that nothing else is said of: its absolute values are not split up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from ....kernel.terms import Abs, App, Const, Term, Var, abstract, app, lam, var
from ...library.definitions import definition_of
from ...logic.formulas import MINUS, minus, plus
from ...logic.parts import args_of, head_and_arguments, is_matrix
from ...normal.linear_arithmetic import order_of


def is_order(goal: Term) -> bool:
    """Tell whether a goal is an inequality."""
    return order_of(goal) is not None


def generalised(goal: Term, known_facts: Iterable[Term] = ()) -> tuple[Term, dict[Var, Term]]:
    """Return a goal with variables in place of the compound real matrices that its defined functions are applied to.

    So it is of differences f x − g x, where f and g stand for nothing else in it.  The variables occur neither in the
    goal nor in what is known.
    """
    general, values = _generalised(goal, known_facts, is_differences=True)
    differences = frozenset[Var]().union(*(value.free for value in values.values() if isinstance(value, Abs)))
    return _generalised(goal, known_facts) if differences & general.free else (general, values)


def _generalised(goal: Term, known_facts: Iterable[Term], is_differences: bool = False) -> tuple[Term, dict[Var, Term]]:
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
        if is_differences and (found := _difference(t)) is not None:
            return app(stands_for(found[0]), *found[1])
        head, arguments = head_and_arguments(t)
        if isinstance(head, Const) and definition_of(head.name) is not None:
            return app(head, *(stands_for(a) if _is_compound(a) else walk(a) for a in arguments))
        return app(walk(t.function), walk(t.argument))

    return walk(goal), {variable: t for t, variable in variables.items()}


def _difference(t: Term) -> tuple[Term, list[Term]] | None:
    """Return λx…. f x… − g x… and the arguments of f and g where a number is their difference at these, or None."""
    terms = args_of(t, "+", 2) or []
    taken = [args[1] if (args := args_of(each, "*", 2)) and args[0] is MINUS else None for each in terms]
    if sum(each is not None for each in taken) != 1:
        return None
    (f, arguments), (g, others) = (head_and_arguments(b or a) for a, b in zip(terms, taken, strict=True))
    if list(arguments) != list(others) or not arguments or not isinstance(f, Var) or not isinstance(g, Var):
        return None
    places = [var(f"·{k}", argument.type) for k, argument in enumerate(arguments)]
    first, second = (minus(app(h, *places)) if b else app(h, *places) for h, b in zip((f, g), taken, strict=True))
    return reduce(lambda made, place: abstract(place, made), reversed(places), plus(first, second)), list(arguments)


def _is_compound(t: Term) -> bool:
    return isinstance(t, App) and not t.loose and is_matrix(t.type)
