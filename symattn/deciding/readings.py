"""What is stated, in the kernel's reading: whether two statements say the same, and a theorem just what is stated."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.elaborate import Elaborated, elaborate_many
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term, equation
from symattn.language import Calc, Claim


def lines_of(stated: Claim | Calc) -> tuple[Elaborated, ...]:
    """Return a claim in the kernel's terms, and of a calc each of its steps."""
    return elaborate_many(stated.equations if isinstance(stated, Calc) else (stated.proposition,), stated.given)


def says_the_same(one: Claim | Calc, other: Claim | Calc) -> bool:
    """Tell whether two claims, or two calcs, have the same goals and hypotheses in the kernel's terms.

    >>> from sympy import MatrixSymbol
    >>> from symattn import claim, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> [says_the_same(claim(A.T.T, A), claim(X, A)) for X in (A.T.T, A.T)]
    [True, False]
    """
    return _reading(one) == _reading(other)


def _reading(stated: Claim | Calc) -> tuple[type, tuple[Term, ...], frozenset[Term]]:
    lines = lines_of(stated)
    return type(stated), tuple(line.goal for line in lines), _hypotheses(lines)


def _hypotheses(lines: Sequence[Elaborated]) -> frozenset[Term]:
    return frozenset(p for line in lines for h in line.hypotheses for p in h.propositions)


def what_differs(theorem: Theorem, lines: Sequence[Elaborated]) -> str:
    """Say how a theorem is not what some lines state together; nothing where it says that under their hypotheses."""
    first, last = lines[0], lines[-1]
    goal = first.goal if first.lhs is None or last.rhs is None else equation(first.lhs, last.rhs)
    if theorem.conclusion is not goal:
        return "the theorem proved is not the statement in the kernel's reading"
    if not _hypotheses(lines).issuperset(theorem.hypotheses):
        return "the theorem proved has a hypothesis that the statement does not have"
    return ""
