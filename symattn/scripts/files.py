"""Write files whole, or leave what was there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from symattn.errors import UsageError


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write a whole file or leave what was there: a temporary file beside it takes its place at the end.

    What is no file, such as a pipe or a terminal, is written to as it is. Raise UsageError, which names the file and
    the reason, where it cannot be written.
    """
    target = Path(path)
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    data = content.encode() if isinstance(content, str) else content
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        partial.write_bytes(data)
        os.replace(partial, target)
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):  # of a disk that went away: the reason is told already
            partial.unlink(missing_ok=True)
