"""Decide equality in the free commutative ring over ℚ: the normal form behind the ``ring`` rule.

A real term is read as a polynomial in + and * with rational literals; every other term, an inverse included, is an
atom.  Two terms are equal in every commutative ℚ-algebra exactly when their polynomials agree.
"""

from __future__ import annotations

from fractions import Fraction

from .terms import REAL, App, Const, KernelError, Lit, Term

Polynomial = dict[tuple[int, ...], Fraction]
BUDGET = 2_000_000  # weight of all products in one call; a larger problem is refused, never left to hang


def same_polynomial(left: Term, right: Term) -> bool:
    """Tell whether two real terms have the same normal form; raises KernelError beyond the budget."""
    if left.type is not REAL or right.type is not REAL:
        raise KernelError(f"ring: {left} and {right} must be real")
    atoms: dict[Term, int] = {}
    done: dict[Term, Polynomial] = {}
    spent = 0

    def weight(polynomial: Polynomial) -> int:
        return sum(1 + len(m) + (c.numerator * c.denominator).bit_length() // 64 for m, c in polynomial.items())

    def read(t: Term) -> Polynomial:
        nonlocal spent
        if t in done:
            return done[t]
        terms: list[tuple[tuple[int, ...], Fraction]] = [((atoms.setdefault(t, len(atoms)),), Fraction(1))]
        if isinstance(t, Lit):
            terms = [((), Fraction(t.value))]
        elif isinstance(t, App) and isinstance(t.function, App) and isinstance(t.function.function, Const):
            name = t.function.function.name
            if name in ("+", "*"):
                a, b = read(t.function.argument), read(t.argument)
                spent += weight(a) + weight(b) if name == "+" else weight(a) * weight(b)
                if spent > BUDGET:
                    raise KernelError("ring: the polynomials are larger than the budget")
                if name == "+":
                    terms = [*a.items(), *b.items()]
                else:
                    terms = [(tuple(sorted(m + n)), c * d) for m, c in a.items() for n, d in b.items()]
        result: Polynomial = {}
        for monomial, coefficient in terms:
            result[monomial] = result.get(monomial, Fraction(0)) + coefficient
        done[t] = {monomial: c for monomial, c in result.items() if c}
        return done[t]

    return read(left) == read(right)
