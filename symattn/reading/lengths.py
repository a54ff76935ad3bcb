"""How many entries a note says that a letter has: p_1, …, p_n, and "p is a vector of length n".

Such words declare nothing: they only tell the length where x_i is a number by its place. What is said in two ways tells
nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from symattn.reading.doubts import sentences
from symattn.reading.explained import spelt
from symattn.reading.names import is_letter, letters_in
from symattn.reading.pages import Page
from symattn.reading.tree import NONE, ONE, Tree, walk

_LENGTH = r"(?:length|size|dimension) ⟨(?P<size>[A-Za-z])⟩"
_NAMES = r"(?P<names>⟨[^⟩]*⟩(?:(?:,| and) ⟨[^⟩]*⟩)*|\b[b-hj-z](?:(?:,| and) [b-hj-z])*)"
_SAID = (
    re.compile(rf"{_NAMES} (?:is|are|be|denotes?) (?:[\w-]+ ){{0,4}}?vectors? of {_LENGTH}"),
    re.compile(rf"\bvectors? {_NAMES} of {_LENGTH}"),
)


def lengths(page: Page, trees: Iterable[Tree], indices: Collection[str]) -> dict[str, Tree]:
    """Return the lengths that a note says of letters, where they are no index and of one kind."""
    found = defaultdict[str, set[Tree]](set)
    for tree in trees:
        for key, size in _listed(tree):
            found[key].add(size)
    for sentence in sentences(page):
        text, _ = spelt(sentence)
        for said in (match for pattern in _SAID for match in pattern.finditer(text)):
            for key in re.findall(r"(?<![A-Za-z\\])[a-z](?![A-Za-z])", said["names"].replace(" and ", " ")):
                found[key].add(Tree("name", said["size"]))
    single = {key: min(sizes, key=str) for key, sizes in found.items() if len(sizes) == 1}
    return {key: size for key, size in single.items() if letters_in(size) and not letters_in(size) & set(indices)}


def _listed(tree: Tree) -> Iterator[tuple[str, Tree]]:
    """Yield the length of (p_1, …, p_n)."""
    for node in walk(tree):
        kids = node.kids
        if node.kind in ("list", "group") and len(kids) > 2 and kids[-2].kind == "dots":
            (base, first, above), (other, last, over) = (_parts(kids[at]) for at in (0, -1))
            if is_letter(base) and base == other and first == ONE and above is NONE is over and is_letter(last):
                yield base.value, last


def _parts(tree: Tree) -> Sequence[Tree]:
    return tree.kids if tree.kind == "script" else (NONE, NONE, NONE)
