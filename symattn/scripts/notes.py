"""Keep the answers to the rows of notes, so that a row that is as it was is not decided again.

The key of an answer is a hash of what the row was read as, of what was assumed and of symattn's own code.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from symattn.language import Claim
from symattn.reading import judging
from symattn.reading.judging import Answer, Reading
from symattn.scripts.cache import Cache
from symattn.scripts.fingerprints import digest
from symattn.scripts.stated import Unclear, fingerprint, settings


@contextmanager
def remembering(cache: Cache | None) -> Iterator[None]:
    """Let rows be looked up in a cache, and kept in it, while a note is read."""
    before = judging.decide_reading
    if cache is not None:
        judging.decide_reading = lambda reading, differs: _answer(cache, reading, differs)
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
