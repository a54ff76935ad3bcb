"""Statements about all values of indices, about some values of symbols, and about every row of scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import Basic, Idx, MatrixSymbol

from symattn.errors import UnsupportedExpression
from symattn.language.base.naturals import is_natural
from symattn.language.base.symbols import IndexMap
from symattn.language.convergence import Converges
from symattn.language.existence import Exists
from symattn.language.quantified import ForAll, Unmasked

from ..kernel.syntax import forall, implication
from ..kernel.terms import BOOL, NAT, REAL, Term, Type, Var, abstract, app, const, fun, open_body, var
from ..prover.library.definitions import defined
from .formulas import differ, less, number, sum_over
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
        return forall(*scope.any_value(first, _type_of(first), lambda: under(others)))

    found = under(symbols)
    check_inverses(scope, node, symbols)
    return found


def _type_of(symbol: Any) -> Type:
    """Return the type of the values of a symbol that is to be found."""
    if isinstance(symbol, IndexMap):
        return fun(*map(index_type, symbol.shape))
    return matrix_type(symbol.shape) if isinstance(symbol, MatrixSymbol) else NAT if is_natural(symbol) else REAL


def check_inverses(scope: Scope, node: Basic, symbols: Sequence[Basic]) -> None:
    """Raise UnsupportedExpression where the inverse of a matrix varies: its variable stands for one value only."""
    bound = {own for symbol in symbols for own in scope.variables.get(symbol, ())}
    if any(not record.matrix.free.isdisjoint(bound) for record in scope.inverses.values()):
        raise UnsupportedExpression(node, "the inverse of a matrix that varies there has no name")


@elaborates(Converges)
def _converges(scope: Scope, node: Converges) -> Term:
    """State a limit at infinity of a function, which has to be defined for t > 0."""
    symbol, body = node.apart_from(*scope.stated)

    def value() -> Term:
        t = scope.term(symbol)
        return scope.assuming(less(number(0), t), lambda: scope.real(body))

    function = abstract(*scope.any_value(symbol, REAL, value))
    check_inverses(scope, node, (symbol,))
    return app(defined("tends"), function, scope.real(node.limit))


@elaborates(Unmasked)
def _unmasked(scope: Scope, node: Unmasked) -> Term:
    return some_unmasked(scope, embedded(scope.term(node.scores), node.scores.shape), node.scores.shape)


def some_unmasked(scope: Scope, scores: Term, shape: Sequence[Any]) -> Term:
    """Return that in every row of extended scores the exponentials have a sum other than 0."""
    rows, columns = shape

    def weight(i: Var) -> Term:
        return sum_over(scope, columns, lambda k: app(const("eexp"), apply(scores, i, k)))

    return scope.every(index_type(rows), lambda i: differ(weight(i), number(0)))
