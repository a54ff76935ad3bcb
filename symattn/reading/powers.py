"""Whether ^T may be a power: elsewhere in the note T counts steps, or is the end of a sum.

A T that stands anywhere but above a letter is a number, unless the note declares it as something else. Then ^T is sure
to be a transpose only where it stands above what has no powers, and the note has no other sign for a transpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from symattn.reading.names import head_letter, reference
from symattn.reading.notation import LETTER, TRANSPOSED
from symattn.reading.pages import Page, with_neighbours
from symattn.reading.refusal import attempt
from symattn.reading.scope import PROPERTIES, Declared
from symattn.reading.tree import NONE, Tree, Trees, walk

_T = Tree("name", "T")
#: What is declared so has powers, or is one.
_NUMBERS = ("number", "natural", "positive", "nonnegative", "positive or 0", "complex", "size")
#: Words beside a T that is no number.
_NO_COUNT = re.compile(
    r"\b(?:transpos\w*|superscripts?|maps?|operators?|matri\w+|transform\w*|linear|functions?)\b", re.I
)


def may_be_powers(page: Page, trees: Trees, declared: Sequence[Declared]) -> bool:
    """Tell whether the ^T of a note may be powers."""
    every = [tree for own in trees.values() for tree in own]
    if any(each.key.split("_")[0] == "T" and each.kind not in _NUMBERS for each in declared):
        return False
    if any(each.kids[0] == _T for tree in every for each in walk(tree, "script")):
        return False  # T_h is one of several matrices
    above = {each.kids[2] for tree in every for each in walk(tree, "script")}
    if _T not in above or not _counts(page, trees):
        return False
    others = any(each.kind == "name" and each.value in TRANSPOSED and each != _T for each in above)
    known = {each.key: each for each in declared if not each.places}
    raised = [each for tree in every for each in walk(tree, "script") if each.kids[2] == _T]
    return others or all(_has_powers(each, known) for each in raised)


def _counts(page: Page, trees: Trees) -> bool:
    """Tell whether T stands somewhere as a number does: alone, in a range, below a letter, beside a number."""
    for before, piece, behind in with_neighbours(page.pieces):
        for tree in trees.get(piece.start, ()):
            if any(each == _T for each in tree.items):
                if not _NO_COUNT.search(f"{before.text[-60:]} {behind.text[:60]}"):
                    return True
            elif _T in _numbers(tree):
                return True
    return False


def _numbers(tree: Tree) -> Iterator[Tree]:
    """Yield the parts of a formula that are numbers: ends of sums and ranges, what stands below letters, with ±1."""
    if tree.kind == "big":
        yield from (part for end in tree.kids[:2] for part in walk(end))
    elif tree.kind == "script":
        is_raised = any(each.kids[2] == _T for each in walk(tree.kids[1], "script"))  # the A^T below a letter
        yield from walk(tree.kids[1]) if not is_raised else ()
        yield from _numbers(tree.kids[0])
        yield from _numbers(tree.kids[2]) if tree.kids[2] != _T else ()
        return
    elif tree.kind in ("rel", "list") and not any(each.kind == "juxt" for each in walk(tree)):
        yield from (kid for kid in tree.kids)
    elif tree.kind == "group" and tree.value[:1] in ("{", "["):
        yield from tree.kids
    elif tree.kind == "frac":
        yield from tree.kids[1:]
    elif tree.kind == "add" and any(kid.kind == "num" for kid in tree.kids):
        yield from tree.kids
    for kid in tree.kids:
        yield from _numbers(kid)


def _has_powers(tree: Tree, known: Mapping[str, Declared]) -> bool:
    """Tell whether what stands below ^T may have powers: a number, a square matrix, a Greek letter."""
    base, below, _ = tree.kids
    if base.kind in ("num", "group"):
        return all(_has_powers(Tree("script", "", (each, NONE, _T)), known) for each in walk(base, "name"))
    refer = attempt(reference, Tree("script", "", (base, below, NONE)) if below is not NONE else base)
    own = known.get(refer.key) if refer is not None else None
    if own is None:
        letter = head_letter(refer.key) if refer is not None else ""
        return LETTER.fullmatch(letter) is not None and letter[1:2].islower()
    return own.kind in (*PROPERTIES, *_NUMBERS) or (len(own.sizes) == 2 and own.sizes[0] == own.sizes[1])
