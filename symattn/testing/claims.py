"""One claim of a proof script within a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any


class NotAsDeclared(AssertionError):
    """Report a claim that does not come out as its script declares; the message is the report of `symattn check`."""


def said(record: Any) -> str:
    """Write the report of a claim that is not as declared."""
    import io

    from symattn.render import terminal

    stream = io.StringIO()
    terminal.reports(terminal.console(stream), [record])
    return stream.getvalue().strip()


def assert_claim(name: str, *paths: str | Path, seed: int = 0) -> Any:
    """Check the claim with an id and return its verdict; raise AssertionError unless it is as its script declares.

    It is looked for in the scripts and folders that are named, or in those that come with symattn.

    >>> assert_claim("G27").status
    'proved'
    """
    from symattn.scripts.claims import run_claim
    from symattn.scripts.library import folder
    from symattn.scripts.loading import load

    (entry,) = load(paths or [folder()]).select([name])
    outcome = run_claim(entry, seed)
    if not outcome.record.as_declared:
        raise NotAsDeclared(said(outcome.record))
    return outcome.verdict
