"""One claim of a proof script within a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from symattn.errors import UsageError


class NotAsDeclared(AssertionError):
    """Report a claim that does not come out as its script declares; the message is the report of `symattn check`."""


def said(record: Any) -> str:
    """Write the report of a claim that is not as declared."""
    import io

    from symattn.render import terminal

    stream = io.StringIO()
    terminal.reports(terminal.console(stream), [record])
    return stream.getvalue().strip()


def claim_named(name: str) -> Any:
    """Return the claim with an id: one that was declared, one of the folder ``proofs`` that is here, or the library's.

    Raise UsageError, saying where it was looked for, where there is none.
    """
    from symattn.scripts.lookup import none_called, resolve

    found = resolve(name, None)
    if found is None:
        raise UsageError(none_called(name, None))
    return found


def verdict_named(name: str) -> Any:
    """Return the verdict on the claim with an id, looked for as by ``assert_claim``.

    >>> verdict_named("G27").status
    'proved'
    """
    from symattn.scripts.claims import verdict_on

    return verdict_on(claim_named(name))


def assert_claim(name: str, *paths: str | Path, seed: int = 0) -> Any:
    """Check the claim with an id and return its verdict; raise AssertionError unless it is as its script declares.

    It is looked for in the scripts and folders that are named; where none is, among the claims that were declared, in
    the folder ``proofs`` that is here, and in the scripts that come with symattn.

    >>> assert_claim("G27").status
    'proved'
    """
    from symattn.scripts.claims import run_claim
    from symattn.scripts.loading import load

    __tracebackhide__ = True
    if not isinstance(name, str):
        raise UsageError(f"a claim is named by its id, a str, not by {name!r}")
    entry = load(paths).select([name])[0] if paths else claim_named(name)
    outcome = run_claim(entry, seed)
    if not outcome.record.as_declared:
        raise NotAsDeclared(said(outcome.record))
    return outcome.verdict
