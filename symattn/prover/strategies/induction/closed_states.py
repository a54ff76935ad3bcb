"""States at the last place n in closed form, where s(t + 1) = s(t)·p(t)/p(t + 1) + r(t) at each step t.

Then s(n) = (s(0)·p(0) + Σ r(t)·p(t + 1))/p(n).  So a running softmax, whose sums are scaled anew at each new maximum,
is that of the whole row: there p is the exponential of the maximum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
    for n in sorted({n for p in facts.others if (n := steps_of(p)) is not None}, key=str):
        if contains(const("last", UNIT + n), goal):
            for variables, stated in _closed_forms(n, facts):
                found = attempted(partial(proved_by_recurrence, stated, facts, prove))
                closed += [] if found is None else [close(found, *variables)]
    if not closed:
        return None
    others = [p for p in facts.others if steps_of(p) is None]
    known = replace(facts, others=(*others, *(each.conclusion for each in closed)))
    found = attempted(partial(prove, goal, known))
    return None if found is None else reduce(lambda theorem, each: cut(each, theorem), closed, found)


def _closed_forms(n: Size, facts: Facts) -> Iterator[tuple[Sequence[Var], Term]]:
    """Yield what the states that are given by recurrences over n steps are at the last place, for all other indices."""
    places = fin(UNIT + n)
    first, last = literal(0, places), const("last", UNIT + n)
    for proposition in facts.others:
        (*variables,), premises, said = strip(assume(proposition))
        pair = said.sides
        if premises or pair is None or pair[0].type is not REAL or steps_of(proposition) != n:
            continue
        t = next(v for v in variables if v.type is fin(n))
        here, there = app(const("inl", n, UNIT), t), app(const("inr", UNIT, n), t)
        before = with_parts(pair[0], {there: here})
        normaliser = Normaliser(Context(opaque=facts.opaque))
        factor, rest = parted(read_polynomial(right(normaliser.normal(pair[1]))), before)
        if len(factor) != 1 or contains(before, polynomial_term(rest)):
            continue
        ((monomial, coefficient),) = factor.items()
        own, following = (
            product_term([a for a in factors(monomial) if contains(there, a) is is_next]) for is_next in (False, True)
        )
        one = times(with_parts(own, {here: there}), following)
        if coefficient != 1 or following is ONE or right(normaliser.normal(one)) is not ONE:
            continue

        def to_last(number: Term, weight: Term) -> Term:
            return times(times(number, weight), with_parts(following, {there: last}))  # noqa: B023

        added = to_last(polynomial_term(rest), with_parts(own, {here: there}))
        start = to_last(with_parts(pair[0], {there: first}), with_parts(own, {here: first}))
        whole = plus(start, total(n, abstract(t, added)))
        yield [v for v in variables if v is not t], equation(with_parts(pair[0], {there: last}), whole)
