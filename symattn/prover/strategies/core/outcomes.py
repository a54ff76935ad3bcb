"""Record which ways were tried, and how each ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """Say what came of one way, how deep in the search, and what it left open.

    Without a way it says that a goal was left open which some way above it had made.
    """

    way: str
    outcome: Outcome
    depth: int
    left: NotProved | None = None
    idea: str = ""


def left_open(trace: Sequence[Tried]) -> Iterator[tuple[Tried, list[NotProved]]]:
    """Yield each way that was tried for the goal itself, with the goals that it made and that were left open."""
    outermost = min((each.depth for each in trace if each.way), default=0)
    inside: list[NotProved] = []
    for each in trace:  # a way is told after those for the goals that it made
        if each.way and each.depth == outermost:
            yield each, inside + ([each.left] if each.left is not None else [])
            inside = []
        elif not each.way and each.depth == outermost + 1 and each.left is not None:
            inside.append(each.left)
