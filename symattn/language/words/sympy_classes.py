"""What SymPy's own classes mean, as textbooks define them: traces, adjoints, diagonals, entrywise functions, tanh.

Each class is given a ``definition()``, one step into smaller expressions, as the classes of this package have one.
SymPy's ``doit`` is not asked: nothing is evaluated, the arguments stay as they are written.

Sources: [Golub] G. Golub, C. Van Loan, *Matrix Computations*, 4th ed.  [Horn] R. Horn, C. Johnson, *Topics in Matrix
Analysis*.  [DLMF] NIST *Digital Library of Mathematical Functions*.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations
from typing import Any, TypeVar

from sympy import (
    Add,
    Adjoint,
    Basic,
    Determinant,
    DiagMatrix,
    Expr,
    FunctionMatrix,
    HadamardPower,
    ImmutableDenseMatrix,
    Integer,
    KroneckerDelta,
    KroneckerProduct,
    Lambda,
    Mul,
    Pow,
    Sum,
    Symbol,
    Trace,
    Transpose,
    conjugate,
    cosh,
    exp,
    sinh,
    sympify,
    tanh,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagonalMatrix, DiagonalOf
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.base.complex_numbers import COMPLEX_ENTRIES, is_complex
from symattn.language.base.dims import sizes_equal
from symattn.language.base.entries import fresh_index
from symattn.language.base.shapes import product
from symattn.language.base.substitution import substituted
from symattn.primitives.heads.word import HeadConcat, HeadFamily, HeadStack

Definition = TypeVar("Definition", bound=Callable[[Any], Expr])
#: What each class is defined to be.
DEFINITIONS: dict[type, Callable[[Any], Expr]] = {}
#: The rows of the largest determinant that is written out.
LARGEST_DETERMINANT = 4


def teach_sympy() -> None:
    """Give SymPy's classes their definitions.

    >>> from sympy import MatrixSymbol
    >>> teach_sympy()
    >>> Trace(MatrixSymbol("A", 2, 2)).definition()
    Sum(A[i, i], (i, 0, 1))
    """
    for kind, rule in DEFINITIONS.items():
        kind.definition = rule  # type: ignore[attr-defined]


def defines(*kinds: type) -> Callable[[Definition], Definition]:
    """Enter a function of an object as the definition of some classes."""

    def enter(rule: Definition) -> Definition:
        DEFINITIONS.update(dict.fromkeys(kinds, rule))
        return rule

    return enter


# ------------------------------------------------------------------------------------------------- entry by entry


@defines(ElementwiseApplyFunction)
def _applied(node: Any) -> Expr:
    """A function of every entry: f(A)_ij = f(A_ij)."""
    function, matrix = node.args
    if not function.args:  # λx. x of SymPy
        return _matrix(node, lambda i, j: MatrixElement(matrix, i, j))
    (variable,) = function.variables
    return _matrix(node, lambda i, j: _at(function.expr, variable, MatrixElement(matrix, i, j)))


def _at(value: Expr, variable: Basic, entry: Expr) -> Expr:
    found: Expr = substituted(value, {variable: entry}, as_written=True)
    return found


@defines(HadamardPower)
def _entrywise_power(node: Any) -> Expr:
    """[Horn, ch. 5]: the power of every entry, or of a number by every entry."""
    base, exponent = node.args
    return _matrix(node, lambda i, j: _power(_entry(base, i, j), _entry(exponent, i, j)))


def is_repeated_product(node: Any) -> bool:
    """Tell whether an entrywise power is a product of the same matrix some times over."""
    base, exponent = node.args
    return isinstance(exponent, Integer) and bool(exponent > 0) and bool(base.is_Matrix)


def _power(base: Expr, exponent: Expr) -> Expr:
    return exp(exponent, evaluate=False) if base == exp(1) else Pow(base, exponent, evaluate=False)


def _entry(part: Any, i: Expr, j: Expr) -> Expr:
    """Return an entry of a matrix, or a number itself."""
    found: Expr = MatrixElement(part, i, j) if part.is_Matrix else part
    return found


def _matrix(node: Any, entry: Callable[[Expr, Expr], Expr]) -> Expr:
    """Return the matrix of the shape of a node with the given entries."""
    i = fresh_index("i", node)
    j = fresh_index("j", node, i)
    return FunctionMatrix(*node.shape, Lambda((i, j), entry(i, j)))


@defines(Adjoint)
def _adjoint(node: Any) -> Expr:
    """[Horn, 0.2.5]: the transpose, with the conjugate of every entry where these are complex."""
    matrix = node.args[0]
    if not is_complex(matrix):
        return Transpose(matrix)
    if isinstance(matrix, ImmutableDenseMatrix):
        rows = ([conjugate(matrix[j, i]) for j in range(matrix.rows)] for i in range(matrix.cols))
        return ImmutableDenseMatrix(list(rows))
    if isinstance(matrix, Adjoint):
        return _adjoint(Adjoint(matrix.definition()))
    if not isinstance(matrix, FunctionMatrix):
        raise UnsupportedExpression(matrix, COMPLEX_ENTRIES)
    (i, j), entry = matrix.lamda.variables, matrix.lamda.expr
    return FunctionMatrix(*node.shape, Lambda((j, i), conjugate(entry)))


# ------------------------------------------------------------------------------------------------------- diagonals


@defines(DiagMatrix)
def _with_diagonal(node: Any) -> Expr:
    """[Golub, 1.2.5]: the entries of a vector on the diagonal, 0 elsewhere."""
    vector = node.args[0]
    is_row = vector.shape[0] == 1
    return _matrix(node, lambda i, j: KroneckerDelta(i, j) * MatrixElement(vector, *((0, i) if is_row else (i, 0))))


@defines(DiagonalMatrix)
def _diagonal_kept(node: Any) -> Expr:
    """The diagonal of a matrix as it is, 0 elsewhere."""
    return _matrix(node, lambda i, j: KroneckerDelta(i, j) * MatrixElement(node.args[0], i, j))


@defines(DiagonalOf)
def _diagonal(node: Any) -> Expr:
    """[Golub, 1.2.5]: the diagonal of a square matrix as a column."""
    rows, columns = node.args[0].shape
    if not sizes_equal(rows, columns):
        raise ShapeError(node, (rows, columns), (columns, rows))
    return _matrix(node, lambda i, j: MatrixElement(node.args[0], i, i))


# --------------------------------------------------------------------------------------------- trace, determinant


@defines(Trace)
def _trace(node: Any) -> Expr:
    """[Golub, 2.1.2]: the sum of the diagonal."""
    matrix, i = node.args[0], fresh_index("i", node)
    return Sum(MatrixElement(matrix, i, i), (i, 0, matrix.shape[0] - 1))


def is_written_out(node: Any) -> bool:
    """Tell whether a determinant is that of so few rows that it is a sum of products.

    >>> from sympy import MatrixSymbol
    >>> [is_written_out(Determinant(MatrixSymbol("A", n, n))) for n in (4, 5)]
    [True, False]
    """
    size = sympify(node.args[0].shape[0])
    return bool(size.is_Integer and size <= LARGEST_DETERMINANT)


@defines(Determinant)
def _determinant(node: Any) -> Expr:
    """[Golub, 2.1.4]: Leibniz' sum over the permutations of up to four columns."""
    matrix = node.args[0]
    size = sympify(matrix.shape[0])
    if not is_written_out(node):
        raise UnsupportedExpression(node, "a determinant is written out for up to four rows only")
    products = []
    for columns in permutations(range(size)):
        inversions = sum(a > b for a, b in combinations(columns, 2))
        entries = (MatrixElement(matrix, Integer(row), Integer(column)) for row, column in enumerate(columns))
        products.append(_as_written(Mul, *([Integer(-1)] if inversions % 2 else []), *entries))
    return _as_written(Add, *products)


def _as_written(operation: Any, *parts: Expr) -> Expr:
    """Put parts together so that nothing is cancelled: the entries of an explicit matrix may be x and 1/x."""
    found: Expr = parts[0] if len(parts) == 1 else operation(*parts, evaluate=False)
    return found


# ----------------------------------------------------------------------------------------------- Kronecker product


@defines(KroneckerProduct)
def _kronecker(node: Any) -> Expr:
    """[Horn, 4.2.1]: the blocks A_ij B; of several factors from the left."""
    *before, right = node.args
    left = before[0] if len(before) == 1 else Basic.__new__(KroneckerProduct, *before)
    i = fresh_index("i", node)
    j = fresh_index("j", node, i)
    rows, columns = left.shape
    beside = HeadConcat(HeadFamily(product(MatrixElement(left, i, j), right), (j, 0, columns - 1)))
    return HeadStack(HeadFamily(beside, (i, 0, rows - 1)))


# --------------------------------------------------------------------------------------------- hyperbolic functions


_x = Symbol("x", real=True)


@cache
def _by_exponentials(kind: type) -> Expr:
    """[DLMF, 4.28.1, 4.28.2 and 4.28.4]; made when it is needed, for SymPy's first sum loads its tensors."""
    up, down = exp(_x), exp(-_x)
    return {sinh: (up - down) / 2, cosh: (up + down) / 2, tanh: (up - down) / (up + down)}[kind]


@defines(sinh, cosh, tanh)
def _hyperbolic(node: Any) -> Expr:
    """By exponentials; SymPy would turn exp(log(y)) into y, whatever the sign of y."""
    return _at(_by_exponentials(node.func), _x, node.args[0])
