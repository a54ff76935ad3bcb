"""Doubts: what a note says of its symbols in words, or by an inline formula, and what is not read.

Where something else is said of a symbol, a counterexample may be one that the note leaves out: it refutes nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from symattn.reading.foreign import is_foreign
from symattn.reading.names import IDENTITIES, is_letter
from symattn.reading.notation import LETTER
from symattn.reading.pages import Page, Piece, with_neighbours
from symattn.reading.parser import parsed_clause
from symattn.reading.phrases import (
    ALWAYS_SUPPOSED,
    ASSUMED,
    CALLS,
    DENIES_SIGN,
    DESCRIBED,
    END,
    HOLE,
    IN_A_CASE,
    LASTING,
    ODD,
    OF_ALL,
    OF_ONE,
    OF_THE_LAST,
    PROPERTY,
    RESTRICTS,
    SATISFYING,
    SIGNED,
    SIGNED_SO,
    SUMS_UP,
    SUPPOSED,
    USUAL,
    described,
    unread,
)
from symattn.reading.scope import Declared, Scope
from symattn.reading.spaces import space
from symattn.reading.tokens import tokens
from symattn.reading.tree import NONE, Tree, Trees, distributed, replaced, walk

#: Letters that are an identity, or a column of ones, where nothing else is said.
USUALLY = (*IDENTITIES, r"\mathbf{1}", r"\mathbb{1}", r"\one")
#: The letters of which the formulas of described properties speak.
_X, _VECTOR = Tree("name", "X"), Tree("name", "x")

#: Relations that may be supposed.
_RELATIONS = ("=", "<", ">", "<=", ">=", "!=", "succ", "succeq", "prec", "preceq")
#: How many letters of a sentence are looked at before a formula, and behind it; and of the name of a property.
AROUND, LONGEST_PROPERTY = 1_000, 100


class Beside(NamedTuple):
    """Hold an inline formula with the words of its sentence before it, behind it to the next, and to the end."""

    piece: Piece
    before: str
    behind: str
    rest: str
    next: Piece | None
    sentence: int  # where it begins


@dataclass(frozen=True)
class Doubt:
    """Hold what was said of names: where, and its words; ``supposed`` is the relation that an inline formula supposes.

    ``is_here`` tells whether it is supposed for the next display alone, as what stands behind "if"; ``is_general``
    whether it is said of all names; ``is_display`` whether a display says it; ``lead`` has the words of the sentence
    before the formula.
    """

    keys: frozenset[str]
    start: int
    text: str
    is_formula: bool = False
    supposed: Tree | None = None
    is_here: bool = False
    lead: str = ""
    is_general: bool = False
    is_display: bool = False
    is_space: bool = False  # it says nothing but a space, such as ℝ_{> 0}
    over: Collection[str] | None = None  # letters for all of which it holds; empty where words do not name them
    words_at: int | None = None  # where its words stand, if not at its start

    @property
    def told_at(self) -> int:
        """Where a reader finds what it says."""
        return self.start if self.words_at is None else self.words_at


def doubts(page: Page, trees: Trees, scope: Scope, declared: Collection[tuple[int, str]]) -> list[Doubt]:
    """Return what the words of a note say of symbols beside them, and its inline formulas that say more than a space.

    ``trees`` holds those of each formula by its place, ``declared`` what is read of them, and where.
    """
    found = list[Doubt]()
    told = frozenset[str]()  # the names in the last sentence that has formulas
    displays = [piece for piece in page.pieces if piece.kind == "display"]
    for sentence in sentences(page):
        inline = [piece for piece in sentence if piece.kind == "inline"]
        prose = " ".join(_undescribed(sentence, trees, declared))
        if any((piece.start, "rows") in declared for piece in sentence):
            prose = re.sub(r"\b(?:rows?\s+of|-?th\s+row)\b", " ", prose)
        prose = CALLS.sub(" ", prose)
        said = ", ".join(dict.fromkeys(each.lower() for each in PROPERTY.findall(prose)))
        keys = {piece.start: _said_of(piece, trees, scope) for piece in inline}
        if inline:
            alone = frozenset(key for piece in inline for key in _letters(trees.get(piece.start, ())))
            told = frozenset().union(*keys.values())
            if not OF_ALL.search(prose):  # the n of an n×n matrix is not what the words are about
                told = told - (scope.sizes - alone) or told
            said = unread(prose)
        of_all = OF_ALL.search(prose) is not None
        if not inline and not of_all and is_foreign(prose):  # it may speak of all
            said, of_all = unread(prose), True
        if said and (inline or OF_THE_LAST.match(prose) or of_all):
            is_general = not inline and not OF_THE_LAST.match(prose)
            start, at = (inline or sentence)[0].start, _words_at(said, sentence)
            display = _summed_up(page, sentence, displays)
            about = told if display is None else _said_of(display, trees, scope)
            found.append(Doubt(about, start, said, is_general=is_general, words_at=at))
        for each in beside(sentence):
            found += _of_formula(each, trees, keys[each.piece.start], scope, declared)
    return found


def _summed_up(page: Page, sentence: Sequence[Piece], displays: Sequence[Piece]) -> Piece | None:
    """Return the display that says what a sentence before it is about: "the sum of the weights is one:"."""
    start = sentence[0].start
    display = next(iter(displays[bisect_right(displays, start, key=lambda piece: piece.start) :]), None)
    is_one = display is not None and SUMS_UP.fullmatch(page.shown, start, display.start)
    return display if is_one else None


def _words_at(said: str, sentence: Sequence[Piece]) -> int:
    """Return where words stand in a sentence: the first of them, where formulas stand between them."""
    word = re.split(r"[\s,]", said)[0]
    first = re.compile(rf"(?<![\\\w]){re.escape(word)}", re.I)
    places = ((piece, first.search(piece.text)) for piece in sentence if piece.kind == "prose")
    return next((piece.start + found.start() for piece, found in places if found), sentence[0].start)


def _undescribed(sentence: Sequence[Piece], trees: Trees, declared: Collection[tuple[int, str]]) -> Iterator[str]:
    """Yield the prose of a sentence, without words that say what is read: the temperature τ > 0, a symmetric matrix.

    A hole stands for each formula.
    """
    for before, piece, behind in with_neighbours(sentence):
        if piece.kind != "prose" and not piece.text.strip().isdecimal():
            yield HOLE
            continue
        text = piece.text
        beside = [
            (other, side, trees.get(other.start, ()) if other.kind == "inline" else ())
            for other, side in ((behind, 0), (before, 1))
        ]
        for other, side, own in beside:  # as `_of_formula` finds them, in words of which nothing is taken away
            for *_, words in _properties(_names(own), other.start, declared):
                text = described(words)[side].sub(" ", text)
        for other, side, own in beside:
            if side == 0 and any(map(relation_of, ((each,) for each in own))):
                text = SATISFYING.sub(" ", text)
            if sign := "".join(map(sign_of, own[:1])):
                text = SIGNED[sign][side].sub(" ", text)
            if any(each.base.value in USUALLY for each in _names(own)):
                text = USUAL[side].sub(" ", text)
            for kind in ("orthogonal", "permutation"):
                if (other.start, kind) in declared:
                    text = described(f"{kind} matri(?:x|ces)")[side].sub(" ", text)
            if side == 0 and own:
                text = re.sub(r"\bwith(?:\s+(?:an?|the))?\s*\Z", " ", text)  # it is the formula that says something
        yield text


def sign_of(tree: Tree) -> str:
    """Return the relation to 0 that a formula says of each of its letters: > of τ > 0; nothing for all else."""
    parts = distributed(tree)
    signs = {part.value if part.kids[-1:] == (Tree("num", "0"),) else "" for part in parts}
    if {part.value for part in parts} == {"in"}:
        kinds = {"positive": ">", "nonnegative": ">="}
        signs = {kinds.get(inside.kind, "") if (inside := space(part.kids[1])) else "" for part in parts}
    return min(signs & SIGNED.keys(), default="") if len(signs) == 1 else ""


def _of_formula(
    said: Beside,
    trees: Trees,
    keys: frozenset[str],
    scope: Scope,
    declared: Collection[tuple[int, str]],
) -> Iterator[Doubt]:
    """Yield what an inline formula says that is more than a space, and whether it is supposed: of τ, σ > 0 each."""
    own = trees.get(said.piece.start, ())
    parts = [part for tree in own for part in distributed(tree)]
    spaces = [part.kids[1] for part in parts if part.value == "in" and space(part.kids[1]) is not None]
    relations = [node for tree in own for node in walk(tree, "rel")]
    outside = [node for node in relations if not any(node in walk(each, "rel") for each in spaces)]
    *_, last = (None, *SUPPOSED.finditer(said.before))
    is_signed = (
        len(own) == 1 and bool(sign_of(own[0])) and SIGNED_SO.search(said.before[-LONGEST_PROPERTY:]) is not None
    )
    is_supposed = is_signed or (last is not None and last["supposed"] is not None)
    odd = DENIES_SIGN if is_signed else ODD
    is_plain = is_supposed and not (odd.search(f"{said.before} , {said.rest}") or RESTRICTS.search(said.behind))
    is_with = last is not None and last["with"] and said.rest.strip() and not LASTING.search(said.before)
    is_assumed = last is not None and ASSUMED.fullmatch(said.before) is not None  # a sentence of its own
    is_here = last is not None and bool((last["here"] and not is_assumed) or is_with)
    names = _names(own)
    for called, stated, words in _properties(names, said.piece.start, declared):
        before, behind = described(words)
        if not (behind.search(said.behind) or before.search(said.before[-LONGEST_PROPERTY:])):
            continue
        around = f"{before.sub(' ', said.before)} , {behind.sub(' ', said.rest)}"
        is_always = called in ALWAYS_SUPPOSED
        is_told = is_supposed or is_always
        is_once = is_here and not (is_always and last is not None and last["here"] in ("given", "for", "Given", "For"))
        is_case = last is not None and IN_A_CASE.search(said.before, 0, last.start()) is not None
        is_sure = is_told and not is_case and not (ODD.search(around) or RESTRICTS.search(said.behind))
        for name in names:
            about, told = frozenset(keys_of((name,), scope)), f"{name.base.value} is {called}"
            for each in stated:
                supposed = replaced(each, [(_X, name), (_VECTOR, name)]) if is_sure else None
                yield Doubt(about, said.piece.start, told, True, supposed, is_once, said.before, over=("i",))
    sets = [node for node in relations if node.value == "in" and space(node.kids[1]) is None]
    is_set = any(not (_is_run(each.kids[1]) and is_letter(each.kids[0])) for each in sets)
    commands = [each.value for tree in own for each in walk(tree, "name") if re.fullmatch(r"\\[A-Za-z]+", each.value)]
    is_unread = is_supposed and (not own or not all(map(LETTER.fullmatch, commands)))
    if not is_set and not any({*node.value.split(",")} - {"in"} for node in relations) and (relations or not is_unread):
        return
    is_space = all(node.value == "in" for node in outside) and outside != relations  # the > 0 of ℝ_{> 0}
    over = _over(said, trees) if not is_here else None
    each_of = parts if len(parts) > 1 and all(relation_of((part,)) for part in parts) else [None]
    for part in each_of:
        supposed = relation_of(own if part is None else (part,)) if is_plain else None
        text, start = said.piece.text, said.piece.start
        yield Doubt(keys, start, text, True, supposed, is_here, said.before, False, False, is_space, over)


def _over(said: Beside, trees: Trees) -> Collection[str] | None:
    """Return the letters for all of which a formula is said; none where one may be meant that stands for all."""
    found = re.match(r"[\s,(]*for (?:all|every|each|any)\b(.*)", said.behind, re.S)
    if found is None:
        return None if OF_ONE.search(f"{said.before} {said.rest}") else ()
    if said.next is None or found[1].strip():
        return None
    letters = [part for tree in trees.get(said.next.start, ()) for part in tree.items]
    return frozenset(each.value for each in letters) if all(map(is_letter, letters)) else None


def fixed(said: Iterable[Beside], trees: Trees) -> set[str]:
    """Return the letters of which inline formulas speak alone, other than as of all of them: an index i."""
    found = set[str]()
    for each in said:
        own = [part for tree in trees.get(each.piece.start, ()) for part in tree.items]
        names = [part.kids[0] if part.kind == "rel" else part for part in own if part.kind != "dots"]
        if not re.search(r"\b(?:all|every|each|any)\s*\Z", each.before) and not re.match(r"-?th\b", each.behind):
            found |= {name.value for name in names if is_letter(name)}
    return found


def _names(trees: Sequence[Tree]) -> list[Tree]:
    """Return the letters that formulas name or declare, where these do nothing else."""
    parts = [part for tree in trees for part in tree.items]
    names = [part.kids[0] if part.kind == "rel" and part.value == "in" else part for part in parts]
    return (
        names if all(each.kind == "name" or (each.kind == "script" and each.kids[2] is NONE) for each in names) else []
    )


def vectors_again(trees: Trees, declared: Iterable[Declared]) -> Iterator[int]:
    """Yield where formulas only name letters that were declared before as vectors, and as nothing else."""
    begins, others = dict[str, int](), set[str]()
    for each in declared:
        if (each.kind, each.places) == ("vector", 0):
            begins[each.key] = min(begins.get(each.key, each.start), each.start)
        else:
            others.add(each.key)
    for start, own in trees.items():
        keys = {each.value for each in _names(own)}
        if keys and all(begins.get(key, start) < start for key in keys) and not keys & others:
            yield start


def _properties(
    names: Sequence[Tree], start: int, declared: Collection[tuple[int, str]]
) -> Iterator[tuple[str, list[Tree], str]]:
    """Yield how properties are called that words may give to the names of a formula, what they say, and the words."""
    for called, words, formulas in DESCRIBED if names else ():
        stated = [_stated(each) for each in formulas]
        of_vectors = any(_VECTOR in walk(each) for each in stated)
        if not of_vectors or ((start, "vector") in declared and all(each.kind == "name" for each in names)):
            yield called, stated, words


@cache
def _stated(formula: str) -> Tree:
    return parsed_clause(tokens(formula))


def _is_run(tree: Tree) -> bool:
    """Tell whether a set is one over which an index runs: [n], {1, …, n}, or a letter."""
    is_list = tree.kind == "group" and (len(tree.kids) == 1 or any(kid.kind == "dots" for kid in tree.kids))
    return is_list or tree.kind == "name"


def _said_of(piece: Piece, trees: Trees, scope: Scope) -> frozenset[str]:
    """Return the names of which a formula speaks; of one that is not read, all letters in it."""
    own = trees.get(piece.start, ())
    return frozenset(keys_of(own, scope) if own else re.findall(r"\\[A-Za-z]+|[A-Za-z]", piece.text))


def _letters(trees: tuple[Tree, ...]) -> set[str]:
    """Return the letters of a formula that is nothing else: the n of "let n be even", not that of an n×n matrix."""
    parts = [part for tree in trees for part in tree.items]
    return {part.value for part in parts} if all(map(is_letter, parts)) else set()


def relation_of(trees: tuple[Tree, ...]) -> Tree | None:
    """Return the one relation of numbers or matrices that a formula is."""
    is_one = len(trees) == 1 and trees[0].kind == "rel" and trees[0].value in _RELATIONS
    return trees[0] if is_one and NONE not in trees[0].kids else None


def keys_of(trees: tuple[Tree, ...], scope: Scope) -> Iterator[str]:
    """Yield the names in formulas; of a declaration, those that are declared."""
    for tree in trees:
        for part in tree.items:
            said = part.kids[:1] if part.kind == "rel" and part.value == "in" else (part,)
            for each in said:
                yield from (refer.key for refer in scope.references(each))


def beside(sentence: Sequence[Piece]) -> Iterator[Beside]:
    """Yield the inline formulas of a sentence, each with the words before it and behind it."""
    words = ""
    for at, piece in enumerate(sentence):
        if piece.kind == "inline":
            after = sentence[at + 1 : at + 1 + AROUND // 4]
            behind = after[0].text if after and after[0].kind == "prose" else ""
            rest = " ".join(each.text for each in after if each.kind == "prose")[:AROUND]
            other = next((each for each in after if each.kind == "inline"), None)
            yield Beside(piece, words, behind, rest, other, sentence[0].start)
        else:
            words = f"{words} {piece.text}"[-AROUND:]


def sentences(page: Page) -> Iterator[list[Piece]]:
    """Yield the sentences of a page: prose cut where a sentence ends, with the inline formulas in it."""
    sentence = list[Piece]()
    for piece in page.pieces:
        if piece.kind == "inline":
            sentence.append(piece)
        elif piece.kind == "prose":
            at = 0
            for end in END.finditer(piece.text):
                sentence.append(Piece("prose", piece.text[at : end.start()], piece.start + at))
                yield sentence
                sentence, at = [], end.end()
            sentence.append(Piece("prose", piece.text[at:], piece.start + at))
        else:
            yield sentence
            sentence = []
    yield sentence
