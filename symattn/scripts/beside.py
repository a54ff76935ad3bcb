"""Import what lies beside a proof script, always from its text, and apart for each folder.

Python would take bytecode for a module whose text has changed since, where length and time are as before, or where the
bytecode says that it is not to be compared; but what is known of a claim is known by the texts. And two folders may
each have a module of one name.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import CodeType, ModuleType

from symattn.scripts.fingerprints import HOME

#: The folders of the scripts that were run, each with the modules that scripts imported from there.
_modules: dict[Path, dict[str, ModuleType]] = {}
#: What others than scripts had imported from these folders, before the scripts were run.
_others: dict[Path, dict[str, ModuleType]] = {}
#: The folders from which is imported now, the last one first, and what was found beside scripts since this was noted.
_entered: list[Path] = []
_found: dict[str, Path] = {}


class FromItsText(importlib.machinery.SourceFileLoader):
    """Load a module from its text as it stands, whatever bytecode there is, and leave none."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


class _Finder(MetaPathFinder):
    """Find modules as Python does, and have those from their texts that lie in folders of scripts."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find a module; raise ImportError for one beside a script of which there is bytecode and no text."""
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None:
            return None
        place = spec.origin or next(iter(spec.submodule_search_locations or ()), "")
        folder = next((each for each in (*_entered, *_modules) if _lies_in(each, Path(place))), None)
        if folder is not None:
            _found[name] = folder
            if isinstance(spec.loader, importlib.machinery.SourcelessFileLoader):
                raise ImportError(f"there is no text of the module {name}, only bytecode", name=name, path=place)
            if isinstance(spec.loader, importlib.machinery.SourceFileLoader):
                spec.loader = FromItsText(spec.loader.name, spec.loader.path)
        return spec


_FINDER = _Finder()


def _lies_in(folder: Path, place: Path) -> bool:
    """Tell whether a file is one of a folder of scripts: what is installed there, or hidden, is not."""
    if not place.is_relative_to(folder) or (HOME.is_relative_to(folder) and place.is_relative_to(HOME)):
        return False
    return not any(part.startswith(".") or part == "site-packages" for part in place.relative_to(folder).parts)


def enter_script(folder: Path) -> contextlib.AbstractContextManager[None]:
    """Import from the folder of a script that is read, until this ends; set aside what others imported from there."""
    if _FINDER not in sys.meta_path:  # right before Python's finder of files, behind those of tools such as pytest
        finders: list[object] = list(sys.meta_path)
        python_s = importlib.machinery.PathFinder
        sys.meta_path.insert(finders.index(python_s) if python_s in finders else len(finders), _FINDER)
    others, own = _others.setdefault(folder, {}), modules_of(folder)
    for name, module in list(sys.modules.items()):
        loader = getattr(module, "__loader__", None)
        if type(loader) is not importlib.machinery.SourceFileLoader or name in own or name == "__main__":
            continue
        if loader.path.startswith(str(folder)) and _lies_in(folder, Path(loader.path)):
            others[name] = module
    return in_folder(folder)


@contextlib.contextmanager
def in_folder(folder: Path) -> Iterator[None]:
    """Import from a folder first, as Python does for a main script there, until this ends.

    What was imported from other folders of scripts is out of sight meanwhile.
    """
    own = _modules.setdefault(folder, {})
    hidden = [modules for other, modules in _modules.items() if other != folder] + [_others.get(folder, {})]
    taken = [(modules, name, module) for modules in hidden for name, module in _taken_out(modules).items()]
    sys.modules.update(own)
    _entered.insert(0, folder)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        _entered.remove(folder)
        with contextlib.suppress(ValueError):
            sys.path.remove(str(folder))
        _note_found()
        if taken:
            _taken_out(own)
            sys.modules.update({name: module for modules, name, module in taken if modules.get(name) is module})


def modules_of(folder: Path) -> Mapping[str, ModuleType]:
    """Return the modules that scripts of a folder imported from there, by their names."""
    return _modules.get(folder, {})


def forget_modules() -> list[ModuleType]:
    """Let everything be imported anew that scripts imported from their own folders; return what that was."""
    _note_found()
    gone = [module for modules in _modules.values() for module in modules.values()]
    for modules in _modules.values():
        _taken_out(modules)
        modules.clear()
    return gone


def _note_found() -> None:
    """Note the modules that were found beside scripts and imported since."""
    for name in list(_found):
        folder = _found.pop(name)
        if name in sys.modules:
            _modules.setdefault(folder, {})[name] = sys.modules[name]


def _taken_out(modules: Mapping[str, ModuleType]) -> dict[str, ModuleType]:
    """Take modules out of sight, and return those that were in it."""
    seen = {name: module for name, module in modules.items() if sys.modules.get(name) is module}
    for name in seen:
        del sys.modules[name]
    return seen
