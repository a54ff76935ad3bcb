"""Read where a claim comes from: the document and the place in it, from the source that its script gives.

A source is free text such as "Ganev, Lemma 2.3, proof, line 1" or "derived from Ganev, §2.4". The document is its first
part, without words like "derived from"; the place is the first theorem, section, equation or remark that is named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LEAD = re.compile(r"^(derived from|derived|behind|after|following|see|cf\.)[\s,]+(the\s+)?", re.IGNORECASE)
_PLACE = re.compile(
    r"(?P<sign>§+)\s*(?P<section>\d+(?:\.\d+)*)"
    r"|(?P<word>[Cc]hapter|[Ss]ection|[Dd]efinition|[Tt]heorem|[Ll]emma|[Pp]roposition|[Cc]orollary|[Rr]emark|[Ee]xample"
    r"|[Ee]xercise|[Ff]ootnote|[Tt]able|[Ff]igure)s?\s+(?P<number>\d+(?:\.\d+)*)"
    r"|\((?P<equation>\d+(?:\.\d+)*)[a-z]?\)"
    r"|\b(?P<aside>comments|appendix|abstract|introduction)\b"
)


@dataclass(frozen=True)
class Place:
    """Name a document and a place in it; `key` sorts the places of one document."""

    document: str
    section: str
    key: tuple[int, tuple[int, ...], str]


def place(source: str) -> Place:
    """Find the document and the first place that a source names; a source without a place has section "".

    >>> place("derived from Ganev, §2.4")
    Place(document='Ganev', section='§2.4', key=(2, (0, 4), '§2.4'))
    >>> place("Ganev, Lemma 2.3, proof, line 1").section, place("Denk, after (9)").section, place("a sheet").section
    ('Lemma 2.3', '(9)', '')
    """
    rest = source.strip()
    while (shorter := _LEAD.sub("", rest, count=1)) != rest:
        rest = shorter
    first, _, after = rest.partition(",")
    document = first.split(";")[0].strip() or "without a source"
    found = _PLACE.search(after)
    if found is None:
        return Place(document, "", (10**6, (), ""))
    if found["aside"]:
        return Place(document, found["aside"], (10**5, (), found["aside"]))
    written = found["section"] or found["number"] or found["equation"]
    numbers = tuple(map(int, written.split(".")))
    if found["section"]:
        return Place(document, f"§{written}", (numbers[0], (0, *numbers[1:]), f"§{written}"))
    if found["equation"]:
        return Place(document, f"({written})", (numbers[0], (1, *numbers[1:]), f"({written})"))
    word = found["word"].capitalize()
    chapter = 10**4 if word in ("Footnote", "Table", "Figure") else numbers[0]
    return Place(document, f"{word} {written}", (chapter, (2, *numbers[1:], numbers[0]), f"{word} {written}"))
