"""When Python searches for garbage: seldom where terms and theorems pile up, which are shared and stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: After how many new objects a search begins.
RARELY = 100_000


@contextmanager
def rarely_searched() -> Iterator[None]:
    """Search for garbage seldom, for the length of a with-block; where it is not searched for, that remains so."""
    thresholds = gc.get_threshold()
    if gc.isenabled():
        gc.set_threshold(max(thresholds[0], RARELY), *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
