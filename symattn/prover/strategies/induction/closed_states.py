"""States at the last place n in closed form, where s(t + 1) = s(t)·p(t)/p(t + 1) + r(t) at each step t.

Then s(n) = (s(0)·p(0) + Σ r(t)·p(t + 1))/p(n).  So a running softmax, whose sums are scaled anew at each new maximum,
is that of the whole row: there p is the exponential of the maximum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce

from ....kernel.rules import Theorem, assume
from ....kernel.terms import REAL, Size, Term, Var, abstract, app, const, equation, fin, literal
from ...logic.derived_rules import close, cut, right, strip
from ...logic.formulas import ONE, UNIT, plus, times, total
from ...logic.parts import contains, with_parts
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.polynomials import factors, parted, polynomial_term, product_term, read_polynomial
from ..core.goals import Facts, attempted
from .recurrences import proved_by_recurrence, steps_of

Prove = Callable[[Term, Facts], Theorem]


def proved_by_closed_states(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ goal from the closed forms of the states in it, or None; ``prove`` may raise a ProofError."""
    closed: list[Theorem] = []
    for n, proposition in ((n, p) for p in facts.others if (n := steps_of(p)) is not None):
        known = _closed_form(n, proposition, facts) if contains(const("last", UNIT + n), goal) else None
        if known is not None:
            variables, stated = known
            found = attempted(partial(proved_by_recurrence, stated, facts, prove))
            closed += [] if found is None else [close(found, *variables)]
    if not closed:
        return None
    others = [p for p in facts.others if steps_of(p) is None]
    rest = replace(facts, others=(*others, *(each.conclusion for each in closed)))
    theorem = attempted(partial(prove, goal, rest))
    return None if theorem is None else reduce(lambda found, each: cut(each, found), closed, theorem)


def _closed_form(n: Size, proposition: Term, facts: Facts) -> tuple[Sequence[Var], Term] | None:
    """Return what a state is at the last place, for all values of some indices, by a recurrence over n steps, or None.

    In its factor p(t)/p(t + 1) what speaks of t + 1 is kept apart: the rest, moved to t + 1, has to cancel it.
    """
    variables, premises, said = strip(assume(proposition))
    pair = said.sides
    if premises or pair is None or pair[0].type is not REAL:
        return None
    places = fin(UNIT + n)
    first, last = literal(0, places), const("last", UNIT + n)
    t = next(v for v in variables if v.type is fin(n))
    here, there = app(const("inl", n, UNIT), t), app(const("inr", UNIT, n), t)
    before = with_parts(pair[0], {there: here})
    normaliser = Normaliser(Context(opaque=facts.opaque))
    factor, rest = parted(read_polynomial(right(normaliser.normal(pair[1]))), before)
    added = polynomial_term(rest)
    if len(factor) != 1 or contains(before, added):
        return None
    ((monomial, coefficient),) = factor.items()
    own = product_term([a for a in factors(monomial) if not contains(there, a)])
    following = product_term([a for a in factors(monomial) if contains(there, a)])
    moved = with_parts(own, {here: there})
    if coefficient != 1 or following is ONE or right(normaliser.normal(times(moved, following))) is not ONE:
        return None
    start = times(with_parts(pair[0], {there: first}), with_parts(own, {here: first}))
    whole = plus(start, total(n, abstract(t, times(added, moved))))
    closed = times(whole, with_parts(following, {there: last}))
    return [v for v in variables if v is not t], equation(with_parts(pair[0], {there: last}), closed)
