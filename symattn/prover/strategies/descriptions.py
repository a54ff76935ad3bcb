"""Descriptions: prove that there are derivatives with some property, or that there are none, by finding what they are.

A statement about derivatives is ∀q. (∀D. deriv f x D ⇒ … ⇒ p ⇒ q) ⇒ q: there are numbers D, …, of which p holds.  Each
is found by differentiation, one after the other, and what is left is p about the numbers that were found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import FALSE
from ...kernel.terms import BOOL, Term, Var, abstract, open_body, substitute
from ..library.derivatives import slope_of, with_slope
from ..library.facts import fact
from ..logic.cached_rules import beta
from ..logic.conversions import beta_normal_form, fresh
from ..logic.derived_rules import (
    ProofError,
    ap_term,
    chain,
    discharge,
    gen,
    left,
    match_forall,
    match_implication,
    mp,
    right,
    spec,
    symmetric,
)
from ..logic.parts import head_and_arguments, is_application_of
from ..normal.normaliser import Normaliser
from .differentiation import Differentiator


class Prover(Protocol):
    """Prove propositions, with a normaliser, and with further premises."""

    normaliser: Normaliser

    def prove(self, goal: Term) -> Theorem:
        """Return ⊢ goal."""

    def assuming(self, premise: Term) -> Prover:
        """Return a prover that may use a premise as well."""


def is_described(goal: Term) -> bool:
    """Tell whether a proposition says that there is a derivative, or several, with some property."""
    opened = _opened(goal)
    return opened is not None and _described(opened[1]) is not None


def prove_described(prover: Prover, goal: Term) -> Theorem:
    """Return ⊢ goal for such a proposition; raise ProofError where a derivative is not found."""
    opened = _opened(goal)
    if opened is None:
        raise ProofError("the goal is no description")
    q, gives = opened
    theorem = assume(gives)
    while theorem.conclusion is not q:
        if _described(theorem.conclusion) is not None:
            theorem = _with_witness(prover, theorem)
        else:
            theorem = _with_property(prover, theorem)
    return gen(q, discharge(gives, theorem))


def is_no_description(goal: Term) -> bool:
    """Tell whether a proposition denies that there are derivatives with some property."""
    pair = match_implication(goal)
    return pair is not None and pair[1] is FALSE and is_described(pair[0])


def prove_no_description(prover: Prover, goal: Term) -> Theorem:
    """Return ⊢ ¬p for such a description p: there is but one derivative, of which the property does not hold.

    Raise ProofError where a derivative is not found, or where it depends on an index.
    """
    described = (match_implication(goal) or (goal,))[0]
    theorem = spec(assume(described), FALSE)
    pair = match_implication(theorem.conclusion)
    if pair is None:
        raise ProofError(f"{theorem} is no implication")
    return discharge(described, mp(theorem, _denied(prover, pair[0])))


def _denied(prover: Prover, statement: Term) -> Theorem:
    """Return ⊢ ∀D. deriv f x D ⇒ … ⇒ ¬p."""
    described = _described(statement)
    if described is None:
        property_, _ = match_implication(statement) or (statement, FALSE)
        denial = match_implication(property_)
        if denial is None or denial[1] is not FALSE:
            return _reduced(statement, prover.prove)
        return discharge(property_, mp(assume(property_), _reduced(denial[0], prover.prove)))
    variable, said = described
    relation, quantified = is_application_of(said, "deriv", 3), match_forall(statement)
    pair = None if quantified is None else match_implication(open_body(quantified, variable))
    if relation is None or relation[2] is not variable or pair is None:
        raise ProofError(f"{said} describes more than a number")
    witness, found = _found(prover, variable, said)
    inner = _denied(prover, substitute(pair[1], {variable: witness}))
    same = fact("deriv_unique", {}, *relation[:2], witness, variable, premises=(found, assume(said)))
    moved = ap_term(abstract(variable, pair[1]), same)
    moved = chain(symmetric(beta(left(moved))), moved, beta(right(moved)))
    return gen(variable, discharge(said, eq_mp(moved, inner)))


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
    relation = is_application_of(inner, "deriv", 3)
    return (described, pair[0]) if relation and head_and_arguments(relation[2])[0] is described else None


def _with_property(prover: Prover, theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ q from Γ ⊢ p ⇒ q by proving p."""
    pair = match_implication(theorem.conclusion)
    if pair is None:
        raise ProofError(f"{theorem} is no implication")
    return mp(theorem, _reduced(pair[0], prover.prove))


def _reduced(goal: Term, prove: Callable[[Term], Theorem]) -> Theorem:
    """Prove a proposition by its β-normal form."""
    reduced = beta_normal_form(goal)
    return eq_mp(symmetric(reduced), prove(right(reduced)))


def _with_witness(prover: Prover, theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ p from Γ ⊢ ∀D. (∀i. deriv f x (D i)) ⇒ p by finding the derivatives."""
    described = _described(theorem.conclusion)
    if described is None:
        raise ProofError(f"{theorem} describes no derivative")
    variable, said = described
    witness, found = _found(prover, variable, said)
    instance = spec(theorem, witness)
    pair = match_implication(instance.conclusion)
    if pair is None:
        raise ProofError(f"{instance} is no implication")
    same = chain(beta_normal_form(found.conclusion), symmetric(beta_normal_form(pair[0])))
    return mp(instance, eq_mp(same, found))


def _found(prover: Prover, described: Var, said: Term) -> tuple[Term, Theorem]:
    """Return what is described, and what is said of it as a theorem; every function in it is differentiated."""
    quantified = match_forall(said)
    if quantified is not None:
        i = fresh(quantified.binder, said, described, *_known(prover), stem="j")
        witness, theorem = _found(prover, described, open_body(quantified, i))
        return witness, gen(i, theorem)
    pair = match_implication(said)
    if pair is not None:
        witness, theorem = _found(prover.assuming(pair[0]), described, pair[1])
        return witness, discharge(pair[0], theorem)
    relation = is_application_of(said, "deriv", 3)
    if relation is None:
        raise ProofError(f"{said} describes no derivative")
    function, place, value = relation
    found = Differentiator(prover.normaliser).derivative(function, place)
    theorem = with_slope(found, prover.normaliser.normal(slope_of(found)))
    witness = slope_of(theorem)
    for argument in reversed(head_and_arguments(value)[1]):
        if not isinstance(argument, Var):
            raise ProofError(f"{value} is not a number for each of what is bound")
        witness = abstract(argument, witness)
    return witness, theorem


def _known(prover: Prover) -> tuple[Term, ...]:
    return tuple(h for truth in prover.normaliser.context.truths for h in truth.hypotheses)
