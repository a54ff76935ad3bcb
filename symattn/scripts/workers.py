"""Read proof scripts and run their claims in processes, one script to a process, in the order of declaration.

`read` executes each script once, returns what it declares, and looks its claims up in the cache. `run_and_make` runs
the others: a worker executes one script (and those whose lemmas it uses), then receives one claim id at a time. Only
plain data travel between processes, so the result does not depend on how many there are. A worker that dies costs the
claim it was running, not the run, and Ctrl-C ends all at once.

The pipes are our own because no maintained pool keeps the first promise. One dead worker ends the whole run of
``concurrent.futures`` (BrokenProcessPool for every claim left) and of loky 3.7 (TerminatedWorkerError), without saying
which claim was to blame. Pebble 5.2 loses the one claim when a worker dies at work, but all of them when one is killed
as it starts (BrokenProcessPool) or waits for work (RuntimeError). tests/test_workers.py holds these two cases here.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from multiprocessing.connection import Connection, wait
from os import devnull
from pathlib import Path
from typing import Any, TypeAlias, cast

from symattn.errors import ClaimError
from symattn.memory import rarely_searched
from symattn.scripts.clean import ModuleChanged, unchanged
from symattn.scripts.cluster import run_there
from symattn.scripts.how import How, Made, NotKnown, NotYet, Outcome
from symattn.scripts.loading import candidates, checked, declares, read_script
from symattn.scripts.processes import start
from symattn.scripts.records import Record, blank_record, shown_path
from symattn.scripts.registry import Crash, Declaration, Entry, Registry, is_wanted
from symattn.scripts.running import ran

Report = Callable[[Record], None]
Stop = Callable[[Record], bool]
Keep: TypeAlias = Callable[[Entry, Outcome, Made], None]
Found: TypeAlias = tuple[Outcome, Made]
#: After how many seconds of looking claims up it is checked whether they have changed shared modules.
TOGETHER = 0.5
#: A worker sends this when it has read its script; the time limit of its first claim begins then.
_READY = None
#: A reading process sends this when it must know what the other scripts declare, and waits for the answer.
_PAUSES = "pauses"


# ------------------------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class Read:
    """Hold what scripts declare, as plain data, and the results of claims that need not be run."""

    registry: Registry
    found: dict[str, Found[Any]] = field(default_factory=dict)


@dataclass(frozen=True)
class Wanted:
    """Select the claims to look up: by ids or patterns of ids, by words, and among a set of ids."""

    ids: Sequence[str] = ()
    words: Sequence[str] = ()
    among: frozenset[str] | None = None

    def __contains__(self, entry: Entry) -> bool:
        return is_wanted(entry, self.ids, self.words) and (self.among is None or entry.id in self.among)


def read(paths: Sequence[str | Path], jobs: int = 1, how: How[Any] | None = None, wanted: Wanted = Wanted()) -> Read:
    """Read the proof scripts under these paths, each in a process of its own, and return what they declare.

    With `how` the wanted claims are built and looked up in its cache; the results include those whose outcome needs no
    proof, such as expected shape errors. Raise the errors of `load`.
    """
    waiting = list(reversed(candidates(paths).items()))
    order = [script for script, _ in reversed(waiting)]
    entries: dict[Path, list[Entry]] = {}
    found: dict[str, Found[Any]] = {}
    running: dict[Connection, _Work] = {}
    paused: dict[Connection, _Work] = {}
    try:
        while waiting or running or paused:
            while waiting and len(running) < max(jobs, 1):
                script, is_named = waiting.pop()
                process, connection = start(_read, str(script), is_named, how, wanted)
                running[connection] = _Work(process, script)
            if not running:  # all scripts are read: say where each claim is declared
                everywhere = {entry.id: entry.script for each in entries.values() for entry in each}
                for connection, work in paused.items():
                    running[connection] = replace(work, deadline=_deadline(how))
                    with suppress(ConnectionError):
                        connection.send(everywhere)
                paused.clear()
            ready = wait(list(running), _until_the_next(running.values()))
            for connection in [each for each, work in running.items() if each not in ready and _is_late(work)]:
                running.pop(connection).process.terminate()  # its other claims are run one by one later
            for connection in cast(list[Connection], ready):
                work = running.pop(connection)
                try:
                    message = connection.recv()
                except (EOFError, ConnectionError):
                    work.process.join()
                    if work.what not in entries:
                        reason = f"the process that read it died (exit code {work.process.exitcode})"
                        path = str(work.what)
                        entries[work.what] = [Crash(shown_path(path), path, reason, is_claim=False)]
                    continue
                if isinstance(message, ClaimError):
                    raise message
                if message == _PAUSES:
                    paused[connection] = work
                    continue
                running[connection] = replace(work, deadline=_deadline(how))
                if isinstance(message, list):
                    entries[work.what] = message
                else:
                    found[message[0].record.id] = message
    finally:
        for work in (*running.values(), *paused.values()):
            work.process.terminate()
    registry = Registry()
    for script in order:
        for entry in entries[script]:
            registry.add(entry)
    return Read(checked(registry, paths), found)


def read_here(paths: Sequence[str | Path], ids: Sequence[str]) -> list[Entry]:
    """Return the claims with these ids for this process to run; of all scripts it reads only theirs."""
    registry = read(paths).registry
    chosen = registry.select(ids)
    here = Registry(elsewhere={entry.id: entry.script for entry in registry.entries.values()})
    for script in dict.fromkeys(entry.script for entry in chosen):
        for entry in read_script(Path(script)).entries.values():
            here.add(entry)
    return here.select([entry.id for entry in chosen])


def _read(connection: Connection, script: str, is_named: bool, how: How[Any] | None, wanted: Wanted) -> None:
    """Send what a script declares, then those of its claims that need not be run."""
    path = Path(script)
    if not is_named and not declares(path.read_bytes()):
        connection.send([])
        return
    try:
        registry = _registry(script, None)
    except ClaimError as error:
        connection.send(ClaimError(str(error)))
        return
    entries = list(registry.entries.values())
    connection.send([entry.plain() for entry in entries])
    if how is None:
        return
    with rarely_searched():
        mine = [entry for entry in reversed(entries) if isinstance(entry, Declaration) and entry in wanted]
        if later := _look_up(connection, mine, how):
            connection.send(_PAUSES)
            registry.elsewhere = connection.recv()
            _look_up(connection, later, how)


def _look_up(connection: Connection, waiting: list[Declaration], how: How[Any]) -> list[Declaration]:
    """Send the claims that need not be run; return those whose lemmas are in scripts that are not known yet."""
    later: list[Declaration] = []
    while waiting:
        with suppress(ModuleChanged):  # it is reported when each claim is run alone
            for message in unchanged("it", partial(_known, waiting, later, replace(how, only_known=True))):
                connection.send(message)
    return later


def _known(waiting: list[Declaration], later: list[Declaration], how: How[Made]) -> list[Found[Made]]:
    """Look up waiting claims for a short time; return the results of those that need not be run."""
    found, end = [], time.monotonic() + TOGETHER
    while waiting and time.monotonic() < end:
        entry, printed = waiting.pop(), StringIO()
        try:
            with redirect_stdout(printed):
                found.append(ran(entry, how))
            if not found[-1][0].record.cached:
                sys.stderr.write(printed.getvalue())
        except NotYet:
            later.append(entry)
        except NotKnown:
            pass
    return found


def _registry(script: str, elsewhere: dict[str, str] | None) -> Registry:
    """Read one script in this process."""
    registry = Registry(elsewhere=elsewhere)
    with rarely_searched():
        for entry in read_script(Path(script)).entries.values():
            registry.add(entry)
    return registry


# ------------------------------------------------------------------------------------------------------------- running


def run_and_make(
    entries: Sequence[Entry],
    paths: Sequence[str],
    jobs: int,
    how: How[Made],
    report: Report,
    stop: Stop | None = None,
    cluster: str | None = None,
    keep: Keep[Made] | None = None,
    found: Mapping[str, Found[Made]] | None = None,
) -> list[Made]:
    """Run the claims in `jobs` processes; return what the function `how.make` makes of each, in their order.

    As each one ends, `report` gets its record, and `keep` the claim, its outcome and what was made of it. Claims in
    `found` are not run, and no claim is begun after one of which `stop` says so. With the address of a `cluster` the
    claims are run there.
    """
    results: dict[str, Made] = {}
    by_id = {entry.id: entry for entry in entries}
    known = [each for name, each in (found or {}).items() if name in by_id]
    rest = [entry for entry in entries if entry.id not in (found or {})]
    with closing(_outcomes(known, rest, paths, jobs, how, cluster)) as outcomes:
        for outcome, made in outcomes:
            record = outcome.record
            results[record.id] = made
            if keep is not None:
                keep(by_id[record.id], outcome, made)
            report(record)
            if stop is not None and stop(record):
                break
    return [results[entry.id] for entry in entries if entry.id in results]


def _outcomes(
    known: Iterable[Found[Made]],
    rest: Sequence[Entry],
    paths: Sequence[str],
    jobs: int,
    how: How[Made],
    cluster: str | None,
) -> Generator[Found[Made]]:
    yield from known
    for crash in (entry for entry in rest if isinstance(entry, Crash)):
        yield ran(crash, replace(how, cache=None))
    declared = [entry for entry in rest if isinstance(entry, Declaration)]
    if declared:
        yield from _in_parallel(declared, jobs, how) if cluster is None else run_there(declared, paths, cluster, how)


@dataclass
class _Work:
    """Hold a worker's process, the script or claim that it works on, and when its time is up, once it has begun."""

    process: Any
    what: Any
    deadline: float | None = None


def _in_parallel(entries: Sequence[Declaration], jobs: int, how: How[Made]) -> Generator[Found[Made]]:
    among = entries[0].among
    everywhere = {} if among is None else {entry.id: entry.script for entry in among.entries.values()}
    waiting: dict[str, list[Declaration]] = {}
    for entry in reversed(entries):
        waiting.setdefault(entry.script, []).append(entry)
    running: dict[Connection, _Work] = {}

    def begin(process: Any, connection: Connection, script: str, begun: bool) -> None:
        work = running[connection] = _Work(process, waiting[script].pop())
        if not waiting[script]:
            del waiting[script]
        if begun:
            work.deadline = _deadline(how)
        with suppress(ConnectionError):  # it has died; that is noticed when its answer is read
            connection.send(work.what.id)

    def begin_another() -> None:
        """Start a worker for the script with the most claims left for each worker that it has."""
        if waiting:
            at_it = [work.what.script for work in running.values()]
            script = max(reversed(waiting), key=lambda each: len(waiting[each]) / (1 + at_it.count(each)))
            begin(*_worker(script, everywhere, how), script, begun=False)

    def given_up(work: _Work, reason: str) -> Found[Made]:
        outcome = Outcome(replace(blank_record(work.what), reason=reason))
        begin_another()
        return outcome, how.make(work.what, outcome)

    try:
        for _ in range(jobs):
            begin_another()
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
                if work.what.script in waiting:
                    begin(work.process, connection, work.what.script, begun=True)
                else:
                    connection.close()
                    begin_another()
                yield result
    finally:
        for work in running.values():
            work.process.terminate()


def _deadline(how: How[Any] | None) -> float | None:
    """Return when the time of a claim that begins now is up."""
    return None if how is None or how.limit is None else time.monotonic() + how.limit


def _is_late(work: _Work) -> bool:
    return work.deadline is not None and time.monotonic() > work.deadline


def _until_the_next(works: Iterable[_Work]) -> float | None:
    """Return how many seconds there are until the first deadline, None where there is none."""
    deadlines = [work.deadline for work in works if work.deadline is not None]
    return max(min(deadlines) - time.monotonic(), 0.0) + 0.01 if deadlines else None


def _worker(script: str, elsewhere: dict[str, str], how: How[Any]) -> tuple[Any, Connection]:
    return start(_serve, script, elsewhere, how)


def _serve(connection: Connection, script: str, elsewhere: dict[str, str], how: How[Any]) -> None:
    """Read a script and answer claim ids with results until the other end closes."""
    with open(devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):  # it was printed before
        registry = _registry(script, elsewhere)
    connection.send(_READY)
    while True:
        try:
            name = connection.recv()
        except EOFError:
            return
        gone = Crash(name, script, "nothing of this claim: it was declared when the run began, and is no longer")
        connection.send(ran(registry.entries.get(name, gone), how))
