"""Lemmas about inverses: they are unique, multiplicative and involutive, at 0 by convention."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import negation
from ...kernel.terms import Var, const, equation
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, chain, mp, symmetric
from ..logic.formulas import MINUS, ONE, ZERO, inv, minus, plus, times, x, y
from .facts import fact, infer, lemma
from .outlines import in_cases
from .propositions import by_cases
from .search import searched


@lemma("∀x y:ℝ. x * y = 1 ⇒ inv x = y", by=in_cases("x = 0"))
def inv_unique() -> None:
    """Inverses are unique."""


@lemma("∀x y:ℝ. inv (x * y) = inv x * inv y")
def inv_product() -> Theorem:
    """The inverse of a product; the convention inv 0 = 0 makes it hold without a premise."""
    target = times(inv(x), inv(y))

    def vanishing(variable: Var) -> Theorem:
        zero = assume(equation(variable, ZERO))
        product = replaced(refl(times(x, y)), zero)
        first = chain(ap_term(const("inv"), to(product, ZERO)), fact("inv_zero"))
        second = to(replaced(refl(target), zero, fact("inv_zero")), ZERO)
        return chain(first, symmetric(second))

    premises = (assume(negation(equation(x, ZERO))), assume(negation(equation(y, ZERO))))
    ones = [infer("inv_mul", h) for v, h in zip((x, y), premises, strict=True)]
    product = to(refl(times(times(x, y), target)), times(times(x, inv(x)), times(y, inv(y))))
    product = to(replaced(product, *ones), ONE)
    general = infer("inv_unique", product)
    inner = by_cases(equation(y, ZERO), vanishing(y), general)
    return by_cases(equation(x, ZERO), vanishing(x), inner)


@lemma("∀x:ℝ. inv (inv x) = x")
def inv_inv() -> Theorem:
    """The inverse is an involution, at 0 by convention."""
    zero, nonzero = assume(equation(x, ZERO)), assume(negation(equation(x, ZERO)))
    at_zero = chain(replaced(refl(inv(inv(x))), zero, fact("inv_zero"), fact("inv_zero")), symmetric(zero))
    product = chain(ring(times(inv(x), x), times(x, inv(x))), infer("inv_mul", nonzero))
    return by_cases(zero.conclusion, at_zero, infer("inv_unique", product))


@lemma("∀x:ℝ. x ≠ 0 ⇒ inv x ≠ 0")
def inv_ne(nonzero: Theorem, zero: Theorem) -> Theorem:
    """Otherwise 1 = x · x⁻¹ would be 0."""
    one = infer("inv_mul", nonzero)
    same = chain(symmetric(one), to(replaced(refl(times(x, inv(x))), zero), ZERO))
    return mp(fact("one_ne_zero"), same)


@lemma("∀x:ℝ. x < 0 ⇒ inv x < 0")
def inv_neg(negative: Theorem, above: Theorem) -> Theorem:
    """Otherwise 0 ≤ −x·x⁻¹ = −1."""
    opposite = infer("sub_nonneg", infer("lt_le", negative))
    one = infer("inv_mul", infer("lt_ne", negative))
    product = ring(times(plus(ZERO, minus(x)), inv(x)), minus(times(x, inv(x))))
    below = rewrite_proposition(infer("le_mul", opposite, above), to(replaced(product, one), MINUS))
    return mp(searched("¬(0 ≤ -1)"), below)
