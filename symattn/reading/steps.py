"""Steps: which letter goes on from one place to the next, as S_t = A S_{t-1} + B does, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symattn.reading.names import bound_in, is_letter, letter_plus
from symattn.reading.tree import NONE, Tree, replaced, values_in, walk

#: Stands for the letter that counts.
ANY = "·"


@dataclass(frozen=True)
class Step:
    """Hold how a letter goes on: the letter that counts, how far it is beyond that on the left, and the right side."""

    letter: str
    plus: int
    body: Tree

    def first(self, place: int) -> Tree:
        """Return the right side where the letter before it is at a place."""
        return at_place(self.body, self.letter, place + 1 - self.plus)


def step_of(left: Tree, right: Tree) -> tuple[Tree, Step] | None:
    """Return the letter of which an equation says how it goes on from one place to the next, and how; else None."""
    base, below, above = left.scripts
    letter, plus = letter_plus(below) if left.kind == "script" and above is NONE else (None, 0)
    others = [node for node in walk(right, "script") if node.kids[0] == base]
    steps = {letter_plus(node.kids[1]) for node in others if node.kids[2] is NONE}
    is_step = letter is not None and others and steps == {(letter, plus - 1)}
    if letter is None or not is_step or letter in bound_in(right) or values_in(base) & {letter}:
        return None
    return base, Step(ANY, plus, replaced(right, [(Tree("name", letter), Tree("name", ANY))]))


def steps_in(trees: Sequence[Tree]) -> Iterator[tuple[str, str]]:
    """Yield the letters that go on by steps, each with the letter that counts; no sizes of what is declared."""
    spaces = [node.kids[2] for tree in trees for node in walk(tree, "script") if node.kids[0].value == r"\mathbb{R}"]
    sizes = {node.kids[:2] for each in spaces for node in walk(each, "script")}
    for left, right in equations(trees):
        found, (letter, _) = step_of(left, right), letter_plus(left.scripts[1])
        if found is None or letter is None or not is_letter(found[0]):
            continue
        if (found[0], Tree("name", letter)) not in sizes:
            yield found[0].value, letter


def written_number(number: int) -> Tree:
    return Tree("num", str(number)) if number >= 0 else Tree("add", "-", (Tree("num", str(-number)),))


def at_place(tree: Tree, letter: str, number: int) -> Tree:
    """Return a tree in which a letter is a number, also where others are added to it: x_{j+1} at 2 is x_3."""
    name, plus = letter_plus(tree)
    return written_number(number + plus) if name == letter else tree.mapped(lambda kid: at_place(kid, letter, number))


def equations(trees: Iterable[Tree]) -> Iterator[tuple[Tree, Tree]]:
    for tree in trees:
        for each in tree.items:
            if each.kind == "rel" and each.value in ("=", ":=") and each.kids[0].kind == "script":
                yield each.kids[0], each.kids[1]
