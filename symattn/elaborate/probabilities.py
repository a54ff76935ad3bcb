"""The weights of a finite sample space, and what is known of them."""

from __future__ import annotations

from sympy import S

from symattn.language.base.symbols import ProbabilitySymbol

from ..kernel.terms import Term, app, equation
from .formulas import at_most, number, sum_over
from .scope import Scope, apply
from .sizes import index_type, literal_index


def weights(scope: Scope, p: ProbabilitySymbol) -> Term:
    """Return the weights as a function of the outcome."""
    return apply(scope.term(p), literal_index(0, S.One, p))


def probability_axioms(scope: Scope, p: ProbabilitySymbol) -> tuple[Term, ...]:
    """Return that the weights are nonnegative and have the sum 1."""
    each = weights(scope, p)
    nonnegative = scope.every(index_type(p.outcomes), lambda o: at_most(number(0), app(each, o)))
    return nonnegative, equation(sum_over(scope, p.outcomes, lambda o: app(each, o)), number(1))
