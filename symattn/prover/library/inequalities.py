"""Lemmas of order beyond signs: Cauchy–Schwarz with weights, products and parts of sums, comparison by squares.

Sources: Hardy, Littlewood and Pólya, *Inequalities*, §2.4 (Lagrange's identity); Rudin, 1.17 and 8.6.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

from ...kernel.rules import Theorem, assume, eq_mp
from ...kernel.syntax import forall, negation, parse
from ...kernel.terms import REAL, Term, Var, abstract, app, const, equation, fin, fun, literal, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import absurd, ap_term, chain, close, discharge, gen, left, mp, right, spec, symmetric
from ..logic.formulas import (
    EXP,
    LE,
    LOG,
    MUL,
    ONE,
    ZERO,
    ind,
    inv,
    k,
    le,
    lt,
    m,
    minus,
    n,
    number,
    plus,
    times,
    total,
    x,
    y,
)
from .definitions import defined
from .facts import fact, lemma
from .literals import positive_literal
from .order import sqrt
from .propositions import by_cases
from .search import said_of, search
from .sums import under_sum

_I, _J, _K = (var(name, fin(n)) for name in "ijk")
_F, _G, _W = (var(name, fun(fin(n), REAL)) for name in "fgw")


def _summed(*functions: Var) -> Term:
    """Return Σᵢ f i·(g i·…) of some functions."""
    *others, body = (app(f, _I) for f in functions)
    for value in reversed(others):
        body = times(value, body)
    return total(n, abstract(_I, body))


@lemma(
    "∀w f g:[n]→ℝ. (∀i:[n]. 0 ≤ w i) ⇒ (Σ i:[n]. w i * (f i * g i)) * (Σ i:[n]. w i * (f i * g i))"
    " ≤ (Σ i:[n]. w i * (f i * f i)) * (Σ i:[n]. w i * (g i * g i))"
)
def cauchy_schwarz() -> Theorem:
    """Lagrange's identity: the difference is half of Σᵢⱼ wᵢwⱼ·(fᵢgⱼ − fⱼgᵢ)²."""
    weights = assume(forall(_I, le(ZERO, app(_W, _I))))
    minor = plus(times(app(_F, _I), app(_G, _J)), minus(times(app(_F, _J), app(_G, _I))))
    pair = times(app(_W, _I), app(_W, _J))
    sign = fact("le_mul", {}, app(_W, _I), app(_W, _J), premises=(spec(weights, _I), spec(weights, _J)))
    sign = fact("le_mul", {}, pair, times(minor, minor), premises=(sign, fact("square_nonneg", {}, minor)))
    inner = abstract(_J, times(pair, times(minor, minor)))
    sign = fact("sum_nonneg", {}, inner, premises=(gen(_J, sign),))
    outer = abstract(_I, total(n, inner))
    sign = fact("sum_nonneg", {}, outer, premises=(gen(_I, sign),))
    mixed = _summed(_W, _F, _G)
    low, high = times(mixed, mixed), times(_summed(_W, _F, _F), _summed(_W, _G, _G))
    gap = plus(high, minus(low))
    twice, half = times(number(2), gap), Fraction(1, 2)
    sign = rewrite_proposition(sign, search(equation(total(n, outer), twice)))
    above = positive_literal(half)
    assert above is not None
    above = fact("lt_le", {}, ZERO, number(half), premises=(above,))
    sign = fact("le_mul", {}, number(half), twice, premises=(above, sign))
    sign = rewrite_proposition(sign, ring(times(number(half), twice), gap))
    result = fact("le_of_nonneg", {}, low, high, premises=(sign,))
    return close(discharge(weights.conclusion, result), _W, _F, _G)


@lemma(
    "∀w f g:[n]→ℝ. (∀i:[n]. 0 ≤ w i) ⇒ (∀i:[n]. w i * (g i * g i) = f i) ⇒"
    " (Σ i:[n]. w i * g i) * (Σ i:[n]. w i * g i) ≤ (Σ i:[n]. w i) * (Σ i:[n]. f i)"
)
def square_of_roots() -> Theorem:
    """Cauchy–Schwarz with the roots of w·f, as w·g."""
    signs = assume(forall(_I, le(ZERO, app(_W, _I))))
    squares = assume(forall(_I, equation(times(app(_W, _I), times(app(_G, _I), app(_G, _I))), app(_F, _I))))
    found = fact("cauchy_schwarz", {}, _W, abstract(_I, ONE), _G, premises=(signs,))
    whole = under_sum(_I, spec(squares, _I))
    means = search(parse("∀w g:[n]→ℝ. (Σ i:[n]. w i * (1 * g i)) = (Σ i:[n]. w i * g i)"))
    weights = search(parse("∀w:[n]→ℝ. (Σ i:[n]. w i * (1 * 1)) = (Σ i:[n]. w i)"))
    result = rewrite_proposition(found, spec(means, _W, _G), spec(weights, _W), whole)
    return close(discharge(signs.conclusion, discharge(squares.conclusion, result)), _W, _F, _G)


@lemma("∀f:[n]→ℝ. 0 ≤ (Σ i:[n]. f i) * (Σ i:[n]. f i)")
def square_of_sum() -> Theorem:
    """A square is not negative."""
    return close(fact("square_nonneg", {}, _summed(_F)), _F)


@lemma("∀x y:ℝ. 2 * (x * y) ≤ x * x + y * y")
def product_below_squares() -> Theorem:
    """The square of x − y."""
    return search(parse("∀x y:ℝ. 2 * (x * y) ≤ x * x + y * y"))


@lemma("∀x y:ℝ. -2 * (x * y) ≤ x * x + y * y")
def product_above_squares() -> Theorem:
    """The square of x + y."""
    return search(parse("∀x y:ℝ. -2 * (x * y) ≤ x * x + y * y"))


@lemma("∀f g:[n]→ℝ. (∀i:[n]. 0 ≤ f i) ⇒ (∀i:[n]. 0 ≤ g i) ⇒ (Σ i:[n]. f i * g i) ≤ (Σ i:[n]. f i) * (Σ i:[n]. g i)")
def sum_of_products() -> Theorem:
    """Every gᵢ is at most Σ g, and the weights fᵢ are not negative."""
    first, second = (assume(forall(_I, le(ZERO, app(f, _I)))) for f in (_F, _G))
    whole = _summed(_G)
    below = fact("sum_ge_term", {}, _G, _I, premises=(second,))
    rest = plus(whole, minus(app(_G, _I)))
    below = fact("sub_nonneg", {}, app(_G, _I), whole, premises=(below,))
    sign = fact("le_mul", {}, app(_F, _I), rest, premises=(spec(first, _I), below))
    terms = abstract(_I, times(app(_F, _I), rest))
    sign = fact("sum_nonneg", {}, terms, premises=(gen(_I, sign),))
    low, high = _summed(_F, _G), times(_summed(_F), whole)
    sign = rewrite_proposition(sign, search(equation(total(n, terms), plus(high, minus(low)))))
    result = fact("le_of_nonneg", {}, low, high, premises=(sign,))
    return close(discharge(first.conclusion, discharge(second.conclusion, result)), _F, _G)


@lemma("∀f:[n]→[n]→ℝ. (∀i:[n]. ∀j:[n]. f i j + f j i = 0) ⇒ (Σ i:[n]. Σ j:[n]. f i j) = 0")
def pairs_add_up_to_zero() -> Theorem:
    """Twice the sum is that of f i j + f j i."""
    f = var("f", fun(fin(n), fun(fin(n), REAL)))
    here, turned = app(f, _I, _J), app(f, _J, _I)
    every = assume(forall(_I, forall(_J, equation(plus(here, turned), ZERO))))
    whole = total(n, abstract(_I, total(n, abstract(_J, here))))
    pairs = under_sum(_I, under_sum(_J, spec(every, _I, _J)))
    twice = chain(search(equation(plus(whole, whole), left(pairs))), pairs, search(equation(right(pairs), ZERO)))
    half = number(Fraction(1, 2))
    result = to(chain(ring(whole, times(half, plus(whole, whole))), ap_term(app(MUL, half), twice)), ZERO)
    return close(discharge(every.conclusion, result), f)


@lemma("∀f:[n]→ℝ, i j:[n]. (∀k:[n]. 0 ≤ f k) ⇒ i ≠ j ⇒ f i + f j ≤ (Σ k:[n]. f k)")
def sum_ge_two_terms() -> Theorem:
    """Without its term at i, the sum is still at least its term at j."""
    every, apart = assume(forall(_K, le(ZERO, app(_F, _K)))), assume(negation(equation(_I, _J)))
    others = "(Σ k:[n]. f k * (1 + -1 * ind (k = i)))"
    here = ind(equation(_K, _I))
    other = fact("sub_nonneg", {}, here, ONE, premises=(fact("ind_le_one", {}, equation(_K, _I)),))
    sign = fact("le_mul", {}, app(_F, _K), plus(ONE, minus(here)), premises=(spec(every, _K), other))
    weighted = abstract(_K, times(app(_F, _K), plus(ONE, minus(here))))
    below = fact("sum_ge_term", {}, weighted, _J, premises=(gen(_K, sign),))
    rest = search(parse(f"∀f:[n]→ℝ, i:[n]. {others} = (Σ k:[n]. f k) + -1 * f i"))
    single = search(parse("∀f:[n]→ℝ, i j:[n]. i ≠ j ⇒ f j * (1 + -1 * ind (j = i)) = f j"))
    below = rewrite_proposition(below, spec(rest, _F, _I), mp(spec(single, _F, _I, _J), apart))
    whole = total(n, abstract(_K, app(_F, _K)))
    shifted = fact("le_add", {}, app(_F, _J), plus(whole, minus(app(_F, _I))), app(_F, _I), premises=(below,))
    both = plus(app(_F, _I), app(_F, _J))
    shifted = rewrite_proposition(
        shifted,
        ring(plus(app(_F, _J), app(_F, _I)), both),
        ring(plus(plus(whole, minus(app(_F, _I))), app(_F, _I)), whole),
    )
    return close(discharge(every.conclusion, discharge(apart.conclusion, shifted)), _F, _I, _J)


@lemma("∀f:[m+k]→ℝ, i:[m+k]. (∀j:[m+k]. 0 < f j) ⇒ f i < (Σ j:[m+k]. f j)")
def sum_gt_term() -> Theorem:
    """The index is among the first m or among the last k, and the sum of the others is positive."""
    f, i = var("f", fun(fin(m + k), REAL)), var("i", fin(m + k))
    every = assume(forall(i, lt(ZERO, app(f, i))))
    parts = [(m, "inl", var("a", fin(m))), (k, "inr", var("b", fin(k)))]
    split = fact("sum_split", {"m": m, "k": k}, f)

    def at(side: str, place: Term) -> tuple[Term, Theorem]:
        index = app(const(side, m, k), place)
        return app(f, index), spec(every, index)

    def signs(side: str, place: Var) -> Theorem:
        term, sign = at(side, place)
        return gen(place, fact("lt_le", {}, ZERO, term, premises=(sign,)))

    terms = [abstract(place, at(side, place)[0]) for _, side, place in parts]
    halves = []
    for here, (size, side, place) in enumerate(parts):
        below = fact("sum_ge_term", {"n": size}, terms[here], place, premises=(signs(side, place),))
        length, other, index = parts[1 - here]
        first = literal(0, fin(length))
        premises = (signs(other, index), at(other, first)[1])
        above = fact("sum_pos", {"n": length}, terms[1 - here], first, premises=premises)
        values = at(side, place)[0], total(size, terms[here]), total(length, terms[1 - here])
        whole = "x + y" if here == 0 else "y + x"
        less = said_of(f"∀z x y:ℝ. z ≤ x ⇒ 0 < y ⇒ z < {whole}", values, below, above)
        halves.append(gen(place, rewrite_proposition(less, symmetric(split))))
    goal = abstract(i, lt(app(f, i), total(m + k, abstract(i, app(f, i)))))
    result = fact("fin_split", {"m": m, "k": k}, goal, i, premises=tuple(halves))
    return close(discharge(every.conclusion, result), f, i)


_DIFFERENCE, _TOTAL = plus(x, minus(y)), plus(x, y)
_SQUARES = ring(times(_DIFFERENCE, _TOTAL), plus(times(x, x), minus(times(y, y))))


@lemma("∀x y:ℝ. 0 ≤ y ⇒ x * x ≤ y * y ⇒ x ≤ y")
def le_of_squares() -> Theorem:
    """If x > y ≥ 0, then (x − y)(x + y) > 0."""
    sign, squares = assume(le(ZERO, y)), assume(le(times(x, x), times(y, y)))
    other = assume(lt(y, x))
    gap = fact("sub_pos", {}, y, x, premises=(other,))
    twice = fact("add_nonneg", {}, y, y, premises=(sign,))
    above = fact("add_pos", {}, _DIFFERENCE, plus(y, y), premises=(gap, twice))
    above = rewrite_proposition(above, ring(plus(_DIFFERENCE, plus(y, y)), _TOTAL))
    product = fact("mul_pos", {}, _DIFFERENCE, _TOTAL, premises=(gap, above))
    strict = fact("lt_of_pos", {}, times(y, y), times(x, x), premises=(rewrite_proposition(product, _SQUARES),))
    goal = le(x, y)
    result = by_cases(goal, assume(goal), absurd(squares, strict, goal))
    return close(discharge(sign.conclusion, discharge(squares.conclusion, result)), x, y)


@lemma("∀x y:ℝ. 0 ≤ y ⇒ x * x < y * y ⇒ x < y")
def lt_of_squares() -> Theorem:
    """If x ≥ y ≥ 0, then (x − y)(x + y) ≥ 0."""
    sign, squares = assume(le(ZERO, y)), assume(lt(times(x, x), times(y, y)))
    other = assume(le(y, x))
    gap = fact("sub_nonneg", {}, y, x, premises=(other,))
    twice = fact("add_nonneg", {}, y, y, premises=(sign,))
    above = fact("add_nonneg", {}, _DIFFERENCE, plus(y, y), premises=(gap, twice))
    above = rewrite_proposition(above, ring(plus(_DIFFERENCE, plus(y, y)), _TOTAL))
    product = fact("le_mul", {}, _DIFFERENCE, _TOTAL, premises=(gap, above))
    weak = fact("le_of_nonneg", {}, times(y, y), times(x, x), premises=(rewrite_proposition(product, _SQUARES),))
    result = discharge(other.conclusion, mp(squares, weak))
    return close(discharge(sign.conclusion, discharge(squares.conclusion, result)), x, y)


@lemma("∀x y:ℝ. exp x = exp y ⇒ x = y")
def exp_injective() -> Theorem:
    """The logarithm undoes the exponential."""
    same = assume(equation(app(EXP, x), app(EXP, y)))
    result = chain(symmetric(fact("log_exp", {}, x)), ap_term(LOG, same), fact("log_exp", {}, y))
    return close(discharge(same.conclusion, result), x, y)


@lemma("∀x:ℝ. 0 < x ⇒ x ≠ 1 ⇒ log x ≠ 0")
def log_ne() -> Theorem:
    """Where log x = 0, x = exp 0 = 1."""
    sign, apart = assume(lt(ZERO, x)), assume(negation(equation(x, ONE)))
    zero = assume(equation(app(LOG, x), ZERO))
    one = chain(symmetric(fact("exp_log", {}, x, premises=(sign,))), ap_term(EXP, zero), fact("exp_zero"))
    result = discharge(zero.conclusion, mp(apart, one))
    return close(discharge(sign.conclusion, discharge(apart.conclusion, result)), x)


#: What bounds |·|, max and min by their arguments.
BOUNDS: Final[dict[str, tuple[str, ...]]] = {
    "abs": ("∀x:ℝ. 0 ≤ abs x", "∀x:ℝ. x ≤ abs x", "∀x:ℝ. -1 * x ≤ abs x"),
    "max": ("∀x y:ℝ. x ≤ max x y", "∀x y:ℝ. y ≤ max x y"),
    "min": ("∀x y:ℝ. min x y ≤ x", "∀x y:ℝ. min x y ≤ y"),
}


@cache
def about(name: str, statement: str) -> Theorem:
    """Return a statement about a definition, such as max or abs: what is defined is no part of a lemma."""
    defined(name)
    return search(parse(statement))


@lemma("∀x y:ℝ. x < y ⇒ x ≠ y")
def lt_ne() -> Theorem:
    """If x = y, then y ≤ x."""
    strict, same = assume(lt(x, y)), assume(equation(x, y))
    weak = rewrite_proposition(fact("le_refl", {}, x), same)  # y ≤ y
    weak = eq_mp(ap_term(app(LE, y), symmetric(same)), weak)
    result = discharge(same.conclusion, mp(strict, weak))
    return close(discharge(strict.conclusion, result), x, y)


def _squares_of_roots(h: Term, rooted: Theorem, inside: Theorem) -> Theorem:
    """Infer √(x·(x·y)) = h·√y for a nonnegative h with h² = x², from ⊢ 0 ≤ h·√y and 0 ≤ y."""
    whole, value = times(x, times(x, y)), times(h, sqrt(y))
    sign = fact("le_mul", {}, times(x, x), y, premises=(fact("square_nonneg", {}, x), inside))
    sign = rewrite_proposition(sign, ring(times(times(x, x), y), whole))
    root = fact("sqrt_square", {}, whole, premises=(sign,))
    square = to(refl(times(value, value)), times(times(h, h), times(sqrt(y), sqrt(y))))
    known = [fact("sqrt_square", {}, y, premises=(inside,))]
    if h is not x:
        known.append(spec(about("abs", "∀x:ℝ. abs x * abs x = x * x"), x))
    same = chain(root, symmetric(to(replaced(square, *known), whole)))
    signs = (fact("sqrt_nonneg", {}, whole, premises=(sign,)), rooted, same)
    return fact("equal_of_squares", {}, sqrt(whole), value, premises=signs)


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ sqrt (x * (x * y)) = x * sqrt y")
def root_of_square_times() -> Theorem:
    """A nonnegative number leaves the root of its square."""
    first, inside = assume(le(ZERO, x)), assume(le(ZERO, y))
    rooted = fact("le_mul", {}, x, sqrt(y), premises=(first, fact("sqrt_nonneg", {}, y, premises=(inside,))))
    result = _squares_of_roots(x, rooted, inside)
    return close(discharge(first.conclusion, discharge(inside.conclusion, result)), x, y)


@lemma("sqrt 1 = 1")
def root_of_one() -> Theorem:
    """The root of 1."""
    nonneg = fact("lt_le", {}, ZERO, ONE, premises=(fact("zero_lt_one"),))
    square = to(fact("sqrt_square", {}, ONE, premises=(nonneg,)), times(ONE, ONE))
    signs = fact("sqrt_nonneg", {}, ONE, premises=(nonneg,)), nonneg, square
    return fact("equal_of_squares", {}, sqrt(ONE), ONE, premises=signs)


@cache
def root_of_any_square_times() -> Theorem:
    """Return ⊢ √(x·(x·y)) = |x|·√y for 0 ≤ y: a number leaves the root of its square as its absolute value."""
    inside, value = assume(le(ZERO, y)), app(defined("abs"), x)
    rooted = fact("sqrt_nonneg", {}, y, premises=(inside,))
    rooted = fact("le_mul", {}, value, sqrt(y), premises=(spec(about("abs", "∀x:ℝ. 0 ≤ abs x"), x), rooted))
    return close(discharge(inside.conclusion, _squares_of_roots(value, rooted, inside)), x, y)


def _nonnegative_roots(u: Term, v: Term, signs: tuple[Theorem, Theorem], square: Theorem) -> Theorem:
    """Infer √u = v from ⊢ 0 ≤ u, ⊢ 0 ≤ v and ⊢ v·v = u."""
    root = fact("sqrt_nonneg", {}, u, premises=(signs[0],))
    same = chain(fact("sqrt_square", {}, u, premises=(signs[0],)), symmetric(square))
    return fact("equal_of_squares", {}, sqrt(u), v, premises=(root, signs[1], same))


@lemma("∀x y:ℝ. 0 ≤ x ⇒ 0 ≤ y ⇒ sqrt (x * y) = sqrt x * sqrt y")
def root_of_product() -> Theorem:
    """A product of roots is not negative, and its square is the product."""
    first, second = assume(le(ZERO, x)), assume(le(ZERO, y))
    roots = [fact("sqrt_nonneg", {}, v, premises=(sign,)) for v, sign in ((x, first), (y, second))]
    product = fact("le_mul", {}, sqrt(x), sqrt(y), premises=tuple(roots))
    value = times(sqrt(x), sqrt(y))
    squares = [fact("sqrt_square", {}, v, premises=(sign,)) for v, sign in ((x, first), (y, second))]
    square = replaced(ring(times(value, value), times(times(sqrt(x), sqrt(x)), times(sqrt(y), sqrt(y)))), *squares)
    whole = fact("le_mul", {}, x, y, premises=(first, second))
    result = _nonnegative_roots(times(x, y), value, (whole, product), square)
    return close(discharge(first.conclusion, discharge(second.conclusion, result)), x, y)


@lemma("∀x:ℝ. 0 ≤ x ⇒ sqrt (inv x) = inv (sqrt x)")
def root_of_inverse() -> Theorem:
    """The square of 1/√x is 1/x, also for x = 0."""
    sign = assume(le(ZERO, x))
    inverse, root = fact("inv_nonneg", {}, x, premises=(sign,)), fact("sqrt_nonneg", {}, x, premises=(sign,))
    square = symmetric(fact("inv_product", {}, sqrt(x), sqrt(x)))
    square = chain(square, ap_term(const("inv"), fact("sqrt_square", {}, x, premises=(sign,))))
    signs = inverse, fact("inv_nonneg", {}, sqrt(x), premises=(root,))
    return close(discharge(sign.conclusion, _nonnegative_roots(inv(x), inv(sqrt(x)), signs, square)), x)


@lemma("∀x:ℝ. 0 < x ⇒ inv (sqrt x) = inv x * sqrt x")
def inverse_of_root() -> Theorem:
    """√x · (√x / x) = x/x = 1."""
    positive = assume(lt(ZERO, x))
    square = fact("sqrt_square", {}, x, premises=(fact("lt_le", {}, ZERO, x, premises=(positive,)),))
    one = fact("inv_mul", {}, x, premises=(fact("pos_ne", {}, x, premises=(positive,)),))
    root, value = sqrt(x), times(inv(x), sqrt(x))
    whole = replaced(ring(times(root, value), times(inv(x), times(root, root))), square)
    product = chain(whole, ring(times(inv(x), x), times(x, inv(x))), one)
    return close(discharge(positive.conclusion, fact("inv_unique", {}, root, value, premises=(product,))), x)


@lemma("∀x:ℝ. sqrt (exp x) = exp (1/2 * x)")
def root_of_exponential() -> Theorem:
    """An exponential is the square of the exponential of half the exponent."""
    half = times(number(Fraction(1, 2)), x)
    square = symmetric(fact("exp_add", {}, half, half))
    square = chain(square, ap_term(EXP, ring(plus(half, half), x)))
    signs = [fact("lt_le", {}, ZERO, app(EXP, v), premises=(fact("exp_pos", {}, v),)) for v in (x, half)]
    return close(_nonnegative_roots(app(EXP, x), app(EXP, half), (signs[0], signs[1]), square), x)
