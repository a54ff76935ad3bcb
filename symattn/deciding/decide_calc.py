"""Decide a chain of equations: every step by what it names and nothing else, then the whole by transitivity."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from sympy import Basic

from symattn.deciding.decide_claim import counterexample, possibly_vacuous, told_with, vacuity_of
from symattn.deciding.findings import Confirmed
from symattn.deciding.left_over import Search, report
from symattn.deciding.lemmas import Usable
from symattn.deciding.proofs import checked, discharged, facts_of, used, with_lemmas
from symattn.deciding.verdict import Verdict, idle_lemmas, unneeded
from symattn.elaborate import Elaborated, Hypothesis, classes, elaborate_many
from symattn.errors import UnsupportedExpression
from symattn.kernel.rules import Theorem
from symattn.language import Calc, Claim, Equation
from symattn.language.lemmas import Lemma
from symattn.language.propositions import is_always_open, reason_name
from symattn.prover.logic.derived_rules import ProofError, chain
from symattn.prover.normal.context import Context
from symattn.prover.strategies.front.prove import prove as prove_goal

LEAST_STEPS = 200  # within which a step of a calc is tried without one of its reasons


def decide_calc(chain_of_steps: Calc, seed: int, steps: int, lemmas: tuple[Usable, ...] = ()) -> Verdict:
    """Decide a chain: every step by what it names, then the whole by transitivity."""
    equations = chain_of_steps.equations
    lines = elaborate_many(list(equations), chain_of_steps.given)
    for equation, line in zip(equations, lines, strict=True):
        if line.lhs is None:
            raise UnsupportedExpression(equation, "a step of a calc has no derivative in it: claim that by itself")
    results: list[tuple[Basic, Basic, tuple[Any, ...], Verdict]] = []
    for equation, step, line in zip(equations, chain_of_steps.steps, lines, strict=True):
        own = tuple(each for each in lemmas if each.lemma in step.by)
        verdict = _decide_step(equation, step.by, line, chain_of_steps, seed, steps, own)
        results.append((equation.lhs, equation.rhs, step.by, verdict))

    def idle() -> Iterator[str]:
        return (f"step {number}: {note}" for number, result in enumerate(results, 1) for note in result[3].notes)

    failed = [(number, result[3]) for number, result in enumerate(results, 1) if result[3].status != "proved"]
    if failed:
        number, verdict = failed[0]
        missing = tuple(dict.fromkeys(m for _, v in failed for m in v.missing))
        text = f"step {number} is {verdict.status}: {verdict.report or verdict.counterexample}"
        return Verdict(
            "unknown", chain_of_steps.claim, missing=missing, report=text, steps=tuple(results), unneeded=idle
        )
    theorem = chain(*(result[3].theorem for result in results if result[3].theorem is not None))
    claim = chain_of_steps.claim
    unmet = possibly_vacuous(claim)
    if unmet and (vacuous := vacuity_of(lines[0].hypotheses, steps)):
        return Verdict("unknown", claim, report=vacuous, steps=tuple(results), unneeded=idle)
    return Verdict(
        "proved",
        claim,
        theorem,
        hypotheses=tuple(dict.fromkeys(h for result in results for h in result[3].hypotheses)),
        steps=tuple(results),
        possibly_vacuous=unmet,
        needs=tuple(need for result in results for need in result[3].needs),
        lemmas=lemmas,
        unneeded=idle,
    )


def _decide_step(
    equation: Equation,
    by: tuple[Any, ...],
    line: Elaborated,
    whole: Calc,
    seed: int,
    steps: int,
    lemmas: tuple[Usable, ...] = (),
) -> Verdict:
    claim = Claim(equation, whole.given)
    everything = facts_of(line.hypotheses)
    needs, missing = discharged(line, everything, steps, lemmas)
    if missing:
        text = "not defined everywhere without: " + "; ".join(missing)
        return Verdict("unknown", claim, missing=missing, report=text)
    try:
        theorem, context = _prove_by(line, by, steps, lemmas)
    except ProofError as failure:
        if further := _what_else(line, by, steps, lemmas):
            return Verdict("unknown", claim, report=further)
        saw: list[Search] = []
        found = counterexample(claim, line, seed, steps, saw)
        if isinstance(found, Confirmed):
            return Verdict("refuted", claim, found.theorem, counterexample=found.counterexample)
        return Verdict("unknown", claim, report=told_with(report(failure), found, saw))
    verdict = Verdict(
        "proved",
        claim,
        theorem,
        hypotheses=used((theorem, *needs), line.hypotheses),
        facts=facts_of(_named(line, by), _closed(by)),
        context=context,
        needs=tuple(needs),
        lemmas=lemmas,
    )
    enough = min(steps, max(LEAST_STEPS, 2 * context.steps))  # a reason that makes the proof half as long is of use
    idle = partial(_idle, verdict, by, line, whole, enough)
    return replace(verdict, unneeded=lambda: map(unneeded, idle()))


def _idle(verdict: Verdict, by: tuple[Any, ...], line: Elaborated, whole: Calc, steps: int) -> Iterator[Any]:
    """Yield the reasons of a step that is proved which it is proved without, within some steps.

    Where lemmas are no help, nothing is tried without a reason without which the step is false.
    """
    from symattn.deciding.needed import Step  # of the numerical side

    yield from idle_lemmas(verdict)
    equation = verdict.claim.proposition
    step = Step(equation, whole, line)
    for reason in by:
        if isinstance(reason, Lemma) or (is_always_open(reason) and equation.has(reason)):
            continue
        rest = tuple(other for other in by if other != reason)
        if not verdict.lemmas and step.cannot_do_without(reason, rest, _closed(rest)):
            continue
        if _holds_by(line, rest, steps, verdict.lemmas):
            yield reason


def _closed(by: tuple[Any, ...]) -> frozenset[str]:
    """Return the constants whose definitions are none of these reasons."""
    return frozenset(name for name, kinds in classes().items() if not any(kind in by for kind in kinds))


def _named(line: Elaborated, by: tuple[Any, ...]) -> list[Hypothesis]:
    """Return the hypotheses that a step names."""
    return [h for h in line.hypotheses if h.item in by]


def _prove_by(
    line: Elaborated, by: tuple[Any, ...], steps: int, lemmas: tuple[Usable, ...] = ()
) -> tuple[Theorem, Context]:
    """Prove a step from the properties and definitions that are named, and from nothing else; say what was used.

    The hypotheses of a lemma that is named may be proved from all that is declared and given.
    """
    named = _named(line, by)
    facts = facts_of(named, _closed(by))
    if (by_lemmas := with_lemmas(line.goal, facts, facts_of(line.hypotheses), lemmas)) is not None:
        with suppress(ProofError):
            theorem, context = by_lemmas.by_rewriting() or by_lemmas.by_all_means(steps)
            return checked(theorem, line.goal, line.hypotheses), context
    theorem, context = prove_goal(line.goal, facts, steps)
    return checked(theorem, line.goal, named), context


def _holds_by(line: Elaborated, by: tuple[Any, ...], steps: int, lemmas: tuple[Usable, ...] = ()) -> bool:
    try:
        _prove_by(line, by, steps, lemmas)
    except ProofError:
        return False
    return True


def _what_else(line: Elaborated, by: tuple[Any, ...], steps: int, lemmas: tuple[Usable, ...] = ()) -> str:
    """Say which further reasons would carry a step that its own reasons do not carry, or nothing.

    Starting from everything there is, what is not needed is left out one by one.
    """
    classes = [kind for kind in _classes_with_definitions() if kind not in by]
    further: list[Any] = [*(h.item for h in line.hypotheses if h.item not in by), *classes]
    if not _holds_by(line, (*by, *further), steps, lemmas):
        return ""
    for reason in tuple(further):
        rest = [other for other in further if other != reason]
        if _holds_by(line, (*by, *rest), steps, lemmas):
            further = rest
    return f"the step holds, but not by what it names alone: it also uses {', '.join(map(reason_name, further))}"


def _classes_with_definitions() -> list[type]:
    """Return the classes whose definitions a step may name, in alphabetical order."""
    return sorted({kind for kinds in classes().values() for kind in kinds}, key=lambda kind: kind.__name__)
