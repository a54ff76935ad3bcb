"""Prove f(a) ≤ f(b) from a ≤ b, and f(b) ≤ f(a) too, for a function that is found to rise or to fall."""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem, instantiate
from ....kernel.terms import REAL, App, Term, app, substitute, var
from ...logic.derived_rules import cut
from ...logic.formulas import le, lt
from ...normal.context import Context
from ...normal.linear_arithmetic import order_of
from ..core.goals import Facts, attempted

Prove = Callable[[Term, Facts], tuple[Theorem, Context]]


def proved_by_monotony(goal: Term, facts: Facts, easily: Prove) -> tuple[Theorem, Context] | None:
    """Prove an inequality between two values of a function of a number, or return None."""
    order = order_of(goal)
    if order is None:
        return None
    a, b, strict = order
    if not isinstance(a, App) or not isinstance(b, App):
        return None
    f, u, v = a.function, a.argument, b.argument
    if f is not b.function or u.type is not REAL or u is v:
        return None
    relation = lt if strict else le
    s, t = (var(f"{name}_{len(f.free)}", REAL) for name in "st")
    for premise in (relation(s, t), relation(t, s)):
        rises = attempted(easily, relation(app(f, s), app(f, t)), Facts((), (premise,), facts.opaque))
        given = attempted(easily, substitute(premise, {s: u, t: v}), facts) if rises is not None else None
        if rises is not None and given is not None:
            return cut(given[0], instantiate({s: u, t: v}, rises[0])), rises[1]
    return None
