"""How a claim is run, and what comes of it."""

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

    `certificate` is that of a proof which was replayed, `tex` is what its symbols are printed as, where not as they are
    called; `evidence` is what the table says of it. `fingerprint` is that of what is stated, for a cache, and `made`
    what a cache has of what was made of it before.
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
#: What is made of a claim that was run, in the process that ran it; what is made travels between processes.
Make: TypeAlias = Callable[[Entry, Outcome], Made]


@dataclass(frozen=True)
class Keeps(Generic[Made]):
    """Hold how what is made of claims is kept: functions of a module, which travel between processes.

    `name` names it, `plain` writes it as plain data, `rests` returns a text of all that it rests on beside what is
    stated, and `read` reads it again, or returns None where it is no good.
    """

    name: str
    plain: Callable[[Made], Any]
    read: Callable[[Any, Entry, Outcome], Made | None]
    rests: Callable[[Entry, Outcome], str] | None = None


class NotKnown(Exception):
    """Report a claim that has to be decided, where only what is known is asked for."""


class NotYet(NotKnown):
    """Report a claim that uses one that may stand in another script, while it is not known which one that is."""


def record_of(_: Entry, outcome: Outcome) -> Any:
    """Return the record of a claim that was run, for `How.make`."""
    return outcome.record


@dataclass(frozen=True)
class How(Generic[Made]):
    """Hold how claims are run: plain data and functions of modules, which travel between processes.

    With `verify` each proof is replayed by the independent verifier; a claim that takes longer than `limit` seconds is
    an error; without `typeset` the records have no LaTeX; without `numeric` nothing is tried at random values. A cache
    is asked for what is known of a claim, and keeps what comes out; with `keeps` it has what was made of it too. With
    `only_known` NotKnown is raised for a claim that has to be decided.
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
        """Keep what came of a claim in the cache."""
        if self.cache is not None:
            self.cache.keep(entry, outcome, self.numeric, self.keeps, made)
