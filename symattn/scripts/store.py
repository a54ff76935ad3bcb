"""Keep results in the user's cache folder: one file for each, written whole, read only as it was written.

The folder is the user's own: where anybody else may write to it, or put another in its place, it is not used. Each file
opens with the hash of the rest, so that one that is cut short or damaged is as none. Where the files take more room
than they may, those that were used longest ago are dropped.
"""

from __future__ import annotations

import json
import os
import stat
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
FORMAT = "2"
#: What a file may hold, in bytes, packed and unpacked: no certificate is as large.
LARGEST = 256_000_000


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

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder / FORMAT if folder is not None else None

    def refused(self) -> str:
        """Say why the folder is not used, or nothing: it is made where there is none."""
        if self.folder is None:
            return "there is no folder"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return _open_to_others(self.folder)
        except (OSError, RuntimeError) as error:
            return f"{str(self.folder)!r}: {getattr(error, 'strerror', None) or error}"

    def _path(self, key: str, kind: str) -> Path | None:
        return None if self.folder is None else self.folder / key[:2] / f"{key[2:]}.{kind}"

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
        if content is None:
            return None
        try:
            reader = zlib.decompressobj()
            found = reader.decompress(content, LARGEST)
            return found.decode() if reader.eof else None
        except (zlib.error, UnicodeDecodeError):
            return None

    def put_text(self, key: str, text: str) -> None:
        """Keep a text under a key."""
        self._write(self._path(key, "text"), zlib.compress(text.encode(), 1))

    def _read(self, path: Path | None) -> bytes | None:
        if path is None:
            return None
        try:
            with open(path, "rb") as file:
                if os.fstat(file.fileno()).st_size > LARGEST:
                    return None
                head, content = file.read(65), file.read()
                if time.time() - os.fstat(file.fileno()).st_mtime > MARKED_AFTER:
                    with suppress(OSError):
                        os.utime(path)
        except OSError:
            return None
        return content if head == sha256(path.name.encode() + content).hexdigest().encode() + b"\n" else None

    def _write(self, path: Path | None, content: bytes) -> None:
        from symattn.scripts.files import write_file

        if path is None:
            return
        head = sha256(path.name.encode() + content).hexdigest().encode() + b"\n"
        with suppress(OSError, UsageError):  # a full disk loses a convenience, not a result
            path.parent.mkdir(mode=0o700, exist_ok=True)
            write_file(path, head + content)

    def prune(self, room: int | None = None) -> None:
        """Drop the files that were used longest ago, where all take more room than they may."""
        if self.folder is None:
            return
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


def _open_to_others(folder: Path) -> str:
    """Say which folder on the way to one others may change, as they then may what lies in it; or nothing.

    The way is followed as the system does, link by link. In a folder as `/tmp`, whose entries only their owners may
    rename or remove, others may have folders of their own.
    """
    if not hasattr(os, "getuid"):
        return ""
    trusted = (0, os.getuid())
    waiting, here, links = list(folder.absolute().parts), Path("/"), 0
    while waiting:
        here = Path(os.path.normpath(here / waiting.pop(0)))
        about = os.lstat(here)
        if about.st_uid not in trusted:
            return f"{str(here)!r} is another user's"
        if stat.S_ISLNK(about.st_mode):
            links += 1
            if links > 40:
                return f"there are too many links on the way to {str(folder)!r}"
            target = Path(os.readlink(here))
            waiting, here = [*target.parts, *waiting], Path("/") if target.is_absolute() else here.parent
        elif about.st_mode & 0o022 and not about.st_mode & stat.S_ISVTX:
            return f"others may write to {str(here)!r}"
    if about.st_uid != os.getuid() or about.st_mode & 0o022:
        return f"others may write to {str(folder)!r}"
    return ""


def _room() -> int:
    named = os.environ.get(ROOM_VARIABLE, "")
    return int(named) * 1_000_000 if named.isdecimal() else ROOM
