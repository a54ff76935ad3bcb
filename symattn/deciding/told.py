"""Describe a verdict in plain text: what was decided and on what it rests, or why nothing was decided.

`told` is what `print(verdict)` writes, in Unicode; `explained` says of an *unknown* what was tried, where it stopped
and what would help.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from symattn.deciding.stages import derivation_lines
from symattn.deciding.unknown import Unknown
from symattn.elaborate import conditions_of
from symattn.errors import SymattnError
from symattn.language.base.naming import speaking_of
from symattn.language.pasted import as_given, imports
from symattn.language.propositions import relation_of
from symattn.numeric.constructions import without_a_beginning
from symattn.render.hypotheses import hypotheses_text
from symattn.render.outcome import evidence_lines
from symattn.render.statement import statement
from symattn.render.text import counted, membership, reasons, step_reasons, text

VACUOUS = "possibly vacuous: nothing was found that satisfies the hypotheses"
NEVER_TOGETHER = "each of them is satisfied by some of the values that were tried, but they never are together"
ADVICE = "check that they do not contradict each other, or add one that leaves simpler values"


def told(verdict: Any, doubt: str = "") -> str:
    """Write a verdict as lines of Unicode text: statement, steps, axioms, evidence, and what is to be noted."""
    with speaking_of(verdict):
        return "\n".join(_lines(verdict, doubt))


def _lines(verdict: Any, doubt: str) -> Iterator[str]:
    parts = statement(verdict.claim)
    yield f"{verdict.status}: {text(parts.proposition)}"
    if parts.memberships:
        yield f"for {', '.join(map(membership, parts.memberships))}"
    if parts.given:
        yield f"if {' and '.join(map(text, parts.given))}"
    if verdict.steps:
        yield "steps:"
        yield f"    {text(verdict.steps[0][0])}"
        for result in verdict.steps:
            _, right, _, step = result
            yield f"  {relation_of(step.claim.proposition)} {text(right)}"
            yield f"      {step_reasons(result)}{'' if step.status == 'proved' else f'; {step.status}'}"
    elif verdict.status == "proved" and (lines := derivation_lines(verdict)):
        yield "derivation:"
        yield from (f"  {line}" for line in lines)
    if verdict.uses:
        yield f"by {', '.join(verdict.uses)}"
    if verdict.status == "proved":
        yield f"{counted(verdict.inferences, 'inference')}; axioms: {', '.join(verdict.axioms) or 'none'}"
        if used := hypotheses_text(verdict.hypotheses, verdict.claim):
            yield f"hypotheses used: {'; '.join(used)}"
    if verdict.counterexample is not None:
        yield "counterexample:"
        yield from evidence_lines(verdict.counterexample)
    yield from filter(None, (verdict.report, doubt, *verdict.notes))


def without_instance(verdict: Any) -> str:
    """Say that nothing satisfies the hypotheses of a proof as far as was found, which of them fail, and what to do."""
    from symattn.numeric.refute import never_met  # of the numerical side

    with speaking_of(verdict):
        never = never_met(verdict.claim)
        where = "" if never is None else NEVER_TOGETHER
        if never:
            where = f"of the values that were tried none satisfied: {'; '.join(map(text, never))}"
        begins = ", ".join(f"Equation({x}[0, 0], 0)" for x in without_a_beginning(verdict.claim.given))
        more = f", such as where a recurrence begins: {begins}" if begins else ""
        return "\n".join(filter(None, (VACUOUS, where, f"{ADVICE}{more}")))


def explained(verdict: Any) -> str:
    """Say of an unknown what was tried, where it stopped and what would help; of another verdict what it rests on."""
    if verdict.status != "unknown":
        return told(verdict)
    with speaking_of(verdict):
        proposition = text(statement(verdict.claim).proposition)
        return "\n".join((f"unknown: {proposition}", *_explained(verdict)))


def why_unknown(verdict: Any) -> str:
    """Say what `explained` says, without the claim; nothing of what is proved or refuted."""
    if verdict.status != "unknown":
        return ""
    with speaking_of(verdict):
        return "\n".join(_explained(verdict))


def _explained(verdict: Any) -> Iterator[str]:
    if verdict.steps:
        yield from _of_steps(verdict)
        return
    why: Unknown = verdict.why
    yield "what was tried:"
    yield from (f"  {line}" for line in why.tried)
    if verdict.tried:
        yield f"  ways of the prover: {'; '.join(idea for _, idea, _ in verdict.tried)}"
    yield "where it stopped:"
    yield from (f"  {line}" for line in (*why.stopped, *filter(None, [why.spent]), *why.idle, *why.values))
    yield "what would help:"
    yield from (f"  {line}" for line in (*_to_be_given(verdict), *why.advice))
    yield from (f"note: {note}" for note in verdict.notes)


def _of_steps(verdict: Any) -> Iterator[str]:
    """Explain a chain by the first of its steps that is not proved."""
    proved = sum(step.status == "proved" for *_, step in verdict.steps)
    yield f"proved: {proved} of {counted(len(verdict.steps), 'step')}"
    number = next(number for number, result in enumerate(verdict.steps, 1) if result[3].status != "proved")
    left, right, by, step = verdict.steps[number - 1]
    yield f"step {number}, by {reasons(by, of=left)}, is {step.status}:"
    yield f"    {text(left)}"
    yield f"  {relation_of(step.claim.proposition)} {text(right)}"
    yield from (f"  {line}" for line in explained(step).splitlines()[1:])


def _to_be_given(verdict: Any) -> Iterator[str]:
    """Yield how to give each condition that is missing, where values were found at which it holds."""
    can_hold = list(_that_can_hold(verdict))
    for missing in verdict.missing:
        given = as_given(missing)
        needed = imports(given)
        if missing in can_hold:
            yield f"if it is meant, give it: given=[{given}]{f'  # {needed}' if needed else ''}"
        else:
            yield f"no values were found at which this holds together with what is given: {missing}"


def _that_can_hold(verdict: Any) -> Iterator[str]:
    """Yield the conditions that are missing at which values were found, together with what is given."""
    from symattn.numeric.refute import witness  # of the numerical side

    if not verdict.missing:
        return
    claim = verdict.claim
    given = tuple(claim.given)
    for missing, condition in conditions_of(claim, verdict.missing).items():
        with suppress(SymattnError):
            if witness(claim.proposition, (*given, condition)) is not None:
                given = (*given, condition)
                yield missing
