"""Families of matrices and what is built from all their members; multi-head attention as a defined constant.

A family is a function of the head, [H] → [rows] → [columns] → ℝ.  Rows and columns of heads are indexed by pairs of a
head and a place in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import Expr, MatrixSymbol

from symattn.language.heads import (
    FamilyMember,
    HeadBlock,
    HeadConcat,
    HeadFamily,
    HeadStack,
    HeadSum,
    KernelMultiHeadAttention,
    MatrixFamily,
    MultiHeadAttention,
)
from symattn.language.similarity import KernelSymbol

from ..kernel.syntax import parse
from ..kernel.terms import REAL, Term, Type, app, const, fun, var
from ..prover.library.definitions import define
from .definitions import Parameter, applied, definition, kernel_at, kernel_type
from .indices import index
from .scope import Scope, apply, elaborates, matrix_type
from .sizes import index_type, size_of

#: What is built from a family of m×k matrices: name, value.
_TABLE = {
    HeadSum: ("head_sum", "λF:[H]→[m]→[k]→ℝ, i:[m], j:[k]. Σ h:[H]. F h i j"),
    HeadConcat: ("head_concat", "λF:[H]→[m]→[k]→ℝ, i:[m], j:[H*k]. F (quo{H,k} j) i (rem{H,k} j)"),
    HeadStack: ("head_stack", "λF:[H]→[m]→[k]→ℝ, i:[H*m], j:[k]. F (quo{H,m} i) (rem{H,m} i) j"),
    HeadBlock: ("head_block", "λA:[H*m]→[k]→ℝ, h:[H], i:[m], j:[k]. A (pair{H,m} h i) j"),
}
#: The names that these constants have once they are used.
CONSTANTS_OF_FAMILIES = frozenset(name for name, _ in _TABLE.values())


def _constant(kind: type, heads: Expr, shape: Sequence[Expr]) -> Term:
    name, value = _TABLE[kind]
    define(name, ("H", "m", "k"), parse(value))
    return const(name, *map(size_of, (heads, *shape)))


def family_type(family: MatrixFamily | HeadFamily) -> Type:
    """Return the type of a family: matrices of one shape, by their head."""
    return fun(index_type(family.heads), matrix_type(family.member_shape, REAL))


@elaborates(MatrixFamily)
def _family(scope: Scope, node: MatrixFamily) -> Term:
    return scope.declared(node, family_type(node))[0]


@elaborates(HeadFamily)
def _members(scope: Scope, node: HeadFamily) -> Term:
    return scope.binding(node.index, node.heads, lambda: scope.real(node.body))


@elaborates(FamilyMember)
def _member(scope: Scope, node: FamilyMember) -> Term:
    return apply(scope.term(node.family), index(scope, node.index, node.family.heads))


@elaborates(HeadSum, HeadConcat, HeadStack)
def _over_heads(scope: Scope, node: Any) -> Term:
    family = node.family
    return app(_constant(type(node), family.heads, family.member_shape), scope.term(family))


@elaborates(HeadBlock)
def _block(scope: Scope, node: HeadBlock) -> Term:
    constant = _constant(HeadBlock, node.heads, node.shape)
    return app(constant, scope.real(node.matrix), index(scope, node.index, node.heads))


# ------------------------------------------------------------------------------------------------ multi-head attention


def _family_parameter(name: str, heads: Expr, rows: Expr, columns: Expr) -> Parameter:
    symbol = MatrixFamily(name, heads, rows, columns)
    variable = var(name, family_type(symbol))
    return Parameter(symbol, variable, variable)


def _matrix_parameter(name: str, rows: Expr, columns: Expr) -> Parameter:
    variable = var(name, matrix_type((rows, columns)))
    return Parameter(MatrixSymbol(name, rows, columns), variable, variable)


def _generic(
    make: Callable[..., Any], first: Callable[[Expr], list[Parameter]], option: str
) -> Callable[..., tuple[Any, Sequence[Parameter]]]:
    """Return what makes a definition and its parameters, ``first`` before Q; ``option`` says what W_O is."""

    def generic(*sizes: Expr) -> tuple[Any, Sequence[Parameter]]:
        H, r, n, l, d, p, q, *e = sizes
        parameters = [
            *first(p),
            _matrix_parameter("Q", r, l),
            _matrix_parameter("K", n, l),
            _matrix_parameter("V", n, d),
            _family_parameter("W_Q", H, l, p),
            _family_parameter("W_K", H, l, p),
            _family_parameter("W_V", H, d, q),
        ]
        if option == ".matrix":
            parameters.append(_matrix_parameter("W_O", H * q, *e))
        elif option == ".family":
            parameters.append(_family_parameter("W_O", H, q, *e))
        return make(*(parameter.symbol for parameter in parameters)).definition(), parameters

    return generic


def _multi_head(
    scope: Scope, node: Any, matrices: Sequence[Any], first: Callable[[Expr], list[Parameter]], before: list[Term]
) -> Term:
    Q, K, V, W_Q, W_K, W_V, W_O = matrices
    sizes = [node.heads, Q.shape[0], K.shape[0], Q.shape[1], V.shape[1], W_Q.member_shape[1], W_V.member_shape[1]]
    arguments = [*map(scope.real, (Q, K, V)), *map(scope.term, (W_Q, W_K, W_V))]
    option, names = "", "H r n l d p q"
    if node.output is not None:
        is_family = isinstance(W_O, MatrixFamily | HeadFamily)
        option, names = ".family" if is_family else ".matrix", names + " e"
        sizes.append(node.output.shape[1])
        arguments.append(scope.term(W_O) if is_family else scope.real(W_O))
    found = definition(type(node), option, names, _generic(type(node), first, option))
    return applied(scope, found, sizes, [*before, *arguments])


@elaborates(MultiHeadAttention)
def _multi_head_attention(scope: Scope, node: MultiHeadAttention) -> Term:
    return _multi_head(scope, node, node.args, lambda width: [], [])


@elaborates(KernelMultiHeadAttention)
def _kernel_multi_head_attention(scope: Scope, node: KernelMultiHeadAttention) -> Term:
    def kernel(width: Expr) -> list[Parameter]:
        variable = var("alpha", kernel_type(size_of(width)))
        return [Parameter(KernelSymbol("alpha"), variable, variable)]

    return _multi_head(scope, node, node.args[1:], kernel, [kernel_at(scope, node.kernel, node.width)])
