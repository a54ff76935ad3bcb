"""Directions in which exact values are changed: some symbols' entries, and how much of each.

A direction has a value for each symbol that changes: a number, a matrix or the members of a family.  Moving by t adds t
times it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from flint import fmpq
from sympy import Basic

from symattn.numeric.exact import ONE, ZERO

Values = dict[Basic, Any]
Direction = dict[Basic, Any]
#: Returns values in which what equations give follows the others, or None where there are none.
Follow = Callable[[Values], Values | None]


def units_of(symbol: Any, value: Any) -> Iterator[Direction]:
    """Yield the directions of the entries of a symbol, the last first; of a number its own.

    >>> [int(unit["x"][0][1]) for unit in units_of("x", ((ZERO, ZERO),))]
    [1, 0]
    """
    for unit in _units(value):
        yield {symbol: unit}


def _units(value: Any) -> Iterator[Any]:
    """Yield the units of the entries of a number, a matrix or a tuple of matrices, the last first."""
    if not isinstance(value, tuple):
        yield ONE
        return
    zeros = tuple(map(_zeros, value))
    for place in reversed(range(len(value))):
        for unit in _units(value[place]):
            yield (*zeros[:place], unit, *zeros[place + 1 :])


def _zeros(value: Any) -> Any:
    return tuple(map(_zeros, value)) if isinstance(value, tuple) else ZERO


def moved(values: Values, direction: Direction, by: fmpq) -> Values:
    """Return values moved along a direction, other symbols as they are."""
    return {**values, **{symbol: _sum(values[symbol], along, by) for symbol, along in direction.items()}}


def scaled(direction: Direction, by: fmpq) -> Direction:
    """Return a direction with all its entries multiplied.

    >>> scaled({"x": ONE}, fmpq(-2))
    {'x': -2}
    """
    return {symbol: _sum(along, along, by - 1) for symbol, along in direction.items()}


def _sum(value: Any, along: Any, by: fmpq) -> Any:
    """Return value + by·along, of numbers, of matrices and of tuples of matrices."""
    if not isinstance(value, tuple):
        return value + by * along
    return tuple(_sum(x, y, by) for x, y in zip(value, along, strict=True))
