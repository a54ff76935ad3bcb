"""Statements about all values of indices at given values: what they say at each of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sympy import Basic, Expr, FunctionMatrix, Idx, Lambda, MatrixSymbol, Ne, Sum, Symbol, exp
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.language.base.entries import element, fresh_index
from symattn.language.base.occurrences import fresh_name
from symattn.language.base.substitution import substituted
from symattn.language.inspection import free_atoms
from symattn.language.propositions import Equation
from symattn.language.quantified import ForAll, Unmasked

#: Values of some indices, by the values of sizes and indices around them.
Choices = Callable[[tuple[Any, ...], dict[Any, Any]], Iterable[dict[Any, Any]]]


def as_for_all(proposition: Basic) -> ForAll | None:
    """Return a statement about all values of indices as one; None for any other.

    That every row has an unmasked entry says of all rows that the exponentials have a sum other than 0.

    >>> from symattn.language import MaskSymbol
    >>> as_for_all(Unmasked(MaskSymbol("M", 2, 3)))
    Ne(Sum(exp(M[i, k]), (k, 0, 2)), 0) for all i
    """
    if isinstance(proposition, Unmasked):
        rows, columns = proposition.scores.shape
        taken = {str(atom.name) for atom in free_atoms(proposition)}
        i = Idx(Symbol(fresh_name("i", taken), integer=True), rows)
        k = fresh_index("k", proposition, i)
        weights = Sum(exp(element(proposition.scores, i, k)), (k, 0, columns - 1))
        return ForAll(i, Ne(weights, 0, evaluate=False))
    return proposition if isinstance(proposition, ForAll) else None


def at_new_indices(stated: ForAll, *others: Basic) -> tuple[tuple[Any, ...], Basic]:
    """Return indices whose names nothing has that is free in some expressions, and what is stated of these."""
    taken = {str(atom.name) for atom in free_atoms(stated, *others)}
    indices = []
    for index in stated.indices:
        name = str(index.name)
        while name in taken:
            name += "'"
        taken.add(name)
        indices.append(Idx(Symbol(name, integer=True), (index.lower, index.upper)))
    if tuple(indices) == stated.indices:
        return stated.indices, stated.proposition
    return tuple(indices), stated.at(*indices)


def holds_everywhere(
    stated: ForAll, values: dict[Any, Any], choices: Choices, holds: Callable[[Basic, dict[Any, Any]], bool]
) -> bool:
    """Tell whether what is stated holds at all values of the indices, which hide those of the same names outside."""
    outside = {symbol: value for symbol, value in values.items() if symbol not in stated.indices}
    return all(holds(stated.proposition, {**outside, **index}) for index in choices(stated.indices, outside))


def is_inequality(proposition: Basic) -> bool:
    """Tell whether a proposition is an inequality, or one for all values of indices."""
    return isinstance(proposition.proposition if isinstance(proposition, ForAll) else proposition, Relational)


def whole_matrix(stated: ForAll) -> Equation | None:
    """Return an equation for all entries of a matrix symbol as one that gives the matrix; None for any other statement.

    >>> x, i = MatrixSymbol("x", 1, 3), Idx("i", 3)
    >>> whole_matrix(ForAll(i, Equation(x[0, i], i)))
    x = FunctionMatrix(1, 3, Lambda((a, b), b))
    """
    equation = stated.proposition
    for side, other in (equation.args, equation.args[::-1]) if isinstance(equation, Equation) else ():
        if not isinstance(side, MatrixElement) or type(side.parent) is not MatrixSymbol:
            continue
        places = tuple(zip((side.i, side.j), side.parent.shape, strict=True))
        runs = [place for place, _ in places if place in stated.indices]
        spans = all(_spans(place, size) for place, size in places)
        if spans and len(set(runs)) == len(stated.indices) == len(runs) and side.parent not in free_atoms(other):
            a = fresh_index("a", stated)
            names = (a, fresh_index("b", stated, a))
            put = {place: name for (place, _), name in zip(places, names, strict=True) if place in stated.indices}
            return Equation(side.parent, FunctionMatrix(*side.parent.shape, Lambda(names, substituted(other, put))))
    return None


def _spans(place: Any, size: Expr) -> bool:
    """Tell whether the place in an entry runs through all of a size, or is the only one there is."""
    return bool((isinstance(place, Idx) and place.upper == size - 1) or (place == 0 and size == 1))
