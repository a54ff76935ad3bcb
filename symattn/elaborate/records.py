"""The result of elaboration: a statement as a kernel proposition, its hypotheses and its obligations.

Few hypotheses and obligations are ever spoken of, so that they are described when that is asked for, as they would
have been where they were met: bound symbols as they are shown there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import Basic

from symattn.depth import deep

from ..kernel.terms import Term, Var


class _Described:
    """Stand for what is described by ``said``, where it was made."""

    said: Callable[[], str]
    place: Context

    @cached_property
    def description(self) -> str:
        """What is assumed or must be true, in the user's notation."""
        with deep():
            return self.place.copy().run(self.said)


@dataclass(frozen=True)
class Hypothesis(_Described):
    """Hold what may be assumed about one symbol, or one proposition that is given.

    ``item`` is the SymPy symbol or proposition; ``kind`` is "permutation", "homomorphism", "orthogonal", "inverse",
    "mask", "subset", "probability" or "given"; ``propositions`` are closed but for the variables of the whole
    statement; ``description`` says it in the user's notation.
    """

    item: Basic
    kind: str
    propositions: tuple[Term, ...]
    said: Callable[[], str] = field(repr=False, compare=False)
    place: Context = field(default_factory=copy_context, repr=False, compare=False)


@dataclass(frozen=True)
class Obligation(_Described):
    """Hold what must be true for an expression to be defined.

    ``proposition`` is closed but for the variables of the whole statement; it is None where only a hypothesis can help,
    the one that ``description`` names.  ``expression`` is the SymPy expression that needs it, and ``given`` returns a
    hypothesis that says so, or None.

    ``exists`` says that the matrix of an inverse has one; once that is proved, without the help of ``gives``, the
    hypotheses ``gives`` may be used: that the variable of the inverse is it.
    """

    proposition: Term | None
    expression: Basic
    said: Callable[[], str] = field(repr=False, compare=False)
    exists: Term | None = None
    gives: tuple[Term, ...] = ()
    given: Callable[[], Basic | None] = field(default=lambda: None, repr=False, compare=False)
    place: Context = field(default_factory=copy_context, repr=False, compare=False)


@dataclass(frozen=True)
class Elaborated:
    """Hold a statement in the kernel's terms.

    ``lhs`` and ``rhs`` are the two sides of an equation, None for another proposition.  ``variables`` pairs what the
    user declared with the kernel variables that stand for it: a matrix, number, index, kernel or map with one variable,
    a permutation σ with the maps σ and σ⁻¹, a mask with the truth values of its zeros and a zero of each row, a subset
    with its truth values and an element, ``Inverse(A)`` with the matrix A⁻¹.
    """

    goal: Term
    lhs: Term | None
    rhs: Term | None
    hypotheses: tuple[Hypothesis, ...]
    obligations: tuple[Obligation, ...]
    variables: tuple[tuple[Any, tuple[Var, ...]], ...]
    body: Term
    described: tuple[tuple[Var, Term], ...] = ()
