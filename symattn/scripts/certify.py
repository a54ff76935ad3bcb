"""The commands `symattn certify` and `symattn verify`: write certificates of claims, and replay them.

What is proved gets a certificate of its proof, what is refuted by values one of the refutation; `verify` gives each
file to the standalone verifier that its first line asks for.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from symattn import refutation_verifier, verifier
from symattn.errors import UsageError
from symattn.render import terminal
from symattn.render.text import counted
from symattn.scripts.claims import load, run_claim

#: Verdicts that need a certificate; what is refuted by a shape error or computed has none.
PROVED = ("proved", "defined")
SUFFIX = ".cert"


def certify(
    paths: Sequence[str], wanted: str | None, output: str, seed: int, write: Callable[[Path, str], None]
) -> int:
    """Write the certificate of one claim to the file `output`, or those of all claims into that folder.

    Each is replayed before it is written. Return 0 when every claim that is proved got one, 1 otherwise. Raise
    UsageError for an unknown id.
    """
    from symattn.deciding.replay import NotReplayed, replayed

    entries = load(paths).select([wanted] if wanted else [])
    target = Path(output)
    if wanted is None:
        target.mkdir(parents=True, exist_ok=True)
    records, rows = [], []
    with terminal.progress(len(entries), sys.stderr) as report:
        for entry in entries:
            outcome = run_claim(entry, seed, numeric=False)
            record, words = outcome.record, ("", "")
            try:
                if outcome.verdict is None:
                    raise UsageError("there is no proof and no counterexample by values")
                content = replayed(outcome.verdict, entry.id)
                path = target if wanted else target / f"{entry.id.replace('/', '_')}{SUFFIX}"
                write(path, content)
                words = (str(path), f"{len(content.encode()):,}")
            except UsageError as error:
                words = (f"none: {error}", "")
                record = replace(record, as_declared=record.as_declared and record.verdict not in PROVED)
            except NotReplayed as error:
                words = (f"none: {error}", "")
                record = replace(record, as_declared=False, reason=str(error))
            report(record)
            records.append(record)
            rows.append((entry.id, record.verdict, *words))
    out = terminal.console(sys.stdout)
    terminal.table(out, ("id", "verdict", "certificate", "bytes"), rows, right=(3,))
    written = sum(bool(row[3]) for row in rows)
    terminal.paragraph(out, f"{counted(len(rows), 'claim')}: {counted(written, 'certificate')}")
    if wanted:
        return 0 if written else 1
    return 0 if all(record.as_declared for record in records) else 1


@dataclass(frozen=True)
class Result:
    """Hold what came of one file, as progress and table show it."""

    id: str
    verdict: str
    seconds: float
    reason: str = ""
    details: str = ""
    title: str = ""
    expected: str = ""
    inferences: int = 0
    remark: str = ""
    counterexample: dict[str, Any] | None = None
    cached: bool = False

    @property
    def as_declared(self) -> bool:
        """Whether the file holds."""
        return not self.reason


def verify(files: Sequence[str]) -> int:
    """Verify certificates; return 0 when all hold, 1 when a step of one does not, 2 when a file is no certificate."""
    results, code = [], 0
    with terminal.progress(len(files), sys.stderr) as report:
        for path in files:
            start = time.perf_counter()
            try:
                result = _verified(path)
            except OSError as error:
                result, code = Result(path, "cannot be read", 0.0, _unread(path, error)), 2
            except (verifier.NotACertificate, refutation_verifier.NotARefutation) as error:
                result, code = Result(path, "not a certificate", 0.0, str(error)), 2
            except (verifier.DoesNotHold, refutation_verifier.DoesNotHold) as error:
                result, code = Result(path, "does not hold", 0.0, str(error)), max(code, 1)
            results.append(replace(result, seconds=time.perf_counter() - start))
            report(results[-1])
    out = terminal.console(sys.stdout)
    rows = [(r.id, r.verdict, f"{r.inferences:,}" if r.inferences else "", f"{r.seconds:.2f}") for r in results]
    terminal.table(out, ("file", "result", "inferences", "seconds"), rows, right=(2, 3))
    for result in results:
        terminal.paragraph(out, f"{result.id}: {result.reason}" if result.reason else result.details)
    held = sum(result.as_declared for result in results)
    seconds = sum(result.seconds for result in results)
    terminal.paragraph(out, f"{counted(len(results), 'file')}: {held} verified, {seconds:.1f} s")
    return code


def _unread(path: str, error: OSError) -> str:
    """Say why a file was not read, and where a certificate comes from when what is named looks like a claim's id."""
    if isinstance(error, FileNotFoundError) and not Path(path).suffix:
        return f"there is no such file; `symattn certify {path} -o {path}.cert` writes that of a claim"
    return error.strerror or str(error)


def _verified(path: str) -> Result:
    """Verify one file with the program that the format in its header asks for."""
    try:
        with open(path, "rb") as file:
            header = json.loads(file.readline(verifier.LINE))
    except (ValueError, RecursionError):
        header = None  # the verifier says what is wrong
    if isinstance(header, dict) and header.get("format") == "symattn refutation":
        details = refutation_verifier.report(verifier.quoted(path), refutation_verifier.verify(path))
        return Result(path, "verified: the claim is refuted", 0.0, details=details)
    found = verifier.verify_path(path)
    details = verifier.report(verifier.quoted(path), found)
    return Result(path, "verified: the claim is proved", 0.0, details=details, inferences=found.inferences)
