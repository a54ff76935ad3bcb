"""Sequential positional encodings: homomorphisms from the natural numbers to square matrices, and their positions.

Source: Ganev, Notes on Attention and Positional Encodings, Definition 3.1 and Remark 3.2.
"""

from __future__ import annotations

from typing import Any, Self

from sympy import Basic, Expr

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Size
from symattn.language.base.dims import as_sympy, check_size
from symattn.language.base.nodes import Node
from symattn.language.base.symbols import NamedObject, symbol_name

__all__ = ["SequentialEncoding"]
#: What is made by an operation, as family[h] is, and not by its name.
UNWRITTEN = ("EncodingStep",)


class SequentialEncoding(NamedObject):
    """Declare a sequential positional encoding φ of dimension d: φ(0) = I and φ(j + k) = φ(j) φ(k) for all j and k.

    Calling it at a natural number gives a d×d matrix.

    >>> from symattn.language.base.dims import dims
    >>> phi = SequentialEncoding("phi", dims("d"))
    >>> phi(1), phi(1).shape
    (phi(1), (d, d))
    """

    def __new__(cls, name: str, d: Size) -> Self:
        return Basic.__new__(cls, symbol_name(name), check_size(d))

    @property
    def width(self) -> Expr:
        """The dimension d."""
        return self.args[1]

    def __call__(self, j: Size) -> EncodingStep:
        return EncodingStep(self, j)


class EncodingStep(Node):
    """Stand for the d×d matrix φ(j) of a sequential encoding at a natural number j.

    Raise UnsupportedExpression for an argument that is negative or no integer.
    """

    def __new__(cls, encoding: SequentialEncoding, j: Size) -> Self:
        if not isinstance(encoding, SequentialEncoding):
            raise UnsupportedExpression(encoding, "a SequentialEncoding is needed")
        j = as_sympy(j)
        if not isinstance(j, Expr) or j.is_Matrix or j.is_integer is False or j.is_negative:
            raise UnsupportedExpression(j, f"the argument of {encoding} must be a natural number")
        return cls._make((encoding.width, encoding.width), encoding, j)

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.args[0])}({printer._print(self.args[1])})"
