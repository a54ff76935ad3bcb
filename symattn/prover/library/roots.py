"""Lemmas about roots that are irrational: no power of a quotient of natural numbers is twice an odd number.

Where xⁿ = 2·(2c + 1) with n ≥ 2 and a = x·b, both a and b are even, and their halves are another solution: descent
leaves only b = 0.
"""

from __future__ import annotations

from fractions import Fraction

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall, implication, negation
from ...kernel.terms import BOOL, NAT, REAL, Term, app, equation, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import absurd, ap_term, ap_thm, chain, close, discharge, left, mp, right, spec, symmetric
from ..logic.formulas import MUL, ONE, ZERO, le, minus, number, plus, times
from ..logic.numerals import NONE, UNIT_NAT, nadd, real, suc
from .definitions import defined
from .facts import fact, infer, lemma
from .naturals import by_induction
from .parity import from_each, moved, odd_number, rewritten, twice
from .powers import power_term
from .propositions import by_cases
from .values import value

_X, _Y, _R = var("x", REAL), var("y", REAL), var("r", BOOL)
_A, _B, _C, _K, _M, _N = (var(name, NAT) for name in "abckmn")
_P, _Q, _S, _T, _U = (var(name, NAT) for name in "pqstu")
_EXPONENT = suc(suc(_N))  # at least 2


def _solution_value(b: Term) -> Term:
    """Return 2·(2c + 1)·bⁿ."""
    return times(times(number(2), odd_number(_C)), power_term(real(b), _EXPONENT))


def _solution(a: Term, b: Term) -> Term:
    """Return aⁿ = 2·(2c + 1)·bⁿ."""
    return equation(power_term(real(a), _EXPONENT), _solution_value(b))


def _numerator_odd(solution: Theorem) -> Theorem:
    """Infer r from a = 2p + 1: aⁿ would be odd, and it is even."""
    odd = assume(equation(real(_A), odd_number(_P)))
    power = assume(equation(power_term(real(_A), _EXPONENT), odd_number(_K)))
    other = assume(equation(power_term(real(_B), _EXPONENT), real(_M)))
    product = assume(equation(real(_T), times(real(_C), real(_M))))
    half = nadd(nadd(_T, _T), _M)
    even = replaced(refl(twice(half)), value(half), product)
    even = chain(even, ring(right(even), times(times(number(2), odd_number(_C)), real(_M))))
    same = chain(even, symmetric(replaced(solution, other)), power)
    result = absurd(same, fact("even_not_odd", half, _K), _R)
    result = infer("product_exists", from_each(_T, product, result))
    result = infer("power_of_natural", from_each(_M, other, result))
    result = from_each(_K, power, result)
    result = infer("power_of_odd", odd, result)
    return from_each(_P, odd, result)


def _powers_equal(same: Theorem) -> Theorem:
    """Infer xⁿ = yⁿ from ⊢ x = y."""
    return ap_thm(ap_term(defined("power"), same), _EXPONENT)


def _denominator_odd(solution: Theorem, numerator: Theorem) -> Theorem:
    """Infer r from b = 2q + 1 where a = 2p: half of aⁿ would be odd, and 2ⁿ·pⁿ is a multiple of 4."""
    odd = assume(equation(real(_B), odd_number(_Q)))
    power = assume(equation(power_term(real(_B), _EXPONENT), odd_number(_K)))
    two = nadd(UNIT_NAT, UNIT_NAT)
    small = assume(equation(power_term(real(two), _N), real(_M)))
    other = assume(equation(power_term(real(_P), _EXPONENT), real(_S)))
    product = assume(equation(real(_T), times(real(_M), real(_S))))
    odds = assume(equation(times(odd_number(_C), odd_number(_K)), odd_number(_U)))
    unrolled = replaced(fact("power_suc", number(2), suc(_N)), fact("power_suc", number(2), _N))
    multiple = replaced(fact("power_of_product", number(2), real(_P), _EXPONENT), unrolled)
    multiple = replaced(multiple, rewritten(small, to(value(two), number(2))), other)  # (2p)ⁿ = 2·(2·m)·s
    same = chain(symmetric(multiple), symmetric(_powers_equal(numerator)), replaced(solution, power))
    even = replaced(refl(twice(_T)), product)
    even = chain(even, moved(same, right(even), left(odds), Fraction(1, 2)), odds)
    result = absurd(even, fact("even_not_odd", _T, _U), _R)
    result = infer("odd_product", from_each(_U, odds, result))
    result = infer("product_exists", from_each(_T, product, result))
    result = infer("power_of_natural", from_each(_S, other, result))
    result = infer("power_of_natural", from_each(_M, small, result))
    result = infer("power_of_odd", odd, from_each(_K, power, result))
    return from_each(_Q, odd, result)


def _power_of_half(whole: Theorem) -> Theorem:
    """Infer pⁿ = (1/2)ⁿ·aⁿ from ⊢ a = 2p."""
    half = number(Fraction(1, 2))
    same = to(ap_term(app(MUL, half), whole), right(whole).argument)  # type: ignore[attr-defined]
    return chain(_powers_equal(symmetric(same)), fact("power_of_product", half, left(whole), _EXPONENT))


@lemma(
    "∀a b c n:ℕ, r:𝔹. power (real a) (suc (suc n)) = 2 * (2 * real c + 1) * power (real b) (suc (suc n))"
    " ⇒ (∀p q:ℕ. real a = 2 * real p ⇒ real b = 2 * real q"
    " ⇒ power (real p) (suc (suc n)) = 2 * (2 * real c + 1) * power (real q) (suc (suc n)) ⇒ r) ⇒ r"
)
def halved_solution(solution: Theorem, some: Theorem) -> Theorem:
    """Both numbers of a solution of aⁿ = 2·(2c + 1)·bⁿ are even, and their halves are a solution."""
    first, second = assume(equation(real(_A), twice(_P))), assume(equation(real(_B), twice(_Q)))
    power, other = _power_of_half(first), _power_of_half(second)
    target = replaced(refl(_solution_value(_Q)), other)
    power = chain(to(replaced(power, solution), right(target)), symmetric(target))
    result = mp(mp(mp(spec(some, _P, _Q), first), second), power)
    premises = from_each(_Q, second, result), _denominator_odd(solution, first)
    result = infer("even_or_odd", *premises)
    premises = from_each(_P, first, result), _numerator_odd(solution)
    return infer("even_or_odd", *premises)


@lemma("∀a:ℕ. real a ≠ 0 ⇒ 1 ≤ real a")
def one_le_natural() -> Theorem:
    """A natural number other than 0 is at least 1."""

    def goal(a: Term) -> Term:
        return implication(negation(equation(real(a), ZERO)), le(ONE, real(a)))

    nonzero = assume(negation(equation(real(NONE), ZERO)))
    base = discharge(nonzero.conclusion, absurd(fact("real_zero"), nonzero, le(ONE, real(NONE))))
    more = fact("le_add", ZERO, real(_A), ONE, premises=(fact("real_nonneg", _A),))
    more = rewrite_proposition(more, ring(plus(ZERO, ONE), ONE), symmetric(fact("real_suc", _A)))
    step = discharge(negation(equation(real(suc(_A)), ZERO)), more)
    return by_induction(_A, goal(_A), base, step)


def _smaller(bound: Theorem, whole: Theorem) -> Theorem:
    """Infer q ≤ k from ⊢ b ≤ k + 1, ⊢ b = 2q and q ≠ 0."""
    nonzero = assume(negation(equation(real(_Q), ZERO)))
    least = infer("sub_nonneg", infer("one_le_natural", nonzero))
    bound = rewrite_proposition(bound, whole, fact("real_suc", _K))
    room = plus(plus(real(_K), ONE), minus(twice(_Q)))
    bound = infer("sub_nonneg", bound)
    total = infer("add_nonneg", bound, least)
    gap = plus(real(_K), minus(real(_Q)))
    total = rewrite_proposition(total, ring(plus(room, plus(real(_Q), minus(ONE))), gap))
    return infer("le_of_nonneg", total)


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
    zero = infer("le_antisym", below, fact("real_nonneg", _B))
    base = close(discharge(bound.conclusion, discharge(solution.conclusion, zero)), _A, _B)
    bound, smaller = assume(le(real(_B), real(suc(_K)))), assume(_solution(_P, _Q))
    first, second = assume(equation(real(_A), twice(_P))), assume(equation(real(_B), twice(_Q)))
    nothing = assume(equation(real(_Q), ZERO))
    inner = mp(mp(spec(assume(every(_K)), _P, _Q), _smaller(bound, second)), smaller)
    nothing = by_cases(nothing.conclusion, nothing, inner)
    result = to(replaced(second, nothing), ZERO)
    for premise in (smaller, second, first):
        result = discharge(premise.conclusion, result)
    premises = solution, close(result, _P, _Q)
    result = infer("halved_solution", *premises)
    step = close(discharge(bound.conclusion, discharge(solution.conclusion, result)), _A, _B)
    whole = by_induction(_K, every(_K), base, step)
    return spec(whole, _A, _B)


@lemma("∀x:ℝ, n c a b:ℕ. power x (suc (suc n)) = 2 * (2 * real c + 1) ⇒ real a = x * real b ⇒ real b = 0")
def irrational_root(power: Theorem, quotient: Theorem) -> Theorem:
    """A number with a power that is twice an odd number is no quotient of natural numbers."""
    solution = chain(_powers_equal(quotient), fact("power_of_product", _X, real(_B), _EXPONENT))
    premises = fact("le_refl", real(_B)), replaced(solution, power)
    return infer("descent", *premises)


@lemma(
    "∀x y:ℝ, s t n c a b:ℕ. real t ≠ 0 ⇒ power x s = real t * y ⇒ power y (suc (suc n)) = 2 * (2 * real c + 1)"
    " ⇒ real a = x * real b ⇒ real b = 0"
)
def irrational_power(nonzero: Theorem, multiple: Theorem, power: Theorem, quotient: Theorem) -> Theorem:
    """A number is no quotient of natural numbers if one of its powers is a multiple of an irrational root."""
    numerator = assume(equation(power_term(real(_A), _S), real(_P)))
    denominator = assume(equation(power_term(real(_B), _S), real(_Q)))
    product = assume(equation(real(_U), times(real(_T), real(_Q))))
    powers = ap_thm(ap_term(defined("power"), quotient), _S)
    powers = chain(powers, fact("power_of_product", _X, real(_B), _S))
    powers = replaced(chain(symmetric(numerator), powers), multiple, denominator)
    target = replaced(refl(times(_Y, real(_U))), product)
    powers = chain(to(powers, right(target)), symmetric(target))
    zero = infer("irrational_root", power, powers)
    zero = infer("mul_zero", chain(symmetric(product), zero), nonzero)
    result = infer("power_is_zero", chain(denominator, zero))
    result = infer("product_exists", from_each(_U, product, result))
    result = infer("power_of_natural", from_each(_Q, denominator, result))
    return infer("power_of_natural", from_each(_P, numerator, result))
