"""Places: the trees that stand as indices, or at the end of a sum, and the size that each lies in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sympy import Integer

from symattn.language.base.dims import is_dim
from symattn.reading.indices import Index, Place, never_negative
from symattn.reading.letters import size_value
from symattn.reading.names import is_letter, is_natural, letter_plus, plain_name
from symattn.reading.refusal import Refused
from symattn.reading.sizes import Size
from symattn.reading.stage import Stage
from symattn.reading.tree import NONE, Tree, walk
from symattn.reading.values import as_number

#: Stands for the number of indices of a name that is itself a free index.
FREE = -1_000_000


class Places(Stage):
    """Read trees as places."""

    def _place_of(self, tree: Tree) -> Place | None:
        """Return the place that a tree is: a sum of numbers, sizes and an index, or a multiple of one; else None."""
        first, plus, offset, others = self.conventions.first, 0, Integer(0), list[Tree]()
        for sign, kid in zip(tree.value, tree.kids, strict=True) if tree.kind == "add" else [("+", tree)]:
            size = size_value(self, kid) if self._is_size(kid) else None
            if is_natural(kid):
                plus += int(f"{sign}{kid.value}")
            elif size is not None:
                offset += size if sign == "+" else -size
            elif sign == "+":
                others.append(kid)
            else:
                return None
        if others:
            place = self._index_at(others[0]) if len(others) == 1 else None
            is_known = place is not None and (place.index is not None or not offset)
            return replace(place.moved(plus), offset=place.offset + offset) if place is not None and is_known else None
        if not offset:
            return Place(plus=plus - first)
        if is_dim(offset):
            return Place(end=Size(offset, hint=str(offset)), plus=plus + 1 - first)
        size = (offset + plus + 1 - first).expand()
        return Place(end=Size(size, may_be_one=True)) if never_negative(size - 1) else None

    def _index_at(self, tree: Tree) -> Place | None:
        """Return the place of an index, or of a multiple of one, 2i; None for anything else."""
        if tree.kind == "group" and len(tree.kids) == 1:
            return self._place_of(tree.kids[0])
        times, letter = "1", tree
        if tree.kind == "juxt":
            kids = [kid for kid in tree.kids if kid.kind != "dot"]
            times, letter = (kids[0].value, kids[1]) if len(kids) == 2 and is_natural(kids[0]) else ("", NONE)
        if not is_letter(letter):
            return None
        bound = self.find_bound(letter.value)
        place = bound.place if bound is not None else None
        is_index = self.scope.is_index(letter.value, "") and self.scope.kind(letter.value) in ("", "natural")
        if bound is None and (is_index or letter.value in self.subscripts):
            place = Place(self.free_index(letter.value))
        if times == "1" or place is None:
            return place
        return place.taken(int(times), self.conventions.first) if place.index is not None else None

    def _is_size(self, tree: Tree) -> bool:
        """Tell whether a tree is made of sizes, which are no indices here, and of numbers."""
        names, scope = {each.value for each in walk(tree, "name")}, self.scope
        taken = scope.index_letters | self.indices.keys() | {key for layer in self.bound for key in layer}
        return bool(names) and names <= scope.sizes - taken and not any(map(scope.declares, names))

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
        if name == r"\infty":
            raise Refused("a series is not read")
        return Size(self.size_named(name), hint=plain_name(name), may_be_one=name in self.scope.counts)

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
