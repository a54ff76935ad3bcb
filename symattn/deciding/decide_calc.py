"""Decide a chain of equations: every step by what it names and nothing else, then the whole by transitivity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from sympy import Basic

from symattn.deciding.confirmation import counterexample
from symattn.deciding.definedness import discharged
from symattn.deciding.doubts import doubted
from symattn.deciding.findings import Confirmed
from symattn.deciding.lemmas import Usable
from symattn.deciding.problem import Problem, checked, facts_of
from symattn.deciding.unknown import Unknown, by_more_reasons, not_settled, undefined
from symattn.deciding.verdict import Verdict, idle_lemmas, unneeded
from symattn.elaborate import Hypothesis, classes, elaborate_many
from symattn.errors import UnsupportedExpression
from symattn.kernel.rules import Theorem
from symattn.language import Calc, Claim
from symattn.language.lemmas import Lemma
from symattn.language.propositions import is_always_open, reason_name
from symattn.prover.logic.derived_rules import ProofError, chain
from symattn.prover.normal.context import Context
from symattn.prover.strategies.front.prove import prove as prove_goal

LEAST_STEPS = 200  # within which a step of a calc is tried without one of its reasons

#: A step as a verdict tells it: both sides, the reasons, and the verdict on the equation.
Result: TypeAlias = tuple[Basic, Basic, tuple[Any, ...], Verdict]


def decide_calc(chain_of_steps: Calc, seed: int, steps: int, lemmas: tuple[Usable, ...] = ()) -> Verdict:
    """Decide a chain: every step by what it names, then the whole by transitivity."""
    equations = chain_of_steps.equations
    lines = elaborate_many(list(equations), chain_of_steps.given)
    for equation, line in zip(equations, lines, strict=True):
        if line.lhs is None:
            raise UnsupportedExpression(equation, "a step of a calc has no derivative in it: claim that by itself")
    results: list[Result] = []
    for equation, step, line in zip(equations, chain_of_steps.steps, lines, strict=True):
        own = tuple(each for each in lemmas if each.lemma in step.by)
        problem = Problem(Claim(equation, chain_of_steps.given), line, own, seed, steps)
        results.append((equation.lhs, equation.rhs, step.by, _decide_step(problem, step.by, chain_of_steps)))
    verdict = _together(Problem(chain_of_steps.claim, lines[0], lemmas, seed, steps), results)

    def idle() -> Iterator[str]:
        return (f"step {number}: {note}" for number, result in enumerate(results, 1) for note in result[3].notes)

    return replace(verdict, steps=tuple(results), unneeded=idle)


def _together(whole: Problem, results: Sequence[Result]) -> Verdict:
    """Answer what the steps of a chain come to together."""
    failed = [(number, result[3]) for number, result in enumerate(results, 1) if result[3].status != "proved"]
    if failed:
        number, verdict = failed[0]
        missing = tuple(dict.fromkeys(m for _, v in failed for m in v.missing))
        said = f"step {number} is {verdict.status}: {verdict.report or verdict.counterexample}"
        return whole.unknown(Unknown((said,)), missing)
    may_be_vacuous, why = doubted(whole)
    if why is not None:
        return whole.unknown(why)
    return Verdict(
        "proved",
        whole.claim,
        chain(*(result[3].theorem for result in results if result[3].theorem is not None)),
        hypotheses=tuple(dict.fromkeys(h for result in results for h in result[3].hypotheses)),
        possibly_vacuous=may_be_vacuous,
        needs=tuple(need for result in results for need in result[3].needs),
        lemmas=whole.lemmas,
    )


def _decide_step(problem: Problem, by: tuple[Any, ...], whole: Calc) -> Verdict:
    needs, missing = discharged(problem)
    if missing:
        return problem.unknown(undefined(missing, what=""), missing)
    try:
        theorem, context = _prove_by(problem, by)
    except ProofError as failure:
        if further := _what_else(problem, by):
            return problem.unknown(by_more_reasons(", ".join(map(reason_name, further))))
        found, search = counterexample(problem)
        if isinstance(found, Confirmed):
            return problem.refuted(found)
        return problem.unknown(not_settled(failure, problem.is_of_matrices, found, [search]))
    verdict = problem.proved(theorem, context, needs, facts_of(_named(problem, by), _closed(by)))
    enough = min(problem.steps, max(LEAST_STEPS, 2 * context.steps))  # a reason that saves half of the proof is of use
    idle = partial(_idle, verdict, by, replace(problem, steps=enough), whole)
    return replace(verdict, unneeded=lambda: map(unneeded, idle()))


def _idle(verdict: Verdict, by: tuple[Any, ...], problem: Problem, whole: Calc) -> Iterator[Any]:
    """Yield the reasons of a step that is proved which it is proved without, within the steps of the problem.

    Where lemmas are no help, nothing is tried without a reason without which the step is false.
    """
    from symattn.deciding.needed import Step  # of the numerical side

    yield from idle_lemmas(verdict)
    equation = verdict.claim.proposition
    step = Step(equation, whole, problem.elaborated)
    for reason in by:
        if isinstance(reason, Lemma) or (is_always_open(reason) and equation.has(reason)):
            continue
        rest = tuple(other for other in by if other != reason)
        if not verdict.lemmas and step.cannot_do_without(reason, rest, _closed(rest)):
            continue
        if _holds_by(problem, rest):
            yield reason


def _closed(by: tuple[Any, ...]) -> frozenset[str]:
    """Return the constants whose definitions are none of these reasons."""
    return frozenset(name for name, kinds in classes().items() if not any(kind in by for kind in kinds))


def _named(problem: Problem, by: tuple[Any, ...]) -> list[Hypothesis]:
    """Return the hypotheses that a step names."""
    return [h for h in problem.hypotheses if h.item in by]


def _prove_by(problem: Problem, by: tuple[Any, ...]) -> tuple[Theorem, Context]:
    """Prove a step from the properties and definitions that are named, and from nothing else; say what was used.

    The hypotheses of a lemma that is named may be proved from all that is declared and given.
    """
    named = _named(problem, by)
    facts = facts_of(named, _closed(by))
    if (by_lemmas := problem.with_lemmas(problem.goal, facts, problem.facts)) is not None:
        with suppress(ProofError):
            theorem, context = by_lemmas.by_rewriting() or by_lemmas.by_all_means(problem.steps)
            return checked(theorem, problem.goal, problem.hypotheses), context
    theorem, context = prove_goal(problem.goal, facts, problem.steps)
    return checked(theorem, problem.goal, named), context


def _holds_by(problem: Problem, by: tuple[Any, ...]) -> bool:
    try:
        _prove_by(problem, by)
    except ProofError:
        return False
    return True


def _what_else(problem: Problem, by: tuple[Any, ...]) -> list[Any]:
    """Return the further reasons that would carry a step that its own reasons do not carry, or none.

    Starting from everything there is, what is not needed is left out one by one.
    """
    classes = [kind for kind in _classes_with_definitions() if kind not in by]
    further: list[Any] = [*(h.item for h in problem.hypotheses if h.item not in by), *classes]
    if not _holds_by(problem, (*by, *further)):
        return []
    for reason in tuple(further):
        rest = [other for other in further if other != reason]
        if _holds_by(problem, (*by, *rest)):
            further = rest
    return further


def _classes_with_definitions() -> list[type]:
    """Return the classes whose definitions a step may name, in alphabetical order."""
    return sorted({kind for kinds in classes().values() for kind in kinds}, key=lambda kind: kind.__name__)
