"""Arbitrary maps of rows: a map as a symbol, and the matrix that it makes of another, row by row.

With them it can be stated that a kernel is invariant under a map, or that a layer acts on each row alone.
"""

from __future__ import annotations

from typing import Self

from sympy import Basic, Expr, MatrixExpr

from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.base.accepted import Matrix, Size
from symattn.language.base.dims import check_size, sizes_equal
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix
from symattn.language.base.sorts import check_real
from symattn.language.base.symbols import NamedObject, symbol_name

__all__ = ["MapSymbol", "RowMap"]


class MapSymbol(NamedObject):
    """Declare an arbitrary map from rows of ell real numbers to rows of ell, or of m; it need not be linear.

    Calling it on a matrix with ell columns applies it to each row.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> r, ell = dims("r ell")
    >>> g = MapSymbol("g", ell)
    >>> g(MatrixSymbol("Q", r, ell))
    RowMap(g, Q)
    >>> MapSymbol("f", ell, 3)(MatrixSymbol("Q", r, ell)).shape
    (r, 3)
    """

    def __new__(cls, name: str, ell: Size, m: Size | None = None) -> Self:
        sizes = [check_size(ell)] if m is None else [check_size(ell), check_size(m)]
        return Basic.__new__(cls, symbol_name(name), *(sizes[:1] if sizes_equal(sizes[0], sizes[-1]) else sizes))

    @property
    def width(self) -> Expr:
        """The number of entries of a row."""
        return self.args[1]

    @property
    def out_width(self) -> Expr:
        """The number of entries of a row that the map makes."""
        return self.args[-1]

    def __call__(self, rows: Matrix) -> RowMap:
        return RowMap(self, rows)


class RowMap(Node):
    """Apply a map to each row of a matrix: row j of the result is g(row j of Q).

    Raise ShapeError when the width of Q is not that of the map.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> r, ell = dims("r ell")
    >>> RowMap(MapSymbol("g", ell), MatrixSymbol("Q", r, ell)).shape
    (r, ell)
    """

    def __new__(cls, map_symbol: MapSymbol, rows: Matrix) -> Self:
        if not isinstance(map_symbol, MapSymbol):
            raise UnsupportedExpression(map_symbol, "RowMap needs a MapSymbol")
        rows = as_matrix(rows, "the rows")
        check_real(rows, "the rows")
        node = cls._make((rows.shape[0], map_symbol.out_width), map_symbol, rows)
        if not sizes_equal(rows.shape[1], map_symbol.width):
            raise ShapeError(node, (map_symbol.width, map_symbol.out_width), rows.shape)
        return node

    @property
    def map(self) -> MapSymbol:
        """The map."""
        return self.args[0]

    @property
    def rows_argument(self) -> MatrixExpr:
        """The matrix to whose rows the map is applied."""
        return self.args[1]
