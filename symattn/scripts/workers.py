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
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from symattn.scripts.cluster import run_there
from symattn.scripts.loading import load
from symattn.scripts.records import Record, blank_record
from symattn.scripts.registry import Entry
from symattn.scripts.running import How, Made, ran

if TYPE_CHECKING:
    from symattn.scripts.cache import Cache
    from symattn.scripts.claims import Outcome

atexit.register(gc.freeze)  # what is left when Python ends is freed without a search for garbage

Report = Callable[[Record], None]
Stop = Callable[[Record], bool]
Keep: TypeAlias = "Callable[[Entry, Outcome, Made], None]"
#: What a worker says once it has read the scripts: the time of the first claim is its own.
_READY = None


def run(
    entries: Sequence[Entry],
    paths: Sequence[str],
    jobs: int,
    seed: int,
    report: Report,
    verify: bool = False,
    limit: float | None = None,
    stop: Stop | None = None,
    typeset: bool = True,
    cache: Cache | None = None,
    cluster: str | None = None,
) -> list[Record]:
    """Run the claims in `jobs` processes, calling `report` as each one ends; return the records in the given order.

    What the others say is told at `How`. No claim is begun after one of which `stop` says so. With the address of a
    `cluster` the claims are run there.
    """
    how = How(seed, record_of, verify, limit, typeset, cache)
    return run_and_make(entries, paths, jobs, how, report, stop, cluster)


def run_and_make(
    entries: Sequence[Entry],
    paths: Sequence[str],
    jobs: int,
    how: How[Made],
    report: Report,
    stop: Stop | None = None,
    cluster: str | None = None,
    keep: Keep[Made] | None = None,
) -> list[Made]:
    """Run the claims as `run` does; return what the function `how.make`, of a module, makes of each, in their order.

    As each one ends, `keep` is given it with the plain part of its outcome and what is made of it.
    """
    jobs = min(jobs, len(entries))
    results: dict[str, Made] = {}
    alone = jobs == 1 and how.limit is None  # what may have to be ended runs in a process of its own
    if cluster is not None:
        outcomes = run_there(entries, paths, cluster, how)
    else:
        outcomes = _in_turn(entries, how) if alone else _in_parallel(entries, paths, jobs, how)
    by_id = {entry.id: entry for entry in entries}
    with closing(outcomes):
        for outcome, made in outcomes:
            record = outcome.record
            results[record.id] = made
            if keep is not None:
                keep(by_id[record.id], outcome, made)
            report(record)
            if stop is not None and stop(record):
                break
    return [results[entry.id] for entry in entries if entry.id in results]


def record_of(_: Entry, outcome: Outcome) -> Record:
    """Return the record of a claim that was run, for `How.make`."""
    return outcome.record


def _in_turn(entries: Sequence[Entry], how: How[Made]) -> Generator[tuple[Outcome, Made]]:
    try:
        for entry in entries:
            yield ran(entry, how)
    finally:
        gc.unfreeze()


@dataclass
class _Work:
    """Hold what a worker is at: its process, the claim, and when it has taken too long, once it has begun."""

    process: Any
    entry: Entry
    deadline: float | None = None


def _in_parallel(
    entries: Sequence[Entry], paths: Sequence[str], jobs: int, how: How[Made]
) -> Generator[tuple[Outcome, Made]]:
    waiting = list(reversed(entries))
    running: dict[Connection, _Work] = {}

    def start(process: Any, connection: Connection, begun: bool) -> None:
        work = running[connection] = _Work(process, waiting.pop())
        if begun:
            work.deadline = _deadline(how)
        with suppress(ConnectionError):  # it is dead, which shows when its answer is read
            connection.send(work.entry.id)

    def given_up(work: _Work, reason: str) -> tuple[Outcome, Made]:
        from symattn.scripts.claims import Outcome

        outcome = Outcome(replace(blank_record(work.entry), reason=reason))
        if waiting:
            start(*_worker(paths, how), begun=False)
        return outcome, how.make(work.entry, outcome)

    try:
        for _ in range(jobs):
            start(*_worker(paths, how), begun=False)
        while running:
            ready = wait(list(running), _until_the_next(running.values()))
            for connection in [each for each, work in running.items() if each not in ready and _is_late(work)]:
                work = running.pop(connection)
                work.process.terminate()
                work.process.join()
                yield given_up(work, f"it took longer than {how.limit:g} s, the time limit")
            for connection in cast(list[Connection], ready):
                work = running.pop(connection)
                try:
                    result = connection.recv()
                except (EOFError, ConnectionError):
                    work.process.join()
                    yield given_up(work, f"the worker process died (exit code {work.process.exitcode})")
                    continue
                if result is _READY:
                    work.deadline = _deadline(how)
                    running[connection] = work
                    continue
                if waiting:
                    start(work.process, connection, begun=True)
                else:
                    connection.close()
                    work.process.join()
                yield result
    finally:
        for work in running.values():
            work.process.terminate()


def _deadline(how: How[Made]) -> float | None:
    """Return when a claim that begins now has taken too long."""
    return None if how.limit is None else time.monotonic() + how.limit


def _is_late(work: _Work) -> bool:
    return work.deadline is not None and time.monotonic() > work.deadline


def _until_the_next(works: Iterable[_Work]) -> float | None:
    """Return how many seconds there are until the first deadline, None where there is none."""
    deadlines = [work.deadline for work in works if work.deadline is not None]
    return max(min(deadlines) - time.monotonic(), 0.0) + 0.01 if deadlines else None


def _worker(paths: Sequence[str], how: How[Made]) -> tuple[Any, Connection]:
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


def _serve(connection: Connection, paths: Sequence[str], how: How[Made]) -> None:
    """Answer claim ids with results until the other end closes; what a script prints goes to standard error."""
    sys.stdout = sys.stderr
    entries = load(paths, how.cache).entries
    connection.send(_READY)
    while True:
        try:
            name = connection.recv()
        except EOFError:
            return
        connection.send(ran(entries[name], how))
