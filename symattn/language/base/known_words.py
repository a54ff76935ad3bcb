"""The table of words: those defined so far, those made on first use, and the names that are taken.

``define`` and ``house_word`` enter the words; the front doors of the language and of the package enter their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

#: The words of the language that are made when they are first asked for: their names, and what makes each.
MAKERS: dict[str, Callable[[], type]] = {}


class _Words(SimpleNamespace):
    """Hold words as attributes; one of the language itself is made when it is looked up."""

    def __getattr__(self, name: str) -> type:
        if name not in MAKERS:
            raise AttributeError(name)
        return MAKERS[name]()


#: The classes of the words as attributes: this is where pickle finds the class of an object again.
WORDS = _Words()
#: The words that stand in symattn's own modules, once all of these are imported.
OWN: set[type] = set()
#: The names of the language, which no definition may take.
RESERVED: set[str] = set()


def words() -> Mapping[str, Any]:
    """Return the words that were defined so far, by name."""
    return vars(WORDS)


def reserve(names: Iterable[str]) -> None:
    """Enter names of the language."""
    RESERVED.update(names)
