"""Conditions beside a statement: "for i = 1, …, n" bounds an index, "if a > 0" is a hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from symattn.language import ForAll
from symattn.reading.calls import DEFINITE, ORDER
from symattn.reading.judging import equation
from symattn.reading.lefts import free_indices, subscripts_of
from symattn.reading.meaning import Meaning
from symattn.reading.names import LABELS, PLACES, is_letter, is_numbered
from symattn.reading.propositions import stated
from symattn.reading.refusal import Refused
from symattn.reading.scope import Scope
from symattn.reading.sizes import Misfit, unify
from symattn.reading.spaces import map_space, space
from symattn.reading.sums import less
from symattn.reading.tree import NONE, Tree, distributed, replaced, values_in, walk
from symattn.reading.unknowns import told

#: Words that are no names, however they are written.
_NO_NAMES = ("if", "iff", "for", "when", "where", "unless", "or", "and", "not", "then", "only", "all", "some", "with")


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


def is_beside(tree: Tree, claimed: Sequence[Tree], scope: Scope) -> bool:
    """Tell whether a clause without a word is a condition of what stands before it: (x > 0), i < j, i = j."""
    parts = distributed(tree)
    if not claimed:
        return False
    if tree.kind == "group" or is_range(tree) or (len(parts) > 1 and all(map(is_range, parts))):
        return parts[0].kind == "rel" or is_range(tree)
    left = tree.kids[0] if tree.value == "=" else NONE
    return is_letter(left) and any(left.value in subscripts_of(each, scope) for each in claimed)


def loose_index(conditions: Sequence[Tree], claimed: Sequence[Tree], scope: Scope) -> str:
    """Return an index of a hypothesis of a claim without indices, so that it may hold for one or for all."""
    ranges = {each for tree in conditions for each in ranging(tree)}
    said = [each for each in conditions if each.kind == "rel" and not declares(each) and not is_range(each)]
    found = {each for tree in said for each in free_indices(tree, scope)} - ranges
    return "" if any(free_indices(each, scope) for each in claimed) else min(found, default="")


def everywhere(tree: Tree, letters: Collection[str]) -> Tree:
    """Return a hypothesis for all places of some letters."""
    return Tree("forall", "", (tree, *(Tree("name", each) for each in sorted(letters)))) if letters else tree


def unread_words(tree: Tree) -> str:
    """Return words in a clause that are neither a name nor a label nor part of a statement or a set that is read."""
    is_read = tree.kind in ("script", "said", "cases") or map_space(tree) is not None
    if tree.kind == "name" and tree.value in _NO_NAMES:
        return tree.value
    kids = () if is_read else tree.kids[tree.value.startswith("colon") :]  # of f: A → B, f may be a word
    if tree.value == "in" and space(tree.kids[1]) is not None:
        kids = kids[:1]
    inside = (each for each in kids if tree.kind != "juxt" or each.kind != "group")  # what f takes may be words, too
    return tree.value if tree.kind == "text" else next(filter(None, map(unread_words, inside)), "")


def may_list(tree: Tree, other: Tree) -> bool:
    """Tell whether two conditions may be one list of letters between bounds: 0 < x, y < 1."""
    ends = tree.kids[0].kind == "num" and is_letter(tree.kids[-1]) if tree.kids else False
    return ends and other.value in ORDER and is_letter(other.kids[0])


def spanned(tree: Tree) -> tuple[Tree, Tree | None, Tree] | None:
    """Return the letter of which a clause says from where to where it runs, and both ends; None where it does not."""
    if tree.kind == "list" and is_range(tree):
        return (*tree.kids[0].kids, tree.kids[-1]) if len(tree.kids[0].kids) == 2 else None
    if tree.value == "<=,<" and is_letter(tree.kids[1]):
        return tree.kids[1], tree.kids[0], less(tree.kids[2], "<")
    inside = tree.kids[1] if tree.value == "in" else NONE
    if inside.kind == "group" and inside.value in ("[", "[,") and len(inside.kids) == 1:
        return tree.kids[0], None, inside.kids[0]
    is_list = inside.kind == "group" and inside.value[0] in "{[" and any(kid.kind == "dots" for kid in inside.kids)
    return (tree.kids[0], inside.kids[0], inside.kids[-1]) if is_list else None


def from_the_first(tree: Tree) -> bool:
    """Tell whether a clause says of a letter that it runs from the first number on: i ≥ 1, t ≥ 0, t > 0."""
    first, last = (tree.value, tree.kids[-1].value) if tree.kind == "rel" else ("", "")
    return (first, last) in ((">=", "0"), (">=", "1"), (">", "0")) and is_letter(tree.kids[0])


def runs_whole(tree: Tree, indices: Collection[str], scope: Scope) -> bool:
    """Tell whether a clause says of an index only where it runs: i = 1, …, n, or 1 ≤ i ≤ n, i ≤ n, i ≥ 1."""
    if (tree.kind == "list" and is_range(tree)) or declares(tree) or spanned(tree) is not None:
        return True
    if from_the_first(tree):
        return tree.kids[0].value in indices
    ends = [each for each in tree.kids if each.value not in indices]
    is_chain = tree.kind == "rel" and {*tree.value.split(",")} <= {"<", "<="}
    is_one = len(ends) == len(tree.kids) - 1
    return is_chain and is_one and all(each.value in {"0", "1", *scope.sizes} for each in ends)


def quantified(supposed: Sequence[Tree], over: Sequence[Tree], taken: Collection[str], scope: Scope) -> list[Tree]:
    """Return hypotheses with a "for all" behind them, each for all of the letters that stand in it.

    Raise Refused where a letter is no index, or stands in the claim before them, too.
    """
    letters = dict[Tree, Tree]()
    for each in [each for tree in over for each in (tree.items if all(map(is_numbered, tree.items)) else (tree,))]:
        letter = each if is_numbered(each) else (spanned(each) or (NONE,))[0]
        refer = scope.named(letter)
        is_index = is_numbered(letter) and (refer is None or scope.kind(refer.key) in ("", "natural"))
        below = [script for part in supposed for script in walk(part, "script")]
        places = supposed if each != letter else [part for script in below for part in script.kids[1:]]
        if not is_index or letter.base.value in taken or all(letter not in walk(part) for part in places):
            raise Refused("for all of what, and does it belong to the hypothesis?")
        letters[letter] = each
    own = [[each for letter, each in letters.items() if letter in walk(part)] for part in supposed]
    return [Tree("forall", "", (part, *each)) if each else part for part, each in zip(supposed, own, strict=True)]


def ranging(tree: Tree) -> set[str]:
    """Return the letters of which a clause says over what they run, or that something holds for all of them."""
    said = tree.kids[0] if tree.kind == "list" and is_range(tree) else tree
    letters = tree.items if said.kind != "rel" else said.kids if is_range(tree) else ()
    return {each.value for each in letters if is_letter(each)}


def runs_over(tree: Tree) -> bool:
    """Tell whether a clause says from where to where indices run, beside nothing else."""
    return is_range(tree) and (tree.kind == "list" or tree.value == "in")


def condition(tree: Tree) -> Callable[[Meaning], Any]:
    """Return what a condition does to an attempt: it bounds an index, or is a hypothesis."""
    if declares(tree) or all(map(is_letter, tree.items)):
        return lambda stage: None
    if tree.kind == "forall":
        return lambda stage: _for_all(stage, *tree.kids)
    if tree.kind == "said":
        return stated(tree)
    if runs_over(tree) and (span := spanned(tree)) is not None:
        return lambda stage: _runs(stage, *span)
    if tree.kind == "rel" and (tree.value in {**ORDER, **DEFINITE} or (tree.value == "=" and NONE not in tree.kids)):
        return equation(tree.kids[0], tree.kids[1], tree.value)
    raise Refused(f"the condition is not read: {tree}")


def _runs(stage: Meaning, name: Tree, start: Tree | None, last: Tree) -> None:
    if stage.scope.kind(name.value) not in ("", "natural") or last.kind == "dots":
        raise Refused(f"{name.value} is no index, or does not end")
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


def _for_all(stage: Meaning, tree: Tree, *over: Tree) -> Callable[[], object]:
    """Suppose something for all places of some letters, which are not what they are elsewhere in the statement."""
    spans = [spanned(each) for each in over]
    letters = [each if span is None else span[0] for each, span in zip(over, spans, strict=True)]
    used = stage.indices.keys() | stage.scope.sizes | values_in(tree)
    names = [Tree("name", each) for each in sorted(PLACES - LABELS - used)]
    if len(names) < len(letters):
        raise Refused("too many letters for all of which something is supposed")
    indices = [stage.free_index(name.value) for name in names[: len(letters)]]
    for name, span in zip(names, spans, strict=False):
        if span is not None:
            _runs(stage, name, *span[1:])
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
