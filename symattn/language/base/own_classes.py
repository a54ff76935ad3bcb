"""Classes that users write: how they are recognised, and the formula of each, computed once.

A class of one's own is a matrix or a similarity kernel with a formula.  It is evaluated when an object of the class
first stands in an expression; prover and evaluators all read that result.  What such a class may be called, and that
its formula stays what it was, is checked by ``class_checks``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from sympy import Basic
from sympy.core.function import AppliedUndef

from symattn.errors import UnsupportedExpression
from symattn.language.base.occurrences import free_parts
from symattn.language.base.traversal import postorder

_library: WeakSet[type] = WeakSet()
_meanings: WeakKeyDictionary[type, dict[Any, Basic]] = WeakKeyDictionary()


def real_name(kind: type) -> str:
    """Return the name of a class, whatever its metaclass says."""
    return str(type.__dict__["__name__"].__get__(kind))


def is_own(kind: type) -> bool:
    """Tell whether a class was written by the user: it is found in no module of SymPy or symattn.

    >>> from symattn.language.words.kernels import DotProduct
    >>> is_own(DotProduct), is_own(type("Mine", (DotProduct,), {"__module__": "symattn.primitives.kernels.word"}))
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


# ---------------------------------------------------------------------------------------------------------- one meaning


def definition_of(node: Any) -> Basic:
    """Return what a node is defined to be: of a class of the user what it was when the node was first met.

    >>> from sympy import MatrixSymbol
    >>> from symattn.primitives.softmax.word import RowSoftmax
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


def taken(owner: Basic) -> list[tuple[Any, Basic]]:
    """Return the formulas of objects of the user's class that were taken so far, by their keys."""
    return list(_meanings.get(type(owner), {}).items())


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
