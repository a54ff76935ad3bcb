"""Entries: a matrix that is given by what stands at each of its places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import FunctionMatrix, Lambda, Symbol

from symattn.reading.indices import Index
from symattn.reading.letters import oriented, size_of
from symattn.reading.names import is_letter, plain_name
from symattn.reading.refusal import Refused
from symattn.reading.scope import Definition
from symattn.reading.sizes import Size, literal, unify
from symattn.reading.stage import Bound, Stage
from symattn.reading.tree import Tree
from symattn.reading.values import Value, as_number, lift

#: Read the right side of a definition with some names bound.
Read = Callable[[dict[str, Bound]], Value]


def by_entries(stage: Stage, read: Callable[[Tree], Value], tree: Tree) -> Value:
    """Read (x_i y_j)_{i < n, j < m}, whose entries are counted from 0."""
    group, below, _ = tree.kids
    if stage.conventions.first != 0:
        raise Refused("does i < n count from 0? first = 0")
    indices = [_counted(stage, part.kids[0].value, size_of(stage, part.kids[1])) for part in below.kids]
    with stage.binding(*indices):
        entry = as_number(read(group))
    return _made(stage, indices, entry)


def of_entries(stage: Stage, definition: Definition, read: Read) -> Value | None:
    """Read the x of x_i = …, the A of A_{ij} = …, or f(x) of f(x)_i, by these entries; None where they are no numbers.

    That a letter of which nothing is declared is made of its entries is assumed.
    """
    is_call = definition.arguments is not None
    said = stage.scope.declared.get((definition.key, 0)) if not is_call else None
    name, letters = plain_name(definition.key), [place.value for place in definition.places if is_letter(place)]
    is_plain = len(letters) == len(definition.places) == len({*letters}) and len(letters) in (1, 2)
    if not is_plain or not definition.is_read:
        return None
    if said is not None and len(said.sizes) != len(letters):
        return None
    places = [_counted(stage, letter, Size(hint="n", of=name)) for letter in letters]
    entry = read({letter: stage.bound_index(place) for letter, place in zip(letters, places, strict=True)})
    if not entry.is_number or not all(place.is_used for place in places):
        return None
    for place, tree in zip(places, () if said is None else said.sizes, strict=False):
        unify(place.size, size_of(stage, tree))
    if said is None and not is_call:
        stage.assume(f"{name} has the entries of line {definition.line}")
    if len(places) == 1:
        first, second = oriented(stage, places[0].size)
        other = _counted(stage, "1", literal(1))
        places = [other, *places] if first.is_one and not second.is_one else [*places, other]
    return _made(stage, places, entry)


def along(stage: Stage, letter: str, read: Callable[[], Value]) -> Value | None:
    """Return the column of what a term is at each place of an index; None where that says not where it ends."""
    place = _counted(stage, letter, Size(hint="n"))
    with stage.binding(place):
        entry = read()
    return _made(stage, [place, _counted(stage, "1", literal(1))], entry) if place.is_used else None


def _made(stage: Stage, indices: list[Index], entry: Value) -> Value:
    one, other = (index.size for index in indices)

    def made(body: Any) -> Any:
        rows, columns = map(stage.naming.made, (one, other))
        return FunctionMatrix(rows, columns, Lambda(tuple(each.make(stage.naming) for each in indices), body))

    return lift((one, other), made, entry, text="the matrix")


def _counted(stage: Stage, name: str, size: Size) -> Index:
    """Return the index of the rows, or of the columns, of a matrix that is given by its entries."""
    stage.sums += 1
    symbol = Symbol(stage.name(name, -stage.sums), integer=True, nonnegative=True)
    return Index(name, size, is_bound=True, symbol=symbol)
