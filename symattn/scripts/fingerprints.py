"""Tell by contents whether symattn's own code, and the packages that it stands on, are what they were."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

#: When the first file of symattn was read, less what the times of files may lag behind.
STARTED: float = sys.modules["symattn"]._STARTED - 0.05
HOME = Path(__file__).resolve().parents[1]
#: The packages whose versions count, and the module of each.
PACKAGES = {
    "sympy": "sympy",
    "mpmath": "mpmath",
    "numpy": "numpy",
    "python-flint": "flint",
    "gmpy2": "gmpy2",
    "array-api-compat": "array_api_compat",
    "latex2mathml": "latex2mathml",
}


def digest(*parts: str | bytes) -> str:
    """Return one hash of several texts, each with its length: no two lists of texts run together.

    >>> digest("ab", "c") == digest("a", "bc")
    False
    """
    found = sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        found.update(b"%d:" % len(content) + content)
    return found.hexdigest()


@dataclass
class Seen:
    """Hold which files were read, and what they looked like then, to see later whether one has changed."""

    files: dict[Path, tuple[int, int]] = field(default_factory=dict)

    def read(self, path: Path) -> bytes:
        """Read a file, and remember its size and time."""
        before = os.stat(path)
        self.files[path] = (before.st_size, before.st_mtime_ns)
        return path.read_bytes()

    def unchanged(self, since: float) -> bool:
        """Tell whether no file has changed since it was read, and none was younger than `since` then."""
        try:
            return all(
                (now.st_size, now.st_mtime_ns) == then and then[1] < since * 1e9
                for path, then in self.files.items()
                for now in [os.stat(path)]
            )
        except OSError:
            return False


@cache
def source() -> str:
    """Return the hash of symattn's own files alone, which is the same on every machine."""
    files = [(path.relative_to(HOME).as_posix(), path.read_bytes()) for path in _modules_below(HOME)]
    return digest(*(part for each in files for part in each))


@cache
def versions() -> tuple[str, ...]:
    """Return the versions of Python and of the packages that symattn stands on, by which results of machines differ."""
    found = [sys.version.split()[0], platform.machine(), f"{sys.flags.optimize}"]
    for name in PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return tuple(found)


@cache
def code() -> tuple[str, Seen]:
    """Return the fingerprint of symattn's own files, of Python and of the packages that it stands on."""
    seen, parts = Seen(), list[str | bytes]()
    for path in _modules_below(HOME):
        parts += [path.relative_to(HOME).as_posix(), seen.read(path)]
    parts += [sys.version, platform.system(), *versions()]
    parts += [_installed(package, module, seen) for package, module in PACKAGES.items()]
    parts += [f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("SYMPY_")]
    return digest(*parts), seen


def _modules_below(folder: Path) -> list[Path]:
    """List the Python files below a folder, without the library of proof scripts, which are no code of symattn."""
    found = []
    for here, folders, files in os.walk(folder):
        kept = (each for each in folders if each != "__pycache__" and (here, each) != (str(HOME), "library"))
        folders[:] = sorted(kept)
        found += [Path(here, name) for name in sorted(files) if name.endswith(".py")]
    return found


def _installed(package: str, module: str, seen: Seen) -> str:
    """Return a hash of what was installed of a package; of its files, where Python imports it from another place.

    A file of an installed package that is edited in place is not noticed: its list of files stays as it was.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return f"no {package}"
    with suppress(metadata.PackageNotFoundError):
        found = metadata.distribution(package)
        record = found.read_text("RECORD")
        if record and Path(spec.origin).resolve().parent == Path(str(found.locate_file(module))).resolve():
            return f"{package} {found.version} {digest(record)}"
    files = sorted(path for path in Path(spec.origin).parent.rglob("*") if path.suffix in (".py", ".so", ".pyd"))
    return f"{package} at {digest(*(part for each in files for part in (str(each), seen.read(each))))}"
