"""One article per claim: everything that the book says of it, as plain text and finished HTML.

An article holds no SymPy object and no theorem, so a whole book of them is small.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from symattn.certificates.certificate import certificate
from symattn.deciding.stages import reasons, stage_lines
from symattn.errors import SymattnError
from symattn.language import Calc, Claim
from symattn.language.base.naming import speaking_of
from symattn.numeric.sides import both_sides
from symattn.render.definitions import definitions
from symattn.render.html import (
    block,
    counterexample_html,
    derivation_html,
    escape,
    in_words,
    proposition_html,
    shapes_html,
    statement_html,
)
from symattn.render.latex import latex, membership_latex
from symattn.render.mathml import mathml
from symattn.render.statement import statement
from symattn.render.text import PROPERTIES, membership, text
from symattn.scripts.book.dependencies import Rests, definition, rests_on
from symattn.scripts.book.places import Place, place
from symattn.scripts.book.subjects import Subject, script_name, subject
from symattn.scripts.claims import Outcome
from symattn.scripts.coq_badge import with_badge
from symattn.scripts.paper import paper
from symattn.scripts.records import Record
from symattn.scripts.registry import Crash, Entry

#: What a size stands for.
ANY_SIZE = "a size, any positive integer"


@dataclass(frozen=True)
class SymbolUse:
    """Say what one symbol of a claim stands for: its name as text and as HTML, its set, and what it is."""

    name: str
    shown: str
    meaning: str
    words: str
    known: str = ""  # such as "is a permutation", which it may be looked for by


@dataclass(frozen=True)
class Notation:
    """Hold what a word of a claim stands for: the name of its class, and the definition as HTML."""

    name: str
    shown: str


@dataclass(frozen=True)
class Script:
    """Hold where a claim is declared: the name, text and subject of the script, the function's first line and text."""

    name: str
    text: str
    line: int
    function: str
    subject: Subject


@dataclass(frozen=True)
class Article:
    """Hold what the book says of one claim; `definitions` are those of the names in `rests`, as equations."""

    record: Record
    place: Place
    statement: str
    formula: str  # what it says, without what its symbols are: for lists
    notation: tuple[Notation, ...]
    hypotheses: tuple[str, ...]
    derivation: str
    kernel_stages: tuple[str, ...]
    counterexample: str
    notes: tuple[str, ...]
    rests: Rests
    definitions: tuple[str, ...]
    symbols: tuple[SymbolUse, ...]
    script: Script | None
    tex: str
    certificate: str
    uncertified: str  # why there is none


def article(entry: Entry, outcome: Outcome) -> Article:
    """Write the article of a claim that was run."""
    return with_script(without_script(entry, outcome), entry)


def without_script(entry: Entry, outcome: Outcome) -> Article:
    """Write the article of a claim where it was run, which may be where its script only was sent to."""
    with speaking_of(outcome.stated):
        return _of_outcome(entry, outcome)


def with_script(article: Article, entry: Entry) -> Article:
    """Add to an article the script that declares the claim here."""
    return replace(article, script=_script(entry))


def _of_outcome(entry: Entry, outcome: Outcome) -> Article:
    record, stated, verdict = outcome.record, outcome.stated, outcome.verdict
    # where the scripts lie on this machine is nobody's business
    record = replace(record, reason=record.reason.replace(entry.path, Path(entry.path).name))
    proved = record.verdict in ("proved", "defined")
    rests = rests_on(getattr(verdict, "theorem", None))
    certified, uncertified = _certificate(record, verdict)
    record = with_badge(record, verdict, certified)
    return Article(
        record=record,
        place=place(record.source),
        statement=_statement(record, stated),
        formula=_formula(record, stated),
        notation=_notation(stated),
        hypotheses=tuple(in_words(each, getattr(stated, "given", ())) for each in record.hypotheses),
        derivation=derivation_html(verdict, reasons) if proved else "",
        kernel_stages=tuple(stage_lines(verdict)) if proved else (),
        counterexample=_counterexample(record, verdict),
        notes=tuple(getattr(verdict, "notes", ())),
        rests=rests,
        definitions=tuple(map(definition, rests.definitions)),
        symbols=_symbols(stated),
        script=None,
        tex=paper([replace(outcome, record=record)]),
        certificate=certified,
        uncertified=uncertified,
    )


def _statement(record: Record, stated: Any) -> str:
    if isinstance(stated, Claim | Calc):
        return statement_html(stated.claim if isinstance(stated, Calc) else stated)
    if record.statement_latex:
        return block(mathml(record.statement_latex, True, record.statement))
    return "<p>It could not be stated.</p>"


def _formula(record: Record, stated: Any) -> str:
    if isinstance(stated, Claim | Calc):
        return proposition_html(statement(stated).proposition)
    return block(mathml(record.statement_latex, True, record.statement)) if record.statement_latex else ""


def _counterexample(record: Record, verdict: Any) -> str:
    found = record.counterexample
    if found is None:
        return ""
    if found["kind"] == "shape":
        return shapes_html(found)
    evidence = verdict.counterexample
    return counterexample_html(evidence, both_sides(verdict.claim, evidence)) if evidence is not None else ""


def _notation(stated: Any) -> tuple[Notation, ...]:
    if not isinstance(stated, Claim | Calc):
        return ()
    claim = stated.claim if isinstance(stated, Calc) else stated
    steps = [step.expression for step in stated.steps] if isinstance(stated, Calc) else []
    found = definitions(claim.proposition, *claim.given, *steps)
    return tuple(Notation(each.name, block(mathml(each.formula, True)) + _source(each.source)) for each in found)


def _source(source: str) -> str:
    return f"<p>Source: {escape(source)}</p>" if source else ""


def _symbols(stated: Any) -> tuple[SymbolUse, ...]:
    if not isinstance(stated, Claim | Calc):
        return ()
    parts = statement(stated)
    uses = [SymbolUse(text(size), mathml(latex(size)), "a size", ANY_SIZE) for size in parts.sizes]
    for each in parts.memberships:
        meaning, words = mathml(membership_latex(each), False, membership(each)), membership(each)
        for symbol in each.symbols:
            known, _ = PROPERTIES.get(type(symbol).__name__, ("", ""))
            uses.append(SymbolUse(text(symbol), mathml(latex(symbol)), meaning, words, known))
    return tuple(uses)


def _script(entry: Entry) -> Script | None:
    path = Path(entry.path)
    try:
        whole = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    name, about = script_name(path), subject(path, whole)
    if isinstance(entry, Crash):
        return Script(name, whole, 1, "", about)
    lines = inspect.getblock(whole.splitlines(keepends=True)[entry.line - 1 :])
    return Script(name, whole, entry.line, "".join(lines), about)


def _certificate(record: Record, verdict: Any) -> tuple[str, str]:
    """Return the certificate of what was proved or refuted, and why there is none."""
    if verdict is None or verdict.status not in ("proved", "refuted"):
        return "", "there is no proof and no counterexample by values"
    try:
        return certificate(verdict, record.id), ""
    except SymattnError as error:
        return "", str(error)
