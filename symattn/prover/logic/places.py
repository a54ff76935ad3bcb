"""Numbers as indices: terms whose position the axioms give.

The axioms know the position of the first index of a type, of 1 among two indices, and of what is put together from
these by ``inl``, ``inr`` and ``pair``.  So the index 2 of five is the first one after two others, and the index 1 of
2·h is the second place of the first block.
"""

from __future__ import annotations

from ...kernel.terms import Size, Term, app, const, fin, literal
from .formulas import TWO


def place(value: int, size: Size) -> Term:
    """Return a number below the least value of a size as an index, in terms of which the axioms speak.

    Where there are none, as for 1 of m + k, it is a literal, of which nothing is known but that it is an index.  Raise
    KernelError for a number that may lie outside.

    >>> n = Size.variable("n")
    >>> print(place(2, Size.number(5)), place(1, n * Size.number(2)), place(1, n + Size.number(1)))
    (inr{2, 3} 0) ((pair{n, 2} 0) 1) (inr{1, n} 0)
    """
    ty, others = fin(size), dict(size.terms)
    constant = others.pop((), 0)
    if type(value) is not int or not 0 < value < size.least() or (size == TWO and value == 1):
        return literal(value, ty)
    if value < constant or (value == constant and others):
        rest = Size({**others, (): constant - value})
        return app(const("inr", Size.number(value), rest), literal(0, fin(rest)))
    if constant:
        rest = Size(others)
        return app(const("inr", Size.number(constant), rest), place(value - constant, rest))
    for monomial, count in size.terms:
        if value < count:
            blocks, within = Size({monomial: 1}), Size.number(count)
            index = app(const("pair", blocks, within), literal(0, fin(blocks)), place(value, within))
            del others[monomial]
            return app(const("inl", blocks * within, Size(others)), index) if others else index
    return literal(value, ty)
