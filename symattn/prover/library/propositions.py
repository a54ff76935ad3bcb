"""Lemmas of logic, and reasoning by cases: on the truth values, and on whether a proposition holds."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import FALSE, TRUE, implication, negation
from ...kernel.terms import Term, abstract
from ..logic.derived_rules import TRUTH, absurd, discharge, mp
from ..logic.formulas import p, q
from .facts import fact, infer, lemma


def truth_values(body: Callable[[Term], Term], value: Term, at_true: Theorem, at_false: Theorem) -> Theorem:
    """Infer ⊢ body(value) for any proposition ``value`` from ⊢ body(⊤) and ⊢ body(⊥)."""
    return fact("bool_cases", abstract(p, body(p)), value, premises=(at_true, at_false))


def by_cases(proposition: Term, if_true: Theorem, if_false: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ q from Γ, p ⊢ q and Δ, ¬p ⊢ q."""
    return infer("cases", discharge(proposition, if_true), discharge(negation(proposition), if_false))


@lemma("∀p q:𝔹. (p ⇒ q) ⇒ (¬p ⇒ q) ⇒ q")
def cases() -> Theorem:
    """Law of the excluded middle, from the two truth values."""

    def statement(b: Term) -> Term:
        return implication(implication(b, q), implication(implication(negation(b), q), q))

    def introduce(b: Term, proof: Theorem) -> Theorem:
        return discharge(implication(b, q), discharge(implication(negation(b), q), proof))

    at_true = introduce(TRUE, mp(assume(implication(TRUE, q)), TRUTH))
    not_false = discharge(FALSE, assume(FALSE))
    at_false = introduce(FALSE, mp(assume(implication(negation(FALSE), q)), not_false))
    return truth_values(statement, p, at_true, at_false)


@lemma("∀p:𝔹. ¬¬p ⇒ p")
def not_not(double: Theorem) -> Theorem:
    """Double negation."""
    if_false = absurd(assume(negation(p)), double, p)
    return by_cases(p, assume(p), if_false)
