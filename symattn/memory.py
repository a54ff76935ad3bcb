"""Collect garbage seldom while terms and theorems pile up: they are shared, and stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

#: After how many new objects a search begins.
RARELY = 100_000
#: How many new objects join the old ones before all are searched.
MANY = 4_000_000
_unsearched = 0
_depth = 0
_is_frozen = False
_in_a_row = False


@contextmanager
def rarely_searched() -> Iterator[None]:
    """Search for garbage seldom, for the length of a with-block; where it is not searched for, that remains so.

    What is new at the end of the outermost block is then searched once in many times, not at the very next object:
    almost all of it stays.
    """
    global _depth
    thresholds = gc.get_threshold()
    _depth += 1
    if gc.isenabled():
        gc.set_threshold(max(thresholds[0], RARELY), *thresholds[1:])
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            _count_as_old()
        gc.set_threshold(*thresholds)


def _count_as_old() -> None:
    """Hand all objects to the oldest generation unsearched, and search all after MANY; what is frozen stays so."""
    global _unsearched, _is_frozen
    if not gc.isenabled() or _in_a_row or _is_frozen:
        return
    _is_frozen = gc.get_freeze_count() > 0  # asked no more once it is so, for the count walks through all of it
    if not _is_frozen:
        _unsearched += gc.get_count()[0]
        gc.freeze()
        gc.unfreeze()
        if _unsearched > MANY:
            _unsearched = 0
            gc.collect()


@contextmanager
def collect_rarely_between_claims() -> Iterator[None]:
    """Work on one of many claims: what stays of it is searched for garbage no more, nor is what was there before.

    `gc.unfreeze` gives it back after the last one.
    """
    global _in_a_row
    gc.freeze()
    before, _in_a_row = _in_a_row, True
    try:
        with rarely_searched():
            yield
            gc.collect()  # before the next new object would set off a search of its own
    finally:
        _in_a_row = before


def proofs_stay() -> None:
    """Tell that what a claim has left so far are terms and theorems for the most part, which stay."""
    if _in_a_row:
        gc.freeze()
