"""Statements in words: "j ↦ f(j) is injective", "A is invertible", "it is not true that …"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import symattn.language as language
from symattn.reading.judging import equation
from symattn.reading.letters import object_of
from symattn.reading.meaning import Meaning
from symattn.reading.moments import distribution
from symattn.reading.names import is_letter
from symattn.reading.notation import STATED
from symattn.reading.refusal import Refused, attempt
from symattn.reading.tree import Tree


def stated(tree: Tree) -> Callable[[Meaning], Callable[[], Any]]:
    """Return what reads a statement in words in one attempt."""

    def make(stage: Meaning) -> Callable[[], Any]:
        if tree.value == "it is not true that":
            (inner,) = tree.kids
            if inner.kind != "said" and (inner.kind != "rel" or inner.value != "="):
                raise Refused("what is not true?")
            said = stated(inner)(stage) if inner.kind == "said" else equation(inner.kids[0], inner.kids[1])(stage)
            return lambda: language.Fails(said())
        word = getattr(language, STATED[tree.value])
        about = [distribution(stage)] if "independent" in tree.value or "entries" in tree.value else []
        said = _arguments(tree.kids)
        parts = about + [object_of(stage, attempt(stage.bare, each) or "") or stage.read(each) for each in said]
        return lambda: word(*(each.make() for each in parts))

    return make


def _arguments(kids: Sequence[Tree]) -> Sequence[Tree]:
    if kids[0].kind == "rel" and kids[0].value == "mapsto" and is_letter(kids[0].kids[0]):
        return *kids[0].kids[::-1], *kids[1:]
    return kids
