"""Keep results in the user's cache folder, one file for each.

A folder that another user may write to or replace is not used. Files are written whole, and each opens with a hash of
the rest, so that a damaged one is noticed and ignored. When all together grow too large, the least recently used are
deleted.
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
#: How many bytes all files may take, and the variable that sets another number, in megabytes.
ROOM, ROOM_VARIABLE = 1_000_000_000, "SYMATTN_CACHE_MEGABYTES"
#: After how many seconds a file that is read gets a new time, as used now.
MARKED_AFTER = 86_400
FORMAT = "3"
#: How many bytes a file may hold, packed and unpacked; every certificate is smaller.
LARGEST = 256_000_000


def default_folder() -> Path | None:
    """Return the folder in which results are kept, as the environment says; None for nowhere.

    A relative one lies where this is first asked: the environment names it in full then.
    """
    named = os.environ.get(VARIABLE)
    if named is not None:
        if named and not os.path.isabs(named):
            named = os.environ[VARIABLE] = os.path.abspath(os.path.expanduser(named))
        return Path(named) if named else None
    above = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(above):  # so the standard has it
        try:
            above = str(Path.home() / ".cache")
        except RuntimeError:
            return None
    return Path(above) / "symattn"


class Store:
    """Keep plain data by keys that are hashes. Whatever cannot be read counts as absent."""

    def __init__(self, folder: Path | None) -> None:
        self.named = folder / FORMAT if folder is not None else None
        self.folder = self.named and self.named.absolute()  # as a script may go to another folder

    def refused(self) -> str:
        """Make the folder where there is none; return why it cannot be used, or nothing."""
        if self.folder is None:
            return "there is no folder"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return _open_to_others(self.folder)
        except (OSError, RuntimeError) as error:
            return f"{str(self.named)!r}: {getattr(error, 'strerror', None) or error}"

    def get(self, key: str) -> Any:
        """Return what is kept under a key, or None where nothing is, or what is there is damaged."""
        if self.folder is None:
            return None
        path = self._path(self.folder, key)
        try:
            with open(path, "rb") as file:
                about = os.fstat(file.fileno())
                if about.st_size > LARGEST:
                    return None
                head, content = file.read(65), file.read()
            if time.time() - about.st_mtime > MARKED_AFTER:
                with suppress(OSError):
                    os.utime(path)
            if head != _head(path, content):
                return None
            reader = zlib.decompressobj()
            text = reader.decompress(content, LARGEST)
            return json.loads(text) if reader.eof else None
        except (OSError, ValueError, RecursionError, zlib.error):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep plain data under a key."""
        from symattn.scripts.files import write_file

        if self.folder is None:
            return
        path = self._path(self.folder, key)
        content = zlib.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), 1)
        with suppress(OSError, UsageError):  # a full disk loses a convenience, not a result
            path.parent.mkdir(mode=0o700, exist_ok=True)
            write_file(path, _head(path, content) + content)

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / key[:2] / key[2:]

    def prune(self, room: int | None = None) -> None:
        """Delete the least recently used files when all together are too large."""
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


def _head(path: Path, content: bytes) -> bytes:
    """Return what a file opens with: the hash of its name and of the rest."""
    return sha256(path.name.encode() + content).hexdigest().encode() + b"\n"


def _open_to_others(folder: Path) -> str:
    """Say which folder on the path to this one other users may write to, as they may then replace it; or nothing.

    Links are followed one by one, as the system does. A folder with the sticky bit, such as `/tmp`, is accepted on the
    way: only owners may rename or remove what lies in it.
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
