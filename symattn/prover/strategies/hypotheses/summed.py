"""Sum given equations over one of their indices: where one sum is known, the other is learned.

From p i · P i j = p j · P j i for all i and j, and Σ j. P i j = 1, follows p i = Σ j. p j · P j i.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.rules import Theorem
from ....kernel.terms import REAL, Const, Var
from ...library.sums import under_sum
from ...limits import MOST_FACTORS, MOST_PLACES
from ...logic.conversions import at_entries
from ...logic.derived_rules import chain, close, left, right, symmetric
from ...logic.formulas import minus, plus
from ...logic.parts import parts_of
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from .adding import add_theorem, plain_of


def with_sums_of_equations(context: Context) -> Context | None:
    """Return a context that knows given equations summed over an index as well, or None where nothing is learned."""
    if not context.contractions:
        return None
    known = {truth.conclusion for truth in context.truths}
    learned = {each.conclusion: each for each in _summed(context) if each.conclusion not in known}
    if not learned:
        return None
    richer = context.extended()
    for theorem in learned.values():
        add_theorem(richer, theorem)
    return richer


def _summed(context: Context) -> Iterator[Theorem]:
    """Yield Σ a = b for equations of which one side has a sum that is known, the other sum on the left.

    Those of which one side is rewritten to the other, and long ones, are left out.
    """
    told, alone = Normaliser(context), plain_of(context)
    equations = [pair for truth in context.truths if (pair := _at_indices(truth)) is not None]
    for variables, equation in equations[:MOST_PLACES]:
        here = right(told.normal(plus(left(equation), minus(right(equation)))))
        for x in variables if 0 < len(read_polynomial(here)) <= MOST_FACTORS else ():
            sums = under_sum(x, equation)
            sides = told.normal(left(sums)), told.normal(right(sums))
            is_open = [right(alone.normal(left(side))) is right(side) for side in sides]
            if is_open[0] is is_open[1] or right(sides[0]) is right(sides[1]):
                continue
            same = chain(symmetric(sides[0]), sums, sides[1])
            same = same if is_open[0] else symmetric(same)
            yield close(same, *(v for v in variables if v in left(same).free | right(same).free))


def _at_indices(truth: Theorem) -> tuple[tuple[Var, ...], Theorem] | None:
    """Return the indices and the equation of numbers, without sums, that holds at all of them, or None for others."""
    variables, premises, entries = at_entries(truth)
    pair = entries.sides
    has_sums = any(isinstance(part, Const) and part.name == "sum" for part in parts_of(truth.conclusion))
    if has_sums or premises or pair is None or pair[0].type is not REAL or not variables:
        return None
    return (variables, entries) if all(v.type.size is not None for v in variables) else None
