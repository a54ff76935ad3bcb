"""Read proof scripts: find them, run each as a module of its own, and collect the claims that it declares."""

from __future__ import annotations

import ast
import builtins
import contextlib
import difflib
import importlib.util
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from symattn.errors import ClaimError, SymattnError, UnsupportedExpression, UsageError
from symattn.memory import rarely_searched
from symattn.scripts.beside import FromItsText, beside, forget, lies_in
from symattn.scripts.clean import unchanged
from symattn.scripts.records import shown_path
from symattn.scripts.registry import Crash, Declaration, Registry, collecting

Result = TypeVar("Result")

#: Where claims are looked for that are declared nowhere else.
SCRIPTS = "proofs"


def script_paths(paths: Sequence[str | Path]) -> list[Path]:
    """List the proof scripts under these files and folders, each once, folders in order of file name.

    Files whose name starts with an underscore are helpers, not proof scripts; in a folder, neither are those whose text
    declares no claim, and hidden folders and installed packages are left out. A file that Python cannot read may
    declare claims, so it counts. Raises UsageError for a path that is missing.
    """
    return [script for script, is_named in candidates(paths).items() if is_named or declares(script.read_bytes())]


def candidates(paths: Sequence[str | Path]) -> dict[Path, bool]:
    """List what may be proof scripts under these files and folders, and whether each is named itself."""
    found: dict[Path, tuple[Path, bool]] = {}
    for path in map(Path, paths):
        if path.is_dir():
            scripts = sorted(_scripts_below(path))
        elif path.is_file():
            if path.suffix != ".py":
                raise UsageError(f"{str(path)!r} is no Python file, so that it is no proof script")
            scripts = [path]
        else:
            raise UsageError(f"there is no proof script or folder {str(path)!r}")
        for script in scripts:
            shown, was_named = found.get(script.resolve(), (script, False))
            found[script.resolve()] = shown, was_named or path.is_file()
    return dict(found.values())


def _scripts_below(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if not _is_left_out(Path(here, each))]
        for path in (Path(here, name) for name in files if name.endswith(".py") and not name.startswith("_")):
            with contextlib.suppress(OSError):
                source = path.read_bytes()
                if _speaks_of_claims(source) or _tree(source) is None:
                    yield path


def _is_left_out(folder: Path) -> bool:
    left_out = folder.name.startswith(".") or folder.name in ("__pycache__", "site-packages", "node_modules")
    return left_out or (folder / "pyvenv.cfg").is_file()


def _speaks_of_claims(source: bytes) -> bool:
    return b"symattn" in source and b"theorem" in source


def _tree(source: bytes) -> ast.Module | None:
    """Return what Python reads in a text, or None where it cannot be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the text, such as a wrong escape
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@cache
def declares(source: bytes) -> bool:
    """Tell whether the text of a script may declare claims: it has symattn's `theorem`, or cannot be read.

    >>> declares(b"from symattn import theorem"), declares(b"def test(theorem): 'symattn'")
    (True, False)
    """
    tree = _tree(source)
    if tree is None or not _speaks_of_claims(source):
        return tree is None
    imported = named = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= any(each.name.partition(".")[0] == "symattn" for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = {each.name for each in node.names}
            imported |= (node.module or "").partition(".")[0] == "symattn" and bool(names & {"theorem", "*"})
            named |= "theorem" in names
        else:
            named |= getattr(node, "id", getattr(node, "attr", "")) == "theorem"
    return imported and named


def load(paths: Sequence[str | Path]) -> Registry:
    """Read the proof scripts under these paths, in this process, and return their claims.

    A script that raises contributes one `Crash` per claim that its text declares, or one for itself, and the others
    are still read.
    Raises ClaimError when two claims have the same id and UsageError when no claim is found at all.
    """
    registry = Registry()
    with rarely_searched():
        for script in script_paths(paths):
            for entry in read_script(script).entries.values():
                registry.add(entry)
    return checked(registry, paths)


def checked(registry: Registry, paths: Sequence[str | Path]) -> Registry:
    """Return the claims that were read; raise UsageError for none, and ClaimError for some that rest on each other."""
    if not registry.entries:
        raise UsageError(f"no claims found in {', '.join(map(str, paths))}")
    registry.check_uses()
    return registry


def read_script(script: Path) -> Registry:
    """Run a proof script and return its claims; of one that raises, or changes what others use, a `Crash` for each."""
    own, found, tex = Registry(), Registry(), dict[Any, str]()
    forget(script)
    try:
        apart("it", partial(_collected, script, own, tex))
    except ClaimError as error:
        where = _where(error, script)
        raise ClaimError(f"{shown_path(str(where[0]))}:{where[1]}: {error}" if where else str(error)) from error
    except (Exception, SystemExit) as error:
        reason, (path, line) = one_line(error, script), _where(error, script) or (script, 1)
        ids = dict.fromkeys([*own.entries, *declared_ids(script)])
        for name in ids or [shown_path(str(script))]:
            found.add(Crash(name, str(script), reason, line, str(path), is_claim=bool(ids)))
    else:
        for entry in own.entries.values():
            if isinstance(entry, Declaration):
                found.add(replace(entry, script=str(script)))
    return found


def apart(what: str, run: Callable[[], Result]) -> Result:
    """Run a part of a script; raise ModuleChanged where it changes what others use."""
    import symattn.scripts.warm  # noqa: F401  what is imported now is not imported, and changed, by the script

    return unchanged(what, run)


def _collected(script: Path, own: Registry, tex: dict[Any, str]) -> None:
    from symattn.language.base.own_tex import typesetting

    with collecting(own), typesetting(tex):
        execute(script)


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
    with beside(script):
        spec.loader.exec_module(module)


def called(entry: Declaration) -> object:
    """Call the function of a claim, and return what it returns; what it imports is looked for where its script lies."""
    with beside(Path(entry.script)) if entry.script else contextlib.nullcontext():
        return apart(f"the claim {entry.id}", entry.function)


def declared_ids(script: Path) -> list[str]:
    """Read from the text of a script, without running it, the ids that its `@theorem` lines declare."""
    tree = _tree(script.read_bytes())
    if tree is None:
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


def _of_matrices(error: TypeError) -> SymattnError | None:
    """Return symattn's error for SymPy's of a matrix where a number is needed, or None for another.

    SymPy names one side; both are among the variables of its function that raised.
    """
    if error.__traceback__ is None or "sympy" not in sys.modules:
        return None
    from symattn import errors
    from symattn.language.base.shapes import by_entries, number_in_a_sum, shape_of

    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    found = frame.f_locals
    if str(error).startswith("Invalid comparison") and (sign := getattr(found.get("cls"), "rel_op", "")):
        left, right = found.get("lhs"), found.get("rhs")
        if shape_of(left) or shape_of(right):
            return UnsupportedExpression(
                f"{errors.write(left)} {sign} {errors.write(right)}", by_entries(left, sign, right)
            )
    if str(error).startswith("Mix of Matrix and Scalar"):
        matrices, numbers = ([x for x in found.get("args", ()) if bool(shape_of(x)) is kind] for kind in (True, False))
        if matrices and numbers:
            return number_in_a_sum(matrices[0], numbers[0])
    return None


def one_line(error: BaseException, script: str | Path) -> str:
    """Describe an exception in one line: its class, its message and the last line of the author that was running."""
    try:
        message = _with_its_line(error) if isinstance(error, SyntaxError) else " ".join(str(error).split())
    except Exception as unsaid:  # of an exception of the script, or of what it speaks of
        message = f"its message cannot be written ({type(unsaid).__name__})"
    if isinstance(error, TypeError):
        message = str(_of_matrices(error) or message)
    message += _did_you_mean(error) if isinstance(error, NameError) else ""
    place = _where(error, script)
    where = f" ({place[0].name}, line {place[1]})" if place else ""
    return f"{type(error).__name__}: {message}{where}" if message else f"{type(error).__name__}{where}"


def _with_its_line(error: SyntaxError) -> str:
    line = (error.text or "").strip()
    return f"{error.msg}: {line}" if line else error.msg


def _did_you_mean(error: NameError) -> str:
    """Name what is there and is spelt like a name that is not, as Python does where it prints a traceback."""
    if error.__traceback__ is None or isinstance(error, UnboundLocalError):
        return ""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    near = difflib.get_close_matches(str(error.name), [*frame.f_locals, *frame.f_globals, *dir(builtins)], n=1)
    return f". Did you mean: {near[0]!r}?" if near else ""


def _where(error: BaseException, script: str | Path) -> tuple[Path, int] | None:
    """Return the file and line, of a script or of a helper in its folder, that was running last when an error came."""
    if isinstance(error, SyntaxError):
        return (Path(error.filename or script), error.lineno) if error.lineno else None
    folder = Path(script).resolve().parent
    frames = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    own = [(path, line) for path, line in frames if line and lies_in(folder, path.resolve())]
    return own[-1] if own else None
