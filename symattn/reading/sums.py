"""Sums and products over an index: what binds it, where it begins and ends, and what is added."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Product, Sum

from symattn.language.base.by_index import from_entries
from symattn.primitives.heads.word import HeadFamily, HeadSum
from symattn.reading.extremes import extreme
from symattn.reading.families import JOINED, joined
from symattn.reading.indices import Index, Place
from symattn.reading.names import is_letter
from symattn.reading.places import Places
from symattn.reading.refusal import Refused
from symattn.reading.stage import Bound
from symattn.reading.tree import NONE, ONE, ZERO, Tree, values_in, where
from symattn.reading.unknowns import unknown
from symattn.reading.values import Value, as_number, entry_of, lift


class Sums(Places):
    """Read sums and products over an index."""

    def _read_big(self, tree: Tree) -> Value:
        lower, upper, body = tree.kids
        if tree.value not in ("sum", "prod", "max", "min", *JOINED):
            raise Refused(f"{tree.value} is not read")
        if lower is NONE:
            raise Refused(f"a {tree.value} without an index")
        first = first_factor(body) if tree.value in _OF_ONE else len(body.kids)
        again = [at for at, kid in enumerate(body.kids) if kid.kind == "big" and at >= first]
        ways = [*_REACH, "what stands before the next"] if again else _REACH
        way = self.pick(f"{tree.value} reaches over", ways) if first < len(body.kids) else ways[0]
        if way != ways[0]:
            first = first if way == ways[1] else again[0]
            head = Tree("juxt", "", body.kids[:first]) if first > 1 else body.kids[0]
            head = Tree("big", tree.value, (lower, upper, head))
            return self.read(Tree("juxt", "", (head, *body.kids[first:])))
        lower, left_out = _without_places(lower)
        if left_out and tree.value not in ("sum", "prod"):
            raise Refused(f"a {tree.value} that leaves a place out is not read")
        names = self._bound_names(lower)
        if body.kind == "frac" and body.value and tree.value in _OF_ONE:  # Π x / y
            above, below = body.kids
            reaches = not any(_stands_in(below, name) for name, _, _ in names)
            if reaches and self.pick(f"the / behind {tree.value} divides", _DIVIDES) != _DIVIDES[0]:
                return self.read(Tree("frac", "", (Tree("big", tree.value, (lower, upper, above)), below)))
        layer: dict[str, Bound] = {}
        made = list[Index]()
        for name, begin, end in names:
            self.sums += 1
            index = Index(self.name(name, -self.sums), is_bound=True)
            index.lower = None if begin is None else self.place(begin, "a sum begins at")
            if index.lower is not None and index.lower.index is None and index.lower.end is None:
                index.low = min(index.lower.plus, 0)
            last = upper if upper is not NONE else end
            index.upper = self._last(last) if last is not None else None
            if index.lower is not None and index.upper is not None and index.upper.end is not None:
                least = index.lower.plus - index.upper.plus  # else its end lies before its beginning
                if index.lower.index is None and index.lower.end is None and least > 1:
                    self.assume(f"{index.upper.end} ≥ {least}")
            layer[name] = self.bound_index(index)
            made.append(index)
        self.bound.append(layer)
        try:
            for each in left_out:
                body = where(each, body, ONE if tree.value == "prod" else ZERO)
            value = self.read(body)
        finally:
            self.bound.pop()
        ends = {place.index for index in made for place in (index.lower, index.upper) if place is not None}
        for index, (name, _, end) in zip(made, names, strict=True):
            if upper is NONE and end is None and not index.is_used:
                raise Refused(f"over what does {name} run?")
        for index in made[::-1] if ends & set(made) else made:
            value = self._over(tree, index, value)
        return value

    def _bound_names(self, lower: Tree) -> list[tuple[str, Tree | None, Tree | None]]:
        """Return the names that a sum binds, each with the place at which it begins and the last, where one is said."""
        parts = lower.items
        found = list[tuple[str, Tree | None, Tree | None]]()
        for part in parts:
            if part.kind == "rel" and part.value == "=" and is_letter(part.kids[0]):
                found.append((part.kids[0].value, part.kids[1], None))
            elif part.kind == "rel" and part.value in ("<=", "<") and is_letter(part.kids[0]) and len(parts) == 1:
                found.append((part.kids[0].value, None, less(part.kids[1], part.value)))
            elif part.kind == "rel" and part.value in _BETWEEN and is_letter(part.kids[1]):
                low, name, high = part.kids
                low = Tree("add", "++", (low, ONE)) if part.value.startswith("<,") else low
                found.append((name.value, low, less(high, part.value)))
            elif (
                part.kind == "rel" and part.value in (">=", ">") and all(map(is_letter, part.kids)) and len(parts) == 1
            ):
                name, low = part.kids  # Σ_{t ≥ 0} may be a series
                found.append((name.value, Tree("add", "++", (low, ONE)) if part.value == ">" else low, None))
            elif is_letter(part):
                found.append((part.value, None, None))
            elif part.kind == "juxt" and all(map(is_letter, part.kids)):
                found += [(kid.value, None, None) for kid in part.kids]
            else:
                raise Refused("what the sum runs over is not read")
        *_, shared = (None, *(begin for _, begin, _ in found if begin is not None))  # i, j = 2
        found = [(name, shared if end is None else begin, end) for name, begin, end in found]
        for each, begin, end in found:
            if begin is None and end is None and self.scope.kind(each) not in ("", "natural"):
                raise Refused(f"{each} runs here, and was declared to be something else")
        told = self.conventions.functions.keys() | {
            key for key, kind in self.conventions.kinds.items() if kind == "constant"
        }
        if taken := told & {each for each, _, _ in found}:
            raise Refused(f"{min(taken)} runs here, and [kinds] or [functions] says what it is")
        return found

    def _over(self, tree: Tree, index: Index, value: Value) -> Value:
        naming = self.naming

        def limits() -> tuple[Any, Any, Any]:
            low = Integer(0) if index.lower is None else index.lower.make(naming)
            high = naming.made(index.size) - 1 if index.upper is None else index.upper.make(naming)
            return index.make(naming) - index.low, low - index.low, high - index.low

        whole = index.upper is None or (index.upper.end is not None and index.upper.plus == 0)
        whole = whole and (index.lower is None or index.lower == Place())
        if tree.value == "prod":
            if not value.is_number:
                return unknown(self, tree)
            return lift(None, lambda body: Product(body, limits()), value)
        if tree.value in JOINED:
            if index.lower not in (None, Place()) or index.stop is None:
                raise Refused("a part of a family is not read")
            return joined(tree.value, value, index.stop, limits)
        if tree.value in ("max", "min"):
            return extreme(self, tree.value, index, value, limits)
        if not value.is_matrix:
            return lift(None, lambda body: Sum(body, limits()), as_number(value))
        if whole:
            family = lift(None, lambda body: HeadFamily(body, limits()), value)
            return lift(value.shape, HeadSum, family, text="a sum", letter=value.letter)

        def summed(body: Any) -> Any:
            limit, (rows, columns) = limits(), map(naming.made, value.sides)
            return from_entries(rows, columns, lambda a, b: Sum(entry_of(body, a, b), limit))

        return lift(value.shape, summed, value, text="a sum")


def _without_places(lower: Tree) -> tuple[Tree, list[Tree]]:
    """Return what a sum runs over, and the conditions k ≠ i that leave places out of it."""
    items = lower.items
    left_out = [each for each in items if each.kind == "rel" and each.value == "!=" and is_letter(each.kids[0])]
    if not left_out:
        return lower, []
    named = {kid.value for each in items if each not in left_out for kid in (each.kids[:1] if each.kids else (each,))}
    kept = [each for each in items if each not in left_out]
    kept += [each.kids[0] for each in left_out if each.kids[0].value not in named]
    return kept[0] if len(kept) == 1 else Tree("list", "", tuple(kept)), left_out


#: Of these it is not said whether they take one factor or the rest of their term.
_OF_ONE = ("prod", "max", "min")
_REACH = ("the rest of its term", "one factor")
_DIVIDES = ("each member", "the whole")


def first_factor(tree: Tree) -> int:
    """Return how many parts of what stands beside each other are the first factor, a call with its brackets."""
    if tree.kind != "juxt":
        return len(tree.kids)
    is_call = tree.kids[0].kind in ("name", "script") and tree.kids[1].kind == "group"
    return 2 if is_call else 1


_BETWEEN = ("<=,<=", "<=,<", "<,<=", "<,<")


def less(tree: Tree, relation: str) -> Tree:
    """Return the tree of n − 1, where a relation ends before n."""
    return tree if relation.endswith("=") else Tree("add", "+-", (tree, ONE))


def _stands_in(tree: Tree, name: str) -> bool:
    """Tell whether a letter stands in a tree where no sum inside binds it."""
    if tree.kind == "big" and name in values_in(tree.kids[0]):
        return False
    return tree.value == name or any(_stands_in(kid, name) for kid in tree.kids)
