"""Lemmas about even and odd natural numbers, their powers included.

"There is a k with a = 2k" is said as "every r follows that follows from each k with a = 2k".
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall, implication, negation
from ...kernel.terms import BOOL, NAT, REAL, Term, Var, app, equation, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import replaced, to
from ..logic.derived_rules import ap_term, ap_thm, chain, discharge, gen, left, mp, right, spec, symmetric
from ..logic.formulas import ADD, MUL, ONE, ZERO, le, minus, number, plus, times
from ..logic.numerals import NONE, UNIT_NAT, nadd, real, suc
from .facts import fact, infer, lemma
from .naturals import by_induction
from .powers import power_term
from .propositions import by_cases
from .search import implied, searched
from .values import value

_X, _R = var("x", REAL), var("r", BOOL)
_A, _B, _C, _K, _M, _N = (var(name, NAT) for name in "abckmn")


def twice(c: Term) -> Term:
    """Return 2·c for a natural number."""
    return times(number(2), real(c))


def odd_number(c: Term) -> Term:
    """Return 2·c + 1 for a natural number."""
    return plus(twice(c), ONE)


def follows(s: Term, form: Callable[[Term], Term], r: Term) -> Term:
    """Return that r follows from each k with s = form(k)."""
    return forall(_K, implication(equation(s, form(_K)), r))


def from_each(variable: Var, same: Theorem, result: Theorem) -> Theorem:
    """Infer ∀k. (s = t) ⇒ r from s = t ⊢ r."""
    return gen(variable, discharge(same.conclusion, result))


def moved(same: Theorem, a: Term, b: Term, factor: Fraction = Fraction(1)) -> Theorem:
    """Infer a = b from ⊢ s = t where a − b is the multiple of s − t by a number, in every commutative ring."""
    nothing = to(ap_thm(ap_term(ADD, same), minus(right(same))), ZERO)
    nothing = ap_term(app(MUL, number(factor)), nothing)
    return to(chain(ring(a, plus(b, left(nothing))), ap_term(app(ADD, b), nothing)), b)


def rewritten(same: Theorem, *equations: Theorem) -> Theorem:
    """Infer a' = b' from ⊢ a = b by rewriting both sides."""
    return chain(symmetric(replaced(refl(left(same)), *equations)), replaced(same, *equations))


# --------------------------------------------------------------------------------------------------------- even and odd


@lemma("∀a:ℕ, r:𝔹. (∀k:ℕ. real a = 2 * real k ⇒ r) ⇒ (∀k:ℕ. real a = 2 * real k + 1 ⇒ r) ⇒ r")
def even_or_odd() -> Theorem:
    """A natural number is even or odd, by induction."""

    def goal(a: Term) -> Term:
        return implication(follows(real(a), twice, _R), implication(follows(real(a), odd_number, _R), _R))

    if_even, if_odd = (assume(follows(real(NONE), form, _R)) for form in (twice, odd_number))
    base = mp(spec(if_even, NONE), searched("real 0@ℕ = 2 * real 0@ℕ"))
    base = discharge(if_even.conclusion, discharge(if_odd.conclusion, base))
    if_even, if_odd = (assume(follows(real(suc(_A)), form, _R)) for form in (twice, odd_number))
    even, odd = (assume(equation(real(_A), form(_K))) for form in (twice, odd_number))
    next_odd = implied("∀a k:ℕ. real a = 2 * real k ⇒ real (suc a) = 2 * real k + 1", even)
    next_even = implied("∀a k:ℕ. real a = 2 * real k + 1 ⇒ real (suc a) = 2 * real (suc k)", odd)
    step = mp(assume(goal(_A)), from_each(_K, even, mp(spec(if_odd, _K), next_odd)))
    step = mp(step, from_each(_K, odd, mp(spec(if_even, suc(_K)), next_even)))
    step = discharge(if_even.conclusion, discharge(if_odd.conclusion, step))
    return by_induction(_A, goal(_A), base, step)


@lemma("∀a b:ℕ. 2 * real a ≠ 2 * real b + 1")
def even_not_odd() -> Theorem:
    """Where a ≤ b, 2a is less than 2b + 1; elsewhere it is more, as b + 1 ≤ a."""
    below = le(real(_A), real(_B))
    return by_cases(
        below,
        implied("∀a b:ℕ. real a ≤ real b ⇒ 2 * real a ≠ 2 * real b + 1", assume(below)),
        implied("∀a b:ℕ. ¬(real a ≤ real b) ⇒ 2 * real a ≠ 2 * real b + 1", assume(negation(below))),
    )


@lemma("∀a b:ℕ, r:𝔹. (∀k:ℕ. (2 * real a + 1) * (2 * real b + 1) = 2 * real k + 1 ⇒ r) ⇒ r")
def odd_product(some: Theorem) -> Theorem:
    """The product of two odd numbers is odd."""
    product = assume(equation(real(_M), times(real(_A), real(_B))))
    value = "(2 * real a + 1) * (2 * real b + 1) = 2 * real (nadd (nadd m m) (nadd a b)) + 1"
    odd = implied(f"∀a b m:ℕ. real m = real a * real b ⇒ {value}", product)
    result = mp(spec(some, nadd(nadd(_M, _M), nadd(_A, _B))), odd)
    return infer("product_exists", from_each(_M, product, result))


# --------------------------------------------------------------------------------------------------------------- powers


@lemma("∀x:ℝ, n c:ℕ, r:𝔹. x = 2 * real c + 1 ⇒ (∀k:ℕ. power x n = 2 * real k + 1 ⇒ r) ⇒ r")
def power_of_odd(base_odd: Theorem) -> Theorem:
    """A power of an odd number is odd, by induction."""

    def goal(n: Term) -> Term:
        return implication(follows(power_term(_X, n), odd_number, _R), _R)

    some = assume(follows(power_term(_X, NONE), odd_number, _R))
    one = to(replaced(refl(odd_number(NONE)), fact("real_zero")), ONE)
    base = discharge(some.conclusion, mp(spec(some, NONE), chain(fact("power_zero", _X), symmetric(one))))
    some = assume(follows(power_term(_X, suc(_N)), odd_number, _R))
    odd = assume(equation(power_term(_X, _N), odd_number(_K)))
    odds = times(odd_number(_C), odd_number(_K))
    product = assume(equation(odds, odd_number(_M)))
    power = fact("power_suc", _X, _N)
    power = chain(power, ap_term(app(MUL, _X), odd), ap_thm(ap_term(MUL, base_odd), odd_number(_K)), product)
    result = mp(spec(some, _M), power)
    result = infer("odd_product", from_each(_M, product, result))
    step = discharge(some.conclusion, mp(assume(goal(_N)), from_each(_K, odd, result)))
    return by_induction(_N, goal(_N), base, step)


@lemma("∀a n:ℕ, r:𝔹. (∀k:ℕ. power (real a) n = real k ⇒ r) ⇒ r")
def power_of_natural() -> Theorem:
    """A power of a natural number is one, by induction."""

    def goal(n: Term) -> Term:
        return implication(follows(power_term(real(_A), n), real, _R), _R)

    some = assume(follows(power_term(real(_A), NONE), real, _R))
    one = chain(fact("power_zero", real(_A)), symmetric(to(value(UNIT_NAT), ONE)))
    base = discharge(some.conclusion, mp(spec(some, UNIT_NAT), one))
    some = assume(follows(power_term(real(_A), suc(_N)), real, _R))
    same = assume(equation(power_term(real(_A), _N), real(_K)))
    product = assume(equation(real(_M), times(real(_A), real(_K))))
    power = chain(fact("power_suc", real(_A), _N), ap_term(app(MUL, real(_A)), same), symmetric(product))
    result = from_each(_M, product, mp(spec(some, _M), power))
    result = infer("product_exists", result)
    step = discharge(some.conclusion, mp(assume(goal(_N)), from_each(_K, same, result)))
    return by_induction(_N, goal(_N), base, step)
