"""Subsets of the indices below a size, and the condition that an index lies in one."""

from __future__ import annotations

from typing import Self

from sympy import Basic, Expr, FiniteSet
from sympy.logic.boolalg import Boolean

from symattn.calls import ChecksCalls
from symattn.language.base.accepted import Size
from symattn.language.base.dims import as_sympy, check_size
from symattn.language.base.symbols import NamedObject, symbol_name

__all__ = ["Member", "SubsetSymbol"]


class SubsetSymbol(NamedObject):
    """Declare a nonempty subset of {0, …, n−1}.

    >>> from symattn.language.base.dims import dims
    >>> S = SubsetSymbol("S", dims("n"))
    >>> S.contains(0)
    Member(0, S)
    """

    def __new__(cls, name: str, n: Size) -> Self:
        return Basic.__new__(cls, symbol_name(name), check_size(n))

    @property
    def size(self) -> Expr:
        """The size n of the set it is a part of."""
        return self.args[1]

    def contains(self, i: Size) -> Member:
        """Return the condition that the index i lies in the subset."""
        return Member(i, self)


class Member(ChecksCalls, Boolean):
    """State that an index lies in a subset: a SubsetSymbol, or an explicit set of indices.

    >>> from sympy import FiniteSet
    >>> Member(2, FiniteSet(0, 2))
    Member(2, {0, 2})
    """

    is_checked = True
    only_given = True

    def __new__(cls, i: Size, subset: SubsetSymbol | FiniteSet) -> Self:
        return Basic.__new__(cls, as_sympy(i), as_sympy(subset))

    @property
    def index(self) -> Expr:
        """The index."""
        return self.args[0]

    @property
    def subset(self) -> Basic:
        """The subset."""
        return self.args[1]
