"""Normal forms of the parts of (a + bi)ᵏ: powers of real numbers, conjugates and products of two come apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from operator import itemgetter
from typing import TypeAlias

from ...kernel.rules import Theorem
from ...kernel.terms import Term, app
from ..library.facts import fact
from ..logic.conversions import rearranged
from ..logic.derived_rules import ap_term, ap_thm, binary, chain, right, symmetric
from ..logic.formulas import ZERO, minus, plus, times
from ..logic.numerals import NONE, UNIT_NAT
from ..logic.parts import args_of, head_and_arguments, operand
from .normalising import Normalising
from .polynomials import divided, polynomial_term, read_polynomial, shared_and_rest

Factors: TypeAlias = tuple[tuple[Term, Term], tuple[Term, Term]]


def normal_complex_power(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ a part of zᵏ = a polynomial in the parts of powers whose exponents are atoms."""
    head, (a, b, exponent) = head_and_arguments(t)
    name, normal = str(head), normaliser.normal(exponent)
    e = right(normal)
    opened = ap_term(app(head, a, b), normal)
    if e is NONE or e is UNIT_NAT:
        return normaliser.then(chain(opened, fact(f"{name}_{'zero' if e is NONE else 'one'}", a, b)))
    if (sum_of := args_of(e, "nadd", 2)) is not None:
        return normaliser.then(chain(opened, fact(f"{name}_nadd", a, b, *sum_of)))
    inner = normaliser.arguments(t)
    _, (a, b, e) = head_and_arguments(right(inner))
    if b is ZERO:
        return normaliser.then(chain(inner, fact(f"{name}_of_real", a, e)))
    angle = operand(a, "cos")
    if angle is not None and operand(b, "sin") is angle:
        return normaliser.then(chain(inner, fact(f"{name}_of_turn", angle, e)))
    if all(c < 0 for c in read_polynomial(b).values()):
        turned = right(normaliser.normal(minus(b)))
        again = ap_thm(ap_term(app(head, a), rearranged(b, minus(turned))), e)
        return normaliser.then(chain(inner, again, fact(f"{name}_of_conjugate", a, turned, e)))
    factors = _common_factor(a, b) or _as_product(a, b)
    if factors is None:
        return inner
    (p, q), (u, v) = factors
    parts = plus(times(p, u), minus(times(q, v))), plus(times(p, v), times(q, u))
    same = binary(head, *(symmetric(rearranged(part, side)) for part, side in zip(parts, (a, b), strict=True)))
    return normaliser.then(chain(inner, ap_thm(same, e), fact(f"{name}_of_product", p, q, u, v, e)))


def _common_factor(a: Term, b: Term) -> Factors | None:
    """Return (p, 0), (u, v) with a = pu and b = pv, or None where only 1 divides both."""
    polynomials = read_polynomial(a), read_polynomial(b)
    whole = {**polynomials[0], **polynomials[1]}
    shared, _ = shared_and_rest(whole)
    content = abs(next(iter(whole.values())))
    content = content if all((c / content).denominator == 1 for c in whole.values()) else Fraction(1)
    if not shared and content == 1:
        return None
    rest = [{divided(m, shared) or (): c / content for m, c in each.items()} for each in polynomials]
    return (polynomial_term({shared: content}), ZERO), (polynomial_term(rest[0]), polynomial_term(rest[1]))


def _as_product(a: Term, b: Term) -> Factors | None:
    """Return (p, q), (u, v) with a = pu − qv and b = pv + qu, of positive numbers where it can be, or None.

    It is looked for where both are sums of two products.
    """
    real, imaginary = read_polynomial(a), read_polynomial(b)
    if len(real) != 2 or len(imaginary) != 2:
        return None
    found: list[tuple[int, Factors]] = []
    for (first, c), (second, d) in permutations(real.items()):
        for atom, _ in first:
            u = ((atom, 1),)
            p = divided(first, u)
            for (third, e), (fourth, f) in permutations(imaginary.items()):
                v, q = divided(third, p or ()), divided(fourth, u)
                if p and v and q and divided(second, q) == v and -(e / c) * f == d:
                    left = polynomial_term({p: c}), polynomial_term({q: f})
                    found.append((sum(x > 0 for x in (c, e, f)), (left, (atom, polynomial_term({v: e / c})))))
    return max(found, key=itemgetter(0))[1] if found else None
