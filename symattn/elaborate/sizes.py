"""Sizes and index maps: SymPy polynomials as kernel sizes, and part of a range as part of an index type."""

from __future__ import annotations

from functools import lru_cache

from sympy import Add, Basic, Expr, Integer, Mul, expand, sympify

from symattn.errors import UnsupportedExpression
from symattn.kernel_names import kernel_name
from symattn.language.base.dims import check_size, is_size, outside, split_size
from symattn.language.base.naturals import is_natural

from ..kernel.terms import Size, Term, Type, app, const, fin
from ..prover.logic.places import place


@lru_cache(maxsize=4096)
def size_of(expression: Expr) -> Size:
    """Return a SymPy size as a kernel size; equal polynomials become equal sizes.

    Raise UndeclaredSymbol or UnsupportedExpression for what is not a polynomial with natural coefficients in sizes.

    >>> from symattn.language.base.dims import dims
    >>> m, k = dims("m k")
    >>> print(size_of(2*(m + k)))
    2*k + 2*m
    """
    check_size(expression)
    terms: dict[tuple[tuple[str, int], ...], int] = {}
    for term in Add.make_args(expand(expression)):
        coefficient, powers = 1, []
        for factor in Mul.make_args(term):
            if isinstance(factor, Integer):
                coefficient = int(factor)
            else:
                base, exponent = factor.as_base_exp()
                powers.append((kernel_name(str(base.name)), int(exponent)))
        terms[tuple(sorted(powers))] = coefficient
    return Size(terms)


def index_type(expression: Expr) -> Type:
    """Return the index type {0, …, size−1} of a SymPy size."""
    return fin(size_of(expression))


def shifted_index(index: Term, start: Expr, length: Expr, whole: Expr) -> Term | None:
    """Return the index ``start + index`` of {0, …, whole−1} for an index of {0, …, length−1}; None where none is known.

    The ends must be provably in order: whole = start + length + rest, where start and rest may be 0.
    """
    after = expand(whole - start)
    if start != 0 and not is_size(start):
        return None
    if expand(after - length) != 0:
        rest = split_size(after, length)
        if rest is None:
            return None
        index = app(const("inl", size_of(length), size_of(rest)), index)
    return index if start == 0 else app(const("inr", size_of(start), size_of(after)), index)


def literal_index(value: int, whole: Expr, expression: Basic) -> Term:
    """Return a number as an index; raise UnsupportedExpression when it may lie outside."""
    size = size_of(whole)
    if not 0 <= value < size.least():
        raise UnsupportedExpression(expression, outside(value, whole))
    return place(value, size)


def length_of(lower: Expr, upper: Expr, expression: Basic) -> Expr:
    """Return the number of integers from ``lower`` to ``upper``; raise UnsupportedExpression when it is no size."""
    length = expand(sympify(upper) - sympify(lower) + 1)
    if not is_size(length):
        reason = f"the number {length} of indices from {lower} to {upper} is not provably positive"
        naturals = sorted(str(symbol) for symbol in length.free_symbols if is_natural(symbol))
        if naturals:
            made = f'{", ".join(naturals)} = dims("{" ".join(naturals)}")'
            reason = f"a range ends at sizes and indices, not at another natural number; make it a size by {made}"
        raise UnsupportedExpression(expression, reason)
    return length
