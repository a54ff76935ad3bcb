"""The memoised walk over a SymPy expression that both numerical evaluators share.

A subclass supplies a table from SymPy classes to handlers; this module supplies what does not depend on
the arithmetic: the memo, the scopes of bound indices, the fall-back to `.definition()`, and a post-order on an explicit
stack, so that a deep composition does not meet Python's recursion limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from copy import copy
from functools import lru_cache
from typing import Any, ClassVar, Self

from sympy import Basic, BlockMatrix, Expr, Idx, Mul, Product, S, Sum, Symbol, sympify
from sympy.logic.boolalg import Boolean
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from symattn.errors import MissingValue, UnsupportedExpression
from symattn.language.base.binders import over_limits
from symattn.language.base.occurrences import free_below
from symattn.language.base.own_classes import definition_of as _definition_of
from symattn.language.base.symbols import NamedObject
from symattn.language.own_words import OfWord
from symattn.language.words.attention import Attention
from symattn.primitives.expectation.word import Expectation

#: What these stand for is a value that is looked up, so that a subclass of one means what the class means.
SYMBOLS = (Symbol, Idx, MatrixSymbol, NamedObject)
#: Those of them that stand for numbers.
SCALARS = (Idx, Symbol)


_ABSENT: Any = object()
_NONE: frozenset[Basic] = frozenset()
#: A matrix with no more layers of compound matrices than this is walked by recursion.
SHALLOW = 8


class Walker:
    """Evaluate expressions over the bindings of their symbols, each distinct sub-expression once."""

    handlers: ClassVar[dict[type, Callable[[Any, Any], Any]]] = {}

    def __init__(self, bindings: dict[Basic, Any]) -> None:
        """Take over the bindings, a dictionary of the walker's own."""
        self.bindings = bindings
        self._memo: dict[_Node, Any] = {}
        self._scopes: list[tuple[Basic, dict[_Node, Any]]] = []

    def value(self, expr: Basic) -> Any:
        """Return the value of an expression, computing it at most once in each scope."""
        node = _NODES.get(id(expr)) or _node_of(expr)
        if node.may_be_bound:
            found = self.bindings.get(expr, _ABSENT)
            if found is not _ABSENT:
                return found
        memo = self._memo_for(node) if self._scopes and node.variables else self._memo
        found = memo.get(node, _ABSENT)
        if found is not _ABSENT:
            return found
        if node.inner:
            if node.height > SHALLOW:
                self._visit_children_first(expr)
            else:
                for part in node.inner:
                    self.value(part)
        memo[node] = result = self._compute(expr)
        return result

    def size(self, expr: Basic) -> int:
        """Return a size expression as an int."""
        return int(self.value(expr))

    def shape(self, expr: MatrixExpr) -> tuple[int, int]:
        """Return the shape of a matrix expression as two ints."""
        node = _NODES.get(id(expr)) or _node_of(expr)
        if node.shape is None:
            node.shape = tuple(map(sympify, expr.shape))
        rows, columns = node.shape
        return self.size(rows), self.size(columns)

    def lookup(self, symbol: Basic) -> Any:
        """Return what a symbol is bound to, or raise MissingValue."""
        try:
            return self.bindings[symbol]
        except KeyError:
            raise MissingValue(symbol) from None

    def bound(self, variable: Basic, value: Any) -> AbstractContextManager[None]:
        """Bind an index for the length of a with-block; values that mention it are forgotten afterwards."""
        return Bound(self, variable, value)

    def elsewhere(self, symbol: Basic, value: Any) -> Self:
        """Return a walker with another value of one symbol, which has computed nothing yet."""
        other = copy(self)
        other.bindings, other._memo, other._scopes = {**self.bindings, symbol: value}, {}, []
        return other

    def _compute(self, expr: Basic) -> Any:
        handler = self.handlers.get(type(expr)) or self.handler_of(type(expr))
        if handler is not None:
            return handler(self, expr)
        if not hasattr(expr, "definition"):
            raise UnsupportedExpression(expr, f"{type(expr).__name__} has no numerical meaning here")
        if isinstance(expr, OfWord):
            for argument in expr.unread():
                self.value(argument)
        return self.value(definition_of(expr))

    @classmethod
    def handler_of(cls, kind: type) -> Callable[[Any, Any], Any] | None:
        """Return the entry of the table for a class of expressions, or None.

        An entry counts for the class it names; only SymPy's own classes and symbols inherit one, because any other
        subclass may be defined otherwise than its base.
        """
        return cls.handlers.get(kind) or cls._inherited(kind, len(cls.handlers))

    @classmethod
    @lru_cache(maxsize=1024)
    def _inherited(cls, kind: type, _: int) -> Callable[[Any, Any], Any] | None:
        """Return the entry that a class inherits in a table of so many entries, or None."""
        inherits = (kind.__module__ or "").partition(".")[0] == "sympy" or issubclass(kind, SYMBOLS)
        bases = kind.__mro__ if inherits else ()
        return next((cls.handlers[base] for base in bases if base in cls.handlers), None)

    def _memo_for(self, node: _Node) -> dict[_Node, Any]:
        if variables := node.variables:
            for variable, memo in reversed(self._scopes):
                if variable in variables:
                    kept: dict[_Node, Any] = memo
                    return kept
        return self._memo

    def _visit_children_first(self, root: Basic) -> None:
        """Compute the matrix arguments below `root` in post-order, so that handlers recurse a few levels only."""
        stack: list[tuple[Basic, bool]] = [(root, False)]
        while stack:
            expr, ready = stack.pop()
            node = _node_of(expr)
            if expr is not root and node in self._memo_for(node):
                continue
            if ready:
                if expr is not root:
                    self._memo_for(node)[node] = self._compute(expr)
                continue
            stack.append((expr, True))
            stack.extend((part, False) for part in reversed(node.inner))


class Bound(AbstractContextManager[None]):
    """Bind an index where a with-block begins, and give it back what it had before at the end."""

    __slots__ = ("outer", "value", "variable", "walker")

    def __init__(self, walker: Walker, variable: Basic, value: Any) -> None:
        self.walker, self.variable, self.value, self.outer = walker, variable, value, _ABSENT

    def __enter__(self) -> None:
        bindings = self.walker.bindings
        self.outer = bindings.get(self.variable, _ABSENT)
        bindings[self.variable] = self.value
        self.walker._scopes.append((self.variable, {}))

    def __exit__(self, *raised: object) -> None:
        self.walker._scopes.pop()
        if self.outer is _ABSENT:
            del self.walker.bindings[self.variable]
        else:
            self.walker.bindings[self.variable] = self.outer


class _Node:
    """Hold what does not depend on values: of an expression, and of all that equal it.

    ``variables`` are the indices and other scalar symbols that are free in it, ``inner`` the matrices that a matrix is
    made of directly, ``height`` how often one stands in another.  Equal variables are the same object in all nodes, so
    that these sets are compared without comparing expressions.
    """

    __slots__ = ("height", "inner", "kept", "may_be_bound", "shape", "variables")

    def __init__(self, expr: Basic) -> None:
        self.kept = [expr]  # whose identities lead here, so that nothing else has these
        self.may_be_bound = not expr.is_Matrix and (
            isinstance(expr, SYMBOLS) or not (isinstance(expr, Expr | Boolean) and expr.args)
        )
        self.variables: frozenset[Basic] = frozenset((expr,)) if isinstance(expr, SCALARS) else _NONE
        self.inner: tuple[Basic, ...] = ()
        self.shape: tuple[Basic, ...] | None = None  # of a matrix, once it was asked for
        self.height = 0

    def look_inside(self, expr: Basic) -> None:
        """Add what follows from the parts of an expression, which are known."""
        if not isinstance(expr, SCALARS):
            self.variables = free_below(expr, lambda part: _NODES[id(part)].variables)
        if _is_compound(expr):
            self.inner = tuple(part for part in _parts(expr) if _is_compound(part))
            self.height = 1 + max((_walked(part).height for part in self.inner), default=0)


#: The nodes of expressions met before, by the identity of these and by what they are: one walk serves every evaluation
#: of an expression, and comparing expressions would take longer than the walk.
_NODES: dict[int, _Node] = {}
_BY_VALUE: dict[Basic, _Node] = {}
_MOST_KEPT = 100_000


def _node_of(root: Basic) -> _Node:
    """Return what is known of an expression, after a walk through it where it is new."""
    found = _NODES.get(id(root))
    if found is not None:
        return found
    if len(_NODES) > _MOST_KEPT:
        _NODES.clear()
        _BY_VALUE.clear()
    return _walked(root)


def _walked(root: Basic) -> _Node:
    stack = [(root, False)]
    while stack:
        expr, ready = stack.pop()
        if id(expr) in _NODES:
            continue
        if ready or not expr.args or isinstance(expr, SCALARS):
            node = _BY_VALUE.get(expr)
            if node is None:
                node = _BY_VALUE[expr] = _Node(expr)
                node.look_inside(expr)
            else:
                node.kept.append(expr)
            _NODES[id(expr)] = node
        else:
            stack.append((expr, True))
            stack.extend((part, False) for part in expr.args)
    return _NODES[id(root)]


def variables_in(root: Basic) -> frozenset[Basic]:
    """Return the indices and other scalar symbols that are free in an expression."""
    return (_NODES.get(id(root)) or _node_of(root)).variables


def variables_under(limits: Sequence[tuple[Basic, Basic, Basic]], body: Basic) -> frozenset[Basic]:
    """Return the indices and other scalar symbols that are free in a sum over some limits, outermost first."""
    free = variables_in(body)
    for variable, lower, upper in reversed(limits):
        free = (free - {variable}).union(variables_in(lower), variables_in(upper))
    return free


@lru_cache(maxsize=4096)
def definition_of(expr: Any) -> Basic:
    """Return the definition of a node; a search evaluates the same nodes thousands of times."""
    return _definition_of(expr)


def _parts(expr: Basic) -> tuple[Basic, ...]:
    """Return what is computed before a matrix is; what is added to the scores may never be needed as a whole."""
    if isinstance(expr, BlockMatrix):
        return tuple(expr.blocks)
    return expr.args[:3] if type(expr) is Attention else expr.args


def _is_compound(expr: Basic) -> bool:
    return isinstance(expr, MatrixExpr) and not isinstance(expr, MatrixSymbol)


def sum_limits(expr: Sum | Product) -> Iterator[tuple[Basic, Basic, Basic]]:
    """Yield (variable, lower, upper) of a finite sum or product, outermost first."""
    for limit in reversed(expr.limits):
        if len(limit) != 3:
            raise UnsupportedExpression(expr, f"a {over_limits(expr)} needs a lower and an upper limit")
        yield limit[0], limit[1], limit[2]


def sum_over_outcomes(expr: Expectation) -> tuple[Basic, tuple[Basic, Basic, Basic]]:
    """Return the summand p_o X(o) of an expectation with the limits of o.

    They are not put into a Sum: SymPy would take a Piecewise that is about another, inner outcome o out of its binder.
    """
    p, o = expr.probability, expr.outcome
    return Mul(p[0, o], expr.variable, evaluate=False), (o, S.Zero, p.outcomes - 1)
