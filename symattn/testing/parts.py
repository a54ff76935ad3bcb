"""Building blocks of theorems for tests: new symbols, and matrices made of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from sympy import BlockMatrix, MatrixSymbol, OneMatrix

from symattn.language.base.dims import dims
from symattn.language.base.occurrences import fresh_name, names_in
from symattn.language.base.symbols import OrthogonalSymbol, PermutationSymbol
from symattn.testing.relations import Function

Statement: TypeAlias = Callable[[Function], tuple[Any, Any]]
#: Theorems of a form: a name, a title, and what is said of F.
Statements: TypeAlias = list[tuple[str, str, Statement]]


class Fresh:
    """Make symbols whose names an expression does not have."""

    def __init__(self, expr: Any) -> None:
        self.taken = names_in(expr)

    def name(self, name: str) -> str:
        """Return the name, or another one where it is taken."""
        return fresh_name(name, self.taken)

    def matrix(self, name: str, rows: Any, columns: Any) -> MatrixSymbol:
        """Return a symbol for a matrix."""
        return MatrixSymbol(self.name(name), rows, columns)

    def size(self, name: str) -> Any:
        """Return a symbol for a size."""
        return dims(self.name(name))

    def permutation(self, name: str, size: Any) -> PermutationSymbol:
        """Return a symbol for a permutation."""
        return PermutationSymbol(self.name(name), size)

    def orthogonal(self, size: Any) -> OrthogonalSymbol:
        """Return a symbol for an orthogonal matrix."""
        return OrthogonalSymbol(self.name("g"), size)


def is_symbol(matrix: Any) -> bool:
    """Tell whether a matrix is a plain symbol."""
    return type(matrix) is MatrixSymbol


def ones(rows: Any, columns: Any = 1) -> Any:
    """Return a matrix of ones, by default a column."""
    return OneMatrix(rows, columns)


def beside(*matrices: Any) -> Any:
    """Put matrices beside each other."""
    return BlockMatrix([list(matrices)])


def above(*matrices: Any) -> Any:
    """Put matrices above each other."""
    return BlockMatrix([[matrix] for matrix in matrices])
