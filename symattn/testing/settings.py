"""The defaults of all assertions: the seed, how many instances, whether failures shrink."""

from __future__ import annotations

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


#: How long a failure may be made smaller, at least and at most; between them as long as it took to find it.
SHRINKING = (3.0, 60.0)


def shrinking_time(shrink: bool | float | None, elapsed: float) -> float:
    """Return how many seconds a failure may be made smaller, found after some: none, as many as given, or as usual.

    >>> shrinking_time(False, 9.0), shrinking_time(2, 9.0), shrinking_time(True, 9.0), shrinking_time(None, 0.1)
    (0.0, 2.0, 9.0, 3.0)
    """
    if shrink is None:
        shrink = SETTINGS.shrink
    if not isinstance(shrink, bool):
        return float(shrink)
    least, most = SHRINKING
    return min(max(least, elapsed), most) if shrink else 0.0


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
