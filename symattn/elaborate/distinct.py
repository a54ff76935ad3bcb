"""Statements about all values of a symbol: injectivity, periods, and that a statement fails.

"There is a p with …" is written as "every q follows that follows from each p with …".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Basic

from symattn.errors import UnsupportedExpression
from symattn.language.base.naturals import is_natural
from symattn.language.distinct import Fails, Injective, LeastPeriod, OfSymbol, Periodic
from symattn.language.existence import Exists
from symattn.language.inspection import free_atoms
from symattn.language.propositions import FreeOf

from ..kernel.syntax import FALSE, conjunction, implication, negation
from ..kernel.terms import BOOL, NAT, REAL, Term, Type, Var, equation, substitute
from ..prover.logic.numerals import NONE, nadd
from .formulas import add, at_most, differ, less, number
from .quantified import for_all_symbols
from .scope import Scope, elaborates


class _Values:
    """Hold an expression as a function of its symbol: the type of the symbol, and the values."""

    def __init__(self, scope: Scope, node: OfSymbol) -> None:
        self.type: Type = NAT if is_natural(node.symbol) else REAL
        self.body = scope.term(node.expression)
        self.variable: Var = scope.declared(node.symbol, self.type)[0]
        for record in scope.inverses.values():  # its variable would stand for the inverse at one value only
            if self.variable in record.matrix.free and record.variable in self.body.free:
                reason = f"the inverse of a matrix that depends on {node.symbol} has no name for all its values"
                raise UnsupportedExpression(node, reason)

    def at(self, value: Term) -> Term:
        return substitute(self.body, {self.variable: value})

    def repeat(self, scope: Scope, period: Term) -> Term:
        """Return that the values come back after a period."""

        def alike(t: Term) -> Term:
            later = nadd(t, period) if self.type is NAT else add(t, period)
            return equation(self.at(later), self.at(t))

        return scope.every(self.type, alike)

    def is_positive(self, value: Term) -> Term:
        return differ(value, NONE) if self.type is NAT else less(number(0), value)


@elaborates(Injective)
def _injective(scope: Scope, node: Injective) -> Term:
    values = _Values(scope, node)

    def alike(a: Term, b: Term) -> Term:
        return implication(equation(values.at(a), values.at(b)), equation(a, b))

    return scope.every(values.type, lambda a: scope.every(values.type, lambda b: alike(a, b)))


@elaborates(Periodic)
def _periodic(scope: Scope, node: Periodic) -> Term:
    values = _Values(scope, node)

    def gives(p: Term, q: Term) -> Term:
        return implication(values.is_positive(p), implication(values.repeat(scope, p), q))

    return scope.every(BOOL, lambda q: implication(scope.every(values.type, lambda p: gives(p, q)), q))


@elaborates(LeastPeriod)
def _least_period(scope: Scope, node: LeastPeriod) -> Term:
    values, period = _Values(scope, node), scope.real(node.period)

    def no_less(p: Term) -> Term:
        return implication(values.is_positive(p), implication(values.repeat(scope, p), at_most(period, p)))

    least = scope.every(values.type, no_less)
    return conjunction(values.is_positive(period), conjunction(values.repeat(scope, period), least))


@elaborates(Fails)
def _fails(scope: Scope, node: Any) -> Term:
    stated = node.proposition
    if isinstance(stated, Exists):
        return for_all_symbols(scope, stated, FALSE)
    return negation(scope.term(stated))


def binds(stated: Any, symbol: Basic) -> bool:
    """Tell whether a statement, or the one that fails by it, is one of all values of a symbol."""
    inner = _inside(stated)
    return isinstance(inner, OfSymbol | FreeOf) and inner.symbol == symbol


def _inside(stated: Any) -> Any:
    while isinstance(stated, Fails):
        stated = stated.proposition
    return stated


def check_bound(stated: Any, given: Sequence[Basic]) -> None:
    """Raise UnsupportedExpression where a hypothesis speaks of a symbol whose values the statement runs through.

    A FreeOf says of the other value what is given of the symbol; what is stated of all values has no room for that.
    """
    for each in (stated, *given):
        inner = _inside(each)
        if not isinstance(inner, OfSymbol):
            continue
        others = given if each is stated else [h for h in given if not binds(h, inner.symbol)]
        if any(inner.symbol in free_atoms(hypothesis) for hypothesis in others):
            raise UnsupportedExpression(each, f"{inner.symbol} runs through all values, and a hypothesis speaks of it")
