"""Count what a search may still do: each counter falls where it is used up, and nothing raises one."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Counters:
    """Hold how often each costly step may still be taken, one within another.

    >>> left = Counters().less(cases=1)
    >>> left.cases, left.at_most(cases=1).cases, left.at_most(cases=9).cases
    (2, 1, 2)
    """

    cases: int = 3  # conditions that a goal is split by
    turns: int = 1  # equations from cos (a − b) = 1
    signs: int = 1  # goals whose parts get signs and bounds of their own first
    slopes: int = 2  # signs of derivatives, one for the other
    contraries: int = 1  # goals that are assumed to fail
    maxima: int = 2  # largest numbers that are replaced by one of the numbers
    places: int = 2  # places that are given a name
    recurrences: int = 1  # inductions over a place along recurrences
    larger: int = 12  # of |·|, max and min that are replaced by one of two numbers

    def less(self, **steps: int) -> Counters:
        """Return these counters with so many less of some steps."""
        return replace(self, **{name: max(getattr(self, name) - count, 0) for name, count in steps.items()})

    def at_most(self, **limits: int) -> Counters:
        """Return these counters, some of them no higher than a limit."""
        return replace(self, **{name: min(getattr(self, name), limit) for name, limit in limits.items()})


ALL = Counters()
