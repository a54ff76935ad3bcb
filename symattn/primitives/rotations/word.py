"""Sines and cosines side by side, and rotations by blocks, from a column of angles.

Rows of sines and cosines are interleaved (sin, cos); rotation blocks are [[c, s], [−s, c]].
"""

from __future__ import annotations

from typing import Any, Self

from sympy import Expr, KroneckerDelta, MatrixExpr, S, cos, expand, sin

from symattn.errors import ShapeError
from symattn.language.base.accepted import Matrix, Size
from symattn.language.base.dims import sizes_equal
from symattn.language.base.entries import element
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix
from symattn.language.base.sorts import check_real
from symattn.language.encodings import parity

__all__ = ["BlockRotation", "SineCosine"]


def as_angles(value: Any, written: str) -> MatrixExpr:
    """Return an argument as a column of real angles; raise ShapeError when it is no column."""
    angles = as_matrix(value, "the angles")
    check_real(angles, "the angles")
    if not sizes_equal(angles.shape[1], 1):
        raise ShapeError(f"{written}({angles})", angles.shape, (angles.shape[0], S.One))
    return angles


class SineCosine(Node):
    """Make the 2h×1 column with entries sin(angle m), cos(angle m) in rows 2m and 2m + 1, from an h×1 column.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> h = dims("h")
    >>> column = SineCosine(MatrixSymbol("a", h, 1))
    >>> column.shape, column[0, 0], column[1, 0]
    ((2*h, 1), sin(a[0, 0]), cos(a[0, 0]))
    """

    def __new__(cls, angles: Matrix) -> Self:
        angles = as_angles(angles, "SineCosine")
        return cls._make((expand(2 * angles.shape[0]), S.One), angles)

    @property
    def angles(self) -> MatrixExpr:
        """The column of angles."""
        return self.args[0]

    def entry(self, i: Size, j: Size) -> Expr:
        """Return sin(angle m) for i = 2m and cos(angle m) for i = 2m + 1; unexpanded when the parity is open."""
        split = parity(i)
        if split is None:
            return super().entry(i, j)
        m, bit = split
        return (cos if bit else sin)(element(self.angles, m, 0))


class BlockRotation(Node):
    """Make the 2h×2h block-diagonal matrix of rotations [[cos, sin], [−sin, cos]], from an h×1 column of angles.

    >>> from sympy import Matrix
    >>> from sympy.abc import x
    >>> BlockRotation(Matrix([x])).as_explicit()
    Matrix([
    [ cos(x), sin(x)],
    [-sin(x), cos(x)]])
    """

    def __new__(cls, angles: Matrix) -> Self:
        angles = as_angles(angles, "BlockRotation")
        size = expand(2 * angles.shape[0])
        return cls._make((size, size), angles)

    @property
    def angles(self) -> MatrixExpr:
        """The column of angles."""
        return self.args[0]

    def entry(self, i: Size, j: Size) -> Expr:
        """Return the entry of the block (m, p) for i = 2m + b, j = 2p + c; unexpanded when a parity is open."""
        row, column = parity(i), parity(j)
        if row is None or column is None:
            return super().entry(i, j)
        (m, b), (p, c) = row, column
        angle = element(self.angles, m, 0)
        inside = cos(angle) if b == c else (sin(angle) if b == 0 else -sin(angle))
        return KroneckerDelta(m, p) * inside
