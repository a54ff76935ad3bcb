"""The words of modern attention: a library that is written as users write theirs, with the public names alone.

One module a subject, with its definitions made by ``define`` and named in its ``__all__``, a plain list; beside it
stands the script of its theorems, ``proofs/modern/SUBJECT.py``.  ``from symattn.modern import SafeSoftmax`` imports the
subject that has the name and no other; ``import symattn`` imports none.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return sorted(_subjects())
    subject = None if name.startswith("_") else _subjects().get(name)
    if subject is None:
        raise AttributeError(f"module 'symattn.modern' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{subject}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_subjects()})


@cache
def _subjects() -> Mapping[str, str]:
    """Return the subject of each word, read from the texts: no module is imported for a name that it does not have.

    Raise ImportError for a name that two subjects give.
    """
    found: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        for name in _listed(path):
            if name in found:
                raise ImportError(f"{name} is a word of {__name__}.{found[name]} and of {__name__}.{path.stem}")
            found[name] = path.stem
    return found


def _listed(path: Path) -> list[str]:
    """Return the names in the ``__all__`` of a module, which is a plain list of strings."""
    for line in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in line.targets):
            return list(ast.literal_eval(line.value))
    return []
