"""Rows of a matrix: "where $q_i$ and $k_j$ are the rows of $Q$ and $K$" defines q_i and k_j.

So does a matrix that is written out, Q = [q_1ᵀ; …; q_nᵀ], and a vector 𝐳 = (z_1, …, z_n) says what z_i is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symattn.reading.doubts import sentences
from symattn.reading.lefts import named_by
from symattn.reading.names import LABELS, PLACES, base_letter, is_letter
from symattn.reading.notation import TRANSPOSED
from symattn.reading.pages import Page
from symattn.reading.scope import Left, Scope
from symattn.reading.tree import NONE, Tree, Trees, values_in

#: A formula in the text of a sentence, by its number; several are joined by commas and "and".
_ONE = r"<\d+>"
_SEVERAL = rf"({_ONE}(?:(?:,| and|, and) {_ONE})*)"
_NAMES, _WHOLES = _SEVERAL.replace("(", "(?P<names>", 1), _SEVERAL.replace("(", "(?P<wholes>", 1)
_SAID = [
    re.compile(each, re.I)
    for each in (
        rf"{_NAMES} (?:is|denotes|(?P<are>are|be|denote)) (?:the )?(?:(?:{_ONE}-?(?:th|st) )?rows?) of (?={_WHOLES})",
        rf"\bstack(?:s|ed|ing)?\b[^.;<]{{0,30}} {_NAMES} (?P<are>as|into|in) (?:the )?rows of (?:(?:the|a) )?"
        rf"(?:matrix )?{_WHOLES}",
        rf"\brows of {_WHOLES} (?P<are>are) (?:the )?(?:vectors )?{_NAMES}",
        rf"{_WHOLES},? (?:whose|with) (?:the )?rows (?P<are>are )?{_NAMES}",
    )
]


def rows_of(page: Page, trees: Trees, scope: Scope) -> Iterator[tuple[int, Left, Tree]]:
    """Yield what prose says to be a row of a matrix: where, its name with its index, and the row."""
    for sentence in sentences(page):
        text = "".join(f"<{at}>" if each.kind == "inline" else each.text for at, each in enumerate(sentence))
        for match in (found for each in _SAID for found in each.finditer(" ".join(text.split()))):
            numbers = [[int(each) for each in re.findall(r"\d+", group)] for group in match.group("names", "wholes")]
            names, wholes = ([kid for at in each for kid in _named(sentence[at].start, trees)] for each in numbers)
            if match["are"]:  # each of a matrix, or all of one
                pairs = list(zip(names, wholes if len(wholes) >= len(names) else wholes[:1] * len(names), strict=False))
            else:
                pairs = [(names[-1], wholes[0])]
            for name, whole in pairs:
                if (row := _row(name, whole, scope)) is not None:
                    yield sentence[numbers[0][0]].start, *row
    for start, tree in ((start, tree) for start, own in trees.items() for tree in own):
        name = member(tree)
        is_turned = name is not NONE and base_letter(name.base.value) != base_letter(tree.kids[0].value)
        if name is NONE or name.base == tree.kids[0] or (is_turned and scope.conventions.vectors != "column"):
            continue
        if (row := _row(name, tree.kids[0], scope)) is not None:
            yield start, *row


def _row(name: Tree, whole: Tree, scope: Scope) -> tuple[Left, Tree] | None:
    """Return what a name with an index, also if it is transposed, names as a row of a matrix, and the row."""
    base, sub, sup = name.scripts
    left = named_by(Tree("script", "", (base, sub, NONE)) if sup.value in TRANSPOSED else name, scope)
    if left is None or len(left.places) != 1 or left.places[0].kind != "name":
        return None
    return left, Tree("script", "", (Tree("group", "(", (whole,)), left.places[0], NONE))


def _named(start: int, trees: Trees) -> tuple[Tree, ...]:
    (tree, *_) = (*trees.get(start, ()), NONE)
    return tree.items


def member(tree: Tree) -> Tree:
    """Return q_i for Q = [q_1ᵀ; …; q_nᵀ], and z_i for z = (z_1, …, z_n), or [z_1 … z_n]ᵀ; NONE for anything else."""
    is_one = tree.value in ("=", ":=") and len(tree.kids) == 2 and is_letter(tree.kids[0])
    left, right = tree.kids if is_one else (NONE, NONE)
    turned = {each.scripts[2].value in TRANSPOSED for each in _cells(right)}
    if right.kind == "matrix" and right.value.endswith(",1") and turned == {True}:
        return _repeated(right, left)
    right = right.base if right.kind == "script" and right.scripts[2].value in TRANSPOSED else right
    is_list = right.kind in ("group", "list") or (right.kind == "matrix" and "1" in right.value.split(","))
    name = _repeated(right, left) if is_list and all(each.scripts[2] is NONE for each in _cells(right)) else NONE
    return name if base_letter(name.base.value) == base_letter(left.value) else NONE


def _cells(tree: Tree) -> list[Tree]:
    return [each for each in tree.kids if each.kind != "dots"]


def _repeated(tree: Tree, left: Tree) -> Tree:
    """Return x_i for x_1, x_2, …, x_n, which goes from the first to a letter, over dots; NONE for all else."""
    cells = _cells(tree)
    bases, ends = {each.base for each in cells}, [each.scripts[1] for each in cells]
    is_run = len(cells) > 1 and len(tree.kids) == len(cells) + 1 and tree.kids[-2].kind == "dots"
    is_run = is_run and ends[:-1] == [Tree("num", str(at)) for at in range(1, len(cells))] and is_letter(ends[-1])
    if not is_run or len(bases) > 1 or not is_letter(cells[0].base):
        return NONE
    return Tree("script", "", (cells[0].base, Tree("name", min(PLACES - LABELS - values_in(tree, left))), NONE))
