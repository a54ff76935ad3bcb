"""Conditions beside a statement: "for i = 1, …, n" bounds an index, "if a > 0" is a hypothesis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symattn.language import ForAll
from symattn.reading.calls import ORDER
from symattn.reading.judging import equation
from symattn.reading.meaning import Meaning
from symattn.reading.names import LABELS, PLACES, is_letter
from symattn.reading.propositions import stated
from symattn.reading.refusal import Refused
from symattn.reading.sizes import Misfit, unify
from symattn.reading.spaces import map_space, space
from symattn.reading.sums import less
from symattn.reading.tree import NONE, Tree, replaced, values_in
from symattn.reading.unknowns import told


def declares(tree: Tree) -> bool:
    """Tell whether a clause says of letters only in which spaces they lie."""
    parts = tree.items
    return parts[-1].kind == "rel" and all(
        (part.kind == "rel" and part.value == "in" and space(part.kids[1]) is not None)
        or map_space(part) is not None
        or part.kind in ("name", "script")
        for part in parts
    )


def is_range(tree: Tree) -> bool:
    """Tell whether a clause only says over what an index runs: i = 1, …, n or i ∈ […]."""
    if tree.kind == "list":
        return tree.kids[0].kind == "rel" and any(kid.kind == "dots" for kid in tree.kids)
    if tree.kind == "rel" and is_letter(tree.kids[0]):
        if tree.value == "in":
            known = space(tree.kids[1])
            return known is None or known.kind == "natural"
        return set(tree.value.split(",")) <= {"<", "<=", ">", ">=", "!="}
    return False


def ranging(tree: Tree) -> set[str]:
    """Return the letters of which a clause says over what they run, or that something holds for all of them."""
    *names, last = tree.kids if tree.kind == "list" and tree.kids[0].kind != "rel" else (tree,)
    if last.kind != "rel":
        return {each.value for each in (*names, last) if is_letter(each)}
    letters = [*names, *last.kids] if is_range(tree if tree.kind == "rel" else last) else []
    if tree.kind == "list" and is_range(tree):
        letters = list(tree.kids[0].kids)
    return {each.value for each in letters if is_letter(each)}


def runs_over(tree: Tree) -> bool:
    """Tell whether a clause says from where to where indices run, beside nothing else."""
    last = tree.kids[-1] if tree.kind == "list" and all(map(is_letter, tree.kids[:-1])) else tree
    return is_range(last) and (last.kind == "list" or last.value == "in")


def condition(tree: Tree) -> Callable[[Meaning], Any]:
    """Return what a condition does to an attempt: it bounds an index, or is a hypothesis."""
    if tree.kind == "list" and is_range(tree):
        first, last = tree.kids[0], tree.kids[-1]
        name, start = first.kids[0], first.kids[1]
        return lambda stage: _runs(stage, name, start, last)
    if declares(tree) or all(map(is_letter, tree.items)):
        return lambda stage: None
    if tree.kind == "forall" and not tree.value:  # for all i < j: of what?
        return lambda stage: _for_all(stage, *tree.kids)
    if tree.kind == "said":
        return stated(tree)
    if tree.kind == "list" and tree.kids[-1].kind == "rel" and all(map(is_letter, tree.kids[:-1])):  # i, j ∈ …
        last = tree.kids[-1]
        each = [condition(Tree("rel", last.value, (name, *last.kids[1:]))) for name in tree.kids[:-1]]
        return lambda stage: [one(stage) for one in (*each, condition(last))][-1]
    if tree.kind == "rel" and tree.value == "in":
        inside = tree.kids[1]
        if inside.kind == "group" and inside.value in ("[", "[,") and len(inside.kids) == 1:
            return lambda stage: _runs(stage, tree.kids[0], None, inside.kids[0])
        if inside.kind == "group" and inside.value[0] in "{[" and any(kid.kind == "dots" for kid in inside.kids):
            return lambda stage: _runs(stage, tree.kids[0], inside.kids[0], inside.kids[-1])
    if tree.kind == "rel" and (tree.value in ORDER or (tree.value == "=" and NONE not in tree.kids)):
        return equation(tree.kids[0], tree.kids[1], tree.value)
    raise Refused(f"the condition is not read: {tree}")


def _runs(stage: Meaning, name: Tree, start: Tree | None, last: Tree) -> None:
    if name.value not in stage.subscripts and name.value not in stage.indices:
        return
    first = stage.conventions.first
    if start is not None and (start.kind != "num" or int(start.value) != first):
        raise Refused("a range that does not begin at the first")
    stop = stage._last(last).stop
    if stop is None:
        raise Refused("a range whose end is not read")
    index = stage.free_index(name.value)
    index.is_told = True
    unify(index.size, stop)


def is_between(tree: Tree, of: Tree) -> bool:
    """Tell whether a clause is 0 <= k < n, for a k of which a statement speaks."""
    return tree.value == "<=,<" and is_letter(tree.kids[1]) and tree.kids[1].value in values_in(of)


def _for_all(stage: Meaning, tree: Tree, *over: Tree) -> Callable[[], object]:
    """Suppose something for all places of some letters, which are not what they are elsewhere in the statement."""
    letters = [each.kids[1] if each.kind == "rel" else each for each in over]
    used = stage.indices.keys() | stage.scope.sizes | values_in(tree)
    names = [Tree("name", each) for each in sorted(PLACES - LABELS - used)]
    if len(names) < len(letters):
        raise Refused("too many letters for all of which something is supposed")
    indices = [stage.free_index(name.value) for name in names[: len(letters)]]
    for name, each in zip(names, over, strict=False):
        if each.kind == "rel":
            _runs(stage, name, each.kids[0], less(each.kids[2], "<"))
    with stage.binding(*indices):
        stated = condition(replaced(tree, list(zip(letters, names, strict=False))))(stage)
    return lambda: ForAll(tuple(each.make(stage.naming) - each.low for each in indices), stated())


def at_brace(tree: Tree) -> Callable[[Meaning], object]:
    """Return what a name at a brace does to an attempt: it is what stands at the brace, where that is understood."""

    def suppose(stage: Meaning) -> Any:
        try:
            return equation(tree.kids[1], tree.kids[0])(stage)
        except (Refused, Misfit):
            stage.unread[told(tree.kids[1])] = 0
            return None

    return suppose
