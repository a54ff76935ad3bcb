"""Statements about all rows, or about dependence, as equations at arbitrary points.

Invariance of a kernel becomes an equation for two new rows q and k, equal row norms an equation for two new row
indices, independence of a symbol an equation between the expression and its copy with a new symbol. What is left are
equations, inequalities and invertibility: statements that numbers can be put into.
"""

from __future__ import annotations

from functools import lru_cache

from sympy import Basic, Derivative, Idx, MatrixSymbol, Ne, Sum, Symbol

from symattn.language.base.complex_numbers import real_reading
from symattn.language.base.derivatives import read_derivative, varied
from symattn.language.base.entries import element, fresh_index
from symattn.language.base.occurrences import names_in, renamed
from symattn.language.base.shapes import product, total
from symattn.language.base.substitution import substituted
from symattn.language.base.traversal import postorder
from symattn.language.inspection import free_atoms
from symattn.language.propositions import EqualRowNorms, Equation, FreeOf, Invariant
from symattn.numeric.expectation import at_an_entry
from symattn.numeric.quantified import as_for_all, at_new_indices
from symattn.primitives.expectation.word import CommonMean, CommonVariance
from symattn.primitives.gradients.word import Gradient
from symattn.primitives.maps.word import MapSymbol, RowMap


@lru_cache(maxsize=1024)
def as_pointwise(proposition: Basic, given: tuple[Basic, ...] = ()) -> tuple[Basic, tuple[Basic, ...]]:
    """Return a claim as an equation, an inequality or an Invertible, together with its hypotheses.

    A claim about complex numbers becomes one about pairs of real numbers. The hypotheses of a FreeOf are repeated for
    the new symbol, so that both values satisfy them.

    >>> from symattn.language import DotProduct, OrthogonalSymbol
    >>> as_pointwise(Invariant(DotProduct(), OrthogonalSymbol("g", 2)))[0]
    DotProduct(q*g, k*g) = DotProduct(q, k)
    """
    proposition = real_reading(proposition)
    given = tuple(real_reading(hypothesis) if isinstance(hypothesis, Ne) else hypothesis for hypothesis in given)
    if isinstance(proposition, Invariant):
        return _at_two_rows(proposition, given), given
    if isinstance(proposition, CommonMean | CommonVariance):
        names = (primed_name("o", proposition, *given), primed_name("a", proposition, *given))
        return at_an_entry(proposition, names), given
    if isinstance(proposition, EqualRowNorms):
        return norms_at_two_indices(proposition, given), given
    if (stated := as_for_all(proposition)) is not None:
        return at_new_indices(stated, *given)[1], given
    if isinstance(proposition, FreeOf):
        symbol = proposition.symbol
        copy = renamed(symbol, primed_name(f"{symbol}'", proposition, *given))
        repeated = tuple(copied for h in given if (copied := substituted(h, {symbol: copy})) != h)
        return Equation(proposition.expression, substituted(proposition.expression, {symbol: copy})), given + repeated
    return proposition, given


def is_relation(proposition: Basic) -> bool:
    """Tell whether each derivative in a proposition stands alone on one side of an equation, and is of the first order.

    Such an equation says of a function that it has a certain derivative; any other one is about described numbers.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> is_relation(Equation(Derivative(x**2, x), 2*x)), is_relation(Equation(x*Derivative(x**2, x), 2*x**2))
    (True, False)
    """
    met = [node for node in postorder(proposition) if varied(node) is not None]
    if not met:
        return True
    of_first_order = isinstance(met[0], Gradient) or len(read_derivative(met[0])[1]) == 1
    alone = isinstance(proposition, Equation) and sum(side == met[0] for side in proposition.args) == 1
    return len(met) == 1 and of_first_order and alone


def along_a_line(proposition: Basic, given: tuple[Basic, ...] = ()) -> Basic:
    """Return an equation of a gradient as one of the derivatives along an arbitrary line, far cheaper to check.

    Where L has the gradient C at every Q, t ↦ L(Q + t·E) has the derivative ⟨C(Q + t·E), E⟩ at every t, for every
    matrix E, and the other way round.  Any other statement, and one with a hypothesis about Q, is returned as it is.

    >>> from sympy import Symbol
    >>> i, x = Symbol("i", integer=True), MatrixSymbol("x", 1, 2)
    >>> along_a_line(Equation(Gradient(Sum(x[0, i], (i, 0, 1)), x), x))
    Derivative(Sum((t*E + x)[0, i], (i, 0, 1)), t) = Sum((t*E[i, j] + x[i, j])*E[i, j], (j, 0, 1), (i, 0, 0))
    """
    if not isinstance(proposition, Equation):
        return proposition
    lhs, rhs = proposition.args
    gradient, other = (lhs, rhs) if isinstance(lhs, Gradient) else (rhs, lhs)
    if not isinstance(gradient, Gradient) or any(gradient.matrix in free_atoms(h) for h in given):
        return proposition
    Q, (rows, columns) = gradient.matrix, gradient.shape
    E = MatrixSymbol(primed_name("E", proposition, *given), rows, columns)
    t = Symbol(primed_name("t", proposition, *given), real=True)
    moved = {Q: total(Q, product(t, E))}
    here = substituted(other, moved)
    i, j = fresh_index("i", here, E), fresh_index("j", here, E)
    ranges = ((index, 0, size - 1) for index, size in ((j, columns), (i, rows)))
    return Equation(
        Derivative(substituted(gradient.number, moved), t), Sum(element(here, i, j) * element(E, i, j), *ranges)
    )


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
