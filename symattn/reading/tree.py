"""The surface tree of a formula: what stands beside each other is a list, a script is a script, a bracket a group.

Whether ``f(x)`` is a call, ``x_i`` an entry and ``A^T`` a transpose is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Tree:
    """Hold a node: its kind, its word, its parts and its place; two trees are equal wherever they stand."""

    kind: str
    value: str = ""
    kids: tuple[Tree, ...] = ()
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        if not self.kids:
            return self.value or self.kind
        return f"{self.kind}{':' + self.value if self.value else ''}({', '.join(map(str, self.kids))})"


NONE = Tree("none")


def walk(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and all its parts, itself first."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.kids[::-1]


def is_norm(tree: Tree) -> bool:
    """Tell whether a tree is something between bars: ‖x‖ or |x|."""
    return tree.kind == "group" and tree.value in ("||", "|")


def replaced(tree: Tree, meant: Sequence[tuple[Tree, Tree]]) -> Tree:
    """Return a tree with other trees in the places of some of its parts."""
    for one, other in meant:
        if tree == one:
            return other
    kids = tuple(replaced(kid, meant) for kid in tree.kids) if meant else ()
    return Tree(tree.kind, tree.value, kids, tree.span) if kids else tree


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
