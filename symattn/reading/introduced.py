"""Introduced: what the words before a display and behind it make of it: a claim, a hypothesis, or something denied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from symattn.reading.foreign import SCRIPTS, foreign_words
from symattn.reading.pages import Piece
from symattn.reading.phrases import (
    AFTERWARDS,
    BEHIND,
    CLAUSE,
    DENIES,
    END,
    EXPLAINS,
    FOLLOWS,
    HEADED,
    INTRODUCES,
    JOINED_TO,
    NO_CLAIM,
    NO_USE,
    NOT_SET,
    ODD,
    REASON,
    RESTRICTS,
    SETS,
    SUPPOSES,
)
from symattn.reading.whose import is_anothers, is_claim, is_of_a_case, is_set_apart

#: The mark of an item, which says nothing.
_MARK = re.compile(r"^[ \t>]*(?:\d+[.)]|[-*+]|\\item)(?=\s|\Z)", re.M)
#: The title of a paragraph, of which the first sentence is the rest.
_TITLE = re.compile(r"\\(?:sub)?paragraph\*?\s*\{([^{}]*?)\W?\}")
#: Words of a sentence that speaks of the displays behind the next sentences, too; the mark of a footnote.
_FOLLOWING = re.compile(r"\bthe following\b|\btrue or false\b|\b(?:dis)?prove or\b|\bbelow\b", re.I)
_FOOT = re.compile(r"\A[\s.,;]*\\footnote\s*\{")
#: What says something: words, or a mark that strikes something out.
_SAYS = re.compile(rf"[A-Za-z]{{2}}|[^\W\d_A-Za-z]|[{SCRIPTS}]|[❌✗✘🚫⛔]")
#: How much of the text behind a display is looked at for what is said of it.
_NEAR = 400
#: Words with which a sentence goes on behind a display, or speaks of it.
_GOES_ON = re.compile(r"(?![A-Z])[^\W\d_]|[?,–—(，、（：]|(?:This|That|It|But|However|Neither|Both|They)\b")


@dataclass(frozen=True)
class Introduced:
    """Hold the words of the sentence of a display: before it, and behind it where they speak of it; and its heading."""

    before: str = ""
    behind: str = ""
    heading: str = ""
    earlier: str = ""  # sentences before that ask, or tell what follows
    is_alone: bool = False  # it has no words of its own
    afterwards: str = ""  # the first sentences behind it, up to those that lead to the next display

    @property
    def supposed(self) -> str:
        """The kind of word that supposes it: "if" where it defines nothing, "let" where it may; else nothing."""
        if INTRODUCES.search(self.before):
            return "if"
        return "let" if SUPPOSES.search(self.before) else ""

    @property
    def is_here(self) -> bool:
        """Whether it is supposed for the next display alone."""
        found = INTRODUCES.search(self.before)
        return found is not None and re.match(r"(?:assum|suppos)", found[1], re.I) is None

    @property
    def reason(self) -> str:
        """The words by which its author relies on it for what comes next: "since", "we use that", "let y ∈ ℝⁿ and"."""
        found = None if self.is_alone else REASON.search(self.before)
        return "" if found is None else found.group().strip(" \n\t,;:–—")

    @property
    def holds(self) -> bool:
        """Whether what it supposes may be used: it is not supposed to be refuted, or in one case of several."""
        return not (ODD.search(self.before) or NO_USE.search(self.before)) and not DENIES.search(self.behind)

    @property
    def asked(self) -> str:
        """The words that say that the display is no claim."""
        tried = [NO_CLAIM, INTRODUCES, SUPPOSES]
        found = [each.search(self.before) for each in tried]
        found += [
            NO_CLAIM.search(self.earlier),
            DENIES.search(self.behind),
            BEHIND.search(self.behind),
            AFTERWARDS.search(self.afterwards),
            HEADED.search(self.heading),
            REASON.search(self.before) if self.is_alone else None,  # a second reason, or what follows from the first?
        ]
        first = next(filter(None, found), None)
        said = (self.before, self.behind, self.afterwards, self.heading)
        return next(filter(None, map(foreign_words, said)), "") if first is None else first.group().strip()

    @property
    def follows(self) -> bool:
        """Whether the words say that the display follows from what stands before it."""
        return FOLLOWS.search(self.before) is not None

    @property
    def explains(self) -> bool:
        """Whether the words say that the display tells what stands in a row before it: where P = …, or let P = …."""
        return EXPLAINS.search(self.before) is not None

    @property
    def is_set(self) -> bool:
        """Whether the display may define: its words neither deny nor restrict it."""
        last = CLAUSE.split(self.before.rstrip(" :,"))[-1]
        denied = NOT_SET.search(last) is not None and not SETS.search(last)
        is_other = is_anothers(self.before) or is_of_a_case(self.before)
        return not (denied or is_other or RESTRICTS.search(self.behind) or DENIES.search(self.behind))

    @property
    def is_set_apart(self) -> bool:
        """Whether its words may set it against another display that says the same letter otherwise."""
        return is_set_apart(self.before, self.behind)

    @property
    def is_claim(self) -> bool:
        """Whether its words surely claim it."""
        return self.is_alone or (is_claim(self.before) and not self.reason)


def introduced(pieces: Sequence[Piece]) -> dict[int, Introduced]:
    """Return the words around each display, by its place; one without words of its own stands with the one before."""
    found, last, heading = dict[int, Introduced](), Introduced(), ""
    for at, piece in enumerate(pieces):
        heading = piece.text if piece.kind == "heading" else heading
        if piece.kind != "display":
            continue
        before = _run(pieces[at - 1 :: -1]) if at else []
        lead = _TITLE.sub(r"\1: ", _MARK.sub(" ", "".join(before[::-1])))
        after = _FOOT.sub("", "".join(_run(pieces[at + 1 :]))).lstrip()
        said = [each for each in END.split(lead) if _SAYS.search(each)]
        behind = END.split(after)[0] if not after.startswith("?") else "?"
        is_alone = not said and at >= len(before) + 1 and pieces[at - len(before) - 1].kind == "display"
        sentence = last.before if is_alone else said[-1] if said else ""
        sentence = last.before if last.reason and JOINED_TO.fullmatch(sentence) else sentence
        earlier = " ".join(each for each in said[:-1] if _FOLLOWING.search(each))
        behind = behind if _GOES_ON.match(after) else ""
        afterwards = " ".join(_own(after, at, pieces))
        last = found[piece.start] = Introduced(sentence, behind, heading, earlier, is_alone, afterwards)
    return found


def _own(after: str, at: int, pieces: Sequence[Piece]) -> list[str]:
    """Return the first two sentences behind a display that do not lead to the next one."""
    said = END.split(after[:_NEAR].rstrip())
    goes_on = next((each.kind for each in pieces[at + 1 :] if each.kind not in ("prose", "inline")), "")
    is_cut = len(after) > _NEAR or goes_on == "display"
    return [each for each in (said[:-1] if is_cut else said) if each.strip()][:2]


def _run(pieces: Iterable[Piece]) -> list[str]:
    """Return the text of the pieces up to the next display or heading."""
    found = takewhile(lambda piece: piece.kind in ("prose", "inline"), pieces)
    return [f"${each.text}$" if each.kind == "inline" else each.text for each in found]
