"""Registration: the handlers of the primitives, found by scanning and not by a list.

A primitive is a package of ``symattn/primitives/`` with a small module for each floor that it takes part in.  The front
door of a floor asks here for the modules of its own name, once its tables stand; importing such a module enters what is
in it.  No import statement says so: these imports are the registration.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from os import listdir
from pathlib import Path
from types import ModuleType

PRIMITIVES = "symattn.primitives"


def modules_in(folder: str) -> list[str]:
    """Return the names of the modules in a folder, sorted.

    >>> modules_in(str(Path(__file__).parent / "primitives" / "softmax"))[:3]
    ['arrays', 'cost', 'elaboration']
    """
    names = (each.removesuffix(".py") for each in listdir(folder) if each.endswith(".py"))
    return sorted(name for name in names if name != "__init__")


@cache
def _found() -> Mapping[str, frozenset[str]]:
    """Return the packages of the primitives, in the order of their names, and the names of the modules in each."""
    folder = Path(__file__).parent / "primitives"
    packages = sorted(each for each in listdir(folder) if (folder / each / "__init__.py").is_file())
    return {name: frozenset(modules_in(str(folder / name))) for name in packages}


def enter_primitives(floor: str) -> tuple[ModuleType, ...]:
    """Import the modules of one name of all primitives, in the order of the names of the primitives.

    >>> [module.__name__ for module in enter_primitives("word")][:2]
    ['symattn.primitives.expectation.word', 'symattn.primitives.gradients.word']
    """
    return tuple(
        import_module(f"{PRIMITIVES}.{name}.{floor}") for name, modules in _found().items() if floor in modules
    )


@cache
def primitive_words() -> Mapping[str, type]:
    """Return the classes of the primitives that one writes, by name, and the symbols and propositions beside them.

    Raise ImportError for a name that two primitives give.

    >>> primitive_words()["RowMax"].__module__
    'symattn.primitives.maxima.word'
    """
    return _named("__all__")


@cache
def unwritten_words() -> Mapping[str, type]:
    """Return the classes of the primitives that are made by an operation, as ``family[h]`` is, by name.

    >>> sorted(unwritten_words())
    ['EncodingStep', 'FamilyMember']
    """
    return _named("UNWRITTEN")


def _named(listed: str) -> Mapping[str, type]:
    found: dict[str, type] = {}
    for module in enter_primitives("word"):
        for name in getattr(module, listed, ()):
            if name in found:
                raise ImportError(f"{name} is a primitive of {found[name].__module__} and of {module.__name__}")
            found[name] = getattr(module, name)
    return found
