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
from ..logic.derived_rules import ap_term, chain, discharge, match_negation, mp, right
from ..logic.formulas import MINUS, ZERO, minus, number, plus, times
from ..logic.parts import operand, operands
from .linear_arithmetic import order_of
from .normalising import Normalising
from .polynomials import Polynomial, atoms_of, polynomial_term, read_polynomial, scaled


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
    """Return ⊢ t ≠ 0 for a multiple t of the difference of two numbers that differ by a hypothesis, or None.

    What is given besides may be needed to see that: |u − v|² is 2|u|² − 2⟨u, v⟩ where |u| = |v|.
    """
    for truth in normaliser.context.truths:
        negated, order = match_negation(truth.conclusion), order_of(truth.conclusion)
        is_less = order is not None and order[2]  # b < a is a ≠ b
        pair = order[:2] if order is not None and is_less else sides(negated) if negated is not None else None
        if pair is None or pair[0].type is not REAL:
            continue
        difference = plus(pair[0], minus(pair[1]))
        for written in (refl(difference), *_in_normal_form(normaliser, difference)):
            ratio = _ratio(read_polynomial(right(written)), read_polynomial(t))
            if ratio is not None:
                zero = assume(equation(t, ZERO))
                nothing = to(replaced(to(written, times(number(ratio), t)), zero), ZERO)
                same = to(replaced(ring(pair[0], plus(difference, pair[1])), nothing), pair[1])
                return discharge(zero.conclusion, mp(infer("lt_ne", truth) if is_less else truth, same))
    return None


def _in_normal_form(normaliser: Normalising, t: Term) -> list[Theorem]:
    """Return ⊢ t = n for a number and its normal form; nothing while that is found, which may ask for signs."""
    kept = "normal", t, 0
    if kept not in normaliser.signs:
        normaliser.signs[kept] = None
        normaliser.signs[kept] = normaliser.normal(t)
    found = normaliser.signs[kept]
    return [] if found is None else [found]


def _ratio(p: Polynomial, q: Polynomial) -> Fraction | None:
    """Return c where p = c·q for two polynomials other than 0, or None."""
    ratios = {p[m] / c for m, c in q.items() if m in p}
    return min(ratios) if len(ratios) == 1 and p.keys() == q.keys() else None


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
