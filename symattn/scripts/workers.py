"""Run claims, in this process or in several, and give what is made of them back in the order of their declarations.

Each worker is a fresh interpreter that reads the proof scripts itself and is sent one claim id at a time. Only plain
data travel between processes, records for the most part, so the result does not depend on how many there are. A worker
that dies costs the claim it was running, not the run, and Ctrl-C ends all at once.

The pipes are our own because no maintained pool keeps the first promise. One dead worker ends the whole run of
``concurrent.futures`` (BrokenProcessPool for every claim left) and of loky 3.7 (TerminatedWorkerError), without saying
which claim was to blame. Pebble 5.2 loses the one claim when a worker dies at work, but all of them when one is killed
as it starts (BrokenProcessPool) or waits for work (RuntimeError). tests/test_workers.py holds these two cases here.
"""

from __future__ import annotations

import atexit
import gc
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar, cast

from symattn.memory import rarely_searched
from symattn.scripts.claims import Crash, Declaration, Outcome, Record, blank_record, load, run_claim

atexit.register(gc.freeze)  # what is left when Python ends is freed without a search for garbage

Entry = Declaration | Crash
Report = Callable[[Record], None]
Made = TypeVar("Made")
#: What is made of a claim that was run, in the process that ran it; what is made travels between processes.
Make = Callable[[Entry, Outcome], Made]


def run(
    entries: Sequence[Entry], paths: Sequence[str], jobs: int, seed: int, report: Report, verify: bool = False
) -> list[Record]:
    """Run the claims in `jobs` processes, calling `report` as each one ends; return the records in the given order.

    With `verify` each proof is replayed by the independent verifier.
    """
    return run_and_make(entries, paths, jobs, seed, report, _its_record, verify)


def run_and_make(
    entries: Sequence[Entry],
    paths: Sequence[str],
    jobs: int,
    seed: int,
    report: Report,
    make: Make[Made],
    verify: bool = False,
) -> list[Made]:
    """Run the claims as `run` does; return what the function `make`, of a module, makes of each, in the given order."""
    jobs = min(jobs, len(entries))
    results: dict[str, Made] = {}
    how = _How(seed, make, verify)
    outcomes = _in_parallel(entries, paths, jobs, how) if jobs > 1 else _in_turn(entries, how)
    for record, made in outcomes:
        results[record.id] = made
        report(record)
    return [results[entry.id] for entry in entries]


def _its_record(_: Entry, outcome: Outcome) -> Record:
    return outcome.record


@dataclass(frozen=True)
class _How(Generic[Made]):
    """Hold how claims are run: plain data and a function of a module, which travel between processes."""

    seed: int
    make: Make[Made]
    verify: bool


def _in_turn(entries: Sequence[Entry], how: _How[Made]) -> Iterator[tuple[Record, Made]]:
    try:
        for entry in entries:
            yield _result(entry, how)
    finally:
        gc.unfreeze()


def _result(entry: Entry, how: _How[Made]) -> tuple[Record, Made]:
    """Run one claim; what it leaves is searched for garbage once, and not again after the next ones.

    Most of it are terms and theorems, which stay.
    """
    gc.freeze()
    with rarely_searched():
        outcome = run_claim(entry, how.seed, verify=how.verify)
        made = how.make(entry, outcome)
    gc.collect()
    return outcome.record, made


def _in_parallel(
    entries: Sequence[Entry], paths: Sequence[str], jobs: int, how: _How[Made]
) -> Iterator[tuple[Record, Made]]:
    waiting = list(reversed(entries))
    running: dict[Connection, tuple[Any, Entry]] = {}

    def start(process: Any, connection: Connection) -> None:
        entry = waiting.pop()
        running[connection] = (process, entry)
        with suppress(ConnectionError):  # it is dead, which shows when its answer is read
            connection.send(entry.id)

    try:
        for _ in range(jobs):
            start(*_worker(paths, how))
        while running:
            for ready in wait(list(running)):
                connection = cast(Connection, ready)
                process, entry = running.pop(connection)
                try:
                    result = connection.recv()
                except (EOFError, ConnectionError):
                    process.join()
                    reason = f"the worker process died (exit code {process.exitcode})"
                    record = replace(blank_record(entry), reason=reason)
                    yield record, how.make(entry, Outcome(record))
                    if waiting:
                        start(*_worker(paths, how))
                    continue
                if waiting:
                    start(process, connection)
                else:
                    connection.close()
                    process.join()
                yield result
    finally:
        for process, _ in running.values():
            process.terminate()


def _worker(paths: Sequence[str], how: _How[Made]) -> tuple[Any, Connection]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, list(paths), how), daemon=True)
    # Ctrl-C reaches every process of a terminal; a worker inherits that it is to be ignored and is ended from here.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, handler)
    theirs.close()
    return process, ours


def _serve(connection: Connection, paths: Sequence[str], how: _How[Made]) -> None:
    """Answer claim ids with results until the other end closes; what a script prints goes to standard error."""
    sys.stdout = sys.stderr
    entries = load(paths).entries
    while True:
        try:
            name = connection.recv()
        except EOFError:
            return
        connection.send(_result(entries[name], how))
