"""What came of a claim, as plain data: the record that tables, JSON and other formats are written from."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from symattn.scripts.registry import Crash, Entry, describe

#: How paths of scripts are shown that were sent here from elsewhere.
SHOWN: dict[str, str] = {}

#: Verdicts that rest on a proof of what is stated.
PROVED = ("proved", "defined")
#: What stands for a verdict where a script raised and none of its claims is known.
MODULE_ERROR = "module error"


@dataclass(frozen=True)
class Record:
    """Hold what came of one claim, as plain data: the fields of the JSON output, in its order."""

    id: str
    title: str
    source: str
    statement: str
    statement_latex: str
    expected: str
    verdict: str
    axioms: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()
    inferences: int = 0
    seconds: float = 0.0
    spot_check: dict[str, Any] | None = None
    counterexample: dict[str, Any] | None = None
    as_declared: bool = False
    reason: str = ""
    remark: str = ""
    printed: str = ""
    uses: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    cached: bool = False

    @property
    def is_claim(self) -> bool:
        """Whether this is the record of a claim, and not of a script that cannot be read."""
        return self.verdict != MODULE_ERROR

    @property
    def place(self) -> str:
        """Return where the claim is declared, as editors and compilers write it."""
        return f"{self.file}:{self.line}" if self.file else ""


def blank_record(entry: Entry) -> Record:
    """Make the record of a claim that has not come to a verdict: "error", with what its declaration says."""
    if isinstance(entry, Crash):
        file = shown_path(entry.raised_in or entry.path)
        reason = f"{Path(file).name if entry.raised_in else entry.path} raised {entry.reason}"
        return Record(
            entry.id,
            "",
            "",
            "",
            "",
            "",
            "error" if entry.is_claim else MODULE_ERROR,
            reason=reason,
            file=file,
            line=entry.line,
        )
    expected = entry.expected if isinstance(entry.expected, str) else describe(entry.expected)
    place = entry.id, entry.title, entry.source
    file = shown_path(entry.path)
    said: dict[str, Any] = {"remark": entry.remark, "printed": entry.printed}
    return Record(*place, "", "", expected, "error", file=file, line=entry.line, **said)


def shown_path(path: str) -> str:
    """Return the path of a script as seen from here, where it lies below; that is the same on every machine."""
    return SHOWN.get(path) or _shown_path(path, os.getcwd())


@cache
def _shown_path(path: str, here: str) -> str:
    with contextlib.suppress(ValueError):
        return Path(path).resolve().relative_to(here).as_posix()
    return path


def summary(records: Sequence[Record], seconds: float) -> dict[str, Any]:
    """Count the verdicts, the claims that did not come out as declared, and the scripts that cannot be read."""
    counts: dict[str, Any] = {
        status: sum(record.verdict == status for record in records) for status in ("proved", "refuted", "unknown")
    }
    if any(record.cached for record in records):
        counts["cached"] = sum(record.cached for record in records)
    if not all(record.is_claim for record in records):
        counts["module_errors"] = sum(not record.is_claim for record in records)
    unexpected = sum(not record.as_declared for record in records if record.is_claim)
    return counts | {"unexpected": unexpected, "seconds": round(seconds, 6)}
