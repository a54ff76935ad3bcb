"""Rational numbers as literals: their signs and their inverses, proved."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from ...kernel.rules import Theorem, assume
from ...kernel.terms import equation
from ..limits import LONGEST_INTEGER
from ..logic.cached_rules import ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import discharge, mp
from ..logic.formulas import ONE, ZERO, number, plus, times
from .facts import fact, infer


def inverse_of_literal(value: Fraction) -> Theorem:
    """Infer ⊢ inv q = 1/q for a rational number q, 0 for q = 0."""
    if value == 0:
        return fact("inv_zero")
    product = ring(times(number(value), number(1 / value)), ONE)
    return infer("inv_unique", product)


@lru_cache(maxsize=4096)
def positive_literal(value: Fraction) -> Theorem | None:
    """Return ⊢ 0 < q for a positive rational: by doubling for integers, by inverting for their inverses.

    Long integers are squares, or such and something of half as many digits.
    """
    if value <= 0:
        return None
    if value == 1:
        return fact("zero_lt_one")
    if value.denominator != 1:
        top = number(value.numerator)
        signs = (positive_literal(Fraction(value.numerator)), positive_literal(Fraction(value.denominator)))
        if signs[0] is None or signs[1] is None:
            return None
        inverse = infer("inv_pos", signs[1])
        product = infer("mul_pos", signs[0], inverse)
        inverted = rewrite_proposition(product, inverse_of_literal(Fraction(value.denominator)))
        return rewrite_proposition(inverted, ring(times(top, number(1 / Fraction(value.denominator))), number(value)))
    if value.numerator.bit_length() > LONGEST_INTEGER:
        return _by_a_square(value.numerator)
    half, odd = divmod(value.numerator, 2)
    smaller = positive_literal(Fraction(half))
    if smaller is None:
        return None
    weak = infer("lt_le", smaller)
    total, size = infer("add_pos", smaller, weak), 2 * half
    total = rewrite_proposition(total, ring(plus(number(half), number(half)), number(size)))
    if odd:
        weak = infer("lt_le", fact("zero_lt_one"))
        total = infer("add_pos", total, weak)
        total = rewrite_proposition(total, ring(plus(number(size), ONE), number(size + 1)))
    return total


def _by_a_square(value: int) -> Theorem | None:
    """Return ⊢ 0 < s² + r for a whole number, its root s and the rest r."""
    root = isqrt(value)
    rest = value - root * root
    sign = positive_literal(Fraction(rest or root))
    if sign is None:
        return None
    s, square = number(root), times(number(root), number(root))
    if rest:
        total = infer("add_pos", sign, fact("square_nonneg", s))
        return rewrite_proposition(total, ring(plus(number(rest), square), number(value)))
    return rewrite_proposition(infer("mul_pos", sign, sign), ring(square, number(value)))


def nonzero_literal(value: Fraction) -> Theorem:
    """Return ⊢ q ≠ 0: otherwise 1 = q⁻¹·q would be 0."""
    zero = assume(equation(number(value), ZERO))
    one = to(replaced(ring(ONE, times(number(1 / value), number(value))), zero), ZERO)
    return discharge(zero.conclusion, mp(fact("one_ne_zero"), one))
