"""Descriptions: prove that there are derivatives with some property, or that there are none, by finding what they are.

A statement about derivatives is ∀q. (∀D. deriv f x D ⇒ … ⇒ p ⇒ q) ⇒ q: there are numbers D, …, of which p holds.  Each
is found by differentiation, one after the other, and what is left is p about the numbers that were found.  That there
are none is shown by the same numbers: there is only one derivative, so all that is left is that p is false of these.
"""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem, assume, eq_mp
from ....kernel.syntax import FALSE, negation
from ....kernel.terms import BOOL, Term, Var, abstract, app, open_body
from ...library.derivatives import slope_of, with_slope
from ...library.facts import fact
from ...logic.cached_rules import beta
from ...logic.conversions import beta_normal_form, fresh
from ...logic.derived_rules import (
    ProofError,
    ap_term,
    chain,
    discharge,
    extensional,
    gen,
    match_forall,
    match_implication,
    mp,
    right,
    spec,
    symmetric,
)
from ...logic.parts import args_of, head_and_arguments
from ..core.search import Ask
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
        if _described(theorem.conclusion) is not None:
            theorem = _with_witness(ask, theorem)
        else:
            theorem = _with_property(ask, theorem)
    return gen(q, discharge(gives, theorem))


def is_denied(goal: Term) -> bool:
    """Tell whether a proposition says that there is no derivative with some property."""
    pair = match_implication(goal)
    return pair is not None and pair[1] is FALSE and is_described(pair[0])


def prove_denied(ask: Ask, goal: Term) -> Theorem:
    """Return ⊢ goal for such a proposition; raise ProofError where a derivative is not found, or is of several."""
    pair = match_implication(goal)
    opened = match_forall(pair[0]) if pair is not None else None
    gives = match_implication(open_body(opened, FALSE)) if opened is not None else None
    if pair is None or gives is None:
        raise ProofError("the goal denies no description")
    return discharge(pair[0], mp(spec(assume(pair[0]), FALSE), _none(ask, gives[0])))


def _none(ask: Ask, proposition: Term) -> Theorem:
    """Return ⊢ ∀D. deriv f x D ⇒ … ⇒ p ⇒ ⊥, by what D is."""
    described = _described(proposition)
    if described is None:
        return _reduced(proposition, lambda p: _denied(ask, p))
    variable, said = described
    quantified = match_forall(proposition)
    pair = match_implication(open_body(quantified, variable)) if quantified is not None else None
    if pair is None:
        raise ProofError(f"{proposition} describes no derivative")
    witness, found = _found(ask, variable, said)
    property_ = abstract(variable, pair[1])
    here = _none(ask, right(beta(app(property_, witness))))
    same = _same(found, assume(said), witness, variable)
    moved = chain(symmetric(beta(app(property_, witness))), ap_term(property_, same), beta(app(property_, variable)))
    return gen(variable, discharge(said, eq_mp(moved, here)))


def _same(found: Theorem, assumed: Theorem, one: Term, other: Term) -> Theorem:
    """Infer ⊢ one = other from what is said of each: ⊢ ∀i. deriv f x (one i) and ⊢ ∀i. deriv f x (other i)."""
    quantified = match_forall(found.conclusion)
    if quantified is not None:
        i = fresh(quantified.binder, found.conclusion, one, other, *assumed.hypotheses, *found.hypotheses, stem="i")
        each = _same(spec(found, i), spec(assumed, i), app(one, i), app(other, i))
        return extensional((i,), each)
    relation = args_of(assumed.conclusion, "deriv", 3)
    if relation is None:
        raise ProofError(f"{assumed} describes a derivative under a condition only")
    function, place, _ = relation
    premises = tuple(eq_mp(beta_normal_form(each.conclusion), each) for each in (found, assumed))
    equal = fact("deriv_unique", {}, function, place, one, other, premises=premises)
    return chain(beta_normal_form(one), equal, symmetric(beta_normal_form(other)))


def _denied(ask: Ask, goal: Term) -> Theorem:
    """Prove a negation; of a negation, as a strict inequality is one, by what it denies; of a derivative by another."""
    pair = match_implication(goal)
    if pair is None:
        return ask.prove(goal)
    relation, inner = args_of(pair[0], "deriv", 3), match_implication(pair[0])
    if relation is not None:
        function, place, value = relation
        found = Differentiator(ask.normaliser).derivative(function, place)
        same = _same(found, assume(pair[0]), slope_of(found), value)
        return discharge(pair[0], mp(ask.prove(negation(same.conclusion)), same))
    if inner is not None and inner[1] is FALSE:
        return discharge(pair[0], mp(assume(pair[0]), ask.prove(inner[0])))
    return ask.prove(goal)


def _opened(goal: Term) -> tuple[Var, Term] | None:
    """Return q and p for a goal ∀q. p ⇒ q, or None."""
    quantified = match_forall(goal)
    if quantified is None or quantified.binder is not BOOL:
        return None
    q = fresh(BOOL, goal, stem="q")
    pair = match_implication(open_body(quantified, q))
    return (q, pair[0]) if pair is not None and pair[1] is q else None


def _described(proposition: Term) -> tuple[Var, Term] | None:
    """Return D and what is said of it for ∀D. (∀i. deriv f x (D i)) ⇒ …, or None."""
    quantified = match_forall(proposition)
    if quantified is None:
        return None
    described = fresh(quantified.binder, proposition, stem="D")
    pair = match_implication(open_body(quantified, described))
    if pair is None or pair[1] is FALSE:
        return None
    inner = pair[0]
    while True:
        bound, premise = match_forall(inner), match_implication(inner)
        if bound is not None:
            inner = open_body(bound, fresh(bound.binder, inner))
        elif premise is not None and premise[1] is not FALSE:
            inner = premise[1]
        else:
            break
    relation = args_of(inner, "deriv", 3)
    return (described, pair[0]) if relation and head_and_arguments(relation[2])[0] is described else None


def _with_property(ask: Ask, theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ q from Γ ⊢ p ⇒ q by proving p."""
    pair = match_implication(theorem.conclusion)
    if pair is None:
        raise ProofError(f"{theorem} is no implication")
    return mp(theorem, _reduced(pair[0], ask.prove))


def _reduced(goal: Term, prove: Callable[[Term], Theorem]) -> Theorem:
    """Prove a proposition by its β-normal form."""
    reduced = beta_normal_form(goal)
    return eq_mp(symmetric(reduced), prove(right(reduced)))


def _with_witness(ask: Ask, theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ p from Γ ⊢ ∀D. (∀i. deriv f x (D i)) ⇒ p by finding the derivatives."""
    described = _described(theorem.conclusion)
    if described is None:
        raise ProofError(f"{theorem} describes no derivative")
    variable, said = described
    witness, found = _found(ask, variable, said)
    instance = spec(theorem, witness)
    pair = match_implication(instance.conclusion)
    if pair is None:
        raise ProofError(f"{instance} is no implication")
    same = chain(beta_normal_form(found.conclusion), symmetric(beta_normal_form(pair[0])))
    return mp(instance, eq_mp(same, found))


def _found(ask: Ask, described: Var, said: Term) -> tuple[Term, Theorem]:
    """Return what is described, and what is said of it as a theorem; every function in it is differentiated."""
    quantified = match_forall(said)
    if quantified is not None:
        i = fresh(quantified.binder, said, described, *_known(ask), stem="j")
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
    found = Differentiator(ask.normaliser).derivative(function, place)
    theorem = with_slope(found, ask.normaliser.normal(slope_of(found)))
    witness = slope_of(theorem)
    for argument in reversed(head_and_arguments(value)[1]):
        if not isinstance(argument, Var):
            raise ProofError(f"{value} is not a number for each of what is bound")
        witness = abstract(argument, witness)
    return witness, theorem


def _known(ask: Ask) -> tuple[Term, ...]:
    return tuple(h for truth in ask.normaliser.context.truths for h in truth.hypotheses)
