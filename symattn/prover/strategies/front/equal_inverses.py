"""Inverses of compound matrices that are shown, entry by entry, to be the same.

From X·A = 1 and A·X = A·Y follows X = Y, with which the goal is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from ....kernel.rules import Theorem, assume
from ....kernel.terms import Term, Var, equation
from ...library.facts import fact
from ...library.matrices import identity, product, shape
from ...limits import MOST_SEARCHES
from ...logic.derived_rules import cut, left, right
from ...normal.context import Context
from ..core.goals import Facts, attempted
from ..words.matrix_rules import matrix_equations, written_factors

Prove = Callable[[Term, Facts], tuple[Theorem, Context]]


def proved_with_equal_inverses(goal: Term, facts: Facts, easily: Prove, prove: Prove) -> tuple[Theorem, Context] | None:
    """Prove a goal where the inverses of two compound matrices are shown to be the same, or return None."""

    def shown(a: Term, x: Var, y: Var) -> Theorem:
        one, _ = easily(equation(product(x, a), identity(shape(a)[0])), facts)
        same, _ = easily(equation(product(a, x), product(a, y)), facts)
        return fact("matmul_cancel_left", a, x, x, y, premises=(one, same))

    pairs = [*combinations(_inverses(facts.others), 2)][:MOST_SEARCHES]
    found = (attempted(shown, a, x, y) for (x, a), (y, _) in pairs if x.type is y.type)
    equal = [each for each in found if each is not None]
    if not equal:
        return None
    theorem, context = prove(goal, facts.proved(*equal))
    return cut(*equal, theorem), context


def _inverses(others: Iterable[Term]) -> list[tuple[Var, Term]]:
    """Return the symbols X, with compound matrices A, of which A·X = C is given where C is said of others too."""
    found = dict[Term, dict[Var, Term]]()
    for e in (e for other in others for e in matrix_equations(assume(other))):
        a, x = written_factors(left(e)) or (None, None)
        if a is not None and isinstance(x, Var) and not isinstance(a, Var):
            found.setdefault(right(e), {})[x] = a
    return [each for same in found.values() for each in same.items() if len(same) > 1]
