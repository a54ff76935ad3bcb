"""Sums of a condition on one position, in closed form: Σ i. [i ≤ j] = j + 1, and the like, where the bounds are known.

The condition says i ≤ b − a or a − b ≤ i for whole numbers a and b.  That the bound lies within the range, or next to
it, is shown by linear arithmetic; where it is not known, the sum stays.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, eq_mp
from ...kernel.terms import Term, Var, app, const
from ..library.conditions import same_order
from ..library.facts import fact
from ..library.sums import under_sum
from ..logic.derived_rules import ap_term, ap_thm, binary, chain, right, symmetric
from ..logic.formulas import ADD, IND, LE, ONE, minus, plus
from ..logic.parts import index_size, is_application_of
from .conditions import apart, is_condition, known_of, naturals, order_shown
from .normalising import Normalising
from .polynomials import Monomial, Polynomial, polynomial_term, read_polynomial


def counted(normaliser: Normalising, x: Var, monomial: Monomial) -> Theorem | None:
    """Return ⊢ Σ x. [p] = a polynomial for a condition p on the position of x whose bound is in range, or None."""
    condition = is_application_of(monomial[0][0], "ind", 1) if len(monomial) == 1 and monomial[0][1] == 1 else None
    if condition is None or not is_condition(condition[0]):
        return None
    a, b = is_application_of(condition[0], "≤", 2) or (ONE, ONE)
    difference = dict(read_polynomial(plus(b, minus(a))))
    position = app(const("pos", index_size(x)), x)
    own = ((position, 1),)
    sign = difference.pop(own, None)
    if sign not in (1, -1) or any(x in atom.free for m in difference for atom, _ in m):
        return None
    low, high = apart(difference)
    return _counted(normaliser, x, (a, b), low, high, sign == -1)


def _counted(
    normaliser: Normalising, x: Var, order: tuple[Term, Term], low: Polynomial, high: Polynomial, ends: bool
) -> Theorem | None:
    """Count the x with x + low ≤ high where that ends at a bound, or with low ≤ x + high where it begins at one."""
    size = index_size(x)
    whole = normaliser.normal(const("#", size))
    first, second = polynomial_term(low), polynomial_term(high)
    premises = [(first, plus(second, ONE)), (plus(second, ONE), plus(right(whole), first))]
    if not ends:
        premises = [(second, first), (first, plus(right(whole), second))]
    differences = [read_polynomial(plus(t, minus(s))) for s, t in premises]
    known = known_of(normaliser, *differences)
    shown = [order_shown(s, t, d, known) for (s, t), d in zip(premises, differences, strict=True)]
    numbers = naturals(normaliser, low, high)
    if shown[0] is None or shown[1] is None or numbers is None:
        return None
    (a, is_low), (b, is_high) = numbers
    size_back, low_back, high_back = symmetric(whole), symmetric(is_low), symmetric(is_high)
    position = app(const("pos", size), x)
    if ends:
        after = ap_thm(ap_term(ADD, high_back), ONE)
        moved = binary(LE, low_back, after), binary(LE, after, binary(ADD, size_back, low_back))
        condition = binary(LE, ap_term(app(ADD, position), is_low), is_high)
        same = same_order(*order, plus(position, first), second)
    else:
        moved = binary(LE, high_back, low_back), binary(LE, low_back, binary(ADD, size_back, high_back))
        condition = binary(LE, is_low, ap_term(app(ADD, position), is_high))
        same = same_order(*order, first, plus(position, second))
    inside = [eq_mp(step, theorem) for step, theorem in zip(moved, shown, strict=True) if theorem is not None]
    number = fact("count_up_to" if ends else "count_from", {"n": size}, a, b, premises=tuple(dict.fromkeys(inside)))
    here = chain(same, symmetric(condition))
    return normaliser.then(chain(under_sum(x, ap_term(IND, here)), number))
