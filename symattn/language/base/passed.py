"""Remember the expressions that have passed a check, so that larger ones do not check them again.

What a class of the user says may change from one check to the next, so that nothing is remembered of an expression with
an object of one in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sympy import Basic

from symattn.language.base.own_classes import is_own
from symattn.language.base.traversal import MOST_KEPT, MOST_NODES


class Passed:
    """Remember the last expressions that passed a check, by their identity: an equal one may differ in type."""

    def __init__(self) -> None:
        self._kept: dict[int, Basic] = {}

    def __contains__(self, expression: Basic) -> bool:
        return self._kept.get(id(expression)) is expression

    def new(self, expressions: Iterable[Basic]) -> list[Basic]:
        """Return those of some expressions that have not passed yet."""
        return [each for each in expressions if each not in self]

    def inside(self, node: Basic) -> Iterable[Basic]:
        """Return the arguments of a node, none of one that has passed."""
        return () if node in self else node.args

    def keep(self, expressions: Iterable[Basic], nodes: Sequence[Basic]) -> None:
        """Remember that some expressions passed, whose check went through these nodes; a single one is soon checked."""
        if not 1 < len(nodes) <= MOST_NODES or any(map(is_own, set(map(type, nodes)))):
            return
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept.update((id(expression), expression) for expression in expressions)
