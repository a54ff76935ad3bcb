"""What hypotheses say of differences: b − a is positive where a < b is given, not 0 where a ≠ b is.

An inverse of a number that is negative so is written −(−u)⁻¹, so that signs may be read off a product.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...kernel.rules import Theorem, assume
from ...kernel.terms import REAL, Term, const, equation, sides
from ..library.facts import fact, infer
from ..library.literals import inverse_of_literal, positive_literal
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, chain, discharge, match_negation, mp, right
from ..logic.formulas import MINUS, ONE, ZERO, inv, minus, number, plus, times
from ..logic.parts import operand, operands
from .linear_arithmetic import order_of
from .normalising import Normalising
from .polynomials import (
    Monomial,
    Polynomial,
    atoms_of,
    divided,
    factors,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled,
    scaled_term,
    shared_and_rest,
)

Sign = Callable[[Normalising, Term], Theorem | None]


def above_by_hypothesis(normaliser: Normalising, t: Term, strict: bool, sign: Sign) -> Theorem | None:
    """Return ⊢ 0 < t or ⊢ 0 ≤ t for t = w·(b − a) where a hypothesis says it of b − a, and ``sign`` of w, or None."""
    polynomial = read_polynomial(t)
    for truth in normaliser.context.truths:
        order = order_of(truth.conclusion)
        if order is None or (strict and not order[2]):
            continue
        a, b, is_strict = order
        difference = plus(b, minus(a))
        ratio = _ratio(polynomial, read_polynomial(difference))
        if ratio is None:
            continue
        c, (over, under) = ratio
        weight = times(scaled_term(c, over), inv(product_term(factors(under)))) if under else scaled_term(c, over)
        whole = times(weight, difference)
        same = normaliser.normal(whole) if under else ring(whole, t)
        shown = sign(normaliser, weight) if right(same) is t else None
        if shown is not None:
            above = infer("sub_pos" if is_strict else "sub_nonneg", truth)
            above = above if is_strict is strict else infer("lt_le", above)
            return rewrite_proposition(infer("mul_pos" if strict else "le_mul", shown, above), same)
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
            if ratio is not None and ratio[1] == ((), ()):
                zero = assume(equation(t, ZERO))
                nothing = to(replaced(to(written, times(number(ratio[0]), t)), zero), ZERO)
                same = to(replaced(ring(pair[0], plus(difference, pair[1])), nothing), pair[1])
                return discharge(zero.conclusion, mp(infer("lt_ne", truth) if is_less else truth, same))
    return None


def _is_one(_: Normalising, t: Term) -> Theorem | None:
    return positive_literal(Fraction(1)) if t is ONE else None


def _in_normal_form(normaliser: Normalising, t: Term) -> list[Theorem]:
    """Return ⊢ t = n for a number and its normal form; nothing while that is found, which may ask for signs."""
    kept = "normal", t, 0
    if kept not in normaliser.signs:
        normaliser.signs[kept] = None
        normaliser.signs[kept] = normaliser.normal(t)
    found = normaliser.signs[kept]
    return [] if found is None else [found]


def _ratio(p: Polynomial, q: Polynomial) -> tuple[Fraction, tuple[Monomial, Monomial]] | None:
    """Return c, m and k where k·p = c·m·q for a number c and monomials m and k without common factors, or None."""
    if len(p) != len(q) or not q:
        return None
    (over, mine), (under, theirs) = shared_and_rest(p), shared_and_rest(q)
    ratios = {coefficient / theirs[m] for m, coefficient in mine.items() if m in theirs}
    if len(ratios) > 1 or mine.keys() != theirs.keys():
        return None
    common = tuple((atom, min(e, dict(under)[atom])) for atom, e in over if atom in dict(under))
    return ratios.pop(), (divided(over, common) or (), divided(under, common) or ())


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
        if above_by_hypothesis(normaliser, opposite, True, _is_one) is not None:
            step = ap_term(const("inv"), ring(inside, minus(opposite)))
            step = chain(step, fact("inv_product", MINUS, opposite))
            turned.append(replaced(step, inverse_of_literal(Fraction(-1))))
    if not turned:
        return None
    same = replaced(refl(t), *turned)
    return to(same, polynomial_term(read_polynomial(right(same))))
