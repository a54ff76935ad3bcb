"""Relate constants of the kernel to classes of the language, and make constants for classes of users.

A step of a calc names classes, and may unfold the constants of these classes and no others.  A class of the user has
no definition at matrices of unknown sizes: what an instance of it is defined to be becomes a constant of its own,
applied to the variables that it speaks of.  Its name is that of the class with a digest of the value: the same in every
run, whatever was decided before, and another one when the formula is another one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache

from symattn.kernel_names import kernel_name
from symattn.language.base.own_classes import real_name

from ..kernel.terms import Abs, App, Const, Size, Term, abstract, app, const, size_variables
from ..prover.library.definitions import define

_CLASSES: dict[str, tuple[type, ...]] = {}
_LATER: set[str] = set()


def classes() -> Mapping[str, tuple[type, ...]]:
    """Return the classes that each constant belongs to, for those that a step of a calc has to name.

    They are several only where the user wrote a class again, with the same name and the same formula.
    """
    return _CLASSES


def belongs_to(name: str, kind: type) -> None:
    """Enter a class that a constant belongs to."""
    known = _CLASSES.get(name, ())
    if kind not in known:
        _CLASSES[name] = (*known, kind)


def defined_later(*names: str) -> None:
    """Enter names of constants of the language that are defined when they are first used."""
    _LATER.update(names)


def names_defined_later() -> frozenset[str]:
    """Return the names of constants that the language will define when they are first used."""
    return frozenset(_LATER)


def by_value(kind: type, value: Term) -> Term:
    """Return a constant of a class that has the given value, applied to the variables in it."""
    variables = sorted(value.free, key=lambda v: (v.name, str(v.type)))
    closed = value
    for variable in reversed(variables):
        closed = abstract(variable, closed)
    sizes = tuple(sorted(size_variables([closed])))
    name = f"{kernel_name(real_name(kind))}.{_digest(closed)}"
    define(name, sizes, closed)
    belongs_to(name, kind)
    return app(const(name, *map(Size.variable, sizes)), *variables)


@lru_cache(maxsize=1024)
def _digest(term: Term) -> str:
    """Return sixteen hexadecimal digits that tell closed terms apart; each distinct part is read once."""
    found: dict[Term, str] = {}
    stack = [term]
    while stack:
        t = stack[-1]
        parts = _parts(t)
        waiting = [part for part in parts if part not in found]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        own = f"{t} {t.sizes}" if isinstance(t, Const) else str(t) if not parts else ""
        text = "|".join((type(t).__name__, own, str(t.type), *(found[part] for part in parts)))
        found[t] = hashlib.sha256(text.encode()).hexdigest()
    return found[term][:16]


def _parts(term: Term) -> tuple[Term, ...]:
    if isinstance(term, App):
        return (term.function, term.argument)
    return (term.body,) if isinstance(term, Abs) else ()
