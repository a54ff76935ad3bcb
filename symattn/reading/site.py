"""A page of a note: source, reading and verdict side by side, with what was assumed; it needs no network.

What a browser cannot set as a formula stands as it was written.
"""

from __future__ import annotations

import re
from pathlib import Path

from symattn.reading.report import CLAIMS, WRONG, Report, shown
from symattn.reading.statements import Line
from symattn.render.cell import badge, cell, tex, words
from symattn.render.html import escape
from symattn.render.mathml import mathml

_STYLE = """
:root{--paper:#fff;--ink:#1a1a1a;--soft:#666;--line:#ddd;--good:#1a7f37;--bad:#b3261e;--open:#8a6100;
color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--paper:#16181c;--ink:#e6e6e6;--soft:#9aa0a6;--line:#33363c;--good:#57c26b;
--bad:#ff8a80;--open:#e0b040}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:80rem;
padding:1rem}
.row{display:grid;grid-template-columns:1fr 1fr 16rem;gap:1rem;border-top:1px solid var(--line);padding:.6rem 0}
.row>div{overflow-x:auto;min-width:0;overflow-wrap:anywhere}
h1{overflow-wrap:anywhere}code{font-size:.85em;white-space:pre-wrap;overflow-wrap:anywhere}
.place,.assumed{color:var(--soft);font-size:.85em}.status{font-weight:600}
.good{color:var(--good)}.bad{color:var(--bad)}.other{color:var(--open)}
label{margin-right:.8rem;white-space:nowrap}.hidden{display:none}
@media(max-width:50rem){.row{grid-template-columns:1fr}}
"""
_SCRIPT = """
document.querySelectorAll('input[data-status]').forEach(function(box){box.addEventListener('change',function(){
document.querySelectorAll('.row').forEach(function(row){if(row.dataset.status===box.dataset.status)
row.classList.toggle('hidden',!box.checked)})})});
"""
#: A row in a notebook; what is too wide scrolls by itself.
_ENTRY = 'style="margin: 0.8em 0; overflow-x: auto"'
#: Rows that a page hides until they are asked for.
_HIDDEN = ("not a statement", "declaration")


def whole(report: Report, title: str) -> str:
    """Return a page by itself.

    >>> from symattn.reading.read import read
    >>> text = whole(read("A = A"), "a note")
    >>> text.startswith("<!doctype html>") and "proved" in text and "http" not in text.replace("http://www.w3.org", "")
    True
    """
    boxes = "".join(
        f'<label><input type="checkbox" data-status="{status}"{"" if status in _HIDDEN else " checked"}> '
        f"{status} ({count})</label>"
        for status, count in report.counts.most_common()
    )
    rows = "\n".join(map(_row, report.lines))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{_STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1><p>{escape(report.sum())}</p><p>{boxes}</p>\n"
        f"{rows}\n<script>{_SCRIPT}</script></body></html>\n"
    )


def fragment(report: Report) -> str:
    """Return what a notebook shows: verdict, source and reading of each row, in tags that every front end keeps.

    >>> from symattn.reading.read import read
    >>> shown = fragment(read("(AB)^T = A^T B^T"))
    >>> "fails as read" in shown and "<table" not in shown and "<style" not in shown and "<script" not in shown
    True
    """
    claims = [_entry(line) for line in report.lines if line.answer.status in CLAIMS]
    others = [_entry(line) for line in report.lines if line.answer.status not in CLAIMS]
    more = f"<details><summary>{len(others)} other rows</summary>{''.join(others)}</details>" if others else ""
    return cell(f"<div>{words(report.sum())}</div>{''.join(claims)}{more}")


def in_latex(report: Report) -> str:
    r"""Return the claims of a report with their verdicts, for whoever keeps no HTML.

    >>> from symattn.reading.read import read
    >>> print(in_latex(read("A = A")))
    \begin{align*}
    &A = A && \text{proved}
    \end{align*}
    """
    rows = [
        rf"&{shown(reading.claim.proposition)[0] or chr(92) + 'text{?}'} && \text{{{line.answer.status}}}"
        for line in report.lines
        if line.answer.status in CLAIMS
        for reading in line.answer.readings
    ]
    body = " \\\\\n".join(rows) or rf"&\text{{{report.sum()}}}"
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _entry(line: Line) -> str:
    """Write one row of a note: its verdict beside its source, and below them how it was read and why."""
    answer = line.answer
    kind = {"good": "proved", "bad": "refuted", "other": "unknown"}[_kind(answer.status)]
    head = (
        f"{badge(kind).replace(f'>{kind}<', f'>{answer.status}<')} <code>{words(line.source)}</code> "
        f"<small>{words(f'{line.file}:{line.line}:{line.column}')}</small>"
    )
    left = _defined(line)
    readings = [
        (f"<code>{words(left)}</code> := " if left else "") + (tex(latex) if latex else words(python))
        for latex, python in (shown(each.claim.proposition, answer.status) for each in answer.readings)
    ]
    assumed = _assumed(line)
    beneath = [words(answer.why), f"<small>{words(assumed)}</small>" if assumed else ""]
    return f"<div {_ENTRY}>{''.join(f'<div>{each}</div>' for each in (head, *readings, *beneath) if each)}</div>"


def _kind(status: str) -> str:
    return "good" if status in ("proved", "definition", "recurrence") else "bad" if status in WRONG else "other"


def _assumed(line: Line) -> str:
    if line.answer.status not in (*CLAIMS, "definition", "recurrence"):
        return ""
    return "; ".join(sorted({each for one in line.answer.readings for each in (*one.assumed, *one.rests_on)}))


def _defined(line: Line) -> str:
    """Return what a row defines, as it is written; nothing of other rows."""
    left, sign, _ = re.sub(r":=|\\coloneqq", "=", line.source).partition("=")
    return left.strip(" &\n") if sign and line.answer.status == "definition" else ""


def _row(line: Line) -> str:
    answer = line.answer
    left = f"<code>{escape(name)}</code> := " if (name := _defined(line)) else ""
    readings = "".join(
        f"<div>{left}{_formula(*shown(each.claim.proposition, answer.status))}</div>" for each in answer.readings
    )
    assumed = _assumed(line)
    beneath = f'<div class="assumed">{escape(assumed)}</div>' if assumed else ""
    hidden = " hidden" if answer.status in _HIDDEN else ""
    return (
        f'<div class="row{hidden}" data-status="{answer.status}">'
        f'<div><span class="place">{escape(f"{Path(line.file).name}:{line.line}:{line.column}")}</span><br>'
        f"<code>{escape(line.source)}</code></div><div>{readings}{beneath}</div>"
        f'<div><span class="status {_kind(answer.status)}">{answer.status}</span> {escape(answer.why)}</div></div>'
    )


def _formula(tex: str, python: str) -> str:
    try:
        return mathml(tex, display=True) if tex and len(tex) < 4_000 else f"<code>{escape(python)}</code>"
    except (ValueError, TypeError, AttributeError, IndexError, KeyError, RecursionError):
        return f"<code>{escape(python)}</code>"
