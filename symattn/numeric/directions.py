"""Directions in which exact values are changed: some symbols' entries, and how much of each.

A direction has a value for each symbol that changes, a number or a matrix; moving by t adds t times it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flint import fmpq
from sympy import Basic

from symattn.numeric.exact import ONE, ZERO

Values = dict[Basic, Any]
Direction = dict[Basic, Any]


def units_of(symbol: Any, value: Any) -> Iterator[Direction]:
    """Yield the directions of the entries of a symbol, the last first; of a number its own.

    >>> [int(unit["x"][0][1]) for unit in units_of("x", ((ZERO, ZERO),))]
    [1, 0]
    """
    if not isinstance(value, tuple):
        yield {symbol: ONE}
        return
    rows, columns = len(value), len(value[0])
    for place in reversed(range(rows * columns)):
        entries = iter(range(rows * columns))
        yield {
            symbol: tuple(tuple(ONE if next(entries) == place else ZERO for _ in range(columns)) for _ in range(rows))
        }


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
    """Return value + by·along, of numbers and of matrices."""
    if not isinstance(value, tuple):
        return value + by * along
    return tuple(tuple(x + by * y for x, y in zip(*rows, strict=True)) for rows in zip(value, along, strict=True))
