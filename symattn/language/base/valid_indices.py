"""Whether an index lies inside a matrix, which SymPy works out anew for every entry it makes: most are made again.

``remember_valid_indices`` lets it remember the answers, which depend on the shape and the indices alone.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from sympy import Expr
from sympy.logic.boolalg import Boolean
from sympy.matrices.expressions.matexpr import MatrixExpr

_is_valid = MatrixExpr.valid_index


@lru_cache(maxsize=4096, typed=True)
def _known(rows: Any, cols: Any, i: Any, j: Any) -> Any:
    return _is_valid(SimpleNamespace(rows=rows, cols=cols), i, j)


def remember_valid_indices() -> None:
    """Let SymPy remember which indices lie inside matrices of which shapes; a second call changes nothing.

    >>> from sympy import MatrixSymbol, Symbol
    >>> n = Symbol("n", integer=True, positive=True)
    >>> MatrixSymbol("A", n, 2)[n - 1, 1]
    A[n - 1, 1]
    >>> MatrixSymbol("A", n, 2)[n, 1]
    Traceback (most recent call last):
    IndexError: Invalid indices (n, 1)
    """
    MatrixExpr.valid_index = _valid_index


def _valid_index(self: MatrixExpr, i: Expr | int, j: Expr | int) -> Boolean | bool:
    try:
        return _known(self.rows, self.cols, i, j)
    except TypeError:  # of what is not hashable, or no number
        return _is_valid(self, i, j)
