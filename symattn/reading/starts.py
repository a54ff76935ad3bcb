"""Recurrences that begin with −∞: m_0 = −∞ and m_j = max(m_{j-1}, x_j) say that m begins with m_1 = x_1.

No number is infinite, and none has to be: max(−∞, x_1) is x_1, and a term with the factor e^{−∞} is 0. So d_0 = 0 of
d_j = d_{j-1} e^{m_{j-1} - m_j} + e^{x_j - m_j} says that d_1 = e^{x_1 - m_1}. Everything else with −∞ is left as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from symattn.reading.names import is_letter
from symattn.reading.refusal import Refused
from symattn.reading.steps import Step, equations, step_of, written_number
from symattn.reading.tree import MINUS_INFINITY, NONE, ZERO, Tree, walk
from symattn.reading.unknowns import told

_ZEROS = (ZERO, Tree("name", r"\mathbf{0}"))


class Start(NamedTuple):
    """Hold the first finite value: its sides, and the words for it."""

    left: Tree
    right: Tree
    text: str


def numbered(tree: Tree) -> int | None:
    """Return the number that a tree writes; None where it is none."""
    if tree.kind == "add" and tree.value == "-" and tree.kids[0].value.isdecimal():
        return -int(tree.kids[0].value)
    return int(tree.value) if tree.kind == "num" and tree.value.isdecimal() else None


def starts(trees: Iterable[Tree]) -> dict[tuple[Tree, Tree], Start]:
    """Return the equations of a note that say where a letter begins, of those which begin with −∞, as they are meant.

    All that the note says of how a letter goes on has to be one equation, and so has what it begins with.
    """
    steps, values = defaultdict[Tree, set[Step]](set), defaultdict[Tree, set[tuple[int, Tree]]](set)
    for left, right in equations(trees):
        if (goes_on := step_of(left, right)) is not None:
            steps[goes_on[0]].add(goes_on[1])
        elif (place := numbered(left.scripts[1])) is not None and left.scripts[2] is NONE:
            values[left.kids[0]].add((place, right))
    begins = dict[Tree, tuple[int, Tree]]()
    for base, own in values.items():
        place = min(place for place, _ in own)
        values_there = [value for at, value in own if at == place]
        is_finite_behind = all(at == place for at, value in own if value == MINUS_INFINITY)
        if len(values_there) == 1 == len(steps.get(base, ())) and is_finite_behind:
            begins[base] = place, values_there[0]
    infinite = {base: place for base, (place, value) in begins.items() if value == MINUS_INFINITY}
    found: dict[tuple[Tree, Tree], Start] = {}
    finite = dict[Tree, int]()
    for base, place in infinite.items():
        (step,) = steps[base]
        at = at_number(base, place)
        others = [each for each in _arguments(step.first(place)) if each != at]
        if not others or len(others) == len(_arguments(step.body)) or any(at in walk(each) for each in others):
            continue
        value = Tree("juxt", "", (Tree("name", "max"), Tree("group", "(", tuple(others))))
        finite[base] = place
        found[at, MINUS_INFINITY] = _start(base, place, others[0] if len(others) == 1 else value, MINUS_INFINITY)
    ends = {at_number(base, place) for base, place in finite.items()}
    zeros = {at_number(base, place) for base, (place, value) in begins.items() if value in _ZEROS}
    for base, (place, zero) in begins.items():
        (step,) = steps[base]
        first = step.first(place)
        if zero in _ZEROS and not ends.isdisjoint(walk(first)):
            rest = without_zeros(first, ends, zeros)
            if rest is not None:
                found[at_number(base, place), zero] = _start(base, place, rest, zero)
    return found


def begun(tree: Tree, known: Mapping[tuple[Tree, Tree], Start], is_read: bool = False) -> Tree:
    """Return a statement in which m_0 = −∞ says what m begins with; where it is read, nothing else speaks of m_0."""
    if not known:
        return tree
    if tree.kind == "list":
        return replace(tree, kids=tuple(begun(kid, known, is_read) for kid in tree.kids))
    if tree.kind == "rel" and tree.value in ("=", ":=") and (tree.kids[0], tree.kids[1]) in known:
        start = known[tree.kids[0], tree.kids[1]]
        return replace(tree, kids=(start.left, start.right))
    ends = {left for left, right in known if right == MINUS_INFINITY}
    if is_read and not ends.isdisjoint(walk(tree, "script")):
        raise Refused("no number is infinite here: begin with the first finite value")
    return tree


def begins_with(tree: Tree, known: Mapping[tuple[Tree, Tree], Start]) -> str:
    """Return the words for what a statement says of a beginning that is not finite; nothing for all others."""
    sides = tree.kids[:2] if tree.kind == "rel" else ()
    return next((each.text for each in known.values() if (each.left, each.right) == sides), "")


def at_number(base: Tree, place: int) -> Tree:
    return Tree("script", "", (base, written_number(place), NONE))


def _start(base: Tree, place: int, value: Tree, before: Tree) -> Start:
    left = at_number(base, place + 1)
    said = "−∞" if before == MINUS_INFINITY else "0"
    return Start(
        left, value, f"{told(at_number(base, place))} = {said}: {told(base)} begins with {told(left)} = {told(value)}"
    )


def _arguments(tree: Tree) -> tuple[Tree, ...]:
    """Return of what a tree is the largest; nothing where it is something else."""
    name, group = tree.kids if tree.kind == "juxt" and len(tree.kids) == 2 else (NONE, NONE)
    return group.kids if name == Tree("name", "max") and group.kind == "group" and group.value in ("(", "{") else ()


def without_zeros(tree: Tree, ends: set[Tree], zeros: set[Tree]) -> Tree | None:
    """Return a sum without the terms that are 0, as they have a factor e^{−∞} or 0; None where that is not clear."""
    terms, signs = (tree.kids, tree.value) if tree.kind == "add" else ((tree,), "+")
    kept = list[tuple[str, Tree]]()
    for sign, term in zip(signs, terms, strict=True):
        factors = list(_factors(term))
        others = [each for each in factors if not (_vanishes(each, ends) or each in zeros)]
        if any(not ends.isdisjoint(walk(each)) for each in others):
            return None
        if len(others) == len(factors):
            if not zeros.isdisjoint(walk(term)):
                return None
            kept.append((sign, term))
    if len(kept) == 1 and kept[0][0] == "+":
        return kept[0][1]
    return Tree("add", "".join(sign for sign, _ in kept), tuple(term for _, term in kept)) if kept else ZERO


def _factors(term: Tree) -> Iterator[Tree]:
    """Yield the factors of a product, what it is divided by as one of them, and exp with what stands behind it."""
    if term.kind == "frac":
        yield from _factors(term.kids[0])
        yield Tree("group", "", (term.kids[1],))
        return
    if (inner := term.within("(")) is not NONE:
        yield from _factors(inner)
        return
    if term.kind != "juxt":
        yield term
        return
    kids = [each for each in term.kids if each.kind != "dot"]
    while kids:
        first = kids.pop(0)
        is_call = first.kind == "name" and not is_letter(first) and kids and kids[0].kind == "group"
        yield from (Tree("juxt", "", (first, kids.pop(0))),) if is_call else _factors(first)


def _vanishes(factor: Tree, ends: set[Tree]) -> bool:
    """Tell whether a factor is e^{−∞}: e^{m_0 - m_1} or exp(m_0 - m_1), where nothing else there is infinite."""
    base, below, above = factor.scripts
    power = above if base.value in ("e", r"\mathrm{e}") and below is NONE else NONE
    if factor.kind == "juxt" and factor.kids[0] == Tree("name", "exp"):
        power = factor.kids[1].kids[0] if len(factor.kids[1].kids) == 1 else NONE
    terms, signs = (power.kids, power.value) if power.kind == "add" else ((power,), "+")
    lost = [sign for sign, each in zip(signs, terms, strict=True) if each in ends]
    others = [each for each in terms if each not in ends]
    return lost == ["+"] and all(ends.isdisjoint(walk(each)) for each in others)
