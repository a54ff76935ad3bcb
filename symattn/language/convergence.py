"""The proposition that a function of a real number has a limit at infinity."""

from __future__ import annotations

from typing import Any, Self

from sympy import Basic, Expr, Lambda, Limit, Symbol, Tuple, oo

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Number
from symattn.language.base.derivatives import varied
from symattn.language.base.occurrences import fresh_name, renamed
from symattn.language.base.shapes import shape_of
from symattn.language.base.substitution import substituted
from symattn.language.base.traversal import postorder
from symattn.language.distinct import PLAIN
from symattn.language.inspection import free_atoms
from symattn.language.propositions import INSTEAD, Proposition, as_expression

WHERE = "a limit is that of a function of a real number t at oo, as Limit(f, t, oo); write a limit at 0 with 1/t for t"


class Converges(Proposition):
    """State that f(t) has the limit L for t → ∞: for each ε > 0 there is a T with |f(t) − L| < ε for all t ≥ T.

    ``Equation(Limit(f, t, oo), L)`` is this statement. Here f and L are real numbers, and L does not depend on t.
    Source: Rudin, *Principles of Mathematical Analysis*, 4.33.

    >>> t = Symbol("t", real=True)
    >>> Converges(1/t, t, 0)
    1/t → 0 for t → ∞
    """

    def __new__(cls, function: Expr | Lambda, symbol: Symbol | Expr, limit: Expr | None = None) -> Self:
        if limit is None and isinstance(function, Lambda):
            (bound,), (body,), limit = function.variables, function.expr, symbol
        else:
            bound, body = symbol, function
        body, limit = as_expression(body), as_expression(limit)
        if type(bound) is not Symbol or bound.assumptions0 != PLAIN[1]:
            raise UnsupportedExpression(bound, WHERE)
        if shape_of(body) or shape_of(limit):
            raise UnsupportedExpression(body, "a limit is that of a number; of a matrix, take an entry at a free index")
        if bound in free_atoms(limit):
            raise UnsupportedExpression(limit, f"the limit does not depend on {bound}")
        if any(varied(node) is not None for node in postorder(body)):
            raise UnsupportedExpression(body, "a limit of a derivative is not spoken of")
        return Basic.__new__(cls, Lambda((bound,), Tuple(body)), limit)  # λt. t alone is no Lambda of SymPy

    @property
    def symbol(self) -> Symbol:
        """The number that becomes large."""
        return self.args[0].variables[0]

    @property
    def function(self) -> Expr:
        """What is said to have a limit."""
        return self.args[0].expr[0]

    @property
    def limit(self) -> Expr:
        """The limit."""
        return self.args[1]

    def at(self, value: Number) -> Expr:
        """Return the function at a value of its symbol."""
        return substituted(self.function, {self.symbol: value})

    def apart_from(self, *others: Basic) -> tuple[Symbol, Expr]:
        """Return the symbol and the function, renamed where it has the name of a free symbol here or in the others."""
        taken = {str(atom.name) for atom in free_atoms(self, *others)}
        symbol = renamed(self.symbol, fresh_name(str(self.symbol.name), taken))
        return symbol, self.at(symbol)

    def _sympystr(self, printer: Any) -> str:
        return limit_text(self, printer, "{} → {} for {} → ∞")


def limit_text(node: Converges, printer: Any, form: str) -> str:
    """Write a limit by a printer, its symbol renamed where its name is taken."""
    from symattn.language.base.naming import bound_in

    with bound_in(printer, [node.symbol], node.function):
        said, symbol = printer._print(node.function), printer._print(node.symbol)
    return form.format(said, printer._print(node.limit), symbol)


def _of_equation(lhs: Any, rhs: Any) -> Converges | None:
    """Return an equation of which a side is a limit as what it states; None for any other."""
    for limit, value in ((lhs, rhs), (rhs, lhs)):
        if isinstance(limit, Limit):
            function, symbol, place, _ = limit.args
            if place != oo:
                raise UnsupportedExpression(limit, WHERE)
            return Converges(function, symbol, value)
    return None


INSTEAD.append(_of_equation)
