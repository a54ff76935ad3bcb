"""Start processes for proof scripts, each for one: none sees what another has changed.

They are made of one process that has imported symattn and does nothing else, where the system can copy a process;
elsewhere each imports symattn itself. Neither depends on what happened in this one.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

#: The context of all processes: `multiprocessing` has one server for all that are copied.
_CONTEXT: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")


def start(run: Callable[..., None], *arguments: Any) -> tuple[Any, Connection]:
    """Call a function of a module with a connection and some arguments in a new process; return it, and the other end.

    The process has the environment of this one. What it prints goes to standard error.
    """
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_in_it, args=(theirs, dict(os.environ), run, *arguments), daemon=True)
    with _apart():
        process.start()
    theirs.close()
    return process, ours


@contextmanager
def _apart() -> Iterator[None]:
    """Let a process inherit neither Ctrl-C, which ends it from here, nor what is run here or lies in this folder."""
    if _CONTEXT.get_start_method() == "forkserver":
        _CONTEXT.set_forkserver_preload(["symattn.scripts.stated", "symattn.scripts.workers", "symattn.scripts.warm"])
    before = os.environ.get("PYTHONSAFEPATH")
    main = sys.modules["__main__"]
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["PYTHONSAFEPATH"] = "1"
    sys.modules["__main__"] = ModuleType("__main__")  # or each process runs what is run here, before its own script
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        signal.signal(signal.SIGINT, handler)
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _in_it(connection: Connection, environment: dict[str, str], run: Callable[..., None], *arguments: Any) -> None:
    gc.freeze()  # what was imported is shared with the other processes as long as nobody touches it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.clear()
    os.environ.update(environment)
    # the streams of the process that this is a copy of may have been in use
    sys.stdout = sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    import symattn.scripts.warm  # noqa: F401  where it was not imported before
    from symattn.scripts.clean import for_scripts_alone

    for_scripts_alone()
    run(connection, *arguments)
    sys.stderr.flush()
