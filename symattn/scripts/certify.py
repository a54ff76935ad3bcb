"""The commands `symattn certify` and `symattn verify`: write certificates of claims, and replay them.

What is proved gets a certificate of its proof, what is refuted by values one of the refutation; `verify` gives each
file to the standalone verifier that its first line asks for, in a process of its own.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symattn import refutation_verifier, verifier
from symattn.certificates.verifying import BAD_FILE, LONGEST, REFUSED, verified
from symattn.errors import UsageError
from symattn.render import terminal
from symattn.render.text import counted
from symattn.scripts.claims import Outcome
from symattn.scripts.data import read_as
from symattn.scripts.how import How, Keeps
from symattn.scripts.records import PROVED
from symattn.scripts.registry import Crash, Entry
from symattn.scripts.workers import read, run_and_make

if TYPE_CHECKING:
    from symattn.scripts.cache import Cache

SUFFIX = ".cert"


@dataclass(frozen=True)
class Certified:
    """Hold what comes of a claim, as its script declares or not: its certificate, or why there is none."""

    verdict: str
    content: str
    reason: str = ""
    as_declared: bool = True


def certify(
    paths: Sequence[str],
    wanted: str | None,
    output: str,
    seed: int,
    write: Callable[[Path, str], None],
    jobs: int = 1,
    cluster: str | None = None,
    cache: Cache | None = None,
) -> int:
    """Write the certificate of one claim to the file `output`, or those of all claims into that folder.

    Each is replayed before it is written; one that a cache has must say what the claim states. Return 0 when every
    claim that is proved got one, 1 otherwise. Raise UsageError for an unknown id.
    """
    entries = read(paths, jobs).registry.select([wanted] if wanted else [])
    target = Path(output)
    if wanted is None:
        target.mkdir(parents=True, exist_ok=True)
    found: dict[str, Certified] = {}
    rows: dict[str, tuple[str, ...]] = {}

    def ended(entry: Entry, _: Outcome, made: Certified) -> None:
        path = target if wanted else target / f"{entry.id.replace('/', '_')}{SUFFIX}"
        if made.content:
            write(path, made.content)
        words = (str(path), f"{len(made.content.encode()):,}") if made.content else (f"none: {made.reason}", "")
        found[entry.id], rows[entry.id] = made, (entry.id, made.verdict, *words)

    with terminal.progress(len(entries), sys.stderr) as report:
        how = How(seed, _certified, cache=cache, numeric=False, keeps=Keeps("certificate", asdict, _known))
        run_and_make(entries, paths, jobs, how, report, cluster=cluster, keep=ended)
    if cache is not None:
        cache.close()
    out = terminal.console(sys.stdout)
    in_order = [rows[entry.id] for entry in entries]
    terminal.table(out, ("id", "verdict", "certificate", "bytes"), in_order, right=(3,))
    written = sum(bool(row[3]) for row in in_order)
    terminal.paragraph(out, f"{counted(len(in_order), 'claim')}: {counted(written, 'certificate')}")
    if wanted:
        return 0 if written else 1
    return 0 if all(made.as_declared for made in found.values()) else 1


def _certified(entry: Entry, outcome: Outcome) -> Certified:
    """Write the certificate of a claim that was run, once it is replayed."""
    from symattn.deciding.replay import NotReplayed, replayed

    record = outcome.record
    try:
        if outcome.verdict is None:
            unread = record.reason if isinstance(entry, Crash) else ""
            raise UsageError(unread or "there is no proof and no counterexample by values")
        return Certified(record.verdict, replayed(outcome.verdict, entry.id), as_declared=record.as_declared)
    except UsageError as error:
        needs_none = record.as_declared and record.verdict not in PROVED
        return Certified(record.verdict, "", str(error), needs_none)
    except NotReplayed as error:
        return Certified(record.verdict, "", str(error), False)


def _known(kept: Any, _: Entry, outcome: Outcome) -> Certified | None:
    """Return the certificate of a proof that was kept, if it holds and says what the claim states.

    A counterexample is found again.
    """
    from symattn.deciding.replay import replays

    record = outcome.record
    try:
        made = read_as(Certified, kept)
    except ValueError:
        return None
    if record.verdict not in PROVED or made.verdict != record.verdict or not made.as_declared:
        return None
    stated: Any = outcome.stated
    return made if replays(made.content, stated, record.axioms) else None


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
    """Verify certificates; return 0 when all hold, 1 when a step of one does not, 2 when a file is no certificate.

    A folder stands for the files *.cert in it and below it.
    """
    files = [each for path in files for each in _certificates(path)]
    results, code = [], 0
    with terminal.progress(len(files), sys.stderr) as report:
        for path in files:
            name, start = verifier.quoted(path), time.perf_counter()
            try:
                result = _verified(path)
            except OSError as error:
                result, code = Result(name, "cannot be read", 0.0, _unread(path, error)), 2
            except BAD_FILE as error:
                result, code = Result(name, "not a certificate", 0.0, str(error)), 2
            except REFUSED as error:
                result, code = Result(name, "does not hold", 0.0, str(error)), max(code, 1)
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
    name = verifier.quoted(path)
    if isinstance(error, FileNotFoundError) and not Path(path).suffix:
        return f"there is no such file; `symattn certify {name} -o {name}.cert` writes that of a claim"
    return error.strerror or str(error)


def _certificates(path: str) -> list[str]:
    """Return a file as it is, and of a folder its certificates."""
    if not Path(path).is_dir():
        return [path]
    found = sorted(map(str, Path(path).rglob("*.cert")))
    if not found:
        raise UsageError(f"there is no certificate, no file *.cert, in {path}")
    return found


def _verified(path: str) -> Result:
    """Verify one file with the program that the format in its header asks for."""
    with open(path, "rb") as file:
        found = verified(file.read(LONGEST + 1))
    name = verifier.quoted(path)
    if isinstance(found, dict):
        details = refutation_verifier.report(name, found)
        return Result(name, "verified: the claim is refuted", 0.0, details=details)
    details = verifier.report(name, found)
    return Result(name, "verified: the claim is proved", 0.0, details=details, inferences=found.inferences)
