"""Symbols for natural numbers: positions and exponents 0, 1, 2, …"""

from __future__ import annotations

from sympy import Dummy, Symbol

from symattn.language.base.dims import is_dim


def is_natural(expression: object) -> bool:
    """Tell whether an expression is a symbol for a natural number that may be 0.

    >>> is_natural(Symbol("j", integer=True, nonnegative=True)), is_natural(Symbol("t", real=True))
    (True, False)
    """
    if not isinstance(expression, Symbol) or isinstance(expression, Dummy) or is_dim(expression):
        return False
    return bool(expression.is_integer and expression.is_nonnegative)


def may_be_zero(expression: object) -> bool:
    """Tell whether an expression is a symbol for whole numbers of which 0 is one: nothing else bounds them.

    >>> may_be_zero(Symbol("j", integer=True, nonnegative=True)), may_be_zero(Symbol("n", integer=True, positive=True))
    (True, False)
    """
    if not isinstance(expression, Symbol) or type(expression) not in (Symbol, Dummy):
        return False
    return bool(expression.is_integer) and expression.is_zero is None
