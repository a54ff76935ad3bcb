"""What a run says to machines that show test results: JUnit's XML, and the annotations of GitHub's runners."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from symattn.render.counting import came_out
from symattn.render.terminal import counterexample_lines
from symattn.scripts.records import MODULE_ERROR, Record


def junit_xml(records: Sequence[Record], seconds: float) -> str:
    """Write the results as JUnit's XML: a suite for each script, a failure for what did not come out as declared.

    >>> record = Record("G1", "a title", "", "", "", "proved", "proved", as_declared=True, file="proofs/a.py", line=7)
    >>> print(junit_xml([record], 0.5))
    <?xml version="1.0" encoding="utf-8"?>
    <testsuites name="symattn" tests="1" failures="0" errors="0" time="0.500">
      <testsuite name="proofs/a.py" tests="1" failures="0" errors="0" time="0.000">
        <testcase classname="proofs.a" name="G1" file="proofs/a.py" line="7" time="0.000" />
      </testsuite>
    </testsuites>
    <BLANKLINE>
    """
    top = ET.Element("testsuites", name="symattn", **_counts(records, seconds))
    for file in dict.fromkeys(record.file for record in records):
        own = [record for record in records if record.file == file]
        suite = ET.SubElement(top, "testsuite", name=file, **_counts(own, sum(each.seconds for each in own)))
        for record in own:
            _case(suite, record)
    ET.indent(top)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(top, encoding="unicode")}\n'


def _counts(records: Sequence[Record], seconds: float) -> dict[str, Any]:
    errors = sum(_is_error(record) for record in records)
    failures = sum(not record.as_declared for record in records) - errors
    return {"tests": f"{len(records)}", "failures": f"{failures}", "errors": f"{errors}", "time": f"{seconds:.3f}"}


def _is_error(record: Record) -> bool:
    return record.verdict in ("error", MODULE_ERROR) and not record.as_declared


def _case(suite: ET.Element, record: Record) -> None:
    path = PurePath(record.file).with_suffix("")
    where: dict[str, Any] = {
        "classname": ".".join(part for part in path.parts if part != path.anchor),
        "name": record.id,
    }
    place: dict[str, Any] = {"file": record.file, "line": f"{record.line}", "time": f"{record.seconds:.3f}"}
    case = ET.SubElement(suite, "testcase", **where, **place)
    if not record.as_declared:
        found = ET.SubElement(case, "error" if _is_error(record) else "failure", message=_visible(outcome(record)))
        found.text = "\n".join(_visible(line) for line in _details(record))


def outcome(record: Record) -> str:
    """Say in one line what was declared and what came out.

    >>> outcome(Record("G1", "", "", "", "", "proved", "unknown"))
    'G1 was declared proved and came out unknown'
    """
    if not record.is_claim:
        return f"{record.id}: {record.verdict}"
    declared = f" was declared {record.expected} and" if record.expected else ""
    return f"{record.id}{declared} came out {came_out(record)}"


def _visible(line: str) -> str:
    """Show characters that are not seen; what is kept from before is plain already."""
    from symattn.language.base.characters import visible  # of the language, which takes a second to import

    return visible(line)


def _details(record: Record) -> Iterator[str]:
    yield f"{record.place}: {record.title}" if record.title else record.place
    yield from filter(None, (record.statement, *record.reason.split("\n")))
    yield from _counterexample(record)


def _counterexample(record: Record) -> list[str]:
    """Write the counterexample of a claim as the terminal has it."""
    return [] if record.counterexample is None else counterexample_lines(record.counterexample)


def github_lines(records: Sequence[Record]) -> Iterator[str]:
    """Yield one line for each claim that did not come out as declared, which GitHub shows beside the claim.

    Its title says what came out; its text says why, or what was stated, and has the counterexample.

    >>> list(github_lines([Record("G1", "", "", "", "", "proved", "unknown", reason="50% left", file="a.py", line=7)]))
    ['::error file=a.py,line=7,title=G1 was declared proved and came out unknown::50%25 left']
    """
    for record in records:
        if not record.as_declared:
            places = f"file={_property(record.file)},line={record.line},title={_property(outcome(record))}"
            said = record.reason or record.statement or record.title or outcome(record)
            lines = "\n".join([said, *_counterexample(record)])
            yield f"::error {places}::{_data(lines)}"


def _data(text: str) -> str:
    """Escape text as the workflow commands of GitHub's runners ask for."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
