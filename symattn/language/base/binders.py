"""Check bound symbols: refuse scopes that a reader and the kernel would understand differently.

**What is bound.**  A sum, a family of heads, an expectation and the function of a FunctionMatrix bind an index: a
Symbol of which nothing more is declared than its range implies, or an Idx whose range holds all its values.  With more,
SymPy has decided conditions by what is not so: t > 0 is True for ``Symbol("t", integer=True, positive=True)``, although
t runs from 0.

**Which scopes are refused.**  ``hygiene.py`` keeps SymPy from capturing, yet an expression may have been built before
symattn was imported.  So a Piecewise is refused when one of its conditions names a symbol that one of its values binds
again.  Folding is the only step by which SymPy lets a bound symbol escape on its own, and it always leaves this trace:
around Piecewise((e, c)) a binder B becomes Piecewise((B(e), c)), so that a symbol of c that has escaped is bound in the
value B(e).  What SymPy does to the cases later – it multiplies, merges and collapses them – drops that binder only
where the value no longer needs it.

Any other symbol that is bound here and free there, or bound again in an inner sum, is harmless, and is read by the rule
of every textbook that the innermost binder counts, as the t of exp(A[i, t])/Sum(exp(A[i, t]), (t, 0, n - 1)).  No
condition has left such a sum, for there is none; and what SymPy puts under a binder – arguments of a function, values
of ``subs`` and ``xreplace`` – has been renamed apart.  That last step leaves no trace in what was built before symattn
was imported; nothing can be told from the result.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sympy import Basic, Expr, FunctionMatrix, Idx, Lambda, Piecewise, Product, S, Sum, Symbol, expand, sympify
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from symattn import errors
from symattn.errors import UnsupportedExpression
from symattn.language.base.dims import is_size
from symattn.language.base.occurrences import bound_symbols, free_parts
from symattn.language.base.traversal import postorder


def as_index(symbol: Any, lower: Any, upper: Any) -> Any:
    """Return what is to be bound as an index from ``lower`` to ``upper``.

    Raise UnsupportedExpression when it is no symbol, when more is declared of it than the range implies, or when it is
    an Idx whose range may not hold all its values.

    >>> as_index(Symbol("t", integer=True), 0, 3)
    t
    >>> as_index(Symbol("t", integer=True, positive=True), 0, 3)
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use t: it runs from 0 to 3, but is declared positive; a bound index is
    Symbol("t", integer=True)
    """
    check_symbol(symbol)
    if isinstance(symbol, Idx):
        if symbol.lower is not None and not (_at_most(symbol.lower, lower) and _at_most(upper, symbol.upper)):
            own = f"{errors.write(symbol.lower)}, …, {errors.write(symbol.upper)}"
            reason = f"it runs from {errors.write(lower)} to {errors.write(upper)}, but its own range is {own}"
            raise UnsupportedExpression(symbol, reason)
    elif beyond := _declared_beyond(symbol, lower):
        mend = f'a bound index is Symbol("{symbol.name}", integer=True)'
        raise UnsupportedExpression(
            symbol, f"it runs from {errors.write(lower)} to {errors.write(upper)}, but is declared {beyond}; {mend}"
        )
    return symbol


def check_symbol(symbol: Any) -> None:
    """Raise UnsupportedExpression unless something is a plain symbol, which can be bound.

    >>> check_symbol(Idx("i"))
    """
    if not isinstance(symbol, Symbol | Idx) or (isinstance(symbol, Idx) and not isinstance(symbol.label, Symbol)):
        reason = 'it cannot be bound; what is bound is a plain symbol, Symbol("s", integer=True), or an Idx'
        raise UnsupportedExpression(symbol, reason)


def _at_most(left: Any, right: Any) -> bool:
    rest = expand(right - left)
    return rest is S.Infinity or is_size(rest + 1)


def _declared_beyond(symbol: Symbol, lower: Any) -> str | None:
    """Return what is declared of a symbol beyond the integers from ``lower`` on."""
    lower = sympify(lower)
    lower = lower.xreplace({index: Symbol("i", integer=True, nonnegative=True) for index in lower.atoms(Idx)})
    sign = "positive" if lower.is_positive else "nonnegative" if lower.is_nonnegative else "integer"
    implied = Symbol("t", **{"integer": True, sign: True}).assumptions0
    declared = symbol.assumptions0
    beyond = sorted(fact for fact, value in declared.items() if implied.get(fact) != value)
    if not beyond:
        return None
    fact = next((fact for fact in ("commutative", "integer", "positive", "nonnegative") if fact in beyond), beyond[0])
    return fact if declared[fact] else f"not {fact}"


def over_limits(node: Sum | Product) -> str:
    """Return what a sum or a product is called."""
    return "product" if isinstance(node, Product) else "sum"


def check_binder(node: Any) -> None:
    """Check what a sum or product, the function of a FunctionMatrix or a function of every entry binds.

    Raise UnsupportedExpression, with the mend.

    >>> from sympy import MatrixSymbol
    >>> a = MatrixSymbol("a", 2, 2)
    >>> check_binder(Sum(a[0, 0], (a[0, 0], 1, 2)))
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use a[0, 0]: it cannot be bound; what is bound is a plain symbol,
    Symbol("s", integer=True), or an Idx
    """
    if isinstance(node, Sum | Product):
        for limit in node.limits:
            if len(limit) != 3:
                raise UnsupportedExpression(node, f"a {over_limits(node)} needs a lower and an upper limit")
            as_index(*limit)
    elif isinstance(node, FunctionMatrix):
        signature = node.lamda.signature
        if len(signature) != 2 or any(not isinstance(part, Expr) for part in signature):
            raise UnsupportedExpression(node, "its function needs two indices, as in Lambda((i, j), …)")
        for symbol, size in zip(signature, node.shape, strict=True):
            as_index(symbol, S.Zero, size - 1)
    elif isinstance(node, ElementwiseApplyFunction):
        _check_function_of_entries(node)


def _check_function_of_entries(node: Any) -> None:
    """Check that a function of every entry takes and gives real numbers: no more may be known of its symbol."""
    function = node.function
    if not function.args:  # λx. x of SymPy
        return
    if len(function.signature) != 1 or getattr(function.expr, "is_Matrix", False):
        raise UnsupportedExpression(node, "it needs a function that takes a number to a number, as in Lambda(x, x**2)")
    symbol = function.variables[0]
    if not isinstance(symbol, Symbol):
        raise UnsupportedExpression(symbol, 'it stands for a real number; write Symbol("x", real=True)')
    real = Symbol("t", real=True).assumptions0
    beyond = sorted(fact for fact, value in symbol.assumptions0.items() if real.get(fact) != value)
    if beyond:
        called = next((fact for fact in ("positive", "negative", "integer") if fact in beyond), beyond[0])
        reason = f'it stands for any real number, but is declared {called}; write Symbol("{symbol.name}", real=True)'
        raise UnsupportedExpression(symbol, reason)


@lru_cache(maxsize=4096)
def check_bound(expression: Basic) -> None:
    """Check by ``check_symbol`` all that is bound by sums and functions of matrices inside an expression.

    >>> check_bound(Sum(Symbol("s"), (Symbol("s"), 0, 3)))
    """
    for node in postorder(expression):
        bound = [limit[0] for limit in node.limits] if isinstance(node, Sum | Product) else []
        for symbol in (*bound, *(node.lamda.signature if isinstance(node, FunctionMatrix) else ())):
            check_symbol(symbol)


def check_definition(node: Basic, value: Basic) -> None:
    """Check that a definition binds no symbol which is free in the object that it defines.

    Raise UnsupportedExpression for such a symbol: the definition was made with the arguments in place, under its
    binders.

    >>> s = Symbol("s", integer=True)
    >>> check_definition(2*s, Sum(s, (s, 0, 3)))
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use 2*s: its definition binds s, which is free in its arguments; rename
    one of the two
    """
    inside = frozenset().union(*map(bound_symbols, postorder(*node.args)))
    bound = frozenset().union(*map(bound_symbols, postorder(value)))
    for symbol in _by_name((bound - inside) & free_parts(node)[node]):
        reason = f"its definition binds {symbol}, which is free in its arguments; rename one of the two"
        raise UnsupportedExpression(node, reason)


def check_escape(node: Basic) -> None:
    """Check that no condition of a Piecewise names a symbol that one of its values binds.

    Raise UnsupportedExpression for such a symbol.

    >>> s = Symbol("s", integer=True)
    >>> check_escape(Piecewise((Sum(s, (s, 0, 3)), s < 2), (0, True)))
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use Piecewise((Sum(s_1, (s_1, 0, 3)), s < 2), (0, True)):
    Sum(s, (s, 0, 3)) binds s, and a condition outside of it speaks of a free s, which SymPy may have let escape;
    rename one of the two
    """
    if not isinstance(node, Piecewise):
        return
    free = free_parts(node)
    named = frozenset().union(*(free[pair.cond] for pair in node.args))
    for inner in postorder(*(pair.expr for pair in node.args)):
        for symbol in _by_name(bound_symbols(inner) & named):
            reason = f"{inner} binds {symbol}, and a condition outside of it speaks of a free {symbol}"
            raise UnsupportedExpression(node, f"{reason}, which SymPy may have let escape; rename one of the two")


def _by_name(symbols: Iterable[Basic]) -> list[Any]:
    return sorted(symbols, key=lambda symbol: (str(getattr(symbol, "name", symbol)), type(symbol).__name__))


def single_variable(function: Any) -> tuple[Any, Any]:
    """Return the symbol and the value of a Lambda of one symbol; raise UnsupportedExpression for any other."""
    if not isinstance(function, Lambda) or len(function.variables) != 1 or len(function.signature) != 1:
        raise UnsupportedExpression(function, "a function of one symbol is needed, as in Lambda(s, …)")
    return function.variables[0], function.expr
