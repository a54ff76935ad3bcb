"""Notice what a script changes of the modules and classes that others use: symattn's, SymPy's, Python's own.

Claims are stated and proved by these, so what is decided after a change is nothing that they say. Compared is which
object stands under each name. What modules fill in as they work is no change: counters, tables, and parts that are
imported when they are first asked for. What was changed is put back.
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
    """Report what a script changes of a module or class that others use."""


#: The packages whose modules are looked at, beside those of Python itself.
PACKAGES = frozenset(("symattn", "sympy", "mpmath", "numpy", "flint", "gmpy2"))
#: Where words of one's own are entered, and what Python itself changes.
_FILLED = frozenset(("symattn.language.base.known_words.WORDS", "sys"))
_SAID = frozenset(("__annotations__", "__doc__", "__signature__", "__slotnames__", "__warningregistry__"))
_PLAIN = (int, float, str, bytes, tuple, list, dict, set, frozenset, type(None))
_IMMUTABLE = 1 << 8  # a flag of types: no attribute of it can be set
_ABSENT = object()


@dataclass
class _Taken:
    """Hold what stood under each name of a module or class."""

    owner: Any
    space: Mapping[str, Any]
    names: list[str]
    values: list[Any]
    kind: Any


_taken: dict[int, _Taken] = {}
_depth = 0
#: Whether this process is there for scripts alone, so that nothing else changes a module between two of them.
_alone = False


def for_scripts_alone() -> None:
    """Tell that this process is there for proof scripts alone, once all is imported that they use."""
    global _alone
    look()
    _alone = True


def is_for_scripts_alone() -> bool:
    """Tell whether this process was told that it is."""
    return _alone


def unchanged(what: str, run: Callable[[], Result]) -> Result:
    """Run a part of a script; raise ModuleChanged where it changes a module or class, once that is put back.

    Of parts within parts the outermost is looked at.
    """
    global _depth
    if _depth:
        return run()
    if not _alone:
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
    """Take modules and classes as they are now; return the names under which stands something else than before.

    With `mend` what stood there is put back.
    """
    for name, module in list(sys.modules.items()):
        if id(module) in _taken or not isinstance(module, ModuleType):
            continue
        first = name.partition(".")[0]
        if first in PACKAGES or first in sys.stdlib_module_names:
            _take(module)
            for value in list(vars(module).values()):
                if isinstance(value, type) and id(value) not in _taken and not value.__flags__ & _IMMUTABLE:
                    _take(value)
    found: list[str] = []
    for each in list(_taken.values()):
        try:
            same = list(each.space.values()) == each.values and _kind(each.owner) is each.kind
        except Exception:  # of what cannot be compared, and so is another object
            same = False
        if not same:
            found += _changed(each, mend)
            _take(each.owner)
    return found


def _take(owner: Any) -> None:
    space = vars(owner)
    _taken[id(owner)] = _Taken(owner, space, list(space), list(space.values()), _kind(owner))


def _kind(owner: Any) -> Any:
    return type.__dict__["__bases__"].__get__(owner) if isinstance(owner, type) else type(owner)


def _changed(taken: _Taken, mend: bool) -> Iterator[str]:
    """Yield the names under which something else stands than before, which is put back with `mend`."""
    owner, before = taken.owner, dict(zip(taken.names, taken.values, strict=True))
    called = f"{owner.__module__}.{owner.__qualname__}" if isinstance(owner, type) else owner.__name__
    if _kind(owner) is not taken.kind:
        yield called
        if mend:
            setattr(owner, "__bases__" if isinstance(owner, type) else "__class__", taken.kind)
    for name in {**before, **taken.space}:
        old, new = before.get(name, _ABSENT), taken.space.get(name, _ABSENT)
        if old is new or _is_filled_in(owner, called, name, old, new):
            continue
        yield f"{called}.{name}"
        if mend:
            with contextlib.suppress(AttributeError, KeyError):
                _put_back(owner, name, old)


def _put_back(owner: Any, name: str, old: Any) -> None:
    if isinstance(owner, type):
        type.__delattr__(owner, name) if old is _ABSENT else type.__setattr__(owner, name, old)
    elif old is _ABSENT:
        del vars(owner)[name]
    else:
        vars(owner)[name] = old


def _is_filled_in(owner: Any, called: str, name: str, old: Any, new: Any) -> bool:
    """Tell whether a name is filled in by the module or class itself as it works."""
    is_private = name.startswith("_") and not name.startswith("__")
    if name in _SAID or (is_private and isinstance(old, _PLAIN)):
        return True
    if old is not _ABSENT:
        return called in _FILLED and not callable(old)
    if isinstance(owner, type):
        return called in _FILLED or (is_private and isinstance(new, _PLAIN))
    return not name.startswith("__") and not hasattr(builtins, name)
