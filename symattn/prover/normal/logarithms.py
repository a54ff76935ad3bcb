"""Normal forms of logarithms, and of exponentials of integer multiples of a logarithm."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ...kernel.rules import Theorem
from ...kernel.terms import Abs, App, Lit, Term, app, open_body
from ..library.facts import fact, infer
from ..library.literals import inverse_of_literal, positive_literal
from ..limits import MOST_EXPONENT
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ap_term, binary, chain, gen, right, symmetric
from ..logic.formulas import ADD, EXP, LOG, MUL, ONE, minus, number, plus, times
from ..logic.parts import args_of, operand, operands
from .normalising import Normalising
from .polynomials import (
    Monomial,
    polynomial_term,
    read_polynomial,
    scaled_term,
    shared_and_rest,
)
from .positivity import positive


def power_of_number(normaliser: Normalising, monomial: Monomial, coefficient: Fraction) -> Theorem | None:
    """Return ⊢ exp (c·log a) = a·exp ((c−1)·log a), or the inverse of exp (−c·log a), for an integer c and a > 0."""
    log = args_of(monomial[0][0], "log", 1) if len(monomial) == 1 and monomial[0][1] == 1 else None
    sign = positive(normaliser, log[0]) if log is not None else None
    if log is not None and coefficient.denominator != 1:
        return _power_of_root(log[0], monomial, coefficient)
    if log is None or sign is None or abs(coefficient) > MOST_EXPONENT:
        return None
    if coefficient == 1:
        return infer("exp_log", sign)
    logarithm, whole = monomial[0][0], scaled_term(coefficient, monomial)
    if coefficient < 0:
        opposite = scaled_term(-coefficient, monomial)
        return chain(ap_term(EXP, ring(whole, minus(opposite))), symmetric(fact("inv_exp", opposite)))
    rest = scaled_term(coefficient - 1, monomial)
    return chain(ap_term(EXP, ring(whole, plus(logarithm, rest))), fact("exp_add", logarithm, rest))


def _power_of_root(base: Term, monomial: Monomial, coefficient: Fraction) -> Theorem | None:
    """Return ⊢ exp (p/q·log a) = exp (p·log b) for natural numbers with a = b^q, or None."""
    order, a = coefficient.denominator, Fraction(base.value) if isinstance(base, Lit) else Fraction(0)
    if a.denominator != 1 or a < 2 or order > MOST_EXPONENT:
        return None
    root = round(a.numerator ** (1 / order))
    if root**order != a:
        return None
    same = _log_of_power(root, order)
    whole = scaled_term(coefficient, monomial)
    step = to(replaced(refl(whole), same), times(number(coefficient.numerator), app(LOG, number(root))))
    return ap_term(EXP, step)


@lru_cache(maxsize=1024)
def _log_of_power(root: int, order: int) -> Theorem:
    """Return ⊢ log b^q = q·log b for natural numbers b and q, both at least 1."""
    base = number(root)
    if order == 1:
        return ring(app(LOG, base), times(ONE, app(LOG, base)))
    rest = number(root ** (order - 1))
    signs = (positive_literal(Fraction(value)) for value in (root, root ** (order - 1)))
    product = ap_term(LOG, ring(number(root**order), times(base, rest)))
    result = chain(product, infer("log_mul", *filter(None, signs)))
    return to(replaced(result, _log_of_power(root, order - 1)), times(number(order), app(LOG, base)))


def normal_log(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ log u = …: through exponentials, products, inverses, roots and fractions of positive numbers."""
    result = normaliser.arguments(t)
    u = _argument(result)
    if u is ONE:
        return chain(result, fact("log_one"))
    if (exponent := operand(u, "exp")) is not None:
        return normaliser.then(chain(result, fact("log_exp", exponent)))
    if isinstance(u, Lit) and Fraction(u.value).denominator != 1:
        result = chain(result, ap_term(LOG, _as_quotient(u, Fraction(u.value))))
        u = _argument(result)
    if (inverted := operand(u, "inv")) is not None:
        sign = positive(normaliser, inverted)
        return result if sign is None else normaliser.then(chain(result, infer("log_inv", sign)))
    if (rooted := operand(u, "sqrt")) is not None:
        sign = positive(normaliser, rooted)
        return result if sign is None else normaliser.then(chain(result, infer("log_sqrt", sign)))
    if isinstance(factors := operand(u, "product"), Abs):
        x = normaliser.context.next_variable(factors.binder, u)
        sign = positive(normaliser, open_body(factors, x))
        return result if sign is None else normaliser.then(chain(result, infer("log_of_product", gen(x, sign))))
    pair = operands(u, "*") or _common_factor(u)
    signs = [positive(normaliser, factor) for factor in pair or ()]
    if pair is None or signs[0] is None or signs[1] is None:
        return result
    result = chain(result, ap_term(LOG, ring(u, times(*pair))))
    product = chain(result, infer("log_mul", signs[0], signs[1]))
    parts = [normal_log(normaliser, app(LOG, factor)) for factor in pair]  # a quotient must not be put together again
    return normaliser.then(chain(product, binary(ADD, *parts)))


def _common_factor(u: Term) -> tuple[Term, Term] | None:
    """Return m and q with u = m·q, where m is what all terms of a sum have in common, or None where that is 1."""
    common, rest = shared_and_rest(read_polynomial(u))
    sizes = {abs(c) for c in rest.values()}
    scale = sizes.pop() if len(sizes) == 1 else Fraction(1)
    if len(rest) < 2 or (scale == 1 and not common):
        return None
    return scaled_term(scale, common), polynomial_term({m: c / scale for m, c in rest.items()})


def _argument(result: Theorem) -> Term:
    t = right(result)
    return t.argument if isinstance(t, App) else t


def _as_quotient(literal: Term, value: Fraction) -> Theorem:
    """Return ⊢ p/q = p·q⁻¹, or ⊢ 1/q = q⁻¹."""
    inverse = symmetric(inverse_of_literal(Fraction(value.denominator)))
    if value.numerator == 1:
        return inverse
    numerator = number(value.numerator)
    return chain(
        ring(literal, times(numerator, number(1 / Fraction(value.denominator)))), ap_term(app(MUL, numerator), inverse)
    )
