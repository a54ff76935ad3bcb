"""Layer 0, pages: a file is cut into displays, inline formulas, prose, headings and declarations, each with its place.

Comments, code and front matter are passed over. What is left out is blanked, so that every offset is one of the file.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

#: Environments that are displays by themselves.
DISPLAYS = "equation|align|gather|multline|eqnarray|alignat|flalign|displaymath|dmath"
_ENVIRONMENT = rf"\\begin\{{(?P<env>(?:{DISPLAYS})\*?)\}}(?P<body>.*?)\\end\{{(?P=env)\}}"
_INLINE = r"(?<![\\$])\$(?!\$)(?P<inline>(?:[^$\\\n]|\\.|\n(?!\s*\n))+?)\$(?!\$)|\\\((?P<inline2>.+?)\\\)"
_DISPLAY = r"\$\$(?P<dollars>.*?)\$\$|\\?\\\[(?P<brackets>(?!\s*-?\d*\.?\d+\s*(?:pt|em|ex|mm|cm)\]).*?)\\?\\\]"
_HEADING = {
    "md": r"^(?P<hashes>\#{1,6})[ \t]+(?P<title>[^\n]*)$",
    "tex": r"\\(?P<hashes>(?:sub)*section|chapter|part)\*?(?:\[[^\]]*\])?\{(?P<title>[^}\n]*)\}",
}
_FENCED_MATH = r"^[ \t]*```math[ \t]*\n(?P<fence>.*?)^[ \t]*```"
_SKIPPED = {
    "md": r"^[ \t]*```math[ \t]*\n.*?^[ \t]*```|\A---\n.*?\n---\n|<!--.*?-->"
    r"|^[ \t]*(?P<tick>```+|~~~+)(?!math).*?(?:^[ \t]*(?P=tick)|\Z)"
    r"|^\[//\]: \#[^\n]*|<(?P<tag>script|style|pre)\b.*?</(?P=tag)>|(?<!\$)(?<!`)`(?!`)[^`\n]+`(?!`|\$)",
    "tex": r"(?<!\\)(?:\\\\)*%[^\n]*|\\begin\{(?P<tick>verbatim|lstlisting|minted|comment)\*?\}"
    r".*?\\end\{(?P=tick)\*?\}",
}
_COMMENT = re.compile(r"^[ \t]*%+[ \t]*symattn:(?P<tex>[^\n]*)$|<!--\s*symattn:(?P<md>.*?)-->", re.S | re.M)


@dataclass(frozen=True)
class Piece:
    """Hold a part of a page: its kind (display, inline, prose, heading or declared), its text and where it starts."""

    kind: str
    text: str
    start: int
    level: int = 0


@dataclass(frozen=True)
class Page:
    """Hold a file as text and as pieces, in their order."""

    file: str
    text: str
    kind: str

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(each.end() for each in re.finditer("\n", self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1.

        >>> Page("a.md", "x\\n$$y$$", "md").place(4)
        (2, 3)
        """
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The parts of the page in their order."""
        found = list(_declarations(self.text)) + list(_pieces(_blanked(self.text, self.kind), self.kind))
        return tuple(sorted(found, key=lambda piece: piece.start))

    @cached_property
    def shown(self) -> str:
        """The text without comments and code, for the macros that it defines."""
        return _blanked(self.text, self.kind)


def page(file: str, data: bytes | str) -> Page:
    """Make a page of what stands in a file; of a notebook, its cells of Markdown, one below the other.

    >>> [(piece.kind, piece.text) for piece in page("a.md", "Let $x \\\\in R$.\\n\\n$$\\nx = y\\n$$\\n").pieces]
    [('prose', 'Let '), ('inline', 'x \\\\in R'), ('prose', '.\\n\\n'), ('display', '\\nx = y\\n'), ('prose', '\\n')]
    """
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    kind = "tex" if file.endswith((".tex", ".ltx", ".sty")) else "md"
    if file.endswith(".ipynb"):
        text = _cells(text)
    return Page(file, text, kind)


def _cells(text: str) -> str:
    try:
        cells = json.loads(text)["cells"]
        return "\n".join("".join(each["source"]) for each in cells if each["cell_type"] == "markdown")
    except (ValueError, KeyError, TypeError, RecursionError):
        return text


def _blanked(text: str, kind: str) -> str:
    """Blank what is passed over, without its lines: a comment in LaTeX, a fence of code in Markdown."""

    def blank(found: re.Match[str]) -> str:
        keeps = found.group().lstrip().startswith("```math")
        return found.group() if keeps else re.sub(r"[^\n]", " ", found.group())

    if kind == "tex":
        opened = text.find(r"\begin{document}")
        text = re.sub(_SKIPPED["tex"], blank, text, flags=re.S | re.M)
        return text if opened < 0 else re.sub(r"[^\n]", " ", text[:opened]) + text[opened:]
    return re.sub(_SKIPPED["md"], blank, text, flags=re.S | re.M)


def _declarations(text: str) -> Iterator[Piece]:
    for found in _COMMENT.finditer(text):
        group = "tex" if found["tex"] is not None else "md"
        yield Piece("declared", found[group], found.start(group))


def _pieces(text: str, kind: str) -> Iterator[Piece]:
    parts = [_FENCED_MATH, _ENVIRONMENT, _DISPLAY, _INLINE, _HEADING[kind]]
    pattern = re.compile("|".join(parts), re.S | re.M)
    at = 0
    while found := pattern.search(text, at):
        group = next(
            name
            for name in ("fence", "body", "dollars", "brackets", "inline", "inline2", "title")
            if found[name] is not None
        )
        if group == "dollars" and _is_stray(found[group]):
            yield Piece("prose", text[at : found.start() + 2], at)
            at = found.start() + 2
            continue
        if group == "inline" and kind == "md" and found[group][:1].isspace() != found[group][-1:].isspace():
            yield Piece("prose", text[at : found.start() + 1], at)  # $5 and $6
            at = found.start() + 1
            continue
        if found.start() > at:
            yield Piece("prose", text[at : found.start()], at)
        at = found.end()
        if group == "title":
            marks = found["hashes"]
            yield Piece("heading", found[group], found.start(), len(marks) if "#" in marks else marks.count("sub") + 1)
            continue
        displayed = not group.startswith("inline") and not (group == "dollars" and _within_prose(text, found))
        content = found[group]
        start = found.start(group)
        if group == "inline" and content.startswith("`") and content.endswith("`"):
            content, start = content[1:-1], start + 1
        yield Piece("display" if displayed else "inline", content, start)
    if at < len(text):
        yield Piece("prose", text[at:], at)


def _is_stray(content: str) -> bool:
    """Tell whether what stands between two $$ is prose, so that the first of them has no partner.

    >>> _is_stray("\\n x = y \\n"), _is_stray(". These are the words that follow it.\\n\\nAnd")
    (False, True)
    """
    bare = re.sub(r"\\(?:text\w*|mbox|label|tag)\s*\{[^{}]*\}", "", content)
    return bool(re.search(r"(?:\b[A-Za-z]{2,}\b[ ,.]+){4}", bare)) or bool(re.search(r"^#{1,6} ", bare, re.M))


def _within_prose(text: str, found: re.Match[str]) -> bool:
    """Tell whether $$ … $$ on one line stands among words, as kramdown writes inline formulas."""
    if "\n" in found.group().strip("$").strip():
        return False
    begin, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
    around = text[begin : found.start()] + " " + text[found.end() : end if end >= 0 else len(text)]
    return bool(re.search(r"[A-Za-z]{2,}", re.sub(r"\$\$.*?\$\$|\\tag\{.*?\}", "", around)))
