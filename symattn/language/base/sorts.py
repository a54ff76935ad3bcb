"""The two sorts of entries: real, and extended (real or −∞), the sort of masks and of scores under a mask.

Extended matrices may be added, scaled by a number that is not known to be 0 or negative, permuted, transposed, sliced,
put into RowSoftmax, and read entry by entry inside ``exp``. Everything else is refused, so that no ∞−∞ or 0·∞ can be
written.
"""

from __future__ import annotations

from collections.abc import Iterable

from sympy import (
    Add,
    Basic,
    FunctionMatrix,
    Identity,
    ImmutableDenseMatrix,
    Inverse,
    Lambda,
    MatAdd,
    MatMul,
    MatrixExpr,
    MatrixSymbol,
    Mul,
    Piecewise,
    S,
    Symbol,
    Transpose,
    Tuple,
    exp,
)
from sympy.core.symbol import Str
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.matrices import MatrixBase
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import MaskedRow, UnsupportedExpression
from symattn.language.base.complex_numbers import check_not_complex
from symattn.language.base.symbols import PermutationSymbol
from symattn.language.base.traversal import postorder

BAD_NUMBERS = (S.Infinity, S.ComplexInfinity, S.NaN)
FIRST_DECIDES = (MatrixElement, MatrixSlice, ExprCondPair)
#: Which nodes may be −∞, so that a stack of layers is walked once while it grows; forgotten when there are many.
_KNOWN: dict[Basic, bool] = {}
MOST_KNOWN = 20_000
ANY_DECIDES = (MatAdd, Add, Tuple, ImmutableDenseMatrix, Piecewise, Lambda, FunctionMatrix, Transpose)


def is_extended(expression: Basic) -> bool:
    """Tell whether an expression may be −∞ or have entries −∞.

    Raise UnsupportedExpression where −∞ is used in another way than added, scaled by a positive number, permuted,
    transposed, sliced, or put into exp or RowSoftmax.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.symbols import MaskSymbol
    >>> A, M = MatrixSymbol("A", 2, 2), MaskSymbol("M", 2, 2)
    >>> is_extended(A), is_extended(2*(A + M))
    (False, True)
    >>> is_extended(A*M)
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use A*M: entries -oo may be permuted, but not multiplied by A
    """
    if (found := _KNOWN.get(expression)) is not None:
        return found
    sorts: dict[Basic, bool] = {}
    for node in postorder(expression, inside=_not_known):
        found = _KNOWN.get(node)
        sorts[node] = _sort(node, sorts) if found is None else found
    if len(_KNOWN) > MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN.update(sorts)
    return sorts[expression]


def may_be_masked(value: object) -> bool:
    """Tell whether a value is a matrix expression that may have entries −∞."""
    matrix = ImmutableDenseMatrix(value) if isinstance(value, MatrixBase) else value
    return isinstance(matrix, MatrixExpr | ImmutableDenseMatrix) and is_extended(matrix)


def check_real(expression: Basic, what: str) -> None:
    """Raise UnsupportedExpression when an expression may be −∞, or is complex, where a real one is needed.

    >>> from symattn.language.base.symbols import MaskSymbol
    >>> check_real(MaskSymbol("M", 2, 2), "the values")
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use M: the values must be real, without entries -oo
    """
    if is_extended(expression):
        raise UnsupportedExpression(expression, f"{what} must be real, without entries -oo")
    check_not_complex(expression, f"{what} must be real")


def _is_leaf(node: Basic) -> bool:
    return getattr(node, "is_checked", False) or isinstance(node, Symbol | Str | MatrixSymbol)


def _not_known(node: Basic) -> Iterable[Basic]:
    return () if node in _KNOWN or _is_leaf(node) else node.args


def _sort(node: Basic, sorts: dict[Basic, bool]) -> bool:
    if not node.args and node in BAD_NUMBERS:
        raise UnsupportedExpression(node, "the only infinite value of the language is -oo")
    if node is S.NegativeInfinity:
        return True
    if _is_leaf(node):
        return getattr(node, "is_extended_node", False)
    if isinstance(node, FIRST_DECIDES):
        return sorts[node.args[0]]
    extended = [argument for argument in node.args if sorts[argument]]
    if not extended:
        return False
    if isinstance(node, ANY_DECIDES):
        return True
    if isinstance(node, MatMul | Mul):
        _check_factors(node, extended)
        return True
    if isinstance(node, exp):
        return False
    if isinstance(node, ElementwiseApplyFunction):
        return is_extended(node.definition())
    raise UnsupportedExpression(
        node, "entries -oo may only be added, scaled, permuted, transposed, sliced or put into exp or a softmax"
    )


def _check_factors(node: Basic, extended: list[Basic]) -> None:
    if len(extended) > 1:
        raise UnsupportedExpression(node, "two factors with entries -oo cannot be multiplied")
    for factor in node.args:
        if factor is extended[0]:
            continue
        if getattr(factor, "is_Matrix", False):
            if not _is_permutation(factor):
                raise UnsupportedExpression(node, f"entries -oo may be permuted, but not multiplied by {factor}")
        elif factor.is_nonpositive:
            raise UnsupportedExpression(node, f"entries -oo cannot be multiplied by {factor}, which is not positive")
    if isinstance(node, MatMul) and not extended[0].is_Matrix:
        raise UnsupportedExpression(node, "a matrix cannot be multiplied by -oo")


def _is_permutation(factor: Basic) -> bool:
    while isinstance(factor, Transpose | Inverse):
        factor = factor.args[0]
    return isinstance(factor, PermutationSymbol | Identity)


def check_unmasked(scores: MatrixExpr) -> None:
    """Raise MaskedRow when an explicit matrix among the terms of the scores has a row in which every entry is −∞.

    >>> from sympy import Matrix, oo
    >>> check_unmasked(Matrix([[0, -oo], [-oo, -oo]]).as_immutable())
    Traceback (most recent call last):
    symattn.errors.MaskedRow: row 1 of Matrix([[0, -oo], [-oo, -oo]]) is masked completely:
    softmax needs an entry above -oo in every row
    """
    if isinstance(scores, MatAdd):
        for term in scores.args:
            check_unmasked(term)
    elif isinstance(scores, MatMul) and len(scores.args) == 2 and not scores.args[0].is_Matrix:
        check_unmasked(scores.args[1])
    elif isinstance(scores, ImmutableDenseMatrix):
        for row in range(scores.rows):
            if all(scores[row, column] is S.NegativeInfinity for column in range(scores.cols)):
                raise MaskedRow(scores, row)
