"""The spelling of a statement: the names of its symbols, and of the classes that its user wrote."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import Basic

from symattn.language.base.names import check_name
from symattn.language.base.naming import NAMED
from symattn.language.base.passed import Passed
from symattn.language.base.traversal import postorder
from symattn.language.class_checks import check_classes


def check_words(*expressions: Basic, reasons: Iterable[Any] = ()) -> None:
    """Check every name in some expressions, bound ones included, and every class of the user.

    Raise UnsupportedExpression for a name that is not seen as it is, and for a class that could be taken for another or
    whose formula has changed; ``reasons`` are those of the steps of a calc.

    >>> from sympy import Symbol
    >>> check_words(Symbol("x*") + Symbol("a b"))
    >>> check_words(Symbol("a\\nb"))
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use 'a\\nb': a name has only characters that are seen; rename it,
    without '\\n'
    """
    for node in postorder(*expressions):  # also of one that has passed: a symbol may be called otherwise by now
        if isinstance(node, NAMED):
            check_name(str(node.name), "a name")
    new = _PASSED.new(expressions)
    if new or reasons:
        check_classes(*new, reasons=reasons)
    if new:
        _PASSED.keep(new, list(postorder(*new, inside=_PASSED.inside)))


#: The last expressions without an object of a class of the user.
_PASSED = Passed()
