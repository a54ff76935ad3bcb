"""Formulas from anywhere, one a line: what stands around each is blanked, and each becomes a display.

A text with sentences is a page. There a formula is a display that stands on a line without signs, or between signs in a
paragraph or an item of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.reading.foreign import SCRIPTS
from symattn.reading.pages import DISPLAYS, SIZE, is_formula, is_text

_LEAD = re.compile(r"[ \t]*(?:(?:[-*•–>]|\#{1,6}|\(?\d{1,3}[.)])[ \t]+)*")
_QUOTED = re.compile(r"[ \t]*>[ \t]")
#: A formula between its signs; what stands inside of words is one of theirs.
_SIGNED = re.compile(
    r"(?P<ticks>`*)(?:\$\$(?P<two>[^$]+)\$\$|\$(?P<one>[^$]+)\$|\\\((?P<round>.+?)\\\)|(?<!\\)\\\[(?P<square>.+?)\\\])(?P=ticks)"
    r"|(?P<tick>`+)(?P<code>[^`$]+)(?P=tick)"
)
_UNCLOSED = re.compile(rf"\$\$|(?<!\\)\\\[(?!{SIZE})")
_WORDS = re.compile(r"\\(?:text\w*|mbox|mathrm|operatorname)\s*\{[^{}]*\}")
_RELATION = re.compile(r"[=<>≤≥∈]|\\(?:leq?|geq?|neq?|in|preceq|succeq|prec|succ|approx)(?![A-Za-z])")
#: How a line begins that belongs to the one before it, and how one ends to which the next belongs.
_SIGN = r"(?:[=<>+≤≥&,]|\\(?:leq?|geq?|approx|cdot|times|quad|preceq|succeq|in|text|tag|label)(?![a-zA-Z])|\\\\)"
_GOES_ON, _ENDS = re.compile(rf"\s*{_SIGN}"), re.compile(rf"(?:{_SIGN}|-)\s*$")
#: Short words that lead from one formula to the next.
_LINKS = re.compile(r"\W*(?:so|or|as|if|by|is|we)\W*", re.I)
#: What begins a part of several lines, and what ends it.
_BLOCKS = (
    (r"[ \t]*(?P<sign>```+|~~~+)", r"[ \t]*{sign}"),
    (r".*<!--", r".*-->"),
    (rf".*\\begin\{{(?P<sign>(?:{DISPLAYS})\*?)\}}", r".*\\end\{{{sign}\}}"),
    (r".*(?<!\\)\\\[", r".*\\\]"),
    (r"(?:(?!\$\$).)*\$\$(?!.*\$\$)", r"(?:(?!\$\$).)*\$\$(?!.*\$\$)"),
)


def displayed(text: str) -> tuple[str, frozenset[int]]:
    r"""Return formulas as displays, one a line, and the lines before which ``\[`` was put.

    A line that is no formula of its own belongs to the one before it. Columns are kept, but for the ``\[``.

    >>> displayed("A = B\nC = D\n= E")[0], displayed("{A\n}")[0], displayed("1. $A = B$")
    ('\\[A = B\\]\n\\[C = D\n= E\\]', '\\[{A\n}\\]', ('\\[    A = B \\]', frozenset({1})))
    """
    given = text.split("\n")
    parts = _parts(given)
    is_page = any(_is_sentence(given[at].partition("<!--")[0]) for at, _ in parts)
    has_signs = _SIGNED.search(text) is not None or len(parts) < len(given)
    rows, wrapped, begun = list[str](), list[int](), -1  # begun: the row without signs that may go on
    for at, end in parts:
        line = given[at]
        beside = [given[near] if 0 <= near < len(given) else "" for near in (at - 1, end)]
        formula: str | None = None
        if end == at + 1 and line.strip() and not _is_comment(line):
            if begun >= 0 and _belongs(rows[begun], line):
                rows[begun] += f"\n{line}"
                continue
            is_bare = _SIGNED.search(_WORDS.sub("", line)) is None
            is_own = not any(map(str.strip, beside)) or bool(_lead(line).strip())
            formula = (
                _bare(line, is_page, has_signs) if is_bare else _unwrapped(line) if is_own or not is_page else None
            )
            begun = len(rows) if is_bare and formula is not None else -1
        else:
            begun = -1
        if formula is None:
            rows.append("\n".join(given[at:end]) if not _is_comment(line) or "symattn:" in line else "")
        else:
            rows.append(formula)
            wrapped.append(len(rows) - 1)
    firsts = {row: sum(each.count("\n") + 1 for each in rows[:row]) + 1 for row in wrapped}
    return (
        "\n".join(f"\\[{row}\\]" if at in firsts else row for at, row in enumerate(rows)),
        frozenset(firsts.values()),
    )


def _parts(given: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the parts of a text begin and end: lines, and fences, comments and displays over several of them."""
    parts, at = list[tuple[int, int]](), 0
    while at < len(given):
        end = at + 1
        for opening, closing in _BLOCKS:
            if (found := re.match(opening, given[at])) is None:
                continue
            last = re.compile(closing.format(**{key: re.escape(each) for key, each in found.groupdict().items()}))
            rest = given[at][found.end() :]
            if not opening.startswith(r"[ \t]*(") and last.match(rest):
                break
            ends = next((n for n in range(at + 1, len(given)) if last.match(given[n])), None)
            within = given[at + 1 : ends]
            if ends is not None and not any(_SIGNED.fullmatch(each.strip()) for each in within):
                end = ends + 1
            break
        parts.append((at, end))
        at = end
    return parts


def _lead(line: str) -> str:
    """Return the bullets, numbers and marks with which a line begins."""
    found = _LEAD.match(line)
    return found[0] if found else ""


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("%")


def _is_sentence(line: str) -> bool:
    """Tell whether a line has words beside a formula between signs, or is a sentence."""
    said = _SIGNED.sub(" ", _WORDS.sub("", line))
    is_mixed = (
        _SIGNED.search(_WORDS.sub("", line)) is not None and re.search(rf"[A-Za-z]{{2,}}|[{SCRIPTS}]", said) is not None
    )
    return is_mixed or re.search(rf"(?:\b[A-Za-z]{{2,}}\b[ ,.]+){{4}}|[{SCRIPTS}]{{4}}", said) is not None


def _belongs(row: str, line: str) -> bool:
    """Tell whether a line belongs to a formula that began before; a quotation that states something does not."""
    if _SIGNED.search(_WORDS.sub("", line)):
        return False
    if _is_open(row):
        return True
    found = _QUOTED.match(line)
    return _GOES_ON.match(line) is not None and not (found and _RELATION.search(line[found.end() :]))


def _is_open(row: str) -> bool:
    """Tell whether a formula ends in a sign between two sides, or inside a bracket or an environment."""
    pairs = ((r"(?<!\\)\{", r"(?<!\\)\}"), (r"\\begin\b", r"\\end\b"), (r"\\left\b", r"\\right\b"))
    return bool(_ENDS.search(row)) or any(len(re.findall(a, row)) > len(re.findall(b, row)) for a, b in pairs)


def _bare(line: str, is_page: bool, has_signs: bool) -> str | None:
    """Return a line without signs as a formula, without its bullet; None where it is a part of a page."""
    body = line.removeprefix(_lead(line))
    if _UNCLOSED.search(body):
        return None
    if is_page and not (is_formula(body) and _RELATION.search(body)):
        return None
    if has_signs and (is_text(body) or _LINKS.fullmatch(body)):
        return None
    return " " * (len(line) - len(body)) + body


def _unwrapped(line: str) -> str | None:
    """Return a line of formulas between signs without these; None where words or signs stand beside them.

    >>> _unwrapped("- $A = B$."), _unwrapped("`A = B`"), _unwrapped("$A = B$ $C = D$"), _unwrapped("Let $A$")
    ('   A = B ', ' A = B ', ' A = B;  C = D ', None)
    """
    at = len(_lead(line))
    done = " " * at
    while found := _SIGNED.match(line, at):
        name = next(key for key in ("two", "one", "round", "square", "code") if found[key])
        start, stop = found.span(name)
        between = re.compile(r"[ \t]*[,;.]?[ \t]*").match(line, found.end())
        behind = between[0] if between else ""
        at = found.end() + len(behind)
        mark = "" if at >= len(line) else ";"
        done += (
            " " * (start - found.start()) + found[name] + (mark + " " * (found.end() - stop + len(behind)))[: at - stop]
        )
    return done.rstrip() + " " if at >= len(line) else None
