"""Statements about all values of a symbol: no two positions have the same value, or a sequence is periodic.

The symbol is a natural number, declared with integer=True and nonnegative=True, a real number, or an index; the
statement speaks of all its values, so that it is bound there.  A matrix is compared as a whole.
"""

from __future__ import annotations

from typing import Any, Self

from sympy import Basic, Dummy, Expr, Idx, MatrixExpr, Ne, Symbol
from sympy.core.relational import Relational

from symattn.errors import UnsupportedExpression
from symattn.language.base.accepted import Argument, Expression, Number, Statement
from symattn.language.base.complex_numbers import speaks_of_complex
from symattn.language.base.dims import as_sympy
from symattn.language.base.naturals import is_natural
from symattn.language.base.shapes import shape_of
from symattn.language.base.substitution import substituted
from symattn.language.encodings import as_real
from symattn.language.propositions import Equation, Proposition, as_expression, as_proposition

PLAIN = tuple(Symbol("t", **kind).assumptions0 for kind in ({"integer": True, "nonnegative": True}, {"real": True}))


def as_argument(symbol: Any) -> Any:
    """Return a symbol whose values a statement compares; raise UnsupportedExpression for any other expression.

    It stands for all natural numbers or for all real ones, so nothing else may be declared of it.
    """
    symbol = as_sympy(symbol)
    if not isinstance(symbol, Symbol) or isinstance(symbol, Dummy | Idx) or symbol.assumptions0 not in PLAIN:
        raise UnsupportedExpression(symbol, "a symbol for all natural numbers or all real numbers is needed")
    return symbol


class OfSymbol(Proposition):
    """State something of the values that an expression takes at all values of a symbol."""

    def __new__(cls, expression: Expression, symbol: Symbol) -> Self:
        return Basic.__new__(cls, as_expression(expression), as_argument(symbol))

    @property
    def expression(self) -> Expr | MatrixExpr:
        """The expression."""
        return self.args[0]

    @property
    def symbol(self) -> Symbol:
        """The symbol, which stands for all its values here."""
        return self.args[1]

    def at(self, value: Argument) -> Expr | MatrixExpr:
        """Return the expression at a value of the symbol."""
        return substituted(self.expression, {self.symbol: as_sympy(value)})


class Injective(OfSymbol):
    """State that an expression is different at different values of a symbol.

    Source: Ganev, Notes on Attention and Positional Encodings, Definition 3.1 (evaluation points).

    >>> from symattn.language.base.dims import dims
    >>> from symattn.language.words.encodings import SinusoidalVector
    >>> t = Symbol("t", integer=True, nonnegative=True)
    >>> Injective(SinusoidalVector(t, 2*dims("h")), t)
    Injective(SinusoidalVector(t, 2*h), t)
    """


class Periodic(OfSymbol):
    """State that an expression has a period: some p > 0 with the same values at t and t + p, for all t.

    >>> from sympy import sin
    >>> t = Symbol("t", real=True)
    >>> Periodic(sin(t), t)
    Periodic(sin(t), t)
    """


class LeastPeriod(OfSymbol):
    """State that p > 0 is a period of an expression and that no smaller positive number is one.

    >>> from sympy import pi, sin
    >>> t = Symbol("t", real=True)
    >>> LeastPeriod(sin(t), t, 2*pi).period
    2*pi
    """

    def __new__(cls, expression: Expression, symbol: Symbol, period: Number) -> Self:
        symbol, period = as_argument(symbol), as_real(period, "a period")
        if is_natural(symbol):
            raise UnsupportedExpression(symbol, "the least period is that of a function of all real numbers")
        if symbol in period.free_symbols:
            raise UnsupportedExpression(period, f"a period does not depend on {symbol}")
        return Basic.__new__(cls, as_expression(expression), symbol, period)

    @property
    def period(self) -> Expr:
        """The least period."""
        return self.args[2]


class Fails(Proposition):
    """State that a proposition does not hold, such as an equation of matrices. Of two numbers it states the opposite.

    ``Fails(Invertible(A))``, ``Fails(Injective(e, t))`` (two members are alike) and ``Fails(Periodic(e, t))`` (the
    sequence never comes back) are among the propositions that it takes. It may be claimed and given.

    >>> from sympy import MatrixSymbol, Symbol
    >>> A, x = MatrixSymbol("A", 2, 2), Symbol("x", real=True)
    >>> Fails((A, A.T)), Fails(x <= 1)
    (Fails(A = A.T), x > 1)
    """

    def __new__(cls, proposition: Statement) -> Basic:
        proposition = as_proposition(proposition)
        if speaks_of_complex(proposition):
            raise UnsupportedExpression(proposition, "that complex numbers differ is written Ne(…)")
        if isinstance(proposition, Equation) and shape_of(proposition.lhs) == ():
            return Ne(*proposition.args, evaluate=False)
        if isinstance(proposition, Relational):
            return as_proposition(proposition.negated)
        return Basic.__new__(cls, proposition)

    @property
    def proposition(self) -> Basic:
        """What does not hold."""
        return self.args[0]

    def claimed_beside(self, *given: Basic) -> tuple[Basic, tuple[Basic, ...]]:
        denied = getattr(self.proposition, "denied_beside", None)  # of an Exists: it fails for all values
        return (self, ()) if denied is None else denied(*given)
