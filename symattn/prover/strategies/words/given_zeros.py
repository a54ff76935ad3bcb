"""An equation of matrices that holds up to what is given to be 0: a = b from a = b − Z, where Z = 0.

So (1 − N)·(1 + N + … + N^(k−1)) = 1 for N^k = 0: without that it is 1 − N^k.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....kernel.rules import Theorem
from ....kernel.terms import Term, equation, sides
from ...library.matrices import added, scaled
from ...limits import MOST_SEARCHES
from ...logic.conversions import replaced
from ...logic.derived_rules import chain, left, right
from ...logic.formulas import MINUS
from ...logic.parts import args_of, is_matrix
from ..core.goals import attempted
from .matrix_rules import matrix_equations


def proved_up_to_zeros(goal: Term, known: Sequence[Theorem], prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Return ⊢ a = b for matrices from another equation and what is given to be 0, or None.

    That equation is proved without what is given, which would take the part that is 0 away again.
    """
    pair = sides(goal)
    if pair is None or not is_matrix(pair[0].type):
        return None

    def shown(zero: Theorem, part: Term) -> Theorem:
        same = prove(equation(pair[0], added(pair[1], part)))
        nothing = replaced(same, zero)
        return chain(nothing, prove(equation(right(nothing), pair[1])))

    given = [e for theorem in known for e in matrix_equations(theorem)]
    zeros = [e for e in given if args_of(right(e), "zeros", 0) is not None and left(e).type is pair[0].type]
    parts = ((e, part) for e in zeros[:MOST_SEARCHES] for part in (scaled(MINUS, left(e)), left(e)))
    return next(filter(None, (attempted(shown, *each) for each in parts)), None)
