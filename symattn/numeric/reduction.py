"""Statements about all rows, or about dependence, as equations at arbitrary points.

Invariance of a kernel becomes an equation for two new rows q and k, equal row norms an equation for two new row
indices, independence of a symbol an equation between the expression and its copy with a new symbol. What is left are
equations, inequalities and invertibility: statements that numbers can be put into.
"""

from __future__ import annotations

from sympy import Basic, Idx, MatrixSymbol, Sum

from symattn.language.entries import element, fresh_index
from symattn.language.expectation import CommonMean, CommonVariance
from symattn.language.occurrences import names_in, renamed
from symattn.language.propositions import EqualRowNorms, Equation, FreeOf, Invariant
from symattn.language.similarity import RowMap
from symattn.language.substitution import substituted
from symattn.language.symbols import MapSymbol
from symattn.numeric.expectation import at_an_entry


def as_pointwise(proposition: Basic, given: tuple[Basic, ...] = ()) -> tuple[Basic, tuple[Basic, ...]]:
    """Return a claim as an equation, an inequality or an Invertible, together with its hypotheses.

    The hypotheses of a FreeOf are repeated for the new symbol, so that both values satisfy them.

    >>> from symattn.language import DotProduct, OrthogonalSymbol
    >>> as_pointwise(Invariant(DotProduct(), OrthogonalSymbol("g", 2)))[0]
    DotProduct(q*g, k*g) = DotProduct(q, k)
    """
    if isinstance(proposition, Invariant):
        return _at_two_rows(proposition, given), given
    if isinstance(proposition, CommonMean | CommonVariance):
        names = (primed_name("o", proposition, *given), primed_name("a", proposition, *given))
        return at_an_entry(proposition, names), given
    if isinstance(proposition, EqualRowNorms):
        return norms_at_two_indices(proposition, given), given
    if isinstance(proposition, FreeOf):
        symbol = proposition.symbol
        copy = renamed(symbol, primed_name(f"{symbol}'", proposition, *given))
        repeated = tuple(copied for h in given if (copied := substituted(h, {symbol: copy})) != h)
        return Equation(proposition.expression, substituted(proposition.expression, {symbol: copy})), given + repeated
    return proposition, given


def _at_two_rows(proposition: Invariant, given: tuple[Basic, ...]) -> Equation:
    g = proposition.map
    width = g.width if isinstance(g, MapSymbol) else g.shape[0]
    q, k = (MatrixSymbol(primed_name(name, proposition, *given), 1, width) for name in "qk")
    moved = [RowMap(g, row) if isinstance(g, MapSymbol) else row * g for row in (q, k)]
    return Equation(proposition.kernel(*moved), proposition.kernel(q, k))


def norms_at_two_indices(proposition: EqualRowNorms, given: tuple[Basic, ...] = ()) -> Equation:
    """Return the equation of the squared norms of two rows, named by two free indices."""
    matrix = proposition.matrix
    i, j = (Idx(primed_name(name, proposition, *given), matrix.shape[0]) for name in "ij")
    a = fresh_index("a", proposition, i, j)
    sides = (Sum(element(matrix, row, a) ** 2, (a, 0, matrix.shape[1] - 1)) for row in (i, j))
    return Equation(*sides)


def primed_name(name: str, *expressions: Basic) -> str:
    """Return a name that no symbol in the expressions has: the given one, primed if need be."""
    taken = names_in(*expressions)
    while name in taken:
        name += "'"
    return name
