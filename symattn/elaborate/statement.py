"""From SymPy propositions to the kernel: what is stated is exactly what is proved.

Sizes become sizes of the kernel, symbols become variables, classes with a definition become defined constants.  Every
application is type checked by the kernel, so matrices fit only where their sizes are the same polynomial.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import partial
from operator import is_
from typing import Any

from sympy import Basic

from symattn.errors import UnsupportedExpression
from symattn.language.base.complex_numbers import real_reading
from symattn.language.base.shapes import check_shapes
from symattn.language.base.symbols import InvertibleSymbol
from symattn.language.inspection import declarations
from symattn.language.propositions import Equation, Invertible, as_hypotheses, as_proposition
from symattn.language.spelling import check_words

from ..kernel.terms import KernelError, Term, sides
from . import (  # noqa: F401  (they enter their classes)
    complex_numbers,
    conditions,
    definite,
    distinct,
    entries_within,
    own_words,
    parts,
    powers,
    word_constants,
    words,
)
from .derivatives import check_stated, stated_with, there_are
from .distinct import check_bound
from .matrices import inverse_record
from .propositions import as_given, hypotheses_about, inverse_hypothesis
from .records import Elaborated, Hypothesis, Obligation
from .scope import Description, Frame, InverseRecord, Scope, brief


class Elaboration:
    """Elaborate several statements in one scope, such as the lines of a calc: equal symbols get the same variables.

    ``expressions`` are all the SymPy expressions and propositions to come; ``given`` holds for each of them. Raise
    HypothesisError for a hypothesis that is already false, UndeclaredSymbol for a symbol of unknown kind or two symbols
    of one name.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Equation, dims
    >>> from symattn.prover.logic.notation import show
    >>> A = MatrixSymbol("A", *dims("r n"))
    >>> show(Elaboration([A]).statement(Equation(A, A.T.T)).goal)
    'A = A'
    """

    def __init__(self, expressions: Iterable[Any], given: Any = ()) -> None:
        self.given = as_hypotheses(given)
        stated = tuple(expressions)
        check_shapes(*stated, *self.given)
        self.scope = Scope((*stated, *self.given), given=self.given)
        for proposition in self.given:
            if isinstance(proposition, Invertible):
                inverse_record(self.scope, proposition.matrix, known=True)

    def term(self, expression: Basic) -> Term:
        """Return the kernel term of a scalar or matrix.

        Raise UnsupportedExpression, naming the part, when a part of it is outside the language.
        """
        self.scope.matrices_first(expression)
        return self.scope.term(expression)

    def statement(self, proposition: Any) -> Elaborated:
        """Return a proposition in the kernel's terms, with its hypotheses and obligations."""
        stated, scope = real_reading(as_proposition(proposition)), self.scope
        scope.frame, scope.needs, scope.descriptions = Frame(), {}, {}
        check_stated(stated, self.given)
        try:
            for side in stated.args:
                scope.matrices_first(side)
            goal = scope.term(stated)
            described = tuple(scope.descriptions.values())
            pair = sides(goal) if isinstance(stated, Equation) and not described else None
            body, goal = goal, stated_with(goal, stated, described) if described else goal
            hypotheses, used, inverses = self._hypotheses(stated, goal)
        except KernelError as error:
            raise UnsupportedExpression(stated, "its parts do not fit together") from error
        obligations = [
            Obligation(_about(need.proposition, described), need.expression, need.said, given=need.given)
            for need in scope.needs.values()
            if need.expression not in inverses
        ]
        obligations += [self._that_there_is(record) for record in inverses.values()]
        lhs, rhs = pair or (None, None)
        variables = tuple((description.variable, description.proposition) for description in described)
        return Elaborated(goal, lhs, rhs, hypotheses, tuple(obligations), used, body, variables)

    def _hypotheses(self, stated: Basic, goal: Term) -> tuple[tuple[Hypothesis, ...], Any, dict[Basic, InverseRecord]]:
        """Return the hypotheses, the variables, and the inverses that are spoken of but not known to exist."""
        scope = self.scope
        check_bound(stated, self.given)
        given = [(p, as_given(scope, p)) for p in self.given if not isinstance(p, Invertible)]
        symbols = declarations(stated, *self.given).all()
        found = [hypothesis for symbol in symbols for hypothesis in hypotheses_about(scope, symbol)]
        named = {s for s in symbols if isinstance(s, InvertibleSymbol)}
        for proposition in self.given:
            if isinstance(proposition, Invertible) and not isinstance(proposition.matrix, InvertibleSymbol):
                record = inverse_record(scope, proposition.matrix)
                found.append(inverse_hypothesis(scope, record, proposition))
                named.add(proposition.matrix)
        found += [Hypothesis(p, "given", terms, partial(brief, p)) for p, terms in given]
        free = goal.free.union(*(term.free for _, terms in given for term in terms))
        free = free.union(*(need.proposition.free for need in scope.needs.values() if need.proposition is not None))
        for record in reversed(scope.inverses.values()):  # A⁻¹ may stand in the matrix of another inverse alone
            if record.variable in free or record.expression.args[0] in named:
                free = free.union(record.matrix.free)
        variables = [(symbol, scope.variables[symbol]) for symbol in symbols if symbol in scope.variables]
        unknown: dict[Basic, InverseRecord] = {}
        for record in scope.inverses.values():
            if record.variable in free or record.expression.args[0] in named:
                variables.append((record.expression, (record.variable,)))
                if record.expression.args[0] not in named:
                    found.append(inverse_hypothesis(scope, record, record.expression))
                    if not record.known:
                        unknown[record.expression.args[0]] = record
        return tuple(found), tuple(variables), unknown

    def _that_there_is(self, record: InverseRecord) -> Obligation:
        """Return the obligation that an inverse exists, which gives what may be assumed of its variable."""
        matrix = record.expression.args[0]
        hypothesis = inverse_hypothesis(self.scope, record, record.expression)
        exists = self.scope.term(Invertible(matrix))
        return Obligation(None, matrix, hypothesis.said, exists, hypothesis.propositions, lambda: Invertible(matrix))


def _about(proposition: Term | None, described: tuple[Description, ...]) -> Term | None:
    """Return an obligation; where it speaks of what is described, there must be such numbers, and it holds of them."""
    if proposition is None or proposition.free.isdisjoint(d.variable for d in described):
        return proposition
    return there_are(described, proposition)


def elaborate_many(propositions: Iterable[Any], given: Any = ()) -> tuple[Elaborated, ...]:
    """Elaborate several propositions in one scope.

    What was elaborated last is remembered, by the very objects that it was made from: a claim is elaborated to be
    decided, and once more to be compared with what is written.
    """
    stated, hypotheses = tuple(map(as_proposition, propositions)), as_hypotheses(given)
    met = (*stated, None, *hypotheses)
    for before, known in _LAST:
        if len(met) == len(before) and all(map(is_, met, before)):
            check_words(*stated, *hypotheses)  # a class of the user may say something else by now
            return known
    elaboration = Elaboration(stated, hypotheses)
    found = tuple(map(elaboration.statement, stated))
    _LAST.append((met, found))
    return found


#: The last statements with their hypotheses, and their elaborations: of a claim and of its lemmas.
_LAST: deque[tuple[tuple[Any, ...], tuple[Elaborated, ...]]] = deque(maxlen=4)


def elaborate(proposition: Any, given: Any = ()) -> Elaborated:
    """Elaborate one proposition: an Equation, a pair of expressions, an inequality, or another of the vocabulary.

    Raise ShapeError when sizes do not fit, UnsupportedExpression for a part outside the language, UndeclaredSymbol for
    a symbol of unknown kind, HypothesisError for a hypothesis that is already false.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import PermutationSymbol, dims
    >>> from symattn.prover.logic.notation import show
    >>> n, d = dims("n d")
    >>> sigma, X = PermutationSymbol("sigma", n), MatrixSymbol("X", n, d)
    >>> statement = elaborate((sigma.T*(sigma*X), X))
    >>> print(*map(show, statement.hypotheses[0].propositions), sep="; ")
    ∀x0:[n]. sigma⁻¹ (sigma x0) = x0; ∀x0:[n]. sigma (sigma⁻¹ x0) = x0
    """
    (elaborated,) = elaborate_many((proposition,), given)
    return elaborated


def conditions_of(claim: Any, missing: Iterable[str]) -> dict[str, Basic]:
    """Return the hypotheses that can be given, by their descriptions, of those without which a claim is not defined."""
    (elaborated,) = elaborate_many([claim.proposition], claim.given)
    said = {obligation.description: obligation.given() for obligation in elaborated.obligations}
    return {each: condition for each in missing if (condition := said.get(each)) is not None}
