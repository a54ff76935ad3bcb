"""What the words of a note say anew: of a name that is known without the note, or of a letter that was declared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from symattn.reading.doubts import sentences
from symattn.reading.names import reference
from symattn.reading.pages import Page, Piece
from symattn.reading.refusal import attempt
from symattn.reading.scope import Declared
from symattn.reading.tree import NONE, ONE, Tree

_IS = r"\s*(?:(?:now|henceforth|here|both|all|will|shall|to)\s+)*(?:is|are|be|becomes?|denotes?|stands? for|means?)\b"
#: Words that say of a known name what it is.
_MEANT = {"Re": "real part", "Im": "imaginary part", "tr": "trace", "e": "Euler", r"\pi": "3.14|circle|constant"}
_NOUN = r"(?P<noun>matri(?:x|ces)|vectors?|numbers?|scalars?|reals?)\b"
#: ⟨A⟩ and ⟨B⟩ denote square matrices; matrices ⟨A⟩ and ⟨B⟩.
_LIST = r"(?P<list>⟨\d+⟩(?:(?:\s*,?\s*and\s+|\s*,\s*)⟨\d+⟩)*)"
_OTHER = r"(?:(?!of\b|in\b|to\b|with\b|for\b|by\b|from\b)(?:[\w-]+|⟨\d+⟩)\s+){0,4}?"
_AFTER = re.compile(rf"{_LIST}(?:{_IS}|\s+(?P<as>as)\b)\s*{_OTHER}(?:{_NOUN}(?!-)|⟨(?P<size>\d+)⟩)", re.I)
_BEFORE = re.compile(rf"\b{_NOUN}\s+{_LIST}", re.I)
_NOW = re.compile(r"\A\s*(?:now|henceforth|from (?:now|here) on(?:wards?)?)\b", re.I)


def anew(page: Page, trees: Mapping[int, tuple[Tree, ...]]) -> Iterator[tuple[str, int, str, str]]:
    """Yield the names that words beside them explain, as in "let exp be any map", each with its place and why."""
    pieces = [Piece("prose", "", 0), *page.pieces, Piece("prose", "", 0)]
    for before, piece, after in zip(pieces, pieces[1:], pieces[2:], strict=False):
        (tree, *more) = (piece.kind == "inline" and trees.get(piece.start)) or (NONE,)
        is_call = tree.kind == "juxt" and len(tree.kids) == 2 and tree.kids[1].kind == "group"
        name = tree.kids[0] if is_call else tree
        words = before.text[-80:] if before.kind == "prose" else "", after.text[:80] if after.kind == "prose" else ""
        said = re.match(r"\s*(?:denotes?|stands? for|means?)\b" if is_call else _IS, words[1])
        is_let = re.search(r"\blet\s*\Z", words[0], re.I)
        beside, key = " ".join(words), name.value
        is_meant = re.search(_MEANT.get(key, re.escape(key)), beside, re.I)
        if not more and name.kind == "name" and (said or is_let) and not is_meant:
            yield key, piece.start, f"line {page.place(piece.start)[0]} says what {key} is, in words", beside


def declared_anew(
    page: Page, trees: Mapping[int, tuple[Tree, ...]], declared: Sequence[Declared]
) -> Iterator[Declared]:
    """Yield the letters of which a sentence says that they are other than was declared before: none is read then."""
    for sentence in sentences(page):
        inline = [piece for piece in sentence if piece.kind == "inline"]
        at = count()
        text = "".join(f"⟨{next(at)}⟩" if piece.kind == "inline" else piece.text for piece in sentence)
        is_now = bool(_NOW.search(text.lstrip("#* ")))
        for found in (*_AFTER.finditer(text), *_BEFORE.finditer(text)):
            said = found.groupdict()
            size = said.get("size")
            if (said.get("as") and not is_now) or (size and r"\times" not in inline[int(size)].text):
                continue
            noun = _kind((said["noun"] or "matrix").lower())
            for number in re.findall(r"\d+", found["list"]):
                piece = inline[int(number)]
                for tree in [each for one in trees.get(piece.start, ()) for each in one.items]:
                    refer = attempt(reference, tree)
                    if refer is None or refer.marks or refer.indices:
                        continue
                    own = [each for each in declared if each.key == refer.key and not each.places]
                    before = [each for each in own if each.start < sentence[0].start or each.start < piece.start]
                    if not before or any(each.start == piece.start for each in own):
                        continue
                    last = max(before, key=lambda each: each.start)
                    both = {noun, *_kinds(last)}
                    if is_now or (noun not in _kinds(last) and (found.re is _AFTER or "number" in both)):
                        yield Declared(refer.key, "anew", (), 0, piece.start)


def _kind(noun: str) -> str:
    return "matrix" if noun.startswith("matri") else "vector" if noun.startswith("vector") else "number"


def _kinds(declared: Declared) -> set[str]:
    """Return what words may call what was declared: a row is a matrix, too."""
    if len(declared.sizes) == 2:
        return {"matrix", "vector"} if ONE in declared.sizes else {"matrix"}
    if declared.sizes or declared.kind == "vector":
        return {"vector"}
    if declared.kind in ("matrix", "permutation", "orthogonal", "invertible", "mask"):
        return {"matrix"}
    known = declared.kind in ("number", "natural", "positive", "nonnegative", "complex", "imaginary")
    return {"number"} if known else {"matrix", "vector", "number"}
