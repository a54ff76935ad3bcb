"""Prove an equation between sums of logarithms by its exponentials: a = b where exp (k·a) = exp (k·b) for a k ≥ 1."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from ....kernel.rules import Theorem
from ....kernel.terms import app
from ...library.facts import infer
from ...limits import MOST_EXPONENT, MOST_SEARCHES
from ...logic.cached_rules import refl, ring
from ...logic.conversions import replaced, to
from ...logic.derived_rules import ap_term, binary, chain, left
from ...logic.formulas import ADD, EXP, MUL, ZERO, minus, number, plus, times
from ...logic.parts import operand
from ...normal.normaliser import Normaliser
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    apart,
    divided,
    factors,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled,
    without,
)
from ..core.search import Ask
from ..orders.comparisons import Compared
from .denominators import equal_by_algebra


def by_exponentials(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b where logarithms stand in the difference and the exponentials have none, or return None.

    Of y·log u + z·log v + … what stands beside y, beside z and alone is 0 each.
    """
    groups = _by_multiplier(read_polynomial(goal.t))
    if not 0 < len(groups) <= MOST_SEARCHES:
        return None
    whole, zeros = ZERO, []
    for multiplier, group in groups.items():
        zero = _zero(ask.normaliser, group)
        if zero is None:
            return None
        zeros.append(zero)
        whole = plus(whole, times(product_term(factors(multiplier)), left(zero)))
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


def _zero(normaliser: Normaliser, polynomial: Polynomial) -> Theorem | None:
    """Return ⊢ t = 0 for a normal term t with logarithms that its exponential has not, or None."""
    logs = [c for m, c in polynomial.items() if len(m) == 1 and operand(m[0][0], "log") is not None]
    scale = lcm(*(c.denominator for c in logs)) if logs else 0
    if not 0 < scale <= MOST_EXPONENT:
        return None
    below, above = map(polynomial_term, apart(scaled(polynomial, scale)))
    found = equal_by_algebra(normaliser, app(EXP, above), app(EXP, below))
    if found is None:
        return None
    same = infer("exp_injective", found)
    gap = binary(ADD, same, refl(minus(below)))  # in this place alone: what is below may speak of what is above
    whole = ap_term(app(MUL, number(Fraction(1, scale))), gap)
    return to(chain(ring(polynomial_term(polynomial), left(whole)), whole), ZERO)
