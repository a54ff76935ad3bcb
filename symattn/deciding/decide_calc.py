"""Decide a chain of equations and inequalities: every step by what it names alone, then the whole by transitivity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from sympy import Basic

from symattn.certificates.record import inferences_behind
from symattn.deciding.definedness import discharged
from symattn.deciding.doubts import as_undefined, doubted
from symattn.deciding.findings import Confirmed
from symattn.deciding.lemmas import Usable
from symattn.deciding.problem import Problem, checked, facts_of, inverted_by_declaration
from symattn.deciding.unknown import IN_A_STEP, Unknown, by_more_reasons, not_settled
from symattn.deciding.verdict import Verdict, idle_lemmas, unneeded
from symattn.elaborate import Hypothesis, classes, elaborate_many
from symattn.errors import UnsupportedExpression
from symattn.kernel.rules import Theorem
from symattn.language import Calc, Claim, PermutationSymbol
from symattn.language.lemmas import Lemma
from symattn.language.propositions import is_always_open, reason_name
from symattn.prover.library.facts import infer
from symattn.prover.logic.derived_rules import ProofError, chain, symmetric
from symattn.prover.normal.context import Context
from symattn.prover.strategies.core.goals import attempted
from symattn.prover.strategies.front.prove import prove as prove_goal
from symattn.prover.strategies.front.prove import prove_by_words
from symattn.render.text import text

LEAST_STEPS = 200  # within which a step of a calc is tried without one of its reasons

#: A refutation is one of the claim, whose sides are the ends of the chain.
ONLY_A_STEP = "the claim from the first line to the last is not refuted: it stays unknown until the chain is mended"

#: A step as a verdict tells it: both sides, the reasons, and the verdict on what it states.
Result: TypeAlias = tuple[Basic, Basic, tuple[Any, ...], Verdict]


def decide_calc(chain_of_steps: Calc, seed: int, steps: int, lemmas: tuple[Usable, ...] = ()) -> Verdict:
    """Decide a chain: every step by what it names, then the whole by transitivity."""
    lines = elaborate_many(chain_of_steps.stated, chain_of_steps.given)
    for stated, line in zip(chain_of_steps.stated, lines, strict=True):
        if line.described:
            raise UnsupportedExpression(stated, "a step of a calc has no derivative in it: claim that by itself")
    results: list[Result] = []
    for stated, step, line in zip(chain_of_steps.statements, chain_of_steps.steps, lines, strict=False):
        own = tuple(each for each in lemmas if each.lemma in step.by)
        problem = Problem(Claim(stated, chain_of_steps.given), line, own, seed, steps)
        left, right = stated.args
        results.append((left, right, step.by, _decide_step(problem, step.by, chain_of_steps)))
    whole = Problem(chain_of_steps.claim, lines[-1], lemmas, seed, steps)
    verdict = _together(whole, results, [step.relation for step in chain_of_steps.steps])

    def idle() -> Iterator[str]:
        if verdict.status != "proved":  # what a step lacks is of interest then
            return iter(())
        return (f"step {number}: {note}" for number, result in enumerate(results, 1) for note in result[3].notes)

    return replace(verdict, steps=tuple(results), unneeded=idle)


def _together(whole: Problem, results: Sequence[Result], relations: Sequence[str]) -> Verdict:
    """Answer what the steps of a chain come to together."""
    failed = [(number, result[3]) for number, result in enumerate(results, 1) if result[3].status != "proved"]
    if failed:
        if any(verdict.status == "refuted" for _, verdict in failed) and (found := _refuting(whole)) is not None:
            return whole.refuted(found)
        failed.sort(key=lambda each: each[1].status != "refuted")
        missing = tuple(dict.fromkeys(m for _, v in failed for m in v.missing))
        said = [_of_step(number, step) for number, step in failed]
        if failed[0][1].status == "refuted":
            said.append(ONLY_A_STEP)
        return whole.unknown(Unknown(tuple(each.replace("\n", "\n  ") for each in said)), missing)
    may_be_vacuous, why = doubted(whole)
    if why is not None:
        return whole.unknown(why)
    theorem = None
    with suppress(ProofError):
        theorem = follows([result[3].theorem for result in results if result[3].theorem is not None], relations)
    if theorem is None or theorem.conclusion is not whole.goal:  # N ≤ i/w is read as N ≤ ⌊i/w⌋, i/w ≤ a as it is
        return whole.unknown(Unknown(("the steps hold, but a line is not read alike in all of them",)))
    return Verdict(
        "proved",
        whole.claim,
        theorem,
        hypotheses=tuple(dict.fromkeys(h for result in results for h in result[3].hypotheses)),
        possibly_vacuous=may_be_vacuous,
        needs=tuple(need for result in results for need in result[3].needs),
        lemmas=whole.lemmas,
    )


def _of_step(number: int, step: Verdict) -> str:
    """Say of a step that is not proved why; one that is refuted is written, since a newcomer looks for it."""
    if step.status != "refuted":
        return f"step {number} is {step.status}: {step.report}"
    return f"step {number}, {text(step.claim.proposition)}, is refuted: {step.counterexample}"


def _refuting(problem: Problem) -> Confirmed | None:
    """Return values that refute a claim, confirmed, or None where none are found."""
    from symattn.deciding.confirmation import counterexample  # of the numerical side

    found, _ = counterexample(problem)
    return found if isinstance(found, Confirmed) else None


def follows(theorems: Sequence[Theorem], relations: Sequence[str]) -> Theorem:
    """Infer what the steps of a chain come to, each a = b, or a ≤ b or a < b, or all of these read backwards."""
    if set(relations) == {"="}:
        return chain(*theorems)
    backwards = bool({"≥", ">"}.intersection(relations))
    steps = [*zip(theorems, relations, strict=True)][:: -1 if backwards else 1]
    ordered = [(_in_order(theorem, backwards) if sign == "=" else theorem, sign in "<>") for theorem, sign in steps]
    (found, strict), *others = ordered
    for theorem, more in others:
        if strict:
            found = infer("lt_le_trans", found, infer("lt_le", theorem) if more else theorem)
        else:
            found = infer("le_lt_trans" if more else "le_trans", found, theorem)
        strict = strict or more
    return found


def _in_order(same: Theorem, backwards: bool) -> Theorem:
    """Infer a ≤ b, or b ≤ a, from a = b."""
    return infer("le_of_eq", symmetric(same) if backwards else same)


def _decide_step(problem: Problem, by: tuple[Any, ...], whole: Calc) -> Verdict:
    needs, missing = discharged(problem)
    if missing:
        return problem.unknown(as_undefined(problem, missing, what=""), missing)
    try:
        theorem, context = _prove_by(problem, by)
    except ProofError as failure:
        if further := _what_else(problem, by):
            return problem.unknown(by_more_reasons([*map(reason_name, further)]))
        from symattn.deciding.confirmation import counterexample

        found, search = counterexample(problem)
        if isinstance(found, Confirmed):
            return problem.refuted(found)
        steps, lemmas = problem.steps, problem.names_of_lemmas
        return problem.unknown(
            not_settled(failure, problem.is_of_matrices, found, [search], IN_A_STEP, steps=steps, lemmas=lemmas)
        )
    verdict = problem.proved(theorem, context, needs, facts_of(_named(problem, by), _closed(by)))
    enough = min(problem.steps, max(LEAST_STEPS, 2 * context.steps))  # a reason that saves half of the proof is of use
    idle = partial(_idle, verdict, by, replace(problem, steps=enough), whole)
    return replace(verdict, unneeded=lambda: map(unneeded, idle()))


def _idle(verdict: Verdict, by: tuple[Any, ...], problem: Problem, whole: Calc) -> Iterator[Any]:
    """Yield the reasons of a step that is proved which it is proved without, within the steps of the problem.

    A permutation that stands in the step is none of them: a reader expects it to be named. Where lemmas are no help,
    nothing is tried without a reason without which the step is false.
    """
    from symattn.deciding.needed import Step  # of the numerical side

    yield from idle_lemmas(verdict)
    stated = verdict.claim.proposition
    step = Step(stated, whole, problem.elaborated)
    for reason in by:
        expected = isinstance(reason, PermutationSymbol) or is_always_open(reason)
        if isinstance(reason, Lemma) or (expected and stated.has(reason)):
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
    """Return the hypotheses that a step names, or that hold because of what it names."""
    return [h for h in problem.hypotheses if h.item in by or set() < inverted_by_declaration(h.item) <= set(by)]


def _prove_by(problem: Problem, by: tuple[Any, ...]) -> tuple[Theorem, Context]:
    """Prove a step from the properties and definitions that are named, and from nothing else; say what was used.

    The hypotheses of a lemma that is named may be proved from all that is declared and given.
    """
    named = _named(problem, by)
    facts = facts_of(named, _closed(by))
    if (by_lemmas := problem.with_lemmas(problem.goal, facts, problem.facts)) is not None:
        with suppress(ProofError):
            theorem, context = by_lemmas.by_rewriting() or by_lemmas.by_words() or by_lemmas.by_all_means(problem.steps)
            return checked(theorem, problem.goal, problem.hypotheses), context
    try:
        theorem, context = prove_goal(problem.goal, facts, problem.steps)
    except ProofError as failure:
        found = attempted(prove_by_words, problem.goal, facts)
        if found is None:
            raise failure
        theorem, context = found
    return checked(theorem, problem.goal, named), context


def _holds_by(problem: Problem, by: tuple[Any, ...]) -> bool:
    try:
        _prove_by(problem, by)
    except ProofError:
        return False
    return True


def _what_else(problem: Problem, by: tuple[Any, ...]) -> list[Any]:
    """Return the further reasons that would carry a step that its own reasons do not carry, or none.

    Starting from everything there is, what is not needed is left out: what the proof has not unfolded, then one by one.
    """
    words = [kind for kind in _classes_with_definitions() if kind not in by]
    items = dict.fromkeys(
        i for h in problem.hypotheses for i in sorted(inverted_by_declaration(h.item), key=str) or [h.item]
    )
    further: list[Any] = [*(item for item in items if item not in by), *words]
    try:
        theorem, _ = _prove_by(problem, (*by, *further))
    except ProofError:
        return []
    unfolded = [str(node.arguments[0]) for node in inferences_behind(theorem) if node.rule == "definition"]
    opened = {kind for name in unfolded for kind in classes().get(name, ())}
    likely = [reason for reason in further if reason not in words or reason in opened]
    if _holds_by(problem, (*by, *likely)):
        further = likely
    for reason in tuple(further):
        rest = [other for other in further if other != reason]
        if _holds_by(problem, (*by, *rest)):
            further = rest
    return further


def _classes_with_definitions() -> list[type]:
    """Return the classes whose definitions a step may name, in alphabetical order."""
    return sorted({kind for kinds in classes().values() for kind in kinds}, key=lambda kind: kind.__name__)
