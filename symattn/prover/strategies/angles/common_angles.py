"""Prove an equation where angles are fractions of one another: with x = q·y all are whole multiples of parts of y.

The normal form expands sin and cos of sums and of whole multiples; sin x and sin (x/2) are apart until x is 2·(x/2).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from ....kernel.rules import Theorem, eq_mp, instantiate
from ....kernel.terms import REAL, App, Term, Var, equation, substitute
from ...logic.cached_rules import ring
from ...logic.conversions import fresh, rewrite
from ...logic.formulas import number, times
from ...logic.parts import args_of
from ...normal.polynomials import read_polynomial

LARGEST_PART = 12  # into which an angle is divided


def by_common_angles(a: Term, b: Term, prove: Callable[[Term], Theorem]) -> Theorem | None:
    """Return ⊢ a = b for a number x of which angles are fractions, or None where there is none.

    ``prove`` proves a goal or raises a ProofError.
    """
    parts = _parts(a) | _parts(b)
    x = min((v for v, q in parts.items() if 1 < q <= LARGEST_PART), key=lambda v: v.name, default=None)
    if x is None:
        return None
    y, whole = fresh(REAL, a, b), number(parts[x])
    general = prove(substitute(equation(a, b), {x: times(whole, y)}))
    part = times(number(Fraction(1, parts[x])), x)
    there = instantiate({y: part}, general)
    back = ring(times(whole, part), x)
    return eq_mp(rewrite(there.conclusion, {times(whole, part): back}), there)


def _parts(t: Term) -> dict[Var, int]:
    """Return the numbers of which angles of a term are fractions, and the common denominator of these."""
    found: dict[Var, int] = {}
    stack = [t]
    while stack:
        part = stack.pop()
        for name in ("sin", "cos"):
            if (args := args_of(part, name, 1)) is not None and not part.loose:
                for monomial, coefficient in read_polynomial(args[0]).items():
                    for atom, _ in monomial:
                        if isinstance(atom, Var):
                            found[atom] = lcm(found.get(atom, 1), coefficient.denominator)
        if isinstance(part, App):
            stack += [part.function, part.argument]
    return found
