"""Polynomials over atoms, outside the kernel: the shape of a normal form, to be proved by the kernel's ring rule.

A monomial is a tuple of (atom, exponent) in the order of ``term_order.key``; a polynomial maps monomials to nonzero
coefficients.  ``polynomial_term`` writes it as c₁·m₁ + (c₂·m₂ + …) with m = f₁·(f₂·…).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from ...kernel.terms import REAL, App, Lit, Term, app, literal
from ..limits import LARGEST_SEEN, MOST_FACTORS_IN_ALL
from ..logic.derived_rules import ProofError
from ..logic.formulas import ADD, MUL, ONE, ZERO
from ..logic.term_order import key

Monomial = tuple[tuple[Term, int], ...]
Polynomial = Mapping[Monomial, Fraction]
_ONE: Final = Fraction(1)


class TooLarge(ProofError):
    """Report that a normal form outgrew its budget."""


def multiply(left: Monomial, right: Monomial) -> Monomial:
    """Return the product of two monomials."""
    if not left or not right:
        return left or right
    powers = dict(left)
    for atom, exponent in right:
        powers[atom] = powers.get(atom, 0) + exponent
    return tuple(sorted(powers.items(), key=lambda power: key(power[0])))


def divided(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    """Return monomial / divisor, or None where that is no monomial."""
    powers = dict(monomial)
    for atom, exponent in divisor:
        powers[atom] = powers.get(atom, 0) - exponent
    if any(e < 0 for e in powers.values()):
        return None
    return tuple((atom, e) for atom, e in powers.items() if e)


_READ: dict[Term, Polynomial] = {}


def read_polynomial(t: Term) -> Polynomial:
    """Read a real term as a polynomial whose atoms are the terms that are not sums, products or literals."""
    found = _READ.get(t)
    if found is None:
        found = _READ[t] = _read(t, {})
    return found


def _read(t: Term, memo: dict[Term, Polynomial]) -> Polynomial:
    found = memo.get(t)
    if found is None:
        found = _READ.get(t)
    if found is not None:
        return found
    result: dict[Monomial, Fraction] = {}
    if isinstance(t, Lit):
        result = {(): Fraction(t.numerator, t.denominator)} if t.numerator else {}
    elif (operator := operator_of(t)) is ADD:
        result = dict(_read(t.function.argument, memo))  # type: ignore[attr-defined]
        for monomial, coefficient in _read(t.argument, memo).items():  # type: ignore[attr-defined]
            known = result.get(monomial)
            result[monomial] = coefficient if known is None else known + coefficient
    elif operator is MUL:
        a, b = _read(t.function.argument, memo), _read(t.argument, memo)  # type: ignore[attr-defined]
        terms = len(a) * len(b)
        if terms > LARGEST_SEEN or (terms > 1 and terms * _degree(a, b) > MOST_FACTORS_IN_ALL):
            raise TooLarge(f"a product of {len(a)} by {len(b)} terms is too large to expand")
        for m, c in a.items():
            for n, d in b.items():
                product, both = multiply(m, n), c if d is _ONE else d if c is _ONE else c * d
                known = result.get(product)
                result[product] = both if known is None else known + both
    else:
        result = {((t, 1),): _ONE}
    memo[t] = {m: c for m, c in result.items() if c}
    return memo[t]


def _degree(*parts: Polynomial) -> int:
    """Return the sum of the degrees of some polynomials."""
    return sum(max((sum(e for _, e in monomial) for monomial in part), default=0) for part in parts)


def operator_of(t: Term) -> Term | None:
    """Return what is applied to two arguments last, or None."""
    return t.function.function if isinstance(t, App) and isinstance(t.function, App) else None


def monomial_key(monomial: Monomial) -> tuple[object, ...]:
    """Return the sort key of a monomial: degree, then its atoms."""
    return sum(e for _, e in monomial), tuple((key(atom), e) for atom, e in monomial)


def sorted_terms(polynomial: Polynomial) -> list[tuple[Monomial, Fraction]]:
    """Return the terms of a polynomial in canonical order."""
    if len(polynomial) < 2:
        return list(polynomial.items())
    return sorted(polynomial.items(), key=lambda term: monomial_key(term[0]))


def atoms_of(*polynomials: Iterable[Monomial]) -> list[Term]:
    """Return the factors of the monomials of some polynomials, each once, as they are met."""
    return list(dict.fromkeys(atom for polynomial in polynomials for monomial in polynomial for atom, _ in monomial))


def without(monomial: Monomial, atom: Term) -> Monomial:
    """Return a monomial without a factor."""
    return tuple(pair for pair in monomial if pair[0] is not atom)


def shared_and_rest(polynomial: Polynomial) -> tuple[Monomial, Polynomial]:
    """Return m and q with p = m·q, where m is the product of what stands in every monomial of p."""
    first, *others = map(dict, polynomial) if polynomial else [dict[Term, int]()]
    shared = {x: least for x, e in first.items() if (least := min([e, *(m.get(x, 0) for m in others)]))}
    common = tuple(shared.items())
    return common, {divided(m, common) or (): c for m, c in polynomial.items()}


def parted(polynomial: Polynomial, atom: Term) -> tuple[Polynomial, Polynomial]:
    """Return q and r with p = a·q + r, where no monomial of r has the factor a."""
    once: Monomial = ((atom, 1),)
    taken = {quotient: c for m, c in polynomial.items() if (quotient := divided(m, once)) is not None}
    return taken, {m: c for m, c in polynomial.items() if atom not in dict(m)}


def scaled(polynomial: Polynomial, scale: Fraction | int) -> Polynomial:
    """Return a multiple of a polynomial by a number other than 0."""
    return {m: scale * c for m, c in polynomial.items()}


def apart(polynomial: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return N and P with only positive coefficients and P − N = p."""
    low = {m: -c for m, c in polynomial.items() if c < 0}
    return low, {m: c for m, c in polynomial.items() if c > 0}


def factors(monomial: Monomial) -> list[Term]:
    """Return the factors of a monomial with repetitions."""
    return [atom for atom, exponent in monomial for _ in range(exponent)]


def product_term(terms: list[Term]) -> Term:
    """Return f₁·(f₂·…), or 1 for no factors."""
    if not terms:
        return ONE
    result = terms[-1]
    for factor in reversed(terms[:-1]):
        result = app(MUL, factor, result)
    return result


def scaled_term(coefficient: Fraction, monomial: Monomial) -> Term:
    """Return c·m, with c or m left out when it is 1."""
    if not monomial:
        return literal(coefficient, REAL)
    product = product_term(factors(monomial))
    return product if coefficient == 1 else app(MUL, literal(coefficient, REAL), product)


def polynomial_term(polynomial: Polynomial) -> Term:
    """Return the canonical term of a polynomial."""
    terms = [scaled_term(c, m) for m, c in sorted_terms(polynomial)]
    if not terms:
        return ZERO
    result = terms[-1]
    for term in reversed(terms[:-1]):
        result = app(ADD, term, result)
    return result


_CANONICAL: dict[Term, Term] = {}


def canonical_term(t: Term) -> Term:
    """Return the canonical term of the polynomial that a real term is."""
    found = _CANONICAL.get(t)
    if found is None:
        found = _CANONICAL[t] = polynomial_term(read_polynomial(t))
    return found


def quotient(multiple: Polynomial, polynomial: Polynomial) -> Fraction | None:
    """Return c with multiple = c·polynomial, or None."""
    if multiple.keys() != polynomial.keys() or not polynomial:
        return None
    quotients = {multiple[monomial] / coefficient for monomial, coefficient in polynomial.items()}
    return quotients.pop() if len(quotients) == 1 else None
