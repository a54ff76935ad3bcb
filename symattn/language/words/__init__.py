"""The words of the language that have a definition: one module per subject, written as a textbook defines them.

A module names its words in ``__all__``; that is all it takes for them to be words of the language.  A word is a
function under ``house_word`` that returns the definition, as ``define`` takes it, and is made when it is first asked
for; or a class under ``ByDefinition`` where arguments may be left out or are read in more than one way.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from symattn.registration import modules_in


@cache
def defined_words() -> Mapping[str, Any]:
    """Return the words of all modules of this package, by name: classes, and what makes one at its first use.

    Raise ImportError for a name that two modules give.

    >>> defined_words()["Attention"].__module__
    'symattn.language.words.attention'
    """
    found: dict[str, Any] = {}
    for each in modules_in(__path__[0]):
        module = import_module(f"{__name__}.{each}")
        for name in getattr(module, "__all__", ()):
            if name in found:
                raise ImportError(f"{name} is a word of {found[name].__module__} and of {module.__name__}")
            found[name] = getattr(module, name)
    return found
