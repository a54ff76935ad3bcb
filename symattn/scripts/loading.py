"""Read proof scripts: find them, run each as a module of its own, and collect the claims that it declares."""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from symattn.errors import ClaimError, UsageError
from symattn.memory import rarely_searched
from symattn.scripts.beside import FromItsText, enter_script, forget_modules, in_folder, modules_of
from symattn.scripts.fingerprints import read_text
from symattn.scripts.records import shown_path
from symattn.scripts.registry import (
    Crash,
    Declaration,
    Recalled,
    Registry,
    asking,
    collecting,
)

#: Where claims are looked for that are declared nowhere else.
SCRIPTS = "proofs"


def script_paths(paths: Sequence[str | Path], cache: Known | None = None) -> list[Path]:
    """List the proof scripts under these files and folders, each once, folders in order of file name.

    Files whose name starts with an underscore are helpers, not proof scripts; in a folder, neither are those whose text
    declares no claim, and hidden folders and installed packages are left out. Raises UsageError for a path that is
    missing. A cache knows which texts declare claims.
    """
    found: dict[Path, Path] = {}
    for path in map(Path, paths):
        if path.is_dir():
            scripts = sorted(_scripts_below(path, cache))
        elif path.is_file():
            if path.suffix != ".py":
                raise UsageError(f"{str(path)!r} is no Python file, so that it is no proof script")
            scripts = [path]
        else:
            raise UsageError(f"there is no proof script or folder {str(path)!r}")
        for script in scripts:
            found.setdefault(script.resolve(), script)
    return list(found.values())


def _scripts_below(folder: Path, cache: Known | None) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if not _is_left_out(Path(here, each))]
        for path in (Path(here, name) for name in files if name.endswith(".py") and not name.startswith("_")):
            with contextlib.suppress(OSError):
                if declares(path.read_bytes()) if cache is None else cache.declares(path):
                    yield path


def _is_left_out(folder: Path) -> bool:
    left_out = folder.name.startswith(".") or folder.name in ("__pycache__", "site-packages", "node_modules")
    return left_out or (folder / "pyvenv.cfg").is_file()


@cache
def declares(source: bytes) -> bool:
    """Tell whether the text of a script may declare claims: it has symattn's `theorem`."""
    return b"symattn" in source and b"theorem" in source and read_text(source).declares


def load(paths: Sequence[str | Path], cache: Known | None = None) -> Registry:
    """Read the proof scripts under these paths and return their claims.

    A script that raises contributes one `Crash` per claim that its text declares, and the others are still read. One
    that the cache knows, and that has not changed, is read when one of its claims is run.
    Raises ClaimError when two claims have the same id and UsageError when no claim is found at all.
    """
    registry = Registry(cache=cache)
    for module in forget_modules():
        if own_tex := sys.modules.get("symattn.language.base.own_tex"):
            own_tex.forget(str(getattr(module, "__file__", "")))
    with rarely_searched():
        for script in script_paths(paths, cache):
            recalled = cache.declarations(script) if cache is not None else None
            if recalled is None:
                own = read_script(script)
                if cache is not None:
                    cache.keep_declarations(script, own)
            for entry in own.entries.values() if recalled is None else recalled:
                registry.add(entry)
    if not registry.entries:
        raise UsageError(f"no claims found in {', '.join(map(str, paths))}")
    registry.check_uses()
    return registry


class Known(Protocol):
    """Say what is asked of a cache while scripts are read."""

    def declares(self, script: Path) -> bool: ...

    def declarations(self, script: Path) -> Sequence[Recalled] | None: ...

    def keep_declarations(self, script: Path, own: Registry) -> None: ...


def read_script(script: Path) -> Registry:
    """Run a proof script and return its claims; of one that raises, a `Crash` for each."""
    from symattn.language.base.own_tex import typesetting

    own, found, tex = Registry(), Registry(), dict[Any, str]()
    try:
        with collecting(own), asking() as asked, typesetting(tex):
            execute(script)
        tex |= {**_tex_of_modules(script), **tex}
    except ClaimError as error:
        line = _last_line(error, script)
        raise ClaimError(f"{shown_path(str(script))}:{line}: {error}" if line else str(error)) from error
    except (Exception, SystemExit) as error:
        reason, line = one_line(error, script), _last_line(error, script) or 1
        for name in dict.fromkeys([*own.entries, *declared_ids(script)]) or [script.stem]:
            found.add(Crash(name, str(script), reason, line))
    else:
        for entry in own.entries.values():
            if isinstance(entry, Declaration):
                found.add(replace(entry, script=str(script), asked_while_read=bool(asked)))
    return found


def execute(script: Path) -> None:
    """Run a script as a module of its own, in its folder."""
    # the stem alone would make two scripts of one name, in different folders, one module
    folder = script.resolve().parent
    name = "_".join(("symattn_proof_script", folder.name, script.stem))
    spec = importlib.util.spec_from_file_location(name, script, loader=FromItsText(name, str(script)))
    if spec is None or spec.loader is None:
        raise UsageError(f"{str(script)!r} cannot be read")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with enter_script(folder):
        spec.loader.exec_module(module)


def called(entry: Declaration) -> object:
    """Call the function of a claim, and return what it returns; what it imports is looked for where its script lies."""
    beside = in_folder(Path(entry.script).resolve().parent) if entry.script else contextlib.nullcontext()
    with beside:
        return entry.function()


def _tex_of_modules(script: Path) -> dict[Any, str]:
    """Return what symbols are printed as by the modules that a script imports from its folder, if read by another."""
    from symattn.language.base.own_tex import given_by

    done, beside = dict[str, None](), modules_of(script.resolve().parent)
    waiting = [str(script)] if beside else []
    while waiting:
        file = waiting.pop()
        if file in done:
            continue
        done[file] = None
        with contextlib.suppress(OSError):
            names = read_text(Path(file).read_bytes()).imports
            waiting += [str(getattr(beside[name], "__file__", "")) for name in names if name in beside]
    return given_by(file for file in done if file != str(script))


def declared_ids(script: Path) -> list[str]:
    """Read from the text of a script, without running it, the ids that its `@theorem` lines declare."""
    try:
        tree = ast.parse(script.read_bytes())
    except (SyntaxError, ValueError):
        return []
    ids = []
    for node in ast.walk(tree):
        for call in getattr(node, "decorator_list", []):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] == "theorem":
                named = [keyword.value for keyword in call.keywords if keyword.arg == "id"]
                for argument in [*call.args[:1], *named]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        ids.append(argument.value)
    return ids


def one_line(error: BaseException, script: str | Path) -> str:
    """Describe an exception in one line: its class, its message and the last line of the script that was running."""
    try:
        message = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    except Exception as unsaid:  # of an exception of the script, or of what it speaks of
        message = f"its message cannot be written ({type(unsaid).__name__})"
    line = _last_line(error, script)
    where = f" ({Path(script).name}, line {line})" if line else ""
    return f"{type(error).__name__}: {message}{where}" if message else f"{type(error).__name__}{where}"


def _last_line(error: BaseException, script: str | Path) -> int | None:
    """Return the last line of a script that was running when an exception was raised."""
    if isinstance(error, SyntaxError):
        return error.lineno
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).name == Path(script).name]
    return lines[-1] if lines else None
