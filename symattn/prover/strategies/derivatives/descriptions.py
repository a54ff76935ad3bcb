"""Prove that derivatives with some property exist, or that none does, by computing them.

A statement about derivatives is ∀q. (∀D. deriv f x D ⇒ … ⇒ p ⇒ q) ⇒ q: there are numbers D, …, of which p holds.  Each
is found by differentiation, one after the other, and what is left is p about the numbers that were found.  That there
are none is shown by the same numbers: there is only one derivative, so all that is left is that p is false of these.
"""

from __future__ import annotations

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.syntax import FALSE, negation
from ....kernel.terms import BOOL, Term, Var, abstract, open_body
from ...library.derivatives import slope_of, with_slope
from ...library.facts import fact
from ...logic.conversions import beta_conclusion, beta_normal_form, fresh
from ...logic.derived_rules import (
    ProofError,
    chain,
    close,
    discharge,
    gen,
    match_forall,
    match_implication,
    match_negation,
    mp,
    right,
    spec,
    strip,
    symmetric,
)
from ...logic.parts import args_of, head_and_arguments
from ..core.search import Ask
from ..hypotheses.adding import add_theorem
from .differentiation import Differentiator


def is_described(goal: Term) -> bool:
    """Tell whether a proposition says that there is a derivative, or several, with some property."""
    opened = _opened(goal)
    return opened is not None and _described(opened[1]) is not None


def prove_described(ask: Ask, goal: Term) -> Theorem:
    """Return ⊢ goal for such a proposition; raise ProofError where a derivative is not found."""
    opened = _opened(goal)
    if opened is None:
        raise ProofError("the goal is no description")
    q, gives = opened
    theorem = assume(gives)
    while theorem.conclusion is not q:
        described = _described(theorem.conclusion)
        if described is None:
            found = ask.prove(right(beta_normal_form(_implication(theorem.conclusion)[0])))
        else:
            witness, found = _found(ask, described[0], described[1])
            theorem = spec(theorem, witness)
        premise, _ = _implication(theorem.conclusion)
        same = chain(beta_normal_form(found.conclusion), symmetric(beta_normal_form(premise)))
        theorem = mp(theorem, eq_mp(same, found))
    return gen(q, discharge(gives, theorem))


def is_denied(goal: Term) -> bool:
    """Tell whether a proposition says that there is no derivative with some property."""
    denied = match_negation(goal)
    return denied is not None and is_described(denied)


def prove_denied(ask: Ask, goal: Term) -> Theorem:
    """Return ⊢ goal for such a proposition; raise ProofError where a derivative is not found, or is of several."""
    described, _ = _implication(goal)
    none = spec(assume(described), FALSE)
    return discharge(described, mp(none, _none(ask, _implication(none.conclusion)[0])))


def _none(ask: Ask, goal: Term) -> Theorem:
    """Return ⊢ ∀D. deriv f x D ⇒ … ⇒ p ⇒ ⊥, where it is known what D is."""
    described = _described(goal, *ask.context.assumed)
    if described is None:
        return _denied(ask, goal)
    variable, said, rest = described
    context = ask.context.extended()
    context.assumed = (*context.assumed, said)
    add_theorem(context, _known(ask, said))
    return gen(variable, discharge(said, _none(ask.knowing(context), rest)))


def _known(ask: Ask, said: Term) -> Theorem:
    """Infer ⊢ D = c from what is said of a derivative D; of one for each of some numbers, ⊢ ∀i. D i = c i."""
    variables, premises, known = strip(assume(said))
    relation = args_of(known.conclusion, "deriv", 3)
    if premises or relation is None:
        raise ProofError(f"{said} describes a derivative under a condition only")
    found = _differentiated(ask, relation[0], relation[1])
    both = beta_conclusion(known), beta_conclusion(found)
    values = args_of(both[0].conclusion, "deriv", 3) or relation
    return close(fact("deriv_unique", *values, slope_of(both[1]), premises=both), *variables)


def _denied(ask: Ask, goal: Term) -> Theorem:
    """Prove a negation; of a negation, as a strict inequality is one, by what it denies; of a derivative by another."""
    denied, _ = _implication(goal)
    inner = match_negation(denied)
    if args_of(denied, "deriv", 3) is not None:
        same = _known(ask, denied)
        return discharge(denied, mp(ask.prove(negation(same.conclusion)), same))
    if inner is not None:
        return discharge(denied, mp(assume(denied), ask.prove(inner)))
    return ask.prove(goal)


def _differentiated(ask: Ask, function: Term, place: Term) -> Theorem:
    found = Differentiator(ask).derivative(function, place)
    return with_slope(found, ask.normaliser.normal(slope_of(found)))


def _implication(proposition: Term) -> tuple[Term, Term]:
    pair = match_implication(proposition)
    if pair is None:
        raise ProofError(f"{proposition} is no implication")
    return pair


def _opened(goal: Term) -> tuple[Var, Term] | None:
    """Return q and p for a goal ∀q. p ⇒ q, or None."""
    quantified = match_forall(goal)
    if quantified is None or quantified.binder is not BOOL:
        return None
    q = fresh(BOOL, goal, stem="q")
    pair = match_implication(open_body(quantified, q))
    return (q, pair[0]) if pair is not None and pair[1] is q else None


def _described(proposition: Term, *assumed: Term) -> tuple[Var, Term, Term] | None:
    """Return D, what is said of it and what follows for ∀D. (∀i. deriv f x (D i)) ⇒ …, or None."""
    quantified = match_forall(proposition)
    if quantified is None:
        return None
    described = fresh(quantified.binder, proposition, *assumed, stem="D")
    pair = match_implication(open_body(quantified, described))
    if pair is None or pair[1] is FALSE:
        return None
    relation = args_of(strip(assume(pair[0]))[2].conclusion, "deriv", 3)
    return (described, *pair) if relation and head_and_arguments(relation[2])[0] is described else None


def _found(ask: Ask, described: Var, said: Term) -> tuple[Term, Theorem]:
    """Return what is described, and what is said of it as a theorem; every function in it is differentiated."""
    quantified = match_forall(said)
    if quantified is not None:
        i = ask.next_variable(quantified.binder, said, described)
        witness, theorem = _found(ask, described, open_body(quantified, i))
        return witness, gen(i, theorem)
    pair = match_implication(said)
    if pair is not None:
        witness, theorem = _found(ask.assuming(pair[0]), described, pair[1])
        return witness, discharge(pair[0], theorem)
    relation = args_of(said, "deriv", 3)
    if relation is None:
        raise ProofError(f"{said} describes no derivative")
    function, place, value = relation
    theorem = _differentiated(ask, function, place)
    witness = slope_of(theorem)
    for argument in reversed(head_and_arguments(value)[1]):
        if not isinstance(argument, Var):
            raise ProofError(f"{value} is not a number for each of what is bound")
        witness = abstract(argument, witness)
    return witness, theorem
