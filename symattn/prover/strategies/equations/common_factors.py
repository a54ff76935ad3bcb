"""Prove an equation without what both sides have in common: h·a + c = h·b + c where a = b."""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app, equation
from ...logic.cached_rules import refl, ring
from ...logic.conversions import rearranged, replaced, to
from ...logic.derived_rules import ProofError, ap_term, binary, chain, right
from ...logic.formulas import ADD, MUL, ZERO, minus, plus, times
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, factors, polynomial_term, product_term, read_polynomial


def equal_without_factors(normaliser: Normaliser, a: Term, b: Term, prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Return ⊢ a = b from what is left of the normal forms without common terms and factors, or None.

    ``prove`` proves a goal or raises.
    """
    difference = normaliser.normal(plus(a, minus(b)))
    t = right(difference)
    polynomial = read_polynomial(t)
    shared = _shared(polynomial)
    rest = {tuple((x, left) for x, e in m if (left := e - shared.get(x, 0))): c for m, c in polynomial.items()}
    high = polynomial_term({m: c for m, c in rest.items() if c > 0})
    low = polynomial_term({m: -c for m, c in rest.items() if c < 0})
    met = [right(normaliser.normal(side)) for side in (a, b)]
    if [high, low] in (met, met[::-1]):
        return None
    try:
        same = prove(equation(high, low))
    except ProofError:
        return None
    h = product_term(factors(tuple(shared.items())))
    nothing = to(binary(ADD, same, refl(minus(low))), ZERO)
    zero = ap_term(app(MUL, h), nothing)
    zero = to(chain(difference, rearranged(t, times(h, plus(high, minus(low)))), zero), ZERO)
    return to(replaced(ring(a, plus(plus(a, minus(b)), b)), zero), b)


def _shared(polynomial: Polynomial) -> dict[Term, int]:
    """Return the atoms that stand in every monomial of a polynomial, with their least powers."""
    first, *others = map(dict, polynomial) if polynomial else [dict[Term, int]()]
    return {x: least for x, e in first.items() if (least := min([e, *(m.get(x, 0) for m in others)]))}
