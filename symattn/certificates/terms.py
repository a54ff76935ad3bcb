"""Write terms of the kernel as lines: each term once, parts before wholes, as `docs/certificate.md` describes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from symattn.errors import UsageError
from symattn.kernel.axioms import CONSTANTS
from symattn.kernel.terms import Abs, App, Bound, Const, Lit, Term, Var
from symattn.prover.library.definitions import definition_of

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


#: Why there is none where Python does not write a number.
TOO_LARGE = "there is no certificate: a number in it has too many digits"


@contextmanager
def certificate_is_written() -> Iterator[None]:
    """Raise UsageError for a certificate with a number in it that Python does not write.

    >>> with certificate_is_written():
    ...     str(10**5000)
    Traceback (most recent call last):
    symattn.errors.UsageError: there is no certificate: a number in it has too many digits
    """
    try:
        yield
    except ValueError as error:
        if "integer string conversion" not in str(error):
            raise
        raise UsageError(TOO_LARGE) from None


class TermWriter:
    """Number terms, and write each as one line: parts before wholes, definitions before the constants they define."""

    def __init__(self, *stated: Term) -> None:
        self.lines: list[tuple[Any, ...]] = []
        self.terms: dict[Term, int] = {}
        self.constants = {entry.name for entry in CONSTANTS} | _defined(stated)

    def line(self, *items: Any) -> None:
        """Add one line."""
        self.lines.append(items)

    def undefined(self, constant: Const) -> Term | None:
        """Return what defines a constant if that has not been written, None if it has, or for a primitive constant."""
        raise NotImplementedError

    def define(self, constant: Const) -> None:
        """Write the definition of a constant whose value has been written."""
        raise NotImplementedError

    def term(self, term: Term) -> int:
        """Write what is new in a term and return its number."""
        stack = [term]
        while stack:
            t = stack[-1]
            if t in self.terms:
                stack.pop()
                continue
            value = self.undefined(t) if isinstance(t, Const) else None
            parts = (value,) if value is not None else _parts(t)
            waiting = [part for part in parts if part not in self.terms]
            if waiting:
                stack += reversed(waiting)
                continue
            if value is not None and isinstance(t, Const):
                self.define(t)
            stack.pop()
            self.line(*self.written(t))
            self.terms[t] = len(self.terms)
        return self.terms[term]

    def variable_name(self, name: str) -> str:
        """Return the name under which a variable is written: ``pi_`` for one called like the constant ``pi``.

        One that ends in _ already gets one more, so that different names stay different.
        """
        return f"{name}_" if name.rstrip("_") in self.constants else name

    def written(self, t: Term) -> tuple[Any, ...]:
        """Return the line of a term whose parts have their numbers."""
        if isinstance(t, App):
            return "apply", self.terms[t.function], self.terms[t.argument]
        if isinstance(t, Abs):
            return "lambda", str(t.binder), self.terms[t.body]
        if isinstance(t, Var):
            return "variable", self.variable_name(t.name), str(t.type)
        if isinstance(t, Bound):
            return "bound", t.index, str(t.type)
        if isinstance(t, Lit):
            return "literal", str(t.value), str(t.type)
        if isinstance(t, Const) and t.name != "=":
            return "constant", t.name, *map(str, t.sizes)
        return "equality", str(t.type.domain)


def json_lines(*items: Any) -> str:
    """Write each item as JSON on a line of its own."""
    return "".join([_JSON.encode(item) + "\n" for item in items])


def subterms(stack: list[Term]) -> Iterator[Term]:
    """Yield every part of some terms once; what is added to the list meanwhile is gone through too."""
    seen: set[Term] = set()
    while stack:
        t = stack.pop()
        if t not in seen:
            seen.add(t)
            stack += _parts(t)
            yield t


def _defined(stated: tuple[Term, ...]) -> set[str]:
    """Return the names of the defined constants that propositions rest on."""
    found: set[str] = set()
    stack = list(stated)
    for t in subterms(stack):
        if isinstance(t, Const) and t.name != "=" and t.name not in found:
            definition = definition_of(t.name)
            if definition is not None and isinstance(value := definition.arguments[2], Term):
                found.add(t.name)
                stack.append(value)
    return found


def _parts(t: Term) -> tuple[Term, ...]:
    if isinstance(t, App):
        return t.function, t.argument
    return (t.body,) if isinstance(t, Abs) else ()
