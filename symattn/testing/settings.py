"""The defaults of all assertions: the seed, how many instances, whether failures shrink."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from warnings import warn

from symattn.errors import UsageError


@dataclass
class Settings:
    """Hold the seed, the number of instances, and whether a failure is made small.

    pytest sets them by --symattn-seed, --symattn-trials and --symattn-no-shrink. ``seconds`` is how long one assertion
    may draw instances for each number type.
    """

    seed: int = 0
    trials: int | None = None
    shrink: bool = True
    seconds: float = 600.0
    #: What was compared: the function, the expression, and what ``assert_implements`` returned.
    reports: list[tuple[str, str, Any]] = field(default_factory=list)


SETTINGS = Settings()


class Clock:
    """Measure what an assertion takes, and tell when its time is over.

    >>> clock = Clock(60.0)
    >>> clock.is_over(), clock.elapsed < 60
    (False, True)
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = SETTINGS.seconds if seconds is None else seconds
        if not isinstance(self.seconds, int | float) or not self.seconds > 0:
            raise UsageError(f"seconds= is how long instances are drawn, a positive number, not {seconds!r}")
        self.start = monotonic()

    @property
    def elapsed(self) -> float:
        """The seconds since the start."""
        return monotonic() - self.start

    def is_over(self) -> bool:
        """Tell whether the time is over."""
        return self.elapsed > self.seconds

    def warn(self, tested: int, trials: int, what: str) -> None:
        """Warn that the time was over before all instances were drawn, and say what one costs."""
        cost = self.elapsed / max(tested, 1)
        warn(
            f"{what} was tested with {tested:,} of {trials:,} instances in {self.elapsed:.0f} s; each takes"
            f" {cost:.2g} s, all would take {cost * trials:,.0f} s: give seconds= or fewer trials=",
            stacklevel=4,
        )


#: After how many seconds a failure is made no smaller, where no number of calls is asked for.
MOST_SECONDS = 60.0


class Budget:
    """Count what is tried to make a failure smaller, so that the same failure ends as the same example.

    Time alone ends it where calls are slow; ``stopped`` says so. A part is counted in what it is a part of.

    >>> budget = Budget(3)
    >>> part = budget.part(0.5)
    >>> [part.take() for _ in range(3)], budget.made
    ([True, True, False], 2)
    """

    def __init__(self, calls: int, seconds: float = math.inf, whole: Budget | None = None) -> None:
        self.calls, self.end, self.whole = calls, monotonic() + seconds, whole
        self.made, self.stopped = 0, False

    def part(self, share: float) -> Budget:
        """Return a share of it."""
        return Budget(math.ceil(share * self.calls), whole=self)

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more may be tried."""
        return self.stopped or self.made >= self.calls or (self.whole is not None and self.whole.is_over)

    def take(self) -> bool:
        """Count one more attempt, if there is one left."""
        self.stopped = self.stopped or monotonic() > self.end
        if self.is_over or (self.whole is not None and not self.whole.take()):
            return False
        self.made += 1
        return True

    def said(self) -> list[str]:
        """Say that a failure may not be as small as it could be made, and why.

        >>> Budget(0).said(), Budget(5).said()
        (['made smaller in 0 attempts; with a larger shrink= it may become smaller still'], [])
        """
        made = f"made smaller in {self.made} attempts"
        if self.stopped:
            return [f"{made}, then {MOST_SECONDS:g} s were over: shrink={self.made} repeats it"]
        return [f"{made}; with a larger shrink= it may become smaller still"] if self.is_over else []


def shrinking(shrink: bool | int | None, usual: int) -> Budget | None:
    """Return what may be tried to make a failure smaller: nothing, as many attempts as asked for, or as usual.

    >>> shrinking(False, 400), shrinking(7, 400).calls, shrinking(None, 400).calls
    (None, 7, 400)
    """
    if shrink is None:
        shrink = SETTINGS.shrink
    if not isinstance(shrink, int) or shrink < 0:
        raise UsageError(f"shrink= is True, False, or how many attempts make a failure smaller, not {shrink!r}")
    if isinstance(shrink, bool):
        return Budget(usual, MOST_SECONDS) if shrink else None
    return Budget(shrink) if shrink else None


def chosen(seed: int | None, trials: int | None, usual: int) -> tuple[int, int]:
    """Return the seed and the number of instances of an assertion; raise UsageError for what is none.

    >>> chosen(None, None, 40), chosen(3, 5, 40)
    ((0, 40), (3, 5))
    """
    number = SETTINGS.trials if trials is None else trials
    number = usual if number is None else number
    seed = SETTINGS.seed if seed is None else seed
    if not isinstance(number, int) or number < 1:
        raise UsageError(f"trials= is how many instances are drawn, at least 1, not {number!r}")
    if not isinstance(seed, int) or seed < 0:
        raise UsageError(f"seed= is a natural number, not {seed!r}")
    return seed, number
