"""Open a goal: quantifiers, premises and functions, and the ranges of indices that are cut in parts or in blocks."""

from __future__ import annotations

from ....kernel.rules import Theorem, eq_mp, instantiate
from ....kernel.syntax import FALSE, TRUE, forall
from ....kernel.terms import BOOL, REAL, Term, Var, abstract, app, const, equation, fin, literal, open_body, sides
from ...library.facts import fact
from ...logic.conversions import beta_normal_form, beta_sides
from ...logic.derived_rules import (
    ProofError,
    ap_term,
    conjoin,
    discharge,
    eq_mp_back,
    extensional,
    from_true,
    gen,
    is_refl,
    match_conjunction,
    match_forall,
    match_implication,
    match_negation,
    right,
    spec,
    symmetric,
)
from ...logic.formulas import TWO, UNIT
from ...logic.parts import args_of
from ...normal.linear_arithmetic import order_of
from ...normal.own_splits import split_of
from ..core.goals import NotProved
from ..core.search import Ask


def is_premise(_: Ask, goal: Term) -> bool:
    """Tell whether a goal is p ⇒ q, and no negation."""
    pair = match_implication(goal)
    return pair is not None and pair[1] is not FALSE


def is_equation(_: Ask, goal: Term) -> bool:
    """Tell whether a goal is a = b for anything but truth values."""
    pair = sides(goal)
    return pair is not None and pair[0].type is not BOOL


def for_every_value(ask: Ask, goal: Term) -> Theorem:
    """Prove ∀x. p by proving p of an arbitrary x."""
    quantified = match_forall(goal)
    if quantified is None:
        raise ProofError("the goal is not about all values")
    x = ask.next_variable(quantified.binder, goal)
    return gen(x, _for_all(ask, x, open_body(quantified, x)))


def both_parts(ask: Ask, goal: Term) -> Theorem:
    """Prove p ∧ q."""
    first, second = match_conjunction(goal) or (goal, goal)
    return conjoin(ask.prove(first), ask.prove(second))


def under_its_premise(ask: Ask, goal: Term) -> Theorem:
    """Prove p ⇒ q by proving q where p is known."""
    premise, conclusion = match_implication(goal) or (goal, goal)
    try:
        return discharge(premise, ask.assuming(premise).prove(conclusion))
    except NotProved as failure:
        failure.under = (*_comparison(premise), *failure.under)
        raise


def is_order(_: Ask, goal: Term) -> bool:
    """Tell whether a goal is a ≤ b or a < b."""
    return order_of(goal) is not None


def is_apart(_: Ask, goal: Term) -> bool:
    """Tell whether a goal is a ≠ b for numbers."""
    denied = match_negation(goal)
    pair = None if denied is None else sides(denied)
    return pair is not None and pair[0].type is REAL


def is_known(ask: Ask, goal: Term) -> bool:
    """Tell whether a goal is known as it stands."""
    return any(truth.conclusion is goal for truth in ask.context.truths)


def is_derivative(_: Ask, goal: Term) -> bool:
    """Tell whether a goal says what a derivative is."""
    return args_of(goal, "deriv", 3) is not None


def is_equation_of_functions(_: Ask, goal: Term) -> bool:
    """Tell whether a goal is f = g for functions, as rows and matrices are."""
    pair = sides(goal)
    return pair is not None and pair[0].type.domain is not None


def at_every_argument(ask: Ask, goal: Term) -> Theorem:
    """Prove that two functions are equal by proving it at an arbitrary argument."""
    a, b = sides(goal) or (goal, goal)
    if a.type.domain is None:
        raise ProofError("the goal is no equation of functions")
    x = ask.next_variable(a.type.domain, a, b)
    return extensional((x,), _for_all(ask, x, equation(app(a, x), app(b, x))))


def as_known_or_true(ask: Ask, goal: Term) -> Theorem:
    """Prove a proposition that is known, or that normalises to ⊤."""
    if (known := next((truth for truth in ask.context.truths if truth.conclusion is goal), None)) is not None:
        return known
    reduced = ask.normaliser.normal(goal)
    if right(reduced) is not TRUE:
        raise NotProved(goal, right(reduced))
    return from_true(reduced)


def _for_all(ask: Ask, x: Var, goal: Term) -> Theorem:
    """Prove a goal about an arbitrary x."""
    reduced = beta_normal_form(goal)
    theorem = _by_parts(ask, x, right(reduced))
    return theorem if is_refl(reduced) else eq_mp_back(reduced, theorem)


def _by_parts(ask: Ask, x: Var, goal: Term) -> Theorem:
    """Prove a goal about an arbitrary x, splitting x where its index type is split."""
    size = x.type.size
    if size is None:
        return ask.prove(goal)
    predicate = abstract(x, goal)
    if size == UNIT:
        same = fact("fin_one", x)
        return _replace(symmetric(same), predicate, ask.prove(open_body(predicate, right(same))))
    if size == TWO:
        halves = tuple(ask.prove(open_body(predicate, literal(value, x.type))) for value in (0, 1))
        return fact("fin_two", predicate, x, premises=halves)
    how = split_of(ask.normaliser, x, goal)
    if how is None:
        return ask.prove(goal)
    kind, m, k = how
    if kind == "+":
        cases = []
        for side, part in (("inl", m), ("inr", k)):
            y = ask.next_variable(fin(part), goal, x)
            cases.append(gen(y, _for_all(ask, y, open_body(predicate, app(const(side, m, k), y)))))
        return fact("fin_split", {"m": m, "k": k}, predicate, x, premises=tuple(cases))
    i = ask.next_variable(fin(m), goal, x)
    j = ask.next_variable(fin(k), goal, x, i)
    placed = open_body(predicate, app(const("pair", m, k), i, j))
    every = spec(_for_all(ask, i, forall(j, placed)), j)
    parts = {i: app(const("quo", m, k), x), j: app(const("rem", m, k), x)}
    return _replace(fact("pair_quo_rem", {"m": m, "n": k}, x), predicate, instantiate(parts, every))


def _replace(same: Theorem, predicate: Term, theorem: Theorem) -> Theorem:
    """Infer predicate b from ⊢ a = b and ⊢ predicate a."""
    return eq_mp(beta_sides(ap_term(predicate, same)), theorem)


def _comparison(premise: Term) -> tuple[tuple[str, Term, Term], ...]:
    """Return how a premise compares two numbers or indices, or nothing."""
    if (order := order_of(premise)) is not None:
        return (("<" if order[2] else "≤", order[0], order[1]),)
    denied = match_negation(premise)
    pair = sides(denied or premise)
    is_plain = pair is not None and (pair[0].type is REAL or pair[0].type.size is not None)
    return (("=" if denied is None else "≠", *pair),) if pair is not None and is_plain else ()
