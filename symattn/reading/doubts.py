"""Doubts: what a note says of its symbols in words, or by an inline formula, and what is not read.

Where something else is said of a symbol, a counterexample may be one that the note leaves out: it refutes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symattn.reading.pages import Page, Piece
from symattn.reading.scope import Scope
from symattn.reading.tree import Tree, walk

_WORDS = re.compile(
    r"\b(?:(?:anti|skew-?|a)?symmetric|(?:bi|block-|tri|off-?)?diagonal|triangular|(?:semi-?)?definite|unit|unitary"
    r"|(?:ortho)?normal(?:i[sz]ed)?|orthogonal|idempotent|nilpotent|projections?|projectors?|(?:doubly )?stochastic"
    r"|(?:non-?)?(?:positive|negative|zero|singular)|invertible"
    r"|sorted|increasing|decreasing|one-hot|binary|distributions?|probabilit(?:y|ies)|independent|i\.i\.d|cent(?:e)?red"
    r"|integers?|even|odd|distinct|equal|identical|constant|rotations?|reflections?|permut\w+|low-rank|rank|commut\w+"
    r"|causal|masked|banded|circulant|toeplitz|hermitian|involutions?|sums? (?:up )?to|adds? up|satisf\w+|identity"
    r"|full-rank|mean|variance|bounded|small|large|convex|linear|fixed point)\b",
    re.I,
)
_END = re.compile(r"[.;!?](?=\s|\Z)|\n\s*\n")


@dataclass(frozen=True)
class Doubt:
    """Hold what was said of names: where, and its words."""

    keys: frozenset[str]
    start: int
    text: str


def doubts(page: Page, trees: Mapping[int, tuple[Tree, ...]], scope: Scope) -> list[Doubt]:
    """Return what the words of a note say of symbols beside them, and its inline formulas that say more than a space.

    ``trees`` holds those of each formula by its place.
    """
    found = list[Doubt]()
    for sentence in _sentences(page):
        inline = [piece for piece in sentence if piece.kind == "inline"]
        said = _WORDS.findall(" ".join(piece.text for piece in sentence if piece.kind == "prose"))
        keys = {piece.start: frozenset(_keys(trees.get(piece.start, ()), scope)) for piece in inline}
        if said and inline:
            found.append(Doubt(frozenset().union(*keys.values()), inline[0].start, ", ".join(dict.fromkeys(said))))
        for piece in inline:
            relations = {
                each
                for tree in trees.get(piece.start, ())
                for node in walk(tree)
                if node.kind == "rel"
                for each in node.value.split(",")
            }
            if relations - {"in"}:
                found.append(Doubt(keys[piece.start], piece.start, piece.text))
    return found


def _keys(trees: tuple[Tree, ...], scope: Scope) -> Iterator[str]:
    """Yield the names in formulas; of a declaration, those that are declared."""
    for tree in trees:
        for part in tree.kids if tree.kind == "list" else (tree,):
            said = part.kids[:1] if part.kind == "rel" and part.value == "in" else (part,)
            for each in said:
                yield from (refer.key for refer in scope.references(each))


def _sentences(page: Page) -> Iterator[list[Piece]]:
    """Yield the sentences of a page: prose cut where a sentence ends, with the inline formulas in it."""
    sentence = list[Piece]()
    for piece in page.pieces:
        if piece.kind == "inline":
            sentence.append(piece)
        elif piece.kind == "prose":
            first, *more = _END.split(piece.text)
            sentence.append(Piece("prose", first, piece.start))
            for each in more:
                yield sentence
                sentence = [Piece("prose", each, piece.start)]
        else:
            yield sentence
            sentence = []
    yield sentence
