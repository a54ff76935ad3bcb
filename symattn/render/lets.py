"""Short names for the layers of a deep expression, so that what is printed stays as small as what is stored.

A stack of attention layers shares its parts; written out it would grow exponentially, and a printer that recurses would
not reach its bottom. Beyond a size that a reader takes in at once, every attention inside another one gets a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Basic

from symattn.language import postorder
from symattn.language.by_definition import ByDefinition

#: Beyond this many nodes, counted with repetition, or this many levels, the layers are named.
MOST_NODES = 400
MOST_LEVELS = 60


def lets(*expressions: Basic) -> dict[Basic, str]:
    """Name the layers inside other layers, innermost first, when the expressions are too large to write out.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Attention, dims
    >>> X = MatrixSymbol("X", *dims("n d"))
    >>> stack = X
    >>> for _ in range(7):
    ...     stack = Attention(stack, stack, stack)
    >>> list(lets(stack).values())
    ['Y_1', 'Y_2', 'Y_3', 'Y_4', 'Y_5', 'Y_6']
    >>> lets(Attention(X, X, X))
    {}
    """
    if _are_small(expressions):
        return {}
    nodes: list[Basic] = []
    inner: dict[Basic, None] = {}
    below: dict[Basic, tuple[Basic, ...]] = {}
    taken = set()
    for node in postorder(*expressions):
        nodes.append(node)
        nearest = [layer for argument in node.args for layer in below[argument]]
        if _is_layer(node):
            inner.update(dict.fromkeys(nearest))
            nearest = [node]
        below[node] = tuple(dict.fromkeys(nearest))
        taken.add(str(getattr(node, "name", "")))
    letter = "Y"
    while any(name.startswith(letter) for name in taken):
        letter += "'"
    order = [node for node in nodes if node in inner]
    return {node: f"{letter}_{number}" for number, node in enumerate(order, start=1)}


def _are_small(expressions: tuple[Basic, ...]) -> bool:
    """Tell whether expressions are written out: their nodes are counted level by level, with repetition."""
    nodes, level = 0, expressions
    for _ in range(MOST_LEVELS):
        nodes += len(level)
        if nodes > MOST_NODES:
            return False
        level = tuple([argument for node in level for argument in node.args])
        if not level:
            return True
    return False


def _is_layer(node: Any) -> bool:
    return isinstance(node, ByDefinition) and node.is_layer


class NamesLayers:
    """Make a SymPy printer write a name for each expression that has one in `names`."""

    names: Mapping[Basic, str]

    def _print(self, expr: Any, **options: Any) -> str:
        if self.names and _is_layer(expr) and expr in self.names:
            return self.name_text(self.names[expr])
        return self.unfolded(expr, **options)

    def unfolded(self, expr: Any, **options: Any) -> str:
        """Write an expression itself even when it has a name."""
        return str(super()._print(expr, **options))  # type: ignore[misc]

    def name_text(self, name: str) -> str:
        """Write a name."""
        return name

    def where(self) -> list[str]:
        """Say what each name stands for, in an order in which every name is explained before it is used."""
        return [f"{self.name_text(name)} = {self.unfolded(node)}" for node, name in self.names.items()]
