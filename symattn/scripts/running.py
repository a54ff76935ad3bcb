"""Run one claim in this process, wherever that is, and make of it what travels between processes."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from symattn.memory import rarely_searched
from symattn.scripts.records import Record
from symattn.scripts.registry import Entry

if TYPE_CHECKING:
    from symattn.scripts.cache import Cache
    from symattn.scripts.claims import Outcome

Made = TypeVar("Made")
#: What is made of a claim that was run, in the process that ran it; what is made travels between processes.
Make: TypeAlias = "Callable[[Entry, Outcome], Made]"


def ran(
    entry: Entry, seed: int, make: Make[Made], verify: bool, typeset: bool, cache: Cache | None = None
) -> tuple[Record, Made]:
    """Run one claim; what it leaves is searched for garbage once, and not again after the next ones.

    Most of it are terms and theorems, which stay.
    """
    gc.freeze()
    from symattn.scripts.claims import run_claim

    with rarely_searched():
        outcome = run_claim(entry, seed, verify=verify, typeset=typeset, cache=cache)
        made = make(entry, outcome)
        if cache is not None:
            cache.keep(entry, outcome, typeset)
    gc.collect()
    return outcome.record, made
