"""Inequalities in one number by a derivative: 0 ≤ f v where 0 ≤ f a and f does not fall from a to v.

The end a is what a hypothesis a ≤ v says, or v ≤ b and then f does not rise; or it is 0, from which both ways are gone.
The derivative is found by differentiation and its sign is a goal of its own; how deep that may go is counted down.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Abs, App, Lit, Term, Var, abstract, substitute
from ...library.derivatives import slope_of, with_slope
from ...library.facts import fact
from ...library.propositions import by_cases
from ...library.search import said_of
from ...logic.conversions import fresh
from ...logic.derived_rules import ProofError, discharge, gen, right
from ...logic.formulas import ZERO, le, lt, minus
from ...logic.parts import args_of
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ..core.search import Ask
from .differentiation import OUTER, Differentiator

MOST_MONOMIALS = 12
MOST_ENDS = 3


def sign_by_derivative(ask: Ask, t: Term, strict: bool) -> Theorem | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t for a normal term t, from its value at an end and the sign of a derivative, or None."""
    if len(read_polynomial(t)) > MOST_MONOMIALS:
        return None
    ends = 0
    for v in _variables(t):
        for end, above in _ends(ask.normaliser, v):
            ends += 1
            if ends > MOST_ENDS:
                return None
            with suppress(ProofError):
                return _from_end(ask, t, v, end, above, strict)
        with suppress(ProofError):
            return _from_zero(ask, t, v, strict)
    return None


def _variables(t: Term) -> list[Var]:
    """Return the numbers within functions that can be differentiated, and those with powers above their squares."""
    cubes = {a for m in read_polynomial(t) for a, e in m if isinstance(a, Var) and e > 2}
    found: dict[Var, None] = dict.fromkeys(sorted(cubes, key=lambda v: v.name))
    stack, seen = [t], set[Term]()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if isinstance(part, App):
            if any(args_of(part, name, 1) is not None for name in OUTER) and not part.loose:
                found |= dict.fromkeys(sorted((v for v in part.free if v.type is REAL), key=lambda v: v.name))
            stack += (part.argument, part.function)
        elif isinstance(part, Abs):
            stack.append(part.body)
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
            yield other, fact("lt_le", {}, a, b, premises=(truth,)) if strictly else truth


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


def _from_zero(ask: Ask, t: Term, v: Var, strict: bool) -> Theorem:
    """Infer the sign of t at v from that at 0, where it is that of a number, on both sides of 0."""
    start = right(ask.normaliser.normal(substitute(t, {v: ZERO})))
    if not isinstance(start, Lit) or start.value < 0 or (strict and start.value == 0):
        raise ProofError("the sign at 0 does not show")
    behind = le(ZERO, v)
    before = negation(behind)
    rising, falling = ask.assuming(behind), ask.assuming(before)
    up = _from_end(rising, t, v, ZERO, assume(behind), strict)
    down = _from_end(falling, t, v, ZERO, fact("le_total", {}, ZERO, v, premises=(assume(before),)), strict)
    return by_cases(behind, up, down)


def _grown(ask: Ask, f: Term, low: Term, high: Term, order: Theorem) -> Theorem:
    """Infer ⊢ f a ≤ f b from ⊢ a ≤ b, by the derivative of f and its sign from a to b."""
    s = fresh(REAL, f, low, high, *(h for truth in ask.normaliser.context.truths for h in truth.hypotheses), stem="s")
    inside = ask.assuming(le(low, s)).assuming(le(s, high))
    for bound, other in ((low, le(low, s)), (high, le(s, high))):
        with suppress(ProofError):
            inside.normaliser.context.truths.append(_sign_between(ask, bound, s, other))
    known = Differentiator(inside.normaliser).derivative(f, s)
    normal = inside.normaliser.normal(slope_of(known))
    known = with_slope(known, normal)
    sign = inside.prove(le(ZERO, right(normal)))
    premises = []
    for theorem in (known, sign):
        for premise in (le(s, high), le(low, s)):
            theorem = discharge(premise, theorem)
        premises.append(gen(s, theorem))
    g = abstract(s, right(normal))
    return fact("deriv_nonneg", {}, f, g, low, high, premises=(order, *premises))


def _sign_between(ask: Ask, bound: Term, s: Var, order: Term) -> Theorem:
    """Infer ⊢ 0 < s from ⊢ 0 < a and a ≤ s, or ⊢ s < 0 from ⊢ b < 0 and s ≤ b."""
    if order is le(bound, s):
        return said_of("∀x y:ℝ. 0 < x ⇒ x ≤ y ⇒ 0 < y", (bound, s), ask.prove(lt(ZERO, bound)), assume(order))
    return said_of("∀x y:ℝ. x < 0 ⇒ y ≤ x ⇒ y < 0", (bound, s), ask.prove(lt(bound, ZERO)), assume(order))
