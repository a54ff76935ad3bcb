"""Start processes for proof scripts, one script in each, so that none sees what another has changed.

Where the system can copy a process, all are copies of one that has imported symattn and done nothing else; elsewhere
each imports symattn itself. Neither depends on what happened in the process that starts them.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

from symattn.errors import UsageError

#: The context of all processes: `multiprocessing` has one server for all that are copied.
_CONTEXT: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")


def prepare() -> None:
    """Begin to import symattn where processes are copied from, while this process goes on with its own imports."""
    if _CONTEXT.get_start_method() == "forkserver":
        from multiprocessing import forkserver

        _has_temporary_files()
        with _apart():
            forkserver.ensure_running()


def start(run: Callable[..., None], *arguments: Any) -> tuple[Any, Connection]:
    """Call a function with a connection and arguments in a new process; return it and the other end of the connection.

    The function must be one of a module. The process has this one's environment; what it prints goes to standard error.
    Raise UsageError where there is no folder for temporary files.
    """
    _has_temporary_files()
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_in_it, args=(theirs, dict(os.environ), run, *arguments), daemon=True)
    with _apart():
        process.start()
    theirs.close()
    return process, ours


def _has_temporary_files() -> None:
    """Raise UsageError where there is no folder for temporary files: the server of processes has its socket there."""
    try:
        tempfile.gettempdir()
    except OSError as error:
        raise UsageError(
            f"claims are run in processes, which need a folder for temporary files: {error.strerror}"
        ) from error


@contextmanager
def _apart() -> Iterator[None]:
    """Start processes that import the symattn of this one, and take over nothing else of it.

    They do not get Ctrl-C, do not run the main module again, and do not look for modules in the working folder.
    """
    if _CONTEXT.get_start_method() == "forkserver":
        _CONTEXT.set_forkserver_preload(["symattn.scripts.stated", "symattn.scripts.workers", "symattn.scripts.warm"])
    environment, main = dict(os.environ), sys.modules["__main__"]
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(PYTHONSAFEPATH="1", PYTHONPATH=os.pathsep.join(each or os.getcwd() for each in sys.path))
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        signal.signal(signal.SIGINT, handler)
        os.environ.clear()
        os.environ.update(environment)


def _in_it(connection: Connection, environment: dict[str, str], run: Callable[..., None], *arguments: Any) -> None:
    gc.freeze()  # pages that no process writes to stay shared among all of them
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.clear()
    os.environ.update(environment)
    # another thread of the copied process may have held the locks of its streams
    sys.stdout = sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    import symattn.scripts.warm  # noqa: F401  where this is no copy of a process that has it
    from symattn.scripts.clean import for_scripts_alone

    for_scripts_alone()
    run(connection, *arguments)
    sys.stderr.flush()
