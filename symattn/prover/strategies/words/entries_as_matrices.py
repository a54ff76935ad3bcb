"""Prove an equation of numbers at any row and column as one of matrices, where hypotheses are equations of matrices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from ....kernel.rules import Theorem, assume
from ....kernel.terms import REAL, Term, Var, abstract, equation, fin, literal
from ...logic.conversions import beta_sides, fresh
from ...logic.derived_rules import ap_thm, close, strip
from ...logic.formulas import UNIT
from ...logic.parts import with_parts
from ...logic.term_order import key
from ...normal.context import Context
from ..core.goals import attempted
from .matrix_rules import matrix_equations, proved_by_matrices
from .numbers import proved_by_numbers

_FIRST = literal(0, fin(UNIT))


def proved_as_matrices(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ a = b for numbers a and b at any indices, as entries of matrices that are equal, or None."""
    variables, premises, said = strip(assume(goal))
    pair = said.sides
    if premises or pair is None or pair[0].type is not REAL:
        return None
    if not any(True for o in others for _ in matrix_equations(o)):
        return None
    taken = frozenset[Var]().union(*(o.conclusion.free for o in others))
    for i, j, at in _places(said.conclusion, taken):
        first, second = (abstract(i, abstract(j, with_parts(side, {at: j}))) for side in pair)
        whole = equation(first, second)
        for prove in (proved_by_matrices, proved_by_numbers):
            if (found := attempted(prove, whole, context, others)) is not None:
                return close(beta_sides(beta_sides(ap_thm(ap_thm(found, i), at))), *variables)
    return None


def _places(goal: Term, taken: frozenset[Var]) -> Iterator[tuple[Var, Var, Term]]:
    """Yield the row, the column and where the column stands in a goal about free indices, or about an only column."""
    free = sorted((v for v in goal.free - taken if v.type.size is not None), key=key)
    if len(free) == 1:
        yield free[0], fresh(fin(UNIT), goal), _FIRST
    elif len(free) == 2:
        for i, j in permutations(free):
            yield i, j, j
