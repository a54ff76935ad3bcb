"""Replace words in a term by what they stand for: level by level, or those that are conditions."""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import BOOL, REAL, Const, Term
from ...library.definitions import definition_of, from_definition, table
from ...library.facts import fact
from ...limits import MOST_WITHIN
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form, converted
from ...logic.derived_rules import chain, is_refl, right
from ...logic.formulas import UNIT
from ...logic.parts import head_and_arguments
from ...normal.context import Context

_TABLE = frozenset(name for name, _, _ in table())


def unfolded(goal: Term, context: Context) -> list[Theorem]:
    """Return ⊢ goal = goal and what becomes of it when the words in it are replaced by their definitions.

    The words of the table of matrix operations stay.
    """

    def opened(t: Term) -> Theorem | None:
        head, arguments = head_and_arguments(t)
        is_word = isinstance(head, Const) and head.name not in _TABLE and definition_of(head.name) is not None
        return _defined(t) if is_word and arguments and context.unfold(head.name) is not None else None  # type: ignore[attr-defined]

    found = [refl(goal)]
    for _ in range(MOST_WITHIN):
        step = converted(right(found[-1]), opened)
        if is_refl(step):
            break
        found.append(chain(found[-1], step))
    return found


def in_entries(goal: Term) -> Theorem:
    """Return ⊢ goal = goal' with each entry of a matrix operation written out, sums over one place as their term."""

    def opened(t: Term) -> Theorem | None:
        head, arguments = head_and_arguments(t)
        if t.type is not REAL or not isinstance(head, Const):
            return None
        if head.name == "sum" and head.sizes == (UNIT,):
            term = fact("sum_one", *arguments)
            return chain(term, beta_normal_form(right(term)))
        return _defined(t) if head.name in _TABLE else None

    found = refl(goal)
    for _ in range(MOST_WITHIN):
        step = converted(right(found), opened)
        if is_refl(step):
            break
        found = chain(found, step)
    return found


def with_conditions_opened(t: Term) -> Theorem:
    """Return ⊢ t = t' with every defined condition, as that a mask shows a key, replaced by what it says."""
    return converted(t, lambda part: _defined(part) if part.type is BOOL else None)


def _defined(t: Term) -> Theorem | None:
    """Return ⊢ t = t' by the definition of the word at the head of a term, or None."""
    head, arguments = head_and_arguments(t)
    if not isinstance(head, Const) or not arguments or definition_of(head.name) is None:
        return None
    return from_definition(head.name, head.sizes, *arguments)
