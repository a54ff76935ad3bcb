"""Lemmas of order: inequalities, signs, squares and roots, and which numbers are not zero."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import negation
from ...kernel.terms import Term, app, const, equation
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, binary, chain, close, discharge, mp, symmetric
from ..logic.formulas import LE, MINUS, MUL, ONE, ZERO, inv, le, lt, minus, plus, times, x, y
from .facts import fact, infer, lemma
from .outlines import rewriting, squeezed, through, use
from .propositions import by_cases


@lemma("∀x:ℝ. x ≤ x")
def le_refl() -> Theorem:
    """Reflexivity, from totality."""
    goal = le(x, x)
    return by_cases(goal, assume(goal), infer("le_total", assume(negation(goal))))


@lemma("∀x y:ℝ. x < y ⇒ x ≤ y")
def lt_le() -> Theorem:
    """A strict inequality is an inequality."""
    return close(discharge(lt(x, y), fact("le_total", y, x)), x, y)


@lemma("∀x y:ℝ. x = y ⇒ x ≤ y")
def le_of_eq() -> None:
    """Equal numbers are in order."""


@lemma("∀x y z:ℝ. x < y ⇒ y ≤ z ⇒ x < z")
def lt_le_trans(strict: Theorem, weak: Theorem, back: Theorem) -> Theorem:
    """Transitivity whose first part is strict: otherwise y ≤ z ≤ x."""
    return mp(strict, infer("le_trans", weak, back))


@lemma("∀x y z:ℝ. x ≤ y ⇒ y < z ⇒ x < z")
def le_lt_trans(weak: Theorem, strict: Theorem, back: Theorem) -> Theorem:
    """Transitivity whose second part is strict: otherwise z ≤ x ≤ y."""
    return mp(strict, infer("le_trans", back, weak))


@lemma("∀x:ℝ. 0 < x ⇒ x ≠ 0")
def pos_ne(positive: Theorem, zero: Theorem) -> Theorem:
    """A positive number is not zero: ¬(0 ≤ 0) would make 0 ≤ 0, from totality."""
    below = rewrite_proposition(positive, zero)  # 0 < 0
    return mp(below, infer("le_total", below))


@lemma("∀x:ℝ. 0 ≤ x ⇒ x ≠ 0 ⇒ 0 < x")
def nonneg_ne_pos(nonneg: Theorem, nonzero: Theorem, below: Theorem) -> Theorem:
    """A nonnegative number other than zero is positive."""
    return mp(nonzero, infer("le_antisym", below, nonneg))


@lemma("1 ≠ 0")
def one_ne_zero() -> Theorem:
    """One is not zero."""
    return infer("pos_ne", fact("zero_lt_one"))


@lemma("∀x y:ℝ. x * y = 0 ⇒ x ≠ 0 ⇒ y = 0")
def mul_zero(product: Theorem, nonzero: Theorem) -> Theorem:
    """A field has no zero divisors."""
    one = infer("inv_mul", nonzero)
    step = to(refl(y), times(y, ONE))
    step = chain(step, ap_term(app(MUL, y), symmetric(one)))
    step = replaced(to(step, times(inv(x), times(x, y))), product)
    return to(step, ZERO)


@lemma("∀x y:ℝ. x ≠ 0 ⇒ y ≠ 0 ⇒ x * y ≠ 0")
def mul_ne(first: Theorem, second: Theorem, product: Theorem) -> Theorem:
    """A product of nonzero numbers is not zero."""
    return mp(second, infer("mul_zero", product, first))


@lemma("∀x y:ℝ. x * y ≠ 0 ⇒ x ≠ 0")
def factor_ne(apart: Theorem, zero: Theorem) -> Theorem:
    """No factor of a product that is not 0 is 0: 0·y = 0."""
    return mp(apart, chain(binary(MUL, zero, refl(y)), ring(times(ZERO, y), ZERO)))


@lemma("∀x y:ℝ. 0 ≤ y + -1 * x ⇒ x ≤ y")
def le_of_nonneg(premise: Theorem) -> Theorem:
    """An inequality from the sign of the difference."""
    shifted = fact("le_add", ZERO, plus(y, minus(x)), x, premises=(premise,))
    return rewrite_proposition(shifted, ring(plus(ZERO, x), x), ring(plus(plus(y, minus(x)), x), y))


@lemma("∀x y:ℝ. 0 < y + -1 * x ⇒ x < y")
def lt_of_pos(premise: Theorem, below: Theorem) -> Theorem:
    """A strict inequality from the sign of the difference."""
    shifted = fact("le_add", y, x, minus(x), premises=(below,))
    shifted = rewrite_proposition(shifted, ring(plus(x, minus(x)), ZERO))
    return mp(premise, shifted)


@lemma("∀x y:ℝ. x + -1 * y ≠ 0 ⇒ x ≠ y")
def ne_of_sub(premise: Theorem, same: Theorem) -> Theorem:
    """Two numbers differ when their difference is not zero."""
    difference = to(replaced(ring(plus(x, minus(y)), plus(minus(y), x)), same), ZERO)
    return mp(premise, difference)


@lemma("∀x y:ℝ. 0 < x ⇒ 0 < y ⇒ 0 < x * y")
def mul_pos(first: Theorem, second: Theorem) -> Theorem:
    """A product of positive numbers is positive."""
    nonneg = infer("le_mul", infer("lt_le", first), infer("lt_le", second))
    nonzero = infer("mul_ne", infer("pos_ne", first), infer("pos_ne", second))
    return infer("nonneg_ne_pos", nonneg, nonzero)


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ 0 ≤ x + y")
def add_nonneg(first: Theorem, second: Theorem) -> Theorem:
    """A sum of nonnegative numbers is nonnegative."""
    shifted = fact("le_add", ZERO, x, y, premises=(first,))  # 0 + y ≤ x + y
    shifted = rewrite_proposition(shifted, ring(plus(ZERO, y), y))
    return infer("le_trans", second, shifted)


@lemma("∀x y:ℝ. 0 < x ⇒ 0 ≤ y ⇒ 0 < x + y")
def add_pos(first: Theorem, second: Theorem, below: Theorem) -> Theorem:
    """A positive plus a nonnegative number is positive."""
    shifted = fact("le_add", ZERO, y, x, premises=(second,))  # 0 + x ≤ y + x
    shifted = rewrite_proposition(shifted, ring(plus(ZERO, x), x), ring(plus(y, x), plus(x, y)))
    return mp(first, infer("le_trans", shifted, below))


@lemma("∀x:ℝ. 0 < x ⇒ 0 < inv x")
def inv_pos(positive: Theorem, below: Theorem) -> Theorem:
    """The inverse of a positive number is positive: otherwise 1 = x · x⁻¹ would be at most 0."""
    shifted = fact("le_add", inv(x), ZERO, minus(inv(x)), premises=(below,))
    shifted = rewrite_proposition(
        shifted, ring(plus(inv(x), minus(inv(x))), ZERO), ring(plus(ZERO, minus(inv(x))), minus(inv(x)))
    )  # 0 ≤ −x⁻¹
    product = infer("le_mul", infer("lt_le", positive), shifted)
    one = infer("inv_mul", infer("pos_ne", positive))
    value = to(replaced(to(refl(times(x, minus(inv(x)))), minus(times(x, inv(x)))), one), MINUS)
    product = rewrite_proposition(product, value)  # 0 ≤ −1
    shifted = fact("le_add", ZERO, MINUS, ONE, premises=(product,))
    shifted = rewrite_proposition(shifted, ring(plus(ZERO, ONE), ONE), ring(plus(MINUS, ONE), ZERO))
    return mp(fact("zero_lt_one"), shifted)


@lemma("∀x:ℝ. 0 ≤ x ⇒ 0 ≤ inv x")
def inv_nonneg(nonneg: Theorem) -> Theorem:
    """The inverse of a nonnegative number is nonnegative, at 0 by convention."""
    zero = assume(equation(x, ZERO))
    at_zero = chain(ap_term(const("inv"), zero), fact("inv_zero"))
    at_zero = eq_mp(ap_term(app(LE, ZERO), symmetric(at_zero)), fact("le_refl", ZERO))
    positive = infer("nonneg_ne_pos", nonneg, assume(negation(zero.conclusion)))
    otherwise = infer("lt_le", infer("inv_pos", positive))
    return by_cases(zero.conclusion, at_zero, otherwise)


@lemma("∀x:ℝ. 0 ≤ x * x")
def square_nonneg() -> Theorem:
    """A square is nonnegative, whatever the sign."""
    nonneg, negative = assume(le(ZERO, x)), assume(negation(le(ZERO, x)))
    below = infer("le_total", negative)  # x ≤ 0
    shifted = fact("le_add", x, ZERO, minus(x), premises=(below,))
    shifted = rewrite_proposition(shifted, ring(plus(x, minus(x)), ZERO), ring(plus(ZERO, minus(x)), minus(x)))
    opposite = fact("le_mul", minus(x), minus(x), premises=(shifted,))
    opposite = rewrite_proposition(opposite, ring(times(minus(x), minus(x)), times(x, x)))
    return by_cases(nonneg.conclusion, fact("le_mul", x, x, premises=(nonneg,)), opposite)


@lemma("∀x:ℝ. 0 < x ⇒ 0 < sqrt x")
def sqrt_pos(positive: Theorem, below: Theorem) -> Theorem:
    """The root of a positive number is positive: if it were 0, so would be its square."""
    nonneg = infer("lt_le", positive)
    zero = infer("le_antisym", below, infer("sqrt_nonneg", nonneg))
    square = chain(symmetric(infer("sqrt_square", nonneg)), binary(MUL, zero, zero))
    return mp(infer("pos_ne", positive), to(square, ZERO))


def sqrt(t: Term) -> Term:
    """Return √t."""
    return app(const("sqrt"), t)


@lemma("∀x y:ℝ. x ≤ y ⇒ 0 ≤ y + -1 * x")
def sub_nonneg(known: Theorem) -> Theorem:
    """Add −x to both sides."""
    moved = fact("le_add", x, y, minus(x), premises=(known,))
    return rewrite_proposition(moved, ring(plus(x, minus(x)), ZERO))


@lemma("∀x y:ℝ. x < y ⇒ 0 < y + -1 * x")
def sub_pos(known: Theorem, opposite: Theorem) -> Theorem:
    """Otherwise y − x ≤ 0, and adding x gives y ≤ x."""
    difference = plus(y, minus(x))
    back = fact("le_add", difference, ZERO, x, premises=(opposite,))
    back = rewrite_proposition(back, ring(plus(difference, x), y), ring(plus(ZERO, x), x))
    return mp(known, back)


@lemma(
    "∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ sqrt x ≤ sqrt y ⇒ x ≤ y",
    by=through(
        *(use(f"sqrt_{name}", v) for name in ("nonneg", "square") for v in "xy"),
        use("∀u v:ℝ. 0 ≤ u ⇒ u ≤ v ⇒ u * u ≤ v * v", "sqrt x", "sqrt y"),
        then=rewriting,
    ),
)
def sqrt_le() -> None:
    """y − x = (√y − √x)(√y + √x), a product of numbers that are not negative."""


@lemma("∀x y:ℝ. x + -1 * y = 0 ⇒ x = y")
def equal_of_difference() -> None:
    """Numbers are equal where their difference is 0."""


@lemma("∀x:ℝ. x * x = 0 ⇒ x = 0", by=squeezed)
def square_zero() -> None:
    """A number is 0 when its square is."""


@lemma("sqrt 0 = 0")
def sqrt_zero() -> None:
    """Its square is 0."""


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ x * x = y * y ⇒ x = y", by=squeezed)
def equal_of_squares() -> None:
    """Either x + y is 0, and then both are, or x − y is, since (x + y)(x − y) = 0."""
