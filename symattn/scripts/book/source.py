"""Proof scripts as HTML: every line numbered and named, keywords, strings and comments set apart."""

from __future__ import annotations

import io
import keyword
import tokenize

from symattn.render.html import escape

_KINDS = {tokenize.STRING: "s", tokenize.COMMENT: "c", tokenize.NUMBER: "n"}


def marked_lines(text: str) -> list[str]:
    """Return the lines of Python text as HTML, each with its own markup; text that is no Python is only escaped.

    >>> marked_lines("return 1  # one")
    ['<b>return</b> <i class="n">1</i>  <i class="c"># one</i>']
    """
    lines = text.splitlines()
    marks: list[list[tuple[int, int, str]]] = [[] for _ in lines]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            kind = _KINDS.get(token.type) or (
                "k" if token.type == tokenize.NAME and keyword.iskeyword(token.string) else ""
            )
            if kind:
                _mark(marks, token, kind, lines)
    except (tokenize.TokenError, SyntaxError):
        return [escape(line) for line in lines]
    return [_line(line, spans) for line, spans in zip(lines, marks, strict=True)]


def _mark(marks: list[list[tuple[int, int, str]]], token: tokenize.TokenInfo, kind: str, lines: list[str]) -> None:
    (first, start), (last, end) = token.start, token.end
    for number in range(first, last + 1):
        line = lines[number - 1]
        marks[number - 1].append((start if number == first else 0, end if number == last else len(line), kind))


def _line(line: str, spans: list[tuple[int, int, str]]) -> str:
    parts, reached = [], 0
    for start, end, kind in spans:
        inside = escape(line[start:end])
        parts += [escape(line[reached:start]), f"<b>{inside}</b>" if kind == "k" else f'<i class="{kind}">{inside}</i>']
        reached = end
    return "".join([*parts, escape(line[reached:])])


def whole_script(text: str) -> str:
    """Return the text of a script, each line with a name such as L12."""
    return "\n".join(
        f'<span id="L{number}" class="line">{line}</span>' for number, line in enumerate(marked_lines(text), start=1)
    )
