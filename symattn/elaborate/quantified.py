"""Statements about all values of indices, about some values of symbols, and about every row of scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import Basic, Idx, MatrixSymbol

from symattn.errors import UnsupportedExpression
from symattn.language.base.naturals import is_natural
from symattn.language.existence import Exists
from symattn.language.quantified import ForAll, Unmasked

from ..kernel.syntax import forall, implication
from ..kernel.terms import BOOL, NAT, REAL, Term, Var, app, const, open_body, var
from .formulas import differ, number, sum_over
from .matrices import embedded
from .scope import Scope, apply, elaborates, matrix_type
from .sizes import index_type, length_of


@elaborates(ForAll)
def _for_all(scope: Scope, node: ForAll) -> Term:
    return for_all(scope, node, scope.term)


def for_all(scope: Scope, node: ForAll, make: Callable[[Basic], Term]) -> Term:
    """Return ∀i…. p, where ``make`` elaborates what is stated."""

    def under(indices: Sequence[Any]) -> Term:
        if not indices:
            return make(node.proposition)
        first, *others = indices
        function: Any = scope.binding(first, length_of(first.lower, first.upper, first), lambda: under(others))
        variable = var("·every", function.binder)
        return forall(variable, open_body(function, variable))

    return under(node.indices)


@elaborates(Exists)
def _exists(scope: Scope, node: Exists) -> Term:
    """Say that every q follows that follows for all x from what is stated of x."""
    return scope.every(BOOL, lambda q: implication(for_all_symbols(scope, node, q), q))


def for_all_symbols(scope: Scope, node: Exists, said: Term) -> Term:
    """Return ∀x…. p ⇒ … ⇒ q. Each statement has to be defined where those before it hold."""
    symbols, statements = node.apart_from(*scope.stated)

    def of(parts: Sequence[Basic]) -> Term:
        if not parts:
            return said
        first = scope.term(parts[0])
        return implication(first, scope.assuming(first, lambda: of(parts[1:])))

    def under(left: Sequence[Any]) -> Term:
        if not left:
            return of(statements)
        first, *others = left
        if isinstance(first, Idx):
            function: Any = scope.binding(first, length_of(first.lower, first.upper, first), lambda: under(others))
            variable = var("·some", function.binder)
            return forall(variable, open_body(function, variable))
        ty = matrix_type(first.shape) if isinstance(first, MatrixSymbol) else NAT if is_natural(first) else REAL
        return scope.every_value(first, ty, lambda: under(others))

    found = under(symbols)
    for record in scope.inverses.values():  # its variable would stand for the inverse at one value only
        if not record.matrix.free.isdisjoint(own for s in symbols for own in scope.variables.get(s, ())):
            raise UnsupportedExpression(node, "the inverse of a matrix that is to be found has no name")
    return found


@elaborates(Unmasked)
def _unmasked(scope: Scope, node: Unmasked) -> Term:
    return some_unmasked(scope, embedded(scope.term(node.scores), node.scores.shape), node.scores.shape)


def some_unmasked(scope: Scope, scores: Term, shape: Sequence[Any]) -> Term:
    """Return that in every row of extended scores the exponentials have a sum other than 0."""
    rows, columns = shape

    def weight(i: Var) -> Term:
        return sum_over(scope, columns, lambda k: app(const("eexp"), apply(scores, i, k)))

    return scope.every(index_type(rows), lambda i: differ(weight(i), number(0)))
