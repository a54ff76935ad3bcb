"""Bound symbols and indices: what a symbol stands for as a number, and which expressions are surely indices."""

from __future__ import annotations

from typing import Any

from sympy import Add, Basic, Expr, Idx, Integer, Mul, S, Symbol, expand

from symattn.errors import UndeclaredSymbol, UnsupportedExpression
from symattn.language.dims import is_dim
from symattn.language.symbols import SubsetSymbol

from ..kernel.terms import BOOL, REAL, Size, Term, Var, app, const, equation, fin, fun, literal
from .formulas import add
from .scope import Scope, elaborates
from .sizes import index_type, length_of, literal_index, shifted_index, size_of


@elaborates(Symbol)
def _symbol(scope: Scope, node: Any) -> Term:
    bound = scope.frame.bound.get(node)
    if bound is not None:
        return _position(scope, *bound)
    if is_dim(node):
        return const("#", size_of(node))
    if not node.is_real:
        raise UndeclaredSymbol(node, f'make it a number with Symbol("{node}", real=True) or a size with dims("{node}")')
    return scope.declared(node, REAL)[0]


@elaborates(Idx)
def _idx(scope: Scope, node: Idx) -> Term:
    bound = scope.frame.bound.get(node)
    return _position(scope, *(bound or (free_index(scope, node), S.Zero)))


def _position(scope: Scope, variable: Var, offset: Expr) -> Term:
    size = variable.type.size
    if size is None:
        raise UnsupportedExpression(offset, "a bound symbol must be an index")
    position = app(const("pos", size), variable)
    return position if offset == 0 else add(position, scope.real(offset))


# ------------------------------------------------------------------------------------------------------------- indices


def free_index(scope: Scope, node: Idx) -> Var:
    """Return the variable of an index that no sum binds."""
    if node.lower is None or node.upper is None:
        raise UndeclaredSymbol(node, f'give the index its range: Idx("{node}", n)')
    if node.lower != 0:
        raise UnsupportedExpression(node, "the range of an index starts at 0")
    return scope.declared(node, index_type(length_of(node.lower, node.upper, node)))[0]


def _known_index(scope: Scope, node: Basic) -> tuple[Var, Expr, Expr] | None:
    """Return the variable of a bound or free index, its offset and the length of its range."""
    bound = scope.frame.bound.get(node)
    if bound is not None:
        return *bound, _as_sympy(bound[0].type.size)
    if isinstance(node, Idx):
        variable = free_index(scope, node)
        return variable, S.Zero, _as_sympy(variable.type.size)
    return None


def is_index(scope: Scope, node: Basic) -> bool:
    """Tell whether a symbol is an index: bound by a sum or a function, or declared with its range."""
    return node in scope.frame.bound or isinstance(node, Idx)


def _as_sympy(size: Size | None) -> Expr:
    if size is None:
        raise UnsupportedExpression(size, "a bound symbol must be an index")
    terms = (
        Mul(coefficient, *(Symbol(name, integer=True, positive=True) ** power for name, power in monomial))
        for monomial, coefficient in size.terms
    )
    return Add(*terms)


def index(scope: Scope, node: Basic, whole: Expr) -> Term:
    """Return an index expression as an element of {0, …, whole−1}.

    It is a number, a bound or free index, or one of these plus a size or minus the lower limit of its sum.  Raise
    UnsupportedExpression when it is anything else or may lie outside.
    """
    if isinstance(node, Integer):
        return literal_index(int(node), whole, node)
    for symbol in sorted(scope.symbols(node), key=str):
        known = _known_index(scope, symbol)
        if known is None:
            continue
        variable, offset, length = known
        start = expand(node - symbol + offset)
        if not start.has(symbol):
            found = shifted_index(variable, start, length, whole)
            if found is not None:
                return found
            raise UnsupportedExpression(node, f"it is not provably an index below {whole}")
    hint = "an index is a number, a bound symbol of a sum, or an Idx, perhaps shifted by a size"
    raise UnsupportedExpression(node, hint)


def same_index(scope: Scope, left: Basic, right: Basic) -> Term | None:
    """Return i = j for two indices of one range, or for an index and a number in it; None for other scalars."""
    for node, other in ((left, right), (right, left)):
        known = _known_index(scope, node)
        if known is not None and known[1] == 0:
            variable = known[0]
            second = _known_index(scope, other)
            if second is not None and second[1] == 0 and second[0].type is variable.type:
                return equation(variable, second[0]) if node is left else equation(second[0], variable)
            size = variable.type.size
            if isinstance(other, Integer) and size is not None and 0 <= other < size.least():
                return equation(variable, literal(int(other), fin(size)))
    return None


def subset_variable(scope: Scope, subset: SubsetSymbol) -> Var:
    """Return the truth values of a subset; an element is declared with them."""
    indices = index_type(subset.size)
    return scope.declared(subset, fun(indices, BOOL), indices, names=(".w",))[0]
