"""What came of the ways that were tried, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .goals import NotProved


class Outcome(Enum):
    """Say what came of a way: its words are what a reader sees."""

    PROVED = "proved"
    FAILED = "failed"
    RAN_OUT = "ran out"
    NOT_APPLICABLE = "does not apply"


@dataclass(frozen=True)
class Tried:
    """Say what came of one way, how deep in the search, and what it left open."""

    way: str
    outcome: Outcome
    depth: int
    left: NotProved | None = None
