"""Run claims on a cluster of `dask.distributed`: workers need symattn, of this version, and are sent the scripts.

A claim whose worker is lost is given to another one. Records come back as plain data, and what a script's place is
called is said here, so that the output is that of one process.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from symattn.errors import UsageError
from symattn.scripts.fingerprints import digest, source
from symattn.scripts.loading import load, script_paths
from symattn.scripts.records import SHOWN, Record, blank_record, shown_path
from symattn.scripts.registry import Crash, Entry, Registry
from symattn.scripts.running import Made, Make, ran

#: How often a claim is begun again whose worker was lost or could not be reached.
RETRIES = 3


@dataclass(frozen=True)
class Bundle:
    """Hold proof scripts as they are sent: which files are scripts, and all beside them, with how each is shown."""

    scripts: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]
    shown: tuple[str, ...]
    code: str

    @property
    def name(self) -> str:
        """Return the hash of what is sent."""
        return digest(self.code, *self.scripts, *self.shown, *(part for each in self.files for part in each))


def bundle(paths: Sequence[str]) -> Bundle:
    """Pack the scripts under some paths with the Python files that lie beside and below them."""
    scripts = [path.resolve() for path in script_paths(paths)]
    folders = list(dict.fromkeys(path.parent for path in scripts))
    top = Path(os.path.commonpath(folders))
    beside = dict.fromkeys(file for folder in folders for file in sorted(folder.rglob("*.py")))
    named = [path.relative_to(top.parent).as_posix() for path in scripts]
    given = {path.resolve(): shown_path(str(path)) for path in script_paths(paths)}
    files = tuple((path.relative_to(top.parent).as_posix(), path.read_bytes()) for path in beside)
    return Bundle(tuple(named), files, tuple(given.get(path) or shown_path(str(path)) for path in beside), source())


def run_there(
    entries: Sequence[Entry],
    paths: Sequence[str],
    address: str,
    seed: int,
    make: Make[Made],
    verify: bool,
    typeset: bool,
) -> Generator[tuple[Record, Made]]:
    """Run claims on the cluster at an address; yield their records with what is made of each, as they end.

    Raise UsageError where there is no cluster, or `distributed` is not installed.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise UsageError("--cluster needs dask.distributed: python -m pip install 'symattn[cluster]'") from None
    from symattn.scripts.claims import Outcome, run_claim

    for crash in (entry for entry in entries if isinstance(entry, Crash)):
        outcome = run_claim(crash)
        yield outcome.record, make(crash, outcome)
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise UsageError(f"there is no cluster at {address!r}: {error}") from None
    with client:
        sent = client.scatter(bundle(paths), broadcast=True, hash=False)
        futures = {
            client.submit(
                settle, sent, entry.id, seed, make, verify, typeset, pure=False, retries=RETRIES, priority=-number
            ): entry
            for number, entry in enumerate(entries)
            if not isinstance(entry, Crash)
        }
        for future in as_completed(futures):
            entry = futures[future]
            blank = blank_record(entry)
            failure = future.exception()
            if failure is None:
                record, made = future.result()
                yield record, made
            elif isinstance(failure, UsageError):
                raise failure
            else:
                outcome = Outcome(replace(blank, reason=f"the cluster could not run it: {type(failure).__name__}"))
                yield outcome.record, make(entry, outcome)
            future.release()


# ---------------------------------------------------------------------------------------------------------- on a worker

_lock = threading.Lock()
_read: dict[str, Registry] = {}


def settle(sent: Bundle, name: str, seed: int, make: Make[Made], verify: bool, typeset: bool) -> tuple[Record, Made]:
    """Run one claim on a worker, which reads the scripts once; one at a time, as a process has one SymPy."""
    if sent.code != source():
        raise UsageError("the workers of the cluster have another version of symattn than this one")
    with _lock:
        if sent.name not in _read:
            _read.clear()
            _read[sent.name] = _unpacked(sent)
        return ran(_read[sent.name].entries[name], seed, make, verify, typeset)


def _unpacked(sent: Bundle) -> Registry:
    folder = Path(tempfile.mkdtemp(prefix="symattn-"))
    for name, content in sent.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    SHOWN.update((str(folder / name), shown) for (name, _), shown in zip(sent.files, sent.shown, strict=True))
    print(f"symattn: {len(sent.scripts)} proof scripts in {folder}", file=sys.stderr)
    return load([folder / name for name in sent.scripts])
