"""The shape rules: every product, sum and slice inside an expression must fit, with sizes equal as polynomials.

The walk checks what is bound as well, by the rules of ``binders.py``.

SymPy lets a product of symbolic shapes m×ℓ and n×ℓ pass; ``check_shapes`` does not. Classes of this package check their
arguments when they are made and say so by ``is_checked``; the walk does not enter them again.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from sympy import (
    Add,
    Basic,
    Determinant,
    DiagMatrix,
    Expr,
    FunctionMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    ImmutableDenseMatrix,
    Integer,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    MatrixExpr,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
    expand,
    sympify,
)
from sympy.matrices import MatrixBase
from sympy.matrices.expressions.blockmatrix import BlockMatrix
from sympy.matrices.expressions.diagonal import DiagonalMatrix, DiagonalOf
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice
from sympy.matrices.expressions.special import GenericIdentity, GenericZeroMatrix

from symattn import errors
from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.base.binders import check_binder, check_escape
from symattn.language.base.dims import (
    check_open_size,
    is_open_size,
    is_size,
    literal_index_fits,
    outside,
    sizes_equal,
    split_size,
)
from symattn.language.base.passed import Passed
from symattn.language.base.traversal import postorder

Shape = tuple[Expr, ...]
#: The letters of a row and a column in messages.
_I, _J = Symbol("i"), Symbol("j")
LEAVES = (MatrixSymbol, Identity, ZeroMatrix, OneMatrix, FunctionMatrix)
SQUARE_ONLY = (Inverse, MatPow, Trace, Determinant, DiagonalOf, DiagonalMatrix)


def shape_of(expression: Basic) -> Shape:
    """Return the shape of a matrix, or ``()`` for a scalar.

    >>> from sympy import MatrixSymbol, Symbol
    >>> shape_of(MatrixSymbol("Q", 2, 3)), shape_of(Symbol("x"))
    ((2, 3), ())
    """
    return tuple(expression.shape) if getattr(expression, "is_Matrix", False) else ()


def shapes_equal(left: Shape, right: Shape) -> bool:
    """Tell whether two shapes have provably equal sizes."""
    return len(left) == len(right) and all(sizes_equal(a, b) for a, b in zip(left, right, strict=True))


def entry_text(matrix: Any, row: object, column: object) -> str:
    """Write an entry of a matrix in a message.

    >>> from sympy import MatrixSymbol
    >>> A = MatrixSymbol("A", 2, 2)
    >>> entry_text(A, 0, "j"), entry_text(A * A.T, 0, "j")
    ('A[0, j]', '(A*A.T)[0, j]')
    """
    written = errors.write(matrix)
    place = f"[{errors.write(row)}, {errors.write(column)}]"
    return f"({written}){place}" if isinstance(matrix, MatAdd | MatMul) else f"{written}{place}"


def by_entries(lhs: Any, sign: str, rhs: Any) -> str:
    """Say how an inequality is written of which a side is a matrix; a row or a column stands beside each of the others.

    >>> from sympy import MatrixSymbol
    >>> by_entries(MatrixSymbol("A", 2, 3), "<=", 1).partition(";")[0]
    'matrices are compared by their entries: ForAll((i, j), A[i, j] <= 1), or A[0, 0] <= 1 of one'
    >>> by_entries(MatrixSymbol("x", 1, 3), "<=", MatrixSymbol("m", 1, 1)).partition(",")[0]
    'matrices are compared by their entries: ForAll(j'
    >>> by_entries(MatrixSymbol("A", 2, 3), "<=", MatrixSymbol("B", 3, 2))
    'the shapes of its sides do not fit: 2×3 and 3×2'
    """
    shapes = [shape for shape in map(shape_of, (lhs, rhs)) if shape]
    for left, right in zip(shapes[0], shapes[-1], strict=True):
        if left != 1 and right != 1 and not sizes_equal(left, right):
            return f"the shapes of its sides do not fit: {' and '.join(map(errors.shape_text, shapes))}"

    def at(side: Any, row: object, column: object) -> str:
        if not (shape := shape_of(side)):
            return errors.write(side)
        return entry_text(side, *(0 if size == 1 else place for size, place in zip(shape, (row, column), strict=True)))

    every, one = (f"{at(lhs, *places)} {sign} {at(rhs, *places)}" for places in ((_I, _J), (0, 0)))
    letters = [
        str(letter) for letter, *sizes in zip((_I, _J), *shapes, strict=True) if any(size != 1 for size in sizes)
    ]
    if not letters:
        return f"a 1×1 matrix is no number: {one}"
    over = letters[0] if len(letters) == 1 else f"({', '.join(letters)})"
    return f"matrices are compared by their entries: ForAll({over}, {every}), or {one} of one; A ⪯ B is Loewner(A, B)"


def number_in_a_sum(matrix: Any, number: Any) -> ShapeError:
    """Return the error of a sum of a matrix and a number, which says how a number is added to each entry."""
    misfit = ShapeError(Add(matrix, number, evaluate=False), matrix.shape, ())
    rows, columns = map(errors.write, matrix.shape)
    factor = "" if number == 1 else f"{errors.write(number)}*"
    how = f"the matrix with a number in each entry is {factor}OneMatrix({rows}, {columns})"
    return ShapeError(misfit.subexpression, *misfit.shapes, f"{misfit}; {how}")


def check_shapes(*expressions: Basic) -> None:
    """Check that all shapes inside the expressions fit.

    Raise ShapeError at the first misfit, innermost first and from left to right: for a product it names the two
    neighbours that do not fit, for a sum the two terms. Raise UnsupportedExpression for a slice that lies inside its
    matrix for no sizes, and for what cannot be bound or is bound in a scope that could be misread, UndeclaredSymbol for
    a size that was not declared.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> r, ell, d = dims("r ell d")
    >>> Q, g = MatrixSymbol("Q", r, ell), MatrixSymbol("g", d, d)
    >>> check_shapes(2*Q*g)
    Traceback (most recent call last):
    symattn.errors.ShapeError: the shapes in Q*g do not fit: r×ell and d×d
    """
    new = _PASSED.new(expressions)
    nodes = list(postorder(*new, inside=_unchecked_arguments)) if new else []
    for node in nodes:
        if node in _PASSED:
            continue
        check_binder(node)
        check_escape(node)
        if isinstance(node, MatrixElement):
            check_literal_indices(node.parent, node.i, node.j)
        elif getattr(node, "is_Matrix", False) or isinstance(node, SQUARE_ONLY):
            _check_node(node)
    _PASSED.keep(new, nodes)


#: The last expressions whose shapes fit.
_PASSED = Passed()


def _unchecked_arguments(node: Basic) -> Iterable[Basic]:
    if getattr(node, "is_checked", False) or (isinstance(node, LEAVES) and not isinstance(node, FunctionMatrix)):
        return ()
    if isinstance(node, MatrixSlice):
        return (node.parent,)
    return _PASSED.inside(node)


def _check_node(node: Basic) -> None:
    if getattr(node, "is_checked", False):
        return
    if isinstance(node, GenericIdentity | GenericZeroMatrix):
        raise UnsupportedExpression(type(node).__name__, "a product or sum of no matrices has no shape")
    if isinstance(node, LEAVES):
        for size in node.shape:
            check_open_size(size)
    elif isinstance(node, MatMul):
        _, factors = node.as_coeff_matrices()
        for left, right in pairwise(factors):
            if not sizes_equal(left.shape[1], right.shape[0]):
                raise ShapeError(product(left, right, check=False), left.shape, right.shape)
    elif isinstance(node, MatAdd | HadamardProduct):
        for left, right in pairwise(node.args):
            if not shapes_equal(left.shape, right.shape):
                raise misfit(type(node), left, right)
    elif isinstance(node, ImmutableDenseMatrix):
        if 0 in node.shape:
            raise UnsupportedExpression(node, "a matrix without entries is not part of the language")
    elif isinstance(node, HadamardPower):
        if all(part.is_Matrix for part in node.args) and not shapes_equal(*map(shape_of, node.args)):
            raise misfit(type(node), *node.args)
    elif isinstance(node, DiagMatrix):
        if 1 not in node.args[0].shape:
            raise UnsupportedExpression(node, "what stands on the diagonal is a single column or row")
    elif isinstance(node, SQUARE_ONLY):
        rows, columns = node.args[0].shape
        if not sizes_equal(rows, columns):
            raise ShapeError(node, (rows, columns), (columns, rows))
    elif isinstance(node, MatrixSlice):
        for (start, stop, step), size in zip((node.rowslice, node.colslice), node.parent.shape, strict=True):
            if step != 1 or not (lies_inside(start, stop, size) or may_lie_inside(start, stop, size)):
                reason = f"{start}:{stop} does not provably lie inside 0:{size}; write {size} as a sum of parts"
                raise UnsupportedExpression(node, reason)
    elif isinstance(node, BlockMatrix):
        _check_blocks(node)


def misfit(operation: type, left: MatrixExpr, right: MatrixExpr) -> ShapeError:
    """Return the error for two terms of a sum or entrywise product, with the shapes in the order of the printed terms.

    >>> from sympy import MatrixSymbol
    >>> print(misfit(MatAdd, MatrixSymbol("B", 2, 2), MatrixSymbol("A", 1, 2)))
    the shapes in A + B do not fit: 1×2 and 2×2
    """
    terms = Basic.__new__(operation, left, right)
    first, second = terms.as_ordered_terms() if operation is MatAdd else terms.args
    return ShapeError(terms, first.shape, second.shape)


def check_literal_indices(matrix: Basic, i: Expr, j: Expr) -> None:
    """Check that indices which are numbers lie inside a matrix, whatever its sizes stand for.

    Raise UnsupportedExpression for one that may lie outside.

    >>> from sympy import MatrixSymbol, S
    >>> from symattn.language.base.dims import dims
    >>> check_literal_indices(MatrixSymbol("A", 2, dims("n")), S(1), S(1))
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use A[1, 1]: the index 1 is not provably below n
    """
    for index, size in zip((i, j), matrix.shape, strict=True):
        if isinstance(index, Integer) and not literal_index_fits(int(index), size):
            raise UnsupportedExpression(MatrixElement(matrix, i, j), outside(int(index), size))


def lies_inside(start: Expr, stop: Expr, size: Expr) -> bool:
    """Tell whether start:stop is one row named by an index, or lies inside 0:size for every value of the sizes."""
    if isinstance(start, Integer) and isinstance(stop, Integer):
        return bool(0 <= start < stop) and literal_index_fits(int(stop) - 1, size)
    if start != 0 and not is_size(start):
        return bool(stop - start == 1)
    if stop - start == 1 and split_size(size, start) is not None:
        return True
    return is_size(stop - start) and (sizes_equal(stop, size) or split_size(size, stop) is not None)


def may_lie_inside(start: Expr, stop: Expr, size: Expr) -> bool:
    """Tell whether start:stop lies inside 0:size for some values of the sizes, as 1:n does for n > 1.

    >>> from symattn.language.base.dims import dims
    >>> m, n = dims("m n")
    >>> may_lie_inside(m, n, n), may_lie_inside(sympify(1), n + 1, n)
    (True, False)
    """
    parts = start, expand(stop - start), expand(size - stop)
    return parts[1] != 0 and all(part == 0 or is_open_size(part) for part in parts)


def _check_blocks(node: BlockMatrix) -> None:
    rows, columns = node.blockshape
    blocks = node.blocks
    for i in range(rows):
        for j in range(columns - 1):
            left, right = blocks[i, j], blocks[i, j + 1]
            if not sizes_equal(left.shape[0], right.shape[0]):
                raise ShapeError(node, left.shape, right.shape)
    for j in range(columns):
        for i in range(rows - 1):
            upper, lower = blocks[i, j], blocks[i + 1, j]
            if not sizes_equal(upper.shape[1], lower.shape[1]):
                raise ShapeError(node, upper.shape, lower.shape)


def product(*factors: Basic, check: bool = True) -> Expr:
    """Multiply without letting SymPy evaluate anything; products inside are written out, factors 1 are dropped.

    SymPy's own ``*`` turns A*A**(-1) into the identity, whether or not A is invertible, so definitions are built with
    this function. Scalars may stand first only. Raise ShapeError for a misfit unless ``check`` is False.

    >>> from sympy import MatrixSymbol
    >>> A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)
    >>> product(A, product(A.I, B))
    A*A**(-1)*B
    """
    flat: list[Basic] = []
    for factor in map(sympify, factors):
        inner = factor.args if isinstance(factor, MatMul) else (factor,)
        has_scalar = not getattr(inner[0], "is_Matrix", False)
        flat.extend((factor,) if has_scalar and flat else inner)
    flat = [factor for factor in flat if factor != 1]
    result = flat[0] if len(flat) == 1 else Basic.__new__(MatMul, *flat)
    if check:
        check_shapes(result)
    return result


def transposed(matrix: MatrixExpr) -> MatrixExpr:
    """Transpose without letting SymPy evaluate anything; a product without a scalar is reversed.

    >>> from sympy import MatrixSymbol
    >>> A, B = MatrixSymbol("A", 2, 3), MatrixSymbol("B", 3, 2)
    >>> transposed(A*B), transposed(A.T)
    (B.T*A.T, A)
    """
    if isinstance(matrix, Transpose):
        return matrix.arg
    if isinstance(matrix, MatMul) and all(factor.is_Matrix for factor in matrix.args):
        return product(*(transposed(factor) for factor in reversed(matrix.args)), check=False)
    if isinstance(matrix, ImmutableDenseMatrix):
        return matrix.T
    return Transpose(matrix)


def total(*terms: MatrixExpr) -> MatrixExpr:
    """Add without letting SymPy evaluate anything.

    >>> from sympy import MatrixSymbol
    >>> A = MatrixSymbol("A", 2, 2)
    >>> total(A, A)
    A + A
    """
    return Basic.__new__(MatAdd, *terms)


def as_matrix(value: object, what: str) -> MatrixExpr:
    """Return an argument as a checked matrix expression.

    Raise UnsupportedExpression, saying ``what`` the argument was meant to be, when it is not a matrix.

    >>> from sympy import Matrix, Symbol
    >>> type(as_matrix(Matrix([[1, 2]]), "the scores")).__name__
    'ImmutableDenseMatrix'
    >>> as_matrix(Symbol("x"), "the scores")
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use x: the scores must be a matrix
    """
    if isinstance(value, MatrixBase):
        value = ImmutableDenseMatrix(value)
    if not isinstance(value, Basic) or not getattr(value, "is_Matrix", False):
        raise UnsupportedExpression(value, f"{what} must be a matrix")
    check_shapes(value)
    return value
