"""Prove 0 ≤ t or 0 < t for a normal term that is linear in a number with given bounds: it is so at the ends.

Of x in a ≤ x ≤ b, where both bounds are given, t = u·x + r has no sign between those at a and at b.  So what is linear
in each of some numbers is looked at in the corners alone.  Where u has a sign, one end suffices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ....kernel.rules import Theorem
from ....kernel.terms import Lit, Term
from ...library.facts import fact
from ...library.search import implied
from ...limits import MOST_ATOMS
from ...logic.cached_rules import ring
from ...logic.conversions import rewrite_proposition
from ...logic.formulas import ZERO, le, minus, plus, times
from ...logic.parts import contains
from ...logic.term_order import key
from ...normal.linear_arithmetic import order_of
from ...normal.polynomials import atoms_of, parted, polynomial_term, read_polynomial, scaled
from ..core.goals import attempted
from ..core.search import Ask
from .bounds_given import weak
from .comparisons import Compared

_Bounds = tuple[tuple[Theorem, Term], tuple[Theorem, Term]]


def at_both_ends(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a ≤ b or a < b at both ends of a number, or return None."""
    return goal.by_sign(
        sign_at_ends(ask.context.truths, goal.t, goal.strict, lambda t: ask.prove(goal.said_of(ZERO, t)))
    )


def at_one_end(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a ≤ b or a < b at a bound of a number with which b − a grows, or falls, or return None."""
    polynomial = read_polynomial(goal.t)
    atoms = sorted(atoms_of(polynomial), key=key)
    for x, (known, end, side) in _one_sided(atoms, ask.context.truths) if len(atoms) <= MOST_ATOMS else ():
        slope, rest = parted(polynomial, x)
        u, r = polynomial_term(scaled(slope, side)), polynomial_term(rest)
        if not slope.keys() - {()} or any(x in dict(m) for m in slope):
            continue
        grows = attempted(ask.prove, le(ZERO, u))
        at_end = None if grows is None else attempted(ask.prove, goal.said_of(ZERO, plus(times(u, end), r)))
        if grows is not None and at_end is not None:
            rule, value = "linear_strictly_from" if goal.strict else "linear_from", x if side > 0 else minus(x)
            found = fact(rule, end, value, u, r, premises=(known, grows, at_end))
            return goal.by_sign(rewrite_proposition(found, ring(plus(times(u, value), r), goal.t)))
    return None


def _one_sided(atoms: Sequence[Term], known: Sequence[Theorem]) -> Iterator[tuple[Term, tuple[Theorem, Term, int]]]:
    """Yield numbers with ⊢ a ≤ x, a and 1, or with ⊢ −b ≤ −x, −b and −1, as is given."""
    for theorem in known:
        low, high, _ = order_of(theorem.conclusion) or (ZERO, ZERO, False)
        if high in atoms and not contains(high, low) and low is not ZERO:
            yield high, (weak(theorem), low, 1)
        if low in atoms and not contains(low, high):
            yield low, (implied("∀x b:ℝ. x ≤ b ⇒ -1 * b ≤ -1 * x", weak(theorem)), minus(high), -1)


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
