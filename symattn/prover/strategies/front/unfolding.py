"""Replace words in a term by what they stand for: level by level, or those that are conditions."""

from __future__ import annotations

from ....kernel.rules import Theorem, abstraction
from ....kernel.terms import BOOL, Abs, App, Const, Term, open_body
from ...library.definitions import definition_of, from_definition, table
from ...logic.cached_rules import refl
from ...logic.conversions import fresh, in_application
from ...logic.derived_rules import chain, is_refl, right
from ...logic.parts import head_and_arguments
from ...normal.context import Context

LEVELS = 3  # of definitions that are unfolded
_TABLE = frozenset(name for name, _, _ in table())


def unfolded(goal: Term, context: Context) -> list[Theorem]:
    """Return ⊢ goal = goal and what becomes of it when the words in it are replaced by their definitions."""
    found = [refl(goal)]
    for _ in range(LEVELS):
        step = _opened(right(found[-1]), context)
        if is_refl(step):
            break
        found.append(chain(found[-1], step))
    return found


def _opened(t: Term, context: Context) -> Theorem:
    """Return ⊢ t = t' with every word that is not of the table of matrix operations replaced by its definition."""
    head, arguments = head_and_arguments(t)
    is_word = isinstance(head, Const) and head.name not in _TABLE and definition_of(head.name) is not None
    if isinstance(head, Const) and is_word and arguments and context.unfold(head.name) is not None:
        return from_definition(head.name, head.sizes, *arguments)
    if isinstance(t, App):
        return in_application(t, _opened(t.function, context), _opened(t.argument, context))
    if isinstance(t, Abs):
        x = fresh(t.binder, t)
        inner = _opened(open_body(t, x), context)
        return refl(t) if is_refl(inner) else abstraction(x, inner)
    return refl(t)


def with_conditions_opened(t: Term) -> Theorem:
    """Return ⊢ t = t' with every defined condition, as that a mask shows a key, replaced by what it says."""
    head, arguments = head_and_arguments(t)
    if t.type is BOOL and isinstance(head, Const) and arguments and definition_of(head.name) is not None:
        return from_definition(head.name, head.sizes, *arguments)
    if isinstance(t, App):
        return in_application(t, with_conditions_opened(t.function), with_conditions_opened(t.argument))
    if isinstance(t, Abs):
        x = fresh(t.binder, t)
        inner = with_conditions_opened(open_body(t, x))
        return refl(t) if is_refl(inner) else abstraction(x, inner)
    return refl(t)
