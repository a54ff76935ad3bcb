"""The surface tree of a formula: what stands beside each other is a list, a script is a script, a bracket a group.

Whether ``f(x)`` is a call, ``x_i`` an entry and ``A^T`` a transpose is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Tree:
    """Hold a node: its kind, its word, its parts; of relations and scripts ``start`` is where they stand in the page.

    Two trees are equal wherever they stand.
    """

    kind: str
    value: str = ""
    kids: tuple[Tree, ...] = ()
    start: int = field(default=0, compare=False)

    @property
    def base(self) -> Tree:
        """What stands before its scripts."""
        return self.kids[0] if self.kind == "script" else self

    @property
    def scripts(self) -> tuple[Tree, Tree, Tree]:
        """Its base, and what stands below and above it."""
        return (self.kids[0], self.kids[1], self.kids[2]) if self.kind == "script" else (self, NONE, NONE)

    @property
    def items(self) -> tuple[Tree, ...]:
        """What commas separate."""
        return self.kids if self.kind == "list" else (self,)

    @property
    def count(self) -> int:
        """The positive whole number that it writes; 0 where it writes none."""
        return int(self.value) if self.kind == "num" and self.value.isdecimal() else 0

    def within(self, brackets: str) -> Tree:
        """Return the one thing in brackets of a kind; NONE where it is something else."""
        return self.kids[0] if self.kind == "group" and self.value == brackets and len(self.kids) == 1 else NONE

    def mapped(self, change: Callable[[Tree], Tree]) -> Tree:
        """Return the tree with its parts changed."""
        return Tree(self.kind, self.value, tuple(map(change, self.kids)), self.start) if self.kids else self

    def __str__(self) -> str:
        if not self.kids:
            return self.value or self.kind
        return f"{self.kind}{':' + self.value if self.value else ''}({', '.join(map(str, self.kids))})"


#: The trees of a note, by the places of their formulas.
Trees = Mapping[int, tuple[Tree, ...]]

NONE = Tree("none")
ONE = Tree("num", "1")
ZERO = Tree("num", "0")
MINUS_INFINITY = Tree("add", "-", (Tree("name", r"\infty"),))


def is_rest(tree: Tree) -> bool:
    """Tell whether a case is for all that the others leave."""
    return tree.value.rstrip(" .,;") in ("otherwise", "else")


def where(condition: Tree, tree: Tree, other: Tree) -> Tree:
    """Return a tree where a condition holds, and another one otherwise, as cases."""
    return Tree("cases", "cases", (tree, condition, other, Tree("text", "otherwise")))


def in_mask(tree: Tree) -> bool:
    """Tell whether a tree is 0 or −∞, or one of them by cases."""
    return {*(tree.kids[::2] if tree.kind == "cases" else (tree,))} <= {ZERO, MINUS_INFINITY}


def walk(tree: Tree, *kinds: str) -> Iterator[Tree]:
    """Yield a tree and all its parts, itself first; of some kinds, where these are named."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not kinds or node.kind in kinds:
            yield node
        waiting += node.kids[::-1]


def values_in(*trees: Tree) -> set[str]:
    """Return the words of all parts of trees."""
    return {node.value for tree in trees for node in walk(tree)}


def is_norm(tree: Tree) -> bool:
    """Tell whether a tree is something between bars: ‖x‖ or |x|."""
    return tree.kind == "group" and tree.value in ("||", "|")


def differentiates(tree: Tree) -> bool:
    """Tell whether a tree is an operator that waits for what it differentiates: ∂/∂x, ∂²/∂x² or ∇_x."""
    return tree.base.value == r"\nabla" or (tree.kind == "frac" and tree.kids[0].base.value == r"\partial")


def replaced(tree: Tree, meant: Sequence[tuple[Tree, Tree]]) -> Tree:
    """Return a tree with other trees in the places of some of its parts."""
    for one, other in meant:
        if tree == one:
            return other
    return tree.mapped(lambda kid: replaced(kid, meant)) if meant else tree


def split_at_dots(tree: Tree) -> tuple[Tree, ...]:
    """Return the sizes of n × d."""
    if tree.kind != "juxt":
        return (tree,)
    sizes: list[list[Tree]] = [[]]
    for kid in tree.kids:
        if kid.kind == "dot":
            sizes.append([])
        else:
            sizes[-1].append(kid)
    return tuple(each[0] if len(each) == 1 else Tree("juxt", "", tuple(each)) for each in sizes)


def distributed(tree: Tree) -> tuple[Tree, ...]:
    """Return what a condition on several letters says of each: x, y > 0 says x > 0 and y > 0."""
    names, found = list[Tree](), list[Tree]()
    for part in tree.kids if tree.kind in ("list", "group") else ():
        left = part.kids[0] if part.kind == "rel" else part
        if left.kind not in ("name", "script"):
            return (tree,)
        names.append(left)
        if part.kind == "rel":
            found += [replace(part, kids=(each, *part.kids[1:])) for each in names]
            names.clear()
    return (tree,) if names or not found else tuple(found)
