"""The symbols with a declared property: permutations, orthogonal and invertible matrices, masks, subsets.

They are different objects from plain matrix symbols of the same name. None of them simplifies by itself: σ.T*σ stays as
written until a proof uses that σ is a permutation.
"""

from __future__ import annotations

from typing import Any, Self

from sympy import Basic, Expr, MatrixSymbol
from sympy.core.symbol import Str

from symattn.calls import ChecksCalls
from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.base.accepted import Size
from symattn.language.base.dims import check_open_size, sizes_equal
from symattn.language.base.names import check_name
from symattn.language.base.own_tex import typeset


def symbol_name(name: object) -> Str:
    """Return a name as SymPy keeps it; raise UnsupportedExpression when it is not a nonempty string."""
    if isinstance(name, Str):
        return name
    if not isinstance(name, str) or not name:
        raise UnsupportedExpression(name, "the name of a symbol must be a nonempty string")
    check_name(name)
    return Str(name)


class SquareSymbol(ChecksCalls, MatrixSymbol):
    """Stand for a square matrix symbol of which a property is declared."""

    def __new__(cls, name: str, n: Size, columns: Size | None = None, *, latex: str = "") -> Self:
        size = check_open_size(n)
        if columns is not None and not sizes_equal(size, check_open_size(columns)):
            raise ShapeError(symbol_name(name).name, (size, size), (size, columns))
        symbol = super().__new__(cls, symbol_name(name).name, size, size)
        return typeset(symbol, latex) if latex else symbol

    def doit(self, **hints: Any) -> SquareSymbol:
        return self


class PermutationSymbol(SquareSymbol):
    """Declare an n×n permutation matrix σ with entries σ_ij = δ(i, σ(j)), so that row σ(j) of σX is row j of X.

    >>> from symattn.language.base.dims import dims
    >>> n = dims("n")
    >>> sigma = PermutationSymbol("sigma", n)
    >>> sigma.shape, sigma.T*sigma
    ((n, n), sigma.T*sigma)
    >>> sigma == MatrixSymbol("sigma", n, n)
    False
    """


class IndexMap(ChecksCalls, MatrixSymbol):
    """Declare a map f of places, from {0, …, m−1} to {0, …, n−1}, as an m×n matrix: row i of f*X is row f(i) of X.

    Its entry (i, j) is δ(j, f(i)). The product f*g is the map i ↦ g(f(i)).

    >>> from symattn.language.base.dims import dims
    >>> m, n, d = dims("m n d")
    >>> f = IndexMap("f", m, n)
    >>> (f*MatrixSymbol("X", n, d)).shape
    (m, d)
    """

    def __new__(cls, name: str, m: Size, n: Size, *, latex: str = "") -> Self:
        symbol = super().__new__(cls, symbol_name(name).name, check_open_size(m), check_open_size(n))
        return typeset(symbol, latex) if latex else symbol

    def doit(self, **hints: Any) -> IndexMap:
        return self


class OrthogonalSymbol(SquareSymbol):
    """Declare an n×n matrix g with gᵀg = 1 and ggᵀ = 1.

    >>> g = OrthogonalSymbol("g", 3)
    >>> g*g.T
    g*g.T
    """


class InvertibleSymbol(SquareSymbol):
    """Declare an invertible n×n matrix.

    >>> h = InvertibleSymbol("h", 3)
    >>> h.I.shape
    (3, 3)
    """


class MaskSymbol(ChecksCalls, MatrixSymbol):
    """Declare an r×n mask: entries 0 or −∞, with at least one 0 in every row.

    >>> MaskSymbol("M", 2, 3).shape
    (2, 3)
    """

    is_extended_node = True

    def __new__(cls, name: str, r: Size, n: Size, *, latex: str = "") -> Self:
        symbol = super().__new__(cls, symbol_name(name).name, check_open_size(r), check_open_size(n))
        return typeset(symbol, latex) if latex else symbol

    def doit(self, **hints: Any) -> MaskSymbol:
        return self


class ProbabilitySymbol(ChecksCalls, MatrixSymbol):
    """Declare the weights of a finite sample space with N outcomes: a 1×N row, nonnegative, of sum 1.

    >>> from symattn.language.base.dims import dims
    >>> p = ProbabilitySymbol("p", dims("N"))
    >>> p.shape, p.outcomes
    ((1, N), N)
    """

    def __new__(cls, name: str, N: Size, columns: Size | None = None, *, latex: str = "") -> Self:
        if columns is not None:  # as SymPy rebuilds a matrix symbol, by name and shape
            if N != 1:
                raise ShapeError(symbol_name(name).name, (N, columns), (1, columns))
            N = columns
        symbol = super().__new__(cls, symbol_name(name).name, 1, check_open_size(N))
        return typeset(symbol, latex) if latex else symbol

    @property
    def outcomes(self) -> Expr:
        """The number of outcomes."""
        return self.args[2]

    def doit(self, **hints: Any) -> ProbabilitySymbol:
        return self


class NamedObject(ChecksCalls, Basic):
    """Stand for a declared object that is no matrix: its first argument is its name."""

    is_checked = True

    @property
    def name(self) -> str:
        """The name as a string."""
        return self.args[0].name

    @property
    def free_symbols(self) -> set[Basic]:
        return {self}

    def doit(self, **hints: Any) -> NamedObject:
        return self

    def _sympystr(self, printer: Any) -> str:
        return self.name
