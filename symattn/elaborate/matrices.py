"""Matrix algebra: symbols, products, sums, transposes and inverses as the prover's matrix operations.

Products and sums of several matrices nest to the right.  Where an entry may be −∞ the operations are those of
matrices of extended reals, real summands are embedded, and a permutation moves rows or columns instead of being
multiplied.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from sympy import (
    Basic,
    Expr,
    HadamardPower,
    HadamardProduct,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatrixSymbol,
    OneMatrix,
    Transpose,
    ZeroMatrix,
)

from symattn.errors import UnsupportedExpression
from symattn.language.base.symbols import IndexMap, InvertibleSymbol, MaskSymbol, OrthogonalSymbol, PermutationSymbol

from ..kernel.terms import BOOL, EXTENDED, Term, Var, app, fun, var
from ..prover.library.definitions import defined
from .formulas import multiply
from .scalars import check_exponent, positive_product
from .scope import InverseRecord, Scope, apply, bound_at, brief, elaborates, entry_type, matrix_type
from .sizes import index_type, size_of


def is_extended(matrix: Term) -> bool:
    """Tell whether the entries of a matrix term are extended reals."""
    return entry_type(matrix) is EXTENDED


def embedded(matrix: Term, shape: Sequence[Expr]) -> Term:
    """Return a real or extended matrix as an extended one."""
    return matrix if is_extended(matrix) else app(defined("extended", *map(size_of, shape)), matrix)


# ------------------------------------------------------------------------------------------------------------- symbols


@elaborates(MatrixSymbol)
def _matrix_symbol(scope: Scope, node: Any) -> Term:
    return scope.declared(node, matrix_type(node.shape))[0]


def permutation_maps(scope: Scope, node: PermutationSymbol) -> tuple[Var, ...]:
    """Return the variables σ and σ⁻¹ of a permutation."""
    indices = index_type(node.shape[0])
    return scope.declared(node, fun(indices, indices), fun(indices, indices), names=("⁻¹",))


@elaborates(PermutationSymbol)
def _permutation(scope: Scope, node: PermutationSymbol) -> Term:
    return app(defined("permutation", size_of(node.shape[0])), permutation_maps(scope, node)[0])


@elaborates(IndexMap)
def _index_map_symbol(scope: Scope, node: IndexMap) -> Term:
    return app(defined("selection", *map(size_of, node.shape)), map_of_places(scope, node))


def map_of_places(scope: Scope, node: Basic) -> Term:
    """Return the map of places i ↦ f(i) of a matrix whose row i is the unit row f(i); refuse any other matrix."""
    if isinstance(node, IndexMap):
        return scope.declared(node, fun(*map(index_type, node.shape)))[0]
    if isinstance(node, PermutationSymbol):
        return permutation_maps(scope, node)[1]
    if isinstance(node, Identity):
        return scope.under(index_type(node.shape[0]), lambda i: i)
    if isinstance(node, MatMul) and all(argument.is_Matrix for argument in node.args):
        maps = [map_of_places(scope, factor) for factor in node.args]

        def image(i: Term) -> Term:
            return reduce(lambda at, step: apply(step, at), maps, i)

        return scope.under(index_type(node.shape[0]), image)
    raise UnsupportedExpression(node, "it is no map of places")


def mask_variables(scope: Scope, node: MaskSymbol) -> tuple[Var, ...]:
    """Return the truth values of the zeros of a mask, and a place of a zero in each row."""
    rows, columns = map(index_type, node.shape)
    return scope.declared(node, fun(rows, fun(columns, BOOL)), fun(rows, columns), names=(".w",))


@elaborates(MaskSymbol)
def _mask_symbol(scope: Scope, node: MaskSymbol) -> Term:
    return app(defined("mask", *map(size_of, node.shape)), mask_variables(scope, node)[0])


# ------------------------------------------------------------------------------------------------------ matrix algebra


def matmul(left: Term, right: Term, r: Expr, n: Expr, d: Expr) -> Term:
    """Return the product of an r×n and an n×d matrix."""
    return app(defined("matmul", size_of(r), size_of(n), size_of(d)), left, right)


@elaborates(MatMul)
def _matmul(scope: Scope, node: MatMul) -> Term:
    scalars = [argument for argument in node.args if not argument.is_Matrix]
    factors = [argument for argument in node.args if argument.is_Matrix]
    terms = list(map(scope.term, factors))
    if any(map(is_extended, terms)):
        return _extended_product(scope, node, scalars, factors, terms)
    columns = node.shape[1]
    result = terms[-1]
    for factor, term in zip(reversed(factors[:-1]), reversed(terms[:-1]), strict=True):
        result = matmul(term, result, factor.shape[0], factor.shape[1], columns)
    if scalars:
        result = app(defined("matscale", *map(size_of, node.shape)), reduce(multiply, map(scope.real, scalars)), result)
    return result


def _extended_product(
    scope: Scope, node: MatMul, scalars: list[Basic], factors: list[Basic], terms: list[Term]
) -> Term:
    at = next(place for place, term in enumerate(terms) if is_extended(term))
    if any(is_extended(term) for term in terms[at + 1 :]):
        raise UnsupportedExpression(node, "two factors with entries -oo cannot be multiplied")
    before = [_index_map(scope, node, factor, forwards=False) for factor in factors[:at]]
    after = [_index_map(scope, node, factor, forwards=True) for factor in reversed(factors[at + 1 :])]
    result = terms[at]
    if any((*before, *after)):
        rows, columns = map(index_type, node.shape)
        moved = result

        def entry(i: Var, j: Var) -> Term:
            return apply(moved, _through(before, i), _through(after, j))

        result = scope.under(rows, lambda i: scope.under(columns, lambda j: entry(i, j)))
    if scalars:
        factor = positive_product(scope, scalars)
        result = app(defined("extended_scale", *map(size_of, node.shape)), factor, result)
    return result


def _through(maps: Sequence[Var | None], index: Term) -> Term:
    """Return an index after some maps, the first of them first; None is the identity."""
    return reduce(lambda place, step: place if step is None else app(step, place), maps, index)


def _index_map(scope: Scope, node: Basic, factor: Any, forwards: bool) -> Var | None:
    """Return the map by which a permutation matrix moves columns (forwards) or rows; None for the identity."""
    while isinstance(factor, Transpose | Inverse):
        factor, forwards = factor.args[0], not forwards
    if isinstance(factor, Identity):
        return None
    if not isinstance(factor, PermutationSymbol):
        raise UnsupportedExpression(node, f"entries -oo may be permuted, but not multiplied by {factor}")
    return permutation_maps(scope, factor)[0 if forwards else 1]


@elaborates(MatAdd)
def _matadd(scope: Scope, node: MatAdd) -> Term:
    terms = list(map(scope.term, node.args))
    sizes = tuple(map(size_of, node.shape))
    name = "matadd"
    if any(map(is_extended, terms)):
        name, terms = "extended_add", [embedded(term, node.shape) for term in terms]
    return reduce(lambda rest, term: app(defined(name, *sizes), term, rest), reversed(terms))


@elaborates(Transpose)
def _transpose(scope: Scope, node: Any) -> Term:
    matrix = scope.term(node.arg)
    if not is_extended(matrix):
        return transpose(matrix, node.arg.shape)
    rows, columns = map(index_type, node.shape)
    return scope.under(rows, lambda i: scope.under(columns, lambda j: apply(matrix, j, i)))


def transpose(matrix: Term, shape: Sequence[Expr]) -> Term:
    """Return the transpose of a matrix of a shape."""
    return app(defined("transpose", *map(size_of, shape)), matrix)


@elaborates(Identity)
def _identity(scope: Scope, node: Identity) -> Term:
    return defined("identity", size_of(node.shape[0]))


@elaborates(ZeroMatrix)
def _zeros(scope: Scope, node: ZeroMatrix) -> Term:
    return defined("zeros", *map(size_of, node.shape))


@elaborates(OneMatrix)
def _ones(scope: Scope, node: OneMatrix) -> Term:
    return defined("ones", *map(size_of, node.shape))


@elaborates(HadamardProduct)
def _hadamard(scope: Scope, node: HadamardProduct) -> Term:
    constant = defined("hadamard", *map(size_of, node.shape))
    terms = list(map(scope.real, node.args))
    return reduce(lambda rest, term: app(constant, term, rest), reversed(terms))


def hadamard_power(scope: Scope, node: HadamardPower) -> Term:
    """Return an entrywise power with a natural number above 0 as exponent, as a product."""
    constant, base = defined("hadamard", *map(size_of, node.shape)), scope.real(node.base)
    check_exponent(node.exp, node)
    return reduce(lambda rest, term: app(constant, term, rest), [base] * int(node.exp))


# ------------------------------------------------------------------------------------------------------------ inverses


@elaborates(Inverse)
def _inverse(scope: Scope, node: Any) -> Term:
    return inverse(scope, node.arg)


def inverse(scope: Scope, matrix: Any) -> Term:
    """Return the inverse of a matrix: of a permutation or orthogonal symbol the transpose, otherwise a variable.

    Record that a hypothesis is missing unless the matrix is known to be invertible.
    """
    if isinstance(matrix, PermutationSymbol | OrthogonalSymbol):
        return transpose(scope.term(matrix), matrix.shape)
    if isinstance(matrix, Transpose) and isinstance(matrix.arg, PermutationSymbol | OrthogonalSymbol):
        return scope.term(matrix.arg)
    record = inverse_record(scope, matrix)
    if not record.known:
        scope.missing(matrix, "{} is invertible")
    return record.variable


def inverse_record(scope: Scope, matrix: Any, known: bool = False) -> InverseRecord:
    """Return what is known of the inverse of a matrix; ``known`` says that it exists."""
    term = scope.real(matrix)
    if any(bound_at(step) in term.free for step in scope.frame.trail):
        raise UnsupportedExpression(matrix, "the inverse of a matrix that depends on a bound symbol has no name")
    record = scope.inverses.get(term)
    if record is None:
        name = str(matrix) if isinstance(matrix, MatrixSymbol) else f"({brief(matrix)})"
        variable = var(scope.fresh(name + "⁻¹"), matrix_type(matrix.shape))
        record = InverseRecord(Inverse(matrix), term, variable, False)
        scope.inverses[term] = record
    record.known = record.known or known or is_invertible(matrix)
    return record


def is_invertible(matrix: Any) -> bool:
    """Tell whether a matrix is invertible because of what is declared of its symbols."""
    if isinstance(matrix, MatMul):
        return all(getattr(factor, "is_Matrix", False) and is_invertible(factor) for factor in matrix.args)
    if isinstance(matrix, Transpose | Inverse):
        return is_invertible(matrix.args[0])
    return isinstance(matrix, PermutationSymbol | OrthogonalSymbol | InvertibleSymbol | Identity)
