"""Keep the answers to the rows of notes, so that a row that is as it was is not decided again.

The key of an answer is a hash of what the row was read as, of what was assumed and of symattn's own code.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from symattn.language import Claim
from symattn.reading import judging
from symattn.reading.judging import Answer, Reading
from symattn.scripts.cache import Cache
from symattn.scripts.fingerprints import digest
from symattn.scripts.stated import Unclear, fingerprint, settings


@contextmanager
def remembering(cache: Cache | None) -> Iterator[None]:
    """Let what is decided be decided once while notes are read; let rows be looked up in a cache, and kept in it."""
    before, known = judging.decide_reading, dict[Any, Answer]()

    def decide(reading: Reading, differs: str) -> Answer:
        claim = reading.claim
        said = claim.proposition, claim.given, reading.denominators, reading.assumed, reading.unread, reading.holds
        if (said, differs) not in known:
            known[said, differs] = (
                judging.decided_reading(reading, differs) if cache is None else _answer(cache, reading, differs)
            )
        return replace(known[said, differs], readings=(reading,))

    judging.decide_reading = decide
    try:
        yield
    finally:
        judging.decide_reading = before


def _answer(cache: Cache, reading: Reading, differs: str) -> Answer:
    try:
        key = _key(cache, reading, differs)
    except (Unclear, RecursionError):
        return judging.decided_reading(reading, differs)
    found = cache.store.get(key)
    if isinstance(found, list) and len(found) == 3 and all(isinstance(each, str) for each in found):
        status, why, counterexample = found
        return Answer(status, why, (reading,), counterexample)
    answer = judging.decided_reading(reading, differs)
    if answer.verdict is not None:
        cache.store.put(key, [answer.status, answer.why, answer.counterexample])
    return answer


def _key(cache: Cache, reading: Reading, differs: str) -> str:
    claim = reading.claim
    more = fingerprint(Claim(claim.proposition, reading.denominators), str)
    said = repr((differs, reading.assumed, reading.unread))
    return digest("row", cache.code, f"{cache.seed}", settings(), fingerprint(claim, str), more, said)
