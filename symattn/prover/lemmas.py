"""Lemmas of logic, order and inverses, each proved from the axioms.

A lemma is a statement in the kernel's notation and a proof that runs when the lemma is first used.
"""

from __future__ import annotations

from ..kernel.rules import Theorem, assume, eq_mp
from ..kernel.syntax import FALSE, TRUE, implication, negation
from ..kernel.terms import (
    Term,
    Var,
    app,
    const,
    equation,
)
from .cached_rules import refl, ring
from .conversions import replaced, to
from .formulas import (
    ADD,
    LE,
    MINUS,
    MUL,
    ONE,
    ZERO,
    absurd,
    by_cases,
    close,
    inv,
    le,
    lt,
    minus,
    p,
    plus,
    q,
    rewrite_proposition,
    times,
    truth_values,
    x,
    y,
)
from .library import fact, lemma
from .logic import (
    TRUTH,
    ap_term,
    binary,
    chain,
    discharge,
    mp,
    right,
    symmetric,
)

# ---------------------------------------------------------------------------------------------------------------- logic


@lemma("∀p q:𝔹. (p ⇒ q) ⇒ (¬p ⇒ q) ⇒ q")
def cases() -> Theorem:
    """Law of the excluded middle, from the two truth values."""

    def statement(b: Term) -> Term:
        return implication(implication(b, q), implication(implication(negation(b), q), q))

    def introduce(b: Term, proof: Theorem) -> Theorem:
        return discharge(implication(b, q), discharge(implication(negation(b), q), proof))

    at_true = introduce(TRUE, mp(assume(implication(TRUE, q)), TRUTH))
    not_false = discharge(FALSE, assume(FALSE))
    at_false = introduce(FALSE, mp(assume(implication(negation(FALSE), q)), not_false))
    return close(truth_values(statement, p, at_true, at_false), p, q)


@lemma("∀p:𝔹. ¬¬p ⇒ p")
def not_not() -> Theorem:
    """Double negation."""
    double = assume(negation(negation(p)))
    if_false = absurd(assume(negation(p)), double, p)
    return close(discharge(double.conclusion, by_cases(p, assume(p), if_false)), p)


# ---------------------------------------------------------------------------------------------------------------- order


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


# ------------------------------------------------------------------------------------------------- inverses, exp, sin²


@lemma("inv 1 = 1")
def inv_one() -> Theorem:
    """One is its own inverse."""
    return chain(ring(inv(ONE), times(ONE, inv(ONE))), fact("inv_mul", {}, ONE, premises=(fact("one_ne_zero"),)))


@lemma("∀x y:ℝ. x * y = 1 ⇒ inv x = y")
def inv_unique() -> Theorem:
    """Inverses are unique."""
    product, zero = assume(equation(times(x, y), ONE)), assume(equation(x, ZERO))
    one = to(replaced(symmetric(product), zero), ZERO)  # 1 = 0
    nonzero = discharge(zero.conclusion, mp(fact("one_ne_zero"), one))
    inverse = fact("inv_mul", {}, x, premises=(nonzero,))
    step = chain(to(refl(inv(x)), times(inv(x), ONE)), ap_term(app(MUL, inv(x)), symmetric(product)))
    step = to(replaced(to(step, times(y, times(x, inv(x)))), inverse), y)
    return close(discharge(product.conclusion, step), x, y)


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
    ones = [fact("inv_mul", {}, v, premises=(h,)) for v, h in zip((x, y), premises, strict=True)]
    product = to(refl(times(times(x, y), target)), times(times(x, inv(x)), times(y, inv(y))))
    product = to(replaced(product, *ones), ONE)
    general = fact("inv_unique", {}, times(x, y), target, premises=(product,))
    inner = by_cases(equation(y, ZERO), vanishing(y), general)
    return close(by_cases(equation(x, ZERO), vanishing(x), inner), x, y)


@lemma("∀x:ℝ. inv (inv x) = x")
def inv_inv() -> Theorem:
    """The inverse is an involution, at 0 by convention."""
    zero, nonzero = assume(equation(x, ZERO)), assume(negation(equation(x, ZERO)))
    at_zero = chain(replaced(refl(inv(inv(x))), zero, fact("inv_zero"), fact("inv_zero")), symmetric(zero))
    product = chain(ring(times(inv(x), x), times(x, inv(x))), fact("inv_mul", {}, x, premises=(nonzero,)))
    return close(by_cases(zero.conclusion, at_zero, fact("inv_unique", {}, inv(x), x, premises=(product,))), x)


@lemma("∀x:ℝ. inv (exp x) = exp (-1 * x)")
def inv_exp() -> Theorem:
    """The inverse of an exponential."""
    negative = minus(x)
    exp = const("exp")
    product = chain(
        symmetric(fact("exp_add", {}, x, negative)),
        ap_term(exp, ring(plus(x, negative), ZERO)),
        fact("exp_zero"),
    )
    return close(fact("inv_unique", {}, app(exp, x), app(exp, negative), premises=(product,)), x)


@lemma("∀x:ℝ. sin x * sin x = 1 + -1 * (cos x * cos x)")
def sin_square() -> Theorem:
    """Pythagoras, from the addition theorem at x and −x."""
    sin, cos = app(const("sin"), x), app(const("cos"), x)
    at_zero = chain(ap_term(const("cos"), ring(plus(x, minus(x)), ZERO)), fact("cos_zero"))
    added = replaced(fact("cos_add", {}, x, minus(x)), fact("cos_neg", {}, x), fact("sin_neg", {}, x))
    one = chain(symmetric(at_zero), added)  # 1 = cos·cos + −(sin·(−sin))
    square = times(sin, sin)
    rest = right(one)
    step = to(refl(square), plus(rest, minus(times(cos, cos))))
    step = chain(step, binary(ADD, symmetric(one), refl(minus(times(cos, cos)))))
    return close(step, x)
