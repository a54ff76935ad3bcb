"""Layer 8, output: the errata of a note, and the same for machines.

First what is wrong, then what is ambiguous, then a count of the rest.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symattn.language.plain import plain
from symattn.reading.shown import readable
from symattn.reading.statements import Line
from symattn.render.counting import counted
from symattn.render.latex import latex

#: What is wrong, by weight; a refutation alone is a failure unless ``--strict``.
WRONG = ("refuted", "differs", "fails as read", "shapes")
#: What has no verdict.
UNDECIDED = ("not read", "open", "unknown", "ambiguous")
#: What says what a symbol stands for: nothing of it is checked.
DEFINING = ("definition", "recurrence", "declaration")
CLAIMS = (*WRONG, "proved", "ambiguous", "open", "unknown")


@dataclass(frozen=True, repr=False)
class Report:
    """Hold the rows of notes, each with its answer; printed it is the errata, in a notebook the page."""

    lines: tuple[Line, ...]
    warnings: tuple[str, ...] = ()

    @cached_property
    def counts(self) -> Counter[str]:
        """How many rows have each status."""
        return Counter(line.answer.status for line in self.lines)

    def failed(self, strict: bool = False) -> bool:
        """Tell whether a row is refuted, or with ``strict`` anything that is wrong: shapes that do not fit, too."""
        return any(self.counts[status] for status in (WRONG if strict else WRONG[:1]))

    def errata(self, everything: bool = False, unread: bool = False) -> Iterator[str]:
        """Yield the lines for the terminal; ``unread`` asks for the rows that are not read, too."""
        yield from map(told, self.shown(everything, unread))
        yield from self.warnings
        yield self.sum()

    def shown(self, everything: bool = False, unread: bool = False) -> Iterator[Line]:
        """Yield the rows of the errata, what is wrong first."""
        first = (*WRONG, "ambiguous", *(["not read"] if unread else ()))
        for status in first:
            yield from (line for line in self.lines if line.answer.status == status)
        if everything:
            yield from (line for line in self.lines if line.answer.status not in first)

    def sum(self) -> str:
        """Return the count of all rows."""
        answers = ", ".join(f"{count} {status}" for status, count in self.counts.most_common())
        defined = sum(self.counts[status] for status in DEFINING)
        note = f"; {counted(defined, 'row')} {'define' if defined > 1 else 'defines'} something and " if defined else ""
        note += f"{'were' if defined > 1 else 'was'} not checked" if defined else ""
        return f"{counted(len(self.lines), 'row')}: {answers}{note}" if self.lines else "no displayed rows"

    def __repr__(self) -> str:
        return "\n".join(self.errata())

    def data(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {"rows": [_row(line) for line in self.lines], "totals": dict(self.counts.most_common())}

    def json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.data(), ensure_ascii=False, indent=1) + "\n"

    def annotations(self) -> Iterator[str]:
        """Yield the annotations that GitHub shows at the rows."""
        for line in self.lines:
            if line.answer.status in (*WRONG, "ambiguous"):
                kind = "error" if line.answer.status == "refuted" else "warning"
                text = told(line, place=False).replace("%", "%25").replace("\n", "%0A")
                yield f"::{kind} file={line.file},line={line.line},col={line.column}::{text}"

    def junit(self, strict: bool = False) -> str:
        """Return the report as JUnit's XML: a case for each claim; what has no verdict is skipped, with the reason."""
        failing = WRONG if strict else WRONG[:1]
        cases = [line for line in self.lines if line.answer.status in (*CLAIMS, "not read")]
        top = ET.Element("testsuites", name="symattn read")
        for file in dict.fromkeys(line.file for line in cases):
            own = [line for line in cases if line.file == file]
            failures = sum(line.answer.status in failing for line in own)
            skipped = sum(line.answer.status in UNDECIDED for line in own)
            suite = ET.SubElement(
                top, "testsuite", name=file, tests=f"{len(own)}", failures=f"{failures}", skipped=f"{skipped}"
            )
            for line in own:
                case = ET.SubElement(
                    suite, "testcase", classname=file, name=f"{line.line}:{line.column}", file=file, line=f"{line.line}"
                )
                if line.answer.status in failing:
                    ET.SubElement(case, "failure", message=_clean(told(line)))
                elif line.answer.status in UNDECIDED:
                    ET.SubElement(case, "skipped", message=_clean(told(line, place=False)))
        ET.indent(top)
        return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(top, encoding="unicode")}\n'


def _clean(text: str) -> str:
    return "".join(each if each.isprintable() else " " for each in text)


def told(line: Line, place: bool = True) -> str:
    """Say in one line where a row stands, what its answer is, and why."""
    where = f"{line.file}:{line.line}:{line.column}: " if place else ""
    source = line.source if len(line.source) <= 120 else line.source[:117] + "…"
    why = f"; {readable(line.answer.why)}" if line.answer.why else ""
    return _clean(f"{where}{line.answer.status}: {source}{why}")


def _row(line: Line) -> dict[str, Any]:
    answer = line.answer
    readings = [shown(reading.claim.proposition, answer.status) for reading in answer.readings]
    return {
        "file": line.file,
        "line": line.line,
        "column": line.column,
        "source": line.source,
        "status": answer.status,
        "reading": [{"latex": tex, "python": python} for tex, python in readings],
        "assumed": sorted({each for reading in answer.readings for each in reading.assumed}),
        "rests on": sorted({each for reading in answer.readings for each in reading.rests_on}),
        "why": answer.why,
        "counterexample": answer.counterexample,
    }


def shown(statement: Any, status: str = "") -> tuple[str, str]:
    """Return a statement as LaTeX and as Python; of a definition, the right side."""
    said = statement.rhs if status == "definition" else statement
    try:
        return latex(said), plain(said)
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError, NotImplementedError):
        return "", str(said)
