"""Heads: families of matrices with an index h = 0, …, H−1, and what is built from all of them.

A family is a ``MatrixFamily``, whose members are arbitrary, or a ``HeadFamily``, whose members are given by an
expression in h. The number of heads H is a size like any other.
"""

from __future__ import annotations

from typing import Any, Self

from sympy import Basic, Expr, Idx, Integer, Lambda, MatrixExpr, Tuple, cancel, sympify

from symattn.calls import ChecksCalls
from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.base.accepted import Matrix, Ranged, Size
from symattn.language.base.binders import as_index, single_variable
from symattn.language.base.dims import check_open_size, is_dim, is_size, literal_index_fits, outside
from symattn.language.base.naming import bound_in
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import Shape, as_matrix
from symattn.language.base.sorts import check_real
from symattn.language.base.substitution import substituted
from symattn.language.base.symbols import NamedObject, symbol_name

__all__ = ["HeadBlock", "HeadConcat", "HeadFamily", "HeadStack", "HeadSum", "MatrixFamily"]
#: What is made by an operation, as family[h] is, and not by its name.
UNWRITTEN = ("FamilyMember",)

# ------------------------------------------------------------------------------------------------------------ families


class MatrixFamily(NamedObject):
    """Declare H arbitrary matrices of one shape; ``family[h]`` is the one with the index h, counted from 0.

    Its values are arrays with three axes: H, rows, columns. Raise UnsupportedExpression or UndeclaredSymbol for a
    number of heads or a shape that is no size.

    >>> from symattn.language.base.dims import dims
    >>> H, ell, p = dims("H ell p")
    >>> W = MatrixFamily("W", H, ell, p)
    >>> W[0], W[0].shape
    (W[0], (ell, p))
    """

    def __new__(cls, name: str, H: Size, rows: Size, columns: Size) -> Self:
        return Basic.__new__(
            cls, symbol_name(name), check_open_size(H), check_open_size(rows), check_open_size(columns)
        )

    @property
    def heads(self) -> Expr:
        """The number of members."""
        return self.args[1]

    @property
    def member_shape(self) -> Shape:
        """The shape of every member."""
        return self.args[2:]

    def __getitem__(self, h: Size) -> FamilyMember:
        return FamilyMember(self, h)


class HeadFamily(ChecksCalls, Basic):
    """Form the family of the matrices that an expression gives for h = 0, …, H−1.

    ``h`` is an index with its range, ``Idx("h", H)``, or a triple (h, 0, H−1) with any symbol h. Raise
    UnsupportedExpression for another range, or for an expression that is no real matrix.

    >>> from sympy import Idx
    >>> from symattn.language.base.dims import dims
    >>> H, d, q = dims("H d q")
    >>> V, O, h = MatrixFamily("V", H, d, q), MatrixFamily("O", H, q, d), Idx("h", H)
    >>> products = HeadFamily(V[h]*O[h], h)
    >>> products, products[0], products.member_shape
    (HeadFamily(V[h]*O[h], (h, 0, H - 1)), V[0]*O[0], (d, d))
    """

    is_checked = True

    def __new__(cls, body: Matrix | Lambda, h: Ranged) -> Self:
        if isinstance(body, Lambda):  # as SymPy rebuilds a family from its arguments
            symbol, body = single_variable(body)
            h = symbol, 0, check_open_size(h) - 1
        symbol, heads = _index_and_count(h)
        body = as_matrix(body, "a member of a family")
        check_real(body, "the members of a family")
        return Basic.__new__(cls, Lambda(symbol, body), heads)

    @property
    def index(self) -> Basic:
        """The index h."""
        return self.args[0].signature[0]

    @property
    def body(self) -> MatrixExpr:
        """The matrix with the index h."""
        return self.args[0].expr

    @property
    def heads(self) -> Expr:
        """The number of members."""
        return self.args[1]

    @property
    def member_shape(self) -> Shape:
        """The shape of every member."""
        return tuple(self.body.shape)

    def __getitem__(self, h: Size) -> MatrixExpr:
        return substituted(self.body, {self.index: _head_index(h, self.heads, self)})

    def doit(self, **hints: Any) -> HeadFamily:
        return self

    def _sympystr(self, printer: Any) -> str:
        return f"HeadFamily({_body_and_range(self, printer)})"


def _body_and_range(family: HeadFamily, printer: Any) -> str:
    last = printer._print(family.heads - 1)
    with bound_in(printer, [family.index], family.body):
        return f"{printer._print(family.body)}, ({printer._print(family.index)}, 0, {last})"


def _index_and_count(h: Any) -> tuple[Basic, Expr]:
    """Return a bound index and the number of its values, from an Idx or a triple (h, 0, H−1)."""
    if isinstance(h, Idx) and h.lower == 0:
        symbol, heads = h, h.upper + 1
    elif isinstance(h, tuple | Tuple) and len(h) == 3 and h[1] == 0:
        symbol, heads = h[0], sympify(h[2]) + 1
    else:
        why = 'the index of a head is Idx("h", H) or (h, 0, H - 1); shift one that begins elsewhere'
        raise UnsupportedExpression(h, why)
    if is_dim(symbol):
        raise UnsupportedExpression(symbol, "a size cannot be the index of a head")
    return as_index(symbol, 0, heads - 1), check_open_size(heads)


def _head_index(h: Any, heads: Expr, family: Basic) -> Expr:
    """Return an index of a head; raise UnsupportedExpression for a number that may not be below H."""
    h = sympify(h)
    if isinstance(h, Integer) and not literal_index_fits(int(h), heads):
        raise UnsupportedExpression(family, outside(int(h), heads))
    return h


def as_family(value: Any, what: str) -> MatrixFamily | HeadFamily:
    """Return an argument as a family; raise UnsupportedExpression, saying ``what`` it was meant to be."""
    if not isinstance(value, MatrixFamily | HeadFamily):
        raise UnsupportedExpression(value, f"{what} must be a MatrixFamily or a HeadFamily")
    return value


class FamilyMember(Node):
    """Take the member of a family with the index h; that of a HeadFamily is written out.

    Raise UnsupportedExpression for a number h that is not provably below H.

    >>> from symattn.language.base.dims import dims
    >>> FamilyMember(MatrixFamily("W", dims("H"), 2, 3), 1)
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use W: the index 1 is not provably below H
    """

    def __new__(cls, family: MatrixFamily | HeadFamily, h: Size) -> Self:
        if isinstance(family, HeadFamily):  # put in for a MatrixFamily
            return family[h]
        if not isinstance(family, MatrixFamily):
            raise UnsupportedExpression(family, "only a family has members")
        return cls._make(family.member_shape, family, _head_index(h, family.heads, family))

    @property
    def family(self) -> MatrixFamily:
        """The family."""
        return self.args[0]

    @property
    def index(self) -> Expr:
        """The index h."""
        return self.args[1]

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.family)}[{printer._print(self.index)}]"


# ------------------------------------------------------------------------------------------- matrices from all members


class OverHeads(Node):
    """Stand for a matrix built from all members of a family: the base of sums, rows and columns of heads."""

    def __new__(cls, body: Matrix | MatrixFamily | HeadFamily, h: Ranged | None = None) -> Self:
        family = as_family(body, f"the argument of {cls.__name__}") if h is None else HeadFamily(body, h)
        rows, columns = family.member_shape
        return cls._make(cls._shape_of(family.heads, rows, columns), family)

    @staticmethod
    def _shape_of(heads: Expr, rows: Expr, columns: Expr) -> tuple[Expr, Expr]:
        raise NotImplementedError

    @property
    def family(self) -> MatrixFamily | HeadFamily:
        """The family whose members are put together."""
        return self.args[0]

    def _sympystr(self, printer: Any) -> str:
        family = self.family
        inside = _body_and_range(family, printer) if isinstance(family, HeadFamily) else printer._print(family)
        return f"{type(self).__name__}({inside})"


class HeadSum(OverHeads):
    """Sum the members of a family: Σ_h A_h, of the shape of one member.

    The arguments are a family, or an expression and its index as for HeadFamily. Source: Ganev, §2.5.

    >>> from sympy import Idx, MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> H, n, d, q = dims("H n d q")
    >>> V, W, h = MatrixSymbol("V", n, d), MatrixFamily("W", H, d, q), Idx("h", H)
    >>> HeadSum(V*W[h], h), HeadSum(V*W[h], h).shape
    (HeadSum(V*W[h], (h, 0, H - 1)), (n, q))
    """

    @staticmethod
    def _shape_of(heads: Expr, rows: Expr, columns: Expr) -> tuple[Expr, Expr]:
        return rows, columns


class HeadConcat(OverHeads):
    """Put the members of a family beside each other: an r×(Hq) matrix whose columns qh, …, qh+q−1 are those of A_h.

    This is Σ_h e_h ⊗ A_h, read as a matrix with r rows. Source: Ganev, Remark 2.4.

    >>> from symattn.language.base.dims import dims
    >>> HeadConcat(MatrixFamily("A", *dims("H r q"))).shape
    (r, H*q)
    """

    @staticmethod
    def _shape_of(heads: Expr, rows: Expr, columns: Expr) -> tuple[Expr, Expr]:
        return rows, heads * columns


class HeadStack(OverHeads):
    """Put the members of a family below each other: an (Hq)×d matrix whose rows qh, …, qh+q−1 are those of A_h.

    This is Σ_h e_h ⊗ A_h, read as a matrix with d columns. Source: Ganev, Remark 2.4.

    >>> from symattn.language.base.dims import dims
    >>> HeadStack(MatrixFamily("W", *dims("H q d"))).shape
    (H*q, d)
    """

    @staticmethod
    def _shape_of(heads: Expr, rows: Expr, columns: Expr) -> tuple[Expr, Expr]:
        return heads * rows, columns


class HeadBlock(Node):
    """Take rows qh, …, qh+q−1 of a matrix with Hq rows: the member h of the stack that it is.

    Raise ShapeError when the number of rows is no multiple of H, UnsupportedExpression for a number h that is not
    provably below H.

    >>> from sympy import Idx, MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> H, q, d = dims("H q d")
    >>> HeadBlock(MatrixSymbol("W", H*q, d), Idx("h", H), H).shape
    (q, d)
    """

    def __new__(cls, matrix: Matrix, h: Size, H: Size) -> Self:
        matrix, heads = as_matrix(matrix, "the argument of HeadBlock"), check_open_size(H)
        check_real(matrix, "the argument of HeadBlock")
        rows, columns = matrix.shape
        height = cancel(rows / heads)
        if not is_size(height):
            raise ShapeError(matrix, (rows, columns), (heads, columns))
        return cls._make((height, columns), matrix, _head_index(h, heads, matrix), heads)

    @property
    def matrix(self) -> MatrixExpr:
        """The whole matrix."""
        return self.args[0]

    @property
    def index(self) -> Expr:
        """The index h."""
        return self.args[1]

    @property
    def heads(self) -> Expr:
        """The number of blocks."""
        return self.args[2]
