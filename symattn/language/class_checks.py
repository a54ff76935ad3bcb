"""Check classes that users write: their names, what they override, and that their formula stays the same.

A class of the user is printed by its own name and its arguments, so its name must be none of the language's, and what
decides how an object is shown, compared and taken apart must be as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy
from sympy import Basic

from symattn.errors import UnsupportedExpression
from symattn.language.base.known_words import words
from symattn.language.base.names import check_name, is_plain, is_word, skeleton
from symattn.language.base.nodes import Node
from symattn.language.base.own_classes import definition_of, is_own, own_parts, real_name, taken
from symattn.primitives.kernels.word import SimilarityKernel, formula_at

#: What decides how an object is shown, compared and taken apart; a class of one's own leaves it as it is.
_FIXED = frozenset(
    (
        *("__str__", "__repr__", "__format__", "__eq__", "__ne__", "__hash__", "__call__", "__getitem__", "__class__"),
        *("__getattribute__", "__getattr__", "args", "func", "free_symbols", "entry", "_entry", "_make", "is_checked"),
        *("_shown_arguments", "xreplace", "_xreplace", "_subs", "name", "_sympystr", "_sympyrepr", "_latex", "_pretty"),
    )
)
_FIXED_BEGINNINGS = ("_print_", "_repr_", "_mathml", "_symattn")


def check_classes(*expressions: Basic, reasons: Iterable[Any] = ()) -> None:
    """Check the classes of the user in some expressions, and among the reasons of a step.

    Raise UnsupportedExpression for a class with a name of the language, one that changes how it is shown, one that is
    neither a matrix nor a kernel, for two classes of one name, and for a formula that has changed since it was first
    used.
    """
    names: dict[str, type] = {}

    def enter(kind: type) -> None:
        _check_class(kind)
        if names.setdefault(skeleton(real_name(kind)), kind) is not kind:
            reason = "two different classes have this name; rename one, or build all expressions anew"
            raise UnsupportedExpression(real_name(kind), reason)

    for reason in reasons:
        if isinstance(reason, type) and is_own(reason):
            enter(reason)
    for node in list(own_parts(*expressions)):
        enter(type(node))
        _check_unchanged(node, names, enter)


def _check_class(kind: type) -> None:
    name = real_name(kind)
    check_name(name, "the name of a class")
    if not issubclass(kind, Node | SimilarityKernel):
        raise UnsupportedExpression(name, "a class of one's own derives from SimilarityKernel or from a matrix class")
    if is_word(name) or name in words() or hasattr(sympy, skeleton(name)):
        raise UnsupportedExpression(
            name, "a class of one's own is called like a word of the language; rename the class"
        )
    if not (name.isidentifier() and (name.isascii() or is_plain(name))):
        raise UnsupportedExpression(name, "the name of a class is one word of letters and digits; rename the class")
    bases = kind.__mro__
    if type(kind) is not type(next(base for base in bases if not is_own(base))):
        raise UnsupportedExpression(name, "a class of one's own has no metaclass")
    for base in bases:
        if base is not kind and not issubclass(base, Basic):
            continue
        changed = [a for a in vars(base) if a in _FIXED or a.startswith(_FIXED_BEGINNINGS)] if is_own(base) else []
        if changed:
            reason = f"its class changes {sorted(changed)[0]}, by which symattn shows or reads it; leave that out"
            raise UnsupportedExpression(name, reason)


def _check_unchanged(node: Any, names: Any, enter: Any) -> None:
    """Compare all formulas of an object that are in use with what its class says now."""
    if isinstance(node, SimilarityKernel):
        found = [(key, value) for key, value in taken(node) if key[0] == node]
        pairs = [(value, formula_at(node, *key[1:])) for key, value in found]
    elif hasattr(node, "definition"):
        pairs = [(definition_of(node), node.definition())]
    else:
        return
    for before, now in pairs:
        if before != now:
            reason = (
                "its formula has changed since it was first used: what it depends on must be an argument of the class"
            )
            raise UnsupportedExpression(real_name(type(node)), reason)
        for part in own_parts(before):
            if part != node:
                enter(type(part))
                _check_unchanged(part, names, enter)
