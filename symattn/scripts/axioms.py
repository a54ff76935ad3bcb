"""The command `symattn axioms`: print the axioms that claims rest on, from the cache or by running the claims."""

from __future__ import annotations

import contextlib
import difflib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from symattn.errors import UsageError
from symattn.kernel.axioms import AXIOMS
from symattn.render import terminal
from symattn.scripts.axiom_report import axiom_usage
from symattn.scripts.how import How
from symattn.scripts.records import Record
from symattn.scripts.workers import Wanted, read, run_and_make

if TYPE_CHECKING:
    from symattn.scripts.cache import Cache

#: So many claims that use an axiom are named; of more, these and how many there are.
NAMED = 12


def show_axioms(paths: Sequence[str], wanted: str | None, seed: int, cache: Cache | None) -> int:
    """Print the axioms that a claim rests on, or all claims, or one axiom by its name; return the exit code.

    An axiom by its name is shown without its users, so that no claim is run for it. Raise UsageError for what is
    neither a claim nor an axiom.
    """
    how: How[Record] = How(seed, typeset=False, cache=cache, numeric=False)
    found = read(paths, 1, how, Wanted([wanted] if wanted else []))
    registry = found.registry
    if wanted in AXIOMS and wanted not in registry.entries:
        (axiom,) = (each for each in axiom_usage(()) if each["name"] == wanted)
        _print(axiom)
        return 0
    try:
        entries = registry.select([wanted] if wanted else [])
    except UsageError as error:
        near = difflib.get_close_matches(str(wanted), AXIOMS, n=3, cutoff=0.7)
        lists = "`symattn axioms` lists the axioms, `symattn check --list` the claims"
        other = f"there is the axiom {' or '.join(near)}" if near else f"no axiom is called so either: {lists}"
        raise type(error)(f"{error}; {other}") from error
    quiet = len(entries) == len(found.found)
    progress = contextlib.nullcontext(lambda _: None) if quiet else terminal.progress(len(entries), sys.stderr)
    with progress as advance:
        usage = axiom_usage(run_and_make(entries, paths, 1, how, advance, found=found.found))
    for axiom in usage:
        if axiom["used_by"]:
            _print(axiom)
    if not wanted:
        unused = [axiom["name"] for axiom in usage if not axiom["used_by"]]
        terminal.paragraph(
            terminal.console(sys.stdout), f"unused by these claims: {', '.join(unused) if unused else 'none'}"
        )
    return 0


def _print(axiom: dict[str, Any]) -> None:
    """Print one axiom, and the first of the claims that use it."""
    out, used = terminal.console(sys.stdout), axiom["used_by"]
    terminal.paragraph(out, axiom["name"], style="bold")
    terminal.paragraph(out, axiom["statement"], indent=2)
    terminal.paragraph(out, f"LaTeX: {axiom['statement_latex']}", indent=2)
    terminal.paragraph(out, f"source: {axiom['source']}", indent=2)
    if used:
        named = f"{len(used)} claims: {', '.join(used[:NAMED])}, …" if len(used) > NAMED else ", ".join(used)
        terminal.paragraph(out, f"used by: {named}", indent=2)
