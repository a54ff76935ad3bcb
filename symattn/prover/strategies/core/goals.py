"""What proofs are asked for: facts they may use, the types of provers, what a failed proof says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ParamSpec, Protocol, TypeVar

from ....kernel.rules import Theorem
from ....kernel.terms import KernelError, Term
from ...logic.derived_rules import ProofError
from ...normal.context import Context

P = ParamSpec("P")
Found = TypeVar("Found")
Prove = Callable[[Context, Term], Theorem]  # from what a context knows
ProveAlone = Callable[[Term, "Facts", int], tuple[Theorem, Context]]  # from facts alone, with a budget


@dataclass(frozen=True)
class Facts:
    """Hold the hypotheses that a proof may use: pairs that make bijections, and the others.

    ``witnesses`` are terms that may be what a goal says there is; nothing is assumed of them.
    """

    bijections: tuple[tuple[Term, Term], ...] = ()
    others: tuple[Term, ...] = ()
    opaque: frozenset[str] = frozenset()
    witnesses: tuple[Term, ...] = ()

    def only(self, kept: Callable[[Term], bool]) -> Facts:
        """Return these facts with only some of the others."""
        return replace(self, others=tuple(filter(kept, self.others)))

    def also(self, *more: Term) -> Facts:
        """Return these facts and some more."""
        return replace(self, others=(*self.others, *more))

    def proved(self, *theorems: Theorem) -> Facts:
        """Return these facts and what some theorems say."""
        return self.also(*(theorem.conclusion for theorem in theorems))


class Goal(Protocol):
    """What all kinds of goals tell: what is to be proved, and the normal forms in it."""

    @property
    def goal(self) -> Term:
        """What is to be proved."""

    @property
    def normal(self) -> tuple[Term, ...]:
        """The normal forms of what is compared."""


class NotProved(ProofError):
    """Report the two sides of what is left, and how they should be related.

    Of an inequality ``difference`` is the normal form of right − left; ``under`` has what was assumed on the way;
    ``ran_out`` says that some way ended because nothing more could be spent, so that more may prove it.
    """

    def __init__(
        self, left: Term, right: Term, relation: str = "=", difference: Term | None = None, ran_out: bool = False
    ) -> None:
        super().__init__("the normal forms differ")
        self.left, self.right, self.relation, self.difference, self.ran_out = left, right, relation, difference, ran_out
        self.under: tuple[tuple[str, Term, Term], ...] = ()


def attempted(proof: Callable[P, Found | None], *values: P.args, **named: P.kwargs) -> Found | None:
    """Return what a proof of a premise proves, or None where it fails or is too deep: a way may go on without it.

    That nothing more could be spent is noted by the context, whose attempt another one follows.
    """
    try:
        return proof(*values, **named)
    except (ProofError, KernelError, RecursionError):
        return None


def first_proved(proofs: Iterable[Callable[[], Found | None]]) -> Found | None:
    """Return what the first proof that succeeds proves, or None."""
    return next((found for proof in proofs if (found := attempted(proof)) is not None), None)
