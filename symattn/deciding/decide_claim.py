"""Decide one claim: prove that it is defined, look for a proof and for a counterexample, and say what was found.

A counterexample is looked for first where the claim fails at first glance, and else after what is easy to prove.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice

from sympy import MatrixSymbol

from symattn.deciding.doubts import vacuity
from symattn.deciding.findings import Confirmed, Unconfirmed
from symattn.deciding.left_over import Search, report, seen
from symattn.deciding.lemmas import Usable
from symattn.deciding.negation import refuted_by_theorem
from symattn.deciding.proofs import EASY, checked, discharged, facts_of, theorem_of, used, with_lemmas
from symattn.deciding.suggestions import suggestion
from symattn.deciding.verdict import Verdict, idle_lemmas, unneeded
from symattn.elaborate import Elaborated, Hypothesis, elaborate_many
from symattn.errors import SymattnError
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term, sides
from symattn.language import Claim
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.normal.context import Context
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.lemmas import Lemmas
from symattn.prover.strategies.front.prove import prove_by_layers, prove_by_words, prove_entrywise
from symattn.prover.strategies.laws.equivariance import fails_where_moved

CONTRADICTION = "symattn disagrees with itself: the kernel proves the claim, and numbers speak against it"
FAILS = "it fails at random values"
EASY_EFFORT = 8_000  # of such a proof
INSTANCES = 20  # of hypotheses that may be missing
SUGGESTED = 2_000  # effort with which a claim is tried under hypotheses that may be missing


def decide_claim(claim: Claim, seed: int, steps: int, lemmas: tuple[Usable, ...] = ()) -> Verdict:
    (elaborated,) = elaborate_many([claim.proposition], claim.given)
    facts = facts_of(elaborated.hypotheses)
    needs, missing = discharged(elaborated, facts, steps, lemmas)
    if missing:
        text = "the claim is not defined everywhere without: " + "; ".join(missing)
        return Verdict("unknown", claim, missing=missing, report=text)
    saw: list[Search] = []
    evidence, found = _search(claim, elaborated, facts, seed, steps, lemmas, saw)
    if isinstance(found, Confirmed):
        return Verdict("refuted", claim, found.theorem, counterexample=found.counterexample)
    if isinstance(evidence, ProofError):
        negation = refuted_by_theorem(elaborated, lambda p, hypotheses: theorem_of(p, hypotheses, steps))
        if negation is not None:
            return Verdict("refuted", claim, negation.theorem, counterexample=negation)
        settled = "" if found is not None else suggestion(claim, lambda more: _easily(more, lemmas))
        return Verdict("unknown", claim, report=told_with(report(evidence, settled), found, saw))
    if found is not None:
        return Verdict("unknown", claim, report=told_with(CONTRADICTION, found))
    theorem, context = evidence
    checked(theorem, elaborated.goal, elaborated.hypotheses)
    unmet = possibly_vacuous(claim)
    if unmet and (vacuous := vacuity_of(elaborated.hypotheses, steps)):
        return Verdict("unknown", claim, report=vacuous)
    proved = Verdict(
        "proved",
        claim,
        theorem,
        hypotheses=used((theorem, *needs), elaborated.hypotheses),
        possibly_vacuous=unmet,
        facts=facts,
        context=context,
        needs=tuple(needs),
        lemmas=lemmas,
    )
    return replace(proved, unneeded=lambda: map(unneeded, idle_lemmas(proved)))


@dataclass
class _Task:
    """Hold what is to be proved, from which facts and lemmas, and what the last attempt on entries left open."""

    goal: Term
    facts: Facts
    steps: int
    by_lemmas: Lemmas | None
    failure: ProofError = field(default_factory=lambda: ProofError("nothing was tried"))


Proved = tuple[Theorem, Context]
Attempt = Callable[[_Task], Proved | None]


def _rewritten_by_lemmas(task: _Task) -> Proved | None:
    return task.by_lemmas.by_rewriting() if task.by_lemmas is not None else None


def _by_layers(task: _Task) -> Proved | None:
    return prove_by_layers(task.goal, task.facts, task.steps)


def _on_entries_easily(task: _Task) -> Proved | None:
    return _on_entries(task, lambda: prove_entrywise(task.goal, task.facts, min(EASY, task.steps), effort=EASY_EFFORT))


def _by_words(task: _Task) -> Proved | None:
    return prove_by_words(task.goal, task.facts)


def _with_lemmas_beside(task: _Task) -> Proved | None:
    return task.by_lemmas.by_all_means(task.steps) if task.by_lemmas is not None else None


def _on_entries_where_that_ran_out(task: _Task) -> Proved | None:
    if not task.failure.ran_out:
        return None
    return _on_entries(task, lambda: prove_entrywise(task.goal, task.facts, task.steps))


def _on_entries(task: _Task, prove: Callable[[], Proved]) -> Proved | None:
    """Prove a goal on its entries, or keep what that left open: it is what a reader is told."""
    try:
        return prove()
    except ProofError as failure:
        task.failure = failure
        return None


#: All attempts to prove a claim, in their order. Numbers come between the rows: a glance at once, the first part of a
#: search for a counterexample after what is easy, and the whole search at the end.
AT_ONCE: tuple[Attempt, ...] = (_rewritten_by_lemmas,)
EASILY: tuple[Attempt, ...] = (_by_layers, _on_entries_easily)
WITH_EFFORT: tuple[Attempt, ...] = (_by_words, _with_lemmas_beside, _on_entries_where_that_ran_out)


def _first(attempts: Sequence[Attempt], task: _Task) -> Proved | None:
    """Return what the first attempt that succeeds proves, or None."""
    for attempt in attempts:
        with suppress(ProofError):
            if (found := attempt(task)) is not None:
                return found
    return None


def _search(
    claim: Claim,
    elaborated: Elaborated,
    facts: Facts,
    seed: int,
    steps: int,
    lemmas: tuple[Usable, ...],
    saw: list[Search],
) -> tuple[Proved | ProofError, Confirmed | Unconfirmed | None]:
    """Return a theorem with its context, or why there is none; and a counterexample, which settles the claim first.

    Where the claim fails at first glance the whole search for a counterexample comes before any proof.
    """
    goal = elaborated.goal
    task = _Task(goal, facts, steps, with_lemmas(goal, facts, facts, lemmas))
    if (proved := _first(AT_ONCE, task)) is not None:
        return proved, None
    pair = sides(goal)
    same = pair is not None and pair[0] is pair[1]
    false = not same and (_looks_false(claim) or fails_where_moved(goal, facts))
    found = counterexample(claim, elaborated, seed, steps, saw) if false else None
    if isinstance(found, Confirmed):
        return ProofError(FAILS), found
    if (proved := _first(EASILY, task)) is not None:
        return proved, found
    if not false:
        found = counterexample(claim, elaborated, seed, steps)
    if not isinstance(found, Confirmed) and (proved := _first(WITH_EFFORT, task)) is not None:
        return proved, found
    if not false and not isinstance(found, Confirmed):
        found = counterexample(claim, elaborated, seed, steps, saw)
    return task.failure, found


def counterexample(
    claim: Claim, elaborated: Elaborated, seed: int, steps: int, saw: list[Search] | None = None
) -> Confirmed | Unconfirmed | None:
    """Return a counterexample by values that is confirmed, one that is not, or None; add what the search saw.

    Where nothing takes that up only the first part of the search is made.
    """
    from symattn.deciding.confirmation import confirmation  # of the numerical side, as is the next
    from symattn.numeric.refute import counterexamples
    from symattn.numeric.satisfaction import Budget

    easy, budget = min(EASY, steps), Budget.first_part() if saw is None else Budget()
    if saw is not None:
        saw.append(budget)
    return confirmation(claim, elaborated, counterexamples(claim, seed, budget), lambda p, h: theorem_of(p, h, easy))


def _looks_false(claim: Claim) -> bool:
    from symattn.numeric.spot_check import looks_false  # of the numerical side

    return looks_false(claim)


def _easily(claim: Claim, lemmas: tuple[Usable, ...]) -> bool:
    """Tell whether a claim is proved with little effort, and is defined, under hypotheses that have an instance."""
    with suppress(ProofError, SymattnError):
        (elaborated,) = elaborate_many([claim.proposition], claim.given)
        facts = facts_of(elaborated.hypotheses)
        theorem = prove_entrywise(elaborated.goal, facts, EASY, effort=SUGGESTED)[0]
        checked(theorem, elaborated.goal, elaborated.hypotheses)
        return not discharged(elaborated, facts, EASY, lemmas)[1] and _has_an_instance(claim)
    return False


def _has_an_instance(claim: Claim) -> bool:
    """Tell whether exact values satisfy the hypotheses at which no matrix is 0, as a skew A with A = A.T would be."""
    from symattn.numeric.refute import known_witnesses  # of the numerical side

    return any(
        all(any(map(any, value)) for symbol, value in instance.bindings.items() if type(symbol) is MatrixSymbol)
        for instance in islice(known_witnesses(claim, 0), INSTANCES)
    )


def told_with(text: str, found: Unconfirmed | None, saw: Sequence[Search] = ()) -> str:
    """Join what was left of a proof with what a search found, or where the claim was seen to hold."""
    about = [str(found)] if found is not None else [line for search in saw for line in seen(search)]
    return "\n".join((text, *about))


def possibly_vacuous(claim: Claim) -> bool:
    """Tell whether no exact instance of the hypotheses is found; declared symbols always have one."""
    if not claim.given:
        return False
    from symattn.numeric.refute import witness

    return witness(claim.proposition, claim.given) is None


def vacuity_of(hypotheses: Sequence[Hypothesis], steps: int) -> str:
    """Say which hypotheses contradict each other, or nothing where that is not proved."""
    return vacuity(hypotheses, lambda proposition, known: theorem_of(proposition, tuple(known), min(EASY, steps)))
