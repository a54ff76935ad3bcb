"""Prove an equation where angles are fractions of one another: with x = q·y all are whole multiples of parts of y.

The normal form expands sin and cos of sums and of whole multiples; sin x and sin (x/2) are apart until x is 2·(x/2).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from ....kernel.rules import Theorem, instantiate
from ....kernel.terms import REAL, App, Term, Var, const, equation, substitute
from ...limits import MOST_EXPONENT
from ...logic.cached_rules import ring
from ...logic.conversions import fresh, rewrite_proposition
from ...logic.derived_rules import chain, right, symmetric
from ...logic.formulas import COS, number, times
from ...logic.parts import parts_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ..core.search import Ask
from ..orders.comparisons import Compared

SIN = const("sin")


def by_common_angles(ask: Ask, goal: Compared) -> Theorem | None:
    """Prove a = b for a number x of which angles are fractions, or return None where there is none."""
    a, b = goal.normal
    parts = _parts(a, b)
    x = min((v for v, q in parts.items() if 1 < q <= MOST_EXPONENT), key=lambda v: v.name, default=None)
    if x is None:
        return None
    y, whole = fresh(REAL, a, b), number(parts[x])
    general = ask.prove(substitute(equation(a, b), {x: times(whole, y)}))
    part = times(number(Fraction(1, parts[x])), x)
    there = instantiate({y: part}, general)
    back = ring(times(whole, part), x)
    return goal.by_forms(rewrite_proposition(there, back))


def _parts(*terms: Term) -> dict[Var, int]:
    """Return the numbers of which angles of some terms are fractions, and the common denominator of these."""
    found: dict[Var, int] = {}
    for angle in angles_in(*terms):
        for monomial, coefficient in read_polynomial(angle).items():
            for atom, _ in monomial:
                if isinstance(atom, Var):
                    found[atom] = lcm(found.get(atom, 1), coefficient.denominator)
    return found


def angles_in(*terms: Term) -> list[Term]:
    """Return what sines and cosines in some terms are taken of, but for what speaks of bound numbers."""
    waves = (part for part in parts_of(*terms) if isinstance(part, App) and part.function in (SIN, COS))
    return [wave.argument for wave in waves if not wave.loose]


def same_number(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b for numbers with one normal form, or None."""
    first, second = normaliser.normal(a), normaliser.normal(b)
    return chain(first, symmetric(second)) if right(first) is right(second) else None
