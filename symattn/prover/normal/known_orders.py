"""What hypotheses say of differences: b − a is positive where a < b is given, not 0 where a ≠ b is.

An inverse of a number that is negative so is written −(−u)⁻¹, so that signs may be read off a product.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem, assume
from ...kernel.terms import REAL, Term, const, equation, sides
from ..library.facts import fact, infer
from ..library.literals import inverse_of_literal
from ..logic.cached_rules import refl, ring
from ..logic.conversions import rearranged, replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, chain, discharge, match_negation, mp, right, symmetric
from ..logic.formulas import MINUS, ZERO, minus, plus
from ..logic.parts import operand, operands
from .linear_arithmetic import order_of
from .normalising import Normalising
from .polynomials import atoms_of, polynomial_term, read_polynomial, scaled


def above_by_hypothesis(normaliser: Normalising, t: Term, strict: bool) -> Theorem | None:
    """Return ⊢ 0 < t or ⊢ 0 ≤ t for the difference t = b − a of two numbers of which a hypothesis says it, or None."""
    for truth in normaliser.context.truths:
        order = order_of(truth.conclusion)
        if order is None or (strict and not order[2]):
            continue
        a, b, is_strict = order
        difference = plus(b, minus(a))
        if read_polynomial(t) == read_polynomial(difference):
            above = infer("sub_pos" if is_strict else "sub_nonneg", truth)
            above = rewrite_proposition(above, rearranged(difference, t))
            return above if is_strict is strict else infer("lt_le", above)
    return None


def apart_by_hypothesis(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ t ≠ 0 for the difference t of two numbers of which a hypothesis says that they differ, or None."""
    for truth in normaliser.context.truths:
        negated, order = match_negation(truth.conclusion), order_of(truth.conclusion)
        is_less = order is not None and order[2]  # b < a is a ≠ b
        pair = order[:2] if order is not None and is_less else sides(negated) if negated is not None else None
        if pair is None or pair[0].type is not REAL:
            continue
        for a, b in (pair, pair[::-1]):
            difference = plus(a, minus(b))
            if read_polynomial(t) == read_polynomial(difference):
                zero = assume(equation(t, ZERO))
                nothing = chain(ring(difference, t), zero)
                same = to(replaced(ring(a, plus(difference, b)), nothing), b)
                unequal = infer("lt_ne", truth) if is_less else truth
                return discharge(zero.conclusion, mp(unequal, same if a is pair[0] else symmetric(same)))
    return None


def inverses_turned(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ t = t' with −(−u)⁻¹ for the inverses of sums u that a hypothesis says to be negative, or None."""
    if not normaliser.context.truths:
        return None
    turned = []
    for atom in atoms_of(read_polynomial(t)):
        inside = operand(atom, "inv")
        if inside is None or operands(inside, "+") is None:
            continue
        opposite = polynomial_term(scaled(read_polynomial(inside), -1))
        if above_by_hypothesis(normaliser, opposite, strict=True) is not None:
            step = ap_term(const("inv"), ring(inside, minus(opposite)))
            step = chain(step, fact("inv_product", MINUS, opposite))
            turned.append(replaced(step, inverse_of_literal(Fraction(-1))))
    if not turned:
        return None
    same = replaced(refl(t), *turned)
    return to(same, polynomial_term(read_polynomial(right(same))))
