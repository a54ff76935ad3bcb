"""Rewrite f e as Σ i. [i = e]·f i, so that the index e is split like the sums beside it.

The index 1 + i of n + 1 is one after the first, where a sum over the range is split before the last.  Which of the
parts it lies in then is a condition on positions, which conditions beside it take up.
"""

from __future__ import annotations

from ....kernel.rules import Theorem, assume
from ....kernel.terms import Term, abstract, equation
from ...library.facts import fact, infer
from ...logic.conversions import fresh, rearranged, replaced, rewrite
from ...logic.derived_rules import right
from ...logic.formulas import ZERO, minus, plus, pos_of
from ...logic.parts import head_and_arguments, parts_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import polynomial_term, read_polynomial, scaled_term, sorted_terms
from ..core.search import Ask
from ..orders.comparisons import Compared


def at_other_places(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b where the difference of the normal forms is 0 when what stands elsewhere is split too."""
    a, b = goal.normal
    polynomial = read_polynomial(plus(a, minus(b)))
    start = rearranged(plus(a, minus(b)), polynomial_term(polynomial))
    spread = start
    for monomial, coefficient in sorted_terms(polynomial):
        term = scaled_term(coefficient, monomial)
        if (e := _elsewhere(ask.normaliser, term)) is not None:
            x = fresh(e.type, term)
            h = abstract(x, right(rewrite(term, assume(equation(e, x)))))
            position = ask.normaliser.normal(pos_of(e))  # in which no part is named
            spread = replaced(spread, replaced(fact("at_position", h, e), position))
    nothing = ask.normaliser.then(spread)
    if spread is start or right(nothing) is not ZERO:
        return None
    return goal.by_forms(infer("equal_of_difference", nothing))


def _elsewhere(normaliser: Normaliser, term: Term) -> Term | None:
    """Return an index in a number that lies in a part by which its range is not split, if there is one alone."""
    found = set()
    for part in parts_of(term):
        head, arguments = head_and_arguments(part)
        if part.type.size is None or part.loose or getattr(head, "name", "") not in ("inl", "inr") or not arguments:
            continue
        how = normaliser.context.splits.get(part.type.size)
        if how is not None and how[0] == "+" and how[1:] != head.sizes:  # type: ignore[attr-defined]
            found.add(part)
    return next(iter(found)) if len(found) == 1 else None
