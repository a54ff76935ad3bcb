"""Prove that products of exponentials and of positive numbers are equal by their exponents: eᵘ = eᵛ where u = v."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ....kernel.rules import Theorem
from ....kernel.terms import Term, app, equation
from ...logic.derived_rules import ProofError, ap_term, chain, right, symmetric
from ...logic.formulas import EXP, MUL, number, times
from ...logic.parts import args_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import read_polynomial
from ..orders.exponents_compared import exponent_of


def equal_by_exponents(normaliser: Normaliser, a: Term, b: Term, prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Return ⊢ a = b for products of powers of positive numbers whose exponents are equal, or None.

    ``prove`` proves a goal or raises.
    """
    first, second = normaliser.normal(a), normaliser.normal(b)
    sides = [read_polynomial(right(side)) for side in (first, second)]
    if any(len(side) != 1 for side in sides):
        return None
    (high, c), (low, d) = (next(iter(side.items())) for side in sides)
    if c != d or not any(args_of(atom, "exp", 1) for m in (high, low) for atom, _ in m):
        return None
    exponents = [exponent_of(normaliser, m, with_logarithms=True) for m in (high, low)]
    if exponents[0] is None or exponents[1] is None:
        return None
    same = None
    with suppress(ProofError):  # then what was left before is the better answer
        same = prove(equation(exponents[0], exponents[1]))
    if same is None:
        return None
    scaled = [normaliser.normal(times(number(c), app(EXP, u))) for u in exponents if u is not None]
    if right(scaled[0]) is not right(first) or right(scaled[1]) is not right(second):
        return None
    equal = ap_term(app(MUL, number(c)), ap_term(EXP, same))
    return chain(first, symmetric(scaled[0]), equal, scaled[1], symmetric(second))
