"""Classes that a user writes: what they may be called, and one formula for each, taken once.

A class of one's own is a matrix or a similarity kernel with a formula.  It is printed by its own name and its
arguments, so its name must be none of the language's.  Its formula is evaluated when an object of it first stands in an
expression; prover and evaluators all read that result, and a formula that later gives something else is an error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from symattn.errors import UnsupportedExpression
from symattn.language.names import check_name, is_plain, is_word, skeleton
from symattn.language.occurrences import free_parts
from symattn.language.traversal import postorder

#: What decides how an object is shown, compared and taken apart; a class of one's own leaves it as it is.
_FIXED = frozenset(
    (
        *("__str__", "__repr__", "__format__", "__eq__", "__ne__", "__hash__", "__call__", "__getitem__", "__class__"),
        *("__getattribute__", "__getattr__", "args", "func", "free_symbols", "entry", "_entry", "_make", "is_checked"),
        *("_shown_arguments", "xreplace", "_xreplace", "_subs", "name", "_sympystr", "_sympyrepr", "_latex", "_pretty"),
    )
)
_FIXED_BEGINNINGS = ("_print_", "_repr_", "_mathml", "_symattn")

_library: WeakSet[type] = WeakSet()
_meanings: WeakKeyDictionary[type, dict[Any, Basic]] = WeakKeyDictionary()


def real_name(kind: type) -> str:
    """Return the name of a class, whatever its metaclass says."""
    return str(type.__dict__["__name__"].__get__(kind))


def is_own(kind: type) -> bool:
    """Tell whether a class was written by the user: it is found in no module of SymPy or symattn.

    >>> from symattn.language.similarity import DotProduct
    >>> is_own(DotProduct), is_own(type("Mine", (DotProduct,), {"__module__": "symattn.language.similarity"}))
    (False, True)
    """
    if kind in _library:
        return False
    found: Any = sys.modules.get(module := str(kind.__module__))
    for part in str(type.__dict__["__qualname__"].__get__(kind)).split("."):
        found = getattr(found, part, None)
    if found is kind and module.partition(".")[0] in ("sympy", "symattn"):
        _library.add(kind)
        return False
    return not issubclass(kind, AppliedUndef)


def own_parts(*expressions: Basic) -> Iterable[Basic]:
    """Yield the objects of the user's classes in some expressions, each once."""
    verdicts: dict[type, bool] = {}
    for node in postorder(*expressions):
        kind = type(node)
        if kind not in verdicts:
            verdicts[kind] = is_own(kind)
        if verdicts[kind]:
            yield node


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
    from symattn.language.nodes import Node
    from symattn.language.own_words import words
    from symattn.language.similarity import SimilarityKernel

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


# ---------------------------------------------------------------------------------------------------------- one meaning


def definition_of(node: Any) -> Basic:
    """Return what a node is defined to be: of a class of the user what it was when the node was first met.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.attention import RowSoftmax
    >>> definition_of(RowSoftmax(MatrixSymbol("A", 2, 2))).shape
    (2, 2)
    """
    if not is_own(type(node)):
        return node.definition()
    return taken_once(node, node, node.definition)


def taken_once(owner: Basic, key: Any, make: Callable[[], Any], arguments: Iterable[Basic] = ()) -> Any:
    """Return the formula of an object of the user's class: made at the first call, and the same ever after.

    It may speak of the symbols in the object and in the ``arguments``; raise UnsupportedExpression for any other.
    """
    known = _meanings.setdefault(type(owner), {})
    if key not in known:
        known[key] = _made(owner, make, arguments)
    return known[key]


def _made(owner: Any, make: Callable[[], Any], arguments: Iterable[Basic]) -> Basic:
    name = real_name(type(owner))
    try:
        value = make()
    except RecursionError:
        raise UnsupportedExpression(name, "its definition has no end: it speaks of itself") from None
    if not isinstance(value, Basic):
        raise UnsupportedExpression(name, f"its formula gives {value!r}, which is no SymPy expression")
    allowed = (owner, *arguments, *(owner.shape if getattr(owner, "is_Matrix", False) else ()))
    free = free_parts(value, *allowed)
    hidden = free[value].difference(*(free[part] for part in allowed))
    if hidden:
        symbol = min(map(str, hidden))
        reason = f"its formula speaks of {symbol}, which is none of its arguments; make it one"
        raise UnsupportedExpression(name, reason)
    return value


def _check_unchanged(node: Any, names: Any, enter: Any) -> None:
    """Compare all formulas of an object that are in use with what its class says now."""
    from symattn.language.similarity import SimilarityKernel, formula_at

    if isinstance(node, SimilarityKernel):
        found = [(key, value) for key, value in _meanings.get(type(node), {}).items() if key[0] == node]
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
