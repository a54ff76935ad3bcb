"""Prove that two fractions are equal by clearing denominators: t = 0 follows from t·u = 0 where u is not 0.

What is left without denominators is 0, or follows from given equations.
"""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app
from ...library.facts import infer
from ...limits import MOST_FACTORS
from ...logic.cached_rules import refl, ring
from ...logic.derived_rules import ap_term, ap_thm, chain, right, symmetric
from ...logic.formulas import MUL, ONE, ZERO, inv, minus, plus, times
from ...logic.parts import args_of
from ...normal.fractions import cleared
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial, sorted_terms
from ...normal.positivity import nonzero
from ..core.goals import attempted
from .combination import combined
from .divisors import nonzero_by_factors


def equal_by_algebra(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b by normal forms, by clearing denominators or from given equations, or None."""

    def same() -> Theorem | None:
        first, second = normaliser.normal(a), normaliser.normal(b)
        if right(first) is right(second):
            return chain(first, symmetric(second))
        return equal_fractions(normaliser, a, b) or combined(normaliser, a, b)

    return attempted(same)  # where that runs out, what was left before is the better answer


def equal_fractions(normaliser: Normaliser, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b where the difference is 0 when its denominators are cleared, or None."""

    def cleared_away() -> Theorem | None:
        normal = normaliser.normal(plus(a, minus(b)))
        found = _zero(normaliser, right(normal), MOST_FACTORS)
        return None if found is None else infer("equal_of_difference", chain(normal, found))

    return attempted(cleared_away)  # as above


def _zero(normaliser: Normaliser, t: Term, most: int) -> Theorem | None:
    """Return ⊢ t = 0 for a normal term t, by given equations where denominators were cleared, or None."""
    if t is ZERO:
        return refl(t)
    found = _denominator(normaliser, t) if most else None
    if found is None:
        return combined(normaliser, t, ZERO) if most < MOST_FACTORS else None
    u, shown = found
    one, v = infer("inv_mul", shown), inv(u)
    normal = cleared(normaliser, t, u, one)
    inner = _zero(normaliser, right(normal), most - 1)
    if inner is None:
        return None
    product = times(times(t, u), v)
    whole = chain(ring(t, times(t, ONE)), ap_term(app(MUL, t), symmetric(one)), ring(times(t, times(u, v)), product))
    return chain(whole, ap_thm(ap_term(MUL, chain(normal, inner)), v), ring(times(ZERO, v), ZERO))


def _denominator(normaliser: Normaliser, t: Term) -> tuple[Term, Theorem] | None:
    """Return the first number whose inverse stands in a term and that is shown not to be 0, with the proof."""
    monomials = sorted_terms(read_polynomial(t))
    found = (args_of(atom, "inv", 1) for monomial, _ in monomials for atom, _ in monomial)
    inverted = list(dict.fromkeys(inside[0] for inside in found if inside is not None))
    for u in inverted:
        shown = nonzero(normaliser, u) or nonzero_by_factors(normaliser, u, inverted)
        if shown is not None:
            return u, shown
    return None
