"""Learn that two places of a goal are equal: from i ≤ j and j ≤ i, or because there is only one."""

from __future__ import annotations

from itertools import combinations

from ....kernel.syntax import TRUE
from ....kernel.terms import Abs, Term, literal
from ...limits import MOST_PLACES
from ...logic.conversions import fresh
from ...logic.derived_rules import from_true, gen, right
from ...logic.parts import operand, parts_of
from ...logic.term_order import key
from ...normal.conditions import index_equation
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from .adding import add_theorem


def with_same_places(normaliser: Normaliser, *terms: Term) -> Context | None:
    """Return a context that knows which places in normal terms are one, or None where no two of them are."""
    found = {t for t in parts_of(*terms) if t.type.size is not None and not t.loose}
    richer = normaliser.context.extended()
    for first, second in combinations(sorted(found, key=key)[:MOST_PLACES], 2):
        same = index_equation(normaliser, second, first) if first.type is second.type else None
        if same is not None and right(same) is TRUE:
            add_theorem(richer, from_true(same))
    for ty in sorted({f.binder for t in parts_of(*terms) if isinstance(f := operand(t, "sum"), Abs)}, key=str):
        place = fresh(ty, *terms, stem="i")
        same = index_equation(normaliser, place, literal(0, ty))
        if same is not None and right(same) is TRUE:
            add_theorem(richer, gen(place, from_true(same)))
    return richer if len(richer.truths) > len(normaliser.context.truths) else None
