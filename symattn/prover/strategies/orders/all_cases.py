"""Linear arithmetic with |·|, max, min and other conditions: all cases of the goal and of the hypotheses.

Each case is settled by linear arithmetic (a Farkas certificate), or split by one condition more, innermost first: what
depends on a condition becomes plain once that is decided.  The number of cases is bounded.
"""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Term, Var
from ...library.propositions import by_cases
from ...limits import MOST_CASES, MOST_CONDITIONS
from ...logic.derived_rules import right
from ...logic.formulas import ZERO, le, lt, minus, plus
from ...logic.parts import args_of, parts_of
from ...logic.term_order import key, size
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ..core.search import Ask
from .inequalities import prove_sign
from .lifting import moved_to


def by_all_cases(ask: Ask, t: Term, strict: bool) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term t by cases, or None; without conditions there is nothing to try."""
    if not 0 < len(_conditions(ask.normaliser, t)) <= MOST_CONDITIONS:
        return None
    return _split(ask, t, strict, [MOST_CASES])


def _split(ask: Ask, t: Term, strict: bool, left: list[int]) -> Theorem | None:
    left[0] -= 1
    normal = ask.normaliser.normal(t)
    found = prove_sign(ask.normaliser, right(normal), strict)
    if found is not None:
        return moved_to(found, normal, strict)
    condition = next(iter(_conditions(ask.normaliser, right(normal))), None)
    if condition is None or left[0] <= 0:
        return None
    results = []
    for case in (condition, negation(condition)):
        found = _split(ask.assuming(case), t, strict, left)
        if found is None:
            return None
        results.append(found)
    return by_cases(condition, *results)


def _conditions(normaliser: Normaliser, t: Term) -> list[Term]:
    """Return the inequalities under indicators in a normal term and in what is known, the smallest first."""
    orders = (order_of(truth.conclusion) or truth.sides for truth in normaliser.context.truths)
    known = [right(normaliser.normal(plus(o[1], minus(o[0])))) for o in orders if o is not None and o[0].type is REAL]
    inside = (args_of(part, "ind", 1) for part in parts_of(t, *known) if not part.loose)
    found = {args[0] for args in inside if args is not None and args_of(args[0], "≤", 2) is not None}
    conditions = sorted(found, key=lambda condition: (size(condition), key(condition)))
    return [*conditions, *_signs_of_squares(normaliser, t)]


def _signs_of_squares(normaliser: Normaliser, t: Term) -> list[Term]:
    """Return 0 ≤ v for the numbers v of which hypotheses give bounds, no sign, and a normal term has squares."""
    squared = {a for m in read_polynomial(t) for a, e in m if isinstance(a, Var) and e > 1}
    truths = normaliser.context.truths
    sides_of = (order_of(truth.conclusion) for truth in truths)
    bounded = {side for order in sides_of if order is not None for side in order[:2]}
    signs = {truth.conclusion for truth in truths}
    return [
        le(ZERO, v)
        for v in sorted(squared & bounded, key=key)
        if not signs & {le(ZERO, v), lt(ZERO, v), le(v, ZERO), lt(v, ZERO)}
    ]
