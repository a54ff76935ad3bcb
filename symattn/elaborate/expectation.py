"""Expectation and variance as defined constants, and what is stated of random vectors.

A random vector is a function of the outcome. Independence is its textbook definition, for all functions of the values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import S

from symattn.language.expectation import (
    CommonMean,
    CommonVariance,
    Expectation,
    Independent,
    OverOutcomes,
    PairwiseIndependent,
    Variance,
)
from symattn.language.symbols import ProbabilitySymbol

from ..kernel.syntax import implication, parse
from ..kernel.terms import REAL, Term, Var, app, const, equation, fun
from ..prover.definitions import define
from .constants import belongs_to
from .formulas import at_most, differ, multiply, number, sum_over
from .scope import Scope, apply, elaborates
from .sizes import index_type, literal_index, size_of

#: For weights p and a random variable f: name, value.
_TABLE: dict[type, tuple[str, str]] = {
    Expectation: ("Expectation", "λp:[N]→ℝ, f:[N]→ℝ. Σ o:[N]. p o * f o"),
    Variance: (
        "Variance",
        "λp:[N]→ℝ, f:[N]→ℝ. Expectation{N} p (λo:[N]."
        " (f o + -1 * Expectation{N} p f) * (f o + -1 * Expectation{N} p f))",
    ),
}


def _taken(scope: Scope, kind: type, p: ProbabilitySymbol, variable: Term) -> Term:
    """Return the expectation or variance of a function of the outcome."""
    for entry, (name, value) in _TABLE.items():  # the second one is made of the first one
        define(name, ("N",), parse(value))
        belongs_to(name, entry)
    return app(const(_TABLE[kind][0], size_of(p.outcomes)), weights(scope, p), variable)


def weights(scope: Scope, p: ProbabilitySymbol) -> Term:
    """Return the weights as a function of the outcome."""
    return apply(scope.term(p), literal_index(0, S.One, p))


def probability_axioms(scope: Scope, p: ProbabilitySymbol) -> tuple[Term, ...]:
    """Return that the weights are nonnegative and have the sum 1."""
    each = weights(scope, p)
    nonnegative = scope.every(index_type(p.outcomes), lambda o: at_most(number(0), app(each, o)))
    return nonnegative, equation(sum_over(scope, p.outcomes, lambda o: app(each, o)), number(1))


@elaborates(OverOutcomes)
def _over_outcomes(scope: Scope, node: OverOutcomes) -> Term:
    p = node.probability
    return _taken(scope, type(node), p, scope.binding(node.outcome, p.outcomes, lambda: scope.real(node.variable)))


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


@elaborates(Independent)
def _independent(scope: Scope, node: Independent) -> Term:
    X, Y = scope.real(node.vector), scope.real(node.other)
    of_X, of_Y = (fun(fun(index_type(vector.shape[1]), REAL), REAL) for vector in node.args[1:])

    def factorises(f: Var, g: Var) -> Term:
        return _factorises(scope, node.probability, lambda o: app(f, apply(X, o)), lambda o: app(g, apply(Y, o)))

    return scope.every(of_X, lambda f: scope.every(of_Y, lambda g: factorises(f, g)))


@elaborates(PairwiseIndependent)
def _pairwise_independent(scope: Scope, node: PairwiseIndependent) -> Term:
    X, entries, functions = scope.real(node.vector), index_type(node.vector.shape[1]), fun(REAL, REAL)

    def factorises(a: Var, b: Var, f: Var, g: Var) -> Term:
        return _factorises(scope, node.probability, lambda o: app(f, apply(X, o, a)), lambda o: app(g, apply(X, o, b)))

    def for_all_functions(a: Var, b: Var) -> Term:
        return scope.every(functions, lambda f: scope.every(functions, lambda g: factorises(a, b, f, g)))

    def for_two(a: Var, b: Var) -> Term:
        return implication(differ(a, b), for_all_functions(a, b))

    return scope.every(entries, lambda a: scope.every(entries, lambda b: for_two(a, b)))
