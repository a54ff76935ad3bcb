"""Turn the lemmas that a claim names, by verdict or by id, into theorems of the kernel.

A lemma is used as it was proved: under every hypothesis that its proof needed, and under those by which its claim is
defined.  What a verdict says of itself is not believed: its claim is elaborated again, and a theorem that says anything
else is refused, as is one whose certificate the independent verifier does not accept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from symattn.deciding.readings import Reading
from symattn.elaborate import elaborate_many
from symattn.errors import ClaimError
from symattn.kernel.rules import Theorem, assume
from symattn.kernel.terms import Term
from symattn.language.lemmas import Lemma, NoSuchClaim, is_words, looked_up
from symattn.language.propositions import Claim
from symattn.prover.logic.derived_rules import conjoin, first_conjunct

#: What theorems said when their certificates were replayed.
_replayed: WeakKeyDictionary[Theorem, tuple[Any, ...]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Usable:
    """Hold a theorem that may be used under its name, and the theorem of its claim, which then stands in the proof."""

    lemma: Lemma
    theorem: Theorem
    original: Theorem


class NotProvedYet(Exception):
    """Report a lemma of which nothing is proved; the message says which."""


def usable(lemmas: Iterable[Lemma], kind: type[Any]) -> tuple[Usable, ...]:
    """Return the theorems of some lemmas, whose verdicts are of a class.

    Raise NotProvedYet for one that is unknown; ClaimError for one that is refuted, has no theorem, or is no verdict.
    """
    return tuple(_usable(lemma, kind) for lemma in lemmas)


def usable_in_steps(lemmas: Iterable[Lemma], kind: type[Any]) -> tuple[Usable, ...]:
    """Return the theorems of the reasons of steps; words of the author's, that are no id of a claim, are none."""
    found = []
    for lemma in lemmas:
        try:
            found.append(_usable(lemma, kind))
        except NoSuchClaim:
            if not is_words(lemma.name):
                raise
    return tuple(found)


def _usable(lemma: Lemma, kind: type[Any]) -> Usable:
    verdict: Any = looked_up(lemma.name) if lemma.verdict is None else lemma.verdict
    if type(verdict) is not kind:
        raise ClaimError(f"a lemma is a verdict of decide or prove, the id of a claim or its function, not {verdict!r}")
    if verdict.status == "refuted":
        raise ClaimError(f"{lemma} is refuted, so that nothing can be proved by it")
    if verdict.status != "proved":
        raise NotProvedYet(f"{lemma} is not proved, so that nothing is proved by it: it is {verdict.status}")
    kept = {"claim": Claim, "steps": tuple, "needs": tuple}
    changed = [name for name, wanted in kept.items() if type(getattr(verdict, name)) is not wanted]
    if not changed and any(type(getattr(step[-1], "claim", None)) is not Claim for step in verdict.steps):
        changed = ["steps"]
    if changed:
        raise ClaimError(f"a verdict whose {changed[0]} was changed is no lemma: pass it as it was returned")
    theorem = _as_stated(lemma, verdict)
    says = (theorem.conclusion, *theorem.hypotheses)
    if lemma.verdict is not None and _replayed.get(theorem) != says:
        from symattn.deciding.replay import replayed

        replayed(theorem)
        _replayed[theorem] = says
    needed = dict.fromkeys(p for proof in verdict.needs for p in proof.hypotheses)
    return Usable(lemma, _under(theorem, (p for p in needed if p not in theorem.hypotheses)), theorem)


def _as_stated(lemma: Lemma, verdict: Any) -> Theorem:
    """Return the theorem of a verdict if it says what the claim states, under the hypotheses of the claim alone."""
    steps = [step.claim.proposition for *_, step in verdict.steps]
    reading = Reading(elaborate_many([*steps, verdict.claim.proposition], verdict.claim.given))
    allowed = set(reading.hypotheses)
    proofs = (verdict.theorem, *verdict.needs)
    if any(type(proof) is not Theorem or not allowed.issuperset(proof.hypotheses) for proof in proofs):
        raise ClaimError(f"{lemma} has no theorem under its own hypotheses alone")
    if verdict.theorem.conclusion is not reading.goal:
        raise ClaimError(f"{lemma} does not say what was proved: pass the verdict as it was returned")
    theorem: Theorem = verdict.theorem
    return theorem


def _under(theorem: Theorem, hypotheses: Iterable[Term]) -> Theorem:
    """Infer the theorem under further hypotheses."""
    for hypothesis in hypotheses:
        theorem = first_conjunct(conjoin(theorem, assume(hypothesis)))
    return theorem
