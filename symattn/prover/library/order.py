"""Lemmas of order: inequalities, signs, squares and roots, and which numbers are not zero."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import negation
from ...kernel.terms import Term, app, const, equation
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, binary, chain, close, discharge, mp, symmetric
from ..logic.formulas import LE, MINUS, MUL, ONE, ZERO, inv, le, lt, minus, plus, times, x, y
from .facts import fact, lemma
from .propositions import by_cases


@lemma("∀x:ℝ. x ≤ x")
def le_refl() -> Theorem:
    """Reflexivity, from totality."""
    goal = le(x, x)
    return close(by_cases(goal, assume(goal), fact("le_total", {}, x, x, premises=(assume(negation(goal)),))), x)


@lemma("∀x y:ℝ. x < y ⇒ x ≤ y")
def lt_le() -> Theorem:
    """A strict inequality is an inequality."""
    return close(discharge(lt(x, y), fact("le_total", {}, y, x)), x, y)


@lemma("∀x:ℝ. 0 < x ⇒ x ≠ 0")
def pos_ne() -> Theorem:
    """A positive number is not zero."""
    zero = assume(equation(x, ZERO))
    below = rewrite_proposition(fact("le_refl", {}, x), zero)  # 0 ≤ 0
    below = eq_mp(binary(LE, symmetric(zero), refl(ZERO)), below)  # x ≤ 0
    return close(discharge(lt(ZERO, x), discharge(zero.conclusion, mp(assume(lt(ZERO, x)), below))), x)


@lemma("∀x:ℝ. 0 ≤ x ⇒ x ≠ 0 ⇒ 0 < x")
def nonneg_ne_pos() -> Theorem:
    """A nonnegative number other than zero is positive."""
    nonneg, nonzero, below = assume(le(ZERO, x)), assume(negation(equation(x, ZERO))), assume(le(x, ZERO))
    false = mp(nonzero, fact("le_antisym", {}, x, ZERO, premises=(below, nonneg)))
    inner = discharge(below.conclusion, false)
    return close(discharge(nonneg.conclusion, discharge(nonzero.conclusion, inner)), x)


@lemma("1 ≠ 0")
def one_ne_zero() -> Theorem:
    """One is not zero."""
    return fact("pos_ne", {}, ONE, premises=(fact("zero_lt_one"),))


@lemma("∀x y:ℝ. x * y = 0 ⇒ x ≠ 0 ⇒ y = 0")
def mul_zero() -> Theorem:
    """A field has no zero divisors."""
    product, nonzero = assume(equation(times(x, y), ZERO)), assume(negation(equation(x, ZERO)))
    one = fact("inv_mul", {}, x, premises=(nonzero,))
    step = to(refl(y), times(y, ONE))
    step = chain(step, ap_term(app(MUL, y), symmetric(one)))
    step = replaced(to(step, times(inv(x), times(x, y))), product)
    step = to(step, ZERO)
    return close(discharge(product.conclusion, discharge(nonzero.conclusion, step)), x, y)


@lemma("∀x y:ℝ. x ≠ 0 ⇒ y ≠ 0 ⇒ x * y ≠ 0")
def mul_ne() -> Theorem:
    """A product of nonzero numbers is not zero."""
    first, second = assume(negation(equation(x, ZERO))), assume(negation(equation(y, ZERO)))
    product = assume(equation(times(x, y), ZERO))
    false = mp(second, fact("mul_zero", {}, x, y, premises=(product, first)))
    inner = discharge(product.conclusion, false)
    return close(discharge(first.conclusion, discharge(second.conclusion, inner)), x, y)


@lemma("∀x y:ℝ. 0 ≤ y + -1 * x ⇒ x ≤ y")
def le_of_nonneg() -> Theorem:
    """An inequality from the sign of the difference."""
    premise = assume(le(ZERO, plus(y, minus(x))))
    shifted = fact("le_add", {}, ZERO, plus(y, minus(x)), x, premises=(premise,))
    shifted = rewrite_proposition(shifted, ring(plus(ZERO, x), x), ring(plus(plus(y, minus(x)), x), y))
    return close(discharge(premise.conclusion, shifted), x, y)


@lemma("∀x y:ℝ. 0 < y + -1 * x ⇒ x < y")
def lt_of_pos() -> Theorem:
    """A strict inequality from the sign of the difference."""
    premise, below = assume(lt(ZERO, plus(y, minus(x)))), assume(le(y, x))
    shifted = fact("le_add", {}, y, x, minus(x), premises=(below,))
    shifted = rewrite_proposition(shifted, ring(plus(x, minus(x)), ZERO))
    result = discharge(below.conclusion, mp(premise, shifted))
    return close(discharge(premise.conclusion, result), x, y)


@lemma("∀x y:ℝ. x + -1 * y ≠ 0 ⇒ x ≠ y")
def ne_of_sub() -> Theorem:
    """Two numbers differ when their difference is not zero."""
    premise, same = assume(negation(equation(plus(x, minus(y)), ZERO))), assume(equation(x, y))
    difference = to(replaced(ring(plus(x, minus(y)), plus(minus(y), x)), same), ZERO)
    result = discharge(same.conclusion, mp(premise, difference))
    return close(discharge(premise.conclusion, result), x, y)


@lemma("∀x y:ℝ. 0 < x ⇒ 0 < y ⇒ 0 < x * y")
def mul_pos() -> Theorem:
    """A product of positive numbers is positive."""
    first, second = assume(lt(ZERO, x)), assume(lt(ZERO, y))
    nonneg = fact("le_mul", {}, x, y, premises=(_weaken(first, x), _weaken(second, y)))
    nonzero = fact("mul_ne", {}, x, y, premises=(_nonzero(first, x), _nonzero(second, y)))
    positive = fact("nonneg_ne_pos", {}, times(x, y), premises=(nonneg, nonzero))
    return close(discharge(first.conclusion, discharge(second.conclusion, positive)), x, y)


def _weaken(positive: Theorem, value: Term) -> Theorem:
    return fact("lt_le", {}, ZERO, value, premises=(positive,))


def _nonzero(positive: Theorem, value: Term) -> Theorem:
    return fact("pos_ne", {}, value, premises=(positive,))


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ 0 ≤ x + y")
def add_nonneg() -> Theorem:
    """A sum of nonnegative numbers is nonnegative."""
    first, second = assume(le(ZERO, x)), assume(le(ZERO, y))
    shifted = fact("le_add", {}, ZERO, x, y, premises=(first,))  # 0 + y ≤ x + y
    shifted = rewrite_proposition(shifted, ring(plus(ZERO, y), y))
    result = fact("le_trans", {}, ZERO, y, plus(x, y), premises=(second, shifted))
    return close(discharge(first.conclusion, discharge(second.conclusion, result)), x, y)


@lemma("∀x y:ℝ. 0 < x ⇒ 0 ≤ y ⇒ 0 < x + y")
def add_pos() -> Theorem:
    """A positive plus a nonnegative number is positive."""
    first, second = assume(lt(ZERO, x)), assume(le(ZERO, y))
    shifted = fact("le_add", {}, ZERO, y, x, premises=(second,))  # 0 + x ≤ y + x
    shifted = rewrite_proposition(shifted, ring(plus(ZERO, x), x), ring(plus(y, x), plus(x, y)))
    below = assume(le(plus(x, y), ZERO))
    false = mp(first, fact("le_trans", {}, x, plus(x, y), ZERO, premises=(shifted, below)))
    result = discharge(below.conclusion, false)
    return close(discharge(first.conclusion, discharge(second.conclusion, result)), x, y)


@lemma("∀x:ℝ. 0 < x ⇒ 0 < inv x")
def inv_pos() -> Theorem:
    """The inverse of a positive number is positive: otherwise 1 = x · x⁻¹ would be at most 0."""
    positive, below = assume(lt(ZERO, x)), assume(le(inv(x), ZERO))
    shifted = fact("le_add", {}, inv(x), ZERO, minus(inv(x)), premises=(below,))
    shifted = rewrite_proposition(
        shifted, ring(plus(inv(x), minus(inv(x))), ZERO), ring(plus(ZERO, minus(inv(x))), minus(inv(x)))
    )  # 0 ≤ −x⁻¹
    product = fact("le_mul", {}, x, minus(inv(x)), premises=(_weaken(positive, x), shifted))
    one = fact("inv_mul", {}, x, premises=(_nonzero(positive, x),))
    value = to(replaced(to(refl(times(x, minus(inv(x)))), minus(times(x, inv(x)))), one), MINUS)
    product = rewrite_proposition(product, value)  # 0 ≤ −1
    shifted = fact("le_add", {}, ZERO, MINUS, ONE, premises=(product,))
    shifted = rewrite_proposition(shifted, ring(plus(ZERO, ONE), ONE), ring(plus(MINUS, ONE), ZERO))
    result = discharge(below.conclusion, mp(fact("zero_lt_one"), shifted))
    return close(discharge(positive.conclusion, result), x)


@lemma("∀x:ℝ. 0 ≤ x ⇒ 0 ≤ inv x")
def inv_nonneg() -> Theorem:
    """The inverse of a nonnegative number is nonnegative, at 0 by convention."""
    nonneg, zero = assume(le(ZERO, x)), assume(equation(x, ZERO))
    at_zero = chain(ap_term(const("inv"), zero), fact("inv_zero"))
    at_zero = eq_mp(ap_term(app(LE, ZERO), symmetric(at_zero)), fact("le_refl", {}, ZERO))
    positive = fact("nonneg_ne_pos", {}, x, premises=(nonneg, assume(negation(zero.conclusion))))
    otherwise = _weaken(fact("inv_pos", {}, x, premises=(positive,)), inv(x))
    return close(discharge(nonneg.conclusion, by_cases(zero.conclusion, at_zero, otherwise)), x)


@lemma("∀x:ℝ. 0 ≤ x * x")
def square_nonneg() -> Theorem:
    """A square is nonnegative, whatever the sign."""
    nonneg, negative = assume(le(ZERO, x)), assume(negation(le(ZERO, x)))
    below = fact("le_total", {}, ZERO, x, premises=(negative,))  # x ≤ 0
    shifted = fact("le_add", {}, x, ZERO, minus(x), premises=(below,))
    shifted = rewrite_proposition(shifted, ring(plus(x, minus(x)), ZERO), ring(plus(ZERO, minus(x)), minus(x)))
    opposite = fact("le_mul", {}, minus(x), minus(x), premises=(shifted,))
    opposite = rewrite_proposition(opposite, ring(times(minus(x), minus(x)), times(x, x)))
    return close(by_cases(nonneg.conclusion, fact("le_mul", {}, x, x, premises=(nonneg,)), opposite), x)


@lemma("∀x:ℝ. 0 < x ⇒ 0 < sqrt x")
def sqrt_pos() -> Theorem:
    """The root of a positive number is positive: if it were 0, so would be its square."""
    positive = assume(lt(ZERO, x))
    root = app(const("sqrt"), x)
    nonneg = _weaken(positive, x)
    zero = assume(equation(root, ZERO))
    square = chain(symmetric(fact("sqrt_square", {}, x, premises=(nonneg,))), binary(MUL, zero, zero))
    nonzero = discharge(zero.conclusion, mp(_nonzero(positive, x), to(square, ZERO)))
    result = fact("nonneg_ne_pos", {}, root, premises=(fact("sqrt_nonneg", {}, x, premises=(nonneg,)), nonzero))
    return close(discharge(positive.conclusion, result), x)


def sqrt(t: Term) -> Term:
    """Return √t."""
    return app(const("sqrt"), t)


@lemma("∀x y:ℝ. x ≤ y ⇒ 0 ≤ y + -1 * x")
def sub_nonneg() -> Theorem:
    """Add −x to both sides."""
    known = assume(le(x, y))
    moved = fact("le_add", {}, x, y, minus(x), premises=(known,))
    return close(discharge(known.conclusion, rewrite_proposition(moved, ring(plus(x, minus(x)), ZERO))), x, y)


@lemma("∀x y:ℝ. x < y ⇒ 0 < y + -1 * x")
def sub_pos() -> Theorem:
    """Otherwise y − x ≤ 0, and adding x gives y ≤ x."""
    known, difference = assume(lt(x, y)), plus(y, minus(x))
    opposite = assume(le(difference, ZERO))
    back = fact("le_add", {}, difference, ZERO, x, premises=(opposite,))
    back = rewrite_proposition(back, ring(plus(difference, x), y), ring(plus(ZERO, x), x))
    negated = discharge(opposite.conclusion, mp(known, back))
    return close(discharge(known.conclusion, negated), x, y)


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ sqrt x ≤ sqrt y ⇒ x ≤ y")
def sqrt_le() -> Theorem:
    """y − x = (√y − √x)(√y + √x), a product of numbers that are not negative."""
    signs, known = [assume(le(ZERO, v)) for v in (x, y)], assume(le(sqrt(x), sqrt(y)))
    first, second = (fact("sqrt_nonneg", {}, v, premises=(sign,)) for v, sign in zip((x, y), signs, strict=True))
    difference, total = plus(sqrt(y), minus(sqrt(x))), plus(sqrt(y), sqrt(x))
    factors = (
        fact("sub_nonneg", {}, sqrt(x), sqrt(y), premises=(known,)),
        fact("add_nonneg", {}, sqrt(y), sqrt(x), premises=(second, first)),
    )
    product = fact("le_mul", {}, difference, total, premises=factors)
    squares = plus(times(sqrt(y), sqrt(y)), minus(times(sqrt(x), sqrt(x))))
    roots = [fact("sqrt_square", {}, v, premises=(sign,)) for v, sign in zip((x, y), signs, strict=True)]
    expanded = replaced(ring(times(difference, total), squares), *roots)
    result = fact("le_of_nonneg", {}, x, y, premises=(rewrite_proposition(product, expanded),))
    for premise in (known, signs[1], signs[0]):
        result = discharge(premise.conclusion, result)
    return close(result, x, y)


@lemma("∀x y:ℝ. x + -1 * y = 0 ⇒ x = y")
def equal_of_difference() -> Theorem:
    """Numbers are equal where their difference is 0."""
    zero = assume(equation(plus(x, minus(y)), ZERO))
    return close(discharge(zero.conclusion, to(replaced(ring(x, plus(plus(x, minus(y)), y)), zero), y)), x, y)


@lemma("∀x:ℝ. x * x = 0 ⇒ x = 0")
def square_zero() -> Theorem:
    """A number is 0 when its square is."""
    square, zero = assume(equation(times(x, x), ZERO)), assume(equation(x, ZERO))
    otherwise = fact("mul_zero", {}, x, x, premises=(square, assume(negation(zero.conclusion))))
    return close(discharge(square.conclusion, by_cases(zero.conclusion, zero, otherwise)), x)


@lemma("sqrt 0 = 0")
def sqrt_zero() -> Theorem:
    """Its square is 0."""
    square = fact("sqrt_square", {}, ZERO, premises=(fact("le_refl", {}, ZERO),))
    return fact("square_zero", {}, app(const("sqrt"), ZERO), premises=(square,))


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ x * x = y * y ⇒ x = y")
def equal_of_squares() -> Theorem:
    """Either x + y is 0, and then both are, or x − y is, since (x + y)(x − y) = 0."""
    signs, squares = [assume(le(ZERO, v)) for v in (x, y)], assume(equation(times(x, x), times(y, y)))
    total, difference = plus(x, y), plus(x, minus(y))
    nothing = assume(equation(total, ZERO))
    zeros = []
    for v, other in ((0, 1), (1, 0)):
        u = (x, y)[v]
        opposite = replaced(ring((x, y)[other], plus(total, minus(u))), nothing)  # 0 ≤ 0 − u
        below = fact("le_of_nonneg", {}, u, ZERO, premises=(rewrite_proposition(signs[other], opposite),))
        zeros.append(fact("le_antisym", {}, u, ZERO, premises=(below, signs[v])))
    product = replaced(ring(times(total, difference), plus(times(x, x), minus(times(y, y)))), squares)
    product = to(product, ZERO)
    otherwise = fact("mul_zero", {}, total, difference, premises=(product, assume(negation(nothing.conclusion))))
    otherwise = to(replaced(ring(x, plus(difference, y)), otherwise), y)
    result = by_cases(nothing.conclusion, chain(zeros[0], symmetric(zeros[1])), otherwise)
    for premise in (squares, signs[1], signs[0]):
        result = discharge(premise.conclusion, result)
    return close(result, x, y)
