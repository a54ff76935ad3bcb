"""Matrices and sums given by a function of their indices, so that no index has to be declared."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from sympy import Basic, Dummy, FunctionMatrix, Lambda, Sum, Symbol

from symattn.calls import checks_its_call
from symattn.errors import DefinitionError, UnsupportedExpression
from symattn.language.base.accepted import Expression, Size
from symattn.language.base.dims import as_sympy, check_open_size
from symattn.language.base.occurrences import fresh_name, names_in
from symattn.language.base.substitution import substituted


@checks_its_call
def from_entries(rows: Size, columns: Size, entry: Callable[[Symbol, Symbol], Expression]) -> FunctionMatrix:
    """Make the matrix with the entries entry(i, j), for indices that need not be declared.

    The indices are called as the function calls them, or i_1, … where that name is taken inside.

    >>> from symattn.language.base.dims import dims
    >>> n = dims("n")
    >>> from_entries(n, 3, lambda i, j: i + 2*j)
    FunctionMatrix(n, 3, Lambda((i, j), i + 2*j))
    """
    indices, value = at_new_indices(entry, 2)
    return FunctionMatrix(check_open_size(rows), check_open_size(columns), Lambda(indices, value))


@checks_its_call
def sum_over(size: Size, term: Callable[[Symbol], Expression]) -> Sum:
    """Add up term(k) for k = 0, …, size − 1, for an index that need not be declared.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> x = MatrixSymbol("x", dims("n"), 1)
    >>> sum_over(dims("n"), lambda k: x[k, 0]**2)
    Sum(x[k, 0]**2, (k, 0, n - 1))
    """
    (index,), value = at_new_indices(term, 1)
    return Sum(value, (index, 0, check_open_size(size) - 1))


def at_new_indices(function: Callable[..., Any], count: int) -> tuple[tuple[Symbol, ...], Basic]:
    """Return what a function makes of new indices: a function inside may call its own ones alike."""
    if not callable(function):
        raise UnsupportedExpression(function, "entries and terms are given as a function, such as lambda i: …")
    names = list(inspect.signature(function).parameters)
    if len(names) != count:
        raise DefinitionError(f"the function must take {count} {'index' if count == 1 else 'indices'}: {names}")
    places = [Dummy(name, integer=True, nonnegative=True) for name in names]
    value = as_sympy(function(*places))
    taken = names_in(value, but=places)
    indices = []
    for place in places:
        indices.append(Symbol(fresh_name(place.name, taken), integer=True, nonnegative=True))
        taken.add(indices[-1].name)
    return tuple(indices), substituted(value, dict(zip(places, indices, strict=True)))
