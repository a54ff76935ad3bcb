"""The monomials of a goal with their sums opened: the indices, and the summand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from ....kernel.terms import Abs, Term, Var, open_body
from ...logic.parts import args_of
from ...logic.term_order import opened, opened_number
from ...normal.polynomials import Monomial, Polynomial, multiply, read_polynomial, sorted_terms

Opened = tuple[tuple[Var, ...], Monomial, Fraction]


def opened_monomials(goal: Polynomial, wanted: Callable[[Term], bool], most: int) -> Iterator[Opened]:
    """Yield the monomials of a goal, with the sums that are wanted opened: the indices, the summand, its coefficient.

    The indices are numbered alike in all monomials, so that pieces over the same indices can be compared.
    """
    free = {v for monomial in goal for atom, _ in monomial for v in atom.free}
    first = 1 + max((n for v in free if (n := opened_number(v)) is not None), default=-1)
    for monomial, coefficient in sorted_terms(goal):
        binders: list[Var] = []
        rest, scale = monomial, coefficient
        while len(binders) < most and (total := next((a for a, _ in rest if wanted(a)), None)) is not None:
            (f,) = args_of(total, "sum", 1) or (total,)
            if not isinstance(f, Abs) or f.binder.size is None:
                break
            x = opened(first + len(binders), f.binder)
            inside = read_polynomial(open_body(f, x))
            if len(inside) != 1:
                break
            ((body, factor),) = inside.items()
            powers = dict(rest)
            powers[total] -= 1
            rest = multiply(tuple((atom, e) for atom, e in powers.items() if e), body)
            scale *= factor
            binders.append(x)
        yield tuple(binders), rest, scale


def is_sum(t: Term) -> bool:
    """Tell whether a term is a sum."""
    return args_of(t, "sum", 1) is not None
