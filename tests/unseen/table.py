"""Statements as functions that return what ``decide`` takes: one or two sides, and what is given."""

from collections.abc import Callable
from typing import NamedTuple

from sympy import Le, Lt, MatrixSymbol, Symbol, symbols


class Statement(NamedTuple):
    """A statement, where it comes from, and whether it is true; ``make()`` returns the sides and what is given."""

    source: str
    true: bool
    make: Callable


STATEMENTS: dict[str, Statement] = {}


def true(source):
    """Put the function below on the list as a true statement."""
    return _listed(source, True)


def false(source):
    """Put the function below on the list as a false statement; the comment above it names a counterexample."""
    return _listed(source, False)


def _listed(source, is_true):
    def listed(make):
        STATEMENTS[make.__name__] = Statement(source, is_true, make)
        return make

    return listed


def le(a, b):
    """Return a ≤ b as it stands."""
    return Le(a, b, evaluate=False)


def lt(a, b):
    """Return a < b as it stands."""
    return Lt(a, b, evaluate=False)


def real(names):
    """Return real symbols."""
    return symbols(names, real=True)


def integer(name):
    """Return a bound index of a sum or a product."""
    return Symbol(name, integer=True)


def natural(name):
    """Return a natural number."""
    return Symbol(name, integer=True, nonnegative=True)


def square(names, n):
    """Return n×n matrices."""
    return [MatrixSymbol(name, n, n) for name in names.split()]


def column(names, n):
    """Return columns n×1."""
    return [MatrixSymbol(name, n, 1) for name in names.split()]
