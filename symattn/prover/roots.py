"""Compare two whole turns whose quotient is a root of a number: if the root is irrational, both are the turn by 0.

The angles are x and exp (c·log a)·x.  With n = 1/(c·v), where 2 divides a exactly v times, the n-th power of the factor
is the v-th root of a; if that is twice an odd number and n ≥ 2, the factor is irrational.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ..kernel.rules import Theorem, refl, ring
from ..kernel.terms import REAL, Lit, Term, app, const
from .conversions import rearranged, replaced, to
from .lemmas import MUL, ONE, ZERO, number, plus, times
from .library import fact, is_application_of
from .logic import ap_term, ap_thm, chain, right, symmetric
from .naturals import numeral, real, suc, value
from .normal import Normaliser
from .polynomial import Monomial, Polynomial, polynomial_term, read_polynomial

EXP, LOG = const("exp"), const("log")


class Angle(NamedTuple):
    """Hold an angle exp (c·log a)·rest; without a base, c is 0."""

    term: Term
    exponent: Fraction
    base: Term | None
    rest: Polynomial


def by_roots(normaliser: Normaliser, first: tuple[Theorem, Term], second: tuple[Theorem, Term]) -> Theorem | None:
    """Infer ⊢ w = 0 from ⊢ cos x = 1 and ⊢ cos y = 1, where x and y are w times powers of a number a, or None."""
    (turn, x), (other, y) = (first[0], _factored(first[1])), (second[0], _factored(second[1]))
    if x is None or y is None or x.rest != y.rest or x.exponent == y.exponent:
        return None
    if x.exponent < y.exponent:
        turn, other, x, y = other, turn, y, x
    base, exponent = x.base or y.base, x.exponent - y.exponent
    if base is None or (x.base is not None and y.base is not None and x.base is not y.base):
        return None
    found = _power_of_factor(normaliser, exponent, base)
    if found is None:
        return None
    factor, n, c, power = found
    cosine = chain(ap_term(const("cos"), _scaled(exponent, base, y, x.term)), turn)
    premises = fact("exp_pos", {}, factor.argument), power, other, cosine  # type: ignore[attr-defined]
    zero = fact("incommensurable_turns", {}, factor, y.term, n, c, premises=premises)
    if not y.exponent:
        return zero
    inverse = _scaled(-y.exponent, base, y, polynomial_term(y.rest))
    return to(replaced(symmetric(inverse), zero), ZERO)


def _factored(x: Term) -> Angle | None:
    """Return an angle as one power of a number times a polynomial without such powers, or None."""
    factors: set[tuple[Fraction, Term | None]] = set()
    rest: Polynomial = {}
    for monomial, coefficient in read_polynomial(x).items():
        powers = {atom: found for atom, _ in monomial if (found := _power_of_number(atom)) is not None}
        if len(powers) > 1 or any(exponent != 1 for atom, exponent in monomial if atom in powers):
            return None
        factors.add(next(iter(powers.values()), (Fraction(0), None)))
        others: Monomial = tuple(part for part in monomial if part[0] not in powers)
        rest[others] = coefficient
    if len(factors) != 1:
        return None
    ((exponent, base),) = factors
    return Angle(x, exponent, base, rest)


def _power_of_number(atom: Term) -> tuple[Fraction, Term] | None:
    """Return c and a for the term exp (c·log a), or None."""
    argument = is_application_of(atom, "exp", 1)
    polynomial = read_polynomial(argument[0]) if argument is not None else {}
    if len(polynomial) != 1:
        return None
    ((monomial, exponent),) = polynomial.items()
    log = is_application_of(monomial[0][0], "log", 1) if len(monomial) == 1 and monomial[0][1] == 1 else None
    return (exponent, log[0]) if log is not None else None


def _exponent(c: Fraction, base: Term) -> Term:
    return times(number(c), app(LOG, base))


def _scaled(c: Fraction, base: Term, y: Angle, target: Term) -> Theorem:
    """Return ⊢ exp (c·log a)·y = the angle with the exponent greater by c."""
    factor, rest = app(EXP, _exponent(c, base)), polynomial_term(y.rest)
    own = app(EXP, _exponent(y.exponent, base)) if y.exponent else ONE
    total = refl(times(factor, own))
    if y.exponent:
        total = symmetric(fact("exp_add", {}, _exponent(c, base), _exponent(y.exponent, base)))
        sum_of_exponents = plus(_exponent(c, base), _exponent(y.exponent, base))
        if c + y.exponent:
            total = chain(total, ap_term(EXP, ring(sum_of_exponents, _exponent(c + y.exponent, base))))
        else:
            total = chain(total, ap_term(EXP, ring(sum_of_exponents, ZERO)), fact("exp_zero"))
    product = times(times(factor, own), rest)
    result = chain(ring(times(factor, y.term), product), ap_thm(ap_term(MUL, total), rest))
    return chain(result, rearranged(right(result), target))


def _power_of_factor(normaliser: Normaliser, c: Fraction, base: Term) -> tuple[Term, Term, Term, Theorem] | None:
    """Return exp (c·log a), n, k and ⊢ exp (c·log a)ⁿ⁺² = 2·(2k + 1), or None."""
    a = Fraction(base.value) if isinstance(base, Lit) and base.type is REAL else Fraction(0)
    twos = (a.numerator & -a.numerator).bit_length() - 1  # how often 2 divides a
    if a.denominator != 1 or a < 2 or twos == 0 or (1 / (c * twos)).denominator != 1 or c * twos > Fraction(1, 2):
        return None
    order = int(1 / (c * twos))
    n = numeral(order - 2)
    argument = _exponent(c, base)
    power = fact("power_of_exponential", {}, argument, suc(suc(n)))
    count = to(value(suc(suc(n))), number(order))
    whole = replaced(refl(times(real(suc(suc(n))), argument)), count)
    power = chain(power, ap_term(EXP, to(whole, _exponent(c * order, base))))
    root = normaliser.normal(right(power))
    result = right(root)
    if not isinstance(result, Lit) or Fraction(result.value) % 4 != 2:
        return None
    k = numeral(int(result.value) // 4)
    twice = times(number(2), plus(times(number(2), real(k)), ONE))
    odd = to(replaced(refl(twice), value(k)), result)
    return app(EXP, argument), n, k, chain(power, root, symmetric(odd))
