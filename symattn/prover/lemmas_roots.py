"""Lemmas about roots that are irrational: no power of a quotient of natural numbers is twice an odd number.

Where xⁿ = 2·(2c + 1) with n ≥ 2 and a = x·b, both a and b are even, and their halves are another solution: descent
leaves only b = 0.  Even and odd are said by "every r follows that follows from each c with a = 2c, or a = 2c + 1".
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..kernel.rules import Theorem, assume, refl, ring
from ..kernel.syntax import forall, implication, negation
from ..kernel.terms import BOOL, NAT, REAL, Term, Var, app, const, equation, var
from .conversions import replaced, to
from .definitions import defined
from .induction import by_induction
from .lemmas import (
    ADD,
    MUL,
    ONE,
    ZERO,
    absurd,
    by_cases,
    close,
    le,
    lt,
    minus,
    number,
    plus,
    rewrite_proposition,
    times,
)
from .library import fact, lemma
from .logic import ap_term, ap_thm, chain, discharge, gen, left, mp, right, spec, symmetric
from .naturals import NONE, UNIT, nadd, real, suc, value

_X, _Y, _R = var("x", REAL), var("y", REAL), var("r", BOOL)
_A, _B, _C, _K, _M, _N = (var(name, NAT) for name in "abckmn")
_P, _Q, _S, _T, _U = (var(name, NAT) for name in "pqstu")
_PI, _COS, _EXP = const("pi"), const("cos"), const("exp")
_EXPONENT = suc(suc(_N))  # at least 2


def _even(c: Term) -> Term:
    return times(number(2), real(c))


def _odd(c: Term) -> Term:
    return plus(_even(c), ONE)


def _power(x: Term, n: Term) -> Term:
    return app(defined("power"), x, n)


def _follows(s: Term, form: Callable[[Term], Term], r: Term, variable: Var = _K) -> Term:
    """Return that r follows from each k with s = form(k)."""
    return forall(variable, implication(equation(s, form(variable)), r))


def _from_each(variable: Var, same: Theorem, result: Theorem) -> Theorem:
    """Infer ∀k. (s = t) ⇒ r from s = t ⊢ r."""
    return gen(variable, discharge(same.conclusion, result))


def _moved(same: Theorem, a: Term, b: Term, factor: Fraction = Fraction(1)) -> Theorem:
    """Infer a = b from ⊢ s = t where a − b is the multiple of s − t by a number, in every commutative ring."""
    nothing = to(ap_thm(ap_term(ADD, same), minus(right(same))), ZERO)
    nothing = ap_term(app(MUL, number(factor)), nothing)
    return to(chain(ring(a, plus(b, left(nothing))), ap_term(app(ADD, b), nothing)), b)


def _rewritten(same: Theorem, *equations: Theorem) -> Theorem:
    """Infer a' = b' from ⊢ a = b by rewriting both sides."""
    return chain(symmetric(replaced(refl(left(same)), *equations)), replaced(same, *equations))


# --------------------------------------------------------------------------------------------------------- even and odd


@lemma("∀a:ℕ, r:𝔹. (∀k:ℕ. real a = 2 * real k ⇒ r) ⇒ (∀k:ℕ. real a = 2 * real k + 1 ⇒ r) ⇒ r")
def even_or_odd() -> Theorem:
    """A natural number is even or odd, by induction."""

    def goal(a: Term) -> Term:
        return implication(_follows(real(a), _even, _R), implication(_follows(real(a), _odd, _R), _R))

    if_even, if_odd = (assume(_follows(real(NONE), form, _R)) for form in (_even, _odd))
    zero = to(replaced(refl(_even(NONE)), fact("real_zero")), ZERO)
    base = mp(spec(if_even, NONE), chain(fact("real_zero"), symmetric(zero)))
    base = discharge(if_even.conclusion, discharge(if_odd.conclusion, base))
    if_even, if_odd = (assume(_follows(real(suc(_A)), form, _R)) for form in (_even, _odd))
    even, odd = (assume(equation(real(_A), form(_K))) for form in (_even, _odd))
    next_odd = mp(spec(if_odd, _K), replaced(fact("real_suc", {}, _A), even))
    two_more = replaced(refl(_even(suc(_K))), fact("real_suc", {}, _K))
    following = to(replaced(fact("real_suc", {}, _A), odd), right(two_more))
    next_even = mp(spec(if_even, suc(_K)), chain(following, symmetric(two_more)))
    step = mp(assume(goal(_A)), _from_each(_K, even, next_odd))
    step = mp(step, _from_each(_K, odd, next_even))
    step = discharge(if_even.conclusion, discharge(if_odd.conclusion, step))
    return close(by_induction(_A, goal(_A), base, step), _A, _R)


@lemma("∀a b:ℕ. 2 * real a ≠ 2 * real b + 1")
def even_not_odd() -> Theorem:
    """No even number is odd, by induction on both."""

    def differ(a: Term, b: Term) -> Term:
        return negation(equation(_even(a), _odd(b)))

    def not_zero(a: Term) -> Theorem:
        """Infer 2·a + 1 ≠ 0."""
        successor = fact("pos_ne", {}, real(suc(nadd(a, a))), premises=(fact("real_suc_pos", {}, nadd(a, a)),))
        return rewrite_proposition(successor, to(value(suc(nadd(a, a))), _odd(a)))

    same = assume(equation(_even(NONE), _odd(_B)))
    zero = to(replaced(symmetric(same), fact("real_zero")), ZERO)
    base = gen(_B, discharge(same.conclusion, mp(not_zero(_B), zero)))
    before = assume(forall(_B, differ(_A, _B)))
    same = assume(equation(_even(suc(_A)), _odd(NONE)))
    plain = _rewritten(same, fact("real_suc", {}, _A), fact("real_zero"))
    first = discharge(same.conclusion, mp(not_zero(_A), _moved(plain, _odd(_A), ZERO)))
    same = assume(equation(_even(suc(_A)), _odd(suc(_B))))
    plain = _rewritten(same, fact("real_suc", {}, _A), fact("real_suc", {}, _B))
    later = discharge(same.conclusion, mp(spec(before, _B), _moved(plain, _even(_A), _odd(_B))))
    step = gen(_B, by_induction(_B, differ(suc(_A), _B), first, later))
    return close(spec(by_induction(_A, before.conclusion, base, step), _B), _A, _B)


@lemma("∀a b:ℕ, r:𝔹. (∀k:ℕ. (2 * real a + 1) * (2 * real b + 1) = 2 * real k + 1 ⇒ r) ⇒ r")
def odd_product() -> Theorem:
    """The product of two odd numbers is odd."""
    odds = times(_odd(_A), _odd(_B))
    some = assume(_follows(odds, _odd, _R))
    product = assume(equation(real(_M), times(real(_A), real(_B))))
    half = nadd(nadd(_M, _M), nadd(_A, _B))
    result = replaced(refl(_odd(half)), value(half), product)
    result = mp(spec(some, half), chain(ring(odds, right(result)), symmetric(result)))
    result = fact("product_exists", {}, _A, _B, _R, premises=(_from_each(_M, product, result),))
    return close(discharge(some.conclusion, result), _A, _B, _R)


# --------------------------------------------------------------------------------------------------------------- powers


@lemma("∀x:ℝ, n c:ℕ, r:𝔹. x = 2 * real c + 1 ⇒ (∀k:ℕ. power x n = 2 * real k + 1 ⇒ r) ⇒ r")
def power_of_odd() -> Theorem:
    """A power of an odd number is odd, by induction."""

    def goal(n: Term) -> Term:
        return implication(_follows(_power(_X, n), _odd, _R), _R)

    base_odd = assume(equation(_X, _odd(_C)))
    some = assume(_follows(_power(_X, NONE), _odd, _R))
    one = to(replaced(refl(_odd(NONE)), fact("real_zero")), ONE)
    base = discharge(some.conclusion, mp(spec(some, NONE), chain(fact("power_zero", {}, _X), symmetric(one))))
    some = assume(_follows(_power(_X, suc(_N)), _odd, _R))
    odd = assume(equation(_power(_X, _N), _odd(_K)))
    odds = times(_odd(_C), _odd(_K))
    product = assume(equation(odds, _odd(_M)))
    power = fact("power_suc", {}, _X, _N)
    power = chain(power, ap_term(app(MUL, _X), odd), ap_thm(ap_term(MUL, base_odd), _odd(_K)), product)
    result = mp(spec(some, _M), power)
    result = fact("odd_product", {}, _C, _K, _R, premises=(_from_each(_M, product, result),))
    step = discharge(some.conclusion, mp(assume(goal(_N)), _from_each(_K, odd, result)))
    whole = by_induction(_N, goal(_N), base, step)
    return close(discharge(base_odd.conclusion, whole), _X, _N, _C, _R)


@lemma("∀a n:ℕ, r:𝔹. (∀k:ℕ. power (real a) n = real k ⇒ r) ⇒ r")
def power_of_natural() -> Theorem:
    """A power of a natural number is one, by induction."""

    def goal(n: Term) -> Term:
        return implication(_follows(_power(real(_A), n), real, _R), _R)

    some = assume(_follows(_power(real(_A), NONE), real, _R))
    one = chain(fact("power_zero", {}, real(_A)), symmetric(to(value(UNIT), ONE)))
    base = discharge(some.conclusion, mp(spec(some, UNIT), one))
    some = assume(_follows(_power(real(_A), suc(_N)), real, _R))
    same = assume(equation(_power(real(_A), _N), real(_K)))
    product = assume(equation(real(_M), times(real(_A), real(_K))))
    power = chain(fact("power_suc", {}, real(_A), _N), ap_term(app(MUL, real(_A)), same), symmetric(product))
    result = _from_each(_M, product, mp(spec(some, _M), power))
    result = fact("product_exists", {}, _A, _K, _R, premises=(result,))
    step = discharge(some.conclusion, mp(assume(goal(_N)), _from_each(_K, same, result)))
    return close(by_induction(_N, goal(_N), base, step), _A, _N, _R)


@lemma("∀x y:ℝ, n:ℕ. power (x * y) n = power x n * power y n")
def power_of_product() -> Theorem:
    """The power of a product, by induction."""
    product = times(_X, _Y)
    same = assume(equation(_power(product, _N), times(_power(_X, _N), _power(_Y, _N))))
    base = replaced(refl(times(_power(_X, NONE), _power(_Y, NONE))), *(fact("power_zero", {}, v) for v in (_X, _Y)))
    base = chain(fact("power_zero", {}, product), symmetric(to(base, ONE)))
    step = chain(fact("power_suc", {}, product, _N), ap_term(app(MUL, product), same))
    powers = times(_power(_X, suc(_N)), _power(_Y, suc(_N)))
    target = replaced(refl(powers), *(fact("power_suc", {}, v, _N) for v in (_X, _Y)))
    step = chain(to(step, right(target)), symmetric(target))
    return close(by_induction(_N, same.conclusion, base, step), _X, _Y, _N)


@lemma("∀x:ℝ, n:ℕ. power (exp x) n = exp (real n * x)")
def power_of_exponential() -> Theorem:
    """The power of an exponential, by induction."""
    exponential = app(_EXP, _X)
    same = assume(equation(_power(exponential, _N), app(_EXP, times(real(_N), _X))))
    nothing = to(replaced(refl(times(real(NONE), _X)), fact("real_zero")), ZERO)
    base = chain(fact("power_zero", {}, exponential), symmetric(fact("exp_zero")), symmetric(ap_term(_EXP, nothing)))
    step = chain(fact("power_suc", {}, exponential, _N), ap_term(app(MUL, exponential), same))
    step = chain(step, symmetric(fact("exp_add", {}, _X, times(real(_N), _X))))
    more = replaced(refl(times(real(suc(_N)), _X)), fact("real_suc", {}, _N))
    more = to(more, plus(_X, times(real(_N), _X)))
    step = chain(step, symmetric(ap_term(_EXP, more)))
    return close(by_induction(_N, same.conclusion, base, step), _X, _N)


# -------------------------------------------------------------------------------------------------------------- descent


def _solution_value(b: Term) -> Term:
    """Return 2·(2c + 1)·bⁿ."""
    return times(times(number(2), _odd(_C)), _power(real(b), _EXPONENT))


def _solution(a: Term, b: Term) -> Term:
    """Return aⁿ = 2·(2c + 1)·bⁿ."""
    return equation(_power(real(a), _EXPONENT), _solution_value(b))


def _numerator_odd(solution: Theorem) -> Theorem:
    """Infer r from a = 2p + 1: aⁿ would be odd, and it is even."""
    odd = assume(equation(real(_A), _odd(_P)))
    power = assume(equation(_power(real(_A), _EXPONENT), _odd(_K)))
    other = assume(equation(_power(real(_B), _EXPONENT), real(_M)))
    product = assume(equation(real(_T), times(real(_C), real(_M))))
    half = nadd(nadd(_T, _T), _M)
    even = replaced(refl(_even(half)), value(half), product)
    even = chain(even, ring(right(even), times(times(number(2), _odd(_C)), real(_M))))
    same = chain(even, symmetric(replaced(solution, other)), power)
    result = absurd(same, fact("even_not_odd", {}, half, _K), _R)
    result = fact("product_exists", {}, _C, _M, _R, premises=(_from_each(_T, product, result),))
    result = fact("power_of_natural", {}, _B, _EXPONENT, _R, premises=(_from_each(_M, other, result),))
    result = _from_each(_K, power, result)
    result = fact("power_of_odd", {}, real(_A), _EXPONENT, _P, _R, premises=(odd, result))
    return _from_each(_P, odd, result)


def _powers_equal(same: Theorem) -> Theorem:
    """Infer xⁿ = yⁿ from ⊢ x = y."""
    return ap_thm(ap_term(defined("power"), same), _EXPONENT)


def _denominator_odd(solution: Theorem, numerator: Theorem) -> Theorem:
    """Infer r from b = 2q + 1 where a = 2p: half of aⁿ would be odd, and 2ⁿ·pⁿ is a multiple of 4."""
    odd = assume(equation(real(_B), _odd(_Q)))
    power = assume(equation(_power(real(_B), _EXPONENT), _odd(_K)))
    two = nadd(UNIT, UNIT)
    small = assume(equation(_power(real(two), _N), real(_M)))
    other = assume(equation(_power(real(_P), _EXPONENT), real(_S)))
    product = assume(equation(real(_T), times(real(_M), real(_S))))
    odds = assume(equation(times(_odd(_C), _odd(_K)), _odd(_U)))
    unrolled = replaced(fact("power_suc", {}, number(2), suc(_N)), fact("power_suc", {}, number(2), _N))
    multiple = replaced(fact("power_of_product", {}, number(2), real(_P), _EXPONENT), unrolled)
    multiple = replaced(multiple, _rewritten(small, to(value(two), number(2))), other)  # (2p)ⁿ = 2·(2·m)·s
    same = chain(symmetric(multiple), symmetric(_powers_equal(numerator)), replaced(solution, power))
    even = replaced(refl(_even(_T)), product)
    even = chain(even, _moved(same, right(even), left(odds), Fraction(1, 2)), odds)
    result = absurd(even, fact("even_not_odd", {}, _T, _U), _R)
    result = fact("odd_product", {}, _C, _K, _R, premises=(_from_each(_U, odds, result),))
    result = fact("product_exists", {}, _M, _S, _R, premises=(_from_each(_T, product, result),))
    result = fact("power_of_natural", {}, _P, _EXPONENT, _R, premises=(_from_each(_S, other, result),))
    result = fact("power_of_natural", {}, two, _N, _R, premises=(_from_each(_M, small, result),))
    result = fact("power_of_odd", {}, real(_B), _EXPONENT, _Q, _R, premises=(odd, _from_each(_K, power, result)))
    return _from_each(_Q, odd, result)


def _power_of_half(whole: Theorem) -> Theorem:
    """Infer pⁿ = (1/2)ⁿ·aⁿ from ⊢ a = 2p."""
    half = number(Fraction(1, 2))
    same = to(ap_term(app(MUL, half), whole), right(whole).argument)  # type: ignore[attr-defined]
    return chain(_powers_equal(symmetric(same)), fact("power_of_product", {}, half, left(whole), _EXPONENT))


@lemma(
    "∀a b c n:ℕ, r:𝔹. power (real a) (suc (suc n)) = 2 * (2 * real c + 1) * power (real b) (suc (suc n))"
    " ⇒ (∀p q:ℕ. real a = 2 * real p ⇒ real b = 2 * real q"
    " ⇒ power (real p) (suc (suc n)) = 2 * (2 * real c + 1) * power (real q) (suc (suc n)) ⇒ r) ⇒ r"
)
def halved_solution() -> Theorem:
    """Both numbers of a solution of aⁿ = 2·(2c + 1)·bⁿ are even, and their halves are a solution."""
    solution = assume(_solution(_A, _B))
    first, second = assume(equation(real(_A), _even(_P))), assume(equation(real(_B), _even(_Q)))
    halves = implication(second.conclusion, implication(_solution(_P, _Q), _R))
    some = assume(forall(_P, forall(_Q, implication(first.conclusion, halves))))
    power, other = _power_of_half(first), _power_of_half(second)
    target = replaced(refl(_solution_value(_Q)), other)
    power = chain(to(replaced(power, solution), right(target)), symmetric(target))
    result = mp(mp(mp(spec(some, _P, _Q), first), second), power)
    premises = _from_each(_Q, second, result), _denominator_odd(solution, first)
    result = fact("even_or_odd", {}, _B, _R, premises=premises)
    premises = _from_each(_P, first, result), _numerator_odd(solution)
    result = fact("even_or_odd", {}, _A, _R, premises=premises)
    result = discharge(solution.conclusion, discharge(some.conclusion, result))
    return close(result, _A, _B, _C, _N, _R)


@lemma("∀a:ℕ. real a ≠ 0 ⇒ 1 ≤ real a")
def one_le_natural() -> Theorem:
    """A natural number other than 0 is at least 1."""

    def goal(a: Term) -> Term:
        return implication(negation(equation(real(a), ZERO)), le(ONE, real(a)))

    nonzero = assume(negation(equation(real(NONE), ZERO)))
    base = discharge(nonzero.conclusion, absurd(fact("real_zero"), nonzero, le(ONE, real(NONE))))
    more = fact("le_add", {}, ZERO, real(_A), ONE, premises=(fact("real_nonneg", {}, _A),))
    more = rewrite_proposition(more, ring(plus(ZERO, ONE), ONE), symmetric(fact("real_suc", {}, _A)))
    step = discharge(negation(equation(real(suc(_A)), ZERO)), more)
    return close(by_induction(_A, goal(_A), base, step), _A)


def _smaller(bound: Theorem, whole: Theorem) -> Theorem:
    """Infer q ≤ k from ⊢ b ≤ k + 1, ⊢ b = 2q and q ≠ 0."""
    nonzero = assume(negation(equation(real(_Q), ZERO)))
    least = fact("sub_nonneg", {}, ONE, real(_Q), premises=(fact("one_le_natural", {}, _Q, premises=(nonzero,)),))
    bound = rewrite_proposition(bound, whole, fact("real_suc", {}, _K))
    room = plus(plus(real(_K), ONE), minus(_even(_Q)))
    bound = fact("sub_nonneg", {}, _even(_Q), plus(real(_K), ONE), premises=(bound,))
    total = fact("add_nonneg", {}, room, plus(real(_Q), minus(ONE)), premises=(bound, least))
    gap = plus(real(_K), minus(real(_Q)))
    total = rewrite_proposition(total, ring(plus(room, plus(real(_Q), minus(ONE))), gap))
    return fact("le_of_nonneg", {}, real(_Q), real(_K), premises=(total,))


@lemma(
    "∀n c k a b:ℕ. real b ≤ real k"
    " ⇒ power (real a) (suc (suc n)) = 2 * (2 * real c + 1) * power (real b) (suc (suc n)) ⇒ real b = 0"
)
def descent() -> Theorem:
    """Only b = 0 solves aⁿ = 2·(2c + 1)·bⁿ, by induction on a bound of b."""

    def goal(a: Term, b: Term, k: Term) -> Term:
        return implication(le(real(b), real(k)), implication(_solution(a, b), equation(real(b), ZERO)))

    def every(k: Term) -> Term:
        return forall(_A, forall(_B, goal(_A, _B, k)))

    bound, solution = assume(le(real(_B), real(NONE))), assume(_solution(_A, _B))
    below = rewrite_proposition(bound, fact("real_zero"))
    zero = fact("le_antisym", {}, real(_B), ZERO, premises=(below, fact("real_nonneg", {}, _B)))
    base = close(discharge(bound.conclusion, discharge(solution.conclusion, zero)), _A, _B)
    bound, smaller = assume(le(real(_B), real(suc(_K)))), assume(_solution(_P, _Q))
    first, second = assume(equation(real(_A), _even(_P))), assume(equation(real(_B), _even(_Q)))
    nothing = assume(equation(real(_Q), ZERO))
    inner = mp(mp(spec(assume(every(_K)), _P, _Q), _smaller(bound, second)), smaller)
    nothing = by_cases(nothing.conclusion, nothing, inner)
    result = to(replaced(second, nothing), ZERO)
    for premise in (smaller, second, first):
        result = discharge(premise.conclusion, result)
    premises = solution, close(result, _P, _Q)
    result = fact("halved_solution", {}, _A, _B, _C, _N, equation(real(_B), ZERO), premises=premises)
    step = close(discharge(bound.conclusion, discharge(solution.conclusion, result)), _A, _B)
    whole = by_induction(_K, every(_K), base, step)
    return close(spec(whole, _A, _B), _N, _C, _K, _A, _B)


@lemma("∀x:ℝ, n c a b:ℕ. power x (suc (suc n)) = 2 * (2 * real c + 1) ⇒ real a = x * real b ⇒ real b = 0")
def irrational_root() -> Theorem:
    """A number with a power that is twice an odd number is no quotient of natural numbers."""
    power = assume(equation(_power(_X, _EXPONENT), times(number(2), _odd(_C))))
    quotient = assume(equation(real(_A), times(_X, real(_B))))
    solution = chain(_powers_equal(quotient), fact("power_of_product", {}, _X, real(_B), _EXPONENT))
    premises = fact("le_refl", {}, real(_B)), replaced(solution, power)
    zero = fact("descent", {}, _N, _C, _B, _A, _B, premises=premises)
    return close(discharge(power.conclusion, discharge(quotient.conclusion, zero)), _X, _N, _C, _A, _B)


# ------------------------------------------------------------------------------------------------------------ two turns


@lemma("∀x:ℝ, a b:ℕ. 0 < x ⇒ real a = -1 * (x * real b) ⇒ real b = 0")
def opposite_signs() -> Theorem:
    """A natural number is no negative multiple of one that is not 0."""
    above, same = assume(lt(ZERO, _X)), assume(equation(real(_A), minus(times(_X, real(_B)))))
    multiple = times(_X, real(_B))
    weak = fact("lt_le", {}, ZERO, _X, premises=(above,))
    nonnegative = fact("le_mul", {}, _X, real(_B), premises=(weak, fact("real_nonneg", {}, _B)))
    opposite = chain(same, ring(minus(multiple), plus(ZERO, minus(multiple))))
    below = rewrite_proposition(fact("real_nonneg", {}, _A), opposite)
    below = fact("le_of_nonneg", {}, multiple, ZERO, premises=(below,))
    zero = fact("le_antisym", {}, multiple, ZERO, premises=(below, nonnegative))
    zero = fact("mul_zero", {}, _X, real(_B), premises=(zero, fact("pos_ne", {}, _X, premises=(above,))))
    return close(discharge(above.conclusion, discharge(same.conclusion, zero)), _X, _A, _B)


@lemma(
    "∀x y:ℝ, n c:ℕ. 0 < x ⇒ power x (suc (suc n)) = 2 * (2 * real c + 1) ⇒ cos y = 1 ⇒ cos (x * y) = 1 ⇒ y = 0"
)
def incommensurable_turns() -> Theorem:
    """Of two numbers with an irrational quotient, a root of twice an odd number, not both are whole turns."""
    above = assume(lt(ZERO, _X))
    power = assume(equation(_power(_X, _EXPONENT), times(number(2), _odd(_C))))
    cosines = [assume(equation(app(_COS, angle), ONE)) for angle in (_Y, times(_X, _Y))]

    def whole_turns(angle: Term, sign: int, k: Term) -> Theorem:
        return assume(equation(angle, times(number(sign), times(_PI, real(k)))))

    def both(sign: int, other: int) -> Theorem:
        """Infer ∀a. x·y = ±2·(π·a) ⇒ y = 0 where y = ±2·(π·b)."""
        turn, scaled = whole_turns(_Y, sign, _B), whole_turns(times(_X, _Y), other, _A)
        multiple = times(_X, real(_B)) if sign == other else minus(times(_X, real(_B)))
        gap = plus(real(_A), minus(multiple))
        same = chain(symmetric(ap_term(app(MUL, _X), turn)), scaled)
        zero = _moved(same, times(_PI, gap), ZERO, Fraction(-1, other))
        zero = fact("mul_zero", {}, _PI, gap, premises=(zero, fact("pos_ne", {}, _PI, premises=(fact("pi_pos"),))))
        quotient = _moved(zero, real(_A), multiple)
        if sign == other:
            count = fact("irrational_root", {}, _X, _N, _C, _A, _B, premises=(power, quotient))
        else:
            count = fact("opposite_signs", {}, _X, _A, _B, premises=(above, quotient))
        return _from_each(_A, scaled, to(replaced(turn, count), ZERO))

    goal, cases = equation(_Y, ZERO), []
    for sign in (2, -2):
        premises = (cosines[1], both(sign, 2), both(sign, -2))
        inner = fact("cos_one", {}, times(_X, _Y), goal, premises=premises)
        cases.append(_from_each(_B, whole_turns(_Y, sign, _B), inner))
    result = fact("cos_one", {}, _Y, goal, premises=(cosines[0], *cases))
    for premise in (*reversed(cosines), power, above):
        result = discharge(premise.conclusion, result)
    return close(result, _X, _Y, _N, _C)
