"""Decide equality in the free commutative ring over ℚ: the normal form behind the ``ring`` rule.

A real term is read as a polynomial in + and * with rational literals; every other term, an inverse included, is an
atom.  Two terms are equal in every commutative ℚ-algebra exactly when their polynomials agree.
"""

from __future__ import annotations

from fractions import Fraction

from .terms import REAL, App, Const, KernelError, Lit, Term

Number = Fraction | int  # of equal numbers of both kinds Python's arithmetic makes equal ones; most are whole
Polynomial = dict[tuple[int, ...], Number]
BUDGET = 2_000_000  # weight of all products in one call; a larger problem is refused, never left to hang


def same_polynomial(left: Term, right: Term) -> bool:
    """Tell whether two real terms have the same normal form; raises KernelError beyond the budget."""
    if left.type is not REAL or right.type is not REAL:
        raise KernelError(f"ring: {left} and {right} must be real")
    reader = _Reader()
    return reader.read(left) == reader.read(right)


class _Reader:
    """Read real terms as polynomials over the same atoms, within one budget."""

    def __init__(self) -> None:
        self.atoms: dict[Term, int] = {}
        self.done: dict[Term, Polynomial] = {}
        self.spent = 0

    def read(self, t: Term) -> Polynomial:
        if t in self.done:
            return self.done[t]
        terms: list[tuple[tuple[int, ...], Number]]
        name = ""
        if type(t) is App and type(t.function) is App and type(t.function.function) is Const:
            name = t.function.function.name
        if type(t) is Lit:
            terms = [((), Fraction(t.numerator, t.denominator) if t.denominator > 1 else t.numerator)]
        elif type(t) is App and type(t.function) is App and name in ("+", "*"):
            a, b = self.read(t.function.argument), self.read(t.argument)
            self.spent += _weight(a) + _weight(b) if name == "+" else _weight(a) * _weight(b)
            if self.spent > BUDGET:
                raise KernelError("ring: the polynomials are larger than the budget")
            if name == "+":
                terms = [*a.items(), *b.items()]
            else:
                terms = [(tuple(sorted(m + n)), c * d) for m, c in a.items() for n, d in b.items()]
        else:
            terms = [((self.atoms.setdefault(t, len(self.atoms)),), 1)]
        result: Polynomial = {}
        for monomial, coefficient in terms:
            before = result.get(monomial)
            result[monomial] = coefficient if before is None else before + coefficient
        self.done[t] = {monomial: c for monomial, c in result.items() if c}
        return self.done[t]


def _weight(polynomial: Polynomial) -> int:
    return sum(1 + len(m) + (c.numerator * c.denominator).bit_length() // 64 for m, c in polynomial.items())
