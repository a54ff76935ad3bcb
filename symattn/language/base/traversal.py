"""Walks over SymPy expressions that visit every distinct node once, without recursion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from sympy import Basic

#: So many expressions are remembered with all their nodes, where these are at most so many.
MOST_KEPT, MOST_NODES = 256, 2_000
#: By the identity of the expressions, which stay as long as they stand here: an equal one may differ in type.
_NODES: dict[int, tuple[Basic, tuple[Basic, ...]]] = {}


def _all_arguments(node: Basic) -> Iterable[Basic]:
    return node.args


def postorder(*roots: Basic, inside: Callable[[Basic], Iterable[Basic]] = _all_arguments) -> Iterator[Basic]:
    """Yield every distinct node below the roots once, arguments before the expressions they stand in, left to right.

    ``inside`` names the arguments to walk into; all of them by default. A stack of L layers that shares its parts
    takes time proportional to L, where a walk over the tree would take 3^L. Checks, printing and elaboration go through
    the same expressions again and again: all nodes of the last ones are remembered.

    >>> from sympy.abc import x, y
    >>> [str(node) for node in postorder((x + 1)*(x + 1)**y)]
    ['1', 'x', 'x + 1', 'y', '(x + 1)**y', '(x + 1)*(x + 1)**y']
    """
    if inside is not _all_arguments:
        return _walk(roots, inside)
    if len(roots) == 1:
        return iter(_nodes_of(roots[0]))
    return iter(dict.fromkeys(chain.from_iterable(map(_nodes_of, roots))))


def _nodes_of(root: Basic) -> tuple[Basic, ...]:
    known = _NODES.get(id(root))
    if known is not None and known[0] is root:
        return known[1]
    nodes = tuple(_walk((root,), _all_arguments))
    if len(nodes) <= MOST_NODES:
        if len(_NODES) >= MOST_KEPT:
            _NODES.clear()
        _NODES[id(root)] = root, nodes
    return nodes


def _walk(roots: Iterable[Basic], inside: Callable[[Basic], Iterable[Basic]]) -> Iterator[Basic]:
    seen: set[Basic] = set()
    path: list[Basic] = []  # each stands in the one before
    waiting = [iter(roots)]  # the roots, and for each of the path the arguments that are not looked at yet
    while waiting:
        for node in waiting[-1]:
            if node in seen:
                continue
            seen.add(node)
            if arguments := inside(node):
                path.append(node)
                waiting.append(iter(arguments))
                break
            yield node
        else:
            waiting.pop()
            if path:
                yield path.pop()
