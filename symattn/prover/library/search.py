"""The search that proofs of lemmas use. It is on a higher floor, so the front door of the prover supplies it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ...kernel.rules import Theorem
from ...kernel.syntax import parse
from ...kernel.terms import Term
from ..logic.derived_rules import ProofError, mp, spec, strip
from ..logic.matching import determined

Search = Callable[[Term], Theorem]
_supplied: Search | None = None


def supply_search(prover: Search) -> None:
    """Let the proofs of lemmas search by a function that returns ⊢ goal, without hypotheses, or raises ProofError."""
    global _supplied
    _supplied = prover


def search(goal: Term) -> Theorem:
    """Return ⊢ goal, found by the search that was supplied."""
    if _supplied is None:
        raise ProofError("no search was supplied for the proofs of lemmas")
    return _supplied(goal)


@cache
def searched(statement: str) -> Theorem:
    """Return ⊢ statement, written in the notation of the kernel and found once by the search that was supplied."""
    return search(parse(statement))


def implied(statement: str, *premises: Theorem) -> Theorem:
    """Infer what a statement ∀x…. p ⇒ … ⇒ q, found by search, says where its premises hold, which determine the x."""
    variables, wanted, _ = strip(searched(statement))
    return said_of(statement, determined(variables, wanted, premises), *premises)


def said_of(statement: str, values: tuple[Term, ...], *premises: Theorem) -> Theorem:
    """Infer what a statement ∀x…. p ⇒ … ⇒ q, found by search, says of some values, from its premises."""
    theorem = spec(searched(statement), *values)
    for premise in premises:
        theorem = mp(theorem, premise)
    return theorem
