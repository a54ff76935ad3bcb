"""Hold what proof scripts declare: claims by id, in the order of the scripts, each with where it stands.

Nothing here reads SymPy: what is known of claims from before is found in the processes that read their scripts.
"""

from __future__ import annotations

import contextlib
import difflib
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from types import CodeType
from typing import Any, TypeAlias

from symattn.errors import ClaimError, ShapeError, UsageError
from symattn.scripts.uses import refuse_circles


def _elsewhere() -> object:
    raise UsageError("the function of this claim is in the process that read its script")


@dataclass(frozen=True)
class Declaration:
    """State what a proof script declares about one claim: its names, its source and the verdict it must get.

    `path` is the file in which it is written, `script` the one that was read; `remark` is the function's docstring on
    one line; `tex` is what symbols are printed as where it is declared; `speaks_of` are the names in the function.
    """

    id: str
    title: str
    source: str
    expected: str | ShapeError
    function: Callable[[], object]
    path: str
    line: int
    printed: str = ""
    uses: tuple[str, ...] = ()
    remark: str = ""
    script: str = ""
    tex: dict[Any, str] = field(default_factory=dict, compare=False, repr=False)
    speaks_of: tuple[str, ...] = field(default=(), compare=False, repr=False)
    among: Registry | None = field(default=None, compare=False, repr=False)

    def plain(self) -> Declaration:
        """Return what is declared as plain data, which travel to other processes."""
        expected = self.expected if isinstance(self.expected, str) else describe(self.expected)
        return replace(self, expected=expected, function=_elsewhere, tex={}, among=None)


class NoSuchClaim(UsageError):
    """Report an id that no claim has."""


@dataclass(frozen=True)
class Crash:
    """Name a claim that cannot be run because its proof script raised while it was being read.

    Where no claim of the script is known, the script itself is named: then `is_claim` is false.
    """

    id: str
    path: str
    reason: str
    line: int = 1
    raised_in: str = ""
    is_claim: bool = True

    @property
    def script(self) -> str:
        """The script that raised."""
        return self.path

    def plain(self) -> Crash:
        """Return itself, which is plain data."""
        return self


#: What stands for a claim in a registry.
Entry: TypeAlias = Declaration | Crash


def describe(error: ShapeError) -> str:
    """Write an expected shape error on one line, as JSON and tables show it.

    >>> describe(ShapeError("Q*g", ("r", "ell"), ("d", "d")))
    'ShapeError(Q*g, (r, ell), (d, d))'
    """
    shapes = ", ".join("(" + ", ".join(map(str, shape)) + ")" for shape in error.shapes)
    return f"ShapeError({error.subexpression}, {shapes})"


@dataclass
class Registry:
    """Hold declarations by id, in the order in which scripts made them; `strict` refuses a second use of an id.

    `verdicts` are those of claims that others use, `stated` is what they were reached on; `nearby` holds the scripts of
    folders in which claims were looked for that are declared nowhere here. `elsewhere` says which script declares the
    other claims of a run, each of which is read when one of its claims is looked for; None where that is not known yet.
    """

    strict: bool = True
    entries: dict[str, Entry] = field(default_factory=dict)
    verdicts: dict[str, Any] = field(default_factory=dict, repr=False)
    stated: dict[str, Any] = field(default_factory=dict, repr=False)
    nearby: dict[str, Registry] = field(default_factory=dict, repr=False)
    elsewhere: dict[str, str] | None = field(default_factory=dict, repr=False)

    def add(self, entry: Entry) -> None:
        earlier = self.entries.get(entry.id)
        if earlier is not None and self.strict:
            raise ClaimError(f"the claim id {entry.id!r} is used twice: {_place(earlier)} and {_place(entry)}")
        if not isinstance(entry, Crash):
            entry = replace(entry, among=self)
        if not self.strict:
            self.verdicts.clear()  # what was proved may rest on the claim that is replaced
        self.__dict__.pop("lemmas", None)
        self.entries[entry.id] = entry

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """The ids of the claims that others use, or that stand in what they are made of: their proofs are kept."""
        used = {name for entry in self.entries.values() if not isinstance(entry, Crash) for name in mentioned(entry)}
        return frozenset(used & self.entries.keys())

    def check_uses(self) -> None:
        """Raise ClaimError for claims that rest on each other."""
        refuse_circles({e.id: e.uses for e in self.entries.values() if not isinstance(e, Crash)})

    def select(self, ids: Sequence[str], words: Sequence[str] = ()) -> list[Entry]:
        """List the entries with these ids, or ids like these (`G1*`), of which the words are said; all for none.

        A word is said of a claim when its id, title or source contains it, or a name in its function, in whatever case.
        Raise UsageError for an id that no claim has, and for words that are said of none.
        """
        for wanted in ids:
            if wanted not in self.entries and not any(fnmatchcase(id, wanted) for id in self.entries):
                near = difflib.get_close_matches(wanted, self.entries, n=3, cutoff=0.5)
                hint = f"; did you mean {' or '.join(near)}?" if near else ""
                raise NoSuchClaim(f"no claim has the id {wanted!r}{hint}")
        found = [entry for entry in self.entries.values() if is_wanted(entry, ids, words)]
        if not found:
            raise UsageError(f"no claim speaks of {' and '.join(map(repr, words))}")
        return found


def is_wanted(entry: Entry, ids: Sequence[str], words: Sequence[str] = ()) -> bool:
    """Tell whether a claim has one of these ids, or one like these, and all of the words are said of it."""
    named = not ids or any(entry.id == wanted or fnmatchcase(entry.id, wanted) for wanted in ids)
    about = [] if isinstance(entry, Crash) else [entry.title, entry.source, *entry.speaks_of]
    return named and all(any(word.casefold() in each.casefold() for each in [entry.id, *about]) for word in words)


def names_in_code(code: CodeType) -> tuple[str, ...]:
    """Return the names that stand in a function and those inside it: words, and what it calls its symbols."""
    inside = [each for each in code.co_consts if isinstance(each, CodeType)]
    return tuple(dict.fromkeys((*code.co_names, *(name for each in inside for name in names_in_code(each)))))


def mentioned(entry: Declaration) -> Iterator[str]:
    """Yield what a claim declares to use, and the strings in its function, which may be ids beside steps of a calc."""
    yield from entry.uses
    codes = [inspect.unwrap(entry.function).__code__]
    while codes:
        for constant in codes.pop().co_consts:
            found = constant if isinstance(constant, tuple) else (constant,)
            yield from (each for each in found if isinstance(each, str) and each != entry.id)
            codes += [each for each in found if isinstance(each, CodeType)]


def _place(entry: Entry) -> str:
    return entry.path if isinstance(entry, Crash) else f"{entry.path}, line {entry.line}"


# Outside `load` (in a notebook, or in a script run by itself) a cell that runs again replaces its earlier claim.
_current = Registry(strict=False)


def current() -> Registry:
    """Return the registry into which claims are declared now."""
    return _current


@contextlib.contextmanager
def collecting(registry: Registry) -> Iterator[None]:
    """Declare claims into a registry, until this ends."""
    global _current
    outer, _current = _current, registry
    try:
        yield
    finally:
        _current = outer
