"""Prove 0 ≤ t or 0 < t for a normal term that is linear in a number between two others: it is so at both ends.

Of x in a ≤ x ≤ b, where both bounds are given, t = u·x + r has no sign between those at a and at b.  So what is linear
in each of some numbers is looked at in the corners alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....kernel.rules import Theorem
from ....kernel.terms import Lit, Term
from ...library.facts import fact
from ...limits import MOST_ATOMS
from ...logic.cached_rules import ring
from ...logic.conversions import rewrite_proposition
from ...logic.formulas import ZERO, plus, times
from ...logic.parts import contains
from ...logic.term_order import key
from ...normal.linear_arithmetic import order_of
from ...normal.polynomials import atoms_of, parted, polynomial_term, read_polynomial
from ..core.search import Ask
from .bounds_given import weak
from .comparisons import Compared

_Bounds = tuple[tuple[Theorem, Term], tuple[Theorem, Term]]


def at_both_ends(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a ≤ b or a < b at both ends of a number, or return None."""
    return goal.by_sign(
        sign_at_ends(ask.context.truths, goal.t, goal.strict, lambda t: ask.prove(goal.said_of(ZERO, t)))
    )


def sign_at_ends(
    known: Sequence[Theorem], t: Term, strict: bool, sign: Callable[[Term], Theorem | None]
) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t from its sign at both ends of a number, or None."""
    polynomial = read_polynomial(t)
    atoms = sorted(atoms_of(polynomial), key=key)
    found = {x: bounds for x in atoms if (bounds := _bounds(x, known)) is not None} if len(atoms) <= MOST_ATOMS else {}
    for x, ((low, a), (high, b)) in sorted(found.items(), key=lambda item: _size_of_ends(item[1])):
        slope, rest = parted(polynomial, x)
        if slope.keys() - {()} and not any(x in dict(m) for m in slope):  # linear arithmetic sees to numbers as slopes
            u, r = polynomial_term(slope), polynomial_term(rest)
            first = sign(plus(times(u, a), r))
            second = None if first is None else sign(plus(times(u, b), r))
            if first is None or second is None:
                return None
            rule = "linear_between_strictly" if strict else "linear_between"
            between = fact(rule, a, b, x, u, r, premises=(low, high, first, second))
            return rewrite_proposition(between, ring(plus(times(u, x), r), t))
    return None


def _size_of_ends(bounds: _Bounds) -> int:
    """Return how many of two bounds are no numbers: they make the term longer."""
    return sum(not isinstance(end, Lit) for _, end in bounds)


def _bounds(x: Term, known: Sequence[Theorem]) -> _Bounds | None:
    """Return ⊢ a ≤ x with a and ⊢ x ≤ b with b, where both are known of a number."""
    low, high = None, None
    for theorem in known:
        order = order_of(theorem.conclusion)
        if order is not None and order[1] is x and not contains(x, order[0]):
            low = weak(theorem), order[0]
        elif order is not None and order[0] is x and not contains(x, order[1]):
            high = weak(theorem), order[1]
    return None if low is None or high is None else (low, high)
