"""Masks for windows, blocks, prefixes, padding and queries that begin later than the keys.

Each is the condition under which query j sees key i, both counted from 0.  A softmax needs an entry that is seen in
every row; where that does not follow from the condition, `Unmasked` can be given.

Sources: [Beltagy] I. Beltagy, M. Peters, A. Cohan, Longformer, 2020, §3.1.  [Raffel] C. Raffel et al., Exploring the
limits of transfer learning, *JMLR* 21 (2020), §3.2.1.  [PyTorch] ``torch.nn.attention.bias``, version 2.3.  [Krell]
M. Krell et al., Efficient sequence packing without cross-contamination, 2021.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from sympy import And, Eq, Expr, Integer, Lambda, Le, Lt, Or, S, Symbol, floor
from sympy.logic.boolalg import Boolean

from symattn.errors import DefinitionError, MaskedRow, ShapeError, UnsupportedExpression
from symattn.language.base.accepted import Matrix, Size
from symattn.language.base.binders import as_index
from symattn.language.base.by_index import at_new_indices
from symattn.language.base.dims import as_sympy, check_size, dims, sizes_equal
from symattn.language.base.naturals import is_natural, may_be_zero
from symattn.language.base.shapes import as_matrix
from symattn.language.base.sorts import check_real
from symattn.language.base.substitution import substituted
from symattn.primitives.masks.word import FormulaMask

__all__ = [
    "BlockDiagonalMask",
    "BottomRightCausalMask",
    "MaskWhere",
    "PaddingMask",
    "PrefixLMMask",
    "SlidingWindowMask",
    "TopLeftCausalMask",
]


class SlidingWindowMask(FormulaMask):
    """Make the n×n mask that shows query j the last w keys up to its own: j − w < i ≤ j, or |i − j| < w if not causal.

    Source: Beltagy et al. 2020, §3.1.

    >>> SlidingWindowMask(3, 2).as_explicit()
    Matrix([
    [  0, -oo, -oo],
    [  0,   0, -oo],
    [-oo,   0,   0]])
    >>> SlidingWindowMask(3, 2, causal=False)[0, 1]
    0
    """

    def __new__(cls, n: Size, w: Size, causal: bool = True) -> Self:
        n, w = check_size(n), check_size(w)
        if causal not in (True, False):
            raise UnsupportedExpression(causal, "causal must be True or False")
        return cls._make((n, n), n, w, *(() if causal else (S.false,)))

    @property
    def causal(self) -> bool:
        """Whether keys after the query are hidden."""
        return len(self.args) == 2

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        w = self.args[1]
        return And(Le(i, j) if self.causal else Lt(i, j + w), Lt(j, i + w))

    def sample(self) -> SlidingWindowMask:
        """Return the mask of windows of w among n keys."""
        n, w = dims("n w")
        return SlidingWindowMask(n, w, self.causal)


class BlockDiagonalMask(FormulaMask):
    """Make the n×n mask that shows query j the keys of its own block of w: entry 0 when ⌊i/w⌋ = ⌊j/w⌋.

    With n = m*w these are m sequences of w, packed one after the other. Source: Krell et al. 2021.

    >>> BlockDiagonalMask(3, 2).as_explicit()
    Matrix([
    [  0,   0, -oo],
    [  0,   0, -oo],
    [-oo, -oo,   0]])
    """

    def __new__(cls, n: Size, w: Size) -> Self:
        n, w = check_size(n), check_size(w)
        return cls._make((n, n), n, w)

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        w = self.args[1]
        # SymPy takes long to see that it cannot tell: both are in the first block, or one of them is in another
        cannot_tell = i != j and may_be_zero(i) and may_be_zero(j)
        return Eq(floor(i / w), floor(j / w), evaluate=not cannot_tell)

    def sample(self) -> BlockDiagonalMask:
        """Return the mask of blocks of w among n keys."""
        return BlockDiagonalMask(*dims("n w"))


class PrefixLMMask(FormulaMask):
    """Make the n×n mask that shows query j the first m keys and those up to its own: i < m or i ≤ j.

    Source: Raffel et al. 2020, §3.2.1.

    >>> PrefixLMMask(3, 2).as_explicit()
    Matrix([
    [0, 0, -oo],
    [0, 0, -oo],
    [0, 0,   0]])
    """

    def __new__(cls, n: Size, m: Size) -> Self:
        n, m = check_size(n), _length(m)
        return cls._make((n, n), n, m)

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        return Or(Le(i, j), Lt(i, self.args[1]))

    def sample(self) -> PrefixLMMask:
        """Return the mask of a prefix of m among n keys."""
        return PrefixLMMask(*dims("n m"))


class TopLeftCausalMask(FormulaMask):
    """Make the r×n mask that shows query j the keys 0, …, j, where the first query stands at the first key.

    Source: PyTorch, ``causal_upper_left``.

    >>> TopLeftCausalMask(2, 3).as_explicit()
    Matrix([
    [0, -oo, -oo],
    [0,   0, -oo]])
    """

    def __new__(cls, r: Size, n: Size) -> Self:
        r, n = check_size(r), check_size(n)
        return cls._make((r, n), r, n)

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        return Le(i, j)

    def sample(self) -> TopLeftCausalMask:
        """Return the mask of r queries and n keys."""
        return TopLeftCausalMask(*dims("r n"))


class BottomRightCausalMask(FormulaMask):
    """Make the r×n mask that shows query j the keys 0, …, j + n − r, where the last query stands at the last key.

    Rows see nothing where r > n. Source: PyTorch, ``causal_lower_right``.

    >>> BottomRightCausalMask(2, 3).as_explicit()
    Matrix([
    [0, 0, -oo],
    [0, 0,   0]])
    """

    def __new__(cls, r: Size, n: Size) -> Self:
        r, n = check_size(r), check_size(n)
        if isinstance(r, Integer) and isinstance(n, Integer) and r > n:
            raise MaskedRow(f"BottomRightCausalMask({r}, {n})", 0)
        return cls._make((r, n), r, n)

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        r, n = self.args
        return Le(i + r, j + n)

    def sample(self) -> BottomRightCausalMask:
        """Return the mask of r queries and n keys."""
        return BottomRightCausalMask(*dims("r n"))


class PaddingMask(FormulaMask):
    """Make the r×n mask that hides the keys from a length on, or those at which a row of zeros and ones has no 1.

    ``shown`` is a size or a natural number, or a 1×n matrix; the mask has one row if r is left out. Raise ShapeError
    for a row of another length, MaskedRow for the length 0.

    >>> PaddingMask(2, 3).as_explicit()
    Matrix([[0, 0, -oo]])
    >>> from sympy import MatrixSymbol
    >>> PaddingMask(MatrixSymbol("p", 1, 3), 3)[0, 1]
    Piecewise((0, Eq(p[0, 1], 1)), (-oo, True))
    """

    def __new__(cls, shown: Matrix | Size, n: Size, r: Size = 1) -> Self:
        n, r = check_size(n), check_size(r)
        if getattr(shown, "is_Matrix", False):
            shown = as_matrix(shown, "what is shown")
            check_real(shown, "what is shown")
            if not (sizes_equal(shown.shape[0], 1) and sizes_equal(shown.shape[1], n)):
                raise ShapeError(f"PaddingMask({shown}, {n})", (Integer(1), n), shown.shape)
        elif as_sympy(shown) == 0:
            raise MaskedRow(f"PaddingMask(0, {n})", 0)
        else:
            shown = _length(shown)
        return cls._make((r, n), shown, n, *(() if r == 1 else (r,)))

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        shown = self.args[0]
        return Eq(shown[0, i], 1) if getattr(shown, "is_Matrix", False) else Lt(i, shown)

    def sample(self) -> PaddingMask:
        """Return the mask of r queries and n keys, of which m are shown."""
        m, n, r = dims("m n r")
        return PaddingMask(self.args[0] if getattr(self.args[0], "is_Matrix", False) else m, n, r)


class MaskWhere(FormulaMask):
    """Make the r×n mask that shows query j key i where a condition on (j, i) holds.

    The condition is a function of two indices, which need not be declared, or SymPy's Lambda. Raise
    UnsupportedExpression when it gives no condition.

    >>> MaskWhere(2, 3, lambda j, i: i <= j + 1)
    MaskWhere(2, 3, Lambda((j, i), i <= j + 1))
    >>> MaskWhere(2, 3, lambda j, i: i <= j + 1).as_explicit()
    Matrix([
    [0, 0, -oo],
    [0, 0,   0]])
    """

    def __new__(cls, r: Size, n: Size, condition: Lambda | Callable[[Expr, Expr], Boolean | bool]) -> Self:
        r, n = check_size(r), check_size(n)
        return cls._make((r, n), r, n, _rule(r, n, condition))

    @property
    def rule(self) -> Lambda:
        """The condition as a function of the positions of query and key."""
        return self.args[2]

    def sees(self, j: Expr, i: Expr) -> Boolean | bool:
        return substituted(self.rule.expr, dict(zip(self.rule.variables, (j, i), strict=True)))

    def sample(self) -> MaskWhere:
        """Return the mask itself, which is its own definition."""
        return self


# ----------------------------------------------------------------------------------------------------------- arguments


def _length(value: Any) -> Expr:
    """Return a size, or a natural number that may be 0."""
    found = as_sympy(value)
    return found if is_natural(found) or found == 0 else check_size(found)


def _rule(r: Expr, n: Expr, condition: Any) -> Lambda:
    if isinstance(condition, Lambda):
        j, i, value = *_two(condition.variables, condition), condition.expr
    else:
        j, i, value = _called(condition)
    if not isinstance(value, Boolean | bool):
        raise UnsupportedExpression(value, "a mask is given by a condition on two indices, such as i <= j")
    as_index(j, S.Zero, r - 1)
    as_index(i, S.Zero, n - 1)
    return Lambda((j, i), as_sympy(value))


def _two(variables: Any, condition: Any) -> tuple[Any, Any]:
    if len(variables) != 2:
        raise UnsupportedExpression(condition, "the condition of a mask is a function of two indices: query, then key")
    return variables[0], variables[1]


def _called(condition: Any) -> tuple[Symbol, Symbol, Any]:
    if not callable(condition):
        raise UnsupportedExpression(condition, "the condition of a mask is a function of two indices: query, then key")
    try:
        (j, i), value = at_new_indices(condition, 2)
    except DefinitionError as error:
        raise UnsupportedExpression(condition, f"the condition of a mask: {error}") from None
    except TypeError as error:
        reason = f"the condition of a mask could not be called ({error}); write And(a, b) for a chain of comparisons"
        raise UnsupportedExpression(condition, reason) from None
    return j, i, value
