"""What `symattn show` prints of a claim: statement, verdict, derivation, and what the proof rests on, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from symattn.language import Calc, Claim
from symattn.language.base.naming import speaking_of
from symattn.render.counting import came_out, is_in_doubt
from symattn.render.hypotheses import hypotheses_text
from symattn.render.statement import statement
from symattn.render.text import greek_words, membership, reasons, step_reasons, symbol_text, text


def outcome_lines(record: Any, stated: Any, verdict: Any, derivation: Sequence[str] = ()) -> list[str]:
    """List the lines that `symattn show` prints: statement, verdict, steps or derivation, axioms and counts."""
    with speaking_of(stated):
        return list(_outcome_lines(record, stated, verdict, derivation))


def _outcome_lines(record: Any, stated: Any, verdict: Any, derivation: Sequence[str]) -> Iterator[str]:
    yield f"{record.id}  {record.title}"
    if record.source:
        yield f"source: {record.source}"
    if getattr(record, "printed", ""):
        yield f"printed: {record.printed}"
    if getattr(record, "remark", ""):
        yield f"remark: {record.remark}"
    yield ""
    if isinstance(stated, Claim | Calc):
        parts = statement(stated)
        for each in parts.memberships:
            yield f"  {membership(each)}"
        for given in parts.given:
            yield f"  given: {text(given)}"
        yield f"  claim: {text(parts.proposition)}"
    elif record.statement:
        yield f"  {record.statement}"
    if record.statement:
        yield ""
    expected = f" ({record.expected})" if record.expected else ""  # a script that cannot be read declares nothing
    declared = "as declared" if record.as_declared else f"NOT as declared{expected}"
    said = f"{came_out(record)}: this fails a check" if is_in_doubt(record) else f"{record.verdict}, {declared}"
    yield f"{said}, {record.seconds:.2f} s"
    yield from (f"  {line}" for line in record.reason.splitlines())
    if isinstance(stated, Calc):
        yield from calc_lines(stated, getattr(verdict, "steps", ()))
    elif derivation:
        yield "derivation:"
        yield from (f"  {line}" for line in derivation)
    for note in getattr(verdict, "notes", ()):
        yield f"note: {note}"
    if record.verdict in ("proved", "defined"):
        yield f"inferences: {record.inferences:,}"
        if used := getattr(record, "uses", ()):
            yield f"by: {', '.join(used)}"
        yield f"axioms: {', '.join(record.axioms) or 'none'}"
        if needed := hypotheses_text(record.hypotheses, stated):
            yield f"hypotheses used: {'; '.join(needed)}"
    if (accepted := getattr(record, "coq", None)) is not None:
        yield f"{accepted}"
    if record.spot_check is not None:
        check = record.spot_check
        yield f"spot check: {check['trials']} trials, largest scaled error {check['max_error']:.2g}"


def evidence_lines(counterexample: Any) -> list[str]:
    """List what refutes a claim: sizes and values on one line, and the two sides there."""
    if counterexample.kind == "negation":
        return [greek_words(str(counterexample))]
    return [f"  {line}" for line in counterexample.lines(symbol_text) if line]


def calc_lines(chain: Calc, steps: Sequence[Any]) -> Iterator[str]:
    """Yield a derivation line by line, each step with its reasons and, when known, with its own verdict."""
    yield "steps:"
    yield f"    {text(chain.start)}"
    for number, step in enumerate(chain.steps):
        known = steps[number] if number < len(steps) else None
        yield f"  {step.relation} {text(step.expression)}"
        yield (
            f"      {step_reasons(known)}; {known[3].status}" if known else f"      {reasons(step.by, of=chain.start)}"
        )
