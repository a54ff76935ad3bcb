"""Sequential positional encodings: homomorphisms from the natural numbers to square matrices, and their positions.

Source: Ganev, Notes on Attention and Positional Encodings, Definition 3.1 and Remark 3.2.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, FunctionMatrix, Lambda, MatMul, MatPow, S
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.dims import as_sympy, check_size, sizes_equal
from symattn.language.entries import fresh_index
from symattn.language.nodes import Node
from symattn.language.shapes import as_matrix
from symattn.language.sorts import check_real
from symattn.language.symbols import NamedObject, symbol_name


class SequentialEncoding(NamedObject):
    """Declare a sequential positional encoding φ of dimension d: φ(0) = I and φ(j + k) = φ(j) φ(k) for all j and k.

    Calling it at a natural number gives a d×d matrix.

    >>> from symattn.language.dims import dims
    >>> phi = SequentialEncoding("phi", dims("d"))
    >>> phi(1), phi(1).shape
    (phi(1), (d, d))
    """

    def __new__(cls, name: Any, d: Any) -> SequentialEncoding:
        return Basic.__new__(cls, symbol_name(name), check_size(d))

    @property
    def width(self) -> Expr:
        """The dimension d."""
        return self.args[1]

    def __call__(self, j: Any) -> EncodingStep:
        return EncodingStep(self, j)


class EncodingStep(Node):
    """Stand for the d×d matrix φ(j) of a sequential encoding at a natural number j.

    Raise UnsupportedExpression for an argument that is negative or no integer.
    """

    def __new__(cls, encoding: SequentialEncoding, j: Any) -> EncodingStep:
        if not isinstance(encoding, SequentialEncoding):
            raise UnsupportedExpression(encoding, "a SequentialEncoding is needed")
        j = as_sympy(j)
        if not isinstance(j, Expr) or j.is_Matrix or j.is_integer is False or j.is_negative:
            raise UnsupportedExpression(j, f"the argument of {encoding} must be a natural number")
        return cls._make((encoding.width, encoding.width), encoding, j)

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.args[0])}({printer._print(self.args[1])})"


class PositionalEncoding(Node):
    """Make the n×d embedding matrix of a sequential encoding and a point x: row j is φ(j) x, or M^j x for a matrix M.

    The encoding is a SequentialEncoding or a d×d matrix M, which stands for j ↦ M^j; x is d×1. Raise ShapeError when
    M is not square or x is no column of d numbers.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.dims import dims
    >>> n, d = dims("n d")
    >>> PositionalEncoding(MatrixSymbol("M", d, d), MatrixSymbol("x", d, 1), n).shape
    (n, d)
    """

    def __new__(cls, encoding: Any, x: Any, n: Any) -> PositionalEncoding:
        x, n = as_matrix(x, "the point"), check_size(n)
        check_real(x, "the point")
        if isinstance(encoding, SequentialEncoding):
            shape = (encoding.width, encoding.width)
        else:
            encoding = as_matrix(encoding, "the encoding")
            check_real(encoding, "the encoding")
            shape = encoding.shape
        fits = sizes_equal(*shape) and sizes_equal(shape[1], x.shape[0]) and sizes_equal(x.shape[1], 1)
        if not fits:
            raise ShapeError(f"PositionalEncoding({encoding}, {x}, {n})", shape, x.shape)
        return cls._make((n, x.shape[0]), encoding, x, n)

    @property
    def encoding(self) -> Any:
        """The encoding φ, or the matrix M."""
        return self.args[0]

    @property
    def point(self) -> Any:
        """The point x."""
        return self.args[1]

    def at(self, j: Any) -> Any:
        """Return φ(j) x, the encoding of position j as a column."""
        encoding, x, _ = self.args
        step = encoding(j) if isinstance(encoding, SequentialEncoding) else MatPow(encoding, j)
        return MatMul(step, x)

    def definition(self) -> FunctionMatrix:
        """Return the matrix whose entry (j, c) is entry c of φ(j) x."""
        j, c = fresh_index("j", *self.args), fresh_index("c", *self.args)
        return FunctionMatrix(*self.shape, Lambda((j, c), MatrixElement(self.at(j), c, S.Zero)))
