"""Normal forms of sine and cosine at whole turns."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ...kernel.rules import Theorem
from ...kernel.terms import Const, Term, const
from ..library.facts import fact
from ..library.values import value
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ap_term, chain, symmetric
from ..logic.formulas import PI, number, plus, times
from ..logic.numerals import numeral, real
from ..logic.parts import head_and_arguments
from .polynomials import Monomial, scaled_term


class Wave(NamedTuple):
    """Name what is known of the sine or the cosine at 0, at π, at sums, at opposites and at whole turns."""

    zero: str
    pi: str
    add: str
    neg: str
    turns: str


WAVES = {
    "sin": Wave("sin_zero", "sin_pi", "sin_add", "sin_neg", "sin_turns"),
    "cos": Wave("cos_zero", "cos_pi", "cos_add", "cos_neg", "cos_turns"),
}


def at_turns(name: str, monomial: Monomial, coefficient: Fraction) -> Theorem | None:
    """Return ⊢ f π = …, or ⊢ f (2·c·π·k) = … for a natural number k, by whole turns, or None."""
    powers = dict(monomial)
    if powers.pop(PI, 0) != 1:
        return None
    if not powers:
        if coefficient.denominator == 2 and coefficient > 0:
            return _at_right_angles(name, coefficient)
        return fact(WAVES[name].pi) if coefficient == 1 else _at_literal_turns(name, coefficient)
    (atom, exponent), *others = powers.items()
    same = _as_natural(atom)
    if others or exponent != 1 or same is None or coefficient % 2 != 0:
        return None
    function, whole = const(name), scaled_term(coefficient, monomial)
    if coefficient > 2:
        once, rest = (scaled_term(part, monomial) for part in (Fraction(2), coefficient - 2))
        return chain(ap_term(function, ring(whole, plus(once, rest))), fact(WAVES[name].add, once, rest))
    argument = replaced(ring(whole, times(number(2), times(PI, atom))), same)
    k = head_and_arguments(same.conclusion.argument)[1][0]  # type: ignore[attr-defined]
    return chain(ap_term(function, argument), fact(WAVES[name].turns, k))


def _at_right_angles(name: str, coefficient: Fraction) -> Theorem | None:
    """Return ⊢ f (c·π) = … for half an odd natural number c, or None for the sine of π/2, whose square is 1."""
    half = Fraction(1, 2)
    if coefficient == half:
        return fact("cos_right_angle") if name == "cos" else None
    once, rest = (times(number(part), PI) for part in (half, coefficient - half))
    same = ring(times(number(coefficient), PI), plus(once, rest))
    return chain(ap_term(const(name), same), fact(WAVES[name].add, once, rest))


def _at_literal_turns(name: str, coefficient: Fraction) -> Theorem | None:
    """Return ⊢ f (c·π) = … for an even natural number c, by whole turns, or None."""
    if coefficient <= 0 or coefficient % 2 != 0:
        return None
    turns = numeral(int(coefficient // 2))
    count = to(value(turns), number(coefficient // 2))
    whole = replaced(refl(times(number(2), times(PI, real(turns)))), count)
    same = to(whole, times(number(coefficient), PI))
    return chain(ap_term(const(name), symmetric(same)), fact(WAVES[name].turns, turns))


def _as_natural(atom: Term) -> Theorem | None:
    """Return ⊢ t = real k for a natural number, a position or a size, or None."""
    head, arguments = head_and_arguments(atom)
    if not isinstance(head, Const):
        return None
    if head.name == "real":
        return refl(atom)
    if head.name == "pos":
        return symmetric(fact("real_nat", *arguments))
    return symmetric(fact("size_value", {"n": head.sizes[0]})) if head.name == "#" else None
