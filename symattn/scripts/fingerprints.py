"""Tell by contents whether what a result rests on is as it was: symattn's own code, its packages, a script's sources.

A script is read, not run: what it imports is found in its text. Only of a script whose text shows where everything
comes from is a fingerprint taken: one that imports a module that is neither symattn, SymPy, a few modules of Python
that reach nothing outside, nor a file beside it, or that opens files, has none.
"""

from __future__ import annotations

import ast
import os
import platform
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path

STARTED = time.time()
#: Two changes of a file that are nearer than this, in seconds, may have one time.
TICK = 0.02
HOME = Path(__file__).resolve().parents[1]
#: The packages whose versions count.
PACKAGES = ("sympy", "mpmath", "numpy", "python-flint", "gmpy2", "array-api-compat", "latex2mathml")
#: Modules that give the same in every run.
PURE = frozenset(
    (
        *("__future__", "abc", "cmath", "collections", "contextlib", "dataclasses", "decimal", "enum", "fractions"),
        *("functools", "itertools", "math", "numbers", "operator", "re", "string", "symattn", "sympy", "textwrap"),
        *("typing", "typing_extensions", "unicodedata"),
    )
)
#: Names by which a script reaches what its text does not show, or what is another in every run.
IMPURE = frozenset(
    (
        *("__builtins__", "__file__", "__import__", "__loader__", "__spec__", "breakpoint", "compile", "eval"),
        *("exec", "globals", "hash", "id", "input", "locals", "open", "vars"),
    )
)
#: Parts of modules that are not: `sympy.core.random`, `sympy.testing`.
IMPURE_PARTS = frozenset(("interactive", "io", "os", "pathlib", "random", "sandbox", "scripts", "sys", "testing"))


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


# ---------------------------------------------------------------------------------------------------------------- code


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
    parts += [sys.version, platform.system(), platform.machine(), f"{sys.flags.optimize}"]
    parts += [_version(name) for name in PACKAGES]
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


def _version(package: str) -> str:
    """Return the version of a package and when it was installed: one that is edited in place is another one."""
    try:
        found = metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return f"no {package}"
    try:
        about = found.locate_file(f"{found.metadata['Name']}-{found.version}.dist-info/RECORD")
        recorded = os.stat(str(about)).st_mtime_ns
    except OSError:
        recorded = 0
    return f"{package} {found.version} {found.locate_file('')} {recorded}"


# ------------------------------------------------------------------------------------------------------------- scripts


@dataclass(frozen=True)
class Text:
    """Hold what the text of a module says of its surroundings: what it imports, and whether that is all."""

    imports: tuple[str, ...]
    pure: bool
    declares: bool


def read_text(source: bytes) -> Text:
    """Read the text of a module.

    >>> read_text(b"from sympy import sqrt\\nimport helper, math")
    Text(imports=('helper', 'math', 'sympy'), pure=True, declares=False)
    >>> read_text(b"import math\\nprint(open('n').read())").pure
    False
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Text((), False, b"symattn" in source and b"theorem" in source)
    tree.body = [each for each in tree.body if not _only_as_main(each)]
    imports: set[str] = set()
    pure, asked, named = True, False, False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
            parts = [each.name for each in node.names]
            pure &= not node.level and IMPURE_PARTS.isdisjoint(parts)
            asked |= names[0].partition(".")[0] == "symattn" and not {"theorem", "*"}.isdisjoint(parts)
            named |= "theorem" in parts
        else:
            if isinstance(node, ast.Name):
                pure &= node.id not in IMPURE
                named |= node.id == "theorem"
            elif isinstance(node, ast.Attribute):
                pure &= not node.attr.startswith("__") or node.attr in ("__name__", "__doc__")
                pure &= node.attr not in IMPURE_PARTS
                named |= node.attr == "theorem"
            continue
        for name in names:
            first, *rest = name.split(".")
            imports.add(first)
            pure &= IMPURE_PARTS.isdisjoint(rest) or first == "symattn"
            asked |= first == "symattn" and isinstance(node, ast.Import)
    return Text(tuple(sorted(imports)), pure, asked and named)


def _only_as_main(statement: ast.stmt) -> bool:
    """Tell whether a statement is what a script does only when it is run by itself."""
    is_condition = isinstance(statement, ast.If) and not statement.orelse
    return is_condition and ast.unparse(statement.test) == "__name__ == '__main__'"  # type: ignore[attr-defined]


class Sources:
    """Take the fingerprints of scripts, and remember which files were read for them.

    `known` returns what was found in a text of some hash before, `keep` keeps what is found now.
    """

    def __init__(
        self, known: Callable[[str], Text | None] | None = None, keep: Callable[[str, Text], None] | None = None
    ) -> None:
        self.seen = Seen()
        self.texts: dict[str, Text] = {}
        self.known, self.keep = known, keep
        self._of: dict[Path, str | None] = {}
        self._names: dict[Path, list[str]] = {}

    def text(self, path: Path) -> tuple[str, Text]:
        """Return the hash of a file and what its text says."""
        source = self.seen.read(path)
        found = sha256(source).hexdigest()
        if found not in self.texts:
            known = self.known(found) if self.known is not None else None
            self.texts[found] = read_text(source) if known is None else known
            if known is None and self.keep is not None:
                self.keep(found, self.texts[found])
        return found, self.texts[found]

    def fingerprint(self, script: Path) -> str | None:
        """Return the fingerprint of a script with every file that it imports, or None where the text does not tell."""
        if script not in self._of:
            try:
                self._of[script] = self._taken(script.resolve())
            except OSError:
                self._of[script] = None
        return self._of[script]

    def _taken(self, script: Path) -> str | None:
        folder, parts = script.parent, [script.parent.name, script.stem]
        waiting, done = [script], set[Path]()
        while waiting:
            path = waiting.pop()
            if path in done:
                continue
            done.add(path)
            found, text = self.text(path)
            if not text.pure:
                return None
            parts += [path.relative_to(folder).as_posix(), found]
            for name in text.imports:
                beside = self._beside(folder, name)
                if beside is None or (not beside and name not in PURE) or _shadowed(name, tuple(sys.path)):
                    return None
                waiting += beside
        return digest(*parts)

    def _beside(self, folder: Path, name: str) -> list[Path] | None:
        """List the files of a module that lies in the folder of a script, where Python looks first; None for others."""
        if folder not in self._names:
            self._names[folder] = sorted(os.listdir(folder))
        found: list[Path] = []
        for each in self._names[folder]:
            if each == f"{name}.py":
                found.append(folder / each)
            elif each == name and (folder / each).is_dir():
                found += _modules_below(folder / each)
            elif each.startswith(f"{name}."):
                return None
        return found


@cache
def _shadowed(name: str, places: tuple[str, ...]) -> bool:
    """Tell whether a module of this name lies where Python looks before its own folders: then it may be any."""
    own = (HOME.parent, Path(__file__).resolve().parent)
    for entry in places:
        folder = Path(entry or ".").resolve()
        if folder in own or folder.is_relative_to(sys.base_prefix) or folder.is_relative_to(sys.prefix):
            continue
        if name in PURE and (any(folder.glob(f"{name}.*")) or (folder / name).is_dir()):
            return True
    return False
