"""A page of a note: source, reading and verdict side by side, with what was assumed; it needs no network.

What a browser cannot set as a formula stands as it was written.
"""

from __future__ import annotations

import re
from pathlib import Path

from symattn.reading.report import CLAIMS, DEFINING, WRONG, Report, shown
from symattn.reading.shown import chained, formulas, readable
from symattn.reading.statements import Line
from symattn.render.cell import badge, cell, display, tex, words
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
.row>div{min-width:0;overflow-wrap:anywhere}.formula{overflow:auto hidden;padding:.3em 0}summary{color:var(--soft)}
.wrong{border:1px solid var(--bad);border-radius:.4rem;margin:0;padding:.4rem 1rem .4rem 2rem}
h1{overflow-wrap:anywhere}code{font-size:.85em;white-space:pre-wrap;overflow-wrap:anywhere}
.place,.assumed{color:var(--soft);font-size:.85em}.status{font-weight:600}
.good{color:var(--good)}.bad{color:var(--bad)}.other{color:var(--open)}.told{color:var(--soft)}
label{margin-right:.8rem;white-space:nowrap}.hidden{display:none}
@media(max-width:50rem){.row{grid-template-columns:1fr;gap:.2rem}
.row>div:nth-child(2):not(:empty)::before{content:"read as";color:var(--soft);font-size:.85em}}
"""
_SCRIPT = """
document.querySelectorAll('input[data-status]').forEach(function(box){box.addEventListener('change',function(){
document.querySelectorAll('.row').forEach(function(row){if(row.dataset.status===box.dataset.status)
row.classList.toggle('hidden',!box.checked)})})});
"""
#: A row in a notebook.
_ENTRY = 'style="margin: 0.8em 0"'
#: What stands over a reading in which no name stands for a definition.
_PUT_IN = "with the definitions put in"
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
    rows = "\n".join(map(_row, range(len(report.lines)), report.lines))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{_STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1><p>{escape(report.sum())}</p>{_wrong(report)}<p>{boxes}</p>\n"
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
        rf"&{latex or chr(92) + 'text{?}'} && \text{{{line.answer.status}}}"
        for line in report.lines
        if line.answer.status in CLAIMS
        for latex in _read_as(line)[0]
    ]
    body = " \\\\\n".join(rows) or rf"&\text{{{report.sum()}}}"
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _wrong(report: Report) -> str:
    """Write the list of the rows that are wrong, each with a link to it."""
    found = [
        f'<li><a href="#row-{number}">{escape(_place(line))}</a> '
        f'<span class="status {_kind(line.answer.status)}">{line.answer.status}</span></li>'
        for status in (*WRONG, "ambiguous")
        for number, line in enumerate(report.lines)
        if line.answer.status == status
    ]
    return f'<ul class="wrong">{"".join(found)}</ul>' if found else ""


def _place(line: Line) -> str:
    return f"{Path(line.file).name}:{line.line}:{line.column}"


def _read_as(line: Line) -> tuple[list[str], list[str], list[str]]:
    """Return the readings of a row with the names that it uses, with what these stand for, and as code.

    Code is of those alone that have no LaTeX; what a row defines stands before them.
    """
    answer, is_definition = line.answer, line.answer.status == "definition"
    found = [formulas(each, is_definition) for each in answer.readings]
    pairs = [
        (*both, shown(each.claim.proposition, answer.status)) for both, each in zip(found, answer.readings, strict=True)
    ]
    named = [one or latex for one, _, (latex, _) in pairs]
    code = [python for one, _, (latex, python) in pairs if not (one or latex)]
    full = [full or one for one, full, _ in pairs] if any(full for _, full, _ in pairs) else []
    if answer.status != "ambiguous":
        named, full = chained(named), chained(full)
    left = _defined(line)
    return [f"{left} := {each}" if left and each else each for each in named], full, code


def _entry(line: Line) -> str:
    """Write one row of a note: its verdict beside its source, and below them how it was read and why."""
    answer = line.answer
    kind = {"good": "proved", "bad": "refuted", "other": "unknown", "told": "definition"}[_kind(answer.status)]
    is_set = line.formula and answer.status != "not read"
    source = tex(rf"\displaystyle {line.formula}") if is_set else f"<code>{words(line.source)}</code>"
    place = f"{line.file}:{line.line}:{line.column}"
    head = f"{badge(kind).replace(f'>{kind}<', f'>{answer.status}<')} {source} <small>{words(place)}</small>"
    named, full, code = _read_as(line)
    read = [f'<div style="overflow: auto hidden">{display(each)}</div>' for each in named if each]
    more = "".join(f'<div style="overflow: auto hidden">{display(each)}</div>' for each in full)
    read += [f"<details><summary>{_PUT_IN}</summary>{more}</details>"] if more else []
    beneath = [words(readable(answer.why)), *(f"<small>{words(each)}</small>" for each in [_assumed(line)] if each)]
    shown = (head, *read, *map(words, code), *beneath)
    return f"<div {_ENTRY}>{''.join(f'<div>{each}</div>' for each in shown if each)}</div>"


def _kind(status: str) -> str:
    known = {"proved": "good", **dict.fromkeys(WRONG, "bad"), **dict.fromkeys(DEFINING, "told")}
    return known.get(status, "other")


def _assumed(line: Line) -> str:
    """Return what a reading assumes and uses, each once."""
    if line.answer.status not in (*CLAIMS, "definition", "recurrence"):
        return ""
    assumed = {each for one in line.answer.readings for each in one.assumed}
    used = {each for one in line.answer.readings for each in one.rests_on}
    used -= {each for each in used if re.sub(r" \((line \d+)\)$", r" is what \1 says", each) in assumed}
    uses = f"uses {', '.join(sorted(used))}" if used else ""
    return readable("; ".join(filter(None, (*sorted(assumed), uses))))


def _defined(line: Line) -> str:
    """Return what a row defines, as it is written; nothing of other rows."""
    source = line.formula or line.source
    left, sign, _ = re.sub(r":=|\\coloneqq", "=", source).partition("=")
    return left.strip(" &\n") if sign and line.answer.status == "definition" else ""


def _row(number: int, line: Line) -> str:
    answer = line.answer
    named, full, code = _read_as(line)
    readings = "".join(map(_formula, filter(None, named))) + "".join(f"<code>{escape(each)}</code>" for each in code)
    if full:
        readings += f"<details><summary>{_PUT_IN}</summary>{''.join(map(_formula, full))}</details>"
    assumed = _assumed(line)
    beneath = f'<div class="assumed">{escape(assumed)}</div>' if assumed else ""
    hidden = " hidden" if answer.status in _HIDDEN else ""
    formula = mathml(line.formula, display=True) if line.formula else ""
    place, source = f'<span class="place">{escape(_place(line))}</span>', f"<code>{escape(line.source)}</code>"
    left = f"{place}<br>{source}"
    if "<math" in formula:
        summary = f"<summary>{place}</summary>{source}"
        left = f'<details title="its LaTeX">{summary}</details><div class="formula">{formula}</div>'
    beside = f'<span class="status {_kind(answer.status)}">{answer.status}</span> {escape(readable(answer.why))}'
    return (
        f'<div class="row{hidden}" id="row-{number}" data-status="{answer.status}">'
        f"<div>{left}</div><div>{readings}{beneath}</div><div>{beside}</div></div>"
    )


def _formula(tex: str) -> str:
    """Write a formula that scrolls by itself."""
    written = mathml(tex.replace(" := ", " ≔ "), display=True) if len(tex) < 4_000 else f"<code>{escape(tex)}</code>"
    return f'<div class="formula">{written}</div>'
