"""Normal forms of powers, which follow their exponents: M^(a + b) = M^a M^b leaves powers of single atoms only."""

from __future__ import annotations

from typing import NamedTuple

from ...kernel.rules import Theorem, eq_mp
from ...kernel.terms import Term, app
from ..library.facts import fact, infer
from ..logic.derived_rules import ap_term, ap_thm, at_arguments, chain, right, symmetric
from ..logic.formulas import LE, LOG, ONE, ZERO, minus, plus, times
from ..logic.numerals import NONE, UNIT_NAT, real
from ..logic.parts import args_of, head_and_arguments, operand, operands
from ..logic.term_order import key
from .closed_indices import is_closed
from .conditions import known_of, naturals, order_shown
from .normalising import Normalising
from .polynomials import read_polynomial
from .positivity import positive


def normal_power(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ power x a = a product of powers whose exponents are atoms."""
    return _power(normaliser, t, "power", ())


def normal_matrix_power(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ (M^a) i j = an entry of a product of powers whose exponents are atoms."""
    entry = head_and_arguments(t)[1][2:]
    return _power(normaliser, t, "matpow", tuple(entry)) if entry else normaliser.arguments(t)


class Rules(NamedTuple):
    """Name what is known of powers at the exponents 0 and 1, at sums, and of powers of powers."""

    zero: str
    one: str
    nadd: str
    of_power: str
    swapped: str


RULES = {
    "power": Rules("power_zero", "power_one", "power_nadd", "power_of_power", "power_swapped"),
    "matpow": Rules("matpow_zero", "matpow_one", "matpow_nadd", "matpow_of_matpow", "matpow_swapped"),
}


def _power(normaliser: Normalising, t: Term, name: str, entry: tuple[Term, ...]) -> Theorem:
    head, (base, exponent, *_) = head_and_arguments(t)
    normal = normaliser.normal(exponent)
    e = right(normal)
    if (of_power := _of_power(normaliser, name, base, exponent, normal)) is not None:
        return normaliser.then(at_arguments(of_power, *entry))
    args = args_of(e, "nadd", 2)
    rule = RULES[name].zero if e is NONE else RULES[name].one if e is UNIT_NAT else RULES[name].nadd if args else None
    if rule is None:
        inner = normaliser.arguments(t)
        return inner if entry else _of_base(normaliser, inner)
    opened = chain(ap_term(app(head, base), normal), fact(rule, base, *(args or ())))
    return normaliser.then(at_arguments(opened, *entry))


def _of_power(normaliser: Normalising, name: str, base: Term, exponent: Term, normal: Theorem) -> Theorem | None:
    """Return ⊢ (xᵃ)ᵏ = xᶜ where the product c of the exponents is a natural number that can be said, or = (xᵏ)ᵃ.

    Of two exponents of which this cannot be said the smaller one stands inside, and sums stand outside.
    """
    inner, e = args_of(base, name, 2), right(normal)
    if inner is None or e in (NONE, UNIT_NAT):
        return None
    x, a = inner
    product = normaliser.normal(times(real(exponent), real(a)))
    numbers = naturals(normaliser, read_polynomial(right(product)))
    if numbers is not None:
        ((c, value),) = numbers
        same = chain(value, symmetric(product))
        return fact(RULES[name].of_power, x, a, exponent, c, premises=(same,))
    within = right(normaliser.normal(a))
    split, split_within = (args_of(part, "nadd", 2) is not None for part in (e, within))
    if split or not (split_within or key(within) > key(e)):
        return None
    return fact(RULES[name].swapped, x, a, exponent)


def _of_base(normaliser: Normalising, inner: Theorem) -> Theorem:
    """Continue ⊢ t = power x k by what x is: a product, an exponential, or an atom or a number that is positive.

    A positive x is exp (log x), so that its powers are exponentials, as those are whose exponents are no such numbers.
    """
    head, (base, exponent) = head_and_arguments(right(inner))
    if (pair := operands(base, "*")) is not None:
        return normaliser.then(chain(inner, fact("power_of_product", *pair, exponent)))
    if (argument := operand(base, "exp")) is not None:
        return normaliser.then(chain(inner, fact("power_of_exponential", argument, exponent)))
    if (below := operand(base, "inv")) is not None:
        return normaliser.then(chain(inner, fact("power_of_inverse", below, exponent)))
    if base is ZERO and (place := operand(exponent, "nat")) is not None and not is_closed(place):
        return normaliser.then(chain(inner, fact("power_of_zero_at", place)))
    if base is ZERO:
        number = normaliser.normal(real(exponent))
        above = read_polynomial(plus(right(number), minus(ONE)))
        order = order_shown(ONE, right(number), above, known_of(normaliser, above))
        if order is not None:
            moved = eq_mp(ap_term(app(LE, ONE), symmetric(number)), order)
            return chain(inner, fact("power_of_zero", exponent, premises=(moved,)))
        return inner
    sign = positive(normaliser, base) if operands(base, "+") is None else None
    if sign is None:
        return inner
    as_exponential = symmetric(infer("exp_log", sign))
    step = ap_thm(ap_term(head, as_exponential), exponent)
    return normaliser.then(chain(inner, step, fact("power_of_exponential", app(LOG, base), exponent)))
