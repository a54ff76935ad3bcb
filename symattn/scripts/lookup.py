"""Find the claim with an id: among those declared together, in the folder `proofs` nearby, in symattn's own library.

What a user declares comes first; a claim of the library means the library's. Nothing here reads SymPy.
"""

from __future__ import annotations

import contextlib
import difflib
import re
from collections.abc import Iterator
from pathlib import Path

from symattn.errors import UsageError
from symattn.scripts import library
from symattn.scripts.loading import SCRIPTS, declared_ids, load, read_script, script_paths
from symattn.scripts.registry import Entry, Registry, current


def resolve(name: str, outer: Entry | None) -> Entry | None:
    """Return the claim with an id, of which another makes use: one beside it, or among those declared so far.

    Otherwise it is looked for in the scripts of the folder `proofs` around its script, or here, and then in those that
    come with symattn.
    """
    registry = _declared_with(outer)
    found = (_of(each, name) for each in _registries(registry, name, outer))
    return next((entry for entry in found if entry is not None), None)


def _registries(registry: Registry, name: str, outer: Entry | None) -> Iterator[Registry]:
    yield registry
    for folder in _folders(name, outer):
        yield _scripts_of(folder, registry)


def _of(registry: Registry, name: str) -> Entry | None:
    """Return the claim with an id; read the script that declares it where it has not been read."""
    if (script := (registry.elsewhere or {}).get(name)) is not None and name not in registry.entries:
        for entry in read_script(Path(script)).entries.values():
            registry.add(entry)
    return registry.entries.get(name)


def none_called(name: str, outer: Entry | None) -> str:
    """Say that no claim has an id, where it was looked for, and which ids are like it."""
    registry = _declared_with(outer)
    declared = "declared here" if outer is None else "checked with the one that uses it"
    folders = list(_folders(name, outer))
    own = _library()
    places = [f"none that is {declared}", *(f"none in {str(each)!r}" for each in folders if each != own)]
    places += ["none that comes with symattn"] if own in folders else []
    ids = [id for each in _registries(registry, name, outer) for id in (*each.entries, *(each.elsewhere or ()))]
    near = difflib.get_close_matches(name, dict.fromkeys(ids), n=3)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    where = " and ".join([", ".join(places[:-1]), places[-1]] if len(places) > 1 else places)
    return f"no claim has the id {name!r}: {where}{hint}"


def _declared_with(outer: Entry | None) -> Registry:
    among: Registry | None = getattr(outer, "among", None)
    return current() if among is None else among


def _folders(name: str, outer: Entry | None) -> Iterator[Path]:
    """Yield the folders in which a claim is looked for that is not declared beside the one that uses it."""
    script = None if outer is None else Path(outer.path).resolve()
    own = _library()
    if own is not None and script is not None and script.is_relative_to(own):
        yield own
        return
    around = folder_around(script)
    if around is not None:
        yield around
    # every id of the library has a capital, a digit or a dot: words beside a step are none, and need not be looked for
    if own is not None and own != around and re.search(r"[A-Z0-9.]", name):
        yield own


def _library() -> Path | None:
    """Return the folder of the proof scripts that come with symattn, or None where they are not installed with it."""
    with contextlib.suppress(UsageError):
        return library.folder().resolve()
    return None


def _scripts_of(folder: Path, registry: Registry) -> Registry:
    """Return the claims of the scripts in a folder, read once for those that are declared together.

    Of symattn's own, whose ids all stand in their texts, each script is read when a claim of it is looked for: another
    would take the names of the words that it imports.
    """
    if str(folder) not in registry.nearby and folder == _library():
        elsewhere = {id: str(script) for script in script_paths([folder]) for id in declared_ids(script)}
        registry.nearby[str(folder)] = Registry(elsewhere=elsewhere)
    if str(folder) not in registry.nearby:
        registry.nearby[str(folder)] = Registry()
        with contextlib.suppress(UsageError):  # a folder that is called so may hold no claims
            registry.nearby[str(folder)] = load([folder])
    return registry.nearby[str(folder)]


#: Where scripts that were sent here lie, as if the command were run there.
_here: Path | None = None


def folder_around(script: Path | None) -> Path | None:
    """Return the folder of proof scripts in which a script lies, or the one that is here, or None."""
    above = () if script is None else script.resolve().parents
    here = Path(SCRIPTS).resolve() if _here is None else _here / SCRIPTS
    return next((each for each in (*(each for each in above if each.name == SCRIPTS), here) if each.is_dir()), None)


@contextlib.contextmanager
def being_in(folder: Path) -> Iterator[None]:
    """Look for the folder of proof scripts in another folder than the one that is here, until this ends."""
    global _here
    outer, _here = _here, folder
    try:
        yield
    finally:
        _here = outer
