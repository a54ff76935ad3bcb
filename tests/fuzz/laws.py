"""Ways to write an expression differently: what a law is, and how laws are used.

Each law takes the author and an expression that begins with its word, and returns an equal one, or None.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tests.fuzz.expressions import (
    Author,
    at,
    matrix,
    summed,
)
from tests.fuzz.words import E

Law = Callable[[Author, E], E | None]
LAWS: dict[str, list[Law]] = defaultdict(list)


def law(*words: str) -> Callable[[Law], Law]:
    def enter(rule: Law) -> Law:
        for word in words:
            LAWS[word].append(rule)
        return rule

    return enter


def parts_changed(e: E, change: Callable[[E], Any]) -> E:
    """Return an expression with every direct part changed."""

    def changed(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(changed, part))
        return change(part) if isinstance(part, E) else part

    return E(e.word, tuple(map(changed, e.parts)), e.shape, e.kind)


#: Parts that stand as they are, for what holds of a declared thing does not hold of an expression.
FIXED = {"Gradient", "member of", "derivative"}


def disguised(author: Author, e: E, rate: float = 0.5) -> E:
    """Return an equal expression."""
    if e.word not in FIXED:
        e = parts_changed(e, lambda part: disguised(author, part, rate))
    if author.rng.random() < rate:
        anywhere = LAWS["any"] if e.kind == "real" and author.rng.random() < 0.3 else []
        laws = anywhere or LAWS[e.word]
        return (author.rng.choice(laws)(author, e) or e) if laws else e
    return e


def by_entries(author: Author, shape: Any, body: Callable[[E, E], E]) -> E:
    i, j = author.fresh(), author.fresh()
    return matrix("entries", shape, i, shape[0], j, shape[1], body(at(i), at(j)))


def sum_over(author: Author, size: Any, body: Callable[[E], E]) -> E:
    name = author.fresh()
    return summed(name, size, body(at(name)))


def with_index(e: E, name: str, index: E) -> E:
    """Return an expression with an index in place of another; inner names are all different."""
    if e.word == "at" and e.parts[0] == name:
        return index
    return parts_changed(e, lambda part: with_index(part, name, index))
