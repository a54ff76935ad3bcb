"""Inequalities in one number by a derivative: 0 ≤ f v where 0 ≤ f a and f does not fall from a to v.

The end a is what a hypothesis a ≤ v says, or v ≤ b and then f does not rise; or it is 0 or another of the numbers where
the sign shows, and v is on either side of it.
The derivative is found by differentiation and its sign is a goal of its own; how deep that may go is counted down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Lit, Term, Var, abstract, substitute
from ...library.derivatives import slope_of, with_slope
from ...library.facts import fact
from ...library.propositions import by_cases
from ...library.search import said_of
from ...limits import MOST_MONOMIALS, MOST_SIGNS
from ...logic.derived_rules import discharge, gen, right
from ...logic.formulas import ZERO, le, lt, minus
from ...logic.parts import args_of, parts_of
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ..core.goals import attempted
from ..core.search import Ask
from ..orders.comparisons import Compared
from .differentiation import OUTER, Differentiator


def by_a_derivative(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a ≤ b or a < b by the value of b − a at an end and the sign of a derivative, or return None."""
    if len(read_polynomial(goal.t)) > MOST_MONOMIALS:
        return None
    proofs = map(attempted, islice(_proofs(ask.less(slopes=1), goal.t, goal.strict), MOST_SIGNS))
    return goal.by_sign(next((proof for proof in proofs if proof is not None), None))


def _proofs(ask: Ask, t: Term, strict: bool) -> Iterator[Callable[[], Theorem]]:
    """Yield what may prove the sign of t, for each of its numbers from each end and then from where the sign shows."""
    numbers = sorted((v for v in t.free if v.type is REAL), key=lambda v: v.name)
    for v in _variables(t):
        for end, order in _ends(ask.normaliser, v):
            yield partial(_from_end, ask, t, v, end, order, strict)
        for start in (ZERO, *numbers):
            if start is not v and _shows(ask.normaliser, substitute(t, {v: start}), strict):
                yield partial(_from_both_sides, ask, t, v, start, strict)


def _variables(t: Term) -> list[Var]:
    """Return the numbers within functions that can be differentiated, and those with powers above their squares."""
    found = {a for m in read_polynomial(t) for a, e in m if isinstance(a, Var) and e > 2}
    for part in parts_of(t):
        if not part.loose and any(args_of(part, name, 1) is not None for name in OUTER):
            found |= {v for v in part.free if v.type is REAL}
    return sorted(found, key=lambda v: v.name)


def _ends(normaliser: Normaliser, v: Var) -> Iterator[tuple[Term, Theorem]]:
    """Yield the numbers a with ⊢ a ≤ v or ⊢ v ≤ a among the hypotheses."""
    for truth in normaliser.context.truths:
        order = order_of(truth.conclusion)
        if order is None or (order[0] is v) == (order[1] is v):
            continue
        a, b, strictly = order
        other = b if a is v else a
        if v not in other.free:
            yield other, fact("lt_le", a, b, premises=(truth,)) if strictly else truth


def _from_end(ask: Ask, t: Term, v: Var, end: Term, order: Theorem, strict: bool) -> Theorem:
    """Infer the sign of t at v from that at an end and from ⊢ a ≤ v or ⊢ v ≤ a."""
    at_end = substitute(t, {v: end})
    sign = ask.prove((lt if strict else le)(ZERO, at_end))
    if order.conclusion is le(end, v):
        grown = _grown(ask, abstract(v, t), end, v, order)
    else:
        fallen = _grown(ask, abstract(v, minus(t)), v, end, order)
        grown = said_of("∀x y:ℝ. -1 * y ≤ -1 * x ⇒ x ≤ y", (at_end, t), fallen)
    less = "<" if strict else "≤"
    return said_of(f"∀x y:ℝ. 0 {less} x ⇒ x ≤ y ⇒ 0 {less} y", (at_end, t), sign, grown)


def _shows(normaliser: Normaliser, t: Term, strict: bool) -> bool:
    """Tell whether a term is a number that has the sign."""
    value = right(normaliser.normal(t))
    return isinstance(value, Lit) and (value.value > 0 if strict else value.value >= 0)


def _from_both_sides(ask: Ask, t: Term, v: Var, start: Term, strict: bool) -> Theorem:
    """Infer the sign of t at v from that at a number, on both sides of it."""
    above, not_above = le(start, v), negation(le(start, v))
    below = fact("le_total", start, v, premises=(assume(not_above),))
    rising = _from_end(ask.assuming(above), t, v, start, assume(above), strict)
    return by_cases(above, rising, _from_end(ask.assuming(not_above), t, v, start, below, strict))


def _grown(ask: Ask, f: Term, low: Term, high: Term, order: Theorem) -> Theorem:
    """Infer ⊢ f a ≤ f b from ⊢ a ≤ b, by the derivative of f and its sign from a to b."""
    s = ask.next_variable(REAL, f, low, high)
    inside = ask.assuming(le(low, s)).assuming(le(s, high))
    signs = (attempted(inside.prove, goal) for goal in (lt(ZERO, s), lt(s, ZERO)))
    inside.context.truths += [sign for sign in signs if sign is not None]
    known = Differentiator(inside).derivative(f, s)
    normal = inside.normaliser.normal(slope_of(known))
    known = with_slope(known, normal)
    sign = inside.prove(le(ZERO, right(normal)))
    premises = []
    for theorem in (known, sign):
        for premise in (le(s, high), le(low, s)):
            theorem = discharge(premise, theorem)
        premises.append(gen(s, theorem))
    g = abstract(s, right(normal))
    return fact("deriv_nonneg", f, g, low, high, premises=(order, *premises))
