"""Keep results in the user's cache folder: one file for each, written whole, read only as it was written.

The folder is the user's own: nobody else may write to it, or it is not used. Each file opens with the hash of the rest,
so that one that is cut short or damaged is as none. Where the files take more room than they may, those that were used
longest ago are dropped.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from symattn.errors import UsageError

#: Names the folder: where it is empty, nothing is kept.
VARIABLE = "SYMATTN_CACHE"
#: What all files may take, in bytes, and the variable that says otherwise, in megabytes.
ROOM, ROOM_VARIABLE = 1_000_000_000, "SYMATTN_CACHE_MEGABYTES"
#: A file that was used is marked as used again after so many seconds.
MARKED_AFTER = 86_400
FORMAT = "1"


def default_folder() -> Path | None:
    """Return the folder in which results are kept, as the environment says; None for nowhere."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).expanduser() if named else None
    above = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(above):  # so the standard has it
        try:
            above = str(Path.home() / ".cache")
        except RuntimeError:
            return None
    return Path(above) / "symattn"


class Store:
    """Keep plain data, and texts beside them, by keys that are hashes. Whatever fails is as if it were not there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FORMAT
        self.wrote = False

    def refused(self) -> str:
        """Say why the folder is not used, or nothing: it is made where there is none."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for folder in (self.folder, self.folder.parent):
                found = os.stat(folder)
                if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & 0o022):
                    return f"others may write to {str(folder)!r}"
        except OSError as error:
            return f"{str(self.folder)!r}: {error.strerror or error}"
        return ""

    def _path(self, key: str, kind: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.{kind}"

    def get(self, key: str) -> Any:
        """Return what is kept under a key, or None."""
        content = self._read(self._path(key, "json"))
        try:
            return None if content is None else json.loads(content)
        except (ValueError, RecursionError):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep plain data under a key."""
        self._write(self._path(key, "json"), json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())

    def get_text(self, key: str) -> str | None:
        """Return the text that is kept under a key, or None."""
        content = self._read(self._path(key, "text"))
        try:
            return None if content is None else zlib.decompress(content).decode()
        except (zlib.error, UnicodeDecodeError):
            return None

    def put_text(self, key: str, text: str) -> None:
        """Keep a text under a key."""
        self._write(self._path(key, "text"), zlib.compress(text.encode(), 1))

    def _read(self, path: Path) -> bytes | None:
        try:
            with open(path, "rb") as file:
                head, content = file.read(65), file.read()
                if time.time() - os.fstat(file.fileno()).st_mtime > MARKED_AFTER:
                    with suppress(OSError):
                        os.utime(path)
        except OSError:
            return None
        return content if head == sha256(path.name.encode() + content).hexdigest().encode() + b"\n" else None

    def _write(self, path: Path, content: bytes) -> None:
        from symattn.scripts.files import write_file

        head = sha256(path.name.encode() + content).hexdigest().encode() + b"\n"
        with suppress(OSError, UsageError):  # a full disk loses a convenience, not a result
            path.parent.mkdir(mode=0o700, exist_ok=True)
            write_file(path, head + content)
            self.wrote = True

    def prune(self, room: int | None = None) -> None:
        """Drop the files that were used longest ago, where all take more room than they may."""
        room = _room() if room is None else room
        found = []
        with suppress(OSError):
            for folder in os.scandir(self.folder):
                with suppress(OSError):
                    for each in os.scandir(folder):
                        with suppress(OSError):
                            about = each.stat()
                            found.append((about.st_mtime, each.path, about.st_size))
        total = sum(size for _, _, size in found)
        if total <= room:
            return
        for _, path, size in sorted(found):
            if total <= room * 0.8:
                break
            with suppress(OSError):
                os.unlink(path)
            total -= size


def _room() -> int:
    named = os.environ.get(ROOM_VARIABLE, "")
    return int(named) * 1_000_000 if named.isdecimal() else ROOM
