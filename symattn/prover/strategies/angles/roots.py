"""Compare two whole turns whose quotient is a root of a number: if the root is irrational, both are the turn by 0.

The angles are multiples of w and exp (c·log a)·w.  Where 2 divides a exactly v times, a^(1/v) has to be twice an odd
number; then a^(m/(n·v)) is irrational for n ≥ 2 and m prime to n, as one of its powers is a multiple of a^(1/(n·v)).
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ....kernel.rules import Theorem
from ....kernel.terms import NAT, REAL, Lit, Term, app, equation, var
from ...library.facts import fact
from ...library.values import value
from ...limits import LARGEST_NUMBER
from ...logic.cached_rules import refl
from ...logic.conversions import replaced, rewrite_proposition, to
from ...logic.derived_rules import ap_term, ap_thm, chain, close, discharge, right, symmetric
from ...logic.formulas import COS, EXP, LOG, MUL, ONE, ZERO, number, plus, times
from ...logic.numerals import numeral, real, suc
from ...logic.parts import args_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, Polynomial, polynomial_term, quotient, read_polynomial
from ...normal.positivity import nonzero
from .common_angles import same_number


class Angle(NamedTuple):
    """Hold an angle exp (c·log a)·rest; without a base, c is 0."""

    term: Term
    exponent: Fraction
    base: Term | None
    rest: Polynomial


def by_roots(normaliser: Normaliser, first: tuple[Theorem, Term], second: tuple[Theorem, Term]) -> Theorem | None:
    """Infer ⊢ w = 0 from ⊢ cos x = 1 and ⊢ cos y = 1, where x and y are powers of a number times w, or None."""
    (turn, x), (other, y) = (first[0], _factored(first[1])), (second[0], _factored(second[1]))
    if x is None or y is None or x.exponent == y.exponent:
        return None
    if x.exponent < y.exponent:
        turn, other, x, y = other, turn, y, x
    ratio, base, exponent = quotient(x.rest, y.rest), x.base or y.base, x.exponent - y.exponent
    if ratio is None or not 0 < ratio <= LARGEST_NUMBER or ratio.denominator > LARGEST_NUMBER or base is None:
        return None
    if x.base is not None and y.base is not None and x.base is not y.base:
        return None
    irrational = _irrational(normaliser, exponent, base)
    if irrational is None:
        return None
    turn, x = _repeated(turn, x, ratio.denominator)
    other, y = _repeated(other, y, ratio.numerator)
    argument, rest = _exponent(exponent, base), polynomial_term(y.rest)
    scaled = same_number(normaliser, times(app(EXP, argument), y.term), x.term)
    back = same_number(normaliser, rest, times(app(EXP, _exponent(-y.exponent, base)), y.term))
    if scaled is None or back is None:
        return None
    premises = fact("exp_pos", argument), irrational, other, chain(ap_term(COS, scaled), turn)
    zero = fact("incommensurable_turns", app(EXP, argument), y.term, premises=premises)
    return to(replaced(back, zero), ZERO)


def _repeated(turn: Theorem, x: Angle, count: int) -> tuple[Theorem, Angle]:
    """Infer ⊢ cos (k·x) = 1 from ⊢ cos x = 1 for a natural number k."""
    if count == 1:
        return turn, x
    times_over = ap_thm(ap_term(MUL, _value(count)), x.term)
    many = fact("turns_repeated", x.term, numeral(count), premises=(turn,))
    rest = {monomial: coefficient * count for monomial, coefficient in x.rest.items()}
    many = chain(symmetric(ap_term(COS, times_over)), many)
    return many, Angle(right(times_over), x.exponent, x.base, rest)


def _value(count: int) -> Theorem:
    """Return ⊢ real k = k for a natural number."""
    return to(value(numeral(count)), number(count))


def _factored(x: Term) -> Angle | None:
    """Return an angle as one power of a number times a polynomial without such powers, or None."""
    factors: set[tuple[Fraction, Term | None]] = set()
    rest: dict[Monomial, Fraction] = {}
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
    argument = args_of(atom, "exp", 1)
    polynomial = read_polynomial(argument[0]) if argument is not None else {}
    if len(polynomial) != 1:
        return None
    ((monomial, exponent),) = polynomial.items()
    log = args_of(monomial[0][0], "log", 1) if len(monomial) == 1 and monomial[0][1] == 1 else None
    return (exponent, log[0]) if log is not None else None


def _exponent(c: Fraction, base: Term) -> Term:
    return times(number(c), app(LOG, base))


def _irrational(normaliser: Normaliser, c: Fraction, base: Term) -> Theorem | None:
    """Return ⊢ ∀p q. p = exp (c·log a)·q ⇒ q = 0 for natural numbers p and q, or None."""
    a = Fraction(base.value) if isinstance(base, Lit) and base.type is REAL else Fraction(0)
    twos = (a.numerator & -a.numerator).bit_length() - 1  # how often 2 divides a
    if a.denominator != 1 or a < 2 or twos == 0:
        return None
    m, n = (c * twos).as_integer_ratio()
    if n == 1 or max(m, n) > LARGEST_NUMBER:
        return None
    exponent = pow(m, -1, n)
    whole, small = Fraction(m * exponent // n, twos), Fraction(1, n * twos)
    factor, root = _exponent(c, base), _exponent(small, base)
    odd = _twice_odd(normaliser, _power(root, suc(suc(numeral(n - 2))), _exponent(Fraction(1, twos), base)))
    power = _power(factor, numeral(exponent), plus(_exponent(whole, base), root))
    power = chain(power, fact("exp_add", _exponent(whole, base), root))
    integer = normaliser.normal(app(EXP, _exponent(whole, base)))
    count = right(integer)
    if odd is None or not isinstance(count, Lit) or count.value not in range(1, LARGEST_NUMBER):
        return None
    same, premise = _value(int(count.value)), nonzero(normaliser, count)
    if premise is None:
        return None
    power = chain(power, ap_thm(ap_term(MUL, chain(integer, symmetric(same))), app(EXP, root)))
    premises = rewrite_proposition(premise, symmetric(same)), power, odd[1]
    numbers = numeral(exponent), numeral(int(count.value)), numeral(n - 2), odd[0]
    p, q = var("p", NAT), var("q", NAT)
    fraction = equation(real(p), times(app(EXP, factor), real(q)))
    result = fact("irrational_power", app(EXP, factor), app(EXP, root), *numbers, p, q, premises=premises)
    return close(discharge(fraction, result), p, q)


def _power(argument: Term, count: Term, target: Term) -> Theorem:
    """Return ⊢ (exp u)^k = exp v where v is k·u."""
    product = replaced(refl(times(real(count), argument)), value(count))
    return chain(fact("power_of_exponential", argument, count), ap_term(EXP, to(product, target)))


def _twice_odd(normaliser: Normaliser, power: Theorem) -> tuple[Term, Theorem] | None:
    """Return k and ⊢ t = 2·(2k + 1) from ⊢ t = u, where the value of u is twice an odd number, or None."""
    result = normaliser.then(power)
    root = right(result)
    if not isinstance(root, Lit) or Fraction(root.value) % 4 != 2:
        return None
    k = numeral(int(root.value) // 4)
    twice = replaced(refl(times(number(2), plus(times(number(2), real(k)), ONE))), value(k))
    return k, chain(result, symmetric(to(twice, root)))
