"""What the words of a note say anew: of a name that is known without the note, or of a letter that was declared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from symattn.reading.doubts import sentences
from symattn.reading.names import reference
from symattn.reading.pages import Page, Piece
from symattn.reading.refusal import attempt
from symattn.reading.scope import Declared, Scope
from symattn.reading.spaces import space
from symattn.reading.tree import NONE, ONE, Tree

_IS = r"\s*(?:(?:now|henceforth|here|both|all|will|shall|to)\s+)*(?:is|are|be|becomes?|denotes?|stands? for|means?)\b"
#: Words that say of a known name what it is.
_MEANT = {"Re": "real part", "Im": "imaginary part", "tr": "trace", "e": "Euler", r"\pi": "3.14|circle|constant"}
_NOUN = (
    r"(?P<noun>matri(?:x|ces)|vectors?|numbers?|scalars?|reals?|(?:linear )?(?:operators|maps)|quaternions|rotations"
    r"|permutations|elements of (?:a|the) group)\b"
)
#: Sets whose elements do not commute, and have no other space that is read.
_GROUP = re.compile(
    r"\A\s*(?:\\(?:mathrm|mathbb|operatorname|mathsf|mathbf|mathcal)\s*\{?)?(?:GL|SL|SO|SU|Sym|Mat|[MGHOU])\}?\s*(?:\Z|[_(^])"
)
#: Signs with a meaning of their own: how a formula with one begins, what the tree calls it, and words for its meaning.
_SIGNS = (
    (
        r"\\(?:\||[lr]?Vert)",
        "||",
        r"euclid|\b2-norm|\\ell_2|standard|usual|\b(?:its|the) norm\b|length|magnitude|frobenius",
    ),
    (r"\||\\[lr]?vert", "|", r"absolute|modulus|magnitude|complex"),
    (r"\\langle", "<", r"standard|usual|\bdot\b|euclid|scalar product|\bthe inner product"),
)
SIGNS = frozenset(key for _, key, _ in _SIGNS)
#: ⟨A⟩ and ⟨B⟩ denote square matrices; matrices ⟨A⟩ and ⟨B⟩.
_LIST = r"(?P<list>⟨\d+⟩(?:(?:\s*,?\s*and\s+|\s*,\s*)⟨\d+⟩)*)"
_OTHER = r"(?:(?!of\b|in\b|to\b|with\b|for\b|by\b|from\b)(?:[\w-]+|⟨\d+⟩)\s+){0,4}?"
_AFTER = re.compile(rf"{_LIST}(?:{_IS}|\s+(?P<as>as)\b)\s*{_OTHER}(?:{_NOUN}(?!-)|⟨(?P<size>\d+)⟩)", re.I)
_BEFORE = re.compile(rf"\b{_NOUN},?\s+{_LIST}", re.I)
_BARE = re.compile(rf"\bwith\s+{_LIST}\s+(?P<noun>matrices|operators|quaternions|rotations)\b", re.I)
_APPOSED = re.compile(rf"{_LIST}\s+an?\s+(?:[\w-]+\s+)?⟨(?P<size>\d+)⟩\s+(?P<noun>matri(?:x|ces))\b", re.I)
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
        sign = _sign(piece, tree, words[1], bool(is_let)) if piece.kind == "inline" else None
        if sign is not None and not re.search(sign[1], beside, re.I):
            yield (
                sign[0],
                piece.start,
                f"line {page.place(piece.start)[0]} says anew what {piece.text.strip()} is",
                beside,
            )
        if not more and name.kind == "name" and (said or is_let) and not is_meant:
            yield key, piece.start, f"line {page.place(piece.start)[0]} says what {key} is, in words", beside


def _sign(piece: Piece, tree: Tree, behind: str, is_let: bool) -> tuple[str, str] | None:
    """Return the sign that an inline formula explains, in words or by an equation, and words for its meaning."""
    is_equal = is_let and tree.value == "=" and tree.kids[1].kind not in ("num", "name")
    is_said = tree.kind in ("group", "none") and re.match(rf"{_IS}\s+(?:now\s+)?(?:any|an?|the|some)\b", behind)
    for begins, sign, meant in _SIGNS if is_equal or is_said else ():
        if re.match(rf"\s*(?:\\left\s*)?(?:{begins})", piece.text):
            return sign, meant
    return None


def declared_anew(
    page: Page,
    trees: Mapping[int, tuple[Tree, ...]],
    declared: Sequence[Declared],
    scope: Scope,
) -> Iterator[Declared]:
    """Yield the letters of which a sentence says that they are other than was declared before: none is read then."""
    for sentence in sentences(page):
        inline = [piece for piece in sentence if piece.kind == "inline"]
        at = count()
        text = "".join(f"⟨{next(at)}⟩" if piece.kind == "inline" else piece.text for piece in sentence)
        yield from _of_sets(inline, trees, declared, scope)
        is_now = bool(_NOW.search(text.lstrip("#* ")))
        for found in (*_AFTER.finditer(text), *_BEFORE.finditer(text), *_BARE.finditer(text), *_APPOSED.finditer(text)):
            said = found.groupdict()
            size = said.get("size")
            if (said.get("as") and not is_now) or (size and r"\times" not in inline[int(size)].text):
                continue
            noun = _kind((said["noun"] or "matrix").lower())
            for number in re.findall(r"\d+", found["list"]):
                piece = inline[int(number)]
                for tree in [each for one in trees.get(piece.start, ()) for each in one.items]:
                    refer = attempt(reference, tree, scope.is_index)
                    if refer is None or refer.marks:
                        continue
                    places = len(refer.indices)
                    own = [each for each in declared if each.key == refer.key and each.places == places]
                    before = [each for each in own if each.start < sentence[0].start or each.start < piece.start]
                    is_entry = places > 1 or scope.places.get(refer.key, 0) > places
                    if not own and noun == "matrix" and not is_entry and _is_small(refer.key):
                        yield Declared(refer.key, "anew", (), places, piece.start)
                    if places or not before or any(each.start == piece.start for each in own):
                        continue
                    last = max(before, key=lambda each: each.start)
                    both = {noun, *_kinds(last)}
                    if is_now or (noun not in _kinds(last) and (found.re is _AFTER or "number" in both)):
                        yield Declared(refer.key, "anew", (), 0, piece.start)


def _of_sets(
    inline: Sequence[Piece],
    trees: Mapping[int, tuple[Tree, ...]],
    declared: Sequence[Declared],
    scope: Scope,
) -> Iterator[Declared]:
    """Yield the letters that lie in a group or a ring of matrices which is not read, where they would be numbers."""
    for piece in inline:
        named = list[Tree]()
        for part in [each for tree in trees.get(piece.start, ()) for each in tree.items]:
            named.append(part.kids[0] if part.value == "in" else part)
            if part.value != "in" or space(part.kids[1]) is not None or not _GROUP.search(piece.text.split(r"\in")[-1]):
                continue
            for refer in filter(None, (attempt(reference, each, scope.is_index) for each in named)):
                before = [each for each in declared if each.key == refer.key and each.start < piece.start]
                if {"number"} in map(_kinds, before) or (not before and _is_small(refer.key)):
                    yield Declared(refer.key, "anew", (), len(refer.indices), piece.start)
            named.clear()


def _kind(noun: str) -> str:
    if noun.startswith(("number", "scalar", "real")):
        return "number"
    return "vector" if noun.startswith("vector") else "matrix"


def _is_small(key: str) -> bool:
    """Tell whether a letter is a number where nothing is said of it."""
    return key[:1].islower() or (key.startswith("\\") and key[1:2].islower() and not key.startswith("\\math"))


def _kinds(declared: Declared) -> set[str]:
    """Return what words may call what was declared: a row is a matrix, too."""
    if len(declared.sizes) == 2:
        return {"matrix", "vector"} if ONE in declared.sizes else {"matrix"}
    if declared.sizes or declared.kind == "vector":
        return {"vector"}
    if declared.kind in ("matrix", "permutation", "orthogonal", "invertible", "mask"):
        return {"matrix"}
    known = declared.kind in ("number", "natural", "positive", "nonnegative", "positive or 0", "complex", "imaginary")
    return {"number"} if known else {"matrix", "vector", "number"}
