"""What a theorem about a function is: a name, and a statement about F; and how an expression is made of other matrices.

>>> from sympy import MatrixSymbol
>>> from symattn import RowSoftmax, dims
>>> A = MatrixSymbol("A", *dims("r n"))
>>> doubled = Relation("double", "twice the scores", "", lambda F: (F({A: 2*A}), F({})), (Expression(RowSoftmax(A)),))
>>> doubled.sides()
(RowSoftmax(2*A), RowSoftmax(A))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Symbol, expand, sympify
from sympy.matrices.expressions.matexpr import MatrixExpr

from symattn.deciding.decide import decide
from symattn.deciding.verdict import Verdict
from symattn.errors import UsageError
from symattn.language.base.substitution import substituted
from symattn.language.inspection import declarations

#: A function of matrices that makes an expression.
Function = Callable[..., MatrixExpr]


@dataclass(frozen=True, repr=False)
class Relation:
    """Hold a theorem about a function: what it is called, and the two sides it says are equal.

    ``form`` says of what it is: of attention that is "plain", of queries, keys and values, "masked", of a mask besides,
    "causal", of as many queries as keys, none of which sees a later key; or of another expression. ``functions`` make
    the expressions of which it is proved. ``of`` is what F stands for where a test does not say it.
    """

    name: str
    title: str
    form: str
    statement: Callable[..., tuple[Any, Any]]
    functions: tuple[Function, ...] = ()
    of: Any = None

    def __repr__(self) -> str:
        """Write its name and its title, as pytest shows it beside a failure.

        >>> Relation("key shift", "a shift of all keys changes nothing", "plain", lambda F: F)
        <theorem 'key shift': a shift of all keys changes nothing>
        """
        return f"<theorem {self.name!r}: {self.title}>"

    @property
    def id(self) -> str:
        """The id of the claim in ``proofs/testing/detectors.py``.

        >>> Relation("key shift", "", "plain", lambda F: F).id
        'T.key-shift'
        """
        return f"T.{self.name.replace(' ', '-')}"

    def sides(self) -> tuple[Any, Any]:
        """Return the two sides for the expressions themselves."""
        return self.statement(*self.functions)


@dataclass(frozen=True)
class Expression:
    """Make an expression with other matrices for some of its symbols; the others stay, and so do their sizes."""

    expr: Any

    def __call__(self, changed: Mapping[Any, Any]) -> MatrixExpr:
        declared = declarations(self.expr)
        symbols = list(dict.fromkeys([*changed, *declared.matrices, *declared.masks, *declared.families]))
        return remade(self.expr, symbols, [sympify(changed.get(symbol, symbol)) for symbol in symbols])


_DECIDED: dict[Any, Verdict] = {}


def decided(sides: tuple[Any, Any]) -> Verdict:
    """Decide whether two sides are equal, once."""
    if sides not in _DECIDED:
        _DECIDED[sides] = decide(*sides)
    return _DECIDED[sides]


def remade(expr: Any, symbols: Sequence[Any], arguments: Sequence[Any]) -> Any:
    """Return an expression with other matrices for its symbols; their shapes give the sizes."""
    sizes = sizes_of(symbols, arguments)
    return substituted(expr, {**sizes, **dict(zip(symbols, arguments, strict=True))})


def shape_of(argument: Any) -> tuple[Any, ...]:
    """Return the shape of a matrix, the number of members and their shape of a family, nothing of a number."""
    if hasattr(argument, "member_shape"):
        return (argument.heads, *argument.member_shape)
    return tuple(getattr(argument, "shape", ()))


def sizes_of(symbols: Sequence[Any], arguments: Sequence[Any]) -> dict[Any, Any]:
    """Return the sizes of symbols at the matrices that are put for them; of a sum, the last one unknown.

    Raise UsageError where two arguments say different things of a size.

    >>> from sympy import MatrixSymbol
    >>> from symattn import dims
    >>> n, m, d = dims("n m d")
    >>> sizes_of([MatrixSymbol("K", n, d)], [MatrixSymbol("A", n + m, d)])
    {n: m + n, d: d}
    """
    values: dict[Any, Any] = {}
    sums = []
    for symbol, argument in zip(symbols, arguments, strict=True):
        for size, actual in zip(shape_of(symbol), shape_of(argument), strict=True):
            if not isinstance(size, Symbol):
                sums.append((size, actual))
            elif values.setdefault(size, actual) != actual:
                raise UsageError(f"{size} is {values[size]} and {actual} in F{tuple(arguments)}")
    for size, actual in sums:
        unknown = [symbol for symbol in size.free_symbols if symbol not in values]
        if len(unknown) == 1 and size.coeff(unknown[0]) == 1:
            rest = substituted(size - unknown[0], values)
            values[unknown[0]] = expand(actual - rest)
        elif not unknown and expand(substituted(size, values) - actual) != 0:
            raise UsageError(f"{size} is {substituted(size, values)} and {actual} in F{tuple(arguments)}")
    return values
