"""Prove what a recurrence among the hypotheses carries from each of 1 + n indices to the next, by induction.

A recurrence is a hypothesis ∀t. a (t + 1) = b over n places, as of the layers of a network or of the states of a scan,
or ∀t. a (t + 1) ≤ b.  The goal is about an index of 1 + n places, as the last one.  It is proved of the first, and of
t + 1 where it holds of t; there what stands at t + 1 is rewritten by the recurrences, and then by what holds of t where
that is an equation.  Inequalities are known there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial, reduce

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.syntax import forall
from ....kernel.terms import (
    Abs,
    App,
    Const,
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
from ...logic.cached_rules import refl
from ...logic.conversions import beta_conclusion, beta_normal_form, beta_sides, converted, fresh, rewrite
from ...logic.derived_rules import (
    ProofError,
    ap_term,
    chain,
    cut,
    discharge,
    extensional,
    gen,
    is_refl,
    left,
    right,
    spec,
    strip,
    symmetric,
)
from ...logic.formulas import ONE, UNIT, minus, plus
from ...logic.numerals import NONE, suc
from ...logic.parts import args_of, contains, operand, parts_of, with_parts
from ...logic.term_order import key
from ..core.goals import Facts, attempted
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
            for stated, back in _statements(goal, n, index, facts):
                found = attempted(partial(_along, n, index, stated, recurrences, others, prove))
                if found is not None:
                    return back(found)
    return _by_states(goal, facts, prove)


def _statements(goal: Term, n: Size, index: Term, facts: Facts) -> Iterator[tuple[Term, Callable[[Theorem], Theorem]]]:
    """Yield what may be proved by induction over an index, each with how the goal follows from it.

    Of an equation for all rows and columns more is known of the place before.  Of the last place n is the position, of
    a place t or t + 1 the position is said by t.
    """
    taken = frozenset[Var]().union(*(p.free for p in facts.others))
    free = sorted((v for v in goal.free - taken if v.type.size is not None and v is not index), key=key)
    if free and sides(goal) is not None:
        yield reduce(lambda said, v: forall(v, said), reversed(free), goal), lambda every: spec(every, *free)
    yield goal, lambda theorem: theorem
    positions = {left(same): same for same in map(search, _positions(n, index))}
    whole = _before(n, goal) if index is const("last", UNIT + n) else refl(goal)
    for start in (refl(goal), whole) if not is_refl(whole) else (whole,):
        general = chain(start, rewrite(right(start), positions))
        if not is_refl(general):
            yield right(general), partial(eq_mp, symmetric(general))


def _before(n: Size, t: Term) -> Theorem:
    """Return ⊢ t = t' with its sums and products over n indices as over those before the last of 1 + n places."""

    def conversion(part: Term) -> Theorem | None:
        for name, lemma in (("sum", "sum_before_last"), ("product", "product_before_last")):
            f = operand(part, name)
            if f is not None and f.type.domain is fin(n):
                inner = _before(n, f)
                return chain(ap_term(part.function, inner), fact(lemma, right(inner)))  # type: ignore[attr-defined]
        return None

    return converted(t, conversion)


def _positions(n: Size, index: Term) -> list[Term]:
    """Return equations that say the position of an index, as a number and as a natural one, otherwise."""
    number, natural = (app(const(name, UNIT + n), index) for name in ("pos", "nat"))
    last = const("last", n)
    if index is const("last", UNIT + n):
        return [equation(suc(app(const("nat", n), last)), natural), equation(const("#", n), number)]
    if (below := operand(index, "inl")) is not None:
        return [equation(app(const("nat", n), below), natural), equation(app(const("pos", n), below), number)]
    if (before := operand(index, "inr")) is not None:
        place = app(const("nat", n), before)
        said = [equation(after, natural) for after in (suc(place), app(const("nadd"), suc(NONE), place))]
        return [*said, equation(app(const("pos", n), before), plus(number, minus(ONE)))]
    return []


def _by_states(goal: Term, facts: Facts, prove: Prove) -> Theorem | None:
    """Return facts ⊢ a = b where both are made in the same way of matrices that are equal by recurrences, or None."""
    pair = sides(goal)
    states = _apart(*pair) if pair is not None else None
    if pair is None or not states or pair in states:
        return None
    found = [proved_by_recurrence(equation(s, t), facts, prove) for s, t in states]
    rewritten = rewrite(pair[0], {left(same): same for same in found if same is not None})
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


def _places(proposition: Term) -> Size | None:
    """Return n where a proposition is a recurrence over n places: ∀t:[n]. a = b or a ≤ b, that speaks of t + 1."""
    variables, premises, said = strip(assume(proposition))
    n = variables[0].type.size if variables and not premises else None
    told = said.conclusion if args_of(said.conclusion, "≤", 2) is not None else said.sides[0] if said.sides else None
    return n if n is not None and told is not None and contains(const("inr", UNIT, n), told) else None


def _indices(goal: Term, n: Size) -> list[Term]:
    """Return the indices of 1 + n places in a goal that are variables, the last place, or t or t + 1 for one of n."""
    ty = fin(UNIT + n)
    found = {t for t in parts_of(goal) if t.type is ty and not t.loose and t is not literal(0, ty)}
    return sorted((t for t in found if isinstance(t, Var | Const) or isinstance(t.argument, Var)), key=key)  # type: ignore[attr-defined]


def _along(n: Size, index: Term, goal: Term, recurrences: list[Term], facts: Facts, prove: Prove) -> Theorem:
    """Return the goal by induction over the index, or raise a ProofError."""
    more = UNIT + n
    general = fresh(fin(more), goal, *recurrences, *facts.others, stem="i")
    predicate = abstract(general, with_parts(goal, {index: general}))
    t = fresh(fin(n), goal, *recurrences, *facts.others, stem="t")
    here, there = app(const("inl", n, UNIT), t), app(const("inr", UNIT, n), t)
    base = prove(_at(predicate, literal(0, fin(more))), facts)
    known, wanted = _at(predicate, here), _at(predicate, there)
    here_too = [spec(assume(p), t) for p in recurrences]
    bounds = [theorem for theorem in here_too if strip(theorem)[-1].sides is None]
    opened = rewrite(wanted, {left(step): step for step in map(_stated, here_too) if step.sides is not None})
    if is_refl(opened) and not bounds:
        raise ProofError("the recurrences say nothing of the goal")
    more_known = replace(facts, others=(*facts.others, *(theorem.conclusion for theorem in bounds)))
    passed = reduce(lambda found, bound: cut(bound, found), bounds, _passed_on(known, right(opened), more_known, prove))
    step = discharge(known, eq_mp(symmetric(opened), passed))
    return fact("index_induction", predicate, index, premises=(base, gen(t, step)))


def _passed_on(known: Term, goal: Term, facts: Facts, prove: Prove) -> Theorem:
    """Return known ⊢ goal: rewritten by it where it is an equation, or with it among the facts."""
    before = assume(known)
    if sides(known) is not None:
        rewritten = rewrite(goal, {left(before): before})
        found = None if is_refl(rewritten) else attempted(lambda: prove(right(rewritten), facts))
        if found is not None:
            return eq_mp(symmetric(rewritten), found)
    told = beta_conclusion(entry_by_entry(before))
    return cut(told, prove(goal, replace(facts, others=(*facts.others, told.conclusion))))


def _stated(theorem: Theorem) -> Theorem:
    """Return what an instance of a recurrence says, an equation of all entries as one of matrices."""
    variables, _, stripped = strip(theorem)
    return stripped if stripped.sides is None else extensional(variables, beta_sides(stripped))


def _at(predicate: Term, index: Term) -> Term:
    return right(beta_normal_form(app(predicate, index)))
