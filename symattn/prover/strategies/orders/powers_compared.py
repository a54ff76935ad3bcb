"""Inequalities between powers: monotony, alike order, and tangents under sums, which give Jensen's inequality.

For powers of numbers that are not negative, a ≤ b gives aᵏ ≤ bᵏ, and 0 ≤ (a − b)·(aᵏ − bᵏ) holds for any two.  A sum
Σ w·gᵏ⁺¹ with weights w ≥ 0 is at least Σ w·(mᵏ⁺¹ + (k + 1)·mᵏ·(g − m)), for the mean m = Σ w·g / Σ w, and so it is with
negative exponents.  Here k may be a symbol, gᵏ a power or an exponential, and where k + 1 is even, g may be any number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations

from ....kernel.rules import Theorem
from ....kernel.terms import Term, Var, abstract, app
from ...library.facts import fact
from ...library.powers import power_term
from ...logic.derived_rules import ProofError, right
from ...logic.formulas import EXP, ONE, ZERO, inv, le, minus, number, plus, times, total
from ...logic.numerals import nadd, numeral, real
from ...logic.parts import args_of, index_size
from ...logic.term_order import key
from ...normal.linear_arithmetic import Inequality, in_normal_form
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Monomial, Polynomial, product_term, read_polynomial
from ...normal.positivity import distinct, nonnegative, positive
from .inequalities import moved_to, prove_sign
from .lifting import weighted_sum
from .readings import is_sum, opened_monomials

MOST_BASES = 4  # powers with one exponent that are compared with each other
MOST_TANGENTS = 8
MOST_EXPONENT = 12

Prove = Callable[[Term], Theorem]


def between_powers(normaliser: Normaliser, goal: Polynomial, prove: Prove) -> Iterator[Inequality]:
    """Yield inequalities between the powers of a goal that have one exponent."""
    bases: dict[Term, dict[Term, None]] = {}
    named = False
    for atom in sorted({atom for monomial in goal for atom, _ in monomial}, key=key):
        power = _as_power(normaliser, atom)
        if power is not None:
            bases.setdefault(power[1], {})[power[0]] = None
            named = named or args_of(atom, "power", 2) is not None
    for exponent, found in bases.items() if named else ():
        for a, b in combinations(list(found)[:MOST_BASES], 2):
            yield from _ordered(normaliser, prove, a, b, exponent)


def _as_power(normaliser: Normaliser, atom: Term) -> tuple[Term, Term] | None:
    """Return b and a, where an atom is bᵃ or e^(a·log b), for a natural number a that is no number, or None."""
    power = args_of(atom, "power", 2)
    if power is not None:
        return power[0], power[1]
    inside = args_of(atom, "exp", 1)
    exponent = read_polynomial(inside[0]) if inside is not None else {}
    if len(exponent) != 1:
        return None
    ((monomial, coefficient),) = exponent.items()
    naturals = [(t, n[0]) for t, e in monomial if e == 1 and (n := args_of(t, "real", 1)) is not None]
    if not naturals:
        return None
    t, a = naturals[0]
    rest = [u for u, e in monomial if u is not t for _ in range(e)]
    return right(normaliser.normal(app(EXP, times(number(coefficient), product_term(rest))))), a


def _ordered(normaliser: Normaliser, prove: Prove, a: Term, b: Term, exponent: Term) -> Iterator[Inequality]:
    """Yield aᵏ ≤ bᵏ where it is proved that 0 ≤ a ≤ b, or the other way round, or else 0 ≤ (a − b)·(aᵏ − bᵏ)."""
    powers = {v: power_term(v, exponent) for v in (a, b)}
    signs = {v: _not_negative(normaliser, v) for v in (a, b)}
    for low, high in ((a, b), (b, a)):
        sign = signs[low]
        if sign is None:
            continue
        with suppress(ProofError):
            order = prove(le(low, high))
            below = fact("power_le", {}, low, high, exponent, premises=distinct(sign, order))
            known = partial(fact, "sub_nonneg", {}, powers[low], powers[high], premises=(below,))
            yield in_normal_form(normaliser, known, plus(powers[high], minus(powers[low])), False)
            return
    first, second = signs[a], signs[b]
    if first is not None and second is not None:
        alike = partial(fact, "powers_alike", {}, a, b, exponent, premises=distinct(first, second))
        product = times(plus(a, minus(b)), plus(powers[a], minus(powers[b])))
        yield in_normal_form(normaliser, alike, product, False)


def _not_negative(normaliser: Normaliser, t: Term) -> Theorem | None:
    """Return ⊢ 0 ≤ t by its shape or by linear arithmetic, or None."""
    found = nonnegative(normaliser, t)
    if found is None:
        normal = normaliser.normal(t)
        sign = prove_sign(normaliser, right(normal), False)
        found = None if sign is None else moved_to(sign, normal, False)
    return found


# ------------------------------------------------------------------------------------------------- tangents under sums


def below_power_means(normaliser: Normaliser, goal: Polynomial) -> Iterator[Inequality]:
    """Yield what the tangents at their means say of the sums of powers in a goal."""
    left = MOST_TANGENTS
    for binders, monomial, coefficient in opened_monomials(goal, is_sum, 1):
        if not binders or coefficient < 0:
            continue
        for base, rest, exponent, literal in _powers(normaliser, monomial, binders[0]):
            left -= 1
            if left < 0:
                return
            made = _below_mean(normaliser, binders[0], base, product_term(rest), exponent, literal)
            if made is not None:
                yield made


def _powers(normaliser: Normaliser, monomial: Monomial, x: Var) -> Iterator[tuple[Term, list[Term], Term | None, int]]:
    """Yield g, w, a and e for the summands w·gᵉ·gᵃ, with e alone where it is not 1 or 2, or with a power gᵃ beside."""
    symbols = {atom: power for atom, e in monomial if e == 1 and (power := _as_power(normaliser, atom)) is not None}
    for atom, e in monomial:
        if x not in atom.free or atom in symbols or e > MOST_EXPONENT:
            continue
        beside = next((t for t, (base, _) in symbols.items() if base is atom), None)
        rest = [t for t, f in monomial if t is not atom and t is not beside for _ in range(f)]
        if beside is not None:
            yield atom, rest, symbols[beside][1], e
        elif (inverse := args_of(atom, "inv", 1)) is not None:
            yield inverse[0], rest, None, -e
        elif e > 2:
            yield atom, rest, None, e


def _below_mean(
    normaliser: Normaliser, x: Var, g: Term, weight: Term, exponent: Term | None, e: int
) -> Inequality | None:
    """Return that Σ w·gᵏ is not below what the tangent of xᵏ at the mean makes of it, or None."""
    sizes = index_size(x)
    share, moment = (total(sizes, abstract(x, t)) for t in (weight, times(weight, g)))
    normal = normaliser.normal(share)
    if right(normal) is not ONE and positive(normaliser, right(normal)) is None:
        return None
    mean = right(normaliser.normal(times(moment, inv(share))))
    if exponent is None and e > 0 and e % 2 == 0:
        k, squares = numeral(e // 2 - 1), (times(mean, mean), times(g, g))
        powers = [power_term(square, k) for square in squares]
        slope = times(plus(ONE, real(k)), times(powers[0], times(number(2), times(mean, plus(g, minus(mean))))))
        low, high = plus(times(squares[0], powers[0]), slope), times(squares[1], powers[1])
        theorem = partial(fact, "even_power_tangent", {}, mean, g, k)
        return _summed(normaliser, x, weight, low, high, theorem)
    if e < 0:
        first, second = positive(normaliser, g), positive(normaliser, mean)
        if first is None or second is None:
            return None
        inverses = product_term([*[inv(g)] * -e, *[inv(mean)] * (1 - e)])
        weak = (fact("lt_le", {}, ZERO, v, premises=(sign,)) for v, sign in ((g, first), (mean, second)))
        return _tangent(normaliser, x, times(weight, inverses), (g, mean), numeral(-e), distinct(*weak))
    above = nonnegative(normaliser, mean), nonnegative(normaliser, g)
    if above[0] is None or above[1] is None:
        return None
    k = numeral(e - 1) if exponent is None else exponent if e == 1 else nadd(numeral(e - 1), exponent)
    return _tangent(normaliser, x, weight, (mean, g), k, distinct(above[0], above[1]))


def _tangent(
    normaliser: Normaliser, x: Var, weight: Term, places: tuple[Term, Term], k: Term, signs: tuple[Theorem, ...]
) -> Inequality | None:
    """Return Σ w·(bᵏ⁺¹ − aᵏ⁺¹ − (k + 1)·aᵏ·(b − a)) ≥ 0 for numbers a and b that are not negative, or None."""
    a, b = places
    powers = [power_term(v, k) for v in places]
    low = plus(times(a, powers[0]), times(plus(ONE, real(k)), times(powers[0], plus(b, minus(a)))))
    theorem = partial(fact, "power_tangent", {}, a, b, k, premises=signs)
    return _summed(normaliser, x, weight, low, times(b, powers[1]), theorem)


def _summed(
    normaliser: Normaliser, x: Var, weight: Term, low: Term, high: Term, order: Callable[[], Theorem]
) -> Inequality | None:
    """Return 0 ≤ Σ w·(b − a) from what makes ⊢ a ≤ b, or None."""

    def difference() -> Theorem:
        return fact("sub_nonneg", {}, low, high, premises=(order(),))

    bound = weighted_sum(normaliser, [x], weight, (difference, plus(high, minus(low)), False))
    return None if bound is None else in_normal_form(normaliser, *bound)
