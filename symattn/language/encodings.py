"""Positional encodings by sines and cosines: frequencies, encoding vectors and matrices, rotations by blocks.

Positions and frequencies are counted from 0; columns are interleaved (sin, cos); rotation blocks are [[c, s], [−s, c]].
The sources count differently: ``first=1`` gives Denk's frequencies.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, FunctionMatrix, Integer, KroneckerDelta, Lambda, MatrixExpr, S, cos, expand, sin, sympify
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import OddWidth, ShapeError, UnsupportedExpression
from symattn.language.dims import as_sympy, check_size, half_size, sizes_equal
from symattn.language.entries import element, fresh_index
from symattn.language.nodes import Node
from symattn.language.shapes import as_matrix, product
from symattn.language.sorts import check_real


def parity(index: Expr) -> tuple[Expr, int] | None:
    """Return (m, b) with ``index = 2*m + b`` and b in {0, 1}, or None when the parity is not known.

    >>> from sympy import Symbol
    >>> m = Symbol("m", integer=True)
    >>> parity(2*m + 1), parity(m) is None
    ((m, 1), True)
    """
    for bit in (0, 1):
        half = expand((sympify(index) - bit) / 2)
        if half.is_integer:
            return half, bit
    return None


def even_width(width: Any, written: str) -> tuple[Expr, Expr]:
    """Return a width and its half; raise OddWidth, naming what was written, when the width is not provably even."""
    width = check_size(width)
    half = half_size(width)
    if half is None:
        raise OddWidth(written, width)
    return width, half


def as_real(value: Any, what: str) -> Expr:
    """Return an argument as a real scalar; raise UnsupportedExpression when it is none."""
    value = as_sympy(value)
    if not isinstance(value, Expr) or value.is_Matrix or value.is_extended_real is False or value.is_finite is False:
        raise UnsupportedExpression(value, f"{what} must be a real number")
    return value


def as_angles(value: Any, written: str) -> MatrixExpr:
    """Return an argument as a column of real angles; raise ShapeError when it is no column."""
    angles = as_matrix(value, "the angles")
    check_real(angles, "the angles")
    if not sizes_equal(angles.shape[1], 1):
        raise ShapeError(f"{written}({angles})", angles.shape, (angles.shape[0], S.One))
    return angles


class Frequencies(Node):
    """Make the h×1 column of angular frequencies 10000^(−(m + first)/h), m = 0, …, h − 1, for the width 2h.

    ``first`` is 0 for the usual indexing and 1 for Denk's. Raise OddWidth when the width is not provably even.

    >>> from symattn.language.dims import dims
    >>> h = dims("h")
    >>> Frequencies(2*h)[0, 0], Frequencies(2*h, first=1)[0, 0]
    (1, 10000**(-1/h))
    """

    def __new__(cls, width: Any, first: Any = 0) -> Frequencies:
        width, half = even_width(width, f"Frequencies({width})")
        return cls._make((half, S.One), width, as_first(first))

    @property
    def width(self) -> Expr:
        """The width 2h of the encoding."""
        return self.args[0]

    @property
    def first(self) -> Expr:
        """The index of the first frequency."""
        return self.args[1]

    def entry(self, i: Any, j: Any) -> Expr:
        """Return 10000^(−(i + first)/h)."""
        return Integer(10000) ** (-(sympify(i) + self.first) / self.shape[0])

    def definition(self) -> FunctionMatrix:
        """Return the column of all entries by their formula."""
        m, c = fresh_index("m", *self.args), fresh_index("c", *self.args)
        return FunctionMatrix(*self.shape, Lambda((m, c), self.entry(m, c)))

    def _shown_arguments(self) -> tuple[Any, ...]:
        return without_first(self.args)


def as_first(first: Any) -> Expr:
    """Return the index of the first frequency: a natural number; raise UnsupportedExpression for anything else."""
    first = as_sympy(first)
    if not isinstance(first, Integer) or first < 0:
        raise UnsupportedExpression(first, "first must be a natural number")
    return first


def without_first(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out a last argument 0, the usual ``first``, in print."""
    return args[:-1] if args[-1] == 0 else args


class SineCosine(Node):
    """Make the 2h×1 column with entries sin(angle m), cos(angle m) in rows 2m and 2m + 1, from an h×1 column.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.dims import dims
    >>> h = dims("h")
    >>> column = SineCosine(MatrixSymbol("a", h, 1))
    >>> column.shape, column[0, 0], column[1, 0]
    ((2*h, 1), sin(a[0, 0]), cos(a[0, 0]))
    """

    def __new__(cls, angles: Any) -> SineCosine:
        angles = as_angles(angles, "SineCosine")
        return cls._make((expand(2 * angles.shape[0]), S.One), angles)

    @property
    def angles(self) -> MatrixExpr:
        """The column of angles."""
        return self.args[0]

    def entry(self, i: Any, j: Any) -> Expr:
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

    def __new__(cls, angles: Any) -> BlockRotation:
        angles = as_angles(angles, "BlockRotation")
        size = expand(2 * angles.shape[0])
        return cls._make((size, size), angles)

    @property
    def angles(self) -> MatrixExpr:
        """The column of angles."""
        return self.args[0]

    def entry(self, i: Any, j: Any) -> Expr:
        """Return the entry of the block (m, p) for i = 2m + b, j = 2p + c; unexpanded when a parity is open."""
        row, column = parity(i), parity(j)
        if row is None or column is None:
            return super().entry(i, j)
        (m, b), (p, c) = row, column
        angle = element(self.angles, m, 0)
        inside = cos(angle) if b == c else (sin(angle) if b == 0 else -sin(angle))
        return KroneckerDelta(m, p) * inside


class SinusoidalVector(Node):
    """Make the 2h×1 encoding of position t: SineCosine(t*Frequencies(2*h, first)).

    Source: Denk, Linear Relationships in the Transformer's Positional Encoding, (1), with ``first=1``.

    >>> from sympy import Symbol
    >>> from symattn.language.dims import dims
    >>> t, h = Symbol("t", real=True), dims("h")
    >>> SinusoidalVector(t, 2*h).definition()
    SineCosine(t*Frequencies(2*h))
    """

    def __new__(cls, t: Any, width: Any, first: Any = 0) -> SinusoidalVector:
        width, _ = even_width(width, f"SinusoidalVector({t}, {width})")
        return cls._make((width, S.One), as_real(t, "a position"), width, as_first(first))

    @property
    def position(self) -> Expr:
        """The position t."""
        return self.args[0]

    def definition(self) -> SineCosine:
        """Return SineCosine(t*Frequencies(2*h, first))."""
        t, width, first = self.args
        return SineCosine(product(t, Frequencies(width, first)))

    def entry(self, i: Any, j: Any) -> Expr:
        """Return the sine or cosine in row i; unexpanded when the parity of i is open."""
        return super().entry(i, j) if parity(i) is None else self.definition().entry(i, j)

    def _shown_arguments(self) -> tuple[Any, ...]:
        return without_first(self.args)


class SinusoidalEncoding(Node):
    """Make the n×2h matrix whose row t is the encoding of position t, t = 0, …, n − 1.

    Raise OddWidth when the width is not provably even. Source: Denk, (1); Vaswani et al., Attention Is All You Need,
    §3.5.

    >>> from symattn.language.dims import dims
    >>> n, h, d = dims("n h d")
    >>> SinusoidalEncoding(n + 3, 2*h)[3, 0]
    sin(3)
    >>> SinusoidalEncoding(n, d)
    Traceback (most recent call last):
    symattn.errors.OddWidth: the width d of SinusoidalEncoding(n, d) is not provably even; write it as 2*h
    """

    def __new__(cls, n: Any, width: Any, first: Any = 0) -> SinusoidalEncoding:
        n = check_size(n)
        width, _ = even_width(width, f"SinusoidalEncoding({n}, {width})")
        return cls._make((n, width), n, width, as_first(first))

    def row(self, t: Any) -> SinusoidalVector:
        """Return the encoding of position t as a column."""
        return SinusoidalVector(t, self.args[1], self.args[2])

    def entry(self, i: Any, j: Any) -> Expr:
        """Return the sine or cosine in row i and column j; unexpanded when the parity of j is open."""
        return super().entry(i, j) if parity(j) is None else self.row(i).entry(j, 0)

    def definition(self) -> FunctionMatrix:
        """Return the matrix whose entry (t, c) is entry c of the encoding of position t."""
        t, c = fresh_index("t", *self.args), fresh_index("c", *self.args)
        return FunctionMatrix(*self.shape, Lambda((t, c), MatrixElement(self.row(t), c, S.Zero)))

    def _shown_arguments(self) -> tuple[Any, ...]:
        return without_first(self.args)


class ShiftMatrix(Node):
    """Make the 2h×2h matrix that shifts encodings by k positions: BlockRotation(k*Frequencies(2*h, first)).

    It acts on columns: ShiftMatrix(k, 2*h)*SinusoidalVector(t, 2*h) is SinusoidalVector(t + k, 2*h). Source: Denk,
    (3), (4).

    >>> from sympy import Symbol
    >>> from symattn.language.dims import dims
    >>> k, h = Symbol("k", real=True), dims("h")
    >>> ShiftMatrix(k, 2*h, first=1).definition()
    BlockRotation(k*Frequencies(2*h, 1))
    """

    def __new__(cls, k: Any, width: Any, first: Any = 0) -> ShiftMatrix:
        width, _ = even_width(width, f"ShiftMatrix({k}, {width})")
        return cls._make((width, width), as_real(k, "a shift"), width, as_first(first))

    @property
    def shift(self) -> Expr:
        """The shift k."""
        return self.args[0]

    def definition(self) -> BlockRotation:
        """Return BlockRotation(k*Frequencies(2*h, first))."""
        k, width, first = self.args
        return BlockRotation(product(k, Frequencies(width, first)))

    def entry(self, i: Any, j: Any) -> Expr:
        """Return the entry of the rotation; unexpanded when a parity is open."""
        return super().entry(i, j) if parity(i) is None or parity(j) is None else self.definition().entry(i, j)

    def _shown_arguments(self) -> tuple[Any, ...]:
        return without_first(self.args)
