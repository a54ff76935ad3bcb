"""Prove of small matrices what follows from equal determinants of equal ones: det A·det B = 1 where A·B = 1.

The determinant of a matrix of two or three rows is a polynomial in its entries.  That of a product is the product of
determinants once both are multiplied out, so that nothing has to be known of them but that equal matrices have equal
ones; the entries are any numbers then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from ....kernel.rules import Theorem
from ....kernel.syntax import FALSE
from ....kernel.terms import REAL, KernelError, Term, sides
from ...library.matrices import shape
from ...logic.conversions import beta_normal_form, rewrite
from ...logic.derived_rules import ProofError, ap_thm, chain, left, match_forall, match_implication, right, symmetric
from ...logic.places import place
from ...normal.context import Context, split_places
from ...normal.normaliser import Normaliser
from ..core.search import Ask
from ..hypotheses.adding import add_theorem
from ..words.matrix_rules import matrix_equations
from .written_inverses import MOST_COFACTORS, determinant

MOST_EQUATIONS = 4


def proved_by_determinants(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal for an equation of numbers that follows from equal determinants, or None."""
    pair = sides(goal)
    if pair is None or pair[0].type is not REAL:
        return None
    equal = [same for o in others for e in matrix_equations(o) for same in _determinants(e)]
    if not equal:
        return None
    plain = Context(opaque=context.opaque, budget=context.budget, most_effort=context.most_effort)
    split_places(plain, (goal, *(same.conclusion for same in equal)), tested=False)
    with suppress(ProofError, KernelError):
        for theorem in others:
            if _is_of_numbers(theorem.conclusion):
                add_theorem(plain, theorem)
        plain.truths += equal[:MOST_EQUATIONS]
        return Ask(Normaliser(plain)).prove(goal)
    return None


def _determinants(e: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ det a = det b from a = b for square matrices of two or three rows."""
    rows, columns = shape(left(e))
    if rows != columns or rows.variables() or not 2 <= rows.least() <= MOST_COFACTORS:
        return
    places = [place(at, rows) for at in range(rows.least())]
    entries = [[_entry(e, i, j) for j in places] for i in places]
    whole = determinant([[left(entry) for entry in row] for row in entries])
    yield rewrite(whole, {left(entry): entry for row in entries for entry in row})


def _entry(e: Theorem, i: Term, j: Term) -> Theorem:
    """Return ⊢ a i j = b i j from a = b, reduced."""
    same = ap_thm(ap_thm(e, i), j)
    first, second = beta_normal_form(left(same)), beta_normal_form(right(same))
    return chain(symmetric(first), same, second)


def _is_of_numbers(proposition: Term) -> bool:
    """Tell whether a proposition compares numbers, not those at all indices."""
    negated = match_implication(proposition)
    inside = negated[0] if negated is not None and negated[1] is FALSE else proposition
    return match_forall(inside) is None
