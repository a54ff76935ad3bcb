"""The option `--watch` of `symattn check` and `symattn read`: run again whenever a file changes.

Each run is an interpreter of its own, so that changed modules are read anew; the cache knows what is as it was.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from symattn.scripts.fingerprints import HOME

#: How often the files are looked at, in seconds.
EVERY = 0.5


def watch(
    arguments: Sequence[str],
    paths: Sequence[str],
    again: Callable[[], bool] = lambda: True,
    every: float = EVERY,
    suffixes: tuple[str, ...] = (".py",),
) -> int:
    """Run `symattn` with these arguments, and again after each change below the paths, until Ctrl-C.

    Return the exit code of the last run. After the first run `check` shows only what is wrong, and the sum. `again`
    says whether to go on watching, `suffixes` which files count.
    """
    code, quiet = 0, ["-q"] if arguments[0] == "check" else []
    seen = snapshot(paths, suffixes)
    try:
        code = _checked(arguments)
        while again():
            time.sleep(every)
            now = snapshot(paths, suffixes)
            if now != seen:
                changed = sorted(path for path in seen.keys() | now.keys() if seen.get(path) != now.get(path))
                more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
                print(f"symattn: {changed[0]}{more} changed", file=sys.stderr)
                seen = now
                code = _checked([*arguments, *quiet])
    except KeyboardInterrupt:
        print("symattn: no longer watching", file=sys.stderr)
    return code


def snapshot(paths: Sequence[str], suffixes: tuple[str, ...] = (".py",)) -> dict[str, tuple[int, int]]:
    """Return the sizes and times of the files with some endings below some paths and in symattn's own code."""
    found: dict[str, tuple[int, int]] = {}
    for top in (*(path if os.path.isdir(path) else os.path.dirname(path) or "." for path in paths), str(HOME)):
        for here, folders, files in os.walk(top):
            folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
            for path in (Path(here, name) for name in files if name.endswith(suffixes)):
                try:
                    about = path.stat()
                except OSError:
                    continue
                found[str(path)] = about.st_size, about.st_mtime_ns
    return found


def _checked(arguments: Sequence[str]) -> int:
    return subprocess.run([sys.executable, "-m", "symattn", *arguments], check=False).returncode
