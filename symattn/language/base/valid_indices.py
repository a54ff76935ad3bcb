"""Remember which indices lie inside a matrix; SymPy would test each again for every entry.

``remember_valid_indices`` lets it remember the answers, which depend on the sizes and the indices alone.  SymPy refuses
only what lies outside for all values of its symbols; a symbol that may be 0 does not, and is not asked about.  What is
refused is an IndexError that names the entry.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from sympy import Expr
from sympy.logic.boolalg import Boolean
from sympy.matrices.expressions.matexpr import MatrixExpr

from symattn import errors
from symattn.language.base.dims import is_size
from symattn.language.base.naturals import may_be_zero
from symattn.language.base.shapes import entry_text

_is_valid = MatrixExpr.valid_index


@lru_cache(maxsize=4096, typed=True)
def _known(size: Any, index: Any) -> Any:
    return _is_valid(SimpleNamespace(rows=None, cols=size), 0, index)


def _fits(size: Any, index: Any) -> Any:
    """Tell whether an index may lie in a range of this size."""
    return (may_be_zero(index) and is_size(size)) or _known(size, index)


def remember_valid_indices() -> None:
    """Let SymPy remember which indices lie inside matrices of which shapes; a second call changes nothing.

    >>> from sympy import MatrixSymbol, Symbol
    >>> n = Symbol("n", integer=True, positive=True)
    >>> MatrixSymbol("A", n, 2)[n - 1, 1]
    A[n - 1, 1]
    >>> MatrixSymbol("A", n, 2)[n, 1]
    Traceback (most recent call last):
    IndexError: there is no A[n, 1]: A is n×2, and its last entry is A[n - 1, 1]
    """
    MatrixExpr.valid_index = _valid_index


def _valid_index(self: MatrixExpr, i: Expr | int, j: Expr | int) -> Boolean | bool:
    try:
        valid = (self.rows is None or _fits(self.rows, i)) and _fits(self.cols, j)
    except TypeError:  # of what is not hashable, or no number
        valid = _is_valid(self, i, j)
    if valid == False and self.rows is not None:  # noqa: E712  it may be a relation
        last = entry_text(self, self.rows - 1, self.cols - 1)
        places = f"{errors.write(self)} is {errors.shape_text(self.shape)}, and its last entry is {last}"
        raise IndexError(f"there is no {entry_text(self, i, j)}: {places}")
    return valid
