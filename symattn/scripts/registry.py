"""Hold what proof scripts declare: claims by id, in the order of the scripts, each with where it stands.

Nothing here reads SymPy, so that a run whose claims are all known from before need not import it.
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


@dataclass(frozen=True)
class Declaration:
    """State what a proof script declares about one claim: its names, its source and the verdict it must get.

    `path` is the file in which it is written, `script` the one that was read; `asked_while_read` says that this used
    other claims while it was read; `tex` is what symbols are printed as where it is declared.
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
    script: str = ""
    asked_while_read: bool = False
    tex: dict[Any, str] = field(default_factory=dict, compare=False, repr=False)
    among: Registry | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Crash:
    """Name a claim that cannot be run because its proof script raised while it was being read."""

    id: str
    path: str
    reason: str
    line: int = 1


@dataclass(frozen=True)
class Recalled:
    """State what a script declares that was read before and has not changed since; `read` reads it now.

    `expected` is as records have it, `remark` the function's docstring on one line, `mentions` what may be ids.
    """

    id: str
    title: str
    source: str
    expected: str
    path: str
    line: int
    printed: str
    uses: tuple[str, ...]
    remark: str
    mentions: tuple[str, ...]
    script: str
    read: Callable[[], Registry] = field(compare=False, repr=False)
    among: Registry | None = field(default=None, compare=False, repr=False)


#: What stands for a claim in a registry.
Entry: TypeAlias = Declaration | Recalled | Crash


@dataclass
class Registry:
    """Hold declarations by id, in the order in which scripts made them; `strict` refuses a second use of an id.

    `verdicts` are those of claims that others use, `stated` is what they were reached on, and `rests` the scripts of
    the claims that each of these used; `nearby` holds the scripts of folders in which claims were looked for that are
    declared nowhere here, and `cache` knows which scripts have not changed.
    """

    strict: bool = True
    entries: dict[str, Entry] = field(default_factory=dict)
    verdicts: dict[str, Any] = field(default_factory=dict, repr=False)
    stated: dict[str, Any] = field(default_factory=dict, repr=False)
    rests: dict[str, dict[str, str]] = field(default_factory=dict, repr=False)
    nearby: dict[str, Registry] = field(default_factory=dict, repr=False)
    cache: Any = field(default=None, repr=False)

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

    def read(self, entry: Entry) -> Declaration | Crash:
        """Return a claim as its script declares it, which is read now if it was only recalled, and once."""
        present = self.entries.get(entry.id, entry)
        if not isinstance(present, Recalled):
            return present
        own = present.read().entries
        for name, each in self.entries.items():
            if isinstance(each, Recalled) and each.script == present.script:
                gone = Crash(name, each.path, "what declares it has changed since the run began", each.line)
                found = own.get(name, gone)
                self.entries[name] = replace(found, among=self) if isinstance(found, Declaration) else found
        read = self.entries[entry.id]
        return read if not isinstance(read, Recalled) else Crash(read.id, read.path, "it was not read", read.line)

    def check_uses(self) -> None:
        """Raise ClaimError for claims that rest on each other."""
        refuse_circles({e.id: e.uses for e in self.entries.values() if not isinstance(e, Crash)})

    def select(self, ids: Sequence[str], words: Sequence[str] = ()) -> list[Entry]:
        """List the entries with these ids, or ids like these (`G1*`), of which the words are said; all for none.

        A word is said of a claim when its id, title or source contains it, in whatever case. Raise UsageError for an
        id that no claim has, and for words that are said of none.
        """
        for wanted in ids:
            if wanted not in self.entries and not any(fnmatchcase(id, wanted) for id in self.entries):
                near = difflib.get_close_matches(wanted, self.entries, n=3, cutoff=0.5)
                hint = f"; did you mean {' or '.join(near)}?" if near else ""
                raise UsageError(f"no claim has the id {wanted!r}{hint}")
        named = [e for id, e in self.entries.items() if not ids or any(id == w or fnmatchcase(id, w) for w in ids)]
        found = [entry for entry in named if all(_is_said(word, entry) for word in words)]
        if not found:
            raise UsageError(f"no claim speaks of {' and '.join(map(repr, words))}")
        return found


def _is_said(word: str, entry: Entry) -> bool:
    about = [] if isinstance(entry, Crash) else [entry.title, entry.source]
    return any(word.casefold() in each.casefold() for each in [entry.id, *about])


def mentioned(entry: Declaration | Recalled) -> Iterator[str]:
    """Yield what a claim declares to use, and the strings in its function, which may be ids beside steps of a calc."""
    yield from entry.uses
    if isinstance(entry, Recalled):
        yield from entry.mentions
        return
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


#: What is asked for now: the ids of claims, with the scripts that declare them.
_asked: list[dict[str, str]] = []


@contextlib.contextmanager
def asking() -> Iterator[dict[str, str]]:
    """Collect the claims, and those that these use in turn, that are used as lemmas until this ends."""
    found: dict[str, str] = {}
    _asked.append(found)
    try:
        yield found
    finally:
        _asked.pop()


def note_asked(found: dict[str, str]) -> None:
    """Note claims that are used as lemmas, wherever what is asked for is collected."""
    for each in _asked:
        each.update(found)
