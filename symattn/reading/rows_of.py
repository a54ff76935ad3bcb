"""Rows of a matrix: "where $q_i$ and $k_j$ are the rows of $Q$ and $K$" defines q_i and k_j."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from symattn.reading.doubts import sentences
from symattn.reading.lefts import named_by
from symattn.reading.pages import Page
from symattn.reading.scope import Left, Scope
from symattn.reading.tree import NONE, Tree

#: A formula in the text of a sentence, by its number; several are joined by commas and "and".
_ONE = r"<\d+>"
_SEVERAL = rf"({_ONE}(?:(?:,| and|, and) {_ONE})*)"
_ROWS = re.compile(
    rf"{_SEVERAL} (?:is|denotes|(?P<are>are|be|denote)) (?:the )?(?:(?:{_ONE}-?(?:th|st) )?rows?) of (?={_SEVERAL})",
    re.I,
)


def rows_of(page: Page, trees: Mapping[int, tuple[Tree, ...]], scope: Scope) -> Iterator[tuple[int, Left, Tree]]:
    """Yield what prose says to be a row of a matrix: where, its name with its index, and the row."""
    for sentence in sentences(page):
        text = "".join(f"<{at}>" if each.kind == "inline" else each.text for at, each in enumerate(sentence))
        for match in _ROWS.finditer(" ".join(text.split())):
            numbers = [[int(each) for each in re.findall(r"\d+", group)] for group in match.group(1, 3)]
            names, wholes = ([kid for at in each for kid in _named(sentence[at].start, trees)] for each in numbers)
            if match["are"]:  # each of a matrix, or all of one
                pairs = list(zip(names, wholes if len(wholes) >= len(names) else wholes[:1] * len(names), strict=False))
            else:
                pairs = [(names[-1], wholes[0])]
            for name, whole in pairs:
                left = named_by(name, scope)
                if left is not None and len(left.places) == 1 and left.places[0].kind == "name":
                    matrix = Tree("group", "(", (whole,))
                    row = Tree("script", "", (matrix, left.places[0], NONE))
                    yield sentence[numbers[0][0]].start, left, row


def _named(start: int, trees: Mapping[int, tuple[Tree, ...]]) -> tuple[Tree, ...]:
    (tree, *_) = (*trees.get(start, ()), NONE)
    return tree.items
