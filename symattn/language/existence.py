"""Propositions that there are values of some symbols with which statements hold."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self, TypeAlias

from sympy import And, Basic, Idx, Lambda, MatrixSymbol, Symbol, Tuple
from sympy.core.relational import Relational

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Statement
from symattn.language.base.complex_numbers import speaks_of_complex
from symattn.language.base.derivatives import varied
from symattn.language.base.dims import as_sympy
from symattn.language.base.occurrences import fresh_name, renamed
from symattn.language.base.substitution import substituted
from symattn.language.base.symbols import IndexMap
from symattn.language.base.traversal import postorder
from symattn.language.distinct import PLAIN, Fails
from symattn.language.inspection import free_atoms
from symattn.language.propositions import Equation, Proposition, as_proposition
from symattn.language.quantified import ForAll, check_range

#: What a symbol that is to be found may be, as a type and in words.
ToFind: TypeAlias = Symbol | Idx | MatrixSymbol
KINDS = "a real number, a natural number, an index with its range, a matrix, or a map of places"


class Exists(Proposition):
    """State that there are values of some symbols with which a statement holds, or several statements together.

    A symbol is a real number, a natural number, an index with its range, a matrix of any shape, or an IndexMap; it is
    bound here, whatever it stands for elsewhere. The statements are equations, inequalities and `ForAll`, in a list
    where there are several, or a function of the symbols that returns these. Raise UnsupportedExpression for anything
    else.

    >>> from symattn.language.base.dims import dims
    >>> n, r = dims("n r")
    >>> x, a = Symbol("x", real=True), Symbol("a", real=True)
    >>> Exists(x, [x > 0, Equation(x**2, a)])
    x > 0 and x**2 = a for some x
    >>> X, U, V = MatrixSymbol("X", n, n), MatrixSymbol("U", n, r), MatrixSymbol("V", r, n)
    >>> Exists((U, V), lambda U, V: Equation(X, U*V))
    X = U*V for some U, V
    """

    def __new__(
        cls,
        symbols: ToFind | Iterable[ToFind] | Lambda,
        statement: Statement | list[Statement] | Callable[..., Statement | list[Statement]] = (),
    ) -> Self:
        if isinstance(symbols, Lambda):
            symbols, statement = symbols.variables, list(symbols.expr)
        bound = tuple(map(as_sympy, symbols if isinstance(symbols, tuple | list | Tuple) else (symbols,)))
        if inspect.isfunction(statement):
            statement = statement(*bound)
        parts = tuple(map(as_proposition, _listed(statement)))
        if len(parts) == 1 and isinstance(parts[0], Exists):
            bound, parts = (*bound, *parts[0].symbols), parts[0].statements
        _check(bound, parts)
        return Basic.__new__(cls, Lambda(bound, Tuple(*parts)))

    @property
    def symbols(self) -> tuple[ToFind, ...]:
        """The symbols of which there are values."""
        return tuple(self.args[0].signature)

    @property
    def statements(self) -> tuple[Basic, ...]:
        """What holds of them."""
        return tuple(self.args[0].expr)

    def apart_from(self, *others: Basic) -> tuple[tuple[ToFind, ...], tuple[Basic, ...]]:
        """Return the symbols, those of a name that is free here or in the others renamed, and what is said of them."""
        taken = {str(atom.name) for atom in free_atoms(self, *others)}
        put: dict[Basic, Basic] = {}
        for symbol in self.symbols:
            name = fresh_name(str(symbol.name), taken)
            taken.add(name)
            put[symbol] = symbol if name == str(symbol.name) else renamed(symbol, name)
        put = {symbol: new for symbol, new in put.items() if new != symbol}
        return tuple(put.get(s, s) for s in self.symbols), self.at(put)

    def given_beside(self, *others: Basic) -> tuple[Basic, ...]:
        """Return what is given in its place: what is stated, of new symbols.

        >>> x, a = Symbol("x", real=True), Symbol("a", real=True)
        >>> Exists(x, Equation(x**2, a)).given_beside(x > a)
        (x_1**2 = a,)
        """
        return self.apart_from(*others)[1]

    def denied_beside(self, *given: Basic) -> tuple[Basic, tuple[Basic, ...]]:
        """Return what is claimed where it is said to fail, and what is given for that: of all values of new symbols.

        >>> x, a = Symbol("x", real=True), Symbol("a", real=True)
        >>> Exists(x, [x > 0, Equation(x**2, a)]).denied_beside()
        (Ne(x**2, a), (x > 0,))
        """
        *premises, last = self.apart_from(*given)[1]
        return Fails(last), tuple(premises)

    def at(self, values: Mapping[Basic, Basic]) -> tuple[Basic, ...]:
        """Return what is stated of some values of the symbols."""
        return tuple(put_into(stated, values) for stated in self.statements)

    def _sympystr(self, printer: Any) -> str:
        return exists_text(self, printer, " and ", "{} for some {}", "{} < {}")


def put_into(stated: Any, values: Any) -> Basic:
    """Return a statement with values in place of symbols; SymPy evaluates no relation."""
    if isinstance(stated, Relational):
        return stated.func(*(substituted(side, values) for side in stated.args), evaluate=False)
    return substituted(stated, values)


def exists_text(node: Exists, printer: Any, joint: str, form: str, ranged: str) -> str:
    """Write the statements and their symbols by a printer, each symbol renamed where its name is taken."""
    from symattn.language.base.naming import bound_in

    sizes = [symbol.upper + 1 for symbol in node.symbols if isinstance(symbol, Idx)]
    with bound_in(printer, node.symbols, *node.statements, *sizes):
        names = [
            ranged.format(printer._print(s), printer._print(s.upper + 1)) if isinstance(s, Idx) else printer._print(s)
            for s in node.symbols
        ]
        return form.format(joint.join(map(printer._print, node.statements)), ", ".join(names))


def _listed(statement: Any) -> tuple[Any, ...]:
    """Return the statements of a list, or the parts of an And; a pair of sides is one statement."""
    if isinstance(statement, And):
        return tuple(part for each in statement.args for part in _listed(each))
    several = isinstance(statement, list | Tuple) or (
        isinstance(statement, tuple) and all(isinstance(part, Proposition | Relational) for part in statement)
    )
    return tuple(part for each in statement for part in _listed(each)) if several else (statement,)


def _check(symbols: tuple[Any, ...], parts: tuple[Basic, ...]) -> None:
    """Raise UnsupportedExpression unless some symbols can be bound in some statements."""
    for symbol in symbols:
        if isinstance(symbol, Idx):
            check_range(symbol)
        elif type(symbol) not in (MatrixSymbol, IndexMap) and not (
            type(symbol) is Symbol and symbol.assumptions0 in PLAIN
        ):
            raise UnsupportedExpression(symbol, f"Exists speaks of {KINDS}; state a sign beside the statement")
    if not symbols or not parts or len({str(symbol.name) for symbol in symbols}) < len(symbols):
        raise UnsupportedExpression(Tuple(*symbols), "Exists binds one symbol or several of different names")
    for part in parts:
        if not isinstance(part, Equation | Relational | ForAll) or speaks_of_complex(part):
            raise UnsupportedExpression(part, "Exists speaks of equations, inequalities and ForAll of real numbers")
        if any(varied(node) is not None for node in postorder(part)):
            raise UnsupportedExpression(part, "Exists does not speak of derivatives")
