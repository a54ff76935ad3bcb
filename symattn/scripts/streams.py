"""Standard output and error as a command finds them: closed, with few characters, or read by a program that stops."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any


@contextlib.contextmanager
def lasting() -> Iterator[None]:
    """Write as long as somebody reads, and to nowhere after that, until this ends.

    What a command does, and its exit code, is so the same whether a reader as `head` takes all of it or a part.
    """
    before = sys.stdout, sys.stderr
    _open_what_is_closed()
    _show_what_can_be_shown()
    sys.stdout, sys.stderr = _Lasting(sys.stdout), _Lasting(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = (stream or now for stream, now in zip(before, (sys.stdout, sys.stderr), strict=True))


class _Lasting:
    """Write to a stream until its reader has gone."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        self._while_read(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        self._while_read(self._stream.flush)

    def _while_read(self, act: Callable[[], object]) -> None:
        try:
            act()
        except BrokenPipeError:
            silence(self._stream)


def silence(stream: Any) -> None:
    """Let what is written to a stream, and what it still holds, end nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_what_is_closed() -> None:
    """Give a stream that the caller has closed, as a shell does for `>&-`, a place where what is written ends."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 for as long as the process lives


def _show_what_can_be_shown() -> None:
    """Write characters that the terminal does not have by their numbers, where Python would raise an error."""
    for stream in (sys.stdout, sys.stderr):
        if getattr(stream, "errors", "") == "strict" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
