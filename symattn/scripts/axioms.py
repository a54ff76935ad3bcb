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
from symattn.render.notation import notation_latex
from symattn.scripts.axiom_report import axiom_usage
from symattn.scripts.how import How
from symattn.scripts.records import Record
from symattn.scripts.workers import Wanted, read, run_and_make

if TYPE_CHECKING:
    from symattn.scripts.cache import Cache

#: So many claims that use an axiom are named; of more, these and how many there are.
NAMED = 12


def show_axioms(paths: Sequence[str], wanted: str | None, seed: int, cache: Cache | None) -> int:
    """Print the axioms that a claim rests on, or all claims, or one axiom or lemma by its name; return the exit code.

    An axiom by its name is shown without its users, so that no claim is run for it. Raise UsageError for what is
    neither a claim nor an axiom, nor a lemma of the prover's library.
    """
    how: How[Record] = How(seed, typeset=False, cache=cache, numeric=False)
    found = read(paths, 1, how, Wanted([wanted] if wanted else []))
    registry = found.registry
    if wanted in AXIOMS and wanted not in registry.entries:
        (axiom,) = (each for each in axiom_usage(()) if each["name"] == wanted)
        _print(axiom)
        return 0
    lemmas = _lemmas() if wanted and wanted not in registry.entries else {}
    if wanted in lemmas:
        _print_lemma(wanted, lemmas[wanted])
        return 0
    try:
        entries = registry.select([wanted] if wanted else [])
    except UsageError as error:
        near = difflib.get_close_matches(str(wanted), [*AXIOMS, *lemmas], n=3, cutoff=0.7)
        lists = "`symattn axioms` lists the axioms, `symattn check --list` the claims"
        other = f"there is the fact {' or '.join(near)}" if near else f"no axiom or lemma is called so either: {lists}"
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


def _lemmas() -> dict[str, str]:
    """Return the statements of the lemmas of the prover's library, by their names."""
    import symattn.prover.strategies.front.prove  # noqa: F401 - registers them
    from symattn.prover.library.facts import lemma_names, lemma_statement

    return {name: lemma_statement(name) for name in lemma_names()}


def _print_lemma(name: str, statement: str) -> None:
    """Print a lemma of the prover's library, and the axioms that its proof rests on."""
    from symattn.certificates.record import axioms_in, inferences_behind
    from symattn.prover.library.facts import closed_fact

    out = terminal.console(sys.stdout)
    terminal.paragraph(out, name, style="bold")
    terminal.paragraph(out, statement, indent=2)
    terminal.paragraph(out, f"LaTeX: {notation_latex(statement)}", indent=2)
    rests = ", ".join(axioms_in(inferences_behind(closed_fact(name))))
    terminal.paragraph(out, f"a lemma, proved from the axioms: {rests}", indent=2)


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
