"""Extents: how far what a note supposes or defines in its text holds, and where words take it back."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from math import inf

from symattn.reading.doubts import Beside
from symattn.reading.foreign import LETTER
from symattn.reading.pages import Page
from symattn.reading.phrases import ANY, END, IS_ANY, JOINS, LETS, NEXT, OF_ANY, TAKEN_BACK
from symattn.reading.refusal import Refused
from symattn.reading.tokens import closing

_KINDS = (
    "theorem|lemma|proposition|corollary|claim|example|exercise|remark|definition|case|part|question|problem|observation"
    "|fact|counterexample|assumption|conjecture|thm|lem|prop|cor|defn?|ex|rem|proof|solution"
)
#: What stands in such an environment holds in it.
_ENVIRONMENT = re.compile(rf"\\(begin|end)\s*\{{({_KINDS}|frame|block)\*?\}}", re.I)
#: … or below such a heading in the text, to the next one.
_HEAD = re.compile(rf"^[ \t>]*(?:\*\*|__|\*|\\textbf\{{|\\paragraph\*?\{{|\\emph\{{)\s*({_KINDS})\b", re.I | re.M)
_ITEM = re.compile(r"^[ \t]*(?:\d+[.)][ \t]|[-*+][ \t]|\\item\b)", re.M)
_STEP = re.compile(r"\W*(?:and\s+)?(?:so|hence|thus|therefore|then|next|now|finally|consequently|it follows)\b", re.I)
_NOTE = re.compile(
    r"(?P<brace>\\(?:footnote(?:text)?|marginpar|marginnote|sidenote|caption|thanks)\s*(?:\[[^\]]*\])?\{)|\^\["
    r"|(?P<line>^\[\^[^\]\n]+\]:)",
    re.M,
)
#: Parts whose displays are asked for, and not claimed.
_ASKED = ("exercise", "question", "problem", "conjecture", "ex")
_LIST = re.compile(rf"\\(?:begin|end)\s*\{{(?:itemize|enumerate|description)\}}|^(?={LETTER})(?<=\n\n)", re.M)
#: The names of which an inline formula speaks, and whether it is these letters, or a space in which they lie.
Said = tuple[frozenset[str], bool]
#: Where a part of a page begins, and where it ends.
Part = tuple[int, float]


class Extents:
    """Hold where the parts of a page begin and end in which what is supposed holds."""

    def __init__(
        self, page: Page, displays: Sequence[int], headings: Sequence[int], said: Sequence[tuple[Beside, Said]]
    ) -> None:
        self.text, self.said = page.shown, said
        found = [*_environments(self.text)]
        heads = [*_below_heads(self.text, headings)]
        self.asked = [(kind, *part) for kind, part, _ in found if kind in _ASKED]
        self.asked += [(kind, *part) for kind, part in heads if kind in _ASKED]
        self.parts = [*(part for *_, part in found), *(part for _, part in heads)]
        self.parts += [*_items(self.text, displays, headings), *_notes(self.text)]
        self.claimed = [own for _, own, _ in found]

    def ends(self, start: int, display: float, is_claimed: bool = False) -> bool:
        """Tell whether a part of the page that begins before a place ends between it and a display.

        What a theorem supposes holds in the proof behind it, what it claims (in a display) does not.
        """
        parts = [*self.parts, *self.claimed] if is_claimed else self.parts
        return any(begin <= start < end <= display for begin, end in parts)

    def is_taken_back(self, start: int, keys: Collection[str], display: int, is_simple: bool) -> bool:
        """Tell whether words between a place and a display say that what was said there of names holds no longer.

        ``is_simple`` tells whether words such as "in general" may mean it.
        """
        first = END.search(self.text, start)
        begin = first.end() if first is not None else display
        if is_simple and any(begin <= first and last <= display for first, last in self._words_back):
            return True
        places = (self._anew[is_simple].get(key, []) for key in keys)
        return any(own[at] < display for own in places if (at := bisect_left(own, begin)) < len(own))

    @cached_property
    def _words_back(self) -> list[tuple[int, int]]:
        """Where words take back what was said."""
        return [found.span() for found in TAKEN_BACK.finditer(self.text)]

    @cached_property
    def _anew(self) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """Where the text speaks anew of each name: for sure, and where it may for what is simple."""
        found: tuple[dict[str, list[int]], dict[str, list[int]]] = ({}, {})
        for each, (names, is_letters) in self._joined():
            for is_simple in (False, True):
                for key in names if _is_anew(each, is_letters, is_simple) else ():
                    found[is_simple].setdefault(key, []).append(each.piece.start)
        return tuple({key: sorted(own) for key, own in each.items()} for each in found)  # type: ignore[return-value]

    def speaks_anew(self, start: int, key: str, display: int) -> bool:
        """Tell whether the text from a place to a display speaks of a letter as of any: "for matrices A and B"."""
        return any(
            start <= each.piece.start < display and key in names and is_letters
            for each, (names, is_letters) in self._joined()
            if _is_anew(each, is_letters, False) or OF_ANY.search(each.before)
        )

    def asks(self, display: int) -> str:
        """Return what a part is whose displays are claimed by nobody: an exercise, a question; nothing for others."""
        return next((kind for kind, begin, end in self.asked if begin <= display < end), "")

    def _joined(self) -> Iterator[tuple[Beside, Said]]:
        """Yield the inline formulas, each with what is said behind the last that is joined to it: A and B are any."""
        behind = ""
        for each, said in reversed(self.said):
            behind = behind if JOINS.fullmatch(each.behind) else each.behind
            yield each._replace(behind=behind), said


def _is_anew(said: Beside, is_letters: bool, is_simple: bool) -> bool:
    """Tell whether a sentence speaks of letters as of any, or supposes something else of them."""
    if is_letters and (ANY.search(said.before) or LETS.search(said.before) or IS_ANY.match(said.behind)):
        return True
    return is_simple and bool(NEXT.search(said.before))


def _environments(text: str) -> Iterator[tuple[str, Part, Part]]:
    """Yield what each environment is, and where it begins and ends, by itself and with the proof that follows it."""
    opened, done = list[tuple[str, int, int]](), list[tuple[str, Part, Part]]()
    last = ("", 0, 0)
    for found in _ENVIRONMENT.finditer(text):
        kind = found[2].lower()
        if found[1] == "begin":
            is_proof = kind == "proof" and last[0] not in ("", "proof") and not text[last[2] : found.start()].strip()
            opened.append((kind, found.start(), last[1] if is_proof else found.start()))
            if is_proof:
                done[-1] = *done[-1][:2], (found.start(), found.start())
        elif opened:
            kind, start, begin = opened.pop()
            done.append((kind, (start, found.end()), (begin, found.end())))
            last = kind, start, found.end()
    yield from done


def _below_heads(text: str, headings: Sequence[int]) -> Iterator[tuple[str, Part]]:
    heads = [(found.start(), found[1].lower()) for found in _HEAD.finditer(text)]
    ends = sorted([*headings, *(start for start, kind in heads if kind != "proof")])
    for start, kind in heads:
        after = [each for each, _ in heads if each > start] if kind == "proof" else []
        yield kind, (start, min([*after[:1], *ends[bisect_right(ends, start) :][:1]], default=inf))


def _notes(text: str) -> Iterator[Part]:
    """Yield footnotes, notes in the margin and captions: what they suppose holds in them."""
    for found in _NOTE.finditer(text):
        at, end = found.end(), len(text)
        if found["line"]:
            blank = re.compile(r"\n\s*\n|\n(?=\[\^)").search(text, at)
            yield found.start(), blank.start() if blank else end
            continue
        with suppress(Refused):
            stop = closing(text, at) if found["brace"] else text.find("]", at) + 1
            yield found.start(), stop or end


def _items(text: str, displays: Sequence[int], headings: Sequence[int]) -> Iterator[Part]:
    """Yield the items of lists that have displays in them: what such an item supposes holds in it.

    A step that begins with "so" or "then" goes on with the one before it.
    """
    marks = [found.start() for found in _ITEM.finditer(text) if not _STEP.match(text, found.end())]
    breaks = sorted([*headings, *marks, *(found.start() for found in _LIST.finditer(text))])
    for start in marks:
        end = next(iter(breaks[bisect_right(breaks, start) :]), inf)
        at = bisect_right(displays, start)
        if at < len(displays) and displays[at] < end:
            yield start, end
