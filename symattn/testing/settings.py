"""What holds for all assertions where they say nothing else: the seed, how many instances, whether failures shrink."""

from __future__ import annotations

from dataclasses import dataclass

from symattn.errors import UsageError


@dataclass
class Settings:
    """Hold the seed, the number of instances, and whether a failure is made small.

    pytest sets them by --symattn-seed, --symattn-trials and --symattn-no-shrink.
    """

    seed: int = 0
    trials: int | None = None
    shrink: bool = True


SETTINGS = Settings()


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
