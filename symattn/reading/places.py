"""Places: the trees that stand as indices, or at the end of a sum, and the size that each lies in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from symattn.reading.indices import Index, Place, never_negative
from symattn.reading.letters import size_value
from symattn.reading.names import is_letter, plain_name
from symattn.reading.refusal import Refused
from symattn.reading.sizes import Size
from symattn.reading.stage import Stage
from symattn.reading.tree import Tree, walk
from symattn.reading.values import as_number

#: Stands for the number of indices of a name that is itself a free index.
FREE = -1_000_000


class Places(Stage):
    """Read trees as places."""

    def _place_of(self, tree: Tree) -> Place | None:
        """Return the place that a tree is: a number, an index with a number added, the end of a size; else None."""
        first = self.conventions.first
        if tree.kind == "num" and tree.value.isdecimal():
            return Place(plus=int(tree.value) - first)
        name, times, plus = linear(tree)
        if name is None or (times > 1 and self._is_size(Tree("name", name))):
            return self._among_sizes(tree)
        if times > 1:
            place = self._place_of(Tree("name", name))
            return place.taken(times, first).moved(plus) if place is not None and place.index is not None else None
        bound = self.find_bound(name)
        if bound is not None:
            return bound.place.moved(plus) if bound.place is not None else None
        if self._is_size(Tree("name", name)):
            return Place(end=self._size_of_letter(name), plus=plus + 1 - first)
        if self.scope.is_index(name, "") or name in self.subscripts:
            return Place(self.free_index(name)).moved(plus)
        return None

    def _is_size(self, tree: Tree) -> bool:
        """Tell whether a tree is made of sizes, which are no indices here, and of numbers."""
        names, scope = {each.value for each in walk(tree, "name")}, self.scope
        taken = scope.index_letters | self.indices.keys() | {key for layer in self.bound for key in layer}
        return bool(names) and names <= scope.sizes - taken and not any(map(scope.declares, names))

    def _among_sizes(self, tree: Tree) -> Place | None:
        """Return the place that 2h − 2 is, made of sizes, or p + i, an index and sizes; None for all else."""
        parts = list(zip(tree.value, tree.kids, strict=True)) if tree.kind == "add" else [("+", tree)]
        sizes = [each for each in parts if self._is_size(each[1])]
        rest = [each for each in parts if each not in sizes]
        offset = size_value(self, _added(sizes)) if sizes else None
        numbers = [int(f"{sign}{kid.value}") for sign, kid in rest if _is_natural(kid)]
        if offset is None:
            return None
        if len(numbers) < len(rest):
            place = self._place_of(_added(rest))
            return place if place is None or place.index is None else replace(place, offset=place.offset + offset)
        size = (offset + sum(numbers) + 1 - self.conventions.first).expand()
        return Place(end=Size(size, may_be_one=True)) if never_negative(size - 1) else None

    def _last(self, tree: Tree) -> Place:
        """Return the last place of a sum: at an index, at a number, or at the end of a size."""
        place = self._place_of(tree)
        if place is not None:
            return place
        name, plus = letter_plus(tree)
        first = self.conventions.first
        if name is None:
            letters = {each.value for each in walk(tree, "name")}
            is_size = not any(self.find_bound(each) or each in self.subscripts for each in letters)
            size = size_value(self, tree) if is_size else None
            if size is None:
                raise Refused("where the sum ends is not read")
            return Place(end=Size((size + 1 - first).expand(), may_be_one=True))
        return Place(end=self._size_of_letter(name), plus=plus + 1 - first)

    def _size_of_letter(self, name: str) -> Size:
        if (name, 0) in self.letters:
            raise Refused(f"{name} is a size here, and something else elsewhere")
        return Size(self.size_named(name), hint=plain_name(name))

    def place(self, tree: Tree, what: str = "an index is") -> Place:
        """Return the place that a tree is; raise Refused for what is none."""
        place = self._place_of(tree)
        if place is None:
            raise Refused(f"{what} a place that is not read")
        return place

    def free_index(self, name: str) -> Index:
        """Return the index that a letter is in this statement."""
        if name not in self.indices:
            self.indices[name] = Index(self.name(name, FREE))
        return self.indices[name]

    def _index_number(self, index: Tree) -> Callable[[], Any]:
        place = self._place_of(index)
        if place is not None:
            return self.at(place, self.conventions.first).make
        return as_number(self.read(index)).make  # a definition may take any number


def _added(parts: Sequence[tuple[str, Tree]]) -> Tree:
    signs, kids = zip(*parts, strict=True)
    return kids[0] if signs == ("+",) else Tree("add", "".join(signs), kids)


def letter_plus(tree: Tree) -> tuple[str | None, int]:
    """Return the letter and the number of t − 1, i, j + 2; None for anything else."""
    name, times, plus = linear(tree)
    return (name, plus) if times == 1 else (None, 0)


def linear(tree: Tree) -> tuple[str | None, int, int]:
    """Return the letter of 2i + 1, how often it is taken, and what is added; None for anything else."""
    if is_letter(tree):
        return tree.value, 1, 0
    if tree.kind == "group" and len(tree.kids) == 1:
        return linear(tree.kids[0])
    kids = [kid for kid in tree.kids if kid.kind != "dot"]
    if tree.kind == "juxt" and len(kids) == 2 and _is_natural(kids[0]) and is_letter(kids[1]):
        return kids[1].value, int(kids[0].value), 0
    if tree.kind == "add" and tree.value[0] == "+" and all(map(_is_natural, kids[1:])):
        name, times, plus = linear(kids[0])
        signs = zip(tree.value[1:], kids[1:], strict=True)
        return name, times, plus + sum(int(kid.value) * (1 if sign == "+" else -1) for sign, kid in signs)
    return None, 0, 0


def _is_natural(tree: Tree) -> bool:
    return tree.kind == "num" and tree.value.isdecimal()
