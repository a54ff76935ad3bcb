"""Run claims on a cluster of `dask.distributed`: workers need symattn, of this version, and are sent the scripts.

A claim whose worker is lost is given to another one. What came out comes back as plain data, and what a script's place
is called is said here, so that the output is that of one process; it is kept in the cache of whoever asked.
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
from symattn.scripts.cache import Cache
from symattn.scripts.fingerprints import digest, source, versions
from symattn.scripts.how import How, Made, Outcome
from symattn.scripts.loading import load, script_paths
from symattn.scripts.lookup import being_in, folder_around
from symattn.scripts.records import SHOWN, blank_record, shown_path
from symattn.scripts.registry import Declaration, Registry
from symattn.scripts.running import ran

#: How often a claim is begun again whose worker was lost or could not be reached.
RETRIES = 3


@dataclass(frozen=True)
class Bundle:
    """Hold proof scripts as they are sent: which files are scripts, and all beside them, with how each is shown.

    `working` is the folder in which the command is run.
    """

    scripts: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]
    shown: tuple[str, ...]
    working: str
    code: str

    @property
    def name(self) -> str:
        """Return the hash of what is sent."""
        files = (part for each in self.files for part in each)
        return digest(self.code, self.working, *self.scripts, *self.shown, *files)


def bundle(paths: Sequence[str]) -> Bundle:
    """Pack the scripts under some paths with the Python files that lie beside and below them.

    The folders of proof scripts in which they lie, or the one that is here, go with them: they may hold lemmas.
    """
    scripts = [path.resolve() for path in script_paths(paths)]
    around = [folder for path in [*scripts, None] if (folder := folder_around(path)) is not None]
    folders = list(dict.fromkeys([*(path.parent for path in scripts), *around]))
    top = Path(os.path.commonpath([*folders, Path.cwd()] if around else folders))
    beside = dict.fromkeys(file for folder in folders for file in sorted(folder.rglob("*.py")))
    named = [path.relative_to(top.parent).as_posix() for path in scripts]
    given = {path.resolve(): str(path) for path in script_paths(paths)}
    files = tuple((path.relative_to(top.parent).as_posix(), path.read_bytes()) for path in beside)
    places = (given.get(path) or str(path) for path in beside)
    here = Path.cwd()
    working = here.relative_to(top.parent).as_posix() if here.is_relative_to(top.parent) else ""
    return Bundle(tuple(named), files, tuple(map(shown_path, places)), working, source())


def run_there(
    entries: Sequence[Declaration], paths: Sequence[str], address: str, how: How[Made]
) -> Generator[tuple[Outcome, Made]]:
    """Run claims on the cluster at an address; yield what came out with what is made of each, as they end.

    Raise UsageError where there is no cluster, or `distributed` is not installed.
    """
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise UsageError("--cluster needs dask.distributed: python -m pip install 'symattn[cluster]'") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise UsageError(f"there is no cluster at {address!r}: {error}") from None
    there = replace(how, cache=Cache(None, how.seed))  # which says what is stated
    with client:
        sent = client.scatter(bundle(paths), broadcast=True, hash=False)
        futures = {
            client.submit(settle, sent, entry.id, there, pure=False, retries=RETRIES, priority=-number): entry
            for number, entry in enumerate(entries)
        }
        for future in as_completed(futures):
            entry = futures[future]
            failure = future.exception()
            if failure is None:
                outcome, made, found_by = future.result()
                if found_by == versions():  # else it is good for this run, and not known to be what is found here
                    how.keep(entry, outcome, made)
                yield outcome, made
            elif isinstance(failure, UsageError):
                raise failure
            else:
                reason = f"the cluster could not run it: {type(failure).__name__}"
                outcome = Outcome(replace(blank_record(entry), reason=reason))
                yield outcome, how.make(entry, outcome)
            future.release()


# ---------------------------------------------------------------------------------------------------------- on a worker

_lock = threading.Lock()
_read: dict[str, tuple[Registry, Path]] = {}


def settle(sent: Bundle, name: str, how: How[Made]) -> tuple[Outcome, Made, tuple[str, ...]]:
    """Run one claim on a worker, which reads the scripts once; one at a time, as a process has one SymPy.

    The last that is returned are the versions of Python and of the packages by which it was found.
    """
    if sent.code != source():
        raise UsageError("the workers of the cluster have another version of symattn than this one")
    with _lock:
        if sent.name not in _read:
            _read.clear()
            _read[sent.name] = _unpacked(sent)
        registry, working = _read[sent.name]
        with being_in(working):
            return *ran(registry.entries[name], how), versions()


def _unpacked(sent: Bundle) -> tuple[Registry, Path]:
    """Write the scripts into a folder and read them; return them, and the folder here in which they are run."""
    folder = Path(tempfile.mkdtemp(prefix="symattn-"))
    for name, content in sent.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    SHOWN.update((str(folder / name), shown) for (name, _), shown in zip(sent.files, sent.shown, strict=True))
    print(f"symattn: {len(sent.scripts)} proof scripts in {folder}", file=sys.stderr)
    working = folder / sent.working
    with being_in(working):
        return load([folder / name for name in sent.scripts]), working
