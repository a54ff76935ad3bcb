"""What the parts of the normaliser ask of it: normal forms of other terms, what is known, a count of steps."""

from __future__ import annotations

from typing import Any, Protocol

from ...kernel.rules import Theorem
from ...kernel.terms import Term
from .context import Context
from .polynomials import Polynomial


class Normalising(Protocol):
    """Normalise terms under the facts of a context; every method returns an equation ⊢ t = t'."""

    context: Context
    memo: dict[Term, Theorem]  # what is known to be normal, or has a normal form already
    signs: dict[tuple[str, Term, int], Theorem | None]  # those asked for, with the number of truths known then
    given: dict[Theorem, Any]  # the inequality of whole numbers that a truth is, or None; None while that is found

    def normal(self, t: Term) -> Theorem:
        """Return ⊢ t = t' for a term of any type."""

    def plain(self, t: Term) -> Polynomial | None:
        """Return the polynomial of the normal form of a real term where it is the term multiplied out, or None."""

    def then(self, theorem: Theorem) -> Theorem:
        """Continue an equation a = b with the normal form of b."""

    def arguments(self, t: Term) -> Theorem:
        """Normalise the arguments of an application spine, leaving its head."""

    def by_rules(self, t: Term) -> Theorem | None:
        """Return ⊢ t = t' by the first hypothesis that rewrites the root of the term, or None."""

    def head_normal(self, t: Term) -> Theorem:
        """Unfold definitions and reduce redexes at the head."""

    def collect(self, theorem: Theorem) -> Theorem:
        """Continue a = b, where the atoms of b are normal, to the canonical polynomial with simplified monomials."""
