"""Parts and entries of matrices: slices, blocks, matrices given by a formula or written out."""

from __future__ import annotations

from functools import reduce
from typing import Any

from sympy import Basic, Expr, FunctionMatrix, ImmutableDenseMatrix, Integer, S, divisors, expand
from sympy.matrices.expressions.blockmatrix import BlockMatrix
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import sizes_equal

from ..kernel.syntax import conjunction, negation
from ..kernel.terms import Term, Var, app, const, equation
from ..prover.library.definitions import defined
from ..prover.logic.places import place as place_of
from .formulas import add, indicator, multiply, number
from .indices import index, known_index
from .matrices import embedded
from .scope import Scope, apply, elaborates
from .sizes import index_type, shifted_index, size_of


@elaborates(MatrixSlice)
def _slice(scope: Scope, node: Any) -> Term:
    parent = scope.term(node.parent)
    ranges = [(*part[:2], whole) for part, whole in zip((node.rowslice, node.colslice), node.parent.shape, strict=True)]
    (row_start, row_stop, rows), (column_start, column_stop, columns) = ranges
    row_type, column_type = map(index_type, node.shape)

    def entry(i: Var, j: Var | None) -> Term:
        row = apply(parent, _slice_index(scope, node, i, row_start, row_stop, rows))
        return row if j is None else apply(row, _slice_index(scope, node, j, column_start, column_stop, columns))

    if column_start == 0 and sizes_equal(column_stop, columns):
        return scope.under(row_type, lambda i: entry(i, None))
    return scope.under(row_type, lambda i: scope.under(column_type, lambda j: entry(i, j)))


def _slice_index(scope: Scope, node: Basic, place: Var, start: Expr, stop: Expr, whole: Expr) -> Term:
    length = expand(stop - start)
    if length == 1 and (start != 0 or not sizes_equal(whole, 1)):
        found = None if _is_index(scope, start) else shifted_index(place, start, length, whole)
        return index(scope, start, whole) if found is None else found
    return _inside(node, place, start, length, whole)


def _is_index(scope: Scope, start: Expr) -> bool:
    return isinstance(start, Integer) or any(known_index(scope, symbol) for symbol in scope.symbols(start))


def _inside(node: Basic, place: Var, start: Expr, length: Expr, whole: Expr) -> Term:
    found = shifted_index(place, start, length, whole) or _in_block(place, start, length, whole)
    if found is None:
        reason = f"{start}:{expand(start + length)} does not provably lie inside 0:{whole}"
        raise UnsupportedExpression(node, reason)
    return found


def _in_block(place: Var, start: Expr, length: Expr, whole: Expr) -> Term | None:
    """Return the index start + place where start:start + length are places of one block of w·blocks, or None."""
    if not (isinstance(start, Integer) and isinstance(length, Integer)):
        return None
    for width in divisors(expand(whole).as_content_primitive()[0]):
        block, first = divmod(int(start), width)
        blocks = expand(whole / width)
        if first + length <= width and not blocks.is_Number and block < size_of(blocks).least():
            inside = shifted_index(place, Integer(first), length, Integer(width))
            sizes = size_of(blocks), size_of(Integer(width))
            return None if inside is None else app(const("pair", *sizes), place_of(block, sizes[0]), inside)
    return None


@elaborates(BlockMatrix)
def _blocks(scope: Scope, node: Any) -> Term:
    rows, columns = node.blockshape
    bands = [_joined(scope, "beside", [node.blocks[i, j] for j in range(columns)]) for i in range(rows)]
    result, height, width = bands[-1]
    for band, above, _ in reversed(bands[:-1]):
        result = app(defined("above", size_of(above), size_of(height), size_of(width)), band, result)
        height = expand(above + height)
    return result


def _joined(scope: Scope, name: str, blocks: list[Any]) -> tuple[Term, Expr, Expr]:
    """Return blocks beside each other, their height and their width."""
    result, (height, width) = scope.real(blocks[-1]), blocks[-1].shape
    for block in reversed(blocks[:-1]):
        left = block.shape[1]
        result = app(defined(name, size_of(height), size_of(left), size_of(width)), scope.real(block), result)
        width = expand(left + width)
    return result, height, width


@elaborates(FunctionMatrix)
def _function_matrix(scope: Scope, node: Any) -> Term:
    (rows, columns), (i, j), entry = node.shape, node.lamda.variables, node.lamda.expr
    return scope.binding(i, rows, lambda: scope.binding(j, columns, lambda: scope.term(entry)))


@elaborates(ImmutableDenseMatrix)
def _explicit(scope: Scope, node: Any) -> Term:
    rows, columns = map(index_type, node.shape)
    sizes = tuple(map(size_of, node.shape))
    places = [(p, q) for p in range(node.rows) for q in range(node.cols)]
    hidden = [at for at in places if node[at] is S.NegativeInfinity]
    shown = [(at, scope.real(node[at])) for at in places if at not in hidden and node[at] != 0]

    def is_at(i: Var, j: Var, p: int, q: int) -> tuple[Term, Term]:
        return equation(i, place_of(p, sizes[0])), equation(j, place_of(q, sizes[1]))

    def entry(i: Var, j: Var) -> Term:
        terms = [multiply(multiply(*map(indicator, is_at(i, j, *at))), value) for at, value in shown]
        return reduce(add, terms) if terms else number(0)

    def allowed(i: Var, j: Var) -> Term:
        return reduce(conjunction, [negation(conjunction(*is_at(i, j, *at))) for at in hidden])

    result = scope.under(rows, lambda i: scope.under(columns, lambda j: entry(i, j)))
    if not hidden:
        return result
    mask = scope.under(rows, lambda i: scope.under(columns, lambda j: allowed(i, j)))
    masked = app(defined("mask", *sizes), mask)
    return app(defined("extended_add", *sizes), embedded(result, node.shape), masked) if shown else masked
