"""The masks with a formula: a prefix of the keys, a subset of the keys, the causal mask.

Every entry is 0 (the key is seen) or −∞ (it is not), and every row has an entry 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from sympy import Basic, Expr, FiniteSet, FunctionMatrix, Integer, Lambda, Le, Lt, Piecewise, S, sympify
from sympy.logic.boolalg import Boolean

from symattn.errors import MaskedRow, ShapeError, UnsupportedExpression
from symattn.language.base.accepted import Size
from symattn.language.base.dims import as_sympy, check_open_size, dims, literal_index_fits, sizes_equal, split_size
from symattn.language.base.entries import fresh_index
from symattn.language.base.nodes import Node
from symattn.primitives.subsets.word import Member, SubsetSymbol

__all__ = ["CausalMask", "PrefixMask", "SubsetMask"]


class FormulaMask(Node):
    """Stand for a mask whose entries are given by a condition: 0 where it holds, −∞ elsewhere."""

    is_extended_node = True

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        """Return the condition under which query j sees key i."""
        raise NotImplementedError

    def entry(self, i: Size, j: Size) -> Expr:
        """Return the entry in row i and column j: 0 where query i sees key j, −∞ elsewhere."""
        return Piecewise((S.Zero, self.sees(sympify(i), sympify(j))), (S.NegativeInfinity, True))

    def definition(self) -> FunctionMatrix:
        """Return the matrix of all entries by their formula."""
        j, i = fresh_index("j", *self.args), fresh_index("i", *self.args)
        return FunctionMatrix(*self.shape, Lambda((j, i), self.entry(j, i)))


class PrefixMask(FormulaMask):
    """Make the 1×n mask that shows the first m of n keys: entry i is 0 when i < m, −∞ otherwise.

    The size n must be m or m plus a size. Raise UnsupportedExpression when it is not, MaskedRow for m = 0. Source:
    Ganev, §2.6.

    >>> from symattn.language.base.dims import dims
    >>> m, k = dims("m k")
    >>> mask = PrefixMask(m, m + k)
    >>> mask.shape, mask[0, 0]
    ((1, k + m), 0)
    >>> PrefixMask(m, k)
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use PrefixMask(m, k): k is not provably at least m; write k as m + ...
    """

    def __new__(cls, m: Size, n: Size) -> Self:
        n = check_open_size(n)
        if as_sympy(m) == 0:
            raise MaskedRow(f"PrefixMask(0, {n})", 0)
        m = check_open_size(m)
        if not sizes_equal(m, n) and split_size(n, m) is None:
            reason = f"{n} is not provably at least {m}; write {n} as {m} + ..."
            raise UnsupportedExpression(f"PrefixMask({m}, {n})", reason)
        return cls._make((Integer(1), n), m, n)

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        return Lt(i, self.args[0])

    def sample(self) -> PrefixMask:
        """Return the mask of the first m of m + k keys."""
        m, k = dims("m k")
        return PrefixMask(m, m + k)


class SubsetMask(FormulaMask):
    """Make the 1×n mask that shows the keys in a subset: entry i is 0 when i lies in S, −∞ otherwise.

    S is a SubsetSymbol of the same n, or an explicit set of indices. Raise MaskedRow for the empty set, ShapeError for
    a subset of another set, UnsupportedExpression for an index that is not below n. Source: Ganev, §2.6.

    >>> from symattn.language.base.dims import dims
    >>> n = dims("n")
    >>> S_mask = SubsetMask(SubsetSymbol("S", n), n)
    >>> S_mask[0, 0]
    Piecewise((0, Member(0, S)), (-oo, True))
    >>> SubsetMask({0, 2}, 3)
    SubsetMask({0, 2}, 3)
    """

    def __new__(cls, subset: SubsetSymbol | Iterable[int], n: Size) -> Self:
        if isinstance(n, SubsetSymbol):
            hint = f"the subset comes first: SubsetMask({n}, {subset})"
            raise UnsupportedExpression(f"SubsetMask({subset}, {n})", hint)
        n = check_open_size(n)
        if isinstance(subset, SubsetSymbol):
            if not sizes_equal(subset.size, n):
                raise ShapeError(f"SubsetMask({subset}, {n})", (subset.size,), (n,))
            return cls._make((Integer(1), n), subset, n)
        return cls._make((Integer(1), n), _explicit_subset(subset, n), n)

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        subset = self.args[0]
        if isinstance(i, Integer) and isinstance(subset, FiniteSet):
            return subset.contains(i)
        return Member(i, subset)

    def sample(self) -> SubsetMask:
        """Return the mask of the keys in a set S."""
        n = dims("n")
        return SubsetMask(SubsetSymbol("S", n), n)


def _explicit_subset(subset: Any, n: Expr) -> Basic:
    elements = [as_sympy(index) for index in subset] if isinstance(subset, Iterable) else [S.NaN]
    if not all(isinstance(index, Integer) for index in elements):
        raise UnsupportedExpression(f"SubsetMask({subset}, {n})", "a SubsetSymbol or a set of integers is needed")
    indices = sorted(set(elements))
    if not indices:
        raise MaskedRow(f"SubsetMask({{}}, {n})", 0)
    explicit = FiniteSet(*indices)
    for index in indices:
        if not literal_index_fits(int(index), n):
            raise UnsupportedExpression(f"SubsetMask({explicit}, {n})", f"{index} is not provably an index below {n}")
    return explicit


class CausalMask(FormulaMask):
    """Make the n×n mask that shows query j the keys 0, …, j: entry (j, i) is 0 when i ≤ j, −∞ otherwise.

    Source: Ganev, Definition 2.5.

    >>> CausalMask(2).as_explicit()
    Matrix([
    [0, -oo],
    [0,   0]])
    """

    def __new__(cls, n: Size) -> Self:
        n = check_open_size(n)
        return cls._make((n, n), n)

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        return Le(i, j)

    def sample(self) -> CausalMask:
        """Return the causal mask of n keys."""
        return CausalMask(dims("n"))
