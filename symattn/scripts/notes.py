"""Keep what is decided of the claims of notes, so that a claim that is as it was is not decided again.

The key of a decision is a hash of the claim and of symattn's own code. It does not depend on the place and the
assumptions of a row, so that a line more in a note changes nothing below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from symattn.reading import judging
from symattn.reading.judging import Decision, Reading
from symattn.scripts.cache import Cache
from symattn.scripts.fingerprints import digest
from symattn.scripts.stated import Unclear, fingerprint, settings


@contextmanager
def remembering(cache: Cache | None) -> Iterator[None]:
    """Let what is decided be decided once while notes are read; let claims be looked up in a cache, and kept in it."""
    before, known = judging.decide_reading, dict[Any, Decision]()

    def decide(reading: Reading) -> Decision:
        said = reading.claim.proposition, reading.claim.given
        if said not in known:
            known[said] = before(reading) if cache is None else _looked_up(cache, reading)
        return known[said]

    judging.decide_reading = decide
    try:
        yield
    finally:
        judging.decide_reading = before


def _looked_up(cache: Cache, reading: Reading) -> Decision:
    try:
        key = _key(cache, reading)
    except (Unclear, RecursionError):
        return judging.decided_claim(reading)
    match cache.store.get(key):
        case [str(status), list(supposed), str(counterexample), bool(vacuous)]:
            return Decision(status, "", tuple(map(str, supposed)), counterexample, vacuous)
    found = judging.decided_claim(reading)
    if found.status != "not read":
        cache.store.put(key, [found.status, list(found.supposed), found.counterexample, found.vacuous])
    return found


def _key(cache: Cache, reading: Reading) -> str:
    claim = reading.claim
    return digest("decided", cache.code, f"{cache.seed}", settings(), fingerprint(claim, str))
