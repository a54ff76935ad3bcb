"""Run one claim in this process, wherever that is, and make of it what travels between processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from symattn.memory import in_a_row
from symattn.scripts.cache import Cache, Keeps
from symattn.scripts.registry import Entry

if TYPE_CHECKING:
    from symattn.scripts.claims import Outcome

Made = TypeVar("Made")
#: What is made of a claim that was run, in the process that ran it; what is made travels between processes.
Make: TypeAlias = "Callable[[Entry, Outcome], Made]"


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
    cache: Cache | None = None
    numeric: bool = True
    keeps: Keeps[Made] | None = None
    only_known: bool = False

    def keep(self, entry: Entry, outcome: Outcome, made: Made) -> None:
        """Keep what came of a claim in the cache."""
        if self.cache is not None:
            self.cache.keep(entry, outcome, self.numeric, self.keeps, made)


def ran(entry: Entry, how: How[Made]) -> tuple[Outcome, Made]:
    """Run one claim; return the plain part of what came out, and what is made of it."""
    from symattn.language.base.own_tex import typesetting
    from symattn.scripts.claims import run_claim

    with in_a_row():
        outcome, made = run_claim(entry, how=how), None
        if outcome.record.cached and how.keeps is not None:
            made = how.keeps.read(outcome.made, entry, outcome)
            if made is None and how.only_known:
                raise NotKnown
            if made is None:  # what is kept is no good
                outcome = run_claim(entry, how=replace(how, cache=None))
        if made is None:
            with typesetting(outcome.tex):
                made = how.make(entry, outcome)
        how.keep(entry, outcome, made)
    return replace(outcome, stated=None, verdict=None, tex=None, made=None), made
