"""Prove a goal that is a hypothesis, up to the names of bound variables and the direction of equations.

Nothing is rewritten or unfolded here, so that a hypothesis that no rewriting can use, or one that would rewrite without
end, still proves what it says.  It is an instance of the hypothesis that is looked for, by one matching for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ....kernel.rules import Theorem, assume, instantiate
from ....kernel.terms import BOOL, Term, Var, app, equation, literal, open_body, sides
from ...logic.conversions import beta_conclusion, beta_normal_form
from ...logic.derived_rules import (
    conjoin,
    conjuncts,
    discharge,
    eq_mp_back,
    extensional,
    gen,
    match_conjunction,
    match_forall,
    match_implication,
    mp,
    right,
    strip,
    symmetric,
)
from ...logic.matching import Bindings, match
from ...logic.term_order import next_opened

_Known = tuple[frozenset[Var], Theorem]  # pattern variables, and a theorem without quantifiers


def proved_as_given(goal: Term, hypotheses: Sequence[Term]) -> Theorem | None:
    """Return hypotheses ⊢ goal where each part of the goal is an instance of a hypothesis, or None."""
    if goal in hypotheses:
        return assume(goal)
    known = [each for hypothesis in hypotheses for each in _said_by(hypothesis)]
    return _proved(goal, known) if known else None


@lru_cache(maxsize=256)  # a claim has several goals, and all of them the same hypotheses
def _said_by(hypothesis: Term) -> tuple[_Known, ...]:
    return tuple(_known(assume(hypothesis)))


def _known(theorem: Theorem) -> Iterator[_Known]:
    """Yield what a theorem says without its quantifiers, each conjunct apart, and the same the other way round."""
    for conjunct in conjuncts(theorem):
        variables, premises, stripped = strip(conjunct)
        for part in map(beta_conclusion, () if premises else conjuncts(stripped)):
            yield from ((frozenset(variables), said) for said in (part, _turned(part)) if said is not None)


def _turned(theorem: Theorem) -> Theorem | None:
    """Infer b = a from a = b, or b ≠ a from a ≠ b; None for anything else."""
    negated = match_implication(theorem.conclusion)
    pair = theorem.sides if negated is None else sides(negated[0])
    if pair is None or negated is None:
        return None if pair is None else symmetric(theorem)
    other = equation(pair[1], pair[0])
    return discharge(other, mp(theorem, symmetric(assume(other))))


def _proved(goal: Term, known: Sequence[_Known]) -> Theorem | None:
    if (found := _from_any(goal, known)) is not None:
        return found
    if (quantified := match_forall(goal)) is not None:
        x = next_opened(quantified.binder, goal)
        inner = _proved(open_body(quantified, x), known)
        return None if inner is None else gen(x, inner)
    if (both := match_conjunction(goal)) is not None:
        halves = [_proved(half, known) for half in both]
        return None if halves[0] is None or halves[1] is None else conjoin(halves[0], halves[1])
    pair = sides(goal)
    if pair is not None and pair[0].type is not BOOL and pair[0].type.domain is not None:
        x = next_opened(pair[0].type.domain, goal)
        inner = _proved(equation(app(pair[0], x), app(pair[1], x)), known)
        return None if inner is None else extensional((x,), inner)
    return None


def _from_any(goal: Term, known: Sequence[_Known]) -> Theorem | None:
    """Return the first instance that is the goal, after both were β-reduced, or None."""
    reduced = beta_normal_form(goal)
    target = right(reduced)
    for variables, theorem in known:
        bindings: Bindings = {}
        if not match(theorem.conclusion, target, variables, bindings) or not variables >= set(bindings):
            continue
        spare = {v: literal(0, v.type) for v in variables if v not in bindings and v.type.size is not None}
        instance = beta_conclusion(instantiate({**spare, **bindings}, theorem))
        if instance.conclusion is target:
            return eq_mp_back(reduced, instance)
    return None
