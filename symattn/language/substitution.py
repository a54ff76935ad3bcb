"""Names, free symbols, and substitution that captures nothing: bound symbols are renamed where they would.

SymPy's ``xreplace`` and the entries of its FunctionMatrix put a value under a binder as it stands: s put for e in
Σ_s e*s would give Σ_s s*s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import (
    Add,
    Basic,
    HadamardProduct,
    Idx,
    Inverse,
    Lambda,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Pow,
    Symbol,
    Transpose,
    sympify,
)
from sympy.concrete.expr_with_limits import ExprWithLimits

from symattn.language.shapes import product
from symattn.language.symbols import NamedObject
from symattn.language.traversal import postorder

#: Free symbols of every node that was met.
Free = dict[Basic, frozenset[Basic]]
#: What SymPy would simplify when it is rebuilt, and what is never to be simplified unseen.
KEPT_AS_WRITTEN = (MatAdd, HadamardProduct, MatPow, Inverse, Transpose)


def names_in(*expressions: Basic) -> set[str]:
    """Return the names of all symbols that occur in the expressions, bound ones included.

    >>> from sympy import MatrixSymbol
    >>> sorted(names_in(MatrixSymbol("A", 2, Symbol("n"))))
    ['A', 'n']
    """
    return {
        str(node.name)
        for node in postorder(*expressions)
        if isinstance(node, Symbol | MatrixSymbol | NamedObject | Idx)
    }


def free_parts(*expressions: Basic) -> Free:
    """Return the free symbols of every node below some expressions, sizes inside shapes included.

    >>> i, x = Symbol("i", integer=True), Symbol("x", real=True)
    >>> from sympy import Sum
    >>> free_parts(Sum(x**i, (i, 0, 3)))[Sum(x**i, (i, 0, 3))]
    frozenset({x})
    """
    free: Free = {}
    for node in postorder(*expressions, inside=_inner):
        free[node] = _free(node, free)
    return free


def _inner(node: Basic) -> Iterable[Basic]:
    return node.args[1:] if isinstance(node, Idx) else node.args


def _free(node: Basic, free: Free) -> frozenset[Basic]:
    below = [free[argument] for argument in _inner(node)]
    if isinstance(node, ExprWithLimits):
        result = free[node.function]
        for variable, *bounds in node.limits:
            result = (result - {variable}).union(*(free[bound] for bound in bounds))
        return result
    if isinstance(node, Lambda):
        return free[node.expr] - set(node.variables)
    own = {node} if isinstance(node, Symbol | MatrixSymbol | NamedObject | Idx) else set()
    return frozenset(own).union(*below)


def binds_any(expression: Basic, symbols: Iterable[Basic]) -> bool:
    """Tell whether one of the symbols is bound somewhere inside an expression.

    >>> from sympy import Sum
    >>> i, x = Symbol("i", integer=True), Symbol("x", real=True)
    >>> binds_any(Sum(x, (i, 0, 3)), [i]), binds_any(Sum(x, (i, 0, 3)), [x])
    (True, False)
    """
    wanted = set(symbols)
    return any(not wanted.isdisjoint(_bound_at(node)) for node in postorder(expression))


def _bound_at(node: Basic) -> tuple[Basic, ...]:
    if isinstance(node, ExprWithLimits):
        return tuple(limit[0] for limit in node.limits)
    return tuple(node.variables) if isinstance(node, Lambda) else ()


def renamed(symbol: Basic, name: str) -> Basic:
    """Return a symbol of the same kind, with the same properties, under another name."""
    if isinstance(symbol, Idx):
        bounds = () if symbol.lower is None else ((symbol.lower, symbol.upper),)
        return Idx(Symbol(name, integer=True), *bounds)
    if isinstance(symbol, Symbol):
        return Symbol(name, **symbol.assumptions0)
    return type(symbol)(name, *symbol.args[1:])


def substituted(expression: Any, values: Mapping[Any, Any]) -> Any:
    """Put values for free symbols, all at once; bound symbols of the names in the values are renamed.

    Products, sums and powers of matrices stay as they are written, so that nothing is cancelled unseen.

    >>> from sympy import Sum
    >>> e, s = Symbol("e", integer=True), Symbol("s", integer=True)
    >>> substituted(Sum(e*s, (s, 0, 2)), {e: s}), substituted(Sum(e*s, (s, 0, 2)), {s: e})
    (Sum(s*s_1, (s_1, 0, 2)), Sum(e*s, (s, 0, 2)))
    """
    values = {symbol: sympify(value) for symbol, value in values.items() if symbol != value}
    free = free_parts(expression, *values.values())
    return Substitution(values, free).of(expression)


class Substitution:
    """Put some values into expressions, each distinct one once; under a binder the values are others."""

    def __init__(self, values: Mapping[Basic, Basic], free: Free) -> None:
        self.values, self.free = values, free
        self.done: dict[Basic, Basic] = {}

    def of(self, node: Basic) -> Basic:
        if node in self.values:
            return self.values[node]
        if self.values.keys().isdisjoint(self.free[node]):
            return node
        if node not in self.done:
            self.done[node] = self._rebuilt(node)
        return self.done[node]

    def _rebuilt(self, node: Any) -> Basic:
        if isinstance(node, ExprWithLimits):
            return self._of_sum(node)
        if isinstance(node, Lambda):
            inner, variables = self._under(node.variables, node.expr)
            return Lambda(variables, inner.of(node.expr))
        if isinstance(node, Idx):
            return Idx(node.label, tuple(self.of(bound) for bound in node.args[1]))
        args = [self.of(argument) for argument in node.args]
        if isinstance(node, MatMul):
            return product(*args, check=False)
        if isinstance(node, KEPT_AS_WRITTEN):
            return Basic.__new__(type(node), *args)
        if isinstance(node, Add | Mul | Pow) and node.func(*node.args) != node:  # written with evaluate=False
            return node.func(*args, evaluate=False)
        return node.func(*args)

    def _of_sum(self, node: Any) -> Basic:
        limits: list[tuple[Basic, ...]] = []
        inner: Substitution = self
        for place in reversed(range(len(node.limits))):
            variable, *bounds = node.limits[place]
            moved = [inner.of(bound) for bound in bounds]
            within = (node.function, *(bound for limit in node.limits[:place] for bound in limit[1:]))
            inner, (variable,) = inner._under((variable,), *within)
            limits.insert(0, (variable, *moved))
        return node.func(inner.of(node.function), *limits)

    def _under(self, variables: Iterable[Basic], *scope: Basic) -> tuple[Substitution, tuple[Basic, ...]]:
        """Return the substitution under a binder of some variables, and what these are called there."""
        variables = tuple(variables)
        met = frozenset().union(*(self.free[part] for part in scope))
        values = {symbol: value for symbol, value in self.values.items() if symbol in met and symbol not in variables}
        put = frozenset().union(*(self.free[value] for value in values.values()))
        taken = names_in(*scope, *values.values(), *variables)
        names = []
        for variable in variables:
            if variable in put:
                values[variable] = other = renamed(variable, fresh_name(str(variable.name), taken))
                taken.add(str(other.name))
                self.free[other] = frozenset({other})
            names.append(values.get(variable, variable))
        return type(self)(values, self.free), tuple(names)


def fresh_name(name: str, taken: set[str]) -> str:
    """Return a name that is not taken: the given one, or the given one with the first number that makes it new."""
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}"
    return candidate
