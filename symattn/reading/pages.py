"""Layer 0, pages: a file is cut into displays, inline formulas, prose, headings and declarations, each with its place.

Comments, code and front matter are passed over. What is left out is blanked, so that every offset is one of the file.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count, groupby, takewhile

from symattn.reading.foreign import SCRIPTS
from symattn.reading.notation import BOLD, KNOWN_WORDS
from symattn.reading.refusal import Refused
from symattn.reading.restated import restated
from symattn.reading.tokens import closing

#: Environments that are displays by themselves.
DISPLAYS = "equation|align|gather|multline|eqnarray|alignat|flalign|displaymath|dmath"
#: The kinds of pieces that are formulas.
FORMULAS = ("display", "inline", "unclosed")
SIZE = r"\s*-?\d*\.?\d+\s*(?:pt|em|ex|mm|cm)\]"  # \\[2pt] ends a row
#: How kramdown writes a display as HTML.
MATH_SCRIPT = r"<script type=\"math/tex; mode=display\">(?:\s*%\s*<!\[CDATA\[)?"
_HEADING = {
    "md": r"^(?P<hashes>\#{1,6})[ \t]+(?P<title>[^\n]*)$",
    "tex": r"\\(?P<hashes>(?:sub)*section|chapter|part)\*?(?:\[[^\]]*\])?\{(?P<title>[^}\n]*)\}",
}
_OPENED = (
    rf"(?P<fence>^[ \t]*```(?:math|\{{math\}})[ \t]*\n(?:[ \t]*:\w+:[^\n]*\n)*)"
    rf"|\\begin\{{(?P<env>(?:{DISPLAYS})\*?)\}}|(?P<dollars>\$\$)|(?P<script>{MATH_SCRIPT})"
    rf"|(?P<escaped>\\\\\[)(?!{SIZE})|(?P<brackets>\\\[)(?!{SIZE})|(?P<paren>\\\()|(?P<inline>(?<![\\$])\$)"
)
_INLINE = re.compile(r"(?:[^$\\\n]|\\.|\n(?!\s*\n))+\$(?!\$)", re.S)
_SINGLE = re.compile(r"(?<![$\\])\$[^\s$](?:[^$\n]*[^\s$\\])?\$(?![$\d])")  # no sum of money
_RELATES = re.compile(r"\S\s*(?:[=<>≤≥]|\\(?:le|ge|leq|geq)\b)\s*\S")
#: What begins a display or ends a paragraph, and a sign that no word has.
_OPENS = re.compile(rf"\n[ \t]*\n|\$\$|(?<!\\)\\\[(?!{SIZE})|\\begin\{{(?:{DISPLAYS})|^[ \t]*(?:```|\#)", re.M)
_MARK = re.compile(r"[=<>\\^_+]")
_CLOSING = {
    "fence": "```",
    "dollars": "$$",
    "escaped": r"\\]",
    "brackets": r"\]",
    "paren": r"\)",
    "script": "</script>",
}
#: What is passed over: how it opens, and how what opens by a group of that name closes.
_SKIPPED = {
    "md": r"(?P<kept>^[ \t]*```(?:math|\{math\})[ \t]*\n)|(?P<front>\A---\n)"
    r"|^[ \t]*(?P<tick>```+|~~~+)|(?P<comment><!--)"
    rf"|(?P<line>^\[//\]: \#[^\n]*)|(?!{MATH_SCRIPT})<(?P<tag>script|style|pre)\b"
    r"|<(?P<struck>del|strike|s)>|(?P<wave>(?<![~\w$\\])~~(?=[^\s~]))"
    r"|(?P<span>(?<!\$)(?<!`)`(?!`)[^`\n]+`(?!`|\$))",
    "tex": r"(?P<line>(?<!\\)(?:\\\\)*%[^\n]*)|\\begin\{(?P<verb>(?:verbatim|lstlisting|minted|comment)\*?)\}"
    r"|\\if(?P<off>false|0)(?![A-Za-z])|\\(?:sout|st|xout)\s*(?P<out>\{)",
}
_COMMENT = re.compile(r"^[ \t]*%+[ \t]*symattn:(?P<tex>[^\n]*)$|<!--\s*symattn:", re.M)

_WORD = re.compile(r"(?<![\\A-Za-z{_^])([A-Za-z]{2,})(?=\s*(?:,[^$&=:]{0,60})?(?:\\in(?![a-z])|∈))")
#: Two small letters that are declared as a number are one name, unless one of them is declared, too.
_PAIR = re.compile(r"(?<![\\A-Za-z{_^])([a-z]{2})\s*\\in\s*\\mathbb\{R\}(?![\^_])")
#: The words of a comment that declares.
#: Capitals before one letter in brackets, left of an =: the name of a function, as in RMS(x) = …
_FUNCTION = re.compile(
    r"(?<![A-Za-z\\{])([A-Z]{2,})\s*\(\s*(?:\\(?:mathbf|boldsymbol|bm|vec)\s*\{?)?\s*[A-Za-z]\s*\}?\s*\)\s*&?\s*:?="
)
_TOLD = re.compile(r"symattn:(?:(?!-->|\n\s*\n).)*?\bwords\s*=\s*\[([^\]]*)\]", re.S)
#: A gradient that stands alone left of an =, as in dV = …, and a d that stands by itself.
_GRADIENT = re.compile(
    r"(?:\$|\\\[|\\\\|\\\(|\\begin\{[a-z]+\*?\}|math\}?)[\s&]*(?:\\mathrm\s*\{\s*d\s*\}\s*|d)([A-Za-z])\s*&?\s*(?::?=|\\coloneqq)"
)
#: A word in \text{…} that stands alone left of an =.
_WORDED = re.compile(
    r"(?:\$\$|\\\[|\\\\|\\begin\{[a-z]+\*?\}|math\}?\n|display\">)[\s&]*\\text(?:rm|normal|it|bf)?\s*\{\s*([A-Za-z]{2,})\s*\}\s*&?\s*"
    r"(?::?=|\\coloneqq)"
)
#: A gradient that a formula says to be one, or the words beside it: dS = ∂L/∂S, "the gradient $dO$".
_SAID = re.compile(
    r"(?<![\\A-Za-z])d([A-Z])\s*&?\s*(?::?=|\\(?:equiv|triangleq|coloneqq)\b)\s*(?:\\[dt]?frac\s*\{\s*\\partial|\\nabla)"
    r"|\bgradients?\b[^.$]{0,60}\$\s*d([A-Z])\s*\$|\$\s*d([A-Z])\s*\$[^.$]{0,40}\bgradients?\b"
)
_LONE_D = re.compile(r"(?<![\\A-Za-z])(?<!\\mathrm\{)d(?![A-Za-z])")
#: A bold d that stands by itself: a vector.
_BOLD_D = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(BOLD, reverse=True)))})\s*(?:\{{\s*d\s*\}}|d(?![A-Za-z]))")
_ALONE = r"(?<![\\A-Za-z])[{}]\s*(?:,[^$&=:]{{0,60}})?\\in\s*\\mathbb"


@dataclass(frozen=True)
class Piece:
    """Hold a part of a page: its kind (display, inline, prose, heading or declared), its text and where it starts.

    What is ``unclosed`` is a display that does not end; ``opened`` is the sign that begins it.
    """

    kind: str
    text: str
    start: int
    level: int = 0
    opened: str = ""


@dataclass(frozen=True)
class Page:
    """Hold a file as text and as pieces, in their order."""

    file: str
    text: str
    kind: str
    told: frozenset[str] = frozenset()  # runs of letters that a sidecar says are one name

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
        return tuple(_restated(sorted(found, key=lambda piece: piece.start)))

    @cached_property
    def words(self) -> frozenset[str]:
        """The runs of letters that are declared as one name: Mask, dO; XW may be a product."""
        found = _WORD.findall(self.shown)
        pairs = [each for each in _PAIR.findall(self.shown) if not re.search(_ALONE.format(each), self.shown)]
        long = [each for each in found if not each.isupper() and len(each) > 2]
        told = {*self.told, *(each for said in _TOLD.findall(self.text) for each in re.findall(r"\w+", said))}
        gradients = {each for each in (*found, *told) if re.fullmatch("d[A-Z]", each)}
        gradients |= self.said_gradients
        gradients |= self.gradients if gradients or not _LONE_D.search(self.shown) else set()
        return frozenset([*long, *pairs, *told, *gradients, *_FUNCTION.findall(self.shown)])

    @cached_property
    def defined_words(self) -> frozenset[str]:
        """The words in \\text{…} that stand alone left of an =: names, unless a section says twice what one is."""
        sections = re.split(_HEADING[self.kind], self.shown, flags=re.M)
        counts = [Counter(_WORDED.findall(section or "")) for section in sections]
        often = {word for count in counts for word in count if count[word] > 1}
        return frozenset({word for count in counts for word in count} - often - {*KNOWN_WORDS, "pos"})

    @cached_property
    def said_gradients(self) -> frozenset[str]:
        """The names as dS of which a formula, or the words beside them, say that they are gradients."""
        return frozenset(f"d{letter}" for letters in _SAID.findall(self.shown) for letter in letters if letter)

    @cached_property
    def gradients(self) -> frozenset[str]:
        """The runs as dV that stand alone left of an =: they are one name, or d times V where d is known."""
        return frozenset(f"d{letter}" for letter in _GRADIENT.findall(self.shown))

    @cached_property
    def has_bold_d(self) -> bool:
        """Whether a bold d stands by itself, so that it may be a factor of a product in bold."""
        return _BOLD_D.search(self.shown) is not None

    @cached_property
    def written(self) -> str:
        """The text without comments, with all before the document, for the macros that it defines."""
        return _blanked(self.text, self.kind, whole=True)

    @cached_property
    def shown(self) -> str:
        """The text without comments and code."""
        return _blanked(self.text, self.kind)


def with_neighbours(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, Piece, Piece]]:
    """Yield each piece between the one before and the one behind it."""
    around = [Piece("prose", "", 0), *pieces, Piece("prose", "", 0)]
    return zip(around, around[1:], around[2:], strict=False)


def _restated(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces in which formulas declare what the words around them have declared."""
    for is_text, group in groupby(pieces, lambda piece: piece.kind in ("prose", "inline")):
        run = [*group]
        before = [piece.text for piece in run if piece.kind == "inline"]
        starts, formulas, at = [piece.start for piece in run if piece.kind == "inline"], [*before], count()
        text = "".join(f"⟨{next(at)}⟩" if piece.kind == "inline" else piece.text for piece in run)
        said = restated(text, formulas) if is_text and text.count("⟨") == len(formulas) else text
        if said == text and formulas == before:
            yield from run
            continue
        start = run[0].start
        for part in re.split(r"(⟨\d+⟩)", said):
            if part.startswith("⟨"):
                number = int(part[1:-1])
                start = starts[number] if number < len(starts) else start + 1
                yield Piece("inline", formulas[number], start)
                start += len(before[number]) + 1 if number < len(starts) else 1
            elif part:
                yield Piece("prose", part, start)


def page(file: str, data: bytes | str) -> Page:
    """Make a page of what stands in a file; of a notebook, its cells of Markdown, one below the other.

    >>> [(piece.kind, piece.text) for piece in page("a.md", "Let $x \\\\in R$.\\n\\n$$\\nx = y\\n$$\\n").pieces]
    [('prose', 'Let '), ('inline', 'x \\\\in R'), ('prose', '.\\n\\n'), ('display', '\\nx = y\\n'), ('prose', '\\n')]
    """
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    kind = "tex" if file.lower().endswith((".tex", ".ltx", ".sty")) else "md"
    if file.lower().endswith(".ipynb"):
        text = cells(text) or text
    return Page(file, text, kind)


def cells(text: str) -> str | None:
    """Return the cells of Markdown in a notebook, one below the other; None where a text is no notebook."""
    try:
        found = json.loads(text)["cells"]
        return "\n".join("".join(each["source"]) for each in found if each["cell_type"] == "markdown")
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


class _Closings:
    """Find where things close; what does not close once is not looked for again, so that a page takes linear time."""

    def __init__(self, text: str) -> None:
        self.text, self.open = text, set[str]()

    def find(self, closing: str, at: int, stop: int | None = None) -> int:
        """Return where something closes before a place, -1 where it does not."""
        found = -1 if closing in self.open else self.text.find(closing, at, stop)
        if found < 0 and stop is None:
            self.open.add(closing)
        return found

    def again(self, opening: str, at: int) -> int | None:
        """Return where the same opens again, None where it does not."""
        found = None if opening in self.open else re.compile(opening).search(self.text, at)
        if found is None:
            self.open.add(opening)
        return found.start() if found else None


def _blanked(text: str, kind: str, whole: bool = False) -> str:
    """Blank what is passed over, without its lines: a comment in LaTeX, a fence of code in Markdown."""
    pattern, closings = re.compile(_SKIPPED[kind], re.S | re.M), _Closings(text)
    done, at = list[str](), 0
    while found := pattern.search(text, at):
        name = str(found.lastgroup)
        word = found[name]
        closing = {
            "kept": "\n```",
            "front": "\n---\n",
            "comment": "-->",
            "tag": f"</{word}>",
            "struck": f"</{word}>",
            "wave": "~~",
            "off": "\\fi",
            "out": "}",
            "verb": f"\\end{{{word}}}",
            "tick": f"\n{word}",
        }.get(name, "")
        close = closings.find(closing, found.end() - (name not in ("wave", "out"))) if closing else found.end()
        if name == "out" and close >= 0:
            close = _brace(text, found.end())
        elif name == "off" and (other := text.find("\\else", found.end(), max(close, 0))) >= 0:
            close, closing = other, "\\else"
        elif name == "wave" and (close >= 0 and not _is_prose(text, found.start(), close)):
            close = -1
        end = len(text) if close < 0 and name == "tick" else close + len(closing)
        if close < 0 and name != "tick":
            end = found.end()  # it does not close: nothing is passed over
        skipped = text[found.start() : end]
        keeps = name == "kept" or (close < 0 and name != "tick")
        done += [text[at : found.start()], skipped if keeps else re.sub(r"[^\n]", " ", skipped)]
        at = end
    text = "".join([*done, text[at:]])
    opened = text.find(r"\begin{document}") if kind == "tex" and not whole else -1
    return text if opened < 0 else re.sub(r"[^\n]", " ", text[:opened]) + text[opened:]


def _brace(text: str, at: int) -> int:
    """Return where the brace closes that opens before a place, −1 where it does not."""
    try:
        return closing(text, at) - 1
    except Refused:
        return -1


def _is_prose(text: str, start: int, stop: int) -> bool:
    """Tell whether ~~ … ~~ strikes words out: it stands in one paragraph, and in no formula.

    >>> _is_prose("~~Let x.~~", 0, 8), _is_prose("$a, ~~b, ~~c$", 4, 9)
    (True, False)
    """
    before = text[text.rfind("\n\n", 0, start) + 1 : start]
    is_open = before.count("$") % 2 or before.count("$$") % 2 or before.count(r"\[") > before.count(r"\]")
    return not (is_open or before.count(r"\begin{") > before.count(r"\end{") or "\n\n" in text[start:stop])


def _declarations(text: str) -> Iterator[Piece]:
    closings = _Closings(text)
    for found in _COMMENT.finditer(text):
        close = found.end() if found["tex"] is not None else closings.find("-->", found.end())
        start = found.start("tex") if found["tex"] is not None else found.end()
        if close >= 0:
            yield Piece("declared", text[start:close], start)


def _pieces(text: str, kind: str) -> Iterator[Piece]:
    pattern, closings = re.compile(f"{_OPENED}|{_HEADING[kind]}", re.S | re.M), _Closings(text)
    at = begun = 0
    is_kramdown = kind == "md" and not _SINGLE.search(text)
    while found := pattern.search(text, at):
        name = "title" if found["hashes"] else "env" if found["env"] else str(found.lastgroup)
        at, opened = found.end(), ""
        if name == "title":
            content, start = found["title"], found.start()
        elif name == "inline":
            rest = _INLINE.match(text, at)
            content, start = (rest.group()[:-1] if rest else ""), at
            if not content or (kind == "md" and content[:1].isspace() != content[-1:].isspace()):
                continue  # $5 and $6
            at += len(content) + 1
        else:
            close = _close(closings, found, name)
            content, start = text[at : max(close, 0)], at
            if close >= 0:
                content = re.sub(r"%\s*\]\]>\s*\Z", "", content) if name == "script" else content
                at = close + len(_closing_of(found, name))
            elif name != "paren" and (content := _begun(text, at)):
                at, opened = at + len(content), found.group().split()[0]
            else:
                continue
        if found.start() > begun:
            yield Piece("prose", text[begun : found.start()], begun)
        begun = at
        if name == "title":
            marks = found["hashes"]
            yield Piece("heading", content, start, len(marks) if "#" in marks else marks.count("sub") + 1)
            continue
        if opened:
            yield Piece("unclosed", content, start, opened=opened)
            continue
        is_inline = name in ("inline", "paren")
        if name == "dollars" and (is_kramdown or not _RELATES.search(content)):
            is_inline = _within_prose(text, found.start(), at)
        if name == "inline" and len(content) > 2 and content[0] == content[-1] == "`":
            content, start = content[1:-1], start + 1
        yield Piece("inline" if is_inline else "display", content, start)
    if begun < len(text):
        yield Piece("prose", text[begun:], begun)


def _closing_of(found: re.Match[str], name: str) -> str:
    return _CLOSING.get(name) or rf"\end{{{found['env']}}}"


def _close(closings: _Closings, found: re.Match[str], name: str) -> int:
    """Return where what opens closes; −1 where it does not, or opens again before."""
    text, at, closing = closings.text, found.end(), _closing_of(found, name)
    if name == "dollars":
        close = closings.find(closing, at)
        behind = text[close + 2 : max(text.find("$$", close + 2), 0)]
        return -1 if close >= 0 and _is_stray(text[at:close], behind) else close
    opening = rf"(?<!\\){re.escape(found.group().split()[0])}(?!{SIZE})" + r"|\n[ \t]*\n" * (name == "paren")
    return closings.find(closing, at, closings.again(opening, at))


def _begun(text: str, at: int) -> str:
    """Return the formula that begins at a place and does not close: its lines up to words, or nothing where none do.

    >>> _begun(" A = B\\nText here.", 0), _begun(" are dollars", 0)
    (' A = B', '')
    """
    end = _OPENS.search(text, at)
    lines = text[at : end.start() if end else len(text)].split("\n")
    kept = [*takewhile(lambda line: not is_text(line), lines)]
    content = "\n".join(kept).rstrip()
    return content if _MARK.search(content) else ""


def is_text(line: str) -> bool:
    """Tell whether a line has words and no sign of a formula.

    >>> is_text("Text here."), is_text("f(x) = Q"), is_text("A B")
    (True, False, False)
    """
    return bool(re.search(rf"[A-Za-z]{{3,}}|[{SCRIPTS}]", line)) and not re.search(rf"{_MARK.pattern}|\w\(", line)


def _is_stray(content: str, behind: str = "") -> bool:
    """Tell whether what stands between two $$ is prose, so that the first of them has no partner.

    Few words may stand in a display by mistake; then what stands ``behind`` it, up to the next $$, tells.

    >>> _is_stray("\\n x = y \\n"), _is_stray(". These are the words that follow it.\\n\\nAnd")
    (False, True)
    >>> _is_stray(" x = y\\nText here.\\n", " A = A "), _is_stray("\\nx = y\\n\\nz = y\\n", "\\n\\nwhere\\n")
    (True, False)
    """
    bare = re.sub(r"\\(?:text\w*|mbox|label|tag)\s*\{[^{}]*\}", "", content)
    if re.search(rf"(?:\b[A-Za-z]{{2,}}\b[ ,.]+){{4}}|[{SCRIPTS}]{{6}}|(?:[{SCRIPTS}]+[ ,.]+){{3}}", bare) or re.search(
        r"^#{1,6} ", bare, re.M
    ):
        return True
    if "\n" in bare and not content.strip():
        return True
    is_parted = re.search(r"\n\s*\n", bare.strip()) is not None
    is_ended = re.search(r"\n\s*\n", bare.lstrip()) is not None
    is_worded = any(is_text(line) or (r"\text" not in line and _SINGLE.search(line)) for line in bare.split("\n"))
    return (is_worded and is_parted) or ((is_worded or is_ended) and is_formula(behind))


def is_formula(text: str) -> bool:
    r"""Tell whether a text is one formula, without words around it.

    >>> is_formula(r" \mathrm{relu}(x) = x "), is_formula(" and so x = x "), is_formula(". ")
    (True, False, False)
    """
    word = rf"(?<![\\A-Za-z{{])[A-Za-z]{{3,}}(?![A-Za-z(])|(?<![\\{{{SCRIPTS}])[{SCRIPTS}]"
    has_words = re.search(rf"{word}|\n\s*\n|(?<!\\)\$", text)
    return _MARK.search(text) is not None and has_words is None


def _within_prose(text: str, start: int, stop: int) -> bool:
    """Tell whether $$ … $$ on one line stands among words, as kramdown writes inline formulas, with no single $."""
    if "\n" in text[start:stop].strip("$").strip():
        return False
    begin, end = text.rfind("\n", 0, start) + 1, text.find("\n", stop)
    end = end if end >= 0 else len(text)
    around = text[max(begin, start - 300) : start] + " " + text[stop : min(end, stop + 300)]
    return bool(re.search(rf"[A-Za-z]{{2,}}|[{SCRIPTS}]", re.sub(r"\$\$.*?\$\$|\\tag\{.*?\}", "", around)))
