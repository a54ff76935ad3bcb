"""The kernel's reading of a claim or a calc: whether two readings agree, and whether a theorem states exactly one."""

from __future__ import annotations

from dataclasses import dataclass

from symattn.elaborate import Elaborated, elaborate_many
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term
from symattn.language import Calc, Claim


@dataclass(frozen=True)
class Reading:
    """Hold a claim, or each step of a calc and then the whole of it, in the kernel's terms."""

    lines: tuple[Elaborated, ...]

    @property
    def goal(self) -> Term:
        """What the lines say together: the last line of a calc says what the whole chain shows."""
        return self.lines[-1].goal

    @property
    def hypotheses(self) -> tuple[Term, ...]:
        """All hypotheses, each once, in the order of the lines."""
        return tuple(dict.fromkeys(p for line in self.lines for h in line.hypotheses for p in h.propositions))

    def differs_from(self, theorem: Theorem) -> str:
        """Say how a theorem is not what is stated; nothing where it says that under hypotheses of the statement."""
        if theorem.conclusion is not self.goal:
            return "the theorem proved is not the statement in the kernel's reading"
        if not set(self.hypotheses).issuperset(theorem.hypotheses):
            return "the theorem proved has a hypothesis that the statement does not have"
        return ""


def reading_of(stated: Claim | Calc) -> Reading:
    """Return a claim, or each step of a calc and then the whole of it, in the kernel's terms."""
    return Reading(elaborate_many(stated.stated if isinstance(stated, Calc) else (stated.proposition,), stated.given))


def says_the_same(one: Claim | Calc, other: Claim | Calc) -> bool:
    """Tell whether two claims, or two calcs, have the same goals and hypotheses in the kernel's terms.

    >>> from sympy import MatrixSymbol
    >>> from symattn import claim, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> [says_the_same(claim(A.T.T, A), claim(X, A)) for X in (A.T.T, A.T)]
    [True, False]
    """
    return _content(one) == _content(other)


def _content(stated: Claim | Calc) -> tuple[type, tuple[Term, ...], frozenset[Term]]:
    reading = reading_of(stated)
    return type(stated), tuple(line.goal for line in reading.lines), frozenset(reading.hypotheses)
