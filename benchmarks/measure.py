"""Measure: medians of repetitions, runs in fresh processes, growth exponents, and the row that a figure becomes."""

from __future__ import annotations

import compileall
import math
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Row:
    """Hold one figure: what was measured against which peer, the ratio, and the bound on it, if it has one.

    `at_least` means that the ratio is a factor by which symattn is faster, `at_most` that it is a cost. `floor` tells
    that the peer was stopped at its time limit, so that the true ratio is larger still.
    """

    what: str
    peer: str
    ratio: float
    detail: str
    at_least: float | None = None
    at_most: float | None = None
    floor: bool = False

    @property
    def ok(self) -> bool | None:
        """Whether the bound is met; None where there is no bound, or a stopped peer leaves it open."""
        if self.at_least is not None:
            return True if self.ratio >= self.at_least else None if self.floor else False
        return None if self.at_most is None else self.ratio <= self.at_most

    @property
    def bound(self) -> str:
        if self.at_least is not None:
            return f"at least {self.at_least:g}"
        return "" if self.at_most is None else f"at most {self.at_most:g}"


@dataclass(frozen=True)
class Settings:
    """Say how much to run: repetitions, the largest sizes, and the time limit for one run of a peer in seconds."""

    repetitions: int = 7
    slow_repetitions: int = 3
    array_repetitions: int = 41
    array_rows: int = 1024
    few_rows: tuple[int, ...] = (4, 128)
    tensor_rows: int = 4096
    calls: int = 1001
    depths: tuple[int, ...] = (1, 2, 4, 8, 16, 32)
    general_rotation: bool = True
    all_claims: bool = True
    time_limit: float = 60.0


QUICK = Settings(
    repetitions=1,
    slow_repetitions=1,
    array_repetitions=101,
    array_rows=128,
    few_rows=(4,),
    tensor_rows=1280,
    calls=101,
    depths=(1, 2, 4),
    general_rotation=False,
    all_claims=False,
    time_limit=2.0,
)

Say = Callable[[str], None]


class TimeLimitReached(Exception):
    """Report that a run in a fresh process was stopped at its time limit."""


@cache
def compiled() -> dict[str, str]:
    """Return the environment of measured processes, after the modules have been compiled as an install does it.

    A checkout whose bytecode is not kept would be compiled anew in each process, while its peers are not.
    """
    for package in ("symattn", "benchmarks"):
        compileall.compile_dir(ROOT / package, quiet=1)
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHONPYCACHE")}


def seconds(action: Callable[[], Any]) -> float:
    """Return how long one call takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def cold_seconds(action: Callable[[str], Any]) -> float:
    """Return how long the first call in a process takes."""
    return seconds(lambda: action(""))


def warm_seconds(action: Callable[[str], Any], repetitions: int = 9) -> float:
    """Return the median of later calls in a process, each with names of its own."""
    action("first")
    return median(seconds(lambda number=number: action(f"w{number}")) for number in range(repetitions))  # type: ignore[misc]


def peak_bytes(action: Callable[[str], Any]) -> float:
    """Return the largest number of bytes that Python objects made during one call held at once."""
    tracemalloc.start()
    try:
        action("")
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


MEASURES = {measure.__name__: measure for measure in (cold_seconds, warm_seconds, peak_bytes)}


def fresh(measure: Callable[..., float], action: str, *arguments: str, limit: float | None = None) -> float:
    """Measure ``module:function`` of this folder in a new process of its own; imports are not counted.

    The function is called with a suffix for the names of its symbols and with the arguments. Raise TimeLimitReached
    when the process, start and imports included, has not ended after ``limit`` seconds.
    """
    command = [sys.executable, "-m", "benchmarks.measure", measure.__name__, action, *arguments]
    try:
        run = subprocess.run(
            command, cwd=ROOT, env=compiled(), stdout=subprocess.PIPE, text=True, check=True, timeout=limit
        )
    except subprocess.TimeoutExpired as error:
        raise TimeLimitReached(action) from error
    return float(run.stdout.splitlines()[-1])


def process_seconds(*arguments: str) -> float:
    """Return the whole time of a Python process, from its start to its end."""
    command = [sys.executable, *arguments]
    return seconds(lambda: subprocess.run(command, cwd=ROOT, env=compiled(), check=True, capture_output=True))


def interleaved(repetitions: int, actions: Sequence[Callable[[], float]]) -> list[float]:
    """Take each measurement in turn, again and again, and return the median of each."""
    rounds = [[action() for action in actions] for _ in range(repetitions)]
    return [median(column) for column in zip(*rounds, strict=True)]


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """Return the slope of the line through the points (log size, log time) with the least squared error.

    >>> round(exponent([1, 2, 4], [3.0, 6.0, 12.0]), 6)
    1.0
    """
    xs, ys = [math.log(size) for size in sizes], [math.log(time) for time in times]
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    covariance = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
    return covariance / sum((x - x_mean) ** 2 for x in xs)


def duration(value: float) -> str:
    """Write a time for people.

    >>> duration(0.0123), duration(12.3)
    ('12.3 ms', '12.30 s')
    """
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.3g} ms"


def main(measure: str, action: str, *arguments: str) -> None:
    """Measure one action in this process and print the figure: the other end of ``fresh``."""
    module, _, function = action.partition(":")
    call = getattr(import_module(f"benchmarks.{module}"), function)
    print(MEASURES[measure](lambda suffix: call(suffix, *arguments)))


if __name__ == "__main__":
    main(*sys.argv[1:])
