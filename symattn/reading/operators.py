"""Operators that a note defines on lists: a_i • a_j = [M_i M_j, X_i M_j + X_j], where a_t = [M_t, X_t] was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symattn.reading.names import LABELS, PLACES, is_letter
from symattn.reading.tree import NONE, Tree, replaced, values_in

Parts = tuple[Tree, ...]


@dataclass(frozen=True)
class Listed:
    """Hold what a list such as a_t = [M_t, X_t] says: its index and its parts."""

    index: Tree
    parts: Parts

    def at(self, index: Tree) -> Parts:
        """Return the parts at another index."""
        return tuple(replaced(part, [(self.index, index)]) for part in self.parts)


def listed(left: Tree, right: Tree) -> tuple[Tree, Listed] | None:
    """Return the letter of which an equation says that it is a list, and the list; None for any other equation."""
    is_list = right.kind == "group" and right.value in ("[", "(") and len(right.kids) > 1
    index = _index(left)
    return (left.kids[0], Listed(index, right.kids)) if index is not None and is_list else None


def associated(left: Tree, right: Tree, known: Mapping[Tree, Listed]) -> tuple[tuple[Tree, Tree], ...]:
    """Return both sides of (a • b) • c = a • (b • c), part by part; nothing where no operator is defined on lists."""
    places = [each for kid in left.kids if (each := _index(kid)) is not None] if left.kind == "op" else []
    if len(set(places)) != 2 or left.kids[0].kids[0] != left.kids[1].kids[0]:
        return ()
    own = known.get(left.kids[0].kids[0])
    if own is None or right.kind != "group" or len(own.parts) != len(right.kids):
        return ()
    one, two = map(own.at, places)
    three = own.at(Tree("name", min(PLACES - LABELS - values_in(left, right))))

    def both(first: Sequence[Tree], second: Sequence[Tree]) -> Parts:
        values = [Tree("group", "(", (each,)) for each in (*first, *second)]
        meant = list(zip((*one, *two), values, strict=True))
        return tuple(replaced(part, meant) for part in right.kids)

    return tuple(zip(both(both(one, two), three), both(one, both(two, three)), strict=True))


def _index(tree: Tree) -> Tree | None:
    """Return the index of a letter that has nothing else."""
    is_one = tree.kind == "script" and tree.kids[2] is NONE and is_letter(tree.kids[0]) and is_letter(tree.kids[1])
    return tree.kids[1] if is_one else None
