"""What stands where another cut has put it: f e = Σ i. [i = e]·f i, so that it is split where the sums beside it are.

The index 1 + i of n + 1 is one after the first, where a sum over the range is split before the last.  Which of the
parts it lies in then is a condition on positions, which conditions beside it take up.
"""

from __future__ import annotations

from ....kernel.rules import Theorem, assume
from ....kernel.terms import Term, abstract, app, const, equation
from ...library.facts import fact
from ...logic.cached_rules import ring
from ...logic.conversions import fresh, rearranged, replaced, rewrite, to
from ...logic.derived_rules import right
from ...logic.formulas import ZERO, minus, plus
from ...logic.parts import head_and_arguments, index_size, parts_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import polynomial_term, read_polynomial, scaled_term, sorted_terms


def equal_at_places(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b for normal terms whose difference is 0 when what stands elsewhere is split too, or None."""
    difference = plus(a, minus(b))
    polynomial = read_polynomial(difference)
    start = rearranged(difference, polynomial_term(polynomial))
    spread = start
    for monomial, coefficient in sorted_terms(polynomial):
        term = scaled_term(coefficient, monomial)
        if (e := _elsewhere(normaliser, term)) is not None:
            x = fresh(e.type, term)
            h = abstract(x, right(rewrite(term, {e: assume(equation(e, x))})))
            position = normaliser.normal(app(const("pos", index_size(e)), e))  # in which no part is named
            spread = replaced(spread, replaced(fact("at_position", {"n": index_size(e)}, h, e), position))
    if spread is start:
        return None
    nothing = normaliser.then(spread)
    return to(replaced(ring(a, plus(difference, b)), nothing), b) if right(nothing) is ZERO else None


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
