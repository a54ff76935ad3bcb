"""Recurrences: S_t = S_{t-1} + …, as a hypothesis for all places of what else the note says of S."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symattn.reading.judging import equation
from symattn.reading.lefts import free_indices
from symattn.reading.meaning import Meaning
from symattn.reading.names import LABELS, PLACES
from symattn.reading.places import letter_plus
from symattn.reading.scope import Definition, Scope
from symattn.reading.tree import Tree, replaced, walk


@dataclass(frozen=True)
class Recurrence:
    """Hold a recurrence: its left side, and where it was said, with its right side."""

    left: Tree
    said: Definition

    def goes_one_way(self, scope: Scope) -> bool:
        """Tell whether it says each of what comes before it, or of what comes after it: then it holds of something."""
        name, own = letter_plus(self.said.places[0]) if len(self.said.places) == 1 else (None, 0)
        others = [refer.indices for refer in scope.references(self.said.body) if refer.key == self.said.key]
        steps = [letter_plus(indices[0]) for indices in others if len(indices) == 1]
        if name is None or len(steps) < len(others) or any(letter != name for letter, _ in steps):
            return False
        return all(plus < own for _, plus in steps) or all(plus > own for _, plus in steps)

    def supposed(self, *beside: Tree, scope: Scope) -> Callable[[Meaning], object] | None:
        """Return what it does to an attempt at what stands beside it, where no other index stands free in it."""
        places = [node for index in self.said.places for node in walk(index) if node.kind == "name"]
        letters = {node.value for side in (self.left, self.said.body, *beside) for node in walk(side)}
        fresh = sorted(PLACES - LABELS - letters - scope.sizes)
        names = dict(zip(dict.fromkeys(places), (Tree("name", each) for each in fresh), strict=False))
        free = free_indices(self.said.body, scope) - {each.value for each in places}
        if free or len(names) < len(set(places)):
            return None
        left, right = (replaced(side, list(names.items())) for side in (self.left, self.said.body))

        def suppose(stage: Meaning) -> Callable[[], object]:
            indices = [stage.free_index(each.value) for each in names.values()]
            stated = equation(left, right, "=")(stage)
            return lambda: _for_all(tuple(index.make(stage.naming) - index.low for index in indices), stated())

        return suppose


def _for_all(indices: tuple[object, ...], equation: object) -> object:
    from symattn.language import ForAll

    return ForAll(indices, equation)
