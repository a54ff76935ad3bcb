"""The command `symattn latex`: write claims as a LaTeX document, as its PDF, or as a fragment of another document."""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from symattn.errors import SymattnError, UsageError
from symattn.language import __all__ as words_of_the_language
from symattn.language.base.known_words import WORDS, words
from symattn.language.base.templates import is_template, problem
from symattn.language.words import defined_words
from symattn.render import document, terminal
from symattn.render.definitions import source_of
from symattn.render.document import ENGINES, HOW_TO_INSTALL, Layout, cited, documents
from symattn.render.latex import escape
from symattn.render.macros import check_macros, read_macros, references
from symattn.render.titles import typeset
from symattn.scripts.claims import Outcome, load, run_claim
from symattn.scripts.coq_badge import with_badge
from symattn.scripts.files import write_file
from symattn.scripts.library import folder
from symattn.scripts.paper import companions, paper
from symattn.scripts.records import blank_record
from symattn.scripts.registry import Entry
from symattn.scripts.workers import read, read_here

SILENT_SECONDS = 1.0  # what takes longer shows progress


def write_latex(options: argparse.Namespace) -> int:
    """Write what the options ask for and return the exit code of the command."""
    layout = _layout(options)
    with contextlib.redirect_stdout(sys.stderr):
        alone = layout.fragment or layout.only or layout.label
        entries = _entries(options, not alone)
        macros, citations, references = _macros(options.macros)  # a script may have words of its own
        layout = replace(layout, macros=macros, citations=citations)
        _check_before(macros, entries)
        if citations or references:
            _check_known(references, citations, _known(entries, options.paths, references, citations))
        outcomes = _run_shown(entries, options.seed)
        used = set[str]().union(*(each.record.uses for each in outcomes))
        if citations or references or (used and not layout.has_ids):
            known = _known(entries, options.paths, used.union(references), citations)
            titles = {} if layout.has_ids else _titles(used, known)
            layout = replace(layout, references={**titles, **_cited_lemmas(citations, known), **references})
    failed = [outcome.record for outcome in outcomes if outcome.record.verdict == "error"]
    for record in failed:
        print(f"symattn: {record.id} is left out, for it could not be decided: {record.reason}", file=sys.stderr)
    outcomes = [outcome for outcome in outcomes if outcome.record not in failed]
    if not outcomes or any(record.id in options.ids for record in failed):
        return 1
    return max(_written(outcomes, layout, options), 1 if failed else 0)


def _entries(options: argparse.Namespace, with_companions: bool) -> Sequence[Entry]:
    """Return the claims that the options name, in their order; this process runs no scripts but theirs."""
    if options.all:
        return load(options.paths).select([])
    ids = list(dict.fromkeys(options.ids))
    if with_companions:
        declared = read(options.paths).registry
        declared.select(ids)
        every = declared.select([])
        ids = list(dict.fromkeys(entry.id for id in ids for entry in companions(id, every)))
    found = {entry.id: entry for entry in read_here(options.paths, ids)}
    return [found[id] for id in ids]


def _written(outcomes: Sequence[Outcome], layout: Layout, options: argparse.Namespace) -> int:
    """Write claims that were decided, and return the exit code."""
    source = paper(outcomes, layout)
    check_macros(_operators(layout.macros), _words(), source)
    output = options.output
    if options.pdf and output is None:
        output = f"{options.ids[0]}.tex" if len(options.ids) == 1 else "claims.tex"
    if output is None:
        print(source, end="")
        return 0
    tex = _tex_path(output) if options.pdf else Path(output)
    write_file(tex, source)
    return _write_pdf(tex, source) if options.pdf else 0


def _write_pdf(tex: Path, source: str) -> int:
    """Write the PDF beside its source and say which files there are now."""
    engine = document.tex_engine()
    if engine is None:
        missing = f"no TeX engine ({', '.join(ENGINES)}) is installed; {HOW_TO_INSTALL}"
        print(f"symattn: wrote {tex}; {missing}", file=sys.stderr)
        return 1
    pdf = tex.with_suffix(".pdf")
    try:
        write_file(pdf, document.compile_pdf(source, engine))
    except SymattnError as error:
        print(f"symattn: wrote {tex}; {error}", file=sys.stderr)
        return 1
    print(f"symattn: wrote {tex} and {pdf}", file=sys.stderr)
    return 0


def _layout(options: argparse.Namespace) -> Layout:
    """Read how the claims are to be written; raise UsageError for what does not go together."""
    if options.fragment and options.pdf:
        raise UsageError("a fragment is no document of its own: leave out --fragment or --pdf")
    if options.fragment and options.title:
        raise UsageError("a fragment has no title of its own: leave out --fragment or --title")
    if len(set(options.ids)) != 1 and (options.label or options.only):
        named = "--label" if options.label else "--only"
        raise UsageError(f"{named} is about one claim: name its id alone")
    for name in ("environment", "label"):
        found = getattr(options, name)
        pattern = "[A-Za-z]+" if name == "environment" else r"[A-Za-z0-9:._+\-]+"
        if found and not re.fullmatch(pattern, found):
            raise UsageError(f"--{name} {found!r} is no name that LaTeX can read")
    if options.environment == "none" and options.label:
        raise UsageError("a label belongs to an environment: leave out --label or --environment none")
    return Layout(
        fragment=options.fragment,
        only=options.only,
        has_definitions=not options.no_definitions,
        has_ids=options.all or not options.fragment,
        has_headings=options.all,
        environment=options.environment,
        label=options.label,
        width=options.width,
        title=options.title,
    )


def _macros(path: str | None) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    if path is None:
        return {}, {}, {}
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the macros in {path!r}: {getattr(error, 'strerror', '') or error}") from error
    macros, citations = read_macros(text, _as_operators())
    for name, tex in macros.items():
        if is_template(tex):
            _check_template(name, tex)
    return macros, citations, references(text)


def _as_operators() -> dict[str, str]:
    """Return the operators as which words are written, by the names of these words."""
    found = {}
    for name, kind in {**defined_words(), **words()}.items():
        tex = str(getattr(getattr(kind, "word", None), "latex", ""))
        if operator := re.fullmatch(r"\\operatorname\{(\w+)\}", tex):
            found[name] = operator[1]
    return found


def _operators(macros: Mapping[str, str]) -> dict[str, str]:
    """Return the macros that stand for operators; the others are of words, and have been checked."""
    return {name: tex for name, tex in macros.items() if not is_template(tex)}


def _words() -> set[str]:
    return {*words_of_the_language, *defined_words(), *words(), *_as_operators().values()}


def _check_before(macros: Mapping[str, str], entries: Sequence[Entry]) -> None:
    """Raise UsageError, before anything is proved, for a macro of what is no word and does not occur in a script."""
    texts = "\n".join(Path(path).read_text(encoding="utf-8") for path in {entry.path for entry in entries})
    named = {name: tex for name, tex in _operators(macros).items() if not re.search(rf"\b{re.escape(name)}\b", texts)}
    check_macros(named, _words(), "")


def _check_template(name: str, tex: str) -> None:
    """Raise UsageError for TeX with places for the arguments of what has none, or other ones."""
    kind = words().get(name) or defined_words().get(name)
    made = kind() if kind is not None and not isinstance(kind, type) else kind
    if (word := getattr(made, "word", None)) is None:
        known = name in defined_words() or name in words_of_the_language
        reason = "its arguments are written in more than one way" if known else "no word is called so"
        raise UsageError(f"the macro of {name} can have no places for arguments: {reason}; leave out the #")
    if reason := problem(tex, len(word.parameters)):
        raise UsageError(f"the macro of {name}, {tex!r}, cannot be used: {reason}")


def _cited_lemmas(keys: Mapping[str, str], known: Sequence[Entry]) -> dict[str, str]:
    """Cite the claims whose source has a key, by their ids."""
    found = {}
    for entry in known if keys else ():
        source = blank_record(entry).source
        if (tex := cited(source, keys)) != escape(source):
            found[entry.id] = tex
    return found


def _titles(ids: Collection[str], known: Sequence[Entry]) -> dict[str, str]:
    """Return the titles of claims, in quotes, by their ids: how they are referred to where their ids say nothing."""
    return {entry.id: f"``{typeset(blank_record(entry).title)}''" for entry in known if entry.id in ids}


def _known(
    asked: Sequence[Entry], paths: Sequence[str], ids: Collection[str], keys: Mapping[str, str]
) -> Sequence[Entry]:
    """Return the claims of the scripts, and those that come with symattn where an id or a key is not among these."""
    known = [*asked, *read(paths).registry.select([])]
    is_known = {entry.id for entry in known}.issuperset(ids) and _sources(known).issuperset(keys)
    return known if is_known else [*known, *read([folder()]).registry.select([])]


def _sources(known: Sequence[Entry]) -> set[str]:
    """Return the documents that some claims, and words, are taken from."""
    kinds = [getattr(WORDS, name, None) for name in {*defined_words(), *words()}]
    texts = [source_of(kind) for kind in kinds] + [blank_record(entry).source for entry in known]
    return {name for text in texts for name in documents(text)}


def _check_known(references: Mapping[str, str], keys: Mapping[str, str], known: Sequence[Entry]) -> None:
    """Warn of a reference to no claim, and of a key of what no claim and no word has as its source."""
    ids, names = {entry.id for entry in known}, _sources(known)
    for name in sorted(references.keys() - ids):
        _warn(f"no claim is called {name}", name, ids)
    for name in sorted(keys.keys() - names):
        _warn(f"no source is called {name}", name, names)


def _warn(words: str, name: str, known: Collection[str]) -> None:
    longer = (each for each in sorted(known) if re.search(rf"\b{re.escape(name)}\b", each, re.IGNORECASE))
    near = get_close_matches(name, sorted(known), n=1) or [*longer][:1]
    print(f"symattn: {words}{f'; did you mean {near[0]}?' if near else ''}", file=sys.stderr)


def _tex_path(output: str) -> Path:
    """Name the source of a PDF: the file asked for, with the ending .tex."""
    path = Path(output)
    return path.with_suffix(".tex") if path.suffix in (".tex", ".pdf") else path.with_name(f"{path.name}.tex")


def _run_shown(entries: Sequence[Entry], seed: int) -> list[Outcome]:
    """Run claims without the numeric checks; when that takes more than a second, show how far it has come."""
    outcomes = []
    start = time.perf_counter()
    with contextlib.ExitStack() as stack:
        report = None
        for entry in entries:
            outcome = run_claim(entry, seed, numeric=False)
            outcomes.append(replace(outcome, record=with_badge(outcome.record, outcome.verdict)))
            if report is not None:
                report(outcomes[-1].record)
            elif time.perf_counter() - start > SILENT_SECONDS:
                report = stack.enter_context(terminal.progress(len(entries), sys.stderr))
                for outcome in outcomes:
                    report(outcome.record)
    return outcomes
