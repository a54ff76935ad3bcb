"""The one way in which reading stops: a reason that says what was not understood, and what would help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar


class Refused(Exception):
    """Say why a row is not read; ``status`` is the answer that it gets: "not read" or "open"."""

    def __init__(self, why: str, status: str = "not read") -> None:
        super().__init__(why)
        self.status = status


T = TypeVar("T")


def attempt(function: Callable[..., T], *arguments: Any) -> T | None:
    """Return what a function returns, None where it refuses."""
    try:
        return function(*arguments)
    except Refused:
        return None
