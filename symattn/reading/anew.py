"""What the words of a note say anew: of a name that is known without the note, or of a letter that was declared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count

from symattn.reading.doubts import sentences
from symattn.reading.explained import IS
from symattn.reading.names import CONSTANTS, Reference, head_letter, reference
from symattn.reading.pages import Page, Piece, with_neighbours
from symattn.reading.refusal import attempt
from symattn.reading.scope import MASKS, Declared, Scope
from symattn.reading.spaces import space
from symattn.reading.tree import MINUS_INFINITY, NONE, ONE, Tree, Trees, in_mask, walk

#: Words that say of a known name what it is.
_MEANT = {"Re": "real part", "Im": "imaginary part", "tr": "trace", "e": "Euler", r"\pi": "3.14|circle|constant"}
_MEANT["softmax"] = r"softmax|\b(?:applied|taken|(?:row|column)-?wise)\b"
_NOUN = (
    r"(?P<noun>matri(?:x|ces)|vectors?|numbers?|scalars?|reals?|(?:linear )?(?:operators?(?! norm)|maps)|quaternions"
    r"|rotations|reflections"
    r"|permutations?(?! matri)|tensors|bijections|isometries|non-?commuting \w+|group elements?"
    r"|elements? of (?:an?|the) (?:[\w-]+ )?(?:group|ring|algebra|monoid|semigroup)"
    r"|(?:word|string|path)s?(?=\s*(?:[.,;]|over\b|and\b|\Z)))(?!\w)"
)
#: Sets whose elements do not commute, and have no other space that is read.
_GROUP = re.compile(
    r"\A\s*(?:\\(?:mathrm|mathbb|operatorname|mathsf|mathbf|mathcal)\s*\{?)?(?:GL|SL|SO|SU|Sym|Mat|Aut|End|Hom|[MGHOU])\}?\s*(?:\Z|[_(^])"
    r"|\A\s*\\(?:mathcal|mathfrak|mathscr)\s*\{?[A-Z]\}?\s*\Z"
)
#: ⟨A⟩ and ⟨B⟩ denote square matrices; matrices ⟨A⟩ and ⟨B⟩.
_LIST = r"(?P<list>⟨\d+⟩(?:\s*(?:,\s*(?:and\s+)?|and\s+)⟨\d+⟩)*)"
_OTHER = r"(?:(?!of\b|in\b|to\b|with\b|for\b|by\b|from\b)(?:[\w-]+|⟨\d+⟩)\s+){0,4}?"
_AFTER = re.compile(rf"{_LIST}(?:{IS}|\s+(?P<as>as)\b)\s*{_OTHER}(?:{_NOUN}(?!-)|⟨(?P<size>\d+)⟩)", re.I)
_BEFORE = re.compile(rf"\b{_NOUN},?\s+{_LIST}", re.I)
_MUTE = re.compile(rf"{_LIST}\s+(?:do|does|need) not(?: in general| necessarily)? (?P<noun>commute)\b", re.I)
_WRITTEN = re.compile(rf"\b{_NOUN} (?:is|are) (?:written|denoted)(?: as| by)? {_LIST}", re.I)
_BARE = re.compile(rf"\bwith\s+{_LIST}\s+(?P<noun>matrices|operators|quaternions|rotations)\b", re.I)
_APPOSED = re.compile(rf"{_LIST}\s+an?\s+(?:[\w-]+\s+)?⟨(?P<size>\d+)⟩\s+(?P<noun>matri(?:x|ces))\b", re.I)
#: x and y are row vectors; f and g are functions, which stand with their arguments.
_WAYS = re.compile(
    rf"{_LIST}(?:{IS}|\s+as\b)\s*{_OTHER}(?P<way>row|column) vectors?\b"
    rf"|\b(?P<before>row|column) vectors? {_LIST.replace('list', 'behind')}",
    re.I,
)
_MAPS = re.compile(
    rf"{_LIST}{IS}\s*(?:(?:an?|any|some|two|arbitrary|invertible|continuous|smooth|linear|bijective|differentiable|[\w-]+-valued)\s+)*"
    r"(?:(?:functions?|maps?|mappings?|transformations?)\b(?! of)|(?:homo|auto|endo|iso)morphisms?\b)",
    re.I,
)
_NOW = re.compile(r"\A\s*(?:now|henceforth|from (?:now|here) on(?:wards?)?)\b", re.I)


def anew(page: Page, trees: Trees) -> Iterator[tuple[str, int, str, str]]:
    """Yield the names that words beside them explain, as in "let exp be any map", each with its place and why."""
    for before, piece, after in with_neighbours(page.pieces):
        (tree, *more) = (piece.kind == "inline" and trees.get(piece.start)) or (NONE,)
        is_call = tree.kind == "juxt" and len(tree.kids) == 2 and tree.kids[1].kind == "group"
        name = tree.kids[0] if is_call else tree
        words = before.text[-80:] if before.kind == "prose" else "", after.text[:80] if after.kind == "prose" else ""
        said = re.match(r"\s*(?:denotes?|stands? for|means?)\b" if is_call else IS, words[1])
        is_let = re.search(r"\blet\s*\Z", words[0], re.I)
        beside, key = " ".join(words), name.value
        is_meant = re.search(_MEANT.get(key, re.escape(key)), beside, re.I)
        if not more and name.kind == "name" and (said or is_let) and not is_meant:
            yield key, piece.start, f"line {page.place(piece.start)[0]} says what {key} is, in words", beside


def declared_anew(
    page: Page,
    trees: Trees,
    declared: Sequence[Declared],
    scope: Scope,
) -> Iterator[Declared]:
    """Yield the letters of which a sentence says that they are other than was declared before: none is read then."""
    for sentence in sentences(page):
        inline = [piece for piece in sentence if piece.kind == "inline"]
        at = count()
        text = "".join(f"⟨{next(at)}⟩" if piece.kind == "inline" else piece.text for piece in sentence)
        yield from _of_sets(inline, trees, declared, scope)
        yield from _of_forms(text, inline, trees, declared, scope)
        is_now = bool(_NOW.search(text.lstrip("#* ")))
        for found in (
            *_AFTER.finditer(text),
            *_BEFORE.finditer(text),
            *_BARE.finditer(text),
            *_WRITTEN.finditer(text),
            *_MUTE.finditer(text),
            *_APPOSED.finditer(text),
        ):
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


def _of_forms(
    text: str,
    inline: Sequence[Piece],
    trees: Trees,
    declared: Sequence[Declared],
    scope: Scope,
) -> Iterator[Declared]:
    """Yield the letters that a sentence calls row vectors, or functions, and those in which −∞ stands."""
    for found, kind in [
        *((each, "") for each in _WAYS.finditer(text)),
        *((each, "function") for each in _MAPS.finditer(text)),
    ]:
        said = found.groupdict()
        for number in re.findall(r"\d+", said["list"] or said.get("behind") or ""):
            piece = inline[int(number)]
            for refer in _members(piece, trees, scope):
                own = [each for each in declared if each.key == refer.key and each.places == len(refer.indices)]
                if kind and not own and _is_small(refer.key):
                    yield Declared(refer.key, kind, (), len(refer.indices), piece.start)
                elif not kind and refer.key not in CONSTANTS and all(map(_is_vector, own)):
                    way = (said.get("way") or said["before"]).lower()
                    yield Declared(refer.key, way, own[-1].sizes if own else (), len(refer.indices), piece.start)
    infinite = [piece for piece in inline if any(map(_is_infinite, trees.get(piece.start, ())))]
    for piece in infinite:
        named = _members(piece, trees, scope)
        others = [refer for one in inline if one is not piece for refer in _members(one, trees, scope)]
        masks = {each.key for each in declared if each.kind in MASKS}
        for refer in named or [each for each in others if head_letter(each.key).isupper()]:
            if refer.key in masks and any(map(in_mask, _sides(piece, trees))):
                continue  # it has said so
            yield Declared(refer.key, "infinite", (), 0, piece.start)


def _sides(piece: Piece, trees: Trees) -> list[Tree]:
    """Return what an inline formula is, or what stands last in it."""
    return [each.kids[-1] if each.kind == "rel" else each for each in trees.get(piece.start, ())]


def _is_vector(declared: Declared) -> bool:
    """Tell whether what was declared may be a row as well as a column."""
    return "vector" in _kinds(declared) and len(declared.sizes) < 2


def _members(piece: Piece, trees: Trees, scope: Scope) -> list[Reference]:
    """Return the letters that an inline formula is, or of which it says where they lie or what they are."""
    parts = [each for tree in trees.get(piece.start, ()) for each in tree.items]
    sides = [each.kids[0] if each.kind == "rel" and each.value in ("in", "=") else each for each in parts]
    found = [attempt(reference, each, scope.is_index) for each in sides]
    return [each for each in found if each is not None and not each.marks and each.key != r"\infty"]


def _is_infinite(tree: Tree) -> bool:
    """Tell whether a formula says that −∞ stands in something: −∞ alone, M_{ij} = −∞, M ∈ {0, −∞}^{n × n}."""
    last = tree.kids[-1] if tree.kind == "rel" and tree.value in ("=", "in") else tree
    if tree.value == "in" and space(last) is not None:
        return False
    sets = [last, *(node for node in walk(last, "group") if node.value == "{")] if tree.value == "in" else [last]
    return MINUS_INFINITY in [kid for each in sets for kid in (each, *each.kids)]


def _of_sets(
    inline: Sequence[Piece],
    trees: Trees,
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
    if declared.sizes or declared.kind in ("vector", "row", "column"):
        return {"vector"}
    if declared.kind in ("matrix", "permutation", "orthogonal", "invertible", *MASKS):
        return {"matrix"}
    known = declared.kind in ("number", "natural", "positive", "nonnegative", "positive or 0", "complex", "imaginary")
    return {"number"} if known else {"matrix", "vector", "number"}
