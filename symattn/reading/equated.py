"""Equations of a note by the letter on their left: what it has said of the letter, in whatever sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from symattn.reading.lefts import left_of
from symattn.reading.names import is_letter
from symattn.reading.refusal import attempt
from symattn.reading.scope import Left, Scope
from symattn.reading.tree import NONE, Tree

#: What may be named on a left side.
_NAMES = ("name", "script")


class Equated(NamedTuple):
    """Hold an equation: what stands on its left, its sides, and where its formula begins.

    ``right`` is NONE where it is not read. ``is_plain`` tells whether the left side is a name with letters or numbers
    below it, without a power or a transpose.
    """

    named: Left
    left: Tree
    right: Tree
    start: int
    is_plain: bool


def equated(tree: Tree, start: int, scope: Scope) -> Iterator[Equated]:
    """Yield the equations of a formula: each side of a chain is equal to the next, the last to the one before it."""
    for item in tree.kids if tree.kind == "list" and len(tree.kids) > 1 else (tree,):
        if item.kind != "rel":
            continue
        pairs = zip(item.value.split(","), item.kids, item.kids[1:], strict=False)
        equal = [(left, right) for relation, left, right in pairs if relation in ("=", ":=", "equiv")]
        turned = [(right, left) for left, right in equal[-1:] if right is not NONE and left.kind not in _NAMES]
        for left, right in (*equal, *turned):
            named = attempt(left_of, left, scope, True)
            refer = scope.named(left) if named is None and left.kind in _NAMES else None
            if named is None and refer is not None:
                named = Left(refer.key, refer.indices, None)
            if named is not None:
                yield Equated(named, left, right, start, refer is None)


def is_other(said: Left, row: Left, recurs: bool = False) -> bool:
    """Tell whether a row is of other entries than what was said: x_2 and not x_1, S_t or S_0; or of more arguments.

    What was said of S_t by S_{t-1} says nothing of where it begins.
    """
    if said.arguments is not None and row.arguments is not None and len(said.arguments) != len(row.arguments):
        return True
    if len(said.places) != len(row.places):
        return False
    pairs = [(one, other) for one, other in zip(said.places, row.places, strict=True) if one != other]
    return any(one.kind == "num" or (recurs and other.kind == "num") for one, other in pairs)


def without(tree: Tree, places: Collection[Tree]) -> Tree:
    """Return a tree without the letters that stand below others as their one index."""
    if tree.kind == "script" and tree.kids[1].kind == "name" and tree.kids[1] in places:
        base, _, above = tree.kids
        return base if above is NONE else Tree("script", "", (base, NONE, above))
    return tree.mapped(lambda kid: without(kid, places))


def wholes(key: str) -> tuple[str, ...]:
    r"""Return the names of that of which a letter with an index may be a part: x_i of a bold x, or a row of X.

    >>> wholes("x"), wholes(r"\mathbf{x}"), wholes("X"), wholes(r"\hat{x}")
    (('\\mathbf{x}', 'X', '\\mathbf{X}'), ('\\mathbf{X}', 'X'), ('\\mathbf{X}',), ())
    """
    found = re.fullmatch(r"(\\mathbf\{)?([A-Za-z])\}?", key)
    if found is None:
        return ()
    names = [rf"\mathbf{{{found[2]}}}", found[2].upper(), rf"\mathbf{{{found[2].upper()}}}"]
    names = [names[2], names[1]] if found[1] else names
    return tuple(dict.fromkeys(name for name in names if name != key))


def conjugated(key: str) -> str:
    r"""Return the letter of which a name may be the conjugate; nothing where it is none.

    >>> conjugated(r"\bar{z}"), conjugated("z^*"), conjugated("z")
    ('z', 'z', '')
    """
    found = re.fullmatch(r"\\(?:bar|overline)\{(.+)\}|(.+)\^\*", key)
    return (found[1] or found[2]) if found else ""


def numbered(key: str) -> tuple[str, int]:
    r"""Return the letter below which a name has a number from 1 on, and of how many places it may be; else nothing.

    >>> numbered("z_1"), numbered("z_0"), numbered("z"), numbered(r"\hat{z}_12"), numbered("C_1,2")
    (('z', 1), ('', 0), ('', 0), ('\\hat{z}', 2), ('C', 2))
    """
    found = re.fullmatch(r"(.+)_([1-9]\d*)(,[1-9]\d*)?", key)
    if found is None:
        return "", 0
    return found[1], 2 if found[3] or len(found[2]) == 2 else 1


def by_parts(tree: Tree, scope: Scope, is_turned: bool) -> Tree:
    """Return a tree in which x_i, of which nothing else is known, is a part of a known X; a row may be a column."""
    if tree.kind == "script" and is_letter(tree.kids[0]):
        base, below, above = tree.kids
        known = next(filter(scope.knows, wholes(base.value)), "")
        refer = scope.named(tree)
        if known and refer is not None and refer.indices and not scope.says(base.value):
            row = Tree("script", "", (Tree("name", known), below, NONE), tree.start)
            if is_turned and len(refer.indices) == 1:
                row = Tree("script", "", (Tree("group", "(", (row,)), NONE, Tree("name", r"\top")), tree.start)
            return row if above is NONE else Tree("script", "", (Tree("group", "(", (row,)), NONE, above), tree.start)
    return tree.mapped(lambda kid: by_parts(kid, scope, is_turned))


def function_of(key: str) -> tuple[str, int]:
    r"""Return the function of which a name may be a derivative, and which; the name itself and 0 where it is none.

    >>> function_of("f''"), function_of(r"\dot{x}"), function_of("f")
    (('f', 2), ('x', 1), ('f', 0))
    """
    dotted = re.fullmatch(r"\\(d+)ot\{(.*)\}", key)
    if dotted is not None:
        return dotted[2], len(dotted[1])
    function = key.rstrip("'")
    return function, len(key) - len(function)


def derivative(body: Tree, variable: str, times: int) -> Tree:
    """Return ∂/∂x (…) of what a function of x is, or ∂²/∂x² (…)."""
    operator, below = Tree("name", r"\partial"), Tree("name", variable)
    if times > 1:
        operator, below = (Tree("script", "", (each, NONE, Tree("num", str(times)))) for each in (operator, below))
    by = Tree("frac", "", (operator, Tree("juxt", "", (Tree("name", r"\partial"), below))))
    return Tree("juxt", "", (by, Tree("group", "(", (body,))))
