"""Prove 0 ≤ t for a normal term that vanishes where two of its numbers are equal, x = y: it is (x − y)·q.

A factor (x − y)² is left out, and 0 ≤ (x − y)·q is shown by cases, 0 ≤ q where y ≤ x and q ≤ 0 where x < y.  One of the
numbers may be 1.  So (a − b)·(log a − log b) has the sign that logarithms have, which no sum of squares shows.

No row: the factor is found by division, and its sign is shown by cases.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from ....kernel.rules import Theorem, assume
from ....kernel.syntax import negation
from ....kernel.terms import Term
from ...library.facts import fact, infer
from ...library.propositions import by_cases
from ...limits import MOST_ATOMS, MOST_MONOMIALS
from ...logic.cached_rules import ring
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import cut, right
from ...logic.formulas import ONE, ZERO, le, lt, minus, plus, times
from ...logic.term_order import key
from ...normal.polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    multiply,
    polynomial_term,
    read_polynomial,
    scaled,
    without,
)
from ..core.goals import attempted
from ..core.search import Ask
from .bounds_given import weak
from .comparisons import Compared, moved_to
from .inequalities import prove_sign


def divided(ordered: bool) -> Callable[[Ask, Compared], Theorem | None]:
    """Return the way to prove 0 ≤ t or 0 < t where x − y divides t, for numbers of which the order is known, or not."""

    def prove(ask: Ask, goal: Compared) -> Theorem | None:
        polynomial = read_polynomial(goal.t)
        found = _factor(polynomial) if 1 < len(polynomial) <= MOST_MONOMIALS else None
        if found is None:
            return None
        known = _known_order(ask, *found[:2])
        if (known is not None) is not ordered:
            return None
        inner = ask.less(cases=1)
        return goal.by_sign(
            _of_strict_order(inner, goal.t, *found) if goal.strict else _of_order(inner, goal.t, *found, known)
        )

    return prove


def _known_order(ask: Ask, x: Term, y: Term) -> Theorem | None:
    """Return ⊢ y ≤ x or ⊢ x ≤ y where linear arithmetic knows it, or None."""
    for low, high in ((y, x), (x, y)):
        same = ask.normaliser.normal(plus(high, minus(low)))
        sign = prove_sign(ask.normaliser, right(same), False)
        if sign is not None:
            return fact("le_of_nonneg", low, high, premises=(moved_to(sign, same),))
    return None


def _of_order(ask: Ask, t: Term, x: Term, y: Term, quotient: Polynomial, known: Theorem | None) -> Theorem:
    """Return ⊢ 0 ≤ t for t = (x − y)·q by another factor x − y in q, by the order that is known, or by cases."""
    again = _divided(quotient, x, y)
    if again is not None:
        difference, rest = plus(x, minus(y)), polynomial_term(again)
        signs = fact("square_nonneg", difference), ask.prove(le(ZERO, rest))
        return _product(times(difference, difference), rest, signs, t)
    upward, shown = le(y, x), []
    for case, low, high, side in ((upward, y, x, 1), (negation(upward), x, y, -1)):
        order = weak(assume(case)) if known is None else known
        if order.conclusion is not le(low, high):
            continue
        above = infer("sub_nonneg", order)
        rest = polynomial_term(scaled(quotient, side))
        sign = ask.assuming(case if known is None else known.conclusion).prove(le(ZERO, rest))
        shown.append(_product(plus(high, minus(low)), rest, (above, sign), t))
    return by_cases(upward, *shown) if known is None else cut(known, shown[0])


def _of_strict_order(ask: Ask, t: Term, x: Term, y: Term, quotient: Polynomial) -> Theorem | None:
    """Return ⊢ 0 < t for t = (x − y)·q where y < x and 0 < q, or x < y and q < 0."""
    for low, high, side in ((y, x, 1), (x, y, -1)):
        if (order := attempted(ask.prove, lt(low, high))) is not None:
            above = infer("sub_pos", order)
            rest = polynomial_term(scaled(quotient, side))
            return _product(plus(high, minus(low)), rest, (above, ask.prove(lt(ZERO, rest))), t, "mul_pos")
    return None


def _product(a: Term, b: Term, signs: tuple[Theorem, Theorem], t: Term, rule: str = "le_mul") -> Theorem:
    """Infer ⊢ 0 ≤ t from ⊢ 0 ≤ a and ⊢ 0 ≤ b, where t = a·b, or so for <."""
    both = infer(rule, *signs)
    return rewrite_proposition(both, ring(times(a, b), t))


def _factor(polynomial: Polynomial) -> tuple[Term, Term, Polynomial] | None:
    """Return the first numbers x and y, in the order of terms, and q with t = (x − y)·q, or None."""
    if sum(polynomial.values()):  # t where all numbers are 1
        return None
    atoms = sorted(atoms_of(polynomial), key=key)
    for x, y in combinations((*atoms, ONE), 2) if len(atoms) <= MOST_ATOMS else ():
        quotient = _divided(polynomial, x, y)
        if quotient is not None:
            return x, y, quotient
    return None


def _divided(polynomial: Polynomial, x: Term, y: Term) -> Polynomial | None:
    """Return q with t = (x − y)·q, or None; y may be 1."""
    one: Monomial = () if y is ONE else ((y, 1),)
    quotient: dict[Monomial, Fraction] = {}
    at_y: dict[Monomial, Fraction] = {}
    for monomial, coefficient in polynomial.items():
        power = dict(monomial).get(x, 0)
        left = without(monomial, x)
        for e in range(power - 1, -1, -1):  # xᵏ − yᵏ = (x − y)·(xᵏ⁻¹ + xᵏ⁻²·y + …)
            term = multiply(left, ((x, e),) if e else ())
            quotient[term] = quotient.get(term, Fraction(0)) + coefficient
            left = multiply(left, one)
        at_y[left] = at_y.get(left, Fraction(0)) + coefficient
    quotient = {m: c for m, c in quotient.items() if c}
    return None if any(at_y.values()) or not quotient else quotient
