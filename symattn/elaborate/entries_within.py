"""Entries whose position lies inside only by a condition around them, as x[i − j] where j ≤ i.

Such an entry is read as the sum of all entries of its row or column, each where its position is the one that is meant.
It is defined where the conditions imply that there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from sympy import Add, Basic, Expr, Idx, Integer, Mod, Mul, Pow, Symbol, expand, floor
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_dim, is_size
from symattn.language.base.naturals import is_natural

from ..kernel.syntax import conjunction
from ..kernel.terms import REAL, Term, Var, app, const, equation
from ..prover.logic.parts import args_of
from .formulas import add, at_most, indicator, less, multiply, number, total
from .indices import index, known_index
from .ranges import ends_of, never_negative, remainders, stays_below
from .scope import Scope, apply, bound_at, elaborates, entry_type
from .sizes import index_type, size_of


@elaborates(MatrixElement)
def _entry(scope: Scope, node: Any) -> Term:
    return entry_within(scope, scope.term(node.parent), (node.i, node.j), node.parent.shape)


def entry_within(scope: Scope, matrix: Term, where: Sequence[Expr], shape: Sequence[Expr], *further: Var) -> Term:
    """Return an entry of a matrix, or of a family at one index and two further ones, of which the places are known."""
    meant_places = [_without_idle_remainder(scope, place) for place in where]
    is_real = bool(further) or entry_type(matrix) is REAL
    places = [_place(scope, place, size, is_real) for place, size in zip(meant_places, shape, strict=True)]

    def read(*known: Term) -> Term:
        if len(known) == len(places):
            return apply(matrix, *known, *further)
        place = places[len(known)]
        if place is not None:
            return read(*known, place)
        meant, size = meant_places[len(known)], shape[len(known)]
        positions = const("pos", size_of(size))

        def at(value: Term) -> Term:
            def summand(there: Var) -> Term:
                return multiply(indicator(equation(app(positions, there), value)), read(*known, there))

            return total(size, scope.under(index_type(size), summand))

        surely = isinstance(meant, Mod) and is_size(expand(size - meant.args[1] + 1))
        cases = remainders(scope, meant) if surely else None
        if cases is not None:
            return reduce(add, [multiply(indicator(when), at(value)) for when, value in cases])
        value = scope.real(meant)
        if not (surely or _inside(scope, meant, size) or stays_below(scope, meant, size)):
            inside = conjunction(at_most(number(0), value), less(value, const("#", size_of(size))))
            scope.need(inside, meant, f"{{}} is at least 0 and below {size}", size)
        return at(value)

    return read()


def _without_idle_remainder(scope: Scope, place: Expr) -> Expr:
    """Return a quotient or remainder whose remainder it is itself, as in ⌊i/p⌋ mod m for i < m·p."""
    return place.args[0] if isinstance(place, Mod) and stays_below(scope, *place.args) else place


def _place(scope: Scope, place: Expr, size: Expr, is_real: bool) -> Term | None:
    """Return a position as an index, or None for one that is inside by conditions, by a remainder or by a quotient."""
    try:
        return _part_of_index(scope, place, size) or index(scope, place, size)
    except UnsupportedExpression:
        under_a_condition = any(bound_at(step) is None for step in scope.frame.trail)
        if (
            not is_real
            or not (under_a_condition or place.has(Mod, floor) or _inside(scope, place, size))
            or not _is_whole(scope, place)
        ):
            raise
        return None


def _inside(scope: Scope, place: Expr, size: Expr) -> bool:
    """Tell whether a position that is linear in each index, as n − 1 − i is, surely lies inside a range."""
    ends = None if place.has(Mod, floor) else ends_of(scope, place)
    return ends is not None and never_negative(ends[0]) and never_negative(expand(size - 1 - ends[1]))


def _part_of_index(scope: Scope, place: Expr, size: Expr) -> Term | None:
    """Return the block of an index of the range, or the place in its block, as an index itself, or None."""
    if not isinstance(place, floor | Mod):
        return None
    position = args_of(scope.real(place), "pos", 1)
    return position[0] if position is not None and position[0].type.size == size_of(size) else None


def _is_whole(scope: Scope, place: Expr) -> bool:
    """Tell whether a position is a polynomial in indices, sizes and natural numbers with whole coefficients."""
    return all(_is_whole_factor(scope, f) for term in Add.make_args(expand(place)) for f in Mul.make_args(term))


def _is_whole_factor(scope: Scope, factor: Basic) -> bool:
    if isinstance(factor, Pow) and isinstance(factor.exp, Integer) and factor.exp > 0:
        return _is_whole_factor(scope, factor.base)
    if isinstance(factor, Symbol | Idx):
        return known_index(scope, factor) is not None or is_dim(factor) or is_natural(factor)
    return isinstance(factor, Integer | floor | Mod)
