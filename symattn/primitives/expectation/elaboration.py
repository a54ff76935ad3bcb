"""Expectation as a defined constant, and what is stated of random vectors.

A random vector is a function of the outcome. Independence is stated of the probabilities of the values that are taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symattn.elaborate.constants import belongs_to
from symattn.elaborate.formulas import differ, indicator, multiply
from symattn.elaborate.probabilities import weights
from symattn.elaborate.scope import Scope, apply, elaborates
from symattn.elaborate.sizes import index_type, size_of
from symattn.elaborate.word_constants import at_terms
from symattn.kernel.syntax import implication, parse
from symattn.kernel.terms import Term, Var, app, const, equation
from symattn.language.base.symbols import ProbabilitySymbol
from symattn.language.words.moments import Variance
from symattn.primitives.expectation.word import (
    CommonMean,
    CommonVariance,
    Expectation,
    Independent,
    PairwiseIndependent,
)
from symattn.prover.library.definitions import define


def _taken(scope: Scope, kind: Any, p: ProbabilitySymbol, variable: Term) -> Term:
    """Return the expectation or variance of a function of the outcome."""
    if kind is not Expectation:
        size = kind.known("").sizes[0]
        return at_terms(scope, kind, "", {size: p.outcomes}, (weights(scope, p), variable))
    define("Expectation", ("N",), parse("λp:[N]→ℝ, f:[N]→ℝ. Σ o:[N]. p o * f o"))
    belongs_to("Expectation", Expectation)
    return app(const("Expectation", size_of(p.outcomes)), weights(scope, p), variable)


@elaborates(Expectation)
def _expectation(scope: Scope, node: Expectation) -> Term:
    p = node.probability
    return _taken(scope, Expectation, p, scope.binding(node.outcome, p.outcomes, lambda: scope.real(node.variable)))


def _along(scope: Scope, kind: type, p: ProbabilitySymbol, value: Callable[[Var], Term]) -> Term:
    return _taken(scope, kind, p, scope.under(index_type(p.outcomes), value))


@elaborates(CommonMean, CommonVariance)
def _common_moment(scope: Scope, node: Any) -> Term:
    kind = Expectation if isinstance(node, CommonMean) else Variance
    X, value = scope.real(node.vector), scope.real(node.value)

    def moment(a: Var) -> Term:
        return _along(scope, kind, node.probability, lambda o: apply(X, o, a))

    return scope.every(index_type(node.vector.shape[1]), lambda a: equation(moment(a), value))


def _factorises(
    scope: Scope, p: ProbabilitySymbol, first: Callable[[Var], Term], second: Callable[[Var], Term]
) -> Term:
    """Return E[X Y] = E[X] E[Y] for two random variables."""
    both = _along(scope, Expectation, p, lambda o: multiply(first(o), second(o)))
    return equation(both, multiply(_along(scope, Expectation, p, first), _along(scope, Expectation, p, second)))


def _are_independent(
    scope: Scope, p: ProbabilitySymbol, first: Callable[[Var], Term], second: Callable[[Var], Term]
) -> Term:
    """Return P(X = X s, Y = Y t) = P(X = X s) P(Y = Y t) for all outcomes s and t: for all values that are taken."""

    def factorises(s: Var, t: Var) -> Term:
        events = (
            (lambda o: indicator(equation(first(o), first(s)))),
            (lambda o: indicator(equation(second(o), second(t)))),
        )
        return _factorises(scope, p, *events)

    outcomes = index_type(p.outcomes)
    return scope.every(outcomes, lambda s: scope.every(outcomes, lambda t: factorises(s, t)))


@elaborates(Independent)
def _independent(scope: Scope, node: Independent) -> Term:
    X, Y = scope.real(node.vector), scope.real(node.other)
    return _are_independent(scope, node.probability, lambda o: apply(X, o), lambda o: apply(Y, o))


@elaborates(PairwiseIndependent)
def _pairwise_independent(scope: Scope, node: PairwiseIndependent) -> Term:
    X, entries = scope.real(node.vector), index_type(node.vector.shape[1])

    def for_two(a: Var, b: Var) -> Term:
        independent = _are_independent(scope, node.probability, lambda o: apply(X, o, a), lambda o: apply(X, o, b))
        return implication(differ(a, b), independent)

    return scope.every(entries, lambda a: scope.every(entries, lambda b: for_two(a, b)))
