"""Substitution that captures nothing: bound symbols are renamed where they would.

SymPy's ``xreplace`` and the entries of its FunctionMatrix put a value under a binder as it stands: s put for e in
Σ_s e*s would give Σ_s s*s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import (
    Add,
    Basic,
    HadamardPower,
    HadamardProduct,
    Idx,
    Integer,
    Inverse,
    KroneckerProduct,
    Lambda,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Pow,
    Rational,
    Symbol,
    Transpose,
    sympify,
)
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.function import Application
from sympy.core.relational import Relational
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from symattn.errors import UnsupportedExpression
from symattn.language.base.derivatives import varied
from symattn.language.base.occurrences import Free, free_parts, fresh_name, names_in, renamed
from symattn.language.base.shapes import product

#: What SymPy would simplify when it is rebuilt, and what is never to be simplified unseen.
KEPT_AS_WRITTEN = (
    KroneckerProduct,
    MatAdd,
    HadamardPower,
    HadamardProduct,
    MatPow,
    Inverse,
    Transpose,
    ElementwiseApplyFunction,
)
#: What SymPy may simplify so that a part goes which has to be defined, as in x/x or 0*log(x).
SIMPLIFIED = (Add, Mul, Pow, Application, Relational)


def substituted(expression: Any, values: Mapping[Any, Any], as_written: bool = False) -> Any:
    """Put values for free symbols, all at once; bound symbols of the names in the values are renamed.

    Products, sums and powers of matrices stay as they are written, so that nothing is cancelled unseen; numbers other
    than polynomials stay so ``as_written``.

    >>> from sympy import Sum, Symbol
    >>> e, s = Symbol("e", integer=True), Symbol("s", integer=True)
    >>> substituted(Sum(e*s, (s, 0, 2)), {e: s}), substituted(Sum(e*s, (s, 0, 2)), {s: e})
    (Sum(s*s_1, (s_1, 0, 2)), Sum(e*s, (s, 0, 2)))
    >>> substituted(s/e, {s: e}), substituted(s/e, {s: e}, as_written=True)
    (1, e/e)
    """
    # An index that stands for itself is kept, whatever the sizes in its range become.
    values = {symbol: sympify(value) for symbol, value in values.items() if symbol != value or isinstance(symbol, Idx)}
    free = free_parts(expression, *values.values())
    return Substitution(values, free, as_written=as_written).of(expression)


def with_bound_renamed(binder: Any, symbols: Iterable[Basic], *others: Basic) -> tuple[Any, dict[Basic, Basic]]:
    """Rename some of the symbols that a sum or function binds itself; return it, and the new names.

    A new name occurs neither in it nor in the ``others``.

    >>> from sympy import Sum, Symbol
    >>> e, s = Symbol("e", integer=True), Symbol("s", integer=True)
    >>> with_bound_renamed(Sum(e*s, (s, 0, 2)), [s])
    (Sum(e*s_1, (s_1, 0, 2)), {s: s_1})
    """
    taken = names_in(binder, *others)
    new: dict[Basic, Basic] = {}
    for symbol in sorted(symbols, key=lambda symbol: str(symbol.name)):
        new[symbol] = renamed(symbol, fresh_name(str(symbol.name), taken))
        taken.add(str(new[symbol].name))
    free = free_parts(binder)
    free.update((name, frozenset({name})) for name in new.values())
    return Substitution({}, free, new).rebuilt(binder), new


def check_varied(node: Basic, values: Mapping[Any, Any]) -> None:
    """Raise UnsupportedExpression where a value would change what a derivative is by, or vary with it."""
    found = varied(node)
    put = {key: value for key, value in values.items() if isinstance(key, Basic) and isinstance(value, Basic)}
    if found is not None:
        Substitution(put, free_parts(node, *put.values()))._check_varied(node, *found)


class Substitution:
    """Put some values into expressions, each distinct one once; under a binder the values are others.

    ``new`` says what bound symbols are called from here on; those that would capture a value are renamed besides.
    """

    def __init__(
        self,
        values: Mapping[Basic, Basic],
        free: Free,
        new: Mapping[Basic, Basic] | None = None,
        as_written: bool = False,
    ) -> None:
        self.values, self.free, self.new, self.as_written = values, free, new or {}, as_written
        self.done: dict[Basic, Basic] = {}

    def of(self, node: Basic) -> Basic:
        if node in self.values:
            return self.values[node]
        if self.values.keys().isdisjoint(self.free[node]):
            return node
        if node not in self.done:
            self.done[node] = self.rebuilt(node)
        return self.done[node]

    def rebuilt(self, node: Any) -> Basic:
        """Return a node with the values put into its parts."""
        if isinstance(node, ExprWithLimits):
            return self._of_sum(node)
        if isinstance(node, Lambda):
            inner, variables = self._under(node.variables, node.expr)
            return Lambda(variables, inner.of(node.expr))
        if (found := varied(node)) is not None:
            self._check_varied(node, *found)
        if isinstance(node, Idx):
            return Idx(node.label, tuple(self.of(bound) for bound in node.args[1]))
        args = [self.of(argument) for argument in node.args]
        if isinstance(node, MatMul):
            return product(*args, check=False)
        if isinstance(node, KEPT_AS_WRITTEN):
            return Basic.__new__(type(node), *args)
        if isinstance(node, Add | Mul | Pow) and node.func(*node.args) != node:  # written with evaluate=False
            return node.func(*args, evaluate=False)
        is_simple = isinstance(node, Add | Mul | Relational) or _has_natural_exponent(node)
        if self.as_written and isinstance(node, SIMPLIFIED) and not (is_simple and all(map(_is_polynomial, args))):
            return node.func(*args, evaluate=False)
        return node.func(*args)

    def _check_varied(self, node: Basic, expression: Basic, symbols: tuple[Basic, ...]) -> None:
        """Raise UnsupportedExpression where a value would change what a derivative is by, or vary with it.

        SymPy has one name for what varies and for the place where it ends; only another symbol can stand for both.
        """
        for symbol in symbols:
            other = self.values.get(symbol, symbol)
            plain = type(other) is type(symbol) and isinstance(other, Symbol | MatrixSymbol)
            met = free_parts(expression)[expression] - {symbol}
            put = frozenset().union(*(self.free[self.values[s]] for s in met if s in self.values))
            if not plain or other in put or (other is not symbol and other in met):
                raise UnsupportedExpression(node, f"{symbol} varies there, so that {other} cannot be put into it")

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
        taken = names_in(*scope, *values.values(), *variables, *self.new.values())
        names: list[Basic] = []
        for variable in variables:
            if variable in self.new:
                other = self.new[variable]
            else:
                other = self._with_range(variable)
                around = put.union(names, map(self.of, met.difference(values, variables)))
                if other in around:
                    other = renamed(other, fresh_name(str(variable.name), taken))
                    taken.add(str(other.name))
            if other != variable:
                values[variable] = other
                self.free[other] = free_parts(other)[other]
            names.append(other)
        return type(self)(values, self.free, self.new, self.as_written), tuple(names)

    def _with_range(self, variable: Basic) -> Basic:
        """Return a bound symbol, with the values put into the range of an index or the shape of a matrix."""
        has_sizes = isinstance(variable, MatrixSymbol) or (isinstance(variable, Idx) and variable.lower is not None)
        return self.rebuilt(variable) if has_sizes else variable


def _is_polynomial(node: Basic) -> bool:
    """Tell whether a number is defined whatever its symbols stand for, so that SymPy may simplify it."""
    if isinstance(node, Symbol | Idx | Rational):
        return True
    return (isinstance(node, Add | Mul) or _has_natural_exponent(node)) and all(map(_is_polynomial, node.args))


def _has_natural_exponent(node: Basic) -> bool:
    return isinstance(node, Pow) and isinstance(node.exp, Integer) and node.exp >= 0
