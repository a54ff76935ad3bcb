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
from typing import TYPE_CHECKING, Any, Generic, cast

from symattn.scripts.cluster import run_there
from symattn.scripts.loading import load
from symattn.scripts.records import Record, blank_record
from symattn.scripts.registry import Entry
from symattn.scripts.running import Made, Make, ran

if TYPE_CHECKING:
    from symattn.scripts.cache import Cache
    from symattn.scripts.claims import Outcome

atexit.register(gc.freeze)  # what is left when Python ends is freed without a search for garbage

Report = Callable[[Record], None]
Stop = Callable[[Record], bool]
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

    With `verify` each proof is replayed by the independent verifier. A claim that takes longer than `limit` seconds is
    an error, and its process is ended. No claim is begun after one of which `stop` says so. Without `typeset` the
    records have no LaTeX. A cache is asked for what is known of a claim, and keeps what comes out. With the address
    of a `cluster` the claims are run there.
    """
    return run_and_make(entries, paths, jobs, seed, report, _its_record, verify, limit, stop, typeset, cache, cluster)


def run_and_make(
    entries: Sequence[Entry],
    paths: Sequence[str],
    jobs: int,
    seed: int,
    report: Report,
    make: Make[Made],
    verify: bool = False,
    limit: float | None = None,
    stop: Stop | None = None,
    typeset: bool = True,
    cache: Cache | None = None,
    cluster: str | None = None,
) -> list[Made]:
    """Run the claims as `run` does; return what the function `make`, of a module, makes of each, in the given order."""
    jobs = min(jobs, len(entries))
    results: dict[str, Made] = {}
    how = _How(seed, make, verify, limit, typeset, cache)
    alone = jobs == 1 and limit is None  # what may have to be ended runs in a process of its own
    if cluster is not None:
        outcomes = run_there(entries, paths, cluster, seed, make, verify, typeset)
    else:
        outcomes = _in_turn(entries, how) if alone else _in_parallel(entries, paths, jobs, how)
    with closing(outcomes):
        for record, made in outcomes:
            results[record.id] = made
            report(record)
            if stop is not None and stop(record):
                break
    return [results[entry.id] for entry in entries if entry.id in results]


def _its_record(_: Entry, outcome: Outcome) -> Record:
    return outcome.record


@dataclass(frozen=True)
class _How(Generic[Made]):
    """Hold how claims are run: plain data and a function of a module, which travel between processes."""

    seed: int
    make: Make[Made]
    verify: bool
    limit: float | None = None
    typeset: bool = True
    cache: Cache | None = None

    def deadline(self) -> float | None:
        """Return when a claim that begins now has taken too long."""
        return None if self.limit is None else time.monotonic() + self.limit


def _in_turn(entries: Sequence[Entry], how: _How[Made]) -> Generator[tuple[Record, Made]]:
    try:
        for entry in entries:
            yield _result(entry, how)
    finally:
        gc.unfreeze()


def _result(entry: Entry, how: _How[Made]) -> tuple[Record, Made]:
    return ran(entry, how.seed, how.make, how.verify, how.typeset, how.cache)


@dataclass
class _Work:
    """Hold what a worker is at: its process, the claim, and when it has taken too long, once it has begun."""

    process: Any
    entry: Entry
    deadline: float | None = None


def _in_parallel(
    entries: Sequence[Entry], paths: Sequence[str], jobs: int, how: _How[Made]
) -> Generator[tuple[Record, Made]]:
    waiting = list(reversed(entries))
    running: dict[Connection, _Work] = {}

    def start(process: Any, connection: Connection, begun: bool) -> None:
        work = running[connection] = _Work(process, waiting.pop())
        if begun:
            work.deadline = how.deadline()
        with suppress(ConnectionError):  # it is dead, which shows when its answer is read
            connection.send(work.entry.id)

    def given_up(work: _Work, reason: str) -> tuple[Record, Made]:
        from symattn.scripts.claims import Outcome

        record = replace(blank_record(work.entry), reason=reason)
        if waiting:
            start(*_worker(paths, how), begun=False)
        return record, how.make(work.entry, Outcome(record))

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
                    work.deadline = how.deadline()
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


def _is_late(work: _Work) -> bool:
    return work.deadline is not None and time.monotonic() > work.deadline


def _until_the_next(works: Iterable[_Work]) -> float | None:
    """Return how many seconds there are until the first deadline, None where there is none."""
    deadlines = [work.deadline for work in works if work.deadline is not None]
    return max(min(deadlines) - time.monotonic(), 0.0) + 0.01 if deadlines else None


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
    entries = load(paths, how.cache).entries
    connection.send(_READY)
    while True:
        try:
            name = connection.recv()
        except EOFError:
            return
        connection.send(_result(entries[name], how))
