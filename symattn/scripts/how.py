"""Data that describe how claims are run (`How`), what comes out (`Outcome`), and what a cache keeps of it (`Keeps`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from symattn.language.base.own_tex import Tex
from symattn.scripts.records import Record
from symattn.scripts.registry import Entry


@dataclass(frozen=True)
class Outcome:
    """Pair the record of a claim with the objects behind it, for rendering in the process that ran it.

    `certificate` is that of a proof that was replayed; `tex` is the TeX that symbols were given; `evidence` is the text
    of the table's last column; `fingerprint` is that of the statement; `made` is what a cache kept beside the record.
    """

    record: Record
    stated: object = None
    verdict: Any = None
    certificate: str = ""
    tex: Tex | None = None
    evidence: str = ""
    fingerprint: str = ""
    made: Any = None


Made = TypeVar("Made")
#: Makes something of a claim where it was run, such as an article; the result travels between processes.
Make: TypeAlias = Callable[[Entry, Outcome], Made]


@dataclass(frozen=True)
class Keeps(Generic[Made]):
    """Describe how a cache keeps what is made of claims, by functions of modules, which travel between processes.

    `plain` turns it into plain data, and `read` turns these back or returns None. `rests` returns a text of all that it
    depends on besides the statement.
    """

    name: str
    plain: Callable[[Made], Any]
    read: Callable[[Any, Entry, Outcome], Made | None]
    rests: Callable[[Entry, Outcome], str] | None = None


class NotKnown(Exception):
    """Report a claim that is not in the cache, where nothing is to be proved."""


class NotYet(NotKnown):
    """Report a claim that uses a lemma of another script, before all scripts are read."""


def record_of(_: Entry, outcome: Outcome) -> Any:
    """Return the record of a claim that was run, for `How.make`."""
    return outcome.record


@dataclass(frozen=True)
class How(Generic[Made]):
    """Describe how claims are run, by plain data and functions of modules, which travel between processes.

    With `verify` the independent verifier replays each proof; a claim that takes longer than `limit` seconds is an
    error; without `typeset` records have no LaTeX; without `numeric` the checks at random values are left out. `cache`
    looks claims up and keeps what comes out; `keeps` says what else it keeps. With `only_known` a claim that is not in
    the cache raises NotKnown.
    """

    seed: int
    make: Make[Made] = record_of
    verify: bool = False
    limit: float | None = None
    typeset: bool = True
    cache: Any = None
    numeric: bool = True
    keeps: Keeps[Made] | None = None
    only_known: bool = False

    def keep(self, entry: Entry, outcome: Outcome, made: Made) -> None:
        """Keep the outcome of a claim in the cache, if there is one."""
        if self.cache is not None:
            self.cache.keep(entry, outcome, self.numeric, self.keeps, made)
