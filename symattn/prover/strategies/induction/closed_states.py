"""States at the last place n in closed form, where s(t + 1) = s(t)·p(t)/p(t + 1) + r(t) at each step t.

Then s(n) = (s(0)·p(0) + Σ r(t)·p(t + 1))/p(n).  So a running softmax, whose sums are scaled anew at each new maximum,
is that of the whole row: there p is the exponential of the maximum.  With any other gate, s(t + 1) = s(t)·a(t) + r(t),
s(n) is s(0)·Π a(t) + Σ r(t)·Π u > t. a(u).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce

from ....kernel.rules import Theorem, assume
from ....kernel.terms import REAL, Size, Term, Var, abstract, app, const, equation, fin, literal, substitute
from ...library.definitions import defined
from ...logic.conversions import fresh
from ...logic.derived_rules import close, cut, right, strip
from ...logic.formulas import EXP, IND, MINUS, ONE, UNIT, le, plus, times, total
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
        by_logarithms = contains(const("log"), goal)
        known = _closed_form(n, proposition, facts, by_logarithms) if contains(const("last", UNIT + n), goal) else None
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


def _closed_form(n: Size, proposition: Term, facts: Facts, by_logarithms: bool) -> tuple[Sequence[Var], Term] | None:
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
    if contains(before, added) or not factor:
        return None
    whole = with_parts(pair[0], {there: first})
    end, free = with_parts(pair[0], {there: last}), [v for v in variables if v is not t]
    if contains(t, gate := polynomial_term(factor)) and not contains(there, gate):
        return free, equation(end, _by_gates(n, t, gate, whole, added, by_logarithms))
    if len(factor) != 1:
        return None
    ((monomial, coefficient),) = factor.items()
    own = product_term([a for a in factors(monomial) if not contains(there, a)])
    following = product_term([a for a in factors(monomial) if contains(there, a)])
    moved = with_parts(own, {here: there})
    if coefficient != 1 or following is ONE or right(normaliser.normal(times(moved, following))) is not ONE:
        return None
    whole = plus(times(whole, with_parts(own, {here: first})), total(n, abstract(t, times(added, moved))))
    return free, equation(end, times(whole, with_parts(following, {there: last})))


def _by_gates(n: Size, t: Var, gate: Term, start: Term, added: Term, by_logarithms: bool) -> Term:
    """Return s(0)·Π a(u) + Σ t. r(t)·Π u > t. a(u) for s(t + 1) = a(t)·s(t) + r(t), or with e^(Σ log a) for Π a."""
    u, position = fresh(t.type, gate, start, added, stem="u"), const("pos", n)
    here, later = substitute(gate, {t: u}), app(IND, le(plus(app(position, t), ONE), app(position, u)))
    if by_logarithms:
        steps = app(const("log"), here), times(later, app(const("log"), here))
        of_all, of_later = (app(EXP, total(n, abstract(u, each))) for each in steps)
    else:
        steps = here, plus(ONE, times(later, plus(here, MINUS)))
        of_all, of_later = (app(defined("product", n), abstract(u, each)) for each in steps)
    return plus(times(start, of_all), total(n, abstract(t, times(added, of_later))))
