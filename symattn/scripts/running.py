"""Run one claim in this process, wherever that is, and make of it what travels between processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from symattn.memory import collect_rarely_between_claims
from symattn.scripts.registry import Entry

if TYPE_CHECKING:
    from symattn.scripts.cache import Cache
    from symattn.scripts.claims import Outcome

Made = TypeVar("Made")
#: What is made of a claim that was run, in the process that ran it; what is made travels between processes.
Make: TypeAlias = "Callable[[Entry, Outcome], Made]"


@dataclass(frozen=True)
class How(Generic[Made]):
    """Hold how claims are run: plain data and a function of a module, which travel between processes.

    With `verify` each proof is replayed by the independent verifier; a claim that takes longer than `limit` seconds is
    an error; without `typeset` the records have no LaTeX; without `numeric` nothing is tried at random values. A cache
    is asked for what is known of a claim, and keeps what comes out.
    """

    seed: int
    make: Make[Made]
    verify: bool = False
    limit: float | None = None
    typeset: bool = True
    cache: Cache | None = None
    numeric: bool = True

    def keep(self, entry: Entry, outcome: Outcome) -> None:
        """Keep what came of a claim in the cache, unless part of what is said of it was left out."""
        if self.cache is not None and self.numeric:
            self.cache.keep(entry, outcome, self.typeset)


def ran(entry: Entry, how: How[Made]) -> tuple[Outcome, Made]:
    """Run one claim; return the plain part of what came out, and what is made of it."""
    from symattn.language.base.own_tex import typesetting
    from symattn.scripts.claims import run_claim

    with collect_rarely_between_claims():
        outcome = run_claim(entry, how.seed, how.numeric, how.verify, how.typeset, how.cache)
        with typesetting(outcome.tex):
            made = how.make(entry, outcome)
        how.keep(entry, outcome)
    return replace(outcome, stated=None, verdict=None, tex=None), made
