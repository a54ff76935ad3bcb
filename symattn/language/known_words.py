"""The words that were defined so far, and the names that no definition may take.

``define`` enters the words; the front doors of the language and of the package enter their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from symattn.language.house_words import HOUSE_WORDS, made_word


class _Words(SimpleNamespace):
    """Hold words as attributes; one of the language itself is made when it is looked up."""

    def __getattr__(self, name: str) -> type:
        if name not in HOUSE_WORDS:
            raise AttributeError(name)
        return made_word(name)


#: The classes of the words as attributes: this is where pickle finds the class of an object again.
WORDS = _Words()
#: The names of the language, which no definition may take.
RESERVED: set[str] = set()


def words() -> Mapping[str, Any]:
    """Return the words that were defined so far, by name."""
    return vars(WORDS)


def reserve(names: Iterable[str]) -> None:
    """Enter names of the language."""
    RESERVED.update(names)
