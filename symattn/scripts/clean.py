"""Refuse scripts that change modules and classes which all claims share: symattn's, SymPy's and Python's own.

After `sympy.exp = sympy.cos` a verdict says nothing about what is written. So before and after a script runs, every
name of these modules and classes, and every entry of symattn's tables and of others' tables of functions, must stand
for the same object, and each name in `sys.modules` for the same module. A change raises ModuleChanged and is undone.
Not counted as changes: private counters and caches, new entries, and submodules that are imported on first use.
"""

from __future__ import annotations

import builtins
import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from symattn.errors import SymattnError

Result = TypeVar("Result")


class ModuleChanged(SymattnError):
    """Report which names of shared modules and classes a script changes."""


#: The packages whose modules are compared, besides Python's standard library.
PACKAGES = frozenset(("symattn", "sympy", "mpmath", "numpy", "flint", "gmpy2"))
#: Modules with hooks that printing and typing libraries set: `init_printing`, `typing_extensions`.
_HOOKS = frozenset(("sys", "typing"))
#: Settings for what is printed, for time zones and for temporary files; no claim is decided by them.
_SETTINGS = frozenset(
    (
        "builtins._",  # of doctest and gettext
        "sympy.functions.elementary.complexes.adjoint._sympyrepr",  # of sympy.physics.quantum
        "tempfile.tempdir",
        "threading.excepthook",
        "time.altzone",
        "time.daylight",
        "time.timezone",
        "time.tzname",
        "warnings.formatwarning",
        "warnings.showwarning",
    )
)
#: The class to which `define` adds a user's words.
_WORDS = "symattn.language.base.known_words.WORDS"
#: Attributes that Python sets on its own.
_SAID = frozenset(("__annotations__", "__doc__", "__signature__", "__slotnames__", "__warningregistry__"))
_PLAIN = (int, float, str, bytes, tuple, list, dict, set, frozenset, type(None))
_IMMUTABLE = 1 << 8  # a flag of types: no attribute of it can be set
_ABSENT = object()


@dataclass
class _Taken:
    """Hold which object stood under each name of a module or class, or under each key of a table."""

    owner: Any
    called: str
    space: Mapping[Any, Any]
    names: list[Any]
    values: list[Any]
    kind: Any


_taken: dict[int, _Taken] = {}
#: The modules of the packages by name, which functions import again when they are called.
_modules: dict[str, ModuleType] = {}
_depth = 0
#: Whether this process runs nothing but proof scripts, so that nothing else changes a module between two of them.
alone = False


def for_scripts_alone() -> None:
    """Declare that this process, which has just begun, runs nothing but proof scripts.

    Its start has changed modules of Python, such as `multiprocessing.process`, and none of the packages.
    """
    global alone
    alone = True
    _take_new()
    _take(sys.modules[__name__], __name__)
    for each in list(_taken.values()):
        if each.called.partition(".")[0] not in PACKAGES:
            _take(each.owner, each.called)


def unchanged(what: str, run: Callable[[], Result]) -> Result:
    """Run a part of a script; where it changes a module or class, undo that and raise ModuleChanged.

    Calls may be nested; only the outermost compares.
    """
    global _depth
    if _depth:
        return run()
    if not alone:
        look()
    _depth += 1
    try:
        return run()
    finally:
        _depth -= 1
        if found := look(mend=True):
            names = ", ".join(sorted(found)[:3]) + (", …" if len(found) > 3 else "")
            raise ModuleChanged(f"{what} changes {names}, by which other claims are decided too")


def look(mend: bool = False) -> list[str]:
    """Compare all modules and classes with what they were at the last call; return the names that have changed.

    With `mend` the changes are undone.
    """
    _take_new()
    found: list[str] = []
    for name, module in list(_modules.items()):
        if sys.modules.get(name) is not module:
            found.append(f"sys.modules[{name}]")
            if mend:
                sys.modules[name] = module
            else:
                del _modules[name]
    for each in list(_taken.values()):
        try:
            same = list(each.space.values()) == each.values and _kind(each.owner) is each.kind
        except Exception:  # the comparison of some other object raises
            same = False
        if not same:
            found += _changed(each, mend)
            _take(each.owner, each.called)
    return found


def _take_new() -> None:
    """Note the modules that are not compared yet, with their classes and tables."""
    for name, module in list(sys.modules.items()):
        if id(module) in _taken or not isinstance(module, ModuleType):
            continue
        note(name, module)


def note(name: str, module: ModuleType) -> None:
    """Note a module, with its classes and tables, where it is one that is compared."""
    first = name.partition(".")[0]
    if first in PACKAGES or (first in sys.stdlib_module_names and name not in _HOOKS):
        _take(module, module.__name__)
        for value in list(vars(module).values()):
            if isinstance(value, type) and id(value) not in _taken and not value.__flags__ & _IMMUTABLE:
                _take(value, f"{value.__module__}.{value.__qualname__}")
        if first in PACKAGES:
            _modules.setdefault(name, module)
            for table, value in list(vars(module).items()):
                if type(value) is dict and id(value) not in _taken and _is_watched(name, table, value):
                    _take(value, f"{name}.{table}")


def _is_watched(module: str, name: str, table: dict[Any, Any]) -> bool:
    """Tell whether a table has functions, or is a public one of symattn."""
    return callable(next(iter(table.values()), None)) or (module.startswith("symattn.") and name[0].isupper())


def _take(owner: Any, called: str) -> None:
    space = owner if type(owner) is dict else vars(owner)
    _taken[id(owner)] = _Taken(owner, called, space, list(space), list(space.values()), _kind(owner))


def _kind(owner: Any) -> Any:
    return type.__dict__["__bases__"].__get__(owner) if isinstance(owner, type) else type(owner)


def _changed(taken: _Taken, mend: bool) -> Iterator[str]:
    """Yield the names that stand for another object than before; with `mend` undo each change."""
    owner, called, before = taken.owner, taken.called, dict(zip(taken.names, taken.values, strict=True))
    if _kind(owner) is not taken.kind:
        yield called
        if mend:
            setattr(owner, "__bases__" if isinstance(owner, type) else "__class__", taken.kind)
    for name in {**before, **taken.space}:
        old, new = before.get(name, _ABSENT), taken.space.get(name, _ABSENT)
        if old is new or _is_filled_in(owner, called, name, old, new):
            continue
        yield f"{called}[{name}]" if type(owner) is dict else f"{called}.{name}"
        if mend:
            with contextlib.suppress(AttributeError, KeyError):
                _put_back(owner, name, old)


def _put_back(owner: Any, name: Any, old: Any) -> None:
    if isinstance(owner, type):
        type.__delattr__(owner, name) if old is _ABSENT else type.__setattr__(owner, name, old)
    elif type(owner) is dict and old is not _ABSENT:
        owner[name] = old
    elif type(owner) is dict:
        del owner[name]
    elif old is _ABSENT:
        del vars(owner)[name]
    else:
        vars(owner)[name] = old


def _says_the_same(old: Any, new: Any) -> bool:
    """Tell whether a definition of a word is given once more: what is printed of it may differ."""
    return hasattr(old, "says_the_same_as") and bool(old.says_the_same_as(new))


def _is_filled_in(owner: Any, called: str, name: Any, old: Any, new: Any) -> bool:
    """Tell whether a module or class changes a name itself as it works."""
    if type(owner) is dict:
        if called.startswith("symattn.") and called.rpartition(".")[2][0].isupper():
            return old is _ABSENT and callable(new)
        return not callable(old)
    is_private = name.startswith("_") and not name.startswith("__")
    if name in _SAID or f"{called}.{name}" in _SETTINGS or (is_private and isinstance(old, _PLAIN)):
        return True
    if old is not _ABSENT:
        return name == "word" and type(old) is type(new) and _says_the_same(old, new)
    if isinstance(owner, type):
        return called == _WORDS or (is_private and isinstance(new, _PLAIN))
    return not name.startswith("__") and not hasattr(builtins, name)
