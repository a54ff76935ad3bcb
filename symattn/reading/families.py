"""Families of matrices: as arguments of words, below or beside each other, and the blocks of a matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Expr

from symattn.primitives.heads.word import HeadBlock, HeadConcat, HeadFamily, HeadStack
from symattn.reading.indices import Index, Place
from symattn.reading.letters import family_of, size_of
from symattn.reading.names import is_letter
from symattn.reading.refusal import Refused
from symattn.reading.sizes import Size
from symattn.reading.stage import Stage
from symattn.reading.tree import NONE, Tree
from symattn.reading.values import Value, lift, number

#: What stands before a range and a member → the word.
JOINED = {"stack": HeadStack, "concat": HeadConcat}


def joined(word: str, value: Value, size: Size, limits: Callable[[], tuple[Any, Any, Any]]) -> Value:
    """Return the members of a family below, or beside, each other."""
    if value.is_number:
        raise Refused(f"{word} of numbers is not read")
    rows, columns = value.sides
    whole = Size(_known(size) * _known(rows if word == "stack" else columns), may_be_one=True)
    shape = (whole, columns) if word == "stack" else (rows, whole)
    return lift(shape, lambda member: JOINED[word](HeadFamily(member, limits())), value, text="the matrix")


def block(stage: Stage, value: Value, index: Tree) -> Value:
    """Return the h-th of the blocks of rows of a matrix, as many as h has places."""
    place = stage.place(index)
    if place.index is None or place != Place(place.index) or value.is_number:
        raise Refused("which block is not read")
    rows, columns = value.sides
    count = place.index.stop or place.index.size
    times = _known(count)
    height = (_known(rows) / times).expand()
    if not height.is_polynomial():
        raise Refused(f"{rows} rows are not cut into {count} blocks")
    shape = Size(height, may_be_one=True), columns
    return lift(shape, HeadBlock, value, stage.at(place), number(times), text="a block")


def is_block(tree: Tree) -> bool:
    """Tell whether a tree is one block of a matrix: W_{[h]}."""
    sub = tree.kids[1] if tree.kind == "script" else NONE
    return is_letter(sub.within("["))


def is_by_entries(tree: Tree) -> bool:
    """Tell whether brackets hold the entries of a matrix: (x_i y_j)_{i < n, j < m}."""
    _, below, above = tree.scripts
    parts = below.kids if below.kind == "list" and above is NONE else ()
    return len(parts) == 2 and all(
        part.kind == "rel" and part.value == "<" and is_letter(part.kids[0]) for part in parts
    )


def family(stage: Stage, tree: Tree) -> Value | None:
    """Return the family that an argument of a word is, a name or (…)_{h < H}; None for anything else."""
    base, sub, sup = tree.scripts
    if base.kind == "group" and sub.kind == "rel" and sub.value == "<" and is_letter(sub.kids[0]) and sup is NONE:
        index = Index(sub.kids[0].value, size_of(stage, sub.kids[1]), is_bound=True)
        with stage.binding(index):
            member = stage.read(base)
        last = stage.at(Place(end=index.size))
        return lift(
            None, lambda body, at, end: HeadFamily(body, (at, 0, end)), member, stage.at(index), last, text="a family"
        )
    key = stage.bare(tree)
    is_family = (key, 1) in stage.scope.declared and (key, 0) not in stage.scope.declared
    return Value(None, lambda: family_of(stage, key), key) if is_family else None


def _known(size: Size) -> Expr:
    known = size.known()
    if known is None:
        raise Refused("families below or beside each other need declared shapes: [shapes]")
    return known
