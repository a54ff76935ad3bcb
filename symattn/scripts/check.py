"""The command `symattn check`: choose claims, run them, show what came out, keep what failed for the next run."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from symattn.errors import UsageError
from symattn.render import terminal
from symattn.scripts.cache import Cache
from symattn.scripts.ci_formats import github_lines, junit_xml
from symattn.scripts.files import write_file
from symattn.scripts.how import How
from symattn.scripts.records import PROVED, Record, blank_record, shown_path, summary
from symattn.scripts.registry import Crash, Entry
from symattn.scripts.workers import Found, Wanted, read, run_and_make

if TYPE_CHECKING:
    from symattn.scripts.claims import Outcome

#: Where the ids of the claims are kept that did not come out as declared.
LAST_FAILED = Path(".symattn_cache") / "last_failed.json"
#: A further process is of use for so many claims.
CLAIMS_EACH = 6


def check(options: argparse.Namespace, cache: Cache | None) -> int:
    """Run claims as the options say, by what a cache knows of them, and return the exit code of the command."""
    to_stdout = options.json == "-"
    stream = sys.stderr if to_stdout else sys.stdout
    start = time.perf_counter()
    with contextlib.redirect_stdout(sys.stderr) if to_stdout else contextlib.nullcontext():
        how: How[Record] = How(
            options.seed,
            verify=options.verify,
            limit=options.time_limit,
            typeset=options.json is not None,
            cache=cache,
        )
        entries, found = chosen(options, how)
        if options.list:
            return _list(entries)
        done: dict[str, Outcome] = {}
        try:
            records = _records(entries, options, how, found, done)
        except KeyboardInterrupt:
            elapsed = time.perf_counter() - start
            out = sys.stderr if to_stdout else sys.stdout
            _show([each.record for each in done.values()], len(entries), elapsed, options, out, _evidence(done))
            raise
    seconds = time.perf_counter() - start
    failed: list[Exception] = []
    try:
        _show(records, len(entries), seconds, options, stream, _evidence(done))
        if options.format == "github":
            print(*github_lines(records), sep="\n", file=stream)
        stream.flush()
    except OSError as error:  # a screen that is gone or full keeps no file from being written
        failed.append(error)
    counts = summary(records, seconds)
    _remember(records)
    if options.junitxml is not None:
        _write(options.junitxml, junit_xml(records, seconds), failed)
    if options.json is not None:
        from symattn.scripts.axiom_report import axiom_usage  # reads the kernel

        written: dict[str, Any] = {"claims": [asdict(record) for record in records if record.is_claim]}
        if modules := [record for record in records if not record.is_claim]:
            written["module_errors"] = [{"file": r.file, "line": r.line, "reason": r.reason} for r in modules]
        written |= {"axioms": axiom_usage(records), "summary": counts}
        content = json.dumps(written, indent=2, ensure_ascii=False)
        if to_stdout:
            print(content)
        else:
            _write(options.json, content + "\n", failed)
    for further in failed[1:]:
        print(f"symattn: {further}", file=sys.stderr)
    if failed:
        raise failed[0]
    return 0 if all(record.as_declared for record in records) else 1


def _write(path: str, content: str, failed: list[Exception]) -> None:
    """Write a file, or note why not: the others are written all the same."""
    try:
        write_file(path, content)
    except UsageError as error:
        failed.append(error)


def _evidence(done: Mapping[str, Outcome]) -> dict[str, str]:
    return {name: outcome.evidence for name, outcome in done.items()}


def _records(
    entries: Sequence[Entry],
    options: argparse.Namespace,
    how: How[Record],
    found: Mapping[str, Found[Record]],
    done: dict[str, Outcome],
) -> list[Record]:
    """Return the records of claims in their order: what is found already, and what is run now."""
    known = {name for name, (outcome, _) in found.items() if outcome.record.cached}
    rest = sum(entry.id not in known for entry in entries)
    with _progress(options.quiet or not rest, rest) as report:

        def ended(entry: Entry, outcome: Outcome, _: Record) -> None:
            done[entry.id] = outcome
            if entry.id not in known:
                report(outcome.record)

        stop = _is_unexpected if options.exitfirst else None
        jobs = options.jobs or _processes_for(len(entries) - len(found))
        records = run_and_make(entries, options.paths, jobs, how, lambda _: None, stop, options.cluster, ended, found)
    if rest and how.cache is not None:
        how.cache.close()
    return records


def _processes_for(claims: int) -> int:
    """Return in how many processes claims are run: on all cores that may be used, if there is enough for each."""
    return max(1, min(_cores(), claims // CLAIMS_EACH))


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def chosen(options: argparse.Namespace, how: How[Record]) -> tuple[list[Entry], dict[str, Found[Record]]]:
    """Return the claims that the options name, in the order of their declarations, and what came of some already."""
    failed = _last_failed() if options.last_failed else frozenset()
    wanted = Wanted(options.only, options.words, failed or None)
    looks_up = how.cache is not None and not options.verify and not options.list
    found = read(options.paths, options.jobs or _cores(), how if looks_up else None, wanted)
    entries = found.registry.select(options.only, options.words)
    if options.last_failed:
        if not failed & found.registry.entries.keys():
            print("symattn: no claim is known to have failed here; all are run", file=sys.stderr)
            return entries, found.found
        entries = [entry for entry in entries if entry.id in failed or not _is_claim(entry)]
        if not entries:
            raise UsageError("none of these claims failed when they were run last")
    return entries, found.found


def _is_claim(entry: Entry) -> bool:
    return not isinstance(entry, Crash) or entry.is_claim


def _list(entries: Sequence[Entry]) -> int:
    """Print what would be run: id, title, and where it is declared; then the scripts that cannot be read."""
    rows = [(e.id, getattr(e, "title", ""), f"{shown_path(e.path)}:{e.line}") for e in entries if _is_claim(e)]
    terminal.table(terminal.console(sys.stdout), ("id", "title", "declared in"), rows)
    terminal.reports(terminal.console(sys.stderr), [blank_record(each) for each in entries if not _is_claim(each)])
    return 0


@contextlib.contextmanager
def _progress(quiet: bool, total: int) -> Iterator[Callable[[Record], None]]:
    if quiet:
        yield lambda _: None
        return
    with terminal.progress(total, sys.stderr) as report:
        yield report


def _is_unexpected(record: Record) -> bool:
    return not record.as_declared


def _show(
    records: Sequence[Record],
    asked: int,
    seconds: float,
    options: argparse.Namespace,
    stream: TextIO,
    evidence: Mapping[str, str],
) -> None:
    """Print the table of what was run, the reports of what was not as declared, and the sum of it."""
    out = terminal.console(stream)
    claims = [record for record in records if record.is_claim]
    if not options.quiet:
        terminal.claims_table(out, claims, evidence)
        if not all(record.as_declared for record in records):
            terminal.paragraph(out, "")
    terminal.reports(out, records)
    counts = summary(records, seconds)
    proofs = sum(record.verdict in PROVED and bool(record.inferences) for record in claims)
    verdicts = [record.verdict for record in claims]
    terminal.paragraph(out, terminal.one_line_summary(counts, verdicts, proofs if options.verify else None))
    if len(records) < asked:
        terminal.paragraph(out, f"{asked - len(records)} more were not run to their end")


def _last_failed() -> frozenset[str]:
    try:
        found = json.loads(LAST_FAILED.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return frozenset()
    return frozenset(each for each in found if isinstance(each, str)) if isinstance(found, list) else frozenset()


def _remember(records: Sequence[Record]) -> None:
    """Keep which claims failed: those of earlier runs too that this one did not run."""
    before, ran = _last_failed(), {record.id for record in records}
    failed = sorted((before - ran) | {record.id for record in records if record.is_claim and not record.as_declared})
    if set(failed) == before:
        return
    with suppress(OSError, UsageError):  # a folder that cannot be written to loses a convenience, not a result
        LAST_FAILED.parent.mkdir(exist_ok=True)
        ignored = LAST_FAILED.parent / ".gitignore"
        if not ignored.exists():
            write_file(ignored, "*\n")
        write_file(LAST_FAILED, json.dumps(failed, indent=0) + "\n")
