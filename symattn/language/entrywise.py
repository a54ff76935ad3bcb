"""How a function of every entry of a matrix is read: as a word at the matrix, as a named function, or as a rule."""

from __future__ import annotations

from typing import Any

from sympy import Basic
from sympy.core.function import Application

from symattn.language.inspection import free_atoms


def word_at_matrix(node: Any) -> tuple[Basic, ...] | None:
    """Return the arguments of a word that is taken at each entry, the matrix among them; None for another function.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Sigmoid
    >>> word_at_matrix(Sigmoid(MatrixSymbol("X", 2, 2)))
    (X,)
    """
    function, matrix = node.args
    value = function.expr if function.args else None
    if value is None or not hasattr(type(value), "word"):
        return None
    (variable,) = function.variables
    places = [place for place, argument in enumerate(value.args) if variable in free_atoms(argument)]
    if len(places) != 1 or value.args[places[0]] != variable:
        return None
    return (*value.args[: places[0]], matrix, *value.args[places[0] + 1 :])


def function_of_entries(node: Any) -> type | None:
    """Return the function f of SymPy for f(x) at each entry x, None for any other rule.

    >>> from sympy import MatrixSymbol, exp
    >>> function_of_entries(MatrixSymbol("X", 2, 2).applyfunc(exp))
    exp
    """
    function = node.function
    value = function.expr if function.args else None
    return type(value) if isinstance(value, Application) and value.args == tuple(function.variables) else None
