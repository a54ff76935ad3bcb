"""Run claims, in this process or in several, and give their records back in the order in which they were declared.

Each worker is a fresh interpreter that reads the proof scripts itself and is sent one claim id at a time. Only plain
records travel between processes, so the result does not depend on how many there are. A worker that dies costs the
claim it was running, not the run.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from symattn.claims import Crash, Declaration, Record, blank_record, load, run_claim

Report = Callable[[Record], None]


def run(
    entries: Sequence[Declaration | Crash], paths: Sequence[str], jobs: int, seed: int, report: Report
) -> list[Record]:
    """Run the claims in `jobs` processes, calling `report` as each one ends; return the records in the given order."""
    jobs = min(jobs, len(entries))
    records: dict[str, Record] = {}
    outcomes = _in_parallel(entries, paths, jobs, seed) if jobs > 1 else _in_turn(entries, seed)
    for record in outcomes:
        records[record.id] = record
        report(record)
    return [records[entry.id] for entry in entries]


def _in_turn(entries: Sequence[Declaration | Crash], seed: int) -> Iterator[Record]:
    try:
        for entry in entries:
            yield _record(entry, seed)
    finally:
        gc.unfreeze()


def _record(entry: Declaration | Crash, seed: int) -> Record:
    """Run one claim; what earlier ones left, terms and theorems for the most part, is not searched for garbage."""
    gc.freeze()
    return run_claim(entry, seed).record


def _in_parallel(
    entries: Sequence[Declaration | Crash], paths: Sequence[str], jobs: int, seed: int
) -> Iterator[Record]:
    waiting = list(reversed(entries))
    running: dict[Connection, tuple[Any, Declaration | Crash]] = {}

    def start(process: Any, connection: Connection) -> None:
        entry = waiting.pop()
        running[connection] = (process, entry)
        connection.send(entry.id)

    try:
        for _ in range(jobs):
            start(*_worker(paths, seed))
        while running:
            for ready in wait(list(running)):
                connection = cast(Connection, ready)
                process, entry = running.pop(connection)
                try:
                    record = connection.recv()
                except EOFError:
                    process.join()
                    yield replace(blank_record(entry), reason=f"the worker process died (exit code {process.exitcode})")
                    if waiting:
                        start(*_worker(paths, seed))
                    continue
                if waiting:
                    start(process, connection)
                else:
                    connection.close()
                    process.join()
                yield record
    finally:
        for process, _ in running.values():
            process.terminate()


def _worker(paths: Sequence[str], seed: int) -> tuple[Any, Connection]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, list(paths), seed), daemon=True)
    # Ctrl-C reaches every process of a terminal; a worker inherits that it is to be ignored and is ended from here.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, handler)
    theirs.close()
    return process, ours


def _serve(connection: Connection, paths: Sequence[str], seed: int) -> None:
    """Answer claim ids with records until the other end closes; what a script prints goes to standard error."""
    sys.stdout = sys.stderr
    entries = load(paths).entries
    while True:
        try:
            name = connection.recv()
        except EOFError:
            return
        connection.send(_record(entries[name], seed))
