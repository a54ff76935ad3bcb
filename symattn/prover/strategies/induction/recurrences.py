"""Prove what a recurrence among the hypotheses carries from each of 1 + n indices to the next, by induction.

A recurrence is a hypothesis ∀t. a (t + 1) = b over n places, as of the layers of a network or of the states of a scan,
or ∀t. a (t + 1) ≤ b.  The goal is about an index of 1 + n places, as the last one.  It is proved of the first, and of
t + 1 where it holds of t; there what stands at t + 1 is rewritten by the recurrences, and then by what holds of t where
that is an equation.  Inequalities are known there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import reduce

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.syntax import forall
from ....kernel.terms import (
    Abs,
    App,
    Const,
    KernelError,
    Size,
    Term,
    Var,
    abstract,
    app,
    const,
    equation,
    fin,
    literal,
    sides,
)
from ...library.facts import fact
from ...library.search import search
from ...logic.conversions import beta_normal_form, fresh, rewrite
from ...logic.derived_rules import (
    ProofError,
    chain,
    cut,
    discharge,
    extensional,
    gen,
    left,
    match_forall,
    right,
    spec,
    symmetric,
)
from ...logic.formulas import UNIT
from ...logic.numerals import suc
from ...logic.parts import args_of, parts_of
from ...logic.term_order import key
from ..core.goals import Facts
from ..laws.laws import is_matrix
from .induction import entry_by_entry

Prove = Callable[[Term, Facts], Theorem]


def has_recurrence(facts: Facts) -> bool:
    """Tell whether a hypothesis says what stands at each next place."""
    return any(_places(proposition) is not None for proposition in facts.others)


def proved_by_recurrence(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ goal by induction over an index in it, or None; ``prove`` may raise a ProofError."""
    sizes = sorted({n for p in facts.others if (n := _places(p)) is not None}, key=str)
    others = replace(facts, others=tuple(p for p in facts.others if _places(p) is None))
    for n in sizes:
        recurrences = [p for p in facts.others if _places(p) == n]
        for index in _indices(goal, n):
            free = _free_indices(goal, index, facts)
            with suppress(ProofError, KernelError):  # of all rows and columns more is known of the place before
                if free:
                    return spec(_along(n, index, _for_all(goal, free), recurrences, others, prove), *free)
            with suppress(ProofError, KernelError):
                return _along(n, index, goal, recurrences, others, prove)
            with suppress(ProofError, KernelError):
                return _at_the_last(n, index, goal, recurrences, others, prove)
    return _by_states(goal, facts, prove)


def _free_indices(goal: Term, index: Term, facts: Facts) -> list[Var]:
    """Return the indices that are free in an equation, but for the one of the places, and not in the facts."""
    if sides(goal) is None:
        return []
    taken = frozenset[Var]().union(*(p.free for p in facts.others))
    return sorted((v for v in goal.free - taken if v.type.size is not None and v is not index), key=key)


def _for_all(goal: Term, variables: list[Var]) -> Term:
    for variable in reversed(variables):
        goal = forall(variable, goal)
    return goal


def _by_states(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ a = b where both are made in the same way of matrices that are equal by recurrences, or None."""
    pair = sides(goal)
    states = _apart(*pair) if pair is not None else None
    if pair is None or not states or pair in states:
        return None
    found = {s: proved_by_recurrence(equation(s, t), facts, prove) for s, t in states}
    if not all(found.values()):
        return None
    rewritten = rewrite(pair[0], found)  # type: ignore[arg-type]
    return rewritten if right(rewritten) is pair[1] else None


def _apart(a: Term, b: Term) -> list[tuple[Term, Term]] | None:
    """Return the matrices in which two terms differ, the innermost ones, or None where they differ in others."""
    if a is b:
        return []
    found: list[tuple[Term, Term]] | None = None
    if isinstance(a, App) and isinstance(b, App):
        parts = [_apart(a.function, b.function), _apart(a.argument, b.argument)]
        found = None if parts[0] is None or parts[1] is None else [*parts[0], *parts[1]]
    elif isinstance(a, Abs) and isinstance(b, Abs) and a.binder is b.binder:
        found = _apart(a.body, b.body)
    if found is None and a.type is b.type and is_matrix(a.type) and not a.loose and not b.loose:
        return [(a, b)]
    return found


def _is_equation(proposition: Term) -> bool:
    while (every := match_forall(proposition)) is not None:
        proposition = every.body
    return sides(proposition) is not None


def _places(proposition: Term) -> Size | None:
    """Return n where a proposition is a recurrence over n places: ∀t:[n]. a = b or a ≤ b, that speaks of t + 1."""
    every = match_forall(proposition)
    if every is None or every.binder.size is None:
        return None
    n: Size = every.binder.size
    said = every.body
    while (inner := match_forall(said)) is not None:
        said = inner.body
    pair = sides(said)
    bounds = said if args_of(said, "≤", 2) is not None else None
    told = pair[0] if pair is not None else bounds
    return n if told is not None and const("inr", UNIT, n) in set(parts_of(told)) else None


def _indices(goal: Term, n: Size) -> list[Term]:
    """Return the indices of 1 + n places in a goal that are variables, or the last place."""
    ty = fin(UNIT + n)
    found = {t for t in parts_of(goal) if isinstance(t, Var | Const) and t.type is ty and t is not literal(0, ty)}
    return sorted(found, key=key)


def _along(n: Size, index: Term, goal: Term, recurrences: list[Term], facts: Facts, prove: Prove) -> Theorem:
    """Return the goal by induction over the index, or raise a ProofError."""
    more = UNIT + n
    general = fresh(fin(more), goal, *recurrences, *facts.others, stem="i")
    predicate = abstract(general, _with(goal, index, general))
    t = fresh(fin(n), goal, *recurrences, *facts.others, stem="t")
    here, there = app(const("inl", n, UNIT), t), app(const("inr", UNIT, n), t)
    base = prove(_at(predicate, literal(0, fin(more))), facts)
    known, wanted = _at(predicate, here), _at(predicate, there)
    here_too = [spec(assume(p), t) for p in recurrences]
    bounds = [theorem for theorem in here_too if not _is_equation(theorem.conclusion)]
    steps = {left(step): step for step in map(_stated, (theorem for theorem in here_too if theorem not in bounds))}
    opened = rewrite(wanted, steps)
    if right(opened) is wanted and not bounds:
        raise ProofError("the recurrences say nothing of the goal")
    more_known = replace(facts, others=(*facts.others, *(theorem.conclusion for theorem in bounds)))
    passed = reduce(lambda found, bound: cut(bound, found), bounds, _passed_on(known, right(opened), more_known, prove))
    step = discharge(known, eq_mp(symmetric(opened), passed))
    return fact("index_induction", {"n": n}, predicate, index, premises=(base, gen(t, step)))


def _at_the_last(n: Size, index: Term, goal: Term, recurrences: list[Term], facts: Facts, prove: Prove) -> Theorem:
    """Return the goal about the last place, in which n is the position of that place, by induction over the place."""
    if index is not const("last", UNIT + n):
        raise ProofError("not the last place")
    ends = equation(suc(app(const("nat", n), const("last", n))), app(const("nat", UNIT + n), index))
    sizes = equation(const("#", n), app(const("pos", UNIT + n), index))
    general = rewrite(goal, {left(same): same for same in map(search, (ends, sizes))})
    if right(general) is goal:
        raise ProofError("nothing is said of how many places there are")
    return eq_mp(symmetric(general), _along(n, index, right(general), recurrences, facts, prove))


def _passed_on(known: Term, goal: Term, facts: Facts, prove: Prove) -> Theorem:
    """Return known ⊢ goal: rewritten by it where it is an equation, or with it among the facts."""
    before = assume(known)
    if sides(known) is not None:
        rewritten = rewrite(goal, {left(before): before})
        if right(rewritten) is not goal:
            with suppress(ProofError, KernelError):
                return eq_mp(symmetric(rewritten), prove(right(rewritten), facts))
    told = before
    if sides(known) is not None and match_forall(known) is None:
        told = entry_by_entry(before)
        told = eq_mp(beta_normal_form(told.conclusion), told)
    return cut(told, prove(goal, replace(facts, others=(*facts.others, told.conclusion))))


def _stated(theorem: Theorem) -> Theorem:
    """Return what an instance of a recurrence says, as an equation of matrices where it is one of all entries."""
    indices: list[Var] = []
    while (every := match_forall(theorem.conclusion)) is not None:
        indices.append(fresh(every.binder, theorem.conclusion, *theorem.hypotheses, *indices, stem="x"))
        theorem = spec(theorem, indices[-1])
    pair = theorem.sides
    if pair is None:
        raise ProofError("a recurrence is an equation")
    first, second = map(beta_normal_form, pair)
    theorem = chain(symmetric(first), theorem, second)
    return extensional(indices, theorem) if indices else theorem


def _at(predicate: Term, index: Term) -> Term:
    return right(beta_normal_form(app(predicate, index)))


def _with(t: Term, part: Term, other: Term) -> Term:
    """Return a term with another one in place of a closed part."""
    if t is part:
        return other
    if isinstance(t, App):
        return app(_with(t.function, part, other), _with(t.argument, part, other))
    if isinstance(t, Abs):
        x = fresh(t.binder, t, other)
        return abstract(x, _with(right(beta_normal_form(app(t, x))), part, other))
    return t
