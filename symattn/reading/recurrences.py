"""Recurrences: S_t = S_{t-1} + …, as a hypothesis for all places of what else the note says of S."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from symattn.reading.conditions import condition
from symattn.reading.lefts import free_indices
from symattn.reading.meaning import Meaning
from symattn.reading.names import letter_plus
from symattn.reading.scope import Definition, Left, Scope
from symattn.reading.tree import Tree, replaced, walk


@dataclass(frozen=True)
class Recurrence:
    """Hold a recurrence: its left side, and where it was said, with its right side."""

    left: Tree
    said: Definition
    is_everywhere: bool = False  # nothing restricts the places for which it is said

    def goes_one_way(self, scope: Scope) -> bool:
        """Tell whether it says each of what comes before it, or of what comes after it: then it holds of something."""
        name, own = letter_plus(self.said.places[0]) if len(self.said.places) == 1 else (None, 0)
        others = [refer.indices for refer in scope.references(self.said.body) if refer.key == self.said.key]
        steps = [letter_plus(indices[0]) for indices in others if len(indices) == 1]
        if name is None or len(steps) < len(others) or any(letter != name for letter, _ in steps):
            return False
        return all(plus < own for _, plus in steps) or all(plus > own for _, plus in steps)

    def supposed(self, scope: Scope) -> Callable[[Meaning], Any] | None:
        """Return what it does to an attempt at another statement, where no other index stands free in it."""
        places = [node for index in self.said.places for node in walk(index, "name")]
        if free_indices(self.said.body, scope) - {each.value for each in places}:
            return None
        equation = Tree("rel", "=", (self.left, self.said.body))
        return condition(Tree("forall", "", (equation, *dict.fromkeys(places))))


def only_begins(known: Sequence[Definition]) -> bool:
    """Tell whether all that defines a letter says what it is at places by their numbers: S_1 = x_1."""
    return all(each.places and all(place.kind == "num" for place in each.places) for each in known)


def relates_entries(named: Left, right: Tree, scope: Scope) -> bool:
    """Tell whether a row relates entries of one thing to each other: p_1 = p_n of p = softmax(z), A_ij = A_ji."""
    others = [refer.indices for refer in scope.references(right) if refer.key == named.key]
    if not named.places or any(place.kind == "add" for each in (named.places, *others) for place in each):
        return False
    known = [each for each in scope.definitions.get(named.key, ()) if each.is_read and each.arguments is None]
    is_turned = any(each != named.places and {*each} == {*named.places} for each in others)
    return is_turned or any(len(each.places) < len(named.places) for each in known)


def adds_places(named: Left, right: Tree, scope: Scope) -> bool:
    """Tell whether a row speaks of what stands at a sum of two places: R_{p+q} = R_p R_q."""
    others = {refer.indices for refer in scope.references(right) if refer.key == named.key}
    sums = [place for place in named.places if place.kind == "add" and place.value == "++"]
    return len(named.places) == 1 and bool(sums) and {(kid,) for kid in sums[0].kids} <= others


def moved(tree: Tree) -> Tree | None:
    """Return a_1 y_0 + x_1 of a_2 y_1 + x_2; None where there is no number below a letter, or one is 0."""
    scripts = [node for node in walk(tree, "script") if node.kids[1].value.isdecimal()]
    numbers = [int(each.kids[1].value) - 1 for each in scripts]
    if min(numbers, default=-1) < 0:
        return None
    lower = [
        replace(each, kids=(each.kids[0], Tree("num", str(number)), each.kids[2]))
        for each, number in zip(scripts, numbers, strict=True)
    ]
    return replaced(tree, list(zip(scripts, lower, strict=True)))
