"""Decide equality in the free commutative ring over ℚ: the normal form behind the ``ring`` rule.

A real term is read as a polynomial in + and * with rational literals; every other term, an inverse included, is an atom.
Two terms are equal in every commutative ℚ-algebra exactly when their polynomials agree.
"""

from __future__ import annotations

from fractions import Fraction

from .terms import REAL, App, Const, KernelError, Lit, Term

Polynomial = dict[tuple[int, ...], Fraction]
BUDGET = 50_000  # products of monomials in one call; a larger problem is refused, never left to hang


def same_polynomial(left: Term, right: Term) -> bool:
    """Tell whether two real terms have the same normal form; raises KernelError beyond the budget."""
    atoms: dict[Term, int] = {}
    done: dict[Term, Polynomial] = {}
    spent = 0

    def read(t: Term) -> Polynomial:
        nonlocal spent
        found = done.get(t)
        if found is not None:
            return found
        result: Polynomial = {}
        head = t.function.function if isinstance(t, App) and isinstance(t.function, App) else None
        if isinstance(t, Lit) and type(t.value) is Fraction:
            result = {(): t.value} if t.value else {}
        elif isinstance(head, Const) and head.name in "+*" and isinstance(t, App) and isinstance(t.function, App):
            a, b = read(t.function.argument), read(t.argument)
            if head.name == "+":
                result = dict(a)
                spent += len(b)
                for monomial, coefficient in b.items():
                    result[monomial] = result.get(monomial, Fraction(0)) + coefficient
            else:
                spent += len(a) * len(b)
                if spent > BUDGET:
                    raise KernelError("ring: the polynomials are larger than the budget")
                for m, c in a.items():
                    for n, d in b.items():
                        product = tuple(sorted(m + n))
                        result[product] = result.get(product, Fraction(0)) + c * d
            result = {monomial: c for monomial, c in result.items() if c}
        else:
            result = {(atoms.setdefault(t, len(atoms)),): Fraction(1)}
        if spent > BUDGET:
            raise KernelError("ring: the polynomials are larger than the budget")
        done[t] = result
        return result

    if left.type is not REAL or right.type is not REAL:
        raise KernelError(f"ring: {left} and {right} must be real")
    return read(left) == read(right)
