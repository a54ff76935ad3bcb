"""Blocks and slices: matrices put together of others, and the part of a matrix between two places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import BlockMatrix, Expr, Integer, ZeroMatrix

from symattn.reading.indices import use
from symattn.reading.letters import size_value
from symattn.reading.refusal import Refused
from symattn.reading.sizes import Misfit, Size, unify
from symattn.reading.stage import Stage
from symattn.reading.tree import NONE, Tree
from symattn.reading.values import Value


def blocks(stage: Stage, values: Sequence[Value], rows: int, columns: int) -> Value:
    """Put matrices beside and below each other; a number 0 is a block of zeros."""
    heights, widths = [Size(hint="n") for _ in range(rows)], [Size(hint="d") for _ in range(columns)]
    for size in (*heights, *widths):
        size.may_be_one = True
    for at, value in enumerate(values):
        if value.shape is not None:
            unify(heights[at // columns], value.shape[0])
            unify(widths[at % columns], value.shape[1])
        elif value.text != "0":
            raise Misfit("a number among the blocks of a matrix")
    naming = stage.naming

    def made() -> Any:
        parts = [
            ZeroMatrix(naming.made(heights[at // columns]), naming.made(widths[at % columns]))
            if value.shape is None
            else value.make()
            for at, value in enumerate(values)
        ]
        return BlockMatrix([parts[row * columns : (row + 1) * columns] for row in range(rows)])

    return Value((_total(heights), _total(widths)), made, "the matrix")


def _total(sizes: Sequence[Size]) -> Size:
    if len(sizes) == 1:
        return sizes[0]
    total: Expr = Integer(0)
    for size in sizes:
        known = size.known()
        if known is None:
            raise Refused("the blocks of a matrix need declared shapes: [shapes]")
        total += known
    return Size(total, may_be_one=True)


def part(stage: Stage, value: Value, ranges: Sequence[Tree]) -> Value:
    """Return the part of a matrix in the rows and columns that are named: X_{i, :}, X_{:n, :}."""
    if value.is_number or len(ranges) != 2:
        raise Refused("a part of a matrix has rows and columns")
    bounds = [_bounds(stage, each, size) for each, size in zip(ranges, value.sides, strict=True)]

    def made() -> Any:
        ends = [(low(), high()) for low, high, _ in bounds]
        return value.make()[ends[0][0] : ends[0][1], ends[1][0] : ends[1][1]]

    return Value((bounds[0][2], bounds[1][2]), made)


def _bounds(stage: Stage, tree: Tree, size: Size) -> tuple[Any, Any, Size]:
    naming = stage.naming
    if tree.kind != "slice":
        place = stage.place(tree)
        use(place, size)
        return lambda: place.make(naming), lambda: place.make(naming) + 1, Size(Integer(1), may_be_one=True)
    low, high = tree.kids
    if low is NONE and high is NONE:
        return lambda: Integer(0), lambda: naming.made(size), size
    if stage.conventions.first != 0:
        raise Refused("does a slice count from 0, and to the last or before it? first = 0")
    first: Expr | None = Integer(0) if low is NONE else size_value(stage, low)
    last = size.known() if high is NONE else size_value(stage, high)
    if first is None or last is None:
        raise Refused("where a slice begins or ends is not read")
    return lambda: first, lambda: last, Size((last - first).expand(), may_be_one=True)
