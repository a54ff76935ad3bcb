"""What a proof takes: the facts it may use, the obligations of its statement, and that it says just what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from sympy import Inverse

from symattn.deciding.lemmas import Usable
from symattn.elaborate import Elaborated, Hypothesis, Obligation
from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Term
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.logic.term_order import size as term_size
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.lemmas import Lemmas
from symattn.prover.strategies.front.prove import prove as prove_goal
from symattn.prover.strategies.witnesses.invertibility import is_invertibility

#: Steps within which most proofs are found.
EASY = 600
#: So many obligations are looked at that may follow from others.
MOST_IMPLIED = 8


def facts_of(hypotheses: Iterable[Hypothesis], opaque: frozenset[str] = frozenset()) -> Facts:
    bijections: list[tuple[Term, Term]] = []
    others: list[Term] = []
    for hypothesis in hypotheses:
        if hypothesis.kind == "permutation":
            first, second = hypothesis.propositions
            bijections.append((first, second))
        else:
            others += hypothesis.propositions
    return Facts(tuple(bijections), tuple(others), opaque)


def with_lemmas(goal: Term, facts: Facts, known: Facts, lemmas: Sequence[Usable]) -> Lemmas | None:
    return Lemmas(goal, facts, known, [each.theorem for each in lemmas]) if lemmas else None


def theorem_of(proposition: Term, hypotheses: tuple[Hypothesis, ...], steps: int) -> Theorem | None:
    """Return a theorem of a proposition from these hypotheses alone, or None."""
    try:
        return checked(prove_goal(proposition, facts_of(hypotheses), steps)[0], proposition, hypotheses)
    except ProofError:
        return None


def discharged(
    elaborated: Elaborated, facts: Facts, steps: int, lemmas: tuple[Usable, ...] = ()
) -> tuple[list[Theorem], tuple[str, ...]]:
    """Return the proofs of the definedness obligations, and the descriptions of those that are not proved.

    That an inverse exists is proved first, and without what is said of this inverse or of one that may not exist.
    """
    proved: list[Theorem] = []
    missing = []
    open_ones = [o for o in elaborated.obligations if o.exists is not None]
    progress = True
    while open_ones and progress:
        hidden = {p for o in open_ones for p in o.gives}
        known = replace(facts, others=tuple(p for p in facts.others if p not in hidden))
        shown = [(o, _shown(o.exists, known, elaborated, steps, lemmas)) for o in open_ones]
        progress = any(theorem is not None for _, theorem in shown)
        proved += [theorem for _, theorem in shown if theorem is not None]
        open_ones = [o for o, theorem in shown if theorem is None]
    for obligation in elaborated.obligations:
        if obligation.exists is not None:
            missing += [obligation] if obligation in open_ones else []
        elif (theorem := _shown(obligation.proposition, facts, elaborated, steps, lemmas)) is not None:
            proved.append(theorem)
        else:
            missing.append(obligation)
    return proved, tuple(dict.fromkeys(o.description for o in _not_implied(missing, facts, steps)))


def _not_implied(missing: list[Obligation], facts: Facts, steps: int) -> list[Obligation]:
    """Leave out what follows from the rest of what is missing, the longest first."""
    said = {o: p for o in missing if (p := o.proposition if o.exists is None else o.exists) is not None}
    left = dict(said)
    can_be_given = [o for o in said if o.given() is not None]
    for longest in sorted(can_be_given, key=lambda o: term_size(said[o]), reverse=True)[:MOST_IMPLIED]:
        others = tuple(p for o, p in left.items() if o is not longest)
        if others and _proof(said[longest], replace(facts, others=(*facts.others, *others)), min(EASY, steps)):
            del left[longest]
    return [o for o in missing if o in left or o not in said]


def _shown(
    proposition: Term | None, facts: Facts, elaborated: Elaborated, steps: int, lemmas: tuple[Usable, ...] = ()
) -> Theorem | None:
    """Return the proof of an obligation, or None; a side of the claim may be the inverse that is looked for."""
    if proposition is None:
        return None
    witnesses = tuple(side for side in (elaborated.lhs, elaborated.rhs) if side is not None)
    seeing = replace(facts, witnesses=witnesses) if is_invertibility(proposition) else facts  # else they play no part
    if (theorem := _proof(proposition, seeing, steps)) is not None:
        with suppress(ProofError):
            return checked(theorem, proposition, elaborated.hypotheses)
    if (by_lemmas := with_lemmas(proposition, facts, facts, lemmas)) is not None:
        with suppress(ProofError):
            theorem = (by_lemmas.by_rewriting() or by_lemmas.by_all_means(steps))[0]
            return checked(theorem, proposition, elaborated.hypotheses)
    return None


@lru_cache(maxsize=128)
def _proof(goal: Term, facts: Facts, steps: int) -> Theorem | None:
    """Return a proof, or None; claims beside each other have the same obligations, which the same proof meets."""
    with suppress(ProofError):
        return prove_goal(goal, facts, steps)[0]
    return None


def checked(theorem: Theorem, goal: Term, hypotheses: Sequence[Hypothesis]) -> Theorem:
    """Return the theorem if it says just what was to be proved, under no other hypotheses than the declared ones."""
    allowed = {p for hypothesis in hypotheses for p in hypothesis.propositions}
    if theorem.conclusion is not goal or not allowed.issuperset(theorem.hypotheses):
        raise ProofError(f"the proof ended in {theorem}")
    return theorem


def used(theorems: Iterable[Theorem], hypotheses: Sequence[Hypothesis]) -> tuple[str, ...]:
    """Return what the proofs of a claim and of its definedness use of the hypotheses.

    Where nobody gave that a matrix is invertible, the equations of its inverse define the symbol of the inverse.
    """
    used = {h for theorem in theorems for h in theorem.hypotheses}
    meant = (h for h in hypotheses if not isinstance(h.item, Inverse))
    return tuple(h.description for h in meant if not used.isdisjoint(h.propositions))
