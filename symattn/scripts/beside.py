"""Import the modules in a proof script's folder from their source files, separately for each script.

Python may use outdated bytecode: where length and time of the source are as before, or where the bytecode says that it
need not be compared. Each script gets module objects of its own: two folders may have modules of one name, and no
script sees what another changes in a module of their folder.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import CodeType, ModuleType

from symattn.scripts import clean
from symattn.scripts.fingerprints import HOME

#: The modules that each script has imported from its folder.
_modules: dict[Path, dict[str, ModuleType]] = {}
#: The scripts that are running, the last one first, and the modules found in its folder since they were last noted.
_entered: list[Path] = []
_found: set[str] = set()


class FromItsText(importlib.machinery.SourceFileLoader):
    """Load a module from its source; neither read nor write bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


class _Noted(importlib.machinery.SourceFileLoader):
    """Load a module of `symattn.modern` while a script runs; from then on the script may not change it."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        clean.note(module.__name__, module)


class _Finder(MetaPathFinder):
    """Find modules as Python does; load those in the folder of a running script from source."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find a module; raise ImportError for one in the script's folder that has bytecode and no source."""
        spec = importlib.machinery.PathFinder.find_spec(name, path, target) if _entered else None
        if spec is None:
            return None
        place = spec.origin or next(iter(spec.submodule_search_locations or ()), "")
        first = name.partition(".")[0]
        if lies_in(_entered[0].parent, Path(place)) or first in _found or first in _modules[_entered[0]]:
            _found.add(name)
            if isinstance(spec.loader, importlib.machinery.SourcelessFileLoader):
                raise ImportError(f"there is no text of the module {name}, only bytecode", name=name, path=place)
            if isinstance(spec.loader, importlib.machinery.SourceFileLoader):
                spec.loader = FromItsText(spec.loader.name, spec.loader.path)
        elif name.startswith("symattn.modern.") and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Noted(spec.loader.name, spec.loader.path)
        return spec


_FINDER = _Finder()


def lies_in(folder: Path, place: Path) -> bool:
    """Tell whether a file belongs to the folder of a script; files that are hidden or installed there do not."""
    if not place.is_relative_to(folder) or (HOME.is_relative_to(folder) and place.is_relative_to(HOME)):
        return False
    return not any(part.startswith(".") or part == "site-packages" for part in place.relative_to(folder).parts)


def forget(script: Path) -> None:
    """Forget the modules of a script, so that it imports them anew."""
    _modules[script.resolve()] = {}


@contextlib.contextmanager
def beside(script: Path) -> Iterator[None]:
    """Import from the folder of a script first, as Python does for a main script, until this ends.

    Meanwhile the modules that others imported from there are hidden; afterwards those of the script are.
    """
    if _FINDER not in sys.meta_path:  # right before Python's finder of files, behind those of tools such as pytest
        finders: list[object] = list(sys.meta_path)
        python_s = importlib.machinery.PathFinder
        sys.meta_path.insert(finders.index(python_s) if python_s in finders else len(finders), _FINDER)
    script = script.resolve()
    own, folder = _modules.setdefault(script, {}), script.parent
    _note_found()
    outer = {name: module for each in _entered if each != script for name, module in _modules[each].items()}
    hidden = {**_taken_out(outer), **_taken_out(_of_others(folder))}
    sys.modules.update(own)
    _entered.insert(0, script)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        _note_found()
        _entered.remove(script)
        with contextlib.suppress(ValueError):
            sys.path.remove(str(folder))
        if script not in _entered:
            _taken_out(own)
        sys.modules.update(hidden)


def _note_found() -> None:
    """Note the modules that the running script has imported from its folder."""
    if _entered:
        found = {name: sys.modules[name] for name in _found if name in sys.modules}
        _modules[_entered[0]].update(found)
    _found.clear()


def _of_others(folder: Path) -> dict[str, ModuleType]:
    """Return the modules in a folder of scripts that were imported by other code than scripts."""
    found: dict[str, ModuleType] = {}
    if clean.alone:
        return found
    for name, module in list(sys.modules.items()):
        loader = getattr(module, "__loader__", None)
        if type(loader) is not importlib.machinery.SourceFileLoader or name == "__main__":
            continue
        if loader.path.startswith(str(folder)) and lies_in(folder, Path(loader.path)):
            found[name] = module
    return found


def _taken_out(modules: Mapping[str, ModuleType]) -> dict[str, ModuleType]:
    """Remove modules from `sys.modules`, and return those that were there."""
    seen = {name: module for name, module in modules.items() if sys.modules.get(name) is module}
    for name in seen:
        del sys.modules[name]
    return seen
