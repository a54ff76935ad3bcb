"""Prove an equation between sums of logarithms by its exponentials: a = b where exp (k·a) = exp (k·b) for a k ≥ 1."""

from __future__ import annotations

from fractions import Fraction

from ....kernel.rules import Theorem
from ....kernel.terms import Term, sides
from ...limits import MOST_SEARCHES
from ...logic.cached_rules import ring
from ...logic.conversions import replaced, to
from ...logic.derived_rules import symmetric
from ...logic.formulas import ZERO, plus, times
from ...logic.parts import operand
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    divided,
    factors,
    polynomial_term,
    product_term,
    read_polynomial,
    without,
)
from ..core.search import Ask
from ..orders.comparisons import Compared
from ..orders.raised import sign_by_exponentials
from .denominators import equal_by_algebra


def by_exponentials(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b where logarithms stand in the difference and the exponentials have none, or return None.

    Of y·log u + z·log v + … what stands beside y, beside z and alone is 0 each.
    """

    def prove(equation: Term) -> Theorem | None:
        return equal_by_algebra(ask.normaliser, *(sides(equation) or (equation, equation)))

    groups = _by_multiplier(read_polynomial(goal.t))
    if not 0 < len(groups) <= MOST_SEARCHES:
        return None
    whole, zeros = ZERO, []
    for multiplier, group in groups.items():
        part = polynomial_term(group)
        zero = sign_by_exponentials(ask.normaliser, part, "=", prove)
        if zero is None:
            return None
        zeros.append(symmetric(zero))
        whole = plus(whole, times(product_term(factors(multiplier)), part))
    return goal.by_zero(to(replaced(ring(goal.t, whole), *zeros), ZERO))


def _by_multiplier(polynomial: Polynomial) -> dict[Monomial, Polynomial]:
    """Return what stands beside each factor of a logarithm; a term without one belongs to the longest in it."""
    groups: dict[Monomial, dict[Monomial, Fraction]] = {}
    others: list[tuple[Monomial, Fraction]] = []
    for monomial, coefficient in polynomial.items():
        log = next((a for a, e in monomial if e == 1 and operand(a, "log") is not None), None)
        if log is None:
            others.append((monomial, coefficient))
        else:
            rest = without(monomial, log)
            groups.setdefault(rest, {})[((log, 1),)] = coefficient
    for monomial, coefficient in others:
        divisors = [m for m in groups if divided(monomial, m) is not None]
        multiplier: Monomial = max(divisors, key=lambda m: len(factors(m)), default=())
        groups.setdefault(multiplier, {})[divided(monomial, multiplier) or ()] = coefficient
    return dict(groups)
