"""Derivatives: SymPy's ``Derivative`` of a number by a real symbol or an entry of a matrix, and the gradient.

SymPy may evaluate a derivative when it is asked to; nothing here asks, and nothing that SymPy computes decides
anything. Every other symbol is held fixed. What a derivative is by is a plain symbol: of an orthogonal matrix, a
permutation or an index there is no neighbour in every direction.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Derivative, Dummy, Expr, Idx, Integer, MatrixSymbol, Symbol
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_dim
from symattn.language.base.nodes import Node
from symattn.language.base.sorts import check_real

HIGHEST_ORDER = 8
#: What may be declared of a number that varies: nothing, or a sign.
SIGNS = ({}, *({sign: True} for sign in ("positive", "negative", "nonzero", "nonnegative", "nonpositive")))
VARYING = tuple(Symbol("x", **{"real": True, **sign}).assumptions0 for sign in SIGNS)


def check_variable(symbol: Any) -> None:
    """Raise UnsupportedExpression for what a derivative cannot be by.

    It is by a real number, by an entry of a plain matrix, or, as a gradient, by a plain matrix.

    >>> check_variable(Symbol("x", real=True))
    >>> check_variable(Idx("i", 3))
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use i: a derivative is by a real number, and this is an index
    """
    if isinstance(symbol, MatrixElement):
        check_matrix(symbol.parent)
        return
    kind = ""
    if isinstance(symbol, Idx):
        kind = "an index"
    elif isinstance(symbol, Symbol) and is_dim(symbol):
        kind = "a size"
    elif getattr(symbol, "is_integer", False):
        kind = "an integer"
    elif getattr(symbol, "is_Matrix", False):
        raise UnsupportedExpression(symbol, "a derivative is by a number; by a matrix there is Gradient(L, Q)")
    elif not isinstance(symbol, Symbol) or isinstance(symbol, Dummy):
        kind = "no symbol"
    elif not symbol.is_real:
        raise UnsupportedExpression(symbol, f'a derivative is by a real number: write Symbol("{symbol}", real=True)')
    elif symbol.assumptions0 not in VARYING:
        kind = "a number of which more than a sign is declared"
    if kind:
        raise UnsupportedExpression(symbol, f"a derivative is by a real number, and this is {kind}")


def check_matrix(matrix: Any) -> None:
    """Raise UnsupportedExpression for a matrix whose entries do not vary freely: anything but a plain symbol."""
    if type(matrix) is not MatrixSymbol:
        reason = "a derivative is by the entries of a plain MatrixSymbol, which vary freely"
        raise UnsupportedExpression(matrix, reason)


def check_number(expression: Any, node: Basic) -> None:
    """Raise UnsupportedExpression when what is differentiated is not a real number."""
    if getattr(expression, "is_Matrix", False) or not isinstance(expression, Expr):
        raise UnsupportedExpression(node, f"{expression} is not a number; name an entry of it, or sum its entries")
    check_real(expression, "what is differentiated")


def read_derivative(node: Derivative) -> tuple[Expr, tuple[Basic, ...]]:
    """Return what is differentiated and by what, one entry for each time, the first one first.

    Raise UnsupportedExpression for a matrix, for an order that is no small number, and for a variable that is no real
    number.

    >>> x, y = Symbol("x", real=True), Symbol("y", real=True)
    >>> read_derivative(Derivative(x**2*y, y, (x, 2)))
    (x**2*y, (y, x, x))
    """
    variables: list[Basic] = []
    check_number(node.expr, node)
    for variable, count in node.variable_count:
        if not isinstance(count, Integer) or not 0 < count <= HIGHEST_ORDER:
            raise UnsupportedExpression(node, f"the order of a derivative is a number from 1 to {HIGHEST_ORDER}")
        check_variable(variable)
        variables += [variable] * int(count)
    if not 0 < len(variables) <= HIGHEST_ORDER:
        raise UnsupportedExpression(node, f"the order of a derivative is a number from 1 to {HIGHEST_ORDER}")
    return node.expr, tuple(variables)


class PartialDerivatives(Node):
    """Stand for the matrix of partial derivatives of a number by the entries of a plain matrix, which vary there."""

    @property
    def number(self) -> Expr:
        """The number that is differentiated."""
        return self.args[0]

    @property
    def matrix(self) -> MatrixSymbol:
        """The matrix whose entries vary."""
        return self.args[1]


def varied(node: Basic) -> tuple[Basic, tuple[Basic, ...]] | None:
    """Return what a derivative or gradient differentiates and the symbols that vary there; None for other nodes."""
    if isinstance(node, PartialDerivatives):
        return node.number, (node.matrix,)
    if isinstance(node, Derivative):
        expression, variables = read_derivative(node)
        return expression, tuple(dict.fromkeys(v.parent if isinstance(v, MatrixElement) else v for v in variables))
    return None
