"""Normal forms of falling factorials and factorials, which follow their natural numbers: of binomials, by both."""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.terms import Term, app
from ..library.facts import fact
from ..library.values import same_natural
from ..logic.cached_rules import ring
from ..logic.derived_rules import ap_term, ap_thm, chain, right, symmetric
from ..logic.formulas import ONE, ZERO, minus, plus
from ..logic.numerals import NONE, nadd, real, suc
from ..logic.parts import head_and_arguments
from .conditions import naturals
from .naturals import predecessor
from .normalising import Normalising
from .polynomials import read_polynomial


def normal_factorial(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ a! = a product of numbers and of the factorial of an atom or of a sum of atoms."""
    result = normaliser.arguments(t)
    head, (number,) = head_and_arguments(right(result))
    if number is NONE:
        return chain(result, fact("factorial_zero"))
    before = predecessor(number)
    if before is None:
        return result
    return normaliser.then(
        chain(result, ap_term(head, same_natural(number, suc(before))), fact("factorial_suc", before))
    )


def normal_falling(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ x·(x − 1)⋯(x − a + 1) = a quotient of factorials, a product, or what it is of atoms."""
    result = normaliser.arguments(t)
    head, (x, number) = head_and_arguments(right(result))
    if number is NONE:
        return chain(result, fact("falling_zero", x))
    before = predecessor(number)
    if before is not None:
        more = ap_term(app(head, x), same_natural(number, suc(before)))
        if x is ZERO or read_polynomial(x).get((), 0) >= 1:
            less = plus(x, minus(ONE))
            same = ap_thm(ap_term(head, ring(x, plus(less, ONE))), suc(before))
            return normaliser.then(chain(result, more, same, fact("falling_up", less, before)))
    rest = normaliser.normal(plus(x, minus(real(number))))
    for less, _ in naturals(normaliser, read_polynomial(right(rest))) or ():
        whole = normaliser.normal(real(nadd(number, less)))
        if right(whole) is x:
            same = ap_thm(ap_term(head, symmetric(whole)), number)
            return normaliser.then(chain(result, same, fact("falling_of_sum", number, less)))
    return result if before is None else normaliser.then(chain(result, more, fact("falling_suc", x, before)))
