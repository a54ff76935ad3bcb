"""Statements about all values of indices, and about every row of scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import Basic

from symattn.language.quantified import ForAll, Unmasked

from ..kernel.syntax import forall
from ..kernel.terms import Term, Var, app, const, open_body, var
from .formulas import differ, number, sum_over
from .matrices import embedded
from .scope import Scope, apply, elaborates
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


@elaborates(Unmasked)
def _unmasked(scope: Scope, node: Unmasked) -> Term:
    return some_unmasked(scope, embedded(scope.term(node.scores), node.scores.shape), node.scores.shape)


def some_unmasked(scope: Scope, scores: Term, shape: Sequence[Any]) -> Term:
    """Return that in every row of extended scores the exponentials have a sum other than 0."""
    rows, columns = shape

    def weight(i: Var) -> Term:
        return sum_over(scope, columns, lambda k: app(const("eexp"), apply(scores, i, k)))

    return scope.every(index_type(rows), lambda i: differ(weight(i), number(0)))
