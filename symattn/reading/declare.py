"""The sidecar that a note lacks: every assumption and every question in it, for the author to correct."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from symattn.errors import UsageError
from symattn.reading.report import Report
from symattn.reading.statements import Line

_ASKED = re.compile(r"\[functions\] '([^']+)'")


def sidecars(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of a sidecar for each file; raise UsageError where there is one already."""
    for file in dict.fromkeys(line.file for line in report.lines):
        path = f"{file}.toml"
        if Path(path).exists():
            raise UsageError(f"{path} is there already: --declare writes a new one only")
        if Path(file).is_file():
            yield path, sidecar([line for line in report.lines if line.file == file])


def sidecar(lines: list[Line]) -> str:
    """Write what was assumed of the rows, and what was asked.

    >>> from symattn.reading.read import read
    >>> print(sidecar(list(read("y = \\\\sigma(W x)").lines)))
    # What symattn assumed and asks. Correct a line, or take the # away where it is right.
    # softmax = "rows"     # or "columns"
    # vectors = "column"   # or "row"
    [functions]
    # '\\sigma' = "softmax"  # or "sigmoid", …; "any" for any function
    """
    kinds: dict[str, str] = {}
    asked: dict[str, None] = {}
    for line in lines:
        for reading in line.answer.readings:
            for key, _, kind in reading.letters:
                if kind in ("number", "vector", "matrix"):
                    kinds.setdefault(key, kind)
        for said in (line.answer.why, *(each for reading in line.answer.readings for each in reading.unread)):
            asked.update(dict.fromkeys(_ASKED.findall(said)))
    text = [
        "# What symattn assumed and asks. Correct a line, or take the # away where it is right.",
        '# softmax = "rows"     # or "columns"',
        '# vectors = "column"   # or "row"',
    ]
    if kinds:
        text.append("[kinds]")
        for kind in ("number", "vector", "matrix"):
            names = ", ".join(key for key, each in kinds.items() if each == kind and "'" not in key and "," not in key)
            text += [f"# '{names}' = \"{kind}\""] if names else []
    if asked:
        text += [
            "[functions]",
            *(f'# \'{name}\' = "softmax"  # or "sigmoid", …; "any" for any function' for name in asked),
        ]
    return "\n".join(text) + "\n"
