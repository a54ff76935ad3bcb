"""The lemma library: elementary facts of logic, order, inverses, indicators and indices, each proved from the axioms.

A lemma is a statement in the kernel's notation and a proof that runs when the lemma is first used.  In the proofs,
``x``, ``y`` … are free variables that ``gen`` binds at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..kernel.rules import Theorem, assume, deduct_antisym, eq_mp
from ..kernel.syntax import FALSE, TRUE, conjunction, forall, implication, negation
from ..kernel.terms import (
    BOOL,
    REAL,
    Size,
    Term,
    Var,
    abstract,
    app,
    const,
    equation,
    fin,
    fun,
    literal,
    var,
)
from .conversions import replaced, to
from .instances import refl, ring
from .library import fact, lemma
from .logic import (
    TRUTH,
    ap_term,
    binary,
    chain,
    conjoin,
    contradiction,
    discharge,
    first_conjunct,
    gen,
    is_false,
    is_true,
    left,
    mp,
    right,
    second_conjunct,
    spec,
    symmetric,
)

p, q = var("p", BOOL), var("q", BOOL)
x, y, z = var("x", REAL), var("y", REAL), var("z", REAL)
ADD, MUL, LE, IND = const("+"), const("*"), const("≤"), const("ind")
ZERO, ONE, MINUS = literal(0, REAL), literal(1, REAL), literal(-1, REAL)
n, m, k = Size.variable("n"), Size.variable("m"), Size.variable("k")
TWO = Size.number(2)
UNIT = Size.number(1)


def plus(a: Term, b: Term) -> Term:
    """Return a + b."""
    return app(ADD, a, b)


def times(a: Term, b: Term) -> Term:
    """Return a * b."""
    return app(MUL, a, b)


def minus(a: Term) -> Term:
    """Return −a."""
    return app(MUL, MINUS, a)


def inv(a: Term) -> Term:
    """Return a⁻¹."""
    return app(const("inv"), a)


def le(a: Term, b: Term) -> Term:
    """Return a ≤ b."""
    return app(LE, a, b)


def lt(a: Term, b: Term) -> Term:
    """Return a < b."""
    return negation(le(b, a))


def ind(proposition: Term) -> Term:
    """Return the indicator of a proposition."""
    return app(IND, proposition)


def number(value: int | Fraction) -> Term:
    """Return a rational number as a real literal."""
    return literal(value, REAL)


def close(theorem: Theorem, *variables: Var) -> Theorem:
    """Bind the variables by ∀, the first one outermost."""
    for variable in reversed(variables):
        theorem = gen(variable, theorem)
    return theorem


def rewrite_proposition(theorem: Theorem, *equations: Theorem) -> Theorem:
    """Infer Γ ⊢ p' from Γ ⊢ p by rewriting p with the equations."""
    return eq_mp(replaced(refl(theorem.conclusion), *equations), theorem)


def truth_values(body: Callable[[Term], Term], value: Term, at_true: Theorem, at_false: Theorem) -> Theorem:
    """Infer ⊢ body(value) for any proposition ``value`` from ⊢ body(⊤) and ⊢ body(⊥)."""
    return fact("bool_cases", {}, abstract(p, body(p)), value, premises=(at_true, at_false))


def by_cases(proposition: Term, if_true: Theorem, if_false: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ q from Γ, p ⊢ q and Δ, ¬p ⊢ q."""
    return fact(
        "cases",
        {},
        proposition,
        if_true.conclusion,
        premises=(discharge(proposition, if_true), discharge(negation(proposition), if_false)),
    )


def absurd(theorem: Theorem, negated: Theorem, goal: Term) -> Theorem:
    """Infer any goal from ⊢ p and ⊢ ¬p."""
    return contradiction(mp(negated, theorem), goal)


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


def inverse_of_literal(value: Fraction) -> Theorem:
    """Infer ⊢ inv q = 1/q for a rational number q, 0 for q = 0."""
    if value == 0:
        return fact("inv_zero")
    product = ring(times(number(value), number(1 / value)), ONE)
    return fact("inv_unique", {}, number(value), number(1 / value), premises=(product,))


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


# ----------------------------------------------------------------------------------------------------------- indicators


@lemma("∀p:𝔹. ind p * ind p = ind p")
def ind_square() -> Theorem:
    """An indicator is idempotent."""

    def at(value: Theorem) -> Theorem:
        square = replaced(refl(times(left(value), left(value))), value)
        return chain(to(square, right(value)), symmetric(value))

    return close(
        truth_values(lambda b: equation(times(ind(b), ind(b)), ind(b)), p, at(fact("ind_true")), at(fact("ind_false"))),
        p,
    )


@lemma("∀p:𝔹. 0 ≤ ind p")
def ind_nonneg() -> Theorem:
    """An indicator is nonnegative."""
    one = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("ind_true"))), _weaken(fact("zero_lt_one"), ONE))
    nil = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("ind_false"))), fact("le_refl", {}, ZERO))
    return close(truth_values(lambda b: le(ZERO, ind(b)), p, one, nil), p)


@lemma("∀p q:𝔹. ind (p ∧ q) = ind p * ind q")
def ind_and() -> Theorem:
    """The indicator of a conjunction."""
    both = assume(conjunction(TRUE, q))
    second = second_conjunct(both)
    same = deduct_antisym(second, conjoin(TRUTH, assume(q)))  # q = (⊤ ∧ q)
    at_true = chain(
        ap_term(IND, symmetric(same)),
        ring(ind(q), times(ONE, ind(q))),
        binary(MUL, symmetric(fact("ind_true")), refl(ind(q))),
    )
    impossible = assume(conjunction(FALSE, q))
    nothing = first_conjunct(impossible)
    same = deduct_antisym(nothing, contradiction(assume(FALSE), impossible.conclusion))  # ⊥ = (⊥ ∧ q)
    at_false = chain(
        ap_term(IND, symmetric(same)),
        fact("ind_false"),
        ring(ZERO, times(ZERO, ind(q))),
        binary(MUL, symmetric(fact("ind_false")), refl(ind(q))),
    )
    body = lambda b: equation(ind(conjunction(b, q)), times(ind(b), ind(q)))  # noqa: E731
    return close(truth_values(body, p, at_true, at_false), p, q)


@lemma("∀p:𝔹. ind (¬p) = 1 + -1 * ind p")
def ind_not() -> Theorem:
    """The indicator of a negation."""
    not_true = discharge(negation(TRUE), mp(assume(negation(TRUE)), TRUTH))  # ¬⊤ ⇒ ⊥
    first = chain(
        ap_term(IND, is_false(not_true)),
        fact("ind_false"),
        ring(ZERO, plus(ONE, minus(ONE))),
        ap_term(app(ADD, ONE), ap_term(app(MUL, MINUS), symmetric(fact("ind_true")))),
    )
    not_false = discharge(FALSE, assume(FALSE))
    second = chain(
        ap_term(IND, is_true(not_false)),
        fact("ind_true"),
        ring(ONE, plus(ONE, minus(ZERO))),
        ap_term(app(ADD, ONE), ap_term(app(MUL, MINUS), symmetric(fact("ind_false")))),
    )
    body = lambda b: equation(ind(negation(b)), plus(ONE, minus(ind(b))))  # noqa: E731
    return close(truth_values(body, p, first, second), p)


_I, _J = var("i", fin(n)), var("j", fin(n))
_F = var("f", fun(fin(n), REAL))


@lemma("∀f:[n]→ℝ, i j:[n]. ind (i = j) * f i = ind (i = j) * f j")
def delta_subst() -> Theorem:
    """Under a Kronecker delta, one index may stand for the other."""
    same = equation(_I, _J)
    if_true = ap_term(app(MUL, ind(same)), ap_term(_F, assume(same)))
    nil = chain(ap_term(IND, is_false(assume(negation(same)))), fact("ind_false"))
    vanish = [to(replaced(refl(times(ind(same), app(_F, index))), nil), ZERO) for index in (_I, _J)]
    if_false = chain(vanish[0], symmetric(vanish[1]))
    return close(by_cases(same, if_true, if_false), _F, _I, _J)


@lemma("∀p:𝔹. eexp (allow p) = ind p")
def eexp_allow() -> Theorem:
    """The exponential of a mask entry is its indicator."""
    eexp, allow = const("eexp"), const("allow")
    first = chain(
        ap_term(eexp, fact("allow_true")), fact("eexp_emb", {}, ZERO), fact("exp_zero"), symmetric(fact("ind_true"))
    )
    second = chain(ap_term(eexp, fact("allow_false")), fact("eexp_ninf"), symmetric(fact("ind_false")))
    body = lambda b: equation(app(eexp, app(allow, b)), ind(b))  # noqa: E731
    return close(truth_values(body, p, first, second), p)


@lemma("∀c:ℝ, p:𝔹. 0 < c ⇒ times c (allow p) = allow p")
def times_allow() -> Theorem:
    """Scaling by a positive number leaves a mask entry as it is."""
    c = var("c", REAL)
    positive = assume(lt(ZERO, c))
    scale, allow = app(const("times"), c), const("allow")
    first = chain(
        ap_term(scale, fact("allow_true")),
        fact("times_emb", {}, c, ZERO, premises=(positive,)),
        ap_term(const("emb"), ring(times(c, ZERO), ZERO)),
        symmetric(fact("allow_true")),
    )
    second = chain(
        ap_term(scale, fact("allow_false")),
        fact("times_ninf", {}, c, premises=(positive,)),
        symmetric(fact("allow_false")),
    )
    body = lambda b: equation(app(scale, app(allow, b)), app(allow, b))  # noqa: E731
    return close(discharge(positive.conclusion, truth_values(body, p, first, second)), c, p)


# ----------------------------------------------------------------------------------------------------- indices and sums


@lemma("(Σ i:[n]. 0) = 0")
def sum_zero() -> Theorem:
    """A sum of zeros is zero."""
    f = abstract(_I, ZERO)
    scaled = fact("sum_mul", {}, ZERO, f)  # (Σ 0·0) = 0·(Σ 0)
    return to(chain(replaced(refl(app(const("sum", n), f)), ring(ZERO, times(ZERO, ZERO))), scaled), ZERO)


@lemma("∀f:[2]→ℝ. (Σ i:[2]. f i) = f 0@[2] + f 1@[2]")
def sum_two() -> Theorem:
    """A sum of two terms."""
    f = var("f", fun(fin(TWO), REAL))
    first, second = var("i", fin(UNIT)), var("j", fin(UNIT))
    split = fact("sum_split", {"m": UNIT, "k": UNIT}, f)
    ones = [
        fact("sum_one", {}, abstract(v, app(f, app(const(side, UNIT, UNIT), v))))
        for v, side in ((first, "inl"), (second, "inr"))
    ]
    return close(replaced(split, *ones, fact("fin_two_left"), fact("fin_two_right")), f)


@lemma("∀P:[2]→𝔹. P 0@[2] ⇒ P 1@[2] ⇒ (∀i:[2]. P i)")
def fin_two() -> Theorem:
    """An index below 2 is 0 or 1."""
    predicate = var("P", fun(fin(TWO), BOOL))
    premises = [assume(app(predicate, literal(value, fin(TWO)))) for value in (0, 1)]
    halves = []
    for premise, side, literal_fact in zip(premises, ("inl", "inr"), ("fin_two_left", "fin_two_right"), strict=True):
        index = var("i", fin(UNIT))
        moved = fact("fin_one", {}, index)  # i = 0
        placed = chain(ap_term(const(side, UNIT, UNIT), moved), fact(literal_fact))
        halves.append(gen(index, eq_mp(symmetric(ap_term(predicate, placed)), premise)))
    index = var("i", fin(TWO))
    every = fact("fin_split", {"m": UNIT, "k": UNIT}, predicate, index, premises=tuple(halves))
    every = gen(index, every)
    return close(discharge(premises[0].conclusion, discharge(premises[1].conclusion, every)), predicate)


@lemma("pos{2} 1@[2] = 1")
def pos_one_of_two() -> Theorem:
    """The second of two indices has the position 1."""
    one = fact("pos_right", {"m": UNIT, "k": UNIT}, literal(0, fin(UNIT)))
    one = chain(ap_term(const("pos", TWO), symmetric(fact("fin_two_right"))), one)
    return to(replaced(one, fact("size_one"), fact("pos_zero", {"n": UNIT})), ONE)


@lemma("0@[2] ≠ 1@[2]")
def zero_ne_one_index() -> Theorem:
    """The indices 0 and 1 have different positions."""
    same = assume(equation(literal(0, fin(TWO)), literal(1, fin(TWO))))
    first = fact("pos_zero", {"n": TWO})
    equal = chain(symmetric(fact("pos_one_of_two")), ap_term(const("pos", TWO), symmetric(same)), first)
    return discharge(same.conclusion, mp(fact("one_ne_zero"), equal))


@lemma("∀i k:[m], j l:[n]. (pair{m,n} i j = pair{m,n} k l) = ((i = k) ∧ (j = l))")
def pair_equal() -> Theorem:
    """Two pairs are equal when their components are."""
    i, i2, j, j2 = var("i", fin(m)), var("k", fin(m)), var("j", fin(n)), var("l", fin(n))
    pair, quo, rem = const("pair", m, n), const("quo", m, n), const("rem", m, n)
    same = assume(equation(app(pair, i, j), app(pair, i2, j2)))
    first = chain(symmetric(fact("quo_pair", {}, i, j)), ap_term(quo, same), fact("quo_pair", {}, i2, j2))
    second = chain(symmetric(fact("rem_pair", {}, i, j)), ap_term(rem, same), fact("rem_pair", {}, i2, j2))
    both = assume(conjunction(equation(i, i2), equation(j, j2)))
    back = binary(pair, first_conjunct(both), second_conjunct(both))
    return close(deduct_antisym(back, conjoin(first, second)), i, i2, j, j2)


def _injection(side: str, size: Size) -> Theorem:
    i, j = var("i", fin(size)), var("j", fin(size))
    embed, pos = const(side, m, k), const("pos", m + k)
    same = assume(equation(app(embed, i), app(embed, j)))
    rule = "pos_left" if side == "inl" else "pos_right"
    equal = chain(symmetric(fact(rule, {}, i)), ap_term(pos, same), fact(rule, {}, j))
    if side == "inr":  # cancel the shift by m
        shift, (a, b) = const("#", m), [app(const("pos", k), index) for index in (i, j)]
        cancel = [ring(plus(plus(shift, c), minus(shift)), c) for c in (a, b)]
        equal = chain(symmetric(cancel[0]), binary(ADD, equal, refl(minus(shift))), cancel[1])
    index = fact("pos_injective", {"n": size}, i, j, premises=(equal,))
    return close(deduct_antisym(ap_term(embed, assume(index.conclusion)), index), i, j)


@lemma("∀i j:[m]. (inl{m,k} i = inl{m,k} j) = (i = j)")
def inl_equal() -> Theorem:
    """The first embedding is injective."""
    return _injection("inl", m)


@lemma("∀i j:[k]. (inr{m,k} i = inr{m,k} j) = (i = j)")
def inr_equal() -> Theorem:
    """The second embedding is injective."""
    return _injection("inr", k)


@lemma("∀i:[m]. pos{m+k} (inl{m,k} i) < #{m}")
def inl_below() -> Theorem:
    """An index among the first m has a position below m."""
    i = var("i", fin(m))
    position, size = app(const("pos", m + k), app(const("inl", m, k), i)), const("#", m)
    below = assume(le(size, position))
    below_left = rewrite_proposition(below, fact("pos_left", {}, i))
    at = right(fact("pos_left", {}, i))
    premises = (fact("pos_less", {"n": m}, i), below_left)
    false = _no_larger(fact("le_trans", {}, plus(at, ONE), size, at, premises=premises), at)
    return close(discharge(below.conclusion, false), i)


def _no_larger(theorem: Theorem, value: Term) -> Theorem:
    """Infer ⊥ from ⊢ value + 1 ≤ value."""
    shifted = fact("le_add", {}, plus(value, ONE), value, minus(value), premises=(theorem,))
    shifted = rewrite_proposition(
        shifted, ring(plus(plus(value, ONE), minus(value)), ONE), ring(plus(value, minus(value)), ZERO)
    )
    return mp(fact("zero_lt_one"), shifted)


@lemma("∀j:[k]. ¬(pos{m+k} (inr{m,k} j) < #{m})")
def inr_not_below() -> Theorem:
    """An index among the last k has a position of at least m."""
    j = var("j", fin(k))
    position, size = app(const("pos", m + k), app(const("inr", m, k), j)), const("#", m)
    shift = app(const("pos", k), j)
    above = fact("le_add", {}, ZERO, shift, size, premises=(fact("pos_nonneg", {"n": k}, j),))
    above = rewrite_proposition(above, ring(plus(ZERO, size), size), ring(plus(shift, size), plus(size, shift)))
    above = eq_mp(ap_term(app(LE, size), symmetric(fact("pos_right", {}, j))), above)
    less = assume(lt(position, size))
    return close(discharge(less.conclusion, mp(less, above)), j)


@lemma("∀i:[m], j:[k]. inl{m,k} i ≠ inr{m,k} j")
def inl_ne_inr() -> Theorem:
    """The two embeddings have disjoint images."""
    i, j = var("i", fin(m)), var("j", fin(k))
    same = assume(equation(app(const("inl", m, k), i), app(const("inr", m, k), j)))
    below = rewrite_proposition(fact("inl_below", {}, i), same)
    return close(discharge(same.conclusion, mp(fact("inr_not_below", {}, j), below)), i, j)


@lemma("∀s:[m]→[n], t:[n]→[m], i:[m], j:[n]. (∀i:[m]. t (s i) = i) ⇒ (∀j:[n]. s (t j) = j) ⇒ (s i = j) = (i = t j)")
def bijection_moves() -> Theorem:
    """An equation is solved through a bijection."""
    s, t = var("s", fun(fin(m), fin(n))), var("t", fun(fin(n), fin(m)))
    i, j = var("i", fin(m)), var("j", fin(n))
    u, v = var("u", fin(m)), var("v", fin(n))
    one = assume(forall(u, equation(app(t, app(s, u)), u)))
    two = assume(forall(v, equation(app(s, app(t, v)), v)))
    forward = assume(equation(app(s, i), j))
    there = chain(symmetric(spec(one, i)), ap_term(t, forward))
    back = chain(ap_term(s, assume(there.conclusion)), spec(two, j))
    result = deduct_antisym(back, there)
    return close(discharge(one.conclusion, discharge(two.conclusion, result)), s, t, i, j)


@lemma("∀f:[n]→ℝ, w:[n]. (∀i:[n]. 0 ≤ f i) ⇒ 0 < f w ⇒ 0 < (Σ i:[n]. f i)")
def sum_pos() -> Theorem:
    """A sum of nonnegative terms, one of them positive, is positive."""
    w = var("w", fin(n))
    nonneg = assume(forall(_I, le(ZERO, app(_F, _I))))
    positive = assume(lt(ZERO, app(_F, w)))
    total = app(const("sum", n), abstract(_I, app(_F, _I)))
    below = assume(le(total, ZERO))
    ge = fact("sum_ge_term", {}, _F, w, premises=(nonneg,))
    small = fact("le_trans", {}, app(_F, w), total, ZERO, premises=(ge, below))
    result = discharge(below.conclusion, mp(positive, small))
    return close(discharge(nonneg.conclusion, discharge(positive.conclusion, result)), _F, w)


@lemma("∀f:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ 0 ≤ (Σ i:[n]. f i)")
def sum_nonneg() -> Theorem:
    """A sum of nonnegative terms is nonnegative: it is at least its first term."""
    nonneg = assume(forall(_I, le(ZERO, app(_F, _I))))
    first = literal(0, fin(n))
    total = app(const("sum", n), abstract(_I, app(_F, _I)))
    ge = fact("sum_ge_term", {}, _F, first, premises=(nonneg,))
    result = fact("le_trans", {}, ZERO, app(_F, first), total, premises=(spec(nonneg, first), ge))
    return close(discharge(nonneg.conclusion, result), _F)
