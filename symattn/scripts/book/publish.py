"""Put a book in place all at once: written beside the old one, then exchanged; a reader sees the one or the other."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from symattn.errors import UsageError
from symattn.scripts.book.site import MARKER


def check_target(folder: str | Path) -> Path:
    """Return the folder as a path; refuse one that holds anything other than a book, so that nothing else is lost."""
    target = Path(folder).absolute()
    if not target.parent.is_dir():
        raise UsageError(f"cannot write to {str(folder)!r}: its folder does not exist")
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise UsageError(f"cannot write to {str(folder)!r}: it is not a folder")
    if target.is_dir() and any(target.iterdir()) and not (target / MARKER).is_file():
        raise UsageError(f"{str(folder)!r} holds files that are no book of symattn; choose an empty or new folder")
    return target


def publish(files: Mapping[str, str], folder: str | Path) -> None:
    """Write the files of a book and let them take the place of the one in `folder`.

    Whatever stops this on the way, the earlier book stays as it was. Raise UsageError for a folder that is no book.
    """
    target = check_target(folder)
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    old = target.with_name(f".{target.name}.{os.getpid()}.old")
    try:
        for address, text in files.items():
            path = partial / address
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        _exchange(partial, target, old)
    except OSError as error:
        raise UsageError(f"cannot write to {str(folder)!r}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        if target.exists():
            shutil.rmtree(old, ignore_errors=True)


def _exchange(partial: Path, target: Path, old: Path) -> None:
    if not target.exists():
        os.rename(partial, target)
        return
    os.rename(target, old)
    try:
        os.rename(partial, target)
    except BaseException:
        os.rename(old, target)
        raise
