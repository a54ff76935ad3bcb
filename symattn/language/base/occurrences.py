"""Names, bound symbols and free symbols of expressions: which symbol is meant where.

A sum, a product and a Lambda bind symbols; a symbol is free where nothing around it binds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sympy import Basic, Idx, Lambda, MatrixSymbol, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits

from symattn.language.base.symbols import NamedObject
from symattn.language.base.traversal import MOST_KEPT, MOST_NODES, postorder

#: Free symbols of every node that was met.
Free = dict[Basic, frozenset[Basic]]
#: What can be bound; SymPy lets a sum or a function bind more.
BINDABLE = (Symbol, Idx, MatrixSymbol)
#: By the identity of expressions, as `postorder` remembers their nodes.
_FREE: dict[int, tuple[Basic, Free]] = {}


def names_in(*expressions: Basic, but: Iterable[Basic] = ()) -> set[str]:
    """Return the names of all symbols that occur in the expressions, bound ones included, ``but`` some not.

    >>> from sympy import MatrixSymbol
    >>> sorted(names_in(MatrixSymbol("A", 2, Symbol("n"))))
    ['A', 'n']
    """
    return {
        str(node.name)
        for node in postorder(*expressions)
        if isinstance(node, Symbol | MatrixSymbol | NamedObject | Idx) and node not in but
    }


def free_parts(*expressions: Basic) -> Free:
    """Return the free symbols of every node below some expressions, sizes inside shapes included.

    >>> i, x = Symbol("i", integer=True), Symbol("x", real=True)
    >>> from sympy import Sum
    >>> free_parts(Sum(x**i, (i, 0, 3)))[Sum(x**i, (i, 0, 3))]
    frozenset({x})
    """
    free: Free = {}
    for expression in expressions:
        free.update(_free_below(expression))
    return free


def _free_below(expression: Basic) -> Free:
    """Return what `free_parts` returns of one expression; that of the last ones is remembered."""
    known = _FREE.get(id(expression))
    if known is not None and known[0] is expression:
        return known[1]
    free: Free = {}
    for node in postorder(expression, inside=_inner):
        own = {node} if isinstance(node, Symbol | MatrixSymbol | NamedObject | Idx) else set()
        free[node] = free_below(node, free.__getitem__, _inner(node)).union(own)
    if len(free) <= MOST_NODES:
        if len(_FREE) >= MOST_KEPT:
            _FREE.clear()
        _FREE[id(expression)] = expression, free
    return free


def _inner(node: Basic) -> Iterable[Basic]:
    return node.args[1:] if isinstance(node, Idx) else node.args


def free_below(
    node: Basic, free: Callable[[Basic], frozenset[Basic]], inner: Iterable[Basic] | None = None
) -> frozenset[Basic]:
    """Return what is free in the parts of a node and not bound by it, given what is free in each part.

    ``inner`` are the parts of a node that binds nothing, its arguments by default.
    """
    if isinstance(node, ExprWithLimits):
        result = free(node.function)
        for variable, *bounds in node.limits:
            result = (result - {variable}).union(*map(free, bounds))
        return result
    if isinstance(node, Lambda):
        if not node.args:  # λx. x of SymPy
            return frozenset()
        return (free(node.signature) | free(node.expr)) - set(node.variables)  # the range of an index speaks of sizes
    return frozenset().union(*map(free, node.args if inner is None else inner))


def bound_symbols(node: Any) -> frozenset[Basic]:
    """Return the symbols that a node itself binds.

    >>> from sympy import Sum
    >>> s, t = Symbol("s", integer=True), Symbol("t", integer=True)
    >>> bound_symbols(Sum(s*t, (s, 0, 3))), bound_symbols(s*t)
    (frozenset({s}), frozenset())
    """
    if isinstance(node, ExprWithLimits):
        bound = [limit[0] for limit in node.limits if len(limit) > 1]  # the x of Integral(x**2, x) is free
    else:
        bound = list(node.variables) if isinstance(node, Lambda) else []
    return frozenset(symbol for symbol in bound if isinstance(symbol, BINDABLE))


def binds_any(expression: Basic, symbols: Iterable[Basic]) -> bool:
    """Tell whether one of the symbols is bound somewhere inside an expression.

    >>> from sympy import Sum
    >>> i, x = Symbol("i", integer=True), Symbol("x", real=True)
    >>> binds_any(Sum(x, (i, 0, 3)), [i]), binds_any(Sum(x, (i, 0, 3)), [x])
    (True, False)
    """
    wanted = set(symbols)
    return any(not wanted.isdisjoint(bound_symbols(node)) for node in postorder(expression))


def renamed(symbol: Basic, name: str) -> Basic:
    """Return a symbol of the same kind, with the same properties, under another name."""
    if isinstance(symbol, Idx):
        bounds = () if symbol.lower is None else ((symbol.lower, symbol.upper),)
        return Idx(Symbol(name, integer=True), *bounds)
    if isinstance(symbol, Symbol):
        return Symbol(name, **symbol.assumptions0)
    return type(symbol)(name, *symbol.args[1:])


def fresh_name(name: str, taken: set[str]) -> str:
    """Return a name that is not taken: the given one, or the given one with the first number that makes it new."""
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}"
    return candidate
